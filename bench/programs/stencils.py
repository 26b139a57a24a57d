"""Stencils of computed values and of stencils, in arrays that each of the caches holds and in larger ones."""

import numpy as np, jax.numpy as jnp
from jax import lax


def inner(x):
    """Five points, of what is inside."""
    return x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, 2:] + x[1:-1, :-2] - 4 * x[1:-1, 1:-1]


def padded(x):
    """Sum of the four neighbours, zero outside."""
    p = jnp.pad(x, 1)
    return p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]


def smooth(x, b, times):
    for _ in range(times):
        x = 0.2 * x + 0.2 * (padded(x) + b)
    return x


def multigrid(b):
    """Five V cycles for the Poisson equation."""

    def cycle(b, x):
        if b.shape[0] <= 8:
            return smooth(x, b, 20)
        x = smooth(x, b, 2)
        n = b.shape[0] // 2
        coarse = (b - (4 * x - padded(x))).reshape(n, 2, n, 2).sum((1, 3))
        error = cycle(coarse, jnp.zeros_like(coarse))
        return smooth(x + jnp.repeat(jnp.repeat(error, 2, 0), 2, 1), b, 2)

    return lax.fori_loop(0, 5, lambda _, x: cycle(b, x), jnp.zeros_like(b))


def cases(add, n, ints):
    for name, size in (("16k", 128), ("1m", 1024), ("16m", 4096)):
        x, y = n(size, size), n(size, size)
        add(f"stencil_tanh_{name}", lambda x: inner(jnp.tanh(x)), x)
        add(f"stencil_quotient_{name}", lambda x, y: inner(x / y), x, y)
        add(f"stencil_thrice_{name}", lambda x: inner(inner(inner(x))), x)
        add(f"stencil_differences_{name}", lambda x: jnp.diff(jnp.diff(jnp.exp(x))), x)
    add("stencil_smooth_256", lambda x, b: smooth(x, b, 10), n(256, 256), n(256, 256))
    add("stencil_multigrid_128", multigrid, n(128, 128))
    add("stencil_multigrid_128_f64", multigrid, n(128, 128, dt=np.float64), wide=True)
