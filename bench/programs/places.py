"""Updates of every second place, small tables, rows of three and four numbers, powers: grids in two colours, palettes, rigid bodies."""
import functools

import jax, jax.numpy as jnp
import numpy as np
from jax import lax


def cases(add, n, ints):
    """As those of `small`."""
    bytes_ = lambda *s: ints(0, 256, *s).astype(np.uint8)

    def colours(x, b):
        def half(x, p, q):
            rows, columns = slice(1 + p, -1, 2), slice(1 + q, -1, 2)
            near = lambda d, k: slice(k + d, x.shape[0] - 2 + d, 2)
            sides = x[near(0, p), columns] + x[near(2, p), columns] + x[rows, near(0, q)] + x[rows, near(2, q)]
            return x.at[rows, columns].set(0.25 * (sides - b[rows, columns]))

        def step(x, _):
            for p, q in ((0, 0), (1, 1), (0, 1), (1, 0)):
                x = half(x, p, q)
            return x, None

        return lax.scan(step, x, None, length=20)[0]

    add("even_red_black_258", colours, n(258, 258), n(258, 258))
    add("even_red_black_257", colours, n(257, 257), n(257, 257))
    add("even_positions", lambda a: jnp.zeros((1000, 256)).at[:, ::2].set(jnp.sin(a)).at[:, 1::2].set(jnp.cos(a)), n(1000, 128))
    add("even_columns_add", lambda x, y: x.at[:, 1::2].add(y), n(1000, 256), n(1000, 128))

    def prolong(c):
        x = jnp.zeros((513, 513)).at[::2, ::2].set(c)
        x = x.at[1::2, ::2].set(0.5 * (x[:-1:2, ::2] + x[2::2, ::2]))
        return x.at[:, 1::2].set(0.5 * (x[:, :-1:2] + x[:, 2::2]))

    add("even_prolong_513", prolong, n(257, 257))
    add("table_gamma_u8", lambda x: jnp.round(255 * (jnp.arange(256) / 255.0) ** (1 / 2.2)).astype(jnp.uint8)[x], bytes_(512, 512, 3))
    counts = lambda c: jnp.zeros(256, jnp.int32).at[c.reshape(-1)].add(1)
    add("table_equalise_u8", lambda x: ((jnp.cumsum(counts(x)) * 255) // x.size).astype(jnp.uint8)[x], bytes_(512, 512))
    pairs = lambda q, t: t[jnp.stack([q >> 4, q & 15], -1).astype(jnp.int32)]
    add("table_nf4", lambda q, s, t: pairs(q, t) * s[:, None, None], bytes_(4000, 32), n(4000), np.linspace(-1, 1, 16).astype(np.float32))
    add("table_codons", lambda s, t: t[s[0::3].astype(jnp.int32) * 16 + s[1::3] * 4 + s[2::3]], ints(0, 4, 300_000).astype(np.uint8), ints(0, 21, 64).astype(np.uint8))

    def four(b):
        m = b == 1
        row = lambda *parts: functools.reduce(jnp.logical_and, parts).any((1, 2))
        across, down = row(*[m[:, :, i:4 + i] for i in range(4)]), row(*[m[:, i:3 + i] for i in range(4)])
        return across | down | row(*[m[:, i:3 + i, i:4 + i] for i in range(4)])

    add("table_four_in_a_row", four, ints(0, 3, 2000, 6, 7).astype(np.int8))
    add("table_flags_of_edges", lambda v, e: v[e[:, 0]] & ~v[e[:, 1]], n(10_000) > 0, ints(0, 10_000, 200_000, 2))

    def bodies(q, w):
        inertia = jnp.array([1.0, 2.0, 3.0])

        def step(c, _):
            q, w = c
            w = w + 0.01 * (-jnp.cross(w, inertia * w) / inertia)
            turn = jnp.concatenate([-(q[:, 1:] * w).sum(1, keepdims=True), q[:, :1] * w + jnp.cross(q[:, 1:], w)], 1)
            q = q + 0.005 * turn
            return (q / jnp.linalg.norm(q, axis=1, keepdims=True), w), None

        return lax.scan(step, (q, w), None, length=100)[0]

    add("row_rigid_bodies", bodies, n(1000, 4), n(1000, 3))

    def inverse(m):
        a, b, c, d, e, f, g, h, i = [m[:, j, k] for j in range(3) for k in range(3)]
        rows = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g, b * g - a * h, a * e - b * d]
        return jnp.stack(rows, -1).reshape(-1, 3, 3) / (a * rows[0] + b * rows[3] + c * rows[6])[:, None, None]

    add("row_inverses_3x3", inverse, n(200_000, 3, 3) * 0.1 + np.eye(3, dtype=np.float32))

    def maxwell(e, h):
        back, ahead = lambda f, d: f - jnp.roll(f, 1, d), lambda f, d: jnp.roll(f, -1, d) - f
        curl = lambda d, f: jnp.stack([d(f[2], 1) - d(f[1], 2), d(f[0], 2) - d(f[2], 0), d(f[1], 0) - d(f[0], 1)])

        def step(c, _):
            e, h = c
            e = e + 0.3 * curl(back, h)
            return (e, h - 0.3 * curl(ahead, e)), None

        return lax.scan(step, (e, h), None, length=10)[0]

    add("row_maxwell_40", maxwell, n(3, 40, 40, 40), n(3, 40, 40, 40))
    for name, e in (("half", 0.5), ("three", 3.0), ("inverse", -1.0), ("three_halves", -1.5)):
        add(f"power_{name}", lambda x, e=e: x**e, np.abs(n(1000, 1000)) + np.float32(0.1))
