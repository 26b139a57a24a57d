"""Networks in PyTorch's layout: images with channels first, and the parts that they consist of."""
import jax, jax.numpy as jnp, ml_dtypes
from jax import lax

BF16 = ml_dtypes.bfloat16


def conv(x, w, stride=1, pad=None, groups=1, lhs=1):
    pad = (w.shape[2] - 1) // 2 if pad is None else pad
    return lax.conv_general_dilated(
        x, w, (stride, stride), [(pad, pad)] * 2, lhs_dilation=(lhs, lhs),
        dimension_numbers=("NCHW", "OIHW", "NCHW"), feature_group_count=groups)


def scaled(x, a, b):
    return x * a[:, None, None] + b[:, None, None]


def pooled(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")


def basic_block(x, w, v, a, b):
    return jax.nn.relu(x + scaled(conv(jax.nn.relu(scaled(conv(x, w), a, b)), v), a, b))


def resnet(p, x):
    """Four stages of two blocks, as a ResNet of 18 layers has."""
    p = iter(p)
    x = pooled(jax.nn.relu(conv(x, next(p), 2)))
    for stage in range(4):
        for block in range(2):
            stride = 2 if stage and not block else 1
            y = conv(jax.nn.relu(conv(x, next(p), stride)), next(p))
            x = jax.nn.relu(y + (conv(x, next(p), stride, 0) if stride > 1 else x))
    return x.mean((2, 3))


def resnet_weights(n):
    weights, c = [n(64, 3, 7, 7, sc=.1)], 64
    for stage in range(4):
        for block in range(2):
            k = 64 << stage
            weights += [n(k, c, 3, 3, sc=(2 / (9 * c)) ** .5), n(k, k, 3, 3, sc=(2 / (9 * k)) ** .5)]
            weights += [n(k, c, 1, 1, sc=c ** -.5)] if k != c else []
            c = k
    return weights


def unet(p, x):
    relu, up = jax.nn.relu, lambda h: jnp.repeat(jnp.repeat(h, 2, 2), 2, 3)
    a = relu(conv(x, p[0]))
    b = relu(conv(pooled(a), p[1]))
    c = relu(conv(pooled(b), p[2]))
    d = relu(conv(jnp.concatenate([up(c), b], 1), p[3]))
    return conv(relu(conv(jnp.concatenate([up(d), a], 1), p[4])), p[5])


def cases(add, n, ints):
    """As those of `small`."""
    half = lambda *s, sc=1.0: n(*s, sc=sc).astype(BF16)
    for name, m in (("", n), ("_bf16", half)):
        add("first_conv3_64_56x56" + name, conv, m(1, 64, 56, 56), m(64, 64, 3, 3, sc=.04))
        add("first_conv3_512_7x7" + name, conv, m(1, 512, 7, 7), m(512, 512, 3, 3, sc=.02))
        add("first_pool_64_112x112" + name, pooled, m(1, 64, 112, 112))
        add("first_depthwise3s2_144_56x56" + name, lambda x, w: conv(x, w, 2, groups=144), m(1, 144, 56, 56), m(144, 1, 3, 3, sc=.3))
        add("first_block_64_56x56" + name, basic_block, m(1, 64, 56, 56), m(64, 64, 3, 3, sc=.04), m(64, 64, 3, 3, sc=.04), m(64), m(64))
        add("first_conv3s2_256_14x14" + name, lambda x, w: conv(x, w, 2), m(1, 256, 14, 14), m(256, 256, 3, 3, sc=.02))
    add("first_conv_transposed", lambda x, w: conv(x, w, 1, 2, lhs=2), n(1, 64, 28, 28), n(32, 64, 4, 4, sc=.05))
    add("first_conv_volume", lambda x, w: lax.conv_general_dilated(x, w, (1, 1, 1), "SAME", dimension_numbers=("NCDHW", "OIDHW", "NCDHW")), n(2, 16, 16, 16, 16), n(32, 16, 3, 3, 3, sc=.05))
    row = lambda x, w: lax.conv_general_dilated(x, w, (1,), "SAME", dimension_numbers=("NCH", "OIH", "NCH"))
    add("first_conv_row_15", row, n(8, 32, 500), n(32, 32, 15, sc=.05))
    add("first_conv_row", row, n(8, 64, 500), n(64, 64, 5, sc=.05))
    block = (n(2, 64, 28, 28), n(64, 64, 3, 3, sc=.03), n(64, 64, 3, 3, sc=.03), n(64), n(64))
    add("first_block_grad", jax.grad(lambda w, x, v, a, b: (basic_block(x, w, v, a, b) ** 2).sum()), block[1], block[0], *block[2:])
    add("first_resnet18", resnet, resnet_weights(n), n(1, 3, 224, 224))
    add("first_resnet18_grad", jax.grad(lambda p, x: (resnet(p, x) ** 2).mean()), resnet_weights(n), n(2, 3, 64, 64))
    add("first_unet", unet, [n(32, 3, 3, 3, sc=.2), n(64, 32, 3, 3, sc=.06), n(128, 64, 3, 3, sc=.04), n(64, 192, 3, 3, sc=.03), n(32, 96, 3, 3, sc=.04), n(1, 32, 1, 1, sc=.2)], n(2, 3, 128, 128))
    add("first_decoder", lambda z, ws: (lambda h: jnp.tanh(conv(jax.nn.relu(conv(jax.nn.relu(conv(h, ws[1], 1, 2, lhs=2)), ws[2], 1, 2, lhs=2)), ws[3], 1, 2, lhs=2)))((z @ ws[0]).reshape(-1, 256, 4, 4)),
        n(16, 64), [n(64, 4096, sc=.1), n(128, 256, 4, 4, sc=.02), n(64, 128, 4, 4, sc=.03), n(3, 64, 4, 4, sc=.05)])
