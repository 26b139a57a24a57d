#!/usr/bin/env python3
"""Training with the libraries that people use, on XLA:CPU and on Hloom.

  train.py --model cnn|gpt|equinox|diffrax|numpyro [--steps 200]      one run, on what JAX_PLATFORMS says
  train.py --compare [--models cnn,gpt,…] [--rounds 2] [--steps 200] [--nudge]   both in turns (A B A B), each in a fresh process

cnn and gpt are Flax modules with Optax's Adam, equinox a GRU that tells spirals apart, diffrax a neural ODE (adaptive steps, adjoint by
checkpoints), numpyro a logistic regression by variational inference. Data are synthetic. Needs those libraries, and for --compare either
the wheel or this checkout's plugin.

A run prints one line of JSON: losses, seconds to the end of the first step, steps a second after it. --compare prints a table: the better
of each side's rounds, whole processes included, and how far the losses are apart. Training amplifies rounding: --nudge shows how much,
by a run of XLA that starts with its parameters changed by one rounding.
"""
import argparse, json, time

import bench_side_by_side as side

MODELS = ("cnn", "gpt", "equinox", "diffrax", "numpyro")


def nudged(tree, nudge):
    """The parameters, changed by one rounding if that is asked for."""
    import jax, jax.numpy as jnp
    change = lambda x: x * (1 + jnp.finfo(x.dtype).eps) if nudge and jnp.issubdtype(jnp.result_type(x), jnp.floating) else x
    return jax.tree.map(change, tree)


def flax_step(model, loss, x, nudge):
    """State and jitted step of a Flax module with Adam: `x(n)` are the inputs of step n, `loss(output, n)` its loss."""
    import jax, optax
    params = nudged(model.init(jax.random.key(0), x(0)), nudge)
    adam = optax.adam(1e-3)

    def step(state, n):
        params, moments = state
        value, grads = jax.value_and_grad(lambda p: loss(model.apply(p, x(n)), n))(params)
        updates, moments = adam.update(grads, moments)
        return (optax.apply_updates(params, updates), moments), value

    return (params, adam.init(params)), jax.jit(step, donate_argnums=0)


def equinox_step(model, adam, loss):
    """State and jitted step of an Equinox module with an optimiser: `loss(model, n)` is its loss in step n."""
    import equinox as eqx

    @eqx.filter_jit
    def step(state, n):
        model, moments = state
        value, grads = eqx.filter_value_and_grad(loss)(model, n)
        updates, moments = adam.update(grads, moments)
        return (eqx.apply_updates(model, updates), moments), value

    return (model, adam.init(eqx.filter(model, eqx.is_array))), step


def cnn(nudge):
    import flax.linen as nn, jax, jax.numpy as jnp, optax
    from jax import lax

    class Model(nn.Module):
        @nn.compact
        def __call__(self, x):
            for width in (32, 64, 128):
                x = nn.max_pool(nn.relu(nn.Conv(width, (3, 3))(x)), (2, 2), (2, 2))
            return nn.Dense(10)(nn.relu(nn.Dense(128)(x.reshape(x.shape[0], -1))))

    batch, k = 64, jax.random.split(jax.random.key(1), 3)
    labels = jax.random.randint(k[0], (64 * batch,), 0, 10)
    images = jax.random.normal(k[1], (10, 32, 32, 3))[labels] + 3 * jax.random.normal(k[2], (64 * batch, 32, 32, 3))
    piece = lambda a, n: lax.dynamic_slice_in_dim(a, n % 64 * batch, batch)
    loss = lambda scores, n: optax.softmax_cross_entropy_with_integer_labels(scores, piece(labels, n)).mean()
    return flax_step(Model(), loss, lambda n: piece(images, n), nudge)


def gpt(nudge):
    import flax.linen as nn, jax, jax.numpy as jnp, optax
    width, length, batch, vocabulary = 256, 64, 8, 256

    class Model(nn.Module):
        @nn.compact
        def __call__(self, tokens):
            embed = nn.Embed(vocabulary, width)
            x = embed(tokens) + self.param("places", nn.initializers.normal(0.02), (length, width))
            for _ in range(4):
                x = x + nn.SelfAttention(num_heads=8)(nn.LayerNorm()(x), mask=nn.make_causal_mask(tokens))
                x = x + nn.Dense(width)(nn.gelu(nn.Dense(4 * width)(nn.LayerNorm()(x))))
            return embed.attend(nn.LayerNorm()(x))

    # A text in which the next character follows from the two before, mostly.
    text = [1, 2]
    for i in range(20_000):
        text.append((text[-1] * 31 + text[-2] * 17 + (i * i) % 7 // 6) % vocabulary)
    text = jnp.array(text)

    def piece(n):
        starts = jax.random.randint(jax.random.fold_in(jax.random.key(2), n), (batch, 1), 0, len(text) - length)
        return text[starts + jnp.arange(length + 1)]

    loss = lambda scores, n: optax.softmax_cross_entropy_with_integer_labels(scores, piece(n)[:, 1:]).mean()
    return flax_step(Model(), loss, lambda n: piece(n)[:, :-1], nudge)


def spirals(key, count, length):
    """Points along spirals that turn left or right, and which."""
    import jax, jax.numpy as jnp
    start, turn = jax.random.uniform(key, (count, 1)) * 6, jnp.where(jnp.arange(count)[:, None] % 2, 1.0, -1.0)
    t = jnp.linspace(0, 6, length)
    return jnp.stack([jnp.cos(start + turn * t), jnp.sin(start + turn * t)], -1) * (1 - t / 8)[:, None], turn[:, 0]


def equinox(nudge):
    import equinox as eqx, jax, jax.numpy as jnp, optax

    class Model(eqx.Module):
        cell: eqx.nn.GRUCell
        head: eqx.nn.Linear

        def __init__(self, key):
            a, b = jax.random.split(key)
            self.cell, self.head = eqx.nn.GRUCell(2, 64, key=a), eqx.nn.Linear(64, 1, key=b)

        def __call__(self, points):
            state, _ = jax.lax.scan(lambda h, p: (self.cell(p, h), None), jnp.zeros(64), points)
            return self.head(state)[0]

    points, turns = spirals(jax.random.key(1), 256, 64)
    noisy = lambda n: points + 1.0 * jax.random.normal(jax.random.fold_in(jax.random.key(2), n), points.shape)
    loss = lambda m, n: optax.sigmoid_binary_cross_entropy(jax.vmap(m)(noisy(n)), turns > 0).mean()
    return equinox_step(nudged(Model(jax.random.key(0)), nudge), optax.adam(1e-3), loss)


def diffrax(nudge):
    import diffrax, equinox as eqx, jax, jax.numpy as jnp, optax
    points, _ = spirals(jax.random.key(1), 32, 40)
    times = jnp.linspace(0.0, 4.0, 40)
    field = nudged(eqx.nn.MLP(2, 2, 64, 2, activation=jax.nn.softplus, key=jax.random.key(0)), nudge)

    def solve(field, start):
        term = diffrax.ODETerm(lambda t, y, args: field(y))
        control, save = diffrax.PIDController(rtol=1e-3, atol=1e-6), diffrax.SaveAt(ts=times)
        return diffrax.diffeqsolve(term, diffrax.Tsit5(), 0.0, 4.0, 0.1, start, stepsize_controller=control, saveat=save).ys

    loss = lambda f, n: ((jax.vmap(lambda p: solve(f, p[0]))(points) - points) ** 2).mean()
    return equinox_step(field, optax.adam(3e-3), loss)


def numpyro(nudge):
    import jax, jax.numpy as jnp, numpyro, numpyro.distributions as dist
    from numpyro.infer import SVI, Trace_ELBO
    from numpyro.infer.autoguide import AutoDiagonalNormal
    x = jax.random.normal(jax.random.key(1), (1000, 20))
    y = (x @ jnp.linspace(-2, 2, 20) + jax.random.logistic(jax.random.key(2), (1000,)) > 0).astype(jnp.float32)

    def model(x, y):
        weights = numpyro.sample("weights", dist.Normal(jnp.zeros(20), 1).to_event(1))
        bias = numpyro.sample("bias", dist.Normal(0, 1))
        with numpyro.plate("data", len(y)):
            numpyro.sample("y", dist.Bernoulli(logits=x @ weights + bias), obs=y)

    svi = SVI(model, AutoDiagonalNormal(model), numpyro.optim.Adam(0.01), Trace_ELBO(num_particles=10))
    state = nudged(svi.init(jax.random.key(0), x, y), nudge)
    return state, jax.jit(lambda state, n: svi.update(state, x, y))


def run(name, steps, nudge):
    start = time.perf_counter()
    import jax
    state, step = globals()[name](nudge)
    losses = []
    for n in range(steps):
        state, loss = step(state, jax.numpy.int32(n))
        losses.append(loss)
        if n == 0:
            jax.block_until_ready(loss)
            first = time.perf_counter()
    jax.block_until_ready((state, losses))
    seconds = time.perf_counter() - first
    print(json.dumps(dict(device=repr(jax.devices()[0]), losses=[float(v) for v in losses], first_step_s=first - start,
                          steps_per_s=(steps - 1) / seconds)))


def compare(name, steps, rounds, nudge):
    runs = {"cpu": [], "hloom,cpu": []}
    for _ in range(rounds):
        for platforms, results in runs.items():
            results.append(side.run_jax("train.py", platforms, f"--model={name}", f"--steps={steps}"))
    nudged_run = side.run_jax("train.py", "cpu", f"--model={name}", f"--steps={steps}", "--nudge") if nudge else None
    x, h = (dict(r[0], steps_per_s=max(e["steps_per_s"] for e in r), total_s=min(e["total_s"] for e in r),
                 first_step_s=min(e["first_step_s"] for e in r)) for r in runs.values())
    pair = lambda key, digits: f"{h[key]:.{digits}f} / {x[key]:.{digits}f}"
    return [name, pair("steps_per_s", 1), f"{h['steps_per_s'] / x['steps_per_s']:.2f}", pair("first_step_s", 2), pair("total_s", 1),
            f"{x['losses'][0]:.4f} → {x['losses'][-1]:.4f}", f"{side.apart(x, h, 10):.0e}, {side.apart(x, h, steps):.0e}",
            *([f"{side.apart(x, nudged_run, 10):.0e}, {side.apart(x, nudged_run, steps):.0e}"] if nudge else [])]


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--model", choices=MODELS)
    ap.add_argument("--steps", type=int, default=200)
    ap.add_argument("--nudge", action="store_true", help="change the first parameters by one rounding")
    ap.add_argument("--compare", action="store_true")
    ap.add_argument("--models", default=",".join(MODELS))
    ap.add_argument("--rounds", type=int, default=2)
    a = ap.parse_args()
    if a.model:
        return run(a.model, a.steps, a.nudge)
    if not a.compare:
        ap.error("--model or --compare")
    head = ["model", "steps/s, Hloom / XLA", "ratio", "first step s", "whole process s", "XLA's loss", "apart in 10, all steps"]
    head += ["XLA nudged"] if a.nudge else []
    side.show(head, [compare(name, a.steps, a.rounds, a.nudge) for name in a.models.split(",")])


if __name__ == "__main__":
    main()
