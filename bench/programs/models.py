"""Models and solvers written out: LSTM, a decoder, U-Net, transformers, filters, dynamic programs, transport."""

import numpy as np, jax, jax.numpy as jnp
from jax import lax

F, I = np.float32, np.int32


def cases(add, n, ints):
    def lstm(ws, xs):
        wx, wh, b = ws

        def step(c, x):
            h, c = c
            i, f, g, o = jnp.split(x @ wx + h @ wh + b, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        B = xs.shape[1]
        H = wh.shape[0]
        return lax.scan(step, (jnp.zeros((B, H), F), jnp.zeros((B, H), F)), xs)[1]

    for b, h, t in ((1, 128, 200), (8, 64, 100), (16, 128, 64)):
        add(f"lstm_{b}x{h}", lambda wx, wh, bb, xs: lstm((wx, wh, bb), xs), n(h, 4 * h, sc=0.1), n(h, 4 * h, sc=0.1), n(4 * h), n(t, b, h))
        add(f"lstm_grad_{b}x{h}", jax.grad(lambda wx, wh, bb, xs: (lstm((wx, wh, bb), xs) ** 2).mean(), (0, 1, 2)), n(h, 4 * h, sc=0.1), n(h, 4 * h, sc=0.1), n(4 * h), n(t, b, h))
    add(
        "bilstm_two",
        lambda w1, w2, v1, v2, b, xs: jnp.concatenate([lstm((w1, w2, b), xs), lstm((v1, v2, b), xs[::-1])[::-1]], -1),
        n(64, 256, sc=0.1),
        n(64, 256, sc=0.1),
        n(64, 256, sc=0.1),
        n(64, 256, sc=0.1),
        n(256),
        n(60, 4, 64),
    )

    def ssm_assoc(a, b):
        return lax.associative_scan(lambda l, r: (l[0] * r[0], r[0] * l[1] + r[1]), (a, b))[1]

    add("assoc_linear_scan", ssm_assoc, np.abs(n(512, 256, sc=0.3)), n(512, 256))
    add("assoc_linear_scan_odd", ssm_assoc, np.abs(n(501, 33, sc=0.3)), n(501, 33))

    # A decoder of several layers that makes several tokens.
    def rms(x, g):
        return x * lax.rsqrt((x * x).mean(-1, keepdims=True) + F(1e-6)) * g

    def rope(x, pos):
        d = x.shape[-1] // 2
        ang = pos[:, None] * jnp.exp(-jnp.arange(d, dtype=F) * F(np.log(10000) / d))
        c, s = jnp.cos(ang)[:, None], jnp.sin(ang)[:, None]
        a, b = x[..., :d], x[..., d:]
        return jnp.concatenate([a * c - b * s, a * s + b * c], -1)

    def decode(ps, emb, tok, kc, vc, start):
        D = emb.shape[1]
        H = 8
        hd = D // H

        def tokstep(i, s):
            tok, kc, vc, outs = s
            x = emb[tok][None]
            pos = start + i

            def layer(x, p):
                wq, wo, w1, w3, w2, g1, g2, kcl, vcl = p
                q, k, v = jnp.split((rms(x, g1) @ wq).reshape(1, 3 * H, hd), 3, 1)
                q = rope(q, pos[None].astype(F))
                k = rope(k, pos[None].astype(F))
                kcl = lax.dynamic_update_slice(kcl, k, (pos, 0, 0))
                vcl = lax.dynamic_update_slice(vcl, v, (pos, 0, 0))
                a = jnp.einsum("qhd,khd->hqk", q, kcl) / F(np.sqrt(hd))
                a = jnp.where(jnp.arange(kcl.shape[0])[None, None] <= pos, a, F(-1e9))
                o = jnp.einsum("hqk,khd->qhd", jax.nn.softmax(a, -1), vcl).reshape(1, D)
                x = x + o @ wo
                h = rms(x, g2)
                x = x + (jax.nn.silu(h @ w1) * (h @ w3)) @ w2
                return x, (kcl, vcl)

            x, (kc, vc) = lax.scan(layer, x, (*ps, kc, vc))
            tok = jnp.argmax(x @ emb.T, -1)[0].astype(I)
            return tok, kc, vc, outs.at[i].set(tok)

        return lax.fori_loop(0, 8, tokstep, (tok, kc, vc, jnp.zeros(8, I)))[3]

    L, D, T = 3, 256, 64
    ps = [n(L, D, 3 * D, sc=0.05), n(L, D, D, sc=0.05), n(L, D, 2 * D, sc=0.05), n(L, D, 2 * D, sc=0.05), n(L, 2 * D, D, sc=0.05), np.ones((L, D), F), np.ones((L, D), F)]
    add("llama_decode_8", lambda *a: decode(a[:7], *a[7:]), *ps, n(1000, D, sc=0.05), I(5), n(L, T, 8, D // 8), n(L, T, 8, D // 8), I(10))

    def hmc(x, key, a):
        lp = lambda x: -0.5 * (x @ a @ x) - jnp.sum(x**4) * F(0.01)

        def one(x, k):
            k1, k2 = jax.random.split(k)
            p = jax.random.normal(k1, x.shape)

            def leap(_, s):
                x, p = s
                p = p + F(0.05) * jax.grad(lp)(x)
                x = x + F(0.1) * p
                p = p + F(0.05) * jax.grad(lp)(x)
                return x, p

            x1, p1 = lax.fori_loop(0, 8, leap, (x, p))
            acc = jnp.log(jax.random.uniform(k2)) < lp(x1) - lp(x) - 0.5 * (p1 @ p1 - p @ p)
            x = jnp.where(acc, x1, x)
            return x, x

        return lax.scan(one, x, jax.random.split(key, 40))[1]

    m = n(20, 20, sc=0.3)
    add("hmc_40", hmc, n(20), np.array([1, 2], np.uint32), (m @ m.T + np.eye(20)).astype(F))

    def kalman(A, C, Q, R, ys):
        def step(s, y):
            x, P = s
            x = A @ x
            P = A @ P @ A.T + Q
            S = C @ P @ C.T + R
            K = jnp.linalg.solve(S, C @ P).T
            x = x + K @ (y - C @ x)
            P = P - K @ C @ P
            return (x, P), (x, jnp.diagonal(P))

        return lax.scan(step, (jnp.zeros(6, F), jnp.eye(6, dtype=F)), ys)[1]

    add("kalman_200", kalman, (0.9 * np.eye(6) + 0.01 * n(6, 6)).astype(F), n(3, 6), (np.eye(6) * 0.01).astype(F), np.eye(3, dtype=F), n(200, 3))

    def gp(x, y, xs, l):
        k = lambda a, b: jnp.exp(-0.5 * ((a[:, None] - b[None]) ** 2).sum(-1) / l**2)
        K = k(x, x) + F(0.1) * jnp.eye(x.shape[0], dtype=F)
        c = jnp.linalg.cholesky(K)
        al = jax.scipy.linalg.cho_solve((c, True), y)
        ks = k(x, xs)
        v = jax.scipy.linalg.solve_triangular(c, ks, lower=True)
        return ks.T @ al, 1 - (v * v).sum(0), -0.5 * y @ al - jnp.log(jnp.diagonal(c)).sum()

    add("gp_300", gp, n(300, 3), n(300), n(100, 3), F(1.0))
    add("gp_grad_200", jax.grad(lambda l, x, y: gp(x, y, x[:10], l)[2]), F(1.0), n(200, 3), n(200))

    conv = lambda x, w, s=1: lax.conv_general_dilated(x, w, (s, s), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def up(x):
        b, h, w, c = x.shape
        return jnp.broadcast_to(x[:, :, None, :, None], (b, h, 2, w, 2, c)).reshape(b, 2 * h, 2 * w, c)

    def gn(x, g):
        b, h, w, c = x.shape
        y = x.reshape(b, h, w, g, c // g)
        m = y.mean((1, 2, 4), keepdims=True)
        v = y.var((1, 2, 4), keepdims=True)
        return ((y - m) * lax.rsqrt(v + F(1e-5))).reshape(x.shape)

    def unet(x, a, b, c, d, e):
        h1 = jax.nn.silu(gn(conv(x, a), 4))
        h2 = jax.nn.silu(gn(conv(h1, b, 2), 4))
        h3 = jax.nn.silu(gn(conv(h2, c), 4))
        h4 = jnp.concatenate([up(h3), h1], -1)
        return conv(jax.nn.silu(gn(conv(h4, d), 4)), e)

    U = (n(2, 32, 32, 3), n(3, 3, 3, 16, sc=0.2), n(3, 3, 16, 32, sc=0.1), n(3, 3, 32, 32, sc=0.1), n(3, 3, 48, 16, sc=0.1), n(3, 3, 16, 3, sc=0.1))
    add("unet_32", unet, *U)
    add("unet_grad_32", jax.grad(lambda *a: (unet(*a) ** 2).mean(), (1, 2, 3, 4, 5)), *U)

    def vit(img, we, wq, wo, w1, w2):
        p = img.reshape(4, 4, 8, 4, 8, 3).transpose(0, 1, 3, 2, 4, 5).reshape(4, 16, 192) @ we
        ln = lambda x: (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + F(1e-6))

        def blk(x, w):
            wq, wo, w1, w2 = w
            q, k, v = jnp.split((ln(x) @ wq).reshape(4, 16, 3, 4, 32), 3, 2)
            a = jax.nn.softmax(jnp.einsum("bqxhd,bkxhd->bhqk", q, k) / F(np.sqrt(32)), -1)
            x = x + jnp.einsum("bhqk,bkxhd->bqhd", a, v).reshape(4, 16, 128) @ wo
            return x + jax.nn.gelu(ln(x) @ w1) @ w2, None

        return lax.scan(blk, p, (wq, wo, w1, w2))[0].mean(1)

    V = (n(4, 32, 32, 3), n(192, 128, sc=0.1), n(4, 128, 384, sc=0.1), n(4, 128, 128, sc=0.1), n(4, 128, 256, sc=0.1), n(4, 256, 128, sc=0.1))
    add("vit_scan", vit, *V)
    add("vit_scan_grad", jax.grad(lambda *a: (vit(*a) ** 2).mean(), (1, 2, 3, 4, 5)), *V)
    add("vit_scan_remat", jax.grad(lambda i, *a: (jax.checkpoint(vit)(i, *a) ** 2).mean(), (1, 2)), *V)

    def cartpole(w1, w2, s0, key):
        def step(s, k):
            x, xd, th, thd = jnp.moveaxis(s, -1, 0)
            lg = jnp.tanh(s @ w1) @ w2
            a = jax.random.categorical(k, lg, -1)
            f = jnp.where(a == 1, F(10), F(-10))
            ct, st = jnp.cos(th), jnp.sin(th)
            tmp = (f + F(0.05) * thd**2 * st) / F(1.1)
            tha = (F(9.8) * st - ct * tmp) / (F(0.5) * (F(4 / 3) - F(0.1) * ct**2 / F(1.1)))
            xa = tmp - F(0.05) * tha * ct / F(1.1)
            ns = jnp.stack([x + F(0.02) * xd, xd + F(0.02) * xa, th + F(0.02) * thd, thd + F(0.02) * tha], -1)
            done = (jnp.abs(ns[:, 0]) > 2.4) | (jnp.abs(ns[:, 2]) > 0.2)
            return jnp.where(done[:, None], F(0), ns), (s, a, lg, done)

        return lax.scan(step, s0, jax.random.split(key, 64))[1]

    add("cartpole_rollout", cartpole, n(4, 32, sc=0.5), n(32, 2, sc=0.5), n(16, 4, sc=0.02), np.array([3, 4], np.uint32))

    def viterbi(lp, tr):
        def step(a, o):
            m = a[:, None] + tr
            return m.max(0) + o, m.argmax(0)

        a, bp = lax.scan(step, lp[0], lp[1:])
        last = a.argmax()

        def back(s, b):
            return b[s], s

        s0, path = lax.scan(back, last, bp, reverse=True)
        return jnp.concatenate([s0[None], path]), a.max()

    add("viterbi_32", viterbi, n(200, 32), n(32, 32))
    add("crf_grad", jax.grad(lambda tr, lp: jax.nn.logsumexp(lax.scan(lambda a, o: (jax.nn.logsumexp(a[:, None] + tr, 0) + o, None), lp[0], lp[1:])[0])), n(24, 24), n(80, 24))

    def sinkhorn(c, eps):
        k = jnp.exp(-c / eps)
        m, nn = c.shape

        def it(_, s):
            u, v = s
            u = F(1 / m) / (k @ v)
            v = F(1 / nn) / (k.T @ u)
            return u, v

        u, v = lax.fori_loop(0, 50, it, (jnp.ones(m, F), jnp.ones(nn, F)))
        return (u[:, None] * k * v[None] * c).sum()

    add("sinkhorn_200", sinkhorn, np.abs(n(200, 150)), F(0.3))
    add("sinkhorn_grad", jax.grad(sinkhorn), np.abs(n(100, 80)), F(0.5))

    def logsink(c):
        def it(_, s):
            f, g = s
            f = -jax.nn.logsumexp(g[None] - c / F(0.1), 1)
            g = -jax.nn.logsumexp(f[:, None] - c / F(0.1), 0)
            return f, g

        return lax.fori_loop(0, 30, it, (jnp.zeros(c.shape[0], F), jnp.zeros(c.shape[1], F)))

    add("sinkhorn_log_150", logsink, np.abs(n(150, 140)))

    def gat(x, src, dst, w, a1, a2):
        N = x.shape[0]
        h = x @ w
        e = jax.nn.leaky_relu((h @ a1)[src] + (h @ a2)[dst])
        m = jax.ops.segment_max(e, dst, N)
        e = jnp.exp(e - m[dst])
        z = jax.ops.segment_sum(e, dst, N)
        return jax.ops.segment_sum(h[src] * (e / z[dst])[:, None], dst, N)

    G = (n(500, 32), ints(0, 500, 3000), ints(0, 500, 3000), n(32, 32, sc=0.2), n(32), n(32))
    add("gat_grad", jax.grad(lambda x, s, d, w, a, b: (jnp.nan_to_num(gat(x, s, d, w, a, b)) ** 2).sum(), (0, 3, 4, 5)), *G)

    def sdf(p):
        return jnp.minimum(jnp.linalg.norm(p - np.array([0, 0, 3], F), axis=-1) - 1, p[..., 1] + 1)

    def march(d):
        def step(_, t):
            return t + sdf(d * t[..., None])

        t = lax.fori_loop(0, 32, step, jnp.zeros(d.shape[:-1], F))
        nrm = jax.vmap(jax.grad(sdf))((d * t[..., None]).reshape(-1, 3)).reshape(d.shape)
        return jnp.where(t < 20, nrm @ np.array([0.5, 0.7, -0.5], F), 0)

    yy, xx = np.mgrid[-1:1:64j, -1:1:64j].astype(F)
    dirs = np.stack([xx, yy, np.ones_like(xx)], -1)
    dirs /= np.linalg.norm(dirs, axis=-1, keepdims=True)
    add("raymarch_64", march, dirs)

    def stable(u, v, p):
        lap = lambda a: jnp.roll(a, 1, 0) + jnp.roll(a, -1, 0) + jnp.roll(a, 1, 1) + jnp.roll(a, -1, 1)
        ddx = lambda a: (jnp.roll(a, -1, 1) - jnp.roll(a, 1, 1)) / 2
        ddy = lambda a: (jnp.roll(a, -1, 0) - jnp.roll(a, 1, 0)) / 2

        def step(_, s):
            u, v, p = s
            us = u - F(0.1) * (u * ddx(u) + v * ddy(u)) + F(0.01) * (lap(u) - 4 * u)
            vs = v - F(0.1) * (u * ddx(v) + v * ddy(v)) + F(0.01) * (lap(v) - 4 * v)
            div = ddx(us) + ddy(vs)
            p = lax.fori_loop(0, 20, lambda _, p: (lap(p) - div) / 4, p)
            return us - ddx(p), vs - ddy(p), p

        return lax.fori_loop(0, 10, step, (u, v, p))

    add("fluid_96", stable, n(96, 96, sc=0.1), n(96, 96, sc=0.1), n(96, 96, sc=0.1))
