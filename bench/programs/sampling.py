"""Samplers: chains, particles, paths, draws of tokens."""
import numpy as np, jax, jax.numpy as jnp
import jax.scipy as jsp
from jax import lax

F, I = np.float32, np.int32
KEY = np.array([3, 7], np.uint32)


def cases(add, n, ints):
    def hmc(x, y, w, key):
        logp = lambda w: -jnp.sum(jnp.logaddexp(0., -y * (x @ w))) - F(.5) * w @ w
        grad = jax.grad(logp)

        def sample(carry, key):
            w, = carry
            k1, k2 = jax.random.split(key)
            p = jax.random.normal(k1, w.shape, F)
            def leap(_, s):
                q, p = s
                p = p + F(.005) * grad(q); q = q + F(.01) * p
                return q, p + F(.005) * grad(q)
            q, r = lax.fori_loop(0, 10, leap, (w, p))
            ok = jnp.log(jax.random.uniform(k2, (), F)) < logp(q) - logp(w) - F(.5) * (r @ r - p @ p)
            w = jnp.where(ok, q, w)
            return (w,), w
        return lax.scan(sample, (w,), jax.random.split(key, 30))[1]

    add("hmc_logistic", hmc, n(200, 8), np.sign(n(200)), n(8, sc=.1), KEY)

    def metropolis(x, key):
        logp = lambda x: -F(.5) * (x ** 2).sum(-1) - F(.1) * (x ** 4).sum(-1)
        def step(s, key):
            x, l = s
            k1, k2 = jax.random.split(key)
            y = x + F(.3) * jax.random.normal(k1, x.shape, F)
            m = logp(y)
            ok = jnp.log(jax.random.uniform(k2, l.shape, F)) < m - l
            return (jnp.where(ok[:, None], y, x), jnp.where(ok, m, l)), ok.mean()
        return lax.scan(step, (x, logp(x)), jax.random.split(key, 300))

    add("metropolis_64", metropolis, n(64, 3), KEY)

    def kalman(a, c, q, r, y):
        def step(s, y):
            m, p = s
            m, p = a @ m, a @ p @ a.T + q
            k = jnp.linalg.solve(c @ p @ c.T + r, c @ p).T
            m = m + k @ (y - c @ m)
            return (m, p - k @ c @ p), m
        return lax.scan(step, (jnp.zeros(4, F), jnp.eye(4, dtype=F)), y)[1]

    eye = np.eye
    add("kalman_4", kalman, (eye(4) + .1 * eye(4, k=2)).astype(F), eye(2, 4).astype(F), (.01 * eye(4)).astype(F), (.1 * eye(2)).astype(F), n(200, 2))

    def paths(key):
        def step(s, key):
            return s * jnp.exp(F(.0002) + F(.01) * jax.random.normal(key, s.shape, F)), None
        s = lax.scan(step, jnp.ones(10_000, F), jax.random.split(key, 50))[0]
        return jnp.maximum(s - 1, 0).mean()

    add("option_paths", paths, KEY)

    def binomial(s):
        k = 200
        v = jnp.maximum(s[:, None] * jnp.exp(F(.02) * (2 * jnp.arange(k + 1, dtype=F) - k)) - 1, 0)
        def back(i, v):
            return jnp.concatenate([F(.999) * (F(.51) * v[:, 1:] + F(.49) * v[:, :-1]), v[:, -1:]], 1)
        return lax.fori_loop(0, k, back, v)[:, 0]

    add("binomial_tree", binomial, np.abs(n(32)) + F(.5))
    add("gumbel_topk", lambda l, k: lax.top_k(l + jax.random.gumbel(k, l.shape, F), 50), n(16, 32000), KEY)

    def nucleus(l, key):
        p = jax.nn.softmax(l / F(.8))
        s = jnp.sort(p, -1)[:, ::-1]
        c = jnp.cumsum(s, -1)
        cut = jnp.take_along_axis(s, (c < F(.9)).sum(-1, keepdims=True), 1)
        return jax.random.categorical(key, jnp.where(p < cut, -jnp.inf, jnp.log(p)))

    add("nucleus_sampling", nucleus, n(8, 32000), KEY)
    add("dropout_rows", lambda x, k: jnp.where(jax.random.bernoulli(k, .9, x.shape), x / F(.9), 0), n(512, 768), KEY)
    add("permutation_10k", lambda k: jax.random.permutation(k, 10_000), KEY)
    add("dirichlet_gamma", lambda k: jax.random.gamma(k, F(2.5), (2000,), F), KEY)
    add("poisson_5k", lambda k: jax.random.poisson(k, F(4), (5000,)), KEY)
    add("multivariate_normal", lambda k, m, c: jax.random.multivariate_normal(k, m, c, (500,), F), KEY, n(20), eye(20, dtype=F))
