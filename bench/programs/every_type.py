"""Every op on every element type, for `survey.py --types`: what one processor has no instruction for shows here."""
import operator
import jax, jax.numpy as jnp, ml_dtypes, numpy as np
from jax import lax

FLOATS = dict(f32=np.float32, f64=np.float64, bf16=ml_dtypes.bfloat16, f16=np.float16)
INTS = dict(i8=np.int8, i16=np.int16, i32=np.int32, i64=np.int64, u8=np.uint8, u16=np.uint16, u32=np.uint32, u64=np.uint64)
TYPES = {**FLOATS, **INTS, "bool": np.bool_, "c64": np.complex64}
# Numbers of elementwise programs; rows and columns of the others.
N = 200_000
R, C = 500, 400


def elementwise(add, of):
    """`of(type, shape…)` makes numbers."""
    for a in TYPES:
        for b in TYPES:
            if a != b and not (a in FLOATS and b in INTS and b[0] == "u") and "c64" not in (a, b):
                x = abs(of(a, N)) if b[0] == "u" and a != "bool" else of(a, N)
                add(f"convert_{a}_{b}", lambda x, b=b: x.astype(TYPES[b]), x)
    one = dict(sign=jnp.sign, cube=lambda x: x**3, iota=lambda x: x + lax.iota(x.dtype, x.size), sum=lambda x: x.sum(dtype=x.dtype), greatest=jnp.max, argmax=jnp.argmax)
    one_int = dict(population_count=lax.population_count, clz=lax.clz, invert=jnp.invert, clip=lambda x: jnp.clip(x, 3, 17), div7=lambda x: x // 7, rem10=lambda x: x % 10)
    one_float = dict(floor=jnp.floor, round=jnp.round, isnan=jnp.isnan, isfinite=jnp.isfinite, sqrt=lambda x: jnp.sqrt(abs(x)), rsqrt=lambda x: lax.rsqrt(abs(x)), exp=jnp.exp, log=lambda x: jnp.log(abs(x)), sin=jnp.sin, tanh=jnp.tanh,
                     logistic=jax.nn.sigmoid, nan_to_num=jnp.nan_to_num, pow25=lambda x: abs(x) ** 2.5, linspace=lambda x: x * jnp.linspace(0, 1, x.size, dtype=x.dtype))
    two = dict(maximum=jnp.maximum, multiply=jnp.multiply, lt=operator.lt, least=lambda x, y: jnp.where(x < y, x, y + y))
    two_ints = dict(shift_left=lambda x, y: x << (y & 3), shift_right=lambda x, y: x >> (y & 3), div=lambda x, y: lax.div(x, y | 1), rem=lambda x, y: lax.rem(x, y | 1))
    two_floats = dict(divide=jnp.divide, remainder=lax.rem, mod=jnp.mod, atan2=jnp.arctan2, pow=lambda x, y: abs(x) ** y, nextafter=jnp.nextafter, copysign=jnp.copysign, hypot=jnp.hypot)
    for t in {**FLOATS, **INTS}:
        for name, f in {**one, **(one_float if t in FLOATS else one_int)}.items():
            add(f"{name}_{t}", f, of(t, N))
        for name, f in {**two, **(two_floats if t in FLOATS else two_ints)}.items():
            add(f"{name}_{t}", f, of(t, N), of(t, N))
    for name, f in dict(and_=jnp.logical_and, xor=jnp.logical_xor).items():
        add(f"{name}_bool", f, of("bool", N), of("bool", N))
    for name, f in dict(not_=jnp.logical_not, all=jnp.all, count=jnp.sum).items():
        add(f"{name}_bool", f, of("bool", N))


def numbers(add, of, places, t):
    """Arithmetic along rows and columns."""
    x = of(t, R, C)
    for a in (0, 1):
        add(f"sum{a}", lambda x, a=a: x.sum(a, dtype=x.dtype), x)
        add(f"cumsum{a}", lambda x, a=a: jnp.cumsum(x, a, dtype=x.dtype), x)
    add("prod1", lambda x: x.prod(1, dtype=x.dtype), x)
    add("less_its_sum", lambda x: x - x.sum(1, keepdims=True, dtype=x.dtype), x)
    add("differences_less_sum", lambda x: jnp.diff(x * x.sum(1, keepdims=True, dtype=x.dtype), axis=1), x)
    add("dot", lax.dot, x, of(t, C, 64))
    add("dot_tn", lambda x, y: lax.dot_general(x, y, (((0,), (0,)), ((), ()))), of(t, C, R), of(t, C, 32))
    add("matvec", operator.matmul, x, of(t, C))
    add("vecmat", operator.matmul, of(t, R), x)
    add("batch", lambda x, y: jnp.einsum("bij,bjk->bik", x.reshape(20, 25, C), y), x, of(t, 20, C, 25))
    add("conv", lambda x, w: lax.conv_general_dilated(x.reshape(1, 20, 25, C), w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), x, of(t, 3, 3, C, 4))
    add("scatter_add", lambda x, i, u: x.at[i].add(u), x, places(R, 300), of(t, 300, C))
    add("segment_sum", lambda x, i: jax.ops.segment_sum(x, i, 50), x, places(50, R))
    add("blur", lambda x: x + jnp.roll(x, 1, 1) + jnp.roll(x, -1, 1) + jnp.roll(x, 1, 0) + jnp.roll(x, -1, 0), x)
    add("affine", lambda x, a, b: x * a[:, None] + b, x, of(t, R), of(t, C))
    add("outer", lambda a, b: a[:, None] * b, of(t, R), of(t, C))
    add("tril", jnp.tril, x)


def ordered(add, of, t):
    """What compares."""
    x = of(t, R, C)
    for a in (0, 1):
        add(f"max{a}", lambda x, a=a: x.max(a), x)
        add(f"argmax{a}", lambda x, a=a: x.argmax(a), x)
        add(f"sort{a}", lambda x, a=a: jnp.sort(x, a), x)
    add("argsort1", lambda x: jnp.argsort(x, 1), x)
    if t == "bool":
        return
    least = np.array(-np.inf if t in FLOATS else np.iinfo(TYPES[t]).min, TYPES[t])
    window = lambda size, step, kind: lambda x: lax.reduce_window(x, least, lax.max, size, step, kind)
    for a in (0, 1):
        add(f"cummax{a}", lambda x, a=a: lax.cummax(x, a), x)
    add("top8", lambda x: lax.top_k(x, 8), x)
    add("window_max1", window((1, 3), (1, 1), "SAME"), x)
    add("window_max0", window((3, 1), (2, 1), "SAME"), x)
    add("window_sum", lambda x: lax.reduce_window(x, np.array(0, x.dtype), lax.add, (3, 3), (1, 1), "VALID"), x)
    add("range", lambda x: (x.min(), x.max()), x)


def movement(add, of, places, t):
    """What moves elements."""
    x, dt = of(t, R, C), TYPES[t]
    add("transpose", jnp.transpose, x)
    add("transpose_021", lambda x: x.reshape(R // 4, 4, C).transpose(0, 2, 1), x)
    add("transpose_201", lambda x: x.reshape(R, C // 4, 4).transpose(2, 0, 1), x)
    for a in (0, 1):
        add(f"pad{a}", lambda x, a=a: jnp.pad(x, [(0, 0)] * a + [(1, 2)] + [(0, 0)] * (1 - a)), x)
        add(f"flip{a}", lambda x, a=a: jnp.flip(x, a), x)
        add(f"concatenate{a}", lambda x, y, a=a: jnp.concatenate([x, y], a), x, of(t, R // 2, C) if a == 0 else of(t, R, C // 2))
        add(f"take{a}", lambda x, i, a=a: jnp.take(x, i, a), x, places((R, C)[a], 300))
    add("pad_interior", lambda x: lax.pad(x, np.array(0, dt), ((0, 0, 0), (0, 0, 1))), x)
    add("roll1", lambda x: jnp.roll(x, 3, 1), x)
    add("take_along", lambda x, i: jnp.take_along_axis(x, i, 1), x, places(C, R, 100))
    add("every_second", lambda x: x[:, ::2], x)
    add("every_third", lambda x: x[:, 1::3], x)
    add("dynamic_slice", lambda x, i: lax.dynamic_slice(x, (i, i), (R // 2, C // 2)), x, np.int32(7))
    add("dynamic_update", lambda x, u, i: lax.dynamic_update_slice(x, u, (i, i)), x, of(t, R // 2, C // 2), np.int32(5))
    add("stack", lambda x, y: jnp.stack([x, y], -1), x, of(t, R, C))
    add("unstack", lambda x: (x[..., 0], x[..., 1]), of(t, R, C, 2))
    add("repeat", lambda x: jnp.repeat(x, 2, 1), x)
    add("put_columns", lambda x, i, u: x.at[:, i].set(u), x, places(C, 100), of(t, R, 100))
    add("one_hot", lambda i: jax.nn.one_hot(i, C, dtype=dt), places(C, R))
    add("where", jnp.where, of("bool", R, C), x, of(t, R, C))
    add("mask", lambda x: jnp.where(jnp.arange(C) < jnp.arange(R)[:, None], x, np.array(0, dt)), x)
    add("equal_rows", lambda x, y: (x == y).all(1), x, of(t, R, C))
    add("set_columns", lambda x: x.at[:, 3:50].set(np.array(1, dt)), x)


def cases(add):
    """Calls `add(name, function, arguments…)`."""
    g = np.random.default_rng(4)
    places = lambda n, *shape: g.integers(0, n, shape).astype(np.int32)

    def of(t, *shape):
        if t == "bool":
            return g.random(shape) < .5
        if t == "c64":
            return (g.standard_normal(shape) + 1j * g.standard_normal(shape)).astype(np.complex64)
        if t in FLOATS:
            return (g.standard_normal(shape) * 10).astype(FLOATS[t])
        return g.integers(0 if t[0] == "u" else -50, 50, shape).astype(INTS[t])

    elementwise(add, of)
    for t in TYPES:
        here = lambda name, *rest, t=t: add(f"{name}_{t}", *rest)
        if t != "bool":
            numbers(here, of, places, t)
        if t != "c64":
            ordered(here, of, t)
        movement(here, of, places, t)
