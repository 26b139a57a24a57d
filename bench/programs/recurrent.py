"""Recurrent layers as people write them: products with the input, the state and what is given out."""

import numpy as np, jax, jax.numpy as jnp
from jax import lax

F = np.float32


def cases(add, n, ints):
    def lstm(wx, wh, b, xs):
        def step(c, x):
            h, c = c
            i, f, g, o = jnp.split(x @ wx + h @ wh + b, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        start = jnp.zeros((xs.shape[1], wh.shape[0]), F)
        return lax.scan(step, (start, start), xs)[1]

    for b, h, t in ((2, 128, 100), (2, 256, 100), (1, 512, 64)):
        add(f"recurrent_lstm_{b}x{h}", lstm, n(h, 4 * h, sc=0.1), n(h, 4 * h, sc=0.1), n(4 * h), n(t, b, h))

    # The weights first.
    def columns(w, u, b, xs):
        def step(h, x):
            h = jnp.tanh(w @ x + u @ h + b)
            return h, h

        return lax.scan(step, jnp.zeros(u.shape[0], F), xs)[1]

    add("recurrent_columns_128", columns, n(128, 128, sc=0.05), n(128, 128, sc=0.05), n(128), n(500, 128))
    add("recurrent_columns_300", columns, n(300, 200, sc=0.05), n(300, 300, sc=0.05), n(300), n(100, 200))
    add("recurrent_columns_grad", jax.grad(lambda *a: (columns(*a) ** 2).mean(), (0, 1, 2)), n(128, 128, sc=0.05), n(128, 128, sc=0.05), n(128), n(200, 128))

    # Input and state side by side.
    def joined(w, b, xs, h):
        def step(h, x):
            r, u, c = jnp.split(jnp.concatenate([x, h]) @ w + b, 3)
            h = jax.nn.sigmoid(u) * h + (1 - jax.nn.sigmoid(u)) * jnp.tanh(r * c)
            return h, h

        return lax.scan(step, h, xs)[1]

    add("recurrent_joined_128", joined, n(256, 384, sc=0.05), n(384), n(500, 128), n(128))
    add("recurrent_joined_grad", jax.grad(lambda *a: (joined(*a) ** 2).mean(), (0, 1)), n(256, 384, sc=0.05), n(384), n(200, 128), n(128))

    # A product for each gate.
    def gates(ws, us, bs, xs):
        def step(c, x):
            h, c = c
            i, f, o, g = [x @ w + h @ u + b for w, u, b in zip(ws, us, bs)]
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        start = jnp.zeros(us.shape[1], F)
        return lax.scan(step, (start, start), xs)[1]

    add("recurrent_gates_128", gates, n(4, 64, 128, sc=0.1), n(4, 128, 128, sc=0.1), n(4, 128), n(300, 64))

    def indexed(w, u, xs):
        return lax.fori_loop(0, xs.shape[0], lambda t, h: jnp.tanh(xs[t] @ w + h @ u), jnp.zeros(u.shape[0], F))

    add("recurrent_indexed_128", indexed, n(128, 128, sc=0.05), n(128, 128, sc=0.05), n(500, 128))

    # Time is the second dimension.
    def time_second(w, u, xs):
        step = lambda t, h: jnp.tanh(lax.dynamic_index_in_dim(xs, t, 1, False) @ w + h @ u)
        return lax.fori_loop(0, xs.shape[1], step, jnp.zeros((xs.shape[0], u.shape[0]), F))

    add("recurrent_time_second", time_second, n(128, 128, sc=0.05), n(128, 128, sc=0.05), n(2, 300, 128))

    # What is given out: a readout, an observation, numbers of words.
    def echo(w, win, wout, u, x):
        def step(x, u):
            x = F(0.7) * x + F(0.3) * jnp.tanh(w @ x + win * u)
            return x, wout @ x

        return lax.scan(step, x, u)[1]

    add("recurrent_echo_200", echo, n(200, 200, sc=0.05), n(200), n(8, 200), n(500), n(200))

    def observed(a, b, c, us, x):
        def step(x, u):
            x = a @ x + b @ u
            return x, c @ x

        return lax.scan(step, x, us)[1]

    add("recurrent_observed_64", observed, n(64, 64, sc=0.05), n(64, 32), n(16, 64), n(1000, 32), n(64))

    def words(table, w, u, out, words, h):
        def step(h, t):
            h = jnp.tanh(table[t] @ w + h @ u)
            return h, h @ out

        return lax.scan(step, h, words)[1]

    add("recurrent_words_128", words, n(1000, 64), n(64, 128, sc=0.1), n(128, 128, sc=0.1), n(128, 500, sc=0.1), ints(0, 1000, 200), n(128))

    def layers(w, u, w2, u2, xs):
        def step(c, x):
            h = jnp.tanh(x @ w + c[0] @ u)
            g = jnp.tanh(h @ w2 + c[1] @ u2)
            return (h, g), g

        return lax.scan(step, (jnp.zeros(128, F), jnp.zeros(128, F)), xs)[1]

    add("recurrent_two_layers", layers, *(n(128, 128, sc=0.05) for _ in range(4)), n(300, 128))
