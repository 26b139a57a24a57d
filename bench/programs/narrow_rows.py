"""Matrices of a few columns: points in space, colours, heads, classes; and many updates of few places."""
import jax, jax.numpy as jnp, ml_dtypes
from jax import lax

BF16 = ml_dtypes.bfloat16


def cases(add, n, ints):
    """As those of `small`."""
    half = lambda *s, sc=1.0: n(*s, sc=sc).astype(BF16)
    total = lambda x, i: jax.ops.segment_sum(x, i, 1000)
    add("segment_rows_8", total, n(20_000, 8), ints(0, 1000, 20_000))
    add("segment_rows_8_bf16", total, half(20_000, 8), ints(0, 1000, 20_000))
    add("segment_rows_12_many", lambda x, i: jax.ops.segment_sum(x, i, 50_000), n(100_000, 12), ints(0, 50_000, 100_000))
    add("weighted_histogram_1m", lambda i, x: jnp.zeros(1000, x.dtype).at[i].add(x), ints(0, 1000, 1_000_000), n(1_000_000))
    add("forces_between", lambda p, i, j: (lambda d: jnp.zeros_like(p).at[i].add(d).at[j].add(-d))(p[i] - p[j]), n(2000, 3), ints(0, 2000, 30_000), ints(0, 2000, 30_000))
    add("columns_to_rows_12", lambda x: x.T, n(12, 50_000))
    add("channels_last_8", lambda x: x.transpose(0, 2, 3, 1), n(4, 8, 128, 128))
    add("channels_first_8_bf16", lambda x: x.transpose(0, 3, 1, 2), half(4, 128, 128, 8))
    add("points_turned_bf16", lambda x, a: x @ a, half(50_000, 3), half(3, 3))
    add("products_5x5_bf16", lambda a, b: a @ b, half(5000, 5, 5), half(5000, 5, 5))
    add("row_sums_8_bf16", lambda x: x.sum(1), half(50_000, 8))
    add("row_softmax_8_bf16", jax.nn.softmax, half(50_000, 8))
    conv = lambda x, w: lax.conv_general_dilated(x, w, (1,) * (x.ndim - 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC") if x.ndim == 4 else ("NHC", "HIO", "NHC"))
    add("conv_to_8", conv, n(4, 64, 64, 32), n(3, 3, 32, 8, sc=.1))
    add("conv_to_3", conv, n(1, 96, 96, 64), n(3, 3, 64, 3, sc=.1))
    add("conv_to_3_bf16", conv, half(1, 96, 96, 64), half(3, 3, 64, 3, sc=.1))
    add("conv_to_3_tanh", lambda x, w, b: jnp.tanh(conv(x, w) + b), n(1, 96, 96, 64), n(3, 3, 64, 3, sc=.1), n(3))
    add("conv_to_2_series", conv, n(4, 2000, 64), n(5, 64, 2, sc=.1))
    add("conv_to_24", conv, n(1, 56, 56, 64), n(3, 3, 64, 24, sc=.1))
    add("conv_to_24_bf16", conv, half(1, 56, 56, 64), half(3, 3, 64, 24, sc=.1))
    add("few_outputs_turned_3", lambda x, w: x @ w.T, n(1000, 256), n(3, 256))
    add("powers_of_two_1m", lambda x: 2.0 ** x, n(1_000_000))
    add("nuclear_norm_64", lambda x: jnp.linalg.norm(x, "nuc"), n(64, 64))
    add("log_softmax_32", jax.nn.log_softmax, n(8192, 32))
    add("log_softmax_10_bf16", jax.nn.log_softmax, half(26_214, 10))
    add("entropy_of_rows_32", lambda x: -(jax.nn.softmax(x) * jax.nn.log_softmax(x)).sum(1), n(8192, 32))
    add("scaled_blocks_e4m3fn", lambda x: (lambda b: (b / jnp.exp2(jnp.floor(jnp.log2(jnp.abs(b).max(1, keepdims=True))) - 8)).astype(jnp.float8_e4m3fn))(x.reshape(-1, 32)), n(262_144))
    add("cumsum_c64", lambda x, y: jnp.cumsum(lax.complex(x, y), 1), n(200, 256), n(200, 256))
