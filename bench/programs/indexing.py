"""Gathers, masks, sorting and slices of many rows."""
import numpy as np, jax, jax.numpy as jnp
from jax import lax

F, I = np.float32, np.int32


def cases(add, n, ints):
    add("take_along_rows", lambda x, i: jnp.take_along_axis(x, i, 1), n(256, 512), ints(0, 512, 256, 64))
    add("gather_2d_points", lambda x, i, j: x[i, j], n(512, 512), ints(0, 512, 20000), ints(0, 512, 20000))
    add("masked_mean", lambda x, m: jnp.where(m, x, 0).sum(1) / m.sum(1), n(256, 1000), n(256, 1000) > 0)
    add("nanmean", lambda x: jnp.nanmean(x, 1), np.where(n(256, 1000) > 1, np.nan, n(256, 1000)).astype(F))
    add("bool_count", lambda x: (x > 0).sum(), n(1000, 1000))
    add("cummax_rows", lambda x: lax.cummax(x, 1), n(256, 1000))
    add("cumprod_rows", lambda x: jnp.cumprod(x, 1), 1 + n(256, 1000, sc=.01))
    add("segment_softmax", lambda x, s: (lambda e: e / jax.ops.segment_sum(e, s, 100)[s])(jnp.exp(x - jax.ops.segment_max(x, s, 100)[s])), n(5000), ints(0, 100, 5000))

    def pic(p, q):
        i = jnp.floor(p).astype(I); f = p - i
        g = jnp.zeros((64, 64), F)
        for a in (0, 1):
            for b in (0, 1):
                w = jnp.where(a, f[:, 0], 1 - f[:, 0]) * jnp.where(b, f[:, 1], 1 - f[:, 1])
                g = g.at[(i[:, 0] + a) % 64, (i[:, 1] + b) % 64].add(w * q)
        return g

    add("particle_in_cell", pic, np.abs(n(10000, 2)) * 20 % 63, n(10000))
    add("one_hot_matmul", lambda i, w: jax.nn.one_hot(i, 1000, dtype=F) @ w, ints(0, 1000, 256), n(1000, 64))
    add("argsort_rows", lambda x: jnp.argsort(x, 1), n(256, 64))
    add("sort_small_rows", lambda x: jnp.sort(x, 1), n(5000, 8))
    add("topk_small", lambda x: lax.top_k(x, 4), n(1000, 64))
    add("median_rows", lambda x: jnp.median(x, 1), n(1000, 25))
    add("vmap_slice", lambda x, s: jax.vmap(lambda r, i: lax.dynamic_slice(r, (i,), (50,)))(x, s), n(256, 1000), ints(0, 900, 256))
    add("vmap_update", lambda x, u, s: jax.vmap(lambda r, u, i: lax.dynamic_update_slice(r, u, (i,)))(x, u, s), n(256, 1000), n(256, 50), ints(0, 900, 256))
    add("random_crops", lambda x, a, b: jax.vmap(lambda im, i, j: lax.dynamic_slice(im, (i, j, 0), (28, 28, 3)))(x, a, b), n(32, 36, 36, 3), ints(0, 8, 32), ints(0, 8, 32))
    add("paged_gather", lambda pages, table: pages[table].reshape(4, -1, 64), n(128, 16, 64), ints(0, 128, 4, 16))
    add("kv_batch_update", lambda c, x, at: jax.vmap(lambda c, x, i: c.at[i].set(x))(c, x, at), n(8, 256, 128), n(8, 128), ints(0, 256, 8))
    add("meshgrid_distance", lambda a, b: jnp.sqrt(a[:, None] ** 2 + b ** 2), n(500), n(500))
    add("diag_of", lambda x: jnp.diag(x) + jnp.trace(x), n(500, 500))
    add("triu_sum", lambda x: jnp.triu(x, 1).sum(1), n(500, 500))
    add("concat_columns_relu", lambda x, y: jax.nn.relu(jnp.concatenate([x, y], 1)), n(500, 700), n(500, 900))
    add("concat_every_second", lambda x, y: jnp.pad(jnp.concatenate([x[:, ::2], y], 1), ((1, 1), (2, 2))), n(500, 1500), n(500, 700))
    c64 = lambda *s: (n(*s) + 1j * n(*s)).astype(np.complex64)
    add("complex_roll_rows", lambda x: x + jnp.roll(x, 3, 0), c64(1025, 192))
    add("complex_pad_rows", lambda x: jnp.pad(x, ((2, 2), (0, 0))).sum(1), c64(1025, 192))
    add("flip_concat", lambda x: jnp.concatenate([x, x[:, ::-1]], 1), n(500, 500))
    add("repeat_rows", lambda x: jnp.repeat(x, 3, 0), n(500, 128))
    add("digitize", lambda x, b: jnp.digitize(x, b), n(20000), np.sort(n(50)))
    add("isin", lambda x, t: jnp.isin(x, t), ints(0, 1000, 5000), ints(0, 1000, 50))
    add("unique_sorted_rows", lambda x: jnp.sum(jnp.diff(jnp.sort(x, 1), axis=1) != 0, 1), ints(0, 50, 500, 64))
    add("nonzero_size", lambda x: jnp.nonzero(x > 1, size=500, fill_value=-1)[0], n(3000))
