"""Simulations and solvers: particles, cloth, fields, differential equations, linear systems, images by rays, qubits."""
import numpy as np, jax, jax.numpy as jnp
import jax.scipy as jsp
from jax import lax

F, I = np.float32, np.int32


def cases(add, n, ints):
    def energy(x):
        d = x[:, None] - x[None]
        r2 = (d ** 2).sum(-1) + jnp.eye(x.shape[0], dtype=F) * F(1e6)
        s = 1 / r2 ** 3
        return 2 * jnp.sum(s ** 2 - s)

    def verlet(x, v):
        f = jax.grad(lambda x: -energy(x))
        def step(_, s):
            x, v, a = s
            x = x + F(1e-3) * v + F(5e-7) * a
            b = f(x)
            return x, v + F(5e-4) * (a + b), b
        return lax.fori_loop(0, 20, step, (x, v, f(x)))[:2]

    lattice = np.stack(np.meshgrid(*[np.arange(6)] * 3), -1).reshape(-1, 3).astype(F) * F(1.2)
    add("md_lennard_jones", verlet, lattice, n(216, 3, sc=.1))

    def cloth(x, v):
        def spring(x):
            f = jnp.zeros_like(x)
            for axis in (0, 1):
                d = jnp.diff(x, axis=axis)
                l = jnp.sqrt((d ** 2).sum(-1, keepdims=True) + F(1e-9))
                s = F(50) * d * (1 - F(1) / l)
                a = (slice(None, -1), slice(None)) if axis == 0 else (slice(None), slice(None, -1))
                b = (slice(1, None), slice(None)) if axis == 0 else (slice(None), slice(1, None))
                f = f.at[a].add(s).at[b].add(-s)
            return f
        def step(_, s):
            x, v = s
            v = (v + F(.01) * (spring(x) - np.array([0, 0, .98], F))) * F(.99)
            v = v.at[0].set(0.)
            return x + F(.01) * v, v
        return lax.fori_loop(0, 20, step, (x, v))

    grid = np.stack(list(np.meshgrid(np.arange(64), np.arange(64), indexing="ij")) + [np.zeros((64, 64))], -1).astype(F)
    add("cloth_64", cloth, grid, n(64, 64, 3, sc=.01))

    def pendulum(s):
        def d(s):
            a, b, p, q = s[..., 0], s[..., 1], s[..., 2], s[..., 3]
            c = jnp.cos(a - b); k = 16 - 9 * c * c
            da, db = 6 * (2 * p - 3 * c * q) / k, 6 * (8 * q - 3 * c * p) / k
            m = da * db * jnp.sin(a - b)
            return jnp.stack([da, db, -F(.5) * (m + F(29.4) * jnp.sin(a)), -F(.5) * (-m + F(9.8) * jnp.sin(b))], -1)
        def rk4(_, s):
            h = F(.01)
            k1 = d(s); k2 = d(s + h / 2 * k1); k3 = d(s + h / 2 * k2); k4 = d(s + h * k3)
            return s + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return lax.fori_loop(0, 100, rk4, s)

    add("double_pendulum_1000", pendulum, n(1000, 4))
    add("double_pendulum_one", pendulum, n(4))

    def fdtd(e, h):
        def step(t, s):
            e, h = s
            h = h.at[:-1].add(F(.5) * (e[1:] - e[:-1]))
            e = e.at[1:].add(F(.5) * (h[1:] - h[:-1]))
            return e.at[100].add(jnp.exp(-F(.01) * (t - F(30)) ** 2)), h
        return lax.fori_loop(0, 500, step, (e, h))

    add("fdtd_1d_2000", fdtd, n(2000, sc=.01), n(2000, sc=.01))

    def fdtd2(ez, hx, hy):
        def step(_, s):
            ez, hx, hy = s
            hx = hx.at[:, :-1].add(-F(.5) * (ez[:, 1:] - ez[:, :-1]))
            hy = hy.at[:-1].add(F(.5) * (ez[1:] - ez[:-1]))
            ez = ez.at[1:, 1:].add(F(.5) * (hy[1:, 1:] - hy[:-1, 1:] - hx[1:, 1:] + hx[1:, :-1]))
            return ez, hx, hy
        return lax.fori_loop(0, 50, step, (ez, hx, hy))

    add("fdtd_2d_256", fdtd2, n(256, 256), n(256, 256), n(256, 256))

    def stencil(u):
        p = jnp.pad(u, 1)
        return 4 * u - p[2:, 1:-1] - p[:-2, 1:-1] - p[1:-1, 2:] - p[1:-1, :-2]

    add("cg_poisson_128", lambda b: jsp.sparse.linalg.cg(stencil, b, tol=1e-5, maxiter=200)[0], n(128, 128))
    add("cg_dense_300", lambda a, b: jsp.sparse.linalg.cg(lambda x: a @ x, b, maxiter=50)[0], (lambda a: (a @ a.T / 300 + np.eye(300)).astype(F))(n(300, 300)), n(300))
    add("gmres_200", lambda a, b: jsp.sparse.linalg.gmres(lambda x: a @ x, b, maxiter=2, restart=10)[0], (n(200, 200, sc=.02) + np.eye(200)).astype(F), n(200))

    def thomas(a, b, c, d):
        def fwd(s, r):
            a, b, c, d = r
            m = 1 / (b - a * s[0])
            t = (c * m, (d - a * s[1]) * m)
            return t, t
        _, (c, d) = lax.scan(fwd, (F(0), F(0)), (a, b, c, d))
        def bwd(x, r):
            x = r[1] - r[0] * x
            return x, x
        return lax.scan(bwd, F(0), (c, d), reverse=True)[1]

    add("thomas_5000", thomas, n(5000), n(5000) + F(8), n(5000), n(5000))
    add("thomas_batch_200", jax.vmap(thomas), n(200, 300), n(200, 300) + F(8), n(200, 300), n(200, 300))

    def spectral_ns(w):
        k = np.fft.fftfreq(64, 1 / 64).astype(F); kx, ky = k[:, None], k[None]
        k2 = kx ** 2 + ky ** 2; inv = np.where(k2 == 0, 0, 1 / np.where(k2 == 0, 1, k2)).astype(F)
        ift = lambda f: jnp.fft.ifft2(f).real
        def step(_, w):
            psi = w * inv
            u, v, wx, wy = ift(1j * ky * psi), ift(-1j * kx * psi), ift(1j * kx * w), ift(1j * ky * w)
            return (w - F(.001) * jnp.fft.fft2(u * wx + v * wy)) / (1 + F(1e-6) * k2)
        return ift(lax.fori_loop(0, 20, step, jnp.fft.fft2(w)))

    add("navier_stokes_64", spectral_ns, n(64, 64))

    def mandelbrot(c):
        def step(_, s):
            z, k = s
            z = z * z + c
            return jnp.where(jnp.abs(z) < 1e3, z, 1e3 + 0j).astype(np.complex64), k + (jnp.abs(z) < 2)
        return lax.fori_loop(0, 50, step, (jnp.zeros_like(c), jnp.zeros(c.shape, I)))[1]

    add("mandelbrot_complex_256", mandelbrot, (np.linspace(-2, 1, 256)[None] + 1j * np.linspace(-1.5, 1.5, 256)[:, None]).astype(np.complex64))

    def mandel(x, y):
        def one(x, y):
            def go(s): return (s[0] ** 2 + s[1] ** 2 < 4) & (s[2] < 100)
            def step(s): return s[0] ** 2 - s[1] ** 2 + x, 2 * s[0] * s[1] + y, s[2] + 1
            return lax.while_loop(go, step, (F(0), F(0), I(0)))[2]
        return jax.vmap(jax.vmap(one, (0, None)), (None, 0))(x, y)

    add("mandelbrot_while_200", mandel, np.linspace(-2, 1, 200).astype(F), np.linspace(-1.5, 1.5, 200).astype(F))

    def march(o, d):
        sdf = lambda p: jnp.minimum(jnp.linalg.norm(p - np.array([0, 0, 3], F)) - 1, jnp.minimum(p[1] + 1, jnp.linalg.norm(jnp.mod(p, 2) - 1) - F(.2)))
        def one(d):
            t = lax.fori_loop(0, 40, lambda _, t: t + sdf(o + t * d), F(0))
            p = o + t * d
            nrm = jax.grad(sdf)(p)
            return jnp.maximum(nrm @ np.array([.5, .7, -.5], F), 0) * jnp.exp(-F(.1) * t)
        return jax.vmap(one)(d)

    ray = (lambda v: v / np.linalg.norm(v, axis=-1, keepdims=True))(np.stack(list(np.meshgrid(np.linspace(-1, 1, 128), np.linspace(-1, 1, 128))) + [np.ones((128, 128))], -1).reshape(-1, 3)).astype(F)
    add("ray_march_128", march, np.zeros(3, F), ray)

    def dopri(y, t1):
        f = lambda y: jnp.stack([y[0] * (F(1.5) - y[1]), y[1] * (y[0] - F(3))])
        def step(s):
            t, y, h = s
            k1 = f(y); k2 = f(y + h * F(.2) * k1); k3 = f(y + h * (F(3 / 40) * k1 + F(9 / 40) * k2))
            k4 = f(y + h * (F(44 / 45) * k1 - F(56 / 15) * k2 + F(32 / 9) * k3))
            z = y + h * (F(.3) * k1 + F(.3) * k3 + F(.4) * k4)
            e = jnp.linalg.norm(h * (k1 - k4) * F(.05)) / F(1e-4)
            ok = e < 1
            return jnp.where(ok, t + h, t), jnp.where(ok, z, y), h * jnp.clip(F(.9) * (e + F(1e-6)) ** -F(.2), F(.2), F(5))
        return lax.while_loop(lambda s: s[0] < t1, step, (F(0), y, F(.01)))[1]

    add("ode_adaptive_batch", jax.vmap(dopri, (0, None)), np.abs(n(100, 2)) + 1, F(10))

    def qubits(state, gates):
        for q in range(10):
            state = jnp.moveaxis(jnp.tensordot(gates[q], state, ((1,), (q,))), 0, q)
        for q in range(9):
            sl = [slice(None)] * 10; sl[q] = 1; sl[q + 1] = 1
            state = state.at[tuple(sl)].multiply(-1)
        return state

    add("quantum_10", qubits, (n(*[2] * 10) + 1j * n(*[2] * 10)).astype(np.complex64), (n(10, 2, 2) + 1j * n(10, 2, 2)).astype(np.complex64))

    def jac(theta): return jnp.stack([jnp.cos(theta).cumsum(), jnp.sin(theta).cumsum()])[:, -1]

    def ik(theta, goal):
        def step(_, t):
            e = goal - jac(t); J = jax.jacobian(jac)(t)
            return t + J.T @ jnp.linalg.solve(J @ J.T + F(.01) * np.eye(2, dtype=F), e)
        return lax.fori_loop(0, 30, step, theta)

    add("inverse_kinematics", ik, n(7), np.array([3, 2], F))
