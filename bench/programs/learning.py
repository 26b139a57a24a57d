"""Learning: clustering, fits, training steps, blocks of models, attention, graphs, recurrences."""
import numpy as np, jax, jax.numpy as jnp
import jax.scipy as jsp
from jax import lax

F, I = np.float32, np.int32


def cases(add, n, ints):
    def kmeans(x, c):
        def step(_, c):
            a = jnp.argmin(((x[:, None] - c[None]) ** 2).sum(-1), 1)
            s = jax.ops.segment_sum(x, a, 16)
            return s / jnp.maximum(jax.ops.segment_sum(jnp.ones(x.shape[0], F), a, 16), 1)[:, None]
        return lax.fori_loop(0, 10, step, c)

    add("kmeans_5000", kmeans, n(5000, 8), n(16, 8))

    def newton(x, y):
        def step(_, w):
            p = jax.nn.sigmoid(x @ w)
            return w + jnp.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + np.eye(20, dtype=F), x.T @ (y - p))
        return lax.fori_loop(0, 8, step, jnp.zeros(20, F))

    add("logistic_newton", newton, n(1000, 20), (n(1000) > 0).astype(F))
    from jax.scipy.optimize import minimize
    add("bfgs_rosenbrock", lambda x: minimize(lambda x: jnp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2), x, method="BFGS", options=dict(maxiter=30)).x, n(10, sc=.3))

    def adam_many(w, x, y):
        def fit(w):
            loss = lambda w: jnp.mean((jnp.tanh(x @ w[:8].reshape(1, 8)) @ w[8:] - y) ** 2)
            def step(i, s):
                w, m, v = s
                g = jax.grad(loss)(w)
                m, v = F(.9) * m + F(.1) * g, F(.999) * v + F(.001) * g * g
                return w - F(.01) * m / (jnp.sqrt(v) + F(1e-8)), m, v
            return lax.fori_loop(0, 50, step, (w, w * 0, w * 0))[0]
        return jax.vmap(fit)(w)

    add("adam_vmap_32", adam_many, n(32, 16, sc=.5), n(64, 1), n(64))

    def cnn(ps, x, y):
        def net(ps, x):
            c1, c2, w = ps
            conv = lambda x, k: lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            pool = lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
            x = pool(jax.nn.relu(conv(x, c1))); x = pool(jax.nn.relu(conv(x, c2)))
            return x.reshape(x.shape[0], -1) @ w
        loss = lambda ps: -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(net(ps, x)), y[:, None], 1))
        l, g = jax.value_and_grad(loss)(ps)
        return l, jax.tree.map(lambda p, g: p - F(.1) * g, ps, g)

    add("cnn_train_32", lambda a, b, c, x, y: cnn((a, b, c), x, y), n(3, 3, 1, 16, sc=.3), n(3, 3, 16, 32, sc=.1), n(7 * 7 * 32, 10, sc=.03), n(32, 28, 28, 1), ints(0, 10, 32))

    ln = lambda x: (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + F(1e-5))

    def block(ps, x):
        wq, wo, w1, w2 = ps
        B, T, D = x.shape; H = 4
        q, k, v = jnp.split(ln(x) @ wq, 3, -1)
        sp = lambda a: a.reshape(B, T, H, D // H).transpose(0, 2, 1, 3)
        s = jnp.einsum("bhqd,bhkd->bhqk", sp(q), sp(k)) / F((D // H) ** .5)
        s = jnp.where(jnp.tril(jnp.ones((T, T), bool)), s, F(-1e9))
        o = jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(s), sp(v)).transpose(0, 2, 1, 3).reshape(B, T, D)
        x = x + o @ wo
        return x + jax.nn.gelu(ln(x) @ w1) @ w2

    ws = lambda d: (n(d, 3 * d, sc=.05), n(d, d, sc=.05), n(d, 4 * d, sc=.05), n(4 * d, d, sc=.05))
    add("block_forward_8x64x64", lambda x, *ps: block(ps, x), n(8, 64, 64), *ws(64))
    add("block_grad_8x64x64", lambda x, *ps: jax.grad(lambda ps: (block(ps, x) ** 2).mean())(ps), n(8, 64, 64), *ws(64))
    add("block_grad_2x100x96", lambda x, *ps: jax.grad(lambda ps: (block(ps, x) ** 2).mean())(ps), n(2, 100, 96), *ws(96))

    def moe(x, gate, w1, w2):
        p = jax.nn.softmax(x @ gate)
        g, i = lax.top_k(p, 2)
        E, C = 8, 128
        hot = jax.nn.one_hot(i, E, dtype=F)  # t 2 e
        pos = jnp.cumsum(hot.reshape(-1, E), 0).reshape(hot.shape) * hot - 1
        slot = jax.nn.one_hot(pos.astype(I), C, dtype=F) * hot[..., None]
        disp = slot.sum(1)
        comb = (slot * g[..., None, None]).sum(1)
        h = jnp.einsum("tec,td->ecd", disp, x)
        h = jax.nn.relu(jnp.einsum("ecd,edf->ecf", h, w1))
        return jnp.einsum("tec,ecd->td", comb, jnp.einsum("ecf,efd->ecd", h, w2))

    add("moe_dispatch", moe, n(256, 64), n(64, 8), n(8, 64, 128, sc=.1), n(8, 128, 64, sc=.1))
    add("moe_dense_gather", lambda x, gate, w1: jnp.einsum("td,tdf->tf", x, w1[jnp.argmax(x @ gate, -1)]), n(64, 64), n(64, 8), n(8, 64, 128, sc=.1))

    def gnn(x, s, t, w1, w2, w3):
        for _ in range(3):
            m = jax.nn.relu(jnp.concatenate([x[s], x[t]], -1) @ w1)
            a = jax.ops.segment_sum(m, t, x.shape[0])
            x = x + jnp.tanh(a @ w2 + x @ w3)
        return x

    add("gnn_1000", gnn, n(1000, 32), ints(0, 1000, 5000), ints(0, 1000, 5000), n(64, 32, sc=.1), n(32, 32, sc=.1), n(32, 32, sc=.1))

    def gat(x, s, t, w, a):
        h = x @ w
        e = jax.nn.leaky_relu(jnp.concatenate([h[s], h[t]], -1) @ a)
        m = jax.ops.segment_max(e, t, 1000)
        p = jnp.exp(e - m[t])
        z = jax.ops.segment_sum(p, t, 1000)
        return jax.ops.segment_sum(h[s] * (p / (z[t] + F(1e-9)))[:, None], t, 1000)

    add("gat_1000", gat, n(1000, 32), ints(0, 1000, 5000), ints(0, 1000, 5000), n(32, 32, sc=.1), n(64))
    add("gnn_grad", lambda *a: jax.grad(lambda x: gnn(x, *a[1:]).sum())(a[0]), n(1000, 32), ints(0, 1000, 5000), ints(0, 1000, 5000), n(64, 32, sc=.1), n(32, 32, sc=.1), n(32, 32, sc=.1))

    def mamba(x, dt, A, B, C):
        a = jnp.exp(dt[..., None] * A)
        b = dt[..., None] * B[:, None] * x[..., None]
        op = lambda p, q: (p[0] * q[0], q[0] * p[1] + q[1])
        _, h = lax.associative_scan(op, (a, b), axis=0)
        return (h * C[:, None]).sum(-1)

    add("mamba_associative", mamba, n(256, 64), np.abs(n(256, 64, sc=.1)), -np.abs(n(64, 16)), n(256, 16), n(256, 16))

    def mamba_scan(x, dt, A, B, C):
        def step(h, r):
            x, dt, B, C = r
            h = jnp.exp(dt[:, None] * A) * h + (dt * x)[:, None] * B
            return h, h @ C
        return lax.scan(step, jnp.zeros((64, 16), F), (x, dt, B, C))[1]

    add("mamba_scan", mamba_scan, n(256, 64), np.abs(n(256, 64, sc=.1)), -np.abs(n(64, 16)), n(256, 16), n(256, 16))

    def linear_attention(q, k, v):
        def step(s, r):
            q, k, v = r
            s = F(.97) * s + k[:, :, None] * v[:, None]
            return s, jnp.einsum("hd,hde->he", q, s)
        return lax.scan(step, jnp.zeros((4, 32, 32), F), (q, k, v))[1]

    add("linear_attention_scan", linear_attention, n(256, 4, 32), n(256, 4, 32), n(256, 4, 32))

    def chunked(q, k, v):
        def step(c, kv):
            m, l, o = c; k, v = kv
            s = jnp.einsum("hqd,hkd->hqk", q, k) / 8
            M = jnp.maximum(m, s.max(-1)); p = jnp.exp(s - M[..., None]); a = jnp.exp(m - M)
            return (M, l * a + p.sum(-1), o * a[..., None] + jnp.einsum("hqk,hkd->hqd", p, v)), None
        H, T, D = q.shape
        ch = lambda x: x.reshape(H, 8, T // 8, D).swapaxes(0, 1)
        m, l, o = lax.scan(step, (jnp.full((H, T), -jnp.inf), jnp.zeros((H, T), F), jnp.zeros_like(q)), (ch(k), ch(v)))[0]
        return o / l[..., None]

    add("chunked_attention", chunked, n(4, 512, 64), n(4, 512, 64), n(4, 512, 64))

    def window(q, k, v):
        i = jnp.arange(q.shape[1])
        s = jnp.einsum("hqd,hkd->hqk", q, k) / 8
        s = jnp.where((i[:, None] >= i) & (i[:, None] - i < 64), s - F(.1) * (i[:, None] - i), F(-1e9))
        return jax.nn.softmax(s) @ v

    add("sliding_window_alibi", window, n(8, 256, 64), n(8, 256, 64), n(8, 256, 64))

    def gqa(q, k, v):
        s = jnp.einsum("btgqd,bsgd->bgqts", q, k) / 8
        return jnp.einsum("bgqts,bsgd->btgqd", jax.nn.softmax(s), v)

    add("grouped_query", gqa, n(2, 128, 4, 4, 64), n(2, 128, 4, 64), n(2, 128, 4, 64))
    rms = lambda x, g: x * lax.rsqrt((x * x).mean(-1, keepdims=True) + F(1e-6)) * g
    add("rms_norm", rms, n(256, 1024), n(1024))
    add("swiglu", lambda x, a, b, c: (jax.nn.silu(x @ a) * (x @ b)) @ c, n(64, 256), n(256, 700, sc=.05), n(256, 700, sc=.05), n(700, 256, sc=.05))
    add("cross_entropy_32k", jax.value_and_grad(lambda l, y: -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(l), y[:, None], 1))), n(64, 32000), ints(0, 32000, 64))

    def contrast(a, b):
        a, b = (x / jnp.linalg.norm(x, axis=-1, keepdims=True) for x in (a, b))
        s = a @ b.T * F(14)
        i = jnp.arange(s.shape[0])
        return -(jax.nn.log_softmax(s, 0)[i, i] + jax.nn.log_softmax(s, 1)[i, i]).mean()

    add("clip_loss_grad", jax.grad(contrast, (0, 1)), n(256, 128), n(256, 128))

    def batchnorm(x, g, b):
        m, v = x.mean((0, 1, 2)), x.var((0, 1, 2))
        return ((x - m) * lax.rsqrt(v + F(1e-5)) * g + b, m, v)

    add("batch_norm_train", batchnorm, n(16, 28, 28, 64), n(64), n(64))
    add("batch_norm_grad", jax.grad(lambda x, g, b: (jax.nn.relu(batchnorm(x, g, b)[0]) ** 2).sum(), (0, 1, 2)), n(16, 28, 28, 64), n(64), n(64))

    def group_norm_silu(x, w, g, b):
        s = x.shape
        y = x.reshape(s[0], s[1], s[2], 8, -1)
        y = (y - y.mean((1, 2, 4), keepdims=True)) * lax.rsqrt(y.var((1, 2, 4), keepdims=True) + F(1e-5))
        y = jax.nn.silu(y.reshape(s) * g + b)
        return x + lax.conv_general_dilated(y, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    add("unet_block", group_norm_silu, n(2, 32, 32, 64), n(3, 3, 64, 64, sc=.05), n(64), n(64))
    add("upsample_conv", lambda x, w: lax.conv_general_dilated(jnp.repeat(jnp.repeat(x, 2, 1), 2, 2), w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), n(1, 32, 32, 32), n(3, 3, 32, 32, sc=.05))
    add("pixel_shuffle", lambda x: x.reshape(1, 64, 64, 2, 2, 16).transpose(0, 1, 3, 2, 4, 5).reshape(1, 128, 128, 16), n(1, 64, 64, 64))
    add("patch_embed", lambda x, w: x.reshape(4, 14, 16, 14, 16, 3).transpose(0, 1, 3, 2, 4, 5).reshape(4, 196, 768) @ w, n(4, 224, 224, 3), n(768, 192, sc=.03))
    add("lora", lambda x, w, a, b: x @ w + (x @ a) @ b * F(.5), n(64, 512), n(512, 512, sc=.05), n(512, 8), n(8, 512))
    add("embedding_bag", lambda w, i: w[i].mean(1), n(5000, 64), ints(0, 5000, 256, 20))
    add("vae_loss_grad", jax.grad(lambda m, s, x, w: ((jax.nn.sigmoid((m + jnp.exp(s / 2) * F(.3)) @ w) - x) ** 2).sum() - F(.5) * (1 + s - m ** 2 - jnp.exp(s)).sum(), (0, 1, 3)), n(64, 16), n(64, 16, sc=.1), n(64, 784), n(16, 784, sc=.1))

    def scan_grad(w, u, x):
        h = lax.scan(lambda h, x: (jnp.tanh(h @ w + x @ u),) * 2, jnp.zeros((8, 64), F), x)[1]
        return (h ** 2).mean()

    add("rnn_bptt", jax.grad(scan_grad, (0, 1)), n(64, 64, sc=.1), n(16, 64, sc=.3), n(50, 8, 16))
    add("mlp_hessian", lambda w, x, y: jax.hessian(lambda w: jnp.mean((jnp.tanh(x @ w[:30].reshape(3, 10)) @ w[30:] - y) ** 2))(w), n(40, sc=.3), n(100, 3), n(100))
    add("per_example_grads", lambda w, x, y: jax.vmap(jax.grad(lambda w, x, y: (jnp.tanh(x @ w).sum() - y) ** 2), (None, 0, 0))(w, x, y), n(32, 64, sc=.1), n(128, 32), n(128))

    def meta(w, x, y):
        loss = lambda w, x, y: jnp.mean((jnp.tanh(x @ w[:40].reshape(1, 40)) @ w[40:] - y) ** 2)
        inner = lambda x, y: loss(w - F(.1) * jax.grad(loss)(w, x, y), x, y)
        return jax.vmap(inner)(x, y).mean()

    add("maml_grad", jax.grad(meta), n(80, sc=.3), n(25, 10, 1), n(25, 10))
