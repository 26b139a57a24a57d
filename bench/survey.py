#!/usr/bin/env python3
"""Small programs of many ops, element types and odd shapes, Hloom and XLA:CPU side by side: where is Hloom slow, or slow to compile?

  survey.py [--types] [--out DIR] [--filter REGEX] [--seconds 0.5] [--hloom BINARY] [--again]

The zoo holds models and shapes that people measure; what is found here is what nobody had looked at. Each program is run in a process of
its own by both, XLA with a malloc that keeps freed memory, and outputs are compared. A run is short: a ratio is a hint, to be looked into with
`hloom bench --profile OUT/NAME`. Cases are written once, and XLA's times are kept in OUT/survey.json unless --again is given.

With --types, every op on every element type instead (some 1,200 programs, more than an hour).

Writes OUT/survey.json and prints a line a case, then the geometric mean and what is under 1 or wrong.
"""
import argparse, functools, json, os, re, subprocess, sys
import bench_side_by_side as side


def collector():
    """Cases, and what adds one to them."""
    all_cases = {}

    def add(name, f, *args, wide=True):
        assert name not in all_cases, name
        all_cases[name] = (f, args, wide)

    return all_cases, add


def cases():
    """name -> (function, arguments, whether types of 64 bits are on)"""
    import jax, ml_dtypes, numpy as np
    import jax.numpy as jnp
    from jax import lax
    g = np.random.default_rng(3)
    f32, f64, i32, i8, bf16 = np.float32, np.float64, np.int32, np.int8, ml_dtypes.bfloat16
    n = lambda *s, dt=f32, sc=1.0: (g.standard_normal(s) * sc).astype(dt)
    ints = lambda lo, hi, *s, dt=i32: g.integers(lo, hi, s).astype(dt)
    key = np.array([1, 2], np.uint32)
    all_cases, add = collector()

    def conv(x, w, s=(1, 1), **more):
        d = len(x.shape) - 2
        spec = ("N" + "DHW"[3 - d:] + "C", "DHW"[3 - d:] + "IO", "N" + "DHW"[3 - d:] + "C")
        return lax.conv_general_dilated(x, w, (s * d)[:d], "SAME", dimension_numbers=spec, **more)

    norm = lambda x, axes: (x - x.mean(axes, keepdims=True)) * lax.rsqrt(x.var(axes, keepdims=True) + 1e-5)
    mm = lambda a, b: a @ b
    for t, dt in (("bf16", bf16), ("f16", np.float16), ("f32", f32), ("f64", f64)):
        r = functools.partial(n, dt=dt)
        for m, k, q in ((1, 2048, 2048), (16, 1024, 1024), (100, 500, 300), (512, 512, 512), (257, 513, 129)):
            add(f"mm_{t}_{m}x{k}x{q}", mm, r(m, k), r(k, q, sc=.03))
        add(f"mm_nt_{t}_128x512x512", lambda a, b: a @ b.T, r(128, 512), r(512, 512, sc=.03))
        add(f"mm_tn_{t}_200x300x200", lambda a, b: a.T @ b, r(300, 200), r(300, 200, sc=.03))
        add(f"bmm_{t}_48x77x64", lambda a, b: jnp.einsum("bij,bkj->bik", a, b), r(48, 77, 64), r(48, 77, 64))
        add(f"softmax_{t}_1000x1001", jax.nn.softmax, r(1000, 1001))
        add(f"layernorm_{t}_512x768", lambda x, a, b: norm(x, -1) * a + b, r(512, 768), r(768), r(768))
        add(f"gelu_{t}_1m", jax.nn.gelu, r(1000, 1000))
        add(f"add_{t}_4m", lambda x, y: x + y, r(4 << 20), r(4 << 20))
        for axis in (0, 1):
            add(f"sum{axis}_{t}_1000x1001", lambda x, axis=axis: x.sum(axis), r(1000, 1001))
        for m, q in ((1000, 1001), (3001, 3001), (1024, 1024), (130, 2000)):
            add(f"transpose_{t}_{m}x{q}", lambda x: x.T, r(m, q))
        add(f"bias_{t}_4001x4003", lambda x, b: x + b, r(4001, 4003), r(4003))
        add(f"conv3_{t}_28x28x64", conv, r(4, 28, 28, 64), r(3, 3, 64, 64, sc=.05))
        add(f"conv7s2_{t}_112", lambda x, w: conv(x, w, (2, 2)), r(1, 112, 112, 3), r(7, 7, 3, 64, sc=.05))
        add(f"sort_{t}_100k", jnp.sort, r(100_000))
        add(f"argmax_{t}_500x1000", lambda x: x.argmax(1), r(500, 1000))
        add(f"cumsum_{t}_500x1000", lambda x: jnp.cumsum(x, 1), r(500, 1000, sc=.1))
        add(f"embed_{t}", lambda w, i: w[i], r(10000, 256), ints(0, 10000, 4096))
        add(f"attention_{t}_8x200x64", lambda q, k, v: jax.nn.softmax(jnp.einsum("hqd,hkd->hqk", q, k) / 8, -1) @ v, r(8, 200, 64), r(8, 200, 64), r(8, 200, 64))

    # Quantised and narrow.
    by_column = lambda x, w, s: (x @ w.astype(x.dtype)) * s
    add("weights_i8_f32_1x2048x2048", by_column, n(1, 2048), ints(-127, 127, 2048, 2048, dt=i8), n(2048, sc=.01))
    add("weights_i8_f32_32x1024x1024", by_column, n(32, 1024), ints(-127, 127, 1024, 1024, dt=i8), n(1024, sc=.01))
    add("weights_i8_bf16_1x2048x2048", by_column, n(1, 2048, dt=bf16), ints(-127, 127, 2048, 2048, dt=i8), n(2048, sc=.01, dt=bf16))
    wide = lambda t: lambda a, b: lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=t)
    add("mm_i8_1x2048x2048", wide(i32), ints(-127, 127, 1, 2048, dt=i8), ints(-127, 127, 2048, 2048, dt=i8))
    add("mm_i8_100x500x300", wide(i32), ints(-127, 127, 100, 500, dt=i8), ints(-127, 127, 500, 300, dt=i8))
    # What a matrix unit multiplies.
    for t, r, f in (("bf16", functools.partial(n, dt=bf16), mm), ("i8", lambda *s, sc=1: ints(-127, 127, *s, dt=i8), wide(i32))):
        for m, k, q in ((32, 1024, 1024), (64, 4096, 1024), (128, 768, 3072), (512, 2048, 2048), (1000, 1000, 1000), (2048, 512, 512)):
            add(f"unit_{t}_{m}x{k}x{q}", f, r(m, k), r(k, q, sc=.03))
        add(f"unit_{t}_nt_256x1024x1024", lambda a, b, f=f: f(a, b.T), r(256, 1024), r(1024, 1024, sc=.03))
        add(f"unit_{t}_tn_1024x256x1024", lambda a, b, f=f: f(a.T, b), r(256, 1024), r(256, 1024, sc=.03))
        add(f"unit_{t}_conv3_4x56x56x64", lambda x, w, o=(f32 if t == "bf16" else i32): conv(x, w, preferred_element_type=o), r(4, 56, 56, 64), r(3, 3, 64, 64, sc=.05))
        add(f"unit_{t}_conv1_4x28x28x256", lambda x, w, o=(f32 if t == "bf16" else i32): conv(x, w, preferred_element_type=o), r(4, 28, 28, 256), r(1, 1, 256, 128, sc=.05))
        add(f"unit_{t}_conv3s2_4x56x56x64", lambda x, w, o=(f32 if t == "bf16" else i32): conv(x, w, (2, 2), preferred_element_type=o), r(4, 56, 56, 64), r(3, 3, 64, 128, sc=.05))
        add(f"unit_{t}_conv3v_4x58x58x64", lambda x, w, o=(f32 if t == "bf16" else i32): lax.conv_general_dilated(x, w, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"), preferred_element_type=o), r(4, 58, 58, 64), r(3, 3, 64, 64, sc=.05))
    attend = lambda q, k, v: jax.nn.softmax(jnp.einsum("hqd,hkd->hqk", q, k) / 8, -1) @ v
    for h, t in ((12, 512), (12, 128), (4, 2048)):
        add(f"unit_attention_bf16_{h}x{t}x64", attend, *[n(h, t, 64, dt=bf16) for _ in range(3)])
    add("unit_cast_bf16_256x1024x1024", lambda a, b: mm(a.astype(bf16), b.astype(bf16)), n(256, 1024), n(1024, 1024, sc=.03))
    add("unit_mlp_bf16_256x768", lambda x, a, b: jax.nn.gelu(x @ a) @ b, n(256, 768, dt=bf16), n(768, 3072, dt=bf16, sc=.03), n(3072, 768, dt=bf16, sc=.03))
    add("mm_i32_256", mm, ints(-127, 127, 256, 256), ints(-127, 127, 256, 256))
    for t, dt in (("e4m3fn", ml_dtypes.float8_e4m3fn), ("e5m2", ml_dtypes.float8_e5m2)):
        add(f"mm_{t}_256", wide(f32), n(256, 256, dt=dt), n(256, 256, dt=dt))
        add(f"weights_{t}_16x512x512", lambda a, b: a @ b.astype(f32), n(16, 512), n(512, 512, dt=dt))

    # Convolutions, windows and normalisation.
    add("conv5s2", lambda x, w: conv(x, w, (2, 2)), n(2, 57, 57, 32), n(5, 5, 32, 48, sc=.05))
    add("conv_groups_32", lambda x, w: conv(x, w, feature_group_count=32), n(1, 28, 28, 256), n(3, 3, 8, 256, sc=.05))
    add("conv_dilated", lambda x, w: conv(x, w, rhs_dilation=(2, 2)), n(1, 57, 57, 64), n(3, 3, 64, 64, sc=.05))
    add("conv_transposed", lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), n(1, 28, 28, 64), n(4, 4, 64, 32, sc=.05))
    add("conv_nchw", lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME"), n(2, 64, 28, 28), n(64, 64, 3, 3, sc=.05))
    add("conv_1d", conv, n(4, 500, 64), n(5, 64, 96, sc=.05))
    add("conv_3d", conv, n(1, 16, 28, 28, 16), n(3, 3, 3, 16, 32, sc=.05))
    squares = lambda x, w, s=(1, 1), **more: (conv(x, w, s, **more) ** 2).sum()
    add("conv_grad_kernel", jax.grad(squares, 1), n(4, 28, 28, 32), n(3, 3, 32, 32, sc=.05))
    add("conv_grad_input", jax.grad(squares), n(4, 28, 28, 32), n(3, 3, 32, 32, sc=.05))
    add("conv_s2_grad_input", jax.grad(lambda x, w: squares(x, w, (2, 2))), n(4, 28, 28, 32), n(3, 3, 32, 64, sc=.05))
    add("conv_layer_s2_grad_input", jax.grad(lambda x, w: squares(x, w, (2, 2))), n(8, 56, 56, 64), n(3, 3, 64, 128, sc=.05))
    add("conv_layer_grad_kernel", jax.grad(squares, 1), n(8, 28, 28, 128), n(3, 3, 128, 128, sc=.05))
    add("depthwise_grad_kernel", jax.grad(lambda x, w: squares(x, w, feature_group_count=64), 1), n(2, 28, 28, 64), n(3, 3, 1, 64, sc=.05))
    pool = lambda x, init, op: lax.reduce_window(x, init, op, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    add("avgpool", lambda x: pool(x, 0., lax.add), n(4, 57, 57, 64))
    add("maxpool_grad", jax.grad(lambda x: (pool(x, -jnp.inf, lax.max) ** 2).sum()), n(2, 56, 56, 64))
    add("batchnorm_grad", jax.grad(lambda x, a, b: ((norm(x, (0, 1, 2)) * a + b) ** 3).sum()), n(8, 28, 28, 64), n(64), n(64))
    add("groupnorm", lambda x: norm(x.reshape(4, 28, 28, 8, 16), (1, 2, 4)).reshape(x.shape), n(4, 28, 28, 128))
    add("resize_bilinear", lambda x: jax.image.resize(x, (2, 112, 112, 16), "bilinear"), n(2, 56, 56, 16))

    # Reductions, scans, sorting and indices.
    add("sum_middle", lambda x: x.sum(1), n(64, 257, 129))
    add("variance", lambda x: x.var(), n(1000, 1000))
    add("logsumexp", lambda x: jax.nn.logsumexp(x, 0), n(500, 999))
    add("xent_grad", jax.grad(lambda x, y: -jnp.take_along_axis(jax.nn.log_softmax(x), y[:, None], 1).mean()), n(256, 10000), ints(0, 10000, 256))
    add("cumsum_axis0", lambda x: jnp.cumsum(x, 0), n(1000, 500))
    add("cumprod", lambda x: jnp.cumprod(x, 1), n(500, 1000))
    add("cummax", lambda x: lax.cummax(x, 1), n(500, 1000))
    add("associative_scan", lambda a, b: lax.associative_scan(lambda x, y: (x[0] * y[0], x[1] * y[0] + y[1]), (a, b))[1], g.random((1000, 64)).astype(f32), n(1000, 64))
    add("sort_axis0", lambda x: jnp.sort(x, 0), n(500, 300))
    add("argsort_50k", jnp.argsort, n(50_000))
    add("sort_i32_rows", lambda x: jnp.sort(x, 1), ints(0, 1000, 200, 500))
    add("topk_1000x500", lambda x: lax.top_k(x, 10), n(1000, 500))
    add("searchsorted", jnp.searchsorted, np.sort(n(10_000)), n(20_000))
    add("histogram", lambda x: jnp.histogram(x, 64)[0], n(200_000))
    add("bincount", lambda x: jnp.bincount(x, length=256), ints(0, 256, 200_000))
    add("median", lambda x: jnp.median(x, 1), n(200, 501))
    add("unique", lambda x: jnp.unique(x, size=1000), ints(0, 1000, 20_000))
    add("interpolate", jnp.interp, n(50_000), np.sort(n(1000)), n(1000))
    add("segment_sum", lambda x, i: jax.ops.segment_sum(x, i, 1000), n(20_000, 32), ints(0, 1000, 20_000))
    add("scatter_rows", lambda x, i, u: x.at[i].set(u, unique_indices=True), n(50_000, 16), g.permutation(50_000)[:10_000].astype(i32), n(10_000, 16))
    add("one_hot_mm", lambda i, w: jax.nn.one_hot(i, 1000) @ w, ints(0, 1000, 512), n(1000, 128))
    add("take_along_axis", lambda x, i: jnp.take_along_axis(x, i, 1), n(500, 1000), ints(0, 1000, 500, 200))
    add("roll_and_flip", lambda x: jnp.roll(x[::-1], (3, 5), (0, 1)), n(1000, 1000))
    add("pad_reflect", lambda x: jnp.pad(x, ((3, 3), (5, 5)), mode="reflect"), n(1000, 1000))
    add("repeat", lambda x: jnp.repeat(x, 3, 1), n(500, 1000))
    add("concatenate_odd", lambda a, b: jnp.concatenate([a, b], 1), n(2001, 2003), n(2001, 2003))

    # Transforms, complex numbers, linear algebra, random numbers.
    add("fft2_256", jnp.fft.fft2, n(256, 256).astype(np.complex64))
    add("rfft_rows_1000", jnp.fft.rfft, n(500, 1000))
    add("fft_prime_1009", jnp.fft.fft, n(100, 1009).astype(np.complex64))
    add("complex_mul", lambda a, b: a * b + jnp.conj(a), n(500_000).astype(np.complex64), n(500_000).astype(np.complex64))
    add("complex_mm", mm, n(200, 200).astype(np.complex64), n(200, 200).astype(np.complex64))
    add("complex_exp", jnp.exp, n(200_000).astype(np.complex64))
    definite = lambda a, s: (a @ a.swapaxes(-1, -2) + s * np.eye(a.shape[-1])).astype(f32)
    add("cholesky_256", jnp.linalg.cholesky, definite(n(256, 256), 256))
    add("cholesky_500x8", jnp.linalg.cholesky, definite(n(500, 8, 8), 8))
    add("inverse_2000x4", jnp.linalg.inv, n(2000, 4, 4) + 4 * np.eye(4, dtype=f32))
    add("determinant_5000x3", jnp.linalg.det, n(5000, 3, 3))
    add("qr_200x100", jnp.linalg.qr, n(200, 100))
    add("eigvalsh_100", lambda a: jnp.linalg.eigvalsh(a + a.T), n(100, 100))
    add("singular_values_100", lambda a: jnp.linalg.svd(a, compute_uv=False), n(100, 100))
    # Vectors have signs and phases of their own choice: what they are factors of is compared.
    symmetric = lambda a: (a + a.swapaxes(-1, -2).conj()) / 2
    def eigh(a):
        w, v = jnp.linalg.eigh(symmetric(a))
        return w, (v * w[..., None, :]) @ v.swapaxes(-1, -2).conj()

    def svd(a):
        u, s, v = jnp.linalg.svd(a, full_matrices=False)
        return s, (u * s[..., None, :]) @ v

    for t, dt in (("f32", f32), ("f64", f64), ("c64", np.complex64)):
        more = (lambda *s: n(*s).astype(dt) + 1j * n(*s)) if t == "c64" else (lambda *s: n(*s, dt=dt))
        square = more(300, 300).astype(dt)
        add(f"qr_300_{t}", lambda a: jnp.abs(jnp.linalg.qr(a)[1]), square)
        add(f"eigh_300_{t}", eigh, square)
        add(f"svd_300_{t}", svd, square)
        add(f"eigvalsh_300_{t}", lambda a: jnp.linalg.eigvalsh(symmetric(a)), square)
        add(f"singular_values_300_{t}", lambda a: jnp.linalg.svd(a, compute_uv=False), square)
        add(f"lu_300_{t}", lambda a: jax.scipy.linalg.lu_factor(a)[0], square + 30 * np.eye(300, dtype=dt))
        add(f"inverse_300_{t}", jnp.linalg.inv, square + 30 * np.eye(300, dtype=dt))
    add("eigenvalues_100", lambda a: jnp.sort(jnp.abs(jnp.linalg.eigvals(a))), n(100, 100))
    add("eig_200", lambda a: jnp.sort(jnp.abs(jnp.linalg.eig(a)[0])), n(200, 200))
    add("qr_2000x50", lambda a: jnp.abs(jnp.linalg.qr(a)[1]), n(2000, 50))
    add("svd_1000x20", svd, n(1000, 20))
    add("svd_500x8x8", svd, n(500, 8, 8))
    add("eigh_500x8x8", eigh, n(500, 8, 8))
    add("lstsq_500x50", lambda a, b: jnp.linalg.lstsq(a, b)[0], n(500, 50), n(500))
    add("pinv_100", jnp.linalg.pinv, n(100, 100))
    add("expm_64", jax.scipy.linalg.expm, n(64, 64, sc=.1))
    add("slogdet_grad_100", jax.grad(lambda a: jnp.linalg.slogdet(a)[1]), n(100, 100))
    add("triangular_solve", lambda a, b: jax.scipy.linalg.solve_triangular(a, b, lower=True), np.tril(n(256, 256)) * f32(.1) + 4 * np.eye(256, dtype=f32), n(256, 64))
    add("solve_200x16", jnp.linalg.solve, n(200, 16, 16) + 8 * np.eye(16, dtype=f32), n(200, 16, 1))
    random = lambda f: lambda k: f(jax.random.wrap_key_data(k))
    add("uniform_500k", random(lambda k: jax.random.uniform(k, (500_000,), f32)), key)
    add("gumbel", random(lambda k: jax.random.gumbel(k, (64, 5000), f32)), key)
    add("permutation_50k", random(lambda k: jax.random.permutation(k, 50_000)), key)
    add("gamma_20k", random(lambda k: jax.random.gamma(k, 2.0, (20_000,), f32)), key)
    add("dropout", lambda k, x: jnp.where(jax.random.bernoulli(jax.random.wrap_key_data(k), .9, x.shape), x / f32(.9), 0), key, n(1000, 1000))

    # Elementwise.
    functions = dict(
        erf=jax.scipy.special.erf, erfinv=lambda x: lax.erf_inv(jnp.tanh(x)), lgamma=lambda x: lax.lgamma(jnp.abs(x) + f32(.1)),
        digamma=lambda x: lax.digamma(jnp.abs(x) + f32(.1)), sin=jnp.sin, tan=jnp.tan, exp=jnp.exp, tanh=jnp.tanh, log1p=lambda x: jnp.log1p(jnp.abs(x)),
        pow=lambda x: jnp.abs(x) ** f32(1.7), atan2=lambda x: jnp.arctan2(x, x + 1), cbrt=jnp.cbrt, sinh=jnp.sinh, asinh=jnp.arcsinh,
        acos=lambda x: jnp.arccos(jnp.tanh(x)), expm1=jnp.expm1, sigmoid=jax.nn.sigmoid, bessel_i1e=lax.bessel_i1e)
    for name, f in functions.items():
        for t, dt in (("f32", f32), ("f64", f64)):
            add(f"{name}_{t}_300k", f, n(300_000, dt=dt))
    add("divide_i32", lambda a, b: a // b + a % b, ints(-10**6, 10**6, 300_000), ints(1, 1000, 300_000))
    add("divide_i64", lambda a, b: a // b, ints(-10**12, 10**12, 300_000, dt=np.int64), ints(1, 1000, 300_000, dt=np.int64))
    add("divide_by_constant", lambda a: a // 7 + a % 10, ints(-10**6, 10**6, 300_000))
    add("popcnt_clz", lambda a: lax.population_count(a) + lax.clz(a), ints(0, 10**9, 300_000))
    add("any_all", lambda a: (a > 2).any(1) & (a < 3).all(1), n(1000, 1000))
    add("sum_i64", lambda a: a.sum(), ints(0, 10**9, 1_000_000, dt=np.int64))
    add("adamw_1m", lambda p, m, v, d: (lambda m, v: (p - f32(.001) * (m / (jnp.sqrt(v) + f32(1e-8)) + f32(.01) * p), m, v))(f32(.9) * m + f32(.1) * d, f32(.999) * v + f32(.001) * d * d),
        n(1_000_000), n(1_000_000), np.abs(n(1_000_000)), n(1_000_000))
    add("global_norm_clip", lambda a, b: (lambda s: (a * s, b * s))(1 / jnp.maximum(1, jnp.sqrt((a * a).sum() + (b * b).sum()))), n(500, 1000), n(700, 300))

    # Pieces of models and of simulations.
    add("kv_update", lambda c, x, i: lax.dynamic_update_slice(c, x, (i32(0), i, i32(0))), n(12, 256, 768), n(12, 1, 768), i32(7))
    add("grouped_query_attention", lambda q, k, v: jnp.einsum("bhgqk,bkhd->bqhgd", jax.nn.softmax(jnp.einsum("bqhgd,bkhd->bhgqk", q, k) / 8, -1), v),
        n(1, 128, 4, 4, 64), n(1, 128, 4, 64), n(1, 128, 4, 64))
    causal = lambda q, k, v: (jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((128, 128), bool)), jnp.einsum("hqd,hkd->hqk", q, k) / 8, -1e9), -1) @ v).sum()
    add("causal_attention_grad", jax.grad(causal, (0, 1, 2)), n(8, 128, 64), n(8, 128, 64), n(8, 128, 64))
    add("experts", lambda x, w, i: jnp.einsum("td,tdf->tf", x, w[i]), n(64, 128), n(8, 128, 256, sc=.1), ints(0, 8, 64))
    add("small_matrices", lambda w, x: jnp.tanh(jnp.einsum("bij,bj->bi", w, x)), n(1000, 16, 16), n(1000, 16))
    add("small_matrices_64", lambda w, x: jnp.exp(jnp.einsum("bij,bj->bi", w, x)), n(200, 16, 64, sc=.1), n(200, 64))
    add("mv_sigmoid_10k_30", lambda w, x: jax.nn.sigmoid(w @ x), n(10_000, 30), n(30))
    add("rbf_kernel", lambda x, y: jnp.exp(f32(-.02) * ((x[:, None] - y[None]) ** 2).sum(-1)), n(300, 32), n(64, 32))
    add("logsumexp_rows_16", lambda x: jax.nn.logsumexp(x, 1), n(8192, 16))
    add("logsumexp_rows_20k", lambda x: jax.nn.logsumexp(x, 1), n(24, 20_000))
    add("tanh_of_max_rows", lambda x: jnp.tanh(x.max(1)), n(2048, 64))
    add("mm_8", mm, n(8, 8), n(8, 8))
    add("gram_tall", lambda a: a.T @ a, n(20_000, 32))
    add("mm_outer", mm, n(2000, 4), n(4, 2000))
    add("pairwise", lambda x: ((x[:, None] - x[None]) ** 2).sum(-1), n(400, 16))
    add("kmeans", lambda x, c: ((x * x).sum(1)[:, None] - 2 * x @ c.T + (c * c).sum(1)).argmin(1), n(10_000, 16), n(64, 16))
    add("contract_four", lambda a, b: jnp.einsum("abcd,cdef->abef", a, b), n(12, 13, 14, 15), n(14, 15, 8, 9))
    add("scores_bqhd", lambda a, b: jnp.einsum("bqhd,bkhd->bhqk", a, b), n(2, 128, 8, 64), n(2, 128, 8, 64))
    add("kronecker", jnp.kron, n(30, 30), n(30, 30))
    add("convolve_1d", jnp.convolve, n(10_000), n(65))
    add("hessian", jax.hessian(lambda x: (jnp.sin(x) * jnp.cumsum(x)).sum()), n(64))
    around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
    life = lambda x: (lambda s: ((s == 3) | ((x == 1) & (s == 2))).astype(i32))(sum(jnp.roll(x, a, (0, 1)) for a in around))
    add("game_of_life", lambda x: lax.fori_loop(0, 20, lambda _, x: life(x), x), ints(0, 2, 256, 256))
    import programs
    programs.small.cases(add, n, ints)
    # As JAX is by default, without types of 64 bits.
    programs.cases(functools.partial(add, wide=False), n, ints)
    return all_cases


def every_type():
    """As `cases`."""
    from programs import every_type
    all_cases, add = collector()
    every_type.cases(add)
    return all_cases


def write_cases(out, wanted, types=False):
    import jax, loops
    for name, (f, args, wide) in (every_type() if types else cases()).items():
        if re.search(wanted, name) and not os.path.exists(f"{out}/{name}/meta.json"):
            with jax.enable_x64(wide):
                loops.write_case(f"{out}/{name}", name, f, args)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--types", action="store_true", help="every op on every element type")
    ap.add_argument("--out", help="target/survey, or target/survey-types")
    ap.add_argument("--filter", default="")
    ap.add_argument("--seconds", type=float, default=0.5)
    ap.add_argument("--hloom", help="another binary")
    ap.add_argument("--again", action="store_true", help="measure XLA again")
    a = ap.parse_args()
    a.out = a.out or f"{side.ROOT}/target/survey" + "-types" * a.types
    os.makedirs(a.out, exist_ok=True)
    os.environ["JAX_ENABLE_X64"] = "1"
    if a.hloom:
        side.hloom_binary = lambda: a.hloom
    code = "import sys, survey; survey.write_cases(sys.argv[1], sys.argv[2], bool(sys.argv[3]))"
    subprocess.run([sys.executable, "-c", code, a.out, a.filter, "types" * a.types], cwd=side.HERE, env=side.clean_env(), check=True)
    path = f"{a.out}/survey.json"
    data = json.load(open(path)) if os.path.exists(path) else {}
    names = [n for n in sorted(os.listdir(a.out)) if re.search(a.filter, n) and os.path.exists(f"{a.out}/{n}/meta.json")]
    for name in names:
        case = f"{a.out}/{name}"
        kept = data.get(name, {}).get("xla", {})
        hloom = side.run_hloom(case, a.seconds)
        xla = kept if "run_ms" in kept and not a.again else side.run_peer("xla-reuse", case, a.seconds, "")
        data[name] = dict(hloom=hloom, xla=xla)
        json.dump(data, open(path, "w"), indent=1)
        times = [side.cell(r.get(k), d) for k, d in (("run_ms", 4), ("compile_ms", 1)) for r in (hloom, xla)]
        problem = hloom.get("error") or xla.get("error") or ""
        print(f"{name:30} run {times[0]:>9} {times[1]:>9}  compile {times[2]:>6} {times[3]:>6}  {side.cell(side.ratio(xla, hloom), 2)} {problem}", flush=True)
    ratios = {n: side.ratio(data[n]["xla"], data[n]["hloom"]) for n in names}
    known = [r for r in ratios.values() if r]
    print(f"\nGeometric mean {side.cell(side.geomean(known), 2)} of {len(known)}; under 1: "
          + (", ".join(f"{n} {r:.2f}" for n, r in sorted(ratios.items(), key=lambda x: x[1] or 0) if r and r < 1) or "none")
          + "; wrong or not run: " + (", ".join(n for n in names if not ratios[n]) or "none"))


if __name__ == "__main__":
    main()
