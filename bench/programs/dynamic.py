"""Dynamic programming and games: shortest paths, alignments, beams, rollouts."""
import numpy as np, jax, jax.numpy as jnp
import jax.scipy as jsp
from jax import lax

F, I = np.float32, np.int32
KEY = np.array([3, 7], np.uint32)


def cases(add, n, ints):
    def floyd(d): return lax.fori_loop(0, 128, lambda k, d: jnp.minimum(d, d[:, k][:, None] + d[k][None]), d)
    add("floyd_warshall_128", floyd, np.abs(n(128, 128)) * 10)

    def knapsack(w, v):
        def step(best, wv):
            w, v = wv
            at = jnp.arange(1000) - w
            return jnp.where(at >= 0, jnp.maximum(best, best[jnp.clip(at, 0)] + v), best), None
        return lax.scan(step, jnp.zeros(1000, F), (w, v))[0][-1]

    add("knapsack", knapsack, ints(1, 50, 100), np.abs(n(100)))
    add("bellman_ford", lambda s, t, w: lax.fori_loop(0, 30, lambda _, d: jnp.minimum(d, jax.ops.segment_min(d[s] + w, t, 1000)), jnp.full(1000, F(1e9)).at[0].set(0.)), ints(0, 1000, 8000), ints(0, 1000, 8000), np.abs(n(8000)))
    add("value_iteration", lambda p, r: lax.fori_loop(0, 100, lambda _, v: (r + F(.95) * jnp.einsum("ast,t->as", p, v)).max(0), jnp.zeros(100, F)), np.abs(n(4, 100, 100)) / 80, n(4, 100))

    def wavefront(a, b):  # longest common subsequence by antidiagonals
        m = a.shape[0]
        i = jnp.arange(m + 1)
        def step(s, d):
            p, q = s
            j = d - i
            hit = (a[jnp.clip(i - 1, 0)] == b[jnp.clip(j - 1, 0, m - 1)])
            sh = lambda x: jnp.concatenate([x[:1] * 0, x[:-1]])
            v = jnp.where((i > 0) & (j > 0) & (j <= m), jnp.where(hit, sh(q) + 1, jnp.maximum(sh(p), p)), 0)
            return (v, p), None
        z = jnp.zeros(m + 1, I)
        return lax.scan(step, (z, z), jnp.arange(2, 2 * m + 1))[0][0]

    add("lcs_wavefront_200", wavefront, ints(0, 4, 200), ints(0, 4, 200))

    def dtw(x, y):
        d = jnp.abs(x[:, None] - y[None])
        def row(p, r):
            def cell(l, v):
                up, co, c = v
                b = c + jnp.minimum(l, jnp.minimum(up, co))
                return b, b
            out = lax.scan(cell, F(1e9), (p, jnp.concatenate([jnp.full(1, F(1e9)), p[:-1]]), r))[1]
            return out, None
        return lax.scan(row, jnp.concatenate([d[:1, 0], jnp.full(99, F(1e9))]), d)[0][-1]

    add("dtw_100", dtw, n(100), n(100))

    def ctc(logp, labels):
        L = labels.shape[0]; ext = jnp.zeros(2 * L + 1, I).at[1::2].set(labels)
        skip = jnp.concatenate([jnp.zeros(2, bool), (ext[2:] != ext[:-2]) & (ext[2:] != 0)])
        def step(a, lp):
            a1 = jnp.concatenate([jnp.full(1, F(-1e9)), a[:-1]]); a2 = jnp.where(skip, jnp.concatenate([jnp.full(2, F(-1e9)), a[:-2]]), F(-1e9))
            return jnp.logaddexp(jnp.logaddexp(a, a1), a2) + lp[ext], None
        a = jnp.full(2 * L + 1, F(-1e9)).at[:2].set(logp[0, ext[:2]])
        a = lax.scan(step, a, logp[1:])[0]
        return -jnp.logaddexp(a[-1], a[-2])

    add("ctc_forward", lambda x, l: jax.vmap(ctc)(jax.nn.log_softmax(x), l).mean(), n(8, 100, 30), ints(1, 30, 8, 20))
    add("ctc_grad", jax.grad(lambda x, l: jax.vmap(ctc)(jax.nn.log_softmax(x), l).mean()), n(8, 100, 30), ints(1, 30, 8, 20))

    def beam(emb, w, start):
        V = w.shape[1]
        def step(s, _):
            score, tok, h = s
            h = jnp.tanh(h * F(.5) + emb[tok])
            lp = jax.nn.log_softmax(h @ w)
            sc, ix = lax.top_k((score[:, None] + lp).reshape(-1), 4)
            return (sc, ix % V, h[ix // V]), (ix // V, ix % V)
        return lax.scan(step, (jnp.array([0, -1e9, -1e9, -1e9], F), jnp.full(4, start), jnp.zeros((4, 64), F)), None, 20)

    add("beam_search", beam, n(1000, 64), n(64, 1000, sc=.2), I(5))

    def gae(r, v, done):
        def step(a, x):
            r, v, nv, d = x
            a = r + F(.99) * nv * (1 - d) - v + F(.95 * .99) * (1 - d) * a
            return a, a
        return lax.scan(step, jnp.zeros(r.shape[1], F), (r, v[:-1], v[1:], done), reverse=True)[1]

    add("gae_128x64", gae, n(128, 64), n(129, 64), (n(128, 64) > 2).astype(F))

    def cartpole(s, w, key):
        def env(s, a):
            x, xd, t, td = s
            f = jnp.where(a > 0, F(10), F(-10)); c, si = jnp.cos(t), jnp.sin(t)
            tmp = (f + F(.05) * td ** 2 * si) / F(1.1)
            ta = (F(9.8) * si - c * tmp) / (F(.5) * (F(4 / 3) - F(.1) * c ** 2 / F(1.1)))
            xa = tmp - F(.05) * ta * c / F(1.1)
            s = jnp.stack([x + F(.02) * xd, xd + F(.02) * xa, t + F(.02) * td, td + F(.02) * ta])
            dead = (jnp.abs(s[0]) > F(2.4)) | (jnp.abs(s[2]) > F(.2))
            return jnp.where(dead, jnp.zeros(4, F), s), jnp.where(dead, F(0), F(1))
        def step(c, key):
            s = c
            a = jnp.tanh(s @ w[0]) @ w[1] + jax.random.normal(key, (s.shape[0],), F)
            return jax.vmap(env)(s, a)
        return lax.scan(step, s, jax.random.split(key, 200))[1].sum(0)

    add("cartpole_32", lambda s, a, b, k: cartpole(s, (a, b), k), n(32, 4, sc=.01), n(4, 16), n(16), KEY)
