"""Stencils, filters, decoders, training in a loop, kernels."""
import numpy as np, jax, jax.numpy as jnp
import jax.scipy as jsp
from jax import lax

F = np.float32


def rolled(u):
    return jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - F(4) * u


def padded(u):
    p = jnp.pad(u, 1)
    return p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - F(4) * u


def grids(add, n):
    """Stencils: of rolls, of a padded copy, updates of the inside; with one state, two, nine."""
    repeat = lambda times, f: lambda *s: lax.fori_loop(0, times, lambda _, s: f(*s), s)
    for size in (128, 512, 1024):
        for name, laplace in (("roll", rolled), ("pad", padded)):
            add(f"diffusion_{name}_{size}", repeat(100, lambda u, laplace=laplace: (u + F(.1) * laplace(u),)), n(size, size, sc=.1))
            add(f"leapfrog_{name}_{size}", repeat(100, lambda p, u, laplace=laplace: (u, F(2) * u - p + F(.1) * laplace(u))),
                n(size, size, sc=.1), n(size, size, sc=.1))

    def gray_scott(u, v):
        r = u * v * v
        return u + F(.16) * rolled(u) - r + F(.035) * (1 - u), v + F(.08) * rolled(v) + r - F(.095) * v

    add("gray_scott_256", repeat(50, gray_scott), n(256, 256, sc=.1), n(256, 256, sc=.1))
    add("advection_100k", repeat(200, lambda u: (u - F(.1) * (u - jnp.roll(u, 1)),)), n(100_000))
    inside = lambda u: F(.25) * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2])
    add("heat_at_set_256", repeat(100, lambda u: (u.at[1:-1, 1:-1].set(inside(u)),)), n(256, 256))
    add("heat_3d_64", repeat(20, lambda u: (u + F(.1) * (sum(jnp.roll(u, s, a) for a in range(3) for s in (1, -1)) - 6 * u),)), n(64, 64, 64))
    ways = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]
    weights, c = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4, F), np.array(ways, F)

    def lattice(f):
        f = jnp.stack([jnp.roll(f[i], ways[i], (0, 1)) for i in range(9)])
        rho = f.sum(0)
        u = jnp.einsum("ixy,ia->axy", f, c) / rho
        cu = jnp.einsum("ia,axy->ixy", c, u)
        even = weights[:, None, None] * rho * (1 + 3 * cu + F(4.5) * cu ** 2 - F(1.5) * (u ** 2).sum(0))
        return (f - F(.6) * (f - even),)

    add("lattice_boltzmann_128", repeat(20, lattice), 1 + n(9, 128, 128, sc=.01))

    def ising(i, state):
        s, key = state
        key, now = jax.random.split(key)
        near = jnp.roll(s, 1, 0) + jnp.roll(s, -1, 0) + jnp.roll(s, 1, 1) + jnp.roll(s, -1, 1)
        black = (lax.broadcasted_iota(np.int32, s.shape, 0) + lax.broadcasted_iota(np.int32, s.shape, 1) + i) % 2 == 0
        flips = black & (jax.random.uniform(now, s.shape, F) < jnp.exp(F(-.88) * s * near))
        return jnp.where(flips, -s, s), key

    add("ising_128", lambda s, key: lax.fori_loop(0, 50, ising, (s, key))[0], np.sign(n(128, 128)), np.array([0, 1], np.uint32))
    wave = np.fft.fftfreq(128) * 128
    decay = np.exp(-1e-3 * (wave[:, None] ** 2 + wave[None] ** 2)).astype(F)
    add("spectral_128", repeat(20, lambda u: (jnp.fft.ifft2(jnp.fft.fft2(u) * decay).real,)), n(128, 128))


def signals(add, n, ints):
    both = lambda x, k: lax.conv_general_dilated(lax.conv_general_dilated(x[None, None], k[None, None, :, None], (1, 1), "SAME"), k[None, None, None], (1, 1), "SAME")
    add("blur_separable", both, n(512, 512), n(9))
    sobel = np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]], F)
    add("sobel", lambda x: jnp.sqrt(sum(jsp.signal.convolve2d(x, k, mode="same") ** 2 for k in (sobel, sobel.T))), n(512, 512))
    add("median_filter", lambda x: jnp.median(jnp.stack([jnp.roll(x, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)]), 0), n(256, 256))

    def wavenet(x, w):
        for i in range(6):
            x = jax.nn.relu(lax.conv_general_dilated(x, w, (1,), [(2 ** i, 0)], rhs_dilation=(2 ** i,))) + x
        return x

    add("wavenet", wavenet, n(1, 32, 1000), n(32, 32, 2, sc=.1))
    turn = lambda q, c, s: q * c + jnp.concatenate([-q[..., 32:], q[..., :32]], -1) * s
    add("rotary", turn, n(8, 512, 64), n(512, 64), n(512, 64))
    add("moving_average", lambda x: lax.scan(lambda c, t: ((F(.9) * c + F(.1) * t),) * 2, x[0], x)[1], n(2000, 64))
    forward = lambda a, i, trans, seen: (jsp.special.logsumexp(a[:, None] + trans, axis=0) + seen[:, i], None)
    add("hmm_forward", lambda t, e, o: lax.scan(lambda a, i: forward(a, i, t, e), e[:, 0], o)[0], n(32, 32), n(32, 50), ints(0, 50, 300))

    def viterbi(trans, seen, o):
        def step(a, i):
            s = a[:, None] + trans
            return s.max(0) + seen[:, i], s.argmax(0)
        return lax.scan(step, seen[:, 0], o)

    add("viterbi", viterbi, n(32, 32), n(32, 50), ints(0, 50, 300))

    def edit_distance(a, b):
        def row(before, x):
            def cell(left, v):
                up, corner, y = v
                best = jnp.minimum(jnp.minimum(up + 1, left + 1), corner + (x != y))
                return best, best
            return jnp.concatenate([before[:1] + 1, lax.scan(cell, before[0] + 1, (before[1:], before[:-1], b))[1]]), None
        return lax.scan(row, jnp.arange(b.shape[0] + 1, dtype=np.int32), a)[0]

    add("edit_distance", edit_distance, ints(0, 4, 100), ints(0, 4, 100))


def models(add, n, ints):
    def train(w, v, x, y):
        loss = lambda p: jnp.mean((jnp.tanh(x @ p[0]) @ p[1] - y) ** 2)
        return lax.fori_loop(0, 50, lambda _, p: jax.tree.map(lambda a, b: a - F(.01) * b, p, jax.grad(loss)(p)), (w, v))

    add("train_in_a_loop", train, n(16, 64, sc=.1), n(64, 1, sc=.1), n(256, 16), n(256, 1))
    add("layers_by_scan", lambda x, w: lax.scan(lambda h, w: (jax.nn.gelu(h @ w) + h, None), x, w)[0], n(32, 128), n(12, 128, 128, sc=.1))
    add("nearest", lambda x, q: lax.top_k(-((q[:, None] - x[None]) ** 2).sum(-1), 8)[1], n(1000, 16), n(200, 16))
    kernel = lambda x: jnp.exp(F(-.5) * ((x[:, None] - x[None]) ** 2).sum(-1)) + F(.1) * jnp.eye(300, dtype=F)
    add("gaussian_process", lambda x, y: jsp.linalg.cho_solve(jsp.linalg.cho_factor(kernel(x)), y), n(300, 4), n(300))
    rank = lambda source, to, degree: lambda _, r: F(.15 / 5000) + F(.85) * jax.ops.segment_sum((r / degree)[source], to, 5000)
    add("page_rank", lambda s, t, d: lax.fori_loop(0, 20, rank(s, t, d), jnp.full(5000, F(1 / 5000))), ints(0, 5000, 50_000), ints(0, 5000, 50_000), np.full(5000, 10, F))
    turns = lambda k: lambda _, s: (lambda u: (u, 1 / (k.T @ u)))(1 / (k @ s[1]))
    add("sinkhorn", lambda c: lax.fori_loop(0, 50, turns(jnp.exp(-c)), (jnp.ones(300, F), jnp.ones(300, F))), np.abs(n(300, 300)))

    def decode(q, k, v, kn, vn, at):
        k, v = (lax.dynamic_update_slice(c, x[:, None], (np.int32(0), at, np.int32(0))) for c, x in ((k, kn), (v, vn)))
        s = jnp.where(jnp.arange(512) <= at, jnp.einsum("hd,htd->ht", q, k) / 8, F(-1e9))
        return jnp.einsum("ht,htd->hd", jax.nn.softmax(s), v)

    add("decode_one", decode, n(12, 64), n(12, 512, 64), n(12, 512, 64), n(12, 64), n(12, 64), np.int32(300))


def cases(add, n, ints):
    """Calls `add(name, function, arguments…)`; `n(shape…, sc=)` makes normal F32, `ints(low, high, shape…)` integers."""
    grids(add, n)
    signals(add, n, ints)
    models(add, n, ints)
