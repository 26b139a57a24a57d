"""Images: resizing, sampling, filters, detection."""
import numpy as np, jax, jax.numpy as jnp
import jax.scipy as jsp
from jax import lax

F, I = np.float32, np.int32


def cases(add, n, ints):
    add("resize_bilinear_224", lambda x: jax.image.resize(x, (1, 224, 224, 3), "bilinear"), n(1, 300, 400, 3))
    add("resize_nearest_up", lambda x: jax.image.resize(x, (1, 128, 128, 16), "nearest"), n(1, 64, 64, 16))
    add("rotate_map_coordinates", lambda x, c: jsp.ndimage.map_coordinates(x, [c[0], c[1]], order=1), n(256, 256), np.abs(n(2, 256, 256)) * 80)

    def grid_sample(x, g):
        h, w = x.shape[:2]
        y, z = g[..., 0] * (h - 1), g[..., 1] * (w - 1)
        y0, z0 = jnp.floor(y).astype(I), jnp.floor(z).astype(I)
        fy, fz = (y - y0)[..., None], (z - z0)[..., None]
        at = lambda a, b: x[jnp.clip(a, 0, h - 1), jnp.clip(b, 0, w - 1)]
        return (1 - fy) * ((1 - fz) * at(y0, z0) + fz * at(y0, z0 + 1)) + fy * ((1 - fz) * at(y0 + 1, z0) + fz * at(y0 + 1, z0 + 1))

    add("grid_sample", grid_sample, n(128, 128, 8), np.clip(np.abs(n(128, 128, 2)) / 3, 0, 1))
    add("histogram_equalise", lambda x: (jnp.cumsum(jnp.zeros(256, I).at[x].add(1)) * 255 // x.size)[x], ints(0, 256, 256, 256))
    add("integral_image", lambda x: jnp.cumsum(jnp.cumsum(x, 0), 1), n(512, 512))

    def bilateral(x):
        p = jnp.pad(x, 2, mode="edge"); num = den = 0
        for i in range(5):
            for j in range(5):
                y = p[i:i + x.shape[0], j:j + x.shape[1]]
                w = jnp.exp(-F((i - 2) ** 2 + (j - 2) ** 2) / 4 - (y - x) ** 2 * 8)
                num, den = num + w * y, den + w
        return num / den

    add("bilateral_256", bilateral, n(256, 256))

    def nms(boxes, scores):
        o = jnp.argsort(-scores); b = boxes[o]
        a = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
        lt, rb = jnp.maximum(b[:, None, :2], b[None, :, :2]), jnp.minimum(b[:, None, 2:], b[None, :, 2:])
        inter = jnp.prod(jnp.clip(rb - lt, 0), -1)
        iou = inter / (a[:, None] + a[None] - inter)
        n = b.shape[0]
        def step(i, keep): return jnp.where(keep[i], keep & ~((iou[i] > F(.5)) & (jnp.arange(n) > i)), keep)
        return lax.fori_loop(0, n, step, jnp.ones(n, bool)), o

    xy = np.abs(n(300, 2)) * 50
    add("nms_300", nms, np.concatenate([xy, xy + np.abs(n(300, 2)) * 30 + 5], 1).astype(F), n(300))
    add("gradient_magnitude", lambda x: jnp.sqrt(sum(g ** 2 for g in jnp.gradient(x))), n(512, 512))

    def morph(x): return lax.reduce_window(lax.reduce_window(x, -jnp.inf, lax.max, (5, 5), (1, 1), "SAME"), jnp.inf, lax.min, (5, 5), (1, 1), "SAME")
    add("closing_5x5", morph, n(512, 512))
    add("rgb_to_hsv", lambda x: jnp.stack([jnp.where(x.max(-1) == x.min(-1), 0, (x[..., 1] - x[..., 2]) / (x.max(-1) - x.min(-1) + F(1e-9))), 1 - x.min(-1) / x.max(-1), x.max(-1)], -1), np.abs(n(256, 256, 3)) + F(.1))

    def flood(x):
        lab = jnp.where(x, jnp.arange(x.size, dtype=I).reshape(x.shape), -1)
        def step(s):
            l, _ = s
            m = lax.reduce_window(l, I(-1), lax.max, (3, 3), (1, 1), "SAME")
            m = jnp.where(x, m, -1)
            return m, jnp.any(m != l)
        return lax.while_loop(lambda s: s[1], step, (lab, True))[0]

    add("connected_components", flood, n(64, 64) > -.3)
    add("jpeg_dct", lambda x, d: jnp.einsum("ij,ajbk,lk->aibl", d, x.reshape(32, 8, 32, 8), d), n(256, 256), n(8, 8))
    add("ssim", lambda x, y: (lambda m: (lambda a, b: ((2 * a * b + F(.01)) * (2 * (m(x * y) - a * b) + F(.03)) / ((a * a + b * b + F(.01)) * (m(x * x) - a * a + m(y * y) - b * b + F(.03)))).mean())(m(x), m(y)))(lambda z: lax.reduce_window(z, F(0), lax.add, (7, 7), (1, 1), "VALID") / 49), n(256, 256), n(256, 256))

    def barrel(x):
        """Warped by the distance from the middle: places between pixels. (Not rounded to bytes again: a last bit would decide.)"""
        h, w, _ = x.shape
        y, z = jnp.meshgrid(jnp.linspace(-1, 1, h), jnp.linspace(-1, 1, w), indexing="ij")
        s = 1 + 0.2 * (y * y + z * z)
        y, z = (jnp.clip((u * s + 1) * (m - 1) / 2, 0, m - 1.001) for u, m in ((y, h), (z, w)))
        i, j = y.astype(int), z.astype(int)
        a, b, f = (y - i)[..., None], (z - j)[..., None], x.astype(jnp.float32)
        return f[i, j] * (1 - a) * (1 - b) + f[i, j + 1] * (1 - a) * b + f[i + 1, j] * a * (1 - b) + f[i + 1, j + 1] * a * b

    add("image_barrel_u8", barrel, ints(0, 256, 256, 256, 3).astype(np.uint8))

    def cut_out(x, c):
        inside = lambda d, at: jnp.abs(jnp.arange(32).reshape(d) - at) < 4
        return jnp.where((inside((1, 32, 1), c[:, :1, None]) & inside((1, 1, 32), c[:, 1:, None]))[..., None], 0, x)

    add("image_cut_out", cut_out, n(128, 32, 32, 3), ints(0, 32, 128, 2))
