"""Updates of slices, in loops and alone; products with few results side by side; division of integers; small transforms."""
import numpy as np, jax, jax.numpy as jnp
from jax import lax

F, I = np.float32, np.int32


def slices(add, n, ints):
    x = n(512, 512)
    again = lambda low, high, f: lambda x, *more: lax.fori_loop(low, high, lambda i, x: f(i, x, *more), x)
    row = lambda x, i: lax.dynamic_slice(x, (i, 0), (1, x.shape[1]))
    add("at_set_row", lambda x, i, v: x.at[i].set(v), x, I(7), n(512))
    add("at_add_row", lambda x, i, v: x.at[i].add(v), x, I(-3), n(512))
    add("at_multiply_one", lambda x, i, j: x.at[i, j].multiply(2.), x, I(7), I(9))
    add("at_add_inside", lambda x, v: x.at[1:-1, 1:-1].add(v), x, n(510, 510))
    add("at_add_column", lambda x, v: x.at[:, 5].add(v), x, n(512))
    add("at_add_grad", jax.grad(lambda x, i, v: (x.at[i].add(v) ** 2).sum(), (0, 2)), x, I(3), n(512))
    add("cache_set", lambda k, i, v: k.at[:, i].set(v), n(12, 512, 64), I(100), n(12, 64))
    add("loop_set_from_before", again(1, 500, lambda i, x: x.at[i].set(x[i - 1] * F(.5) + 1)), x)
    add("loop_add_row", again(0, 500, lambda i, x: x.at[i * 5 % 512].add(x[i])), x)
    add("loop_add_one", again(0, 5000, lambda i, x: x.at[i % 512, i * 7 % 512].add(1.)), x)
    add("loop_swap", again(0, 1000, lambda i, x, p: x.at[i].set(x[p[i]]).at[p[i]].set(x[i])), n(1000), ints(0, 1000, 1000))
    add("loop_slice_from_before", again(1, 500, lambda i, x: lax.dynamic_update_slice(x, row(x, i - 1) * F(.5) + 1, (i, 0))), x)
    add("loop_block", again(0, 50, lambda i, x: lax.dynamic_update_slice(x, x[:64, :64] + x[64:128, 64:128], (i * 2, i * 3))), x)
    add("loop_complex_rows", again(1, 100, lambda i, x: lax.dynamic_update_slice(x, row(x, i - 1) * (1 + .1j), (i, 0))), (n(128, 64) + 1j * n(128, 64)).astype(np.complex64))
    lower = (np.tril(n(128, 128, sc=.1)) + np.eye(128) * 3).astype(F)
    add("forward_substitution", lambda l, b: lax.fori_loop(0, 128, lambda i, y: y.at[i].set((b[i] - l[i] @ y) / l[i, i]), jnp.zeros(128, F)), lower, n(128))
    unit = lambda v: v / jnp.linalg.norm(v)
    add("gram_schmidt", lambda a: lax.fori_loop(0, 32, lambda j, q: q.at[:, j].set(unit(a[:, j] - q @ (q.T @ a[:, j]))), jnp.zeros((64, 32), F)), n(64, 32))


def narrow(add, n, ints):
    for k in (2, 3, 8):
        add(f"weights_grad_{k}", lambda x, g: x.T @ g, n(1000, 256), n(1000, k))
        add(f"few_outputs_{k}", lambda x, w: x @ w, n(1000, 256), n(256, k))
        add(f"few_columns_{k}", lambda p, v: jnp.einsum("bqk,bkd->bqd", p, v), n(8, 128, 128), n(8, 128, k))
    half = lambda *s: n(*s).astype(np.float16)
    add("weights_grad_f16_3", lambda x, g: x.T @ g, half(1000, 256), half(1000, 3))
    add("points_turned", lambda x, m: x @ m.T, n(100_000, 3), n(3, 3))
    add("points_turned_each", lambda x, m: jnp.einsum("nij,nj->ni", m, x), n(20_000, 3), n(20_000, 3, 3))
    add("quadratic_form", lambda x, a: jnp.einsum("ni,ij,nj->n", x, a, x), n(5000, 8), n(8, 8))


def numbers(add, n, ints):
    for t in (np.int8, np.uint16, np.int32):
        a, b = (ints(-2 ** 31, 2 ** 31 - 1, 100_003, dt=np.int64).astype(t) for _ in range(2))
        add(f"floor_division_{np.dtype(t).name}", lambda a, b: (a // b, a % b), a, b >> t(2))
        add(f"modulo_scalar_{np.dtype(t).name}", lambda a, b: a % b, a, t(37))
    add("exp_subnormal", jnp.exp, (-np.abs(n(512, 512)) * 30 - 70).astype(F))
    complex_of = lambda *s: (n(*s) + 1j * n(*s)).astype(np.complex64)
    for k in (32, 64, 100, 512):
        add(f"fft2_{k}_c64", jnp.fft.fft2, complex_of(k, k))
    add("fft3_32", jnp.fft.fftn, complex_of(32, 32, 32))
    add("fft_first_axis", lambda x: jnp.fft.fft(x, axis=0), complex_of(256, 64))


def cases(add, n, ints):
    slices(add, n, ints)
    narrow(add, n, ints)
    numbers(add, n, ints)
