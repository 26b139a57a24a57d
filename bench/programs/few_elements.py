"""Sorts of few elements, and results of many pieces side by side: medians of images, rotations, packed bits."""
import jax, jax.numpy as jnp, ml_dtypes
import numpy as np
from jax import lax


def cases(add, n, ints):
    """As those of `small`."""
    bytes_ = lambda *s: ints(0, 256, *s).astype(np.uint8)
    around = lambda x, r: jnp.stack([x[i : x.shape[0] - 2 * r + i, j : x.shape[1] - 2 * r + j] for i in range(2 * r + 1) for j in range(2 * r + 1)])
    add("few_median_3x3", lambda x: jnp.sort(around(x, 1), 0)[4], n(512, 512))
    add("few_median_3x3_u8", lambda x: jnp.sort(around(x, 1), 0)[4], bytes_(1024, 1024))
    add("few_median_5x5_u8", lambda x: jnp.sort(around(x, 2), 0)[12], bytes_(512, 512))
    add("few_sort_columns_9", lambda x: jnp.sort(x, 0), n(9, 200_000))
    add("few_sort_rows_9", lambda x: jnp.sort(x, 1), n(200_000, 9))
    add("few_argsort_5", lambda x: jnp.argsort(x, 0), n(5, 200_000))
    add("few_dilation", lambda x, f: jnp.max(jnp.stack([x[:, i : i + 62, j : j + 62] + f[i, j] for i in range(3) for j in range(3)]), 0), n(2, 64, 64, 32), n(3, 3, 32))
    add("few_packed_bits", lambda x: (x.reshape(-1, 8) * np.array([1, 2, 4, 8, 16, 32, 64, 128], np.uint8)).sum(1, dtype=jnp.uint8), n(800_000) > 0)

    def rotations(q):
        w, x, y, z = [q[:, i] for i in range(4)]
        rows = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z)]
        return jnp.stack(rows + [2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], -1)

    add("few_rotations", rotations, n(200_000, 4))
    powers = lambda k: lambda x, y: jnp.stack([(x * (i + 1) + y).astype(x.dtype) for i in range(k)], -1)
    add("few_stacked_16_u8", powers(16), bytes_(200_000), bytes_(200_000))
    add("few_stacked_12_bf16", powers(12), n(200_000).astype(ml_dtypes.bfloat16), n(200_000).astype(ml_dtypes.bfloat16))
    add("few_columns_7_u8", lambda x: sum(x[:, i] * x[:, (i + 1) % 7] for i in range(7)), bytes_(200_000, 7))
