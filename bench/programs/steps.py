"""Loops of short steps: small products, and functions of what the loop does not change."""

import numpy as np, jax, jax.numpy as jnp
from jax import lax

F = np.float32


def cases(add, n, ints):
    def rnn(steps):
        return lambda w, x, b: lax.fori_loop(0, steps, lambda _, x: jnp.tanh(x @ w + b), x)

    for h in (128, 256, 512):
        add(f"step_vector_{h}", rnn(1000), n(h, h, sc=0.05), n(h), n(h))
    for h in (64, 128, 256):

        def g(wx, wh, b, xs, h0):
            H = h0.shape[0]

            def step(h, x):
                a = x @ wx
                c = h @ wh
                r = jax.nn.sigmoid(a[:H] + c[:H] + b[:H])
                z = jax.nn.sigmoid(a[H : 2 * H] + c[H : 2 * H] + b[H : 2 * H])
                nn = jnp.tanh(a[2 * H :] + r * c[2 * H :] + b[2 * H :])
                h = (1 - z) * nn + z * h
                return h, h

            return lax.scan(step, h0, xs)

        add(f"step_gru_{h}", g, n(h, 3 * h, sc=0.1), n(h, 3 * h, sc=0.1), n(3 * h), n(1000, h), n(h))
    for b in (8, 32):
        for h in (64, 128):
            add(f"step_rows_{b}x{h}", rnn(500), n(h, h, sc=0.05), n(b, h), n(h))

    def mlp(w1, w2, w3, x):
        return lax.fori_loop(0, 500, lambda i, x: x + 0.1 * jnp.tanh(jax.nn.relu(jax.nn.relu(x @ w1) @ w2) @ w3), x)

    add("ode_mlp_64", mlp, n(64, 128, sc=0.1), n(128, 128, sc=0.1), n(128, 64, sc=0.1), n(64))
    add("ode_mlp_16x64", mlp, n(64, 128, sc=0.1), n(128, 128, sc=0.1), n(128, 64, sc=0.1), n(16, 64))
    add("inv_exp_fori", lambda c, u: lax.fori_loop(0, 50, lambda _, u: 1 / (jnp.exp(-c / F(0.3)) @ u + 1), u), np.abs(n(128, 128)), np.abs(n(128)))
    add("inv_pointwise", lambda a, x: lax.fori_loop(0, 100, lambda _, x: jnp.sin(x) * jnp.exp(-a) + x / jnp.sqrt(1 + a * a), x), np.abs(n(10000)), n(10000))
    add("inv_pointwise_1m", lambda a, x: lax.fori_loop(0, 20, lambda _, x: jnp.sin(x) * jnp.exp(-a) + x / jnp.sqrt(1 + a * a), x), np.abs(n(1000000)), n(1000000))
    add("inv_kernel_matrix", lambda x, u: lax.fori_loop(0, 30, lambda _, u: jnp.tanh(jnp.exp(-((x[:, None] - x[None]) ** 2)) @ u), u), n(300), n(300))
    add("inv_kernel_matrix_3000", lambda x, u: lax.fori_loop(0, 10, lambda _, u: jnp.tanh(jnp.exp(-((x[:, None] - x[None]) ** 2)) @ u / 3000), u), n(3000), n(3000))
    add(
        "inv_jacobi_diag",
        lambda a, b: lax.fori_loop(0, 60, lambda _, x: (b - (a - jnp.diag(jnp.diag(a))) @ x) / jnp.diag(a), b * 0),
        (n(200, 200) * 0.01 + np.eye(200) * 3).astype(F),
        n(200),
    )
    add(
        "inv_heat_var",
        lambda k, u: lax.fori_loop(0, 100, lambda _, u: u + F(0.1) * jnp.exp(k) / (1 + k * k) * (jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) - 2 * u), u),
        n(256, 256, sc=0.1),
        n(256, 256),
    )
    add(
        "inv_rotary",
        lambda x, w: lax.scan(
            lambda x, _: ((lambda c, s: x * c + jnp.roll(x, 1, -1) * s)(jnp.cos(jnp.arange(64)[:, None] * w), jnp.sin(jnp.arange(64)[:, None] * w)), None), x, None, 40
        )[0],
        n(64, 128),
        n(128),
    )
