#!/usr/bin/env python3
"""A small GPT learns the text of this file. Plain JAX, which knows of no compiler: JAX_PLATFORMS says who runs it.

  JAX_PLATFORMS=cpu demo_jax.py [--steps 100]
  JAX_PLATFORMS=hloom,cpu demo_jax.py

Prints the loss as it falls; the last line is a summary as JSON: the losses, seconds to the end of the first step (tracing and
compiling), and steps a second after it.
"""
import argparse, json, time

import jax, jax.numpy as jnp

VOCABULARY, WIDTH, LAYERS, HEADS, LENGTH, BATCH = 128, 128, 4, 4, 64, 8


def init(key):
    keys = iter(jax.random.split(key, 2 + 4 * LAYERS))
    matrix = lambda m, n: jax.random.normal(next(keys), (m, n)) * 0.02
    norm = lambda: dict(scale=jnp.ones(WIDTH), shift=jnp.zeros(WIDTH))
    block = lambda: dict(norm1=norm(), qkv=matrix(WIDTH, 3 * WIDTH), out=matrix(WIDTH, WIDTH),
                         norm2=norm(), up=matrix(WIDTH, 4 * WIDTH), down=matrix(4 * WIDTH, WIDTH))
    return dict(tokens=matrix(VOCABULARY, WIDTH), places=matrix(LENGTH, WIDTH), blocks=[block() for _ in range(LAYERS)], norm=norm())


def normalize(p, x):
    x = x - x.mean(-1, keepdims=True)
    return x / jnp.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * p["scale"] + p["shift"]


def attention(p, x):
    q, k, v = (t.reshape(*t.shape[:2], HEADS, -1) for t in jnp.split(x @ p["qkv"], 3, -1))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / q.shape[-1] ** 0.5
    scores = jnp.where(jnp.tril(jnp.ones((LENGTH, LENGTH), bool)), scores, -1e9)
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v).reshape(x.shape) @ p["out"]


def loss(params, text):
    x = params["tokens"][text[:, :-1]] + params["places"]
    for p in params["blocks"]:
        x = x + attention(p, normalize(p["norm1"], x))
        x = x + jax.nn.gelu(normalize(p["norm2"], x) @ p["up"]) @ p["down"]
    scores = jax.nn.log_softmax(normalize(params["norm"], x) @ params["tokens"].T)
    return -jnp.take_along_axis(scores, text[:, 1:, None], -1).mean()


@jax.jit
def step(state, corpus, key):
    """One step of Adam on random pieces of the text."""
    params, first, second, n = state
    starts = jax.random.randint(jax.random.fold_in(key, n), (BATCH, 1), 0, len(corpus) - LENGTH)
    value, grads = jax.value_and_grad(loss)(params, corpus[starts + jnp.arange(LENGTH + 1)])
    n += 1
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, grads)
    second = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, second, grads)
    rate = 1e-3 * jnp.sqrt(1 - 0.99**n) / (1 - 0.9**n)
    params = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8), params, first, second)
    return (params, first, second, n), value


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--steps", type=int, default=100)
    steps = ap.parse_args().steps
    start = time.perf_counter()
    corpus = jnp.array([min(c, VOCABULARY - 1) for c in open(__file__, "rb").read()])
    params = init(jax.random.key(0))
    zeros = jax.tree.map(jnp.zeros_like, params)
    state, losses = (params, zeros, zeros, 0), []
    for n in range(steps):
        state, value = step(state, corpus, jax.random.key(1))
        losses.append(value)
        if n == 0:
            value.block_until_ready()
            first = time.perf_counter()
        if (n + 1) % 20 == 0:
            print(f"step {n + 1:4}: loss {value:.4f}", flush=True)
    jax.block_until_ready(state)
    seconds = time.perf_counter() - first
    print(json.dumps(dict(device=repr(jax.devices()[0]), losses=[float(v) for v in losses], first_step_s=first - start,
                          steps_per_s=(steps - 1) / seconds)))


if __name__ == "__main__":
    main()
