"""Sorts, argsorts and selections of every element type, along any dimension."""
import numpy as np, jax, jax.numpy as jnp
from jax import lax

F, I = np.float32, np.int32


def cases(add, n, ints):
    with_gaps = np.where(ints(0, 10, 100_000) == 0, np.nan, n(100_000)).astype(F)
    add("sort_floats_100k", jnp.sort, n(100_000))
    add("sort_nan_100k", jnp.sort, with_gaps)
    add("sort_sorted_100k", jnp.sort, np.sort(n(100_000)))
    add("sort_reversed_100k", jnp.sort, np.sort(n(100_000))[::-1].copy())
    add("sort_small_ints_100k", jnp.sort, ints(0, 100, 100_000))
    add("sort_descending_100k", lambda x: jnp.sort(x, descending=True), n(100_000))
    add("sort_rows_1000", lambda x: jnp.sort(x, 1), n(100, 1000))
    add("sort_rows_300", lambda x: jnp.sort(x, 1), n(300, 300))
    add("sort_rows_48", lambda x: jnp.sort(x, 1), n(2000, 48))
    add("sort_columns", lambda x: jnp.sort(x, 0), n(500, 200))
    add("argsort_floats_100k", jnp.argsort, n(100_000))
    add("argsort_i32_100k", jnp.argsort, ints(0, 1 << 30, 100_000))
    add("argsort_descending", lambda x: jnp.argsort(x, descending=True), n(20_000))
    add("argsort_columns", lambda x: jnp.argsort(x, 0), n(500, 200))
    add("sort_three", lambda k, a, b: lax.sort((k, a, b), num_keys=1), ints(0, 1000, 50_000), n(50_000), n(50_000))
    add("sort_two_keys", lambda a, b, c: lax.sort((a, b, c), num_keys=2), ints(0, 100, 50_000), n(50_000), n(50_000))
    add("ranks", lambda x: jnp.argsort(jnp.argsort(x)), n(30_000))
    add("median_flat", lambda x: jnp.median(x), n(100_000))
    add("nanmedian_rows", lambda x: jnp.nanmedian(x, 1), with_gaps.reshape(100, 1000))
    add("quantiles_rows", lambda x: jnp.quantile(x, np.array([.1, .5, .9], F), axis=1), n(200, 500))
    add("unique_100k", lambda x: jnp.unique(x, size=2000), ints(0, 2000, 100_000))
    add("sorted_groups", lambda k, x: (lambda o: jax.ops.segment_sum(x[o], k[o], 500, indices_are_sorted=True))(jnp.argsort(k)), ints(0, 500, 50_000), n(50_000))
    add("shuffle_100k", lambda x: jax.random.permutation(jax.random.key(1), x), n(100_000))
    add("trimmed_mean", lambda x: jnp.sort(x, 0)[10:90].mean(0), n(100, 1000))
    add("sliced_wasserstein", lambda x, y, p: jnp.mean(jnp.abs(jnp.sort(x @ p, 0) - jnp.sort(y @ p, 0))), n(1000, 32), n(1000, 32), n(32, 64))
    add("spearman_grad", jax.grad(lambda x, y: jnp.sum(jnp.sort(x) * y)), n(20_000), n(20_000))
    add("merge_sorted", lambda a, b: jnp.sort(jnp.concatenate([a, b])), np.sort(n(50_000)), np.sort(n(50_000)))
    add("complex_sort", jnp.sort, (n(20_000) + 1j * n(20_000)).astype(np.complex64))
