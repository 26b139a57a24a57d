"""Gradients of layers, steps of optimisers."""
import numpy as np, jax, jax.numpy as jnp
from jax import lax

F = np.float32


def cases(add, n, ints):
    conv = lambda x, w, **k: lax.conv_general_dilated(x, w, k.pop("s", (1, 1)), k.pop("p", "SAME"), dimension_numbers=("NHWC", "HWIO", "NHWC"), **k)
    add("conv_grad_w", jax.grad(lambda w, x: (conv(x, w) ** 2).sum()), n(3, 3, 32, 32, sc=.1), n(4, 16, 16, 32))
    add("conv_grad_x", jax.grad(lambda x, w: (conv(x, w) ** 2).sum()), n(4, 16, 16, 32), n(3, 3, 32, 32, sc=.1))
    add("conv_stride2_grad", jax.grad(lambda x, w: (conv(x, w, s=(2, 2)) ** 2).sum(), (0, 1)), n(4, 16, 16, 16), n(3, 3, 16, 32, sc=.1))
    add("depthwise_grad", jax.grad(lambda x, w: (conv(x, w, feature_group_count=32) ** 2).sum(), (0, 1)), n(4, 16, 16, 32), n(3, 3, 1, 32, sc=.1))
    add("group_conv", lambda x, w: conv(x, w, feature_group_count=4), n(4, 16, 16, 64), n(3, 3, 16, 64, sc=.1))
    add("maxpool_grad_8", jax.grad(lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") ** 2).sum()), n(8, 32, 32, 16))
    add("avgpool_grad", jax.grad(lambda x: (lax.reduce_window(x, F(0), lax.add, (1, 3, 3, 1), (1, 2, 2, 1), "SAME") ** 2).sum()), n(8, 32, 32, 16))
    add("embedding_grad", jax.grad(lambda w, i: (w[i] ** 2).sum()), n(5000, 64), ints(0, 5000, 2000))
    add("layernorm_grad", jax.grad(lambda x, g, b: (((x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + F(1e-5)) * g + b) ** 3).sum(), (0, 1, 2)), n(256, 512), n(512), n(512))
    add("softmax_grad", jax.grad(lambda x, w: (jax.nn.softmax(x) * w).sum()), n(256, 512), n(256, 512))
    att = lambda q, k, v: jax.nn.softmax(jnp.einsum("hqd,hkd->hqk", q, k) / 8) @ v
    add("attention_grad", jax.grad(lambda q, k, v: (att(q, k, v) ** 2).sum(), (0, 1, 2)), n(4, 128, 64), n(4, 128, 64), n(4, 128, 64))
    add("gelu_mlp_grad", jax.grad(lambda w, v, x: (jax.nn.gelu(x @ w) @ v).var(), (0, 1)), n(128, 512, sc=.1), n(512, 128, sc=.1), n(64, 128))

    def lstm(w, x):
        def step(c, x):
            h, s = c
            i, f, g, o = jnp.split(jnp.concatenate([x, h], -1) @ w, 4, -1)
            s = jax.nn.sigmoid(f) * s + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(s)
            return (h, s), h
        z = jnp.zeros((x.shape[1], 32), F)
        return (lax.scan(step, (z, z), x)[1] ** 2).mean()

    add("lstm_grad", jax.grad(lstm), n(48, 128, sc=.1), n(40, 8, 16))

    def adam(ps, gs, ms, vs):
        norm = jnp.sqrt(sum((g ** 2).sum() for g in gs)); c = jnp.minimum(1, 1 / norm)
        out = []
        for p, g, m, v in zip(ps, gs, ms, vs):
            g = g * c; m = F(.9) * m + F(.1) * g; v = F(.999) * v + F(.001) * g * g
            out.append((p - F(1e-3) * (m / (jnp.sqrt(v) + F(1e-8)) + F(.01) * p), m, v))
        return out

    shapes = [(64, 64), (64,), (64, 256), (256,), (256, 64), (64,), (1000, 64), (64, 64), (64,)]
    ts = lambda: [n(*s) for s in shapes]
    add("adamw_clipped", adam, ts(), ts(), ts(), [np.abs(x) for x in ts()])
    add("lamb_norms", lambda ps, gs: [p - F(.01) * g * jnp.linalg.norm(p) / (jnp.linalg.norm(g) + F(1e-6)) for p, g in zip(ps, gs)], ts(), ts())
