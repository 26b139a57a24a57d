"""Blocks, quantised products and images of narrow numbers, bits."""
import numpy as np, jax, ml_dtypes, jax.numpy as jnp
from jax import lax

F, I = np.float32, np.int32
BF = ml_dtypes.bfloat16


def cases(add, n, ints):
    h = lambda *s, sc=1.: n(*s, sc=sc).astype(BF)
    rms = lambda x, g: (x.astype(F) * lax.rsqrt((x.astype(F) ** 2).mean(-1, keepdims=True) + F(1e-6))).astype(BF) * g

    def block(x, g1, wq, wo, g2, w1, w3, w2):
        T, D = x.shape; H = 4
        q, k, v = jnp.split(rms(x, g1) @ wq, 3, -1); sp = lambda a: a.reshape(T, H, D // H).transpose(1, 0, 2)
        s = jnp.einsum("hqd,hkd->hqk", sp(q), sp(k), preferred_element_type=F) / 8
        p = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((T, T), bool)), s, F(-1e9))).astype(BF)
        x = x + (jnp.einsum("hqk,hkd->hqd", p, sp(v)).transpose(1, 0, 2).reshape(T, D)) @ wo
        y = rms(x, g2)
        return x + (jax.nn.silu(y @ w1) * (y @ w3)) @ w2

    add("llama_block_bf16", block, h(64, 256), h(256), h(256, 768, sc=.05), h(256, 256, sc=.05), h(256), h(256, 688, sc=.05), h(256, 688, sc=.05), h(688, 256, sc=.05))
    add("llama_block_bf16_1", block, h(1, 256), h(256), h(256, 768, sc=.05), h(256, 256, sc=.05), h(256), h(256, 688, sc=.05), h(256, 688, sc=.05), h(688, 256, sc=.05))
    add("int8_dynamic_quant", lambda x, w, s: (lambda sx: lax.dot_general(jnp.round(x / sx).astype(np.int8), w, (((1,), (0,)), ((), ())), preferred_element_type=I).astype(F) * sx * s)(jnp.abs(x).max(1, keepdims=True) / 127), n(64, 512), ints(-127, 128, 512, 512, dt=np.int8), np.abs(n(512)))
    add("int4_weights", lambda x, w, s: x @ (((w[:, :, None] >> np.array([0, 4], np.int8)) & 15).astype(F).reshape(256, 512) * s), n(32, 256), ints(-128, 127, 256, 256, dt=np.int8), np.abs(n(512)))
    add("bf16_adam", lambda p, g, m: (p - (F(.01) * m).astype(BF), F(.9) * m + F(.1) * g.astype(F)), h(1000, 256), h(1000, 256), n(1000, 256))
    add("f16_conv", lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), n(1, 32, 32, 32).astype(np.float16), n(3, 3, 32, 32, sc=.1).astype(np.float16))
    add("u8_normalise", lambda x: (x.astype(F) / 255 - F(.5)) / F(.25), ints(0, 256, 8, 224, 224, 3, dt=np.uint8))
    add("u8_to_grey", lambda x: (x.astype(F) @ np.array([.3, .6, .1], F)).astype(np.uint8), ints(0, 256, 224, 224, 3, dt=np.uint8))
    add("bf16_cross_entropy", lambda l, y: -jnp.take_along_axis(jax.nn.log_softmax(l.astype(F)), y[:, None], 1).mean(), h(64, 32000), ints(0, 32000, 64))
    add("bf16_layernorm", lambda x, g: rms(x, g), h(512, 1024), h(1024))
    add("popcount_hamming", lambda a, b: lax.population_count(a[:, None] ^ b).astype(I).sum(-1), ints(0, 2**31-1, 100, 8).astype(np.uint32), ints(0, 2**31-1, 200, 8).astype(np.uint32))
    add("bits_unpack", lambda x: (x[:, None] >> jnp.arange(32, dtype=np.uint32)) & np.uint32(1), ints(0, 2**31-1, 10000).astype(np.uint32))
