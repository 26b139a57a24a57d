"""Series and tables: spectra, filters, statistics, sorting, hashing."""
import numpy as np, jax, jax.numpy as jnp
import jax.scipy as jsp
from jax import lax

F, I = np.float32, np.int32


def cases(add, n, ints):
    def stft(x):
        i = jnp.arange(0, x.shape[0] - 400, 160)[:, None] + jnp.arange(400)
        return jnp.abs(jnp.fft.rfft(x[i] * np.hanning(400).astype(F), 512)) ** 2

    add("stft", stft, n(16000))
    add("log_mel", lambda x, m: jnp.log(stft(x) @ m + F(1e-6)), n(16000), np.abs(n(257, 80)))
    add("autocorrelation", lambda x: jnp.fft.irfft(jnp.abs(jnp.fft.rfft(x, 8192)) ** 2)[:200], n(4096))
    op = lambda p, q: (p[0] * q[0], q[0] * p[1] + q[1])
    add("iir_associative", lambda a, x: lax.associative_scan(op, (a, x))[1], np.full(16384, .99, F), n(16384))

    def biquad(x):
        def step(s, x):
            x1, x2, y1, y2 = s
            y = F(.2) * x + F(.3) * x1 + F(.2) * x2 + F(.5) * y1 - F(.2) * y2
            return (x, x1, y, y1), y
        return lax.scan(step, (F(0),) * 4, x)[1]

    add("biquad_10k", biquad, n(10_000))
    add("rolling_mean", lambda x: jnp.convolve(x, jnp.ones(50, F) / 50, "valid"), n(20_000))
    add("rolling_max", lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (50,), (1,), "VALID"), n(20_000))
    add("rolling_std", lambda x: (lambda w: x[jnp.arange(2000)[:, None] + w].std(1))(jnp.arange(50)), n(2100))
    add("interp_10k", lambda x, a, b: jnp.interp(x, a, b), n(10_000), np.sort(n(100)), n(100))
    add("cumlogsumexp", lambda x: lax.cumlogsumexp(x, axis=1), n(100, 1000))
    add("cumlogsumexp_back", lambda x: lax.cumlogsumexp(x, axis=0, reverse=True), n(500, 200))
    add("percentiles", lambda x: jnp.percentile(x, np.array([5, 25, 50, 75, 95], F), axis=0), n(1000, 20))
    add("spearman", lambda x, y: jnp.corrcoef(*(jnp.argsort(jnp.argsort(v)).astype(F) for v in (x, y))), n(5000), n(5000))
    add("polyfit", lambda x, y: jnp.polyfit(x, y, 4), n(500), n(500))
    add("lstsq_500x10", lambda a, b: jnp.linalg.lstsq(a, b)[0], n(500, 10), n(500))
    add("vander_fit", lambda x, y: jnp.linalg.lstsq(jnp.vander(2 * x - 1, 6), y)[0], np.abs(n(2000)) % 1, n(2000))
    add("segment_max", lambda x, g: jax.ops.segment_max(x, g, 200), n(20_000, 8), np.sort(ints(0, 200, 20_000)))
    add("pairs_furthest", lambda x, y: jnp.abs(x[:, None] - y[None]).max(-1), n(500, 16), n(400, 16))
    add("arctan_512k", jnp.arctan, n(512, 1024))
    add("kde_1000", lambda x, q: jnp.exp(-F(8) * (x[:, None] - q) ** 2).mean(0), n(1000), n(500))
    add("pairwise_cosine", lambda a: (lambda u: u @ u.T)(a / jnp.linalg.norm(a, axis=1, keepdims=True)), n(500, 64))
    add("covariance", lambda x: jnp.cov(x, rowvar=False), n(1000, 64))
    add("group_mean_sorted", lambda x, g: jax.ops.segment_sum(x, g, 100, indices_are_sorted=True) / 100, n(10_000), np.sort(ints(0, 100, 10_000)))
    add("unique_counts", lambda x: jnp.unique(x, size=200, return_counts=True), ints(0, 200, 5000))
    add("lexsort_rows", lambda a, b: jnp.lexsort((a, b)), ints(0, 50, 5000), ints(0, 50, 5000))
    add("histogram_50", lambda x: jnp.histogram(x, 50, (-3., 3.))[0], n(20_000))
    add("histogram2d", lambda x, y: jnp.histogram2d(x, y, 32, ((-3, 3), (-3, 3)))[0], n(10_000), n(10_000))
    add("topk_mask", lambda x: jnp.where(x >= lax.top_k(x, 32)[0][:, -1:], x, 0), n(256, 1000))

    def mix(x):
        for k in (0x85ebca6b, 0xc2b2ae35):
            x = (x ^ (x >> np.uint32(16))) * np.uint32(k)
        return x ^ (x >> np.uint32(13))

    add("hash_mix", mix, ints(0, 2 ** 31 - 1, 100_000).astype(np.uint32))

    def crc(data, table):
        return lax.fori_loop(0, data.shape[0], lambda i, c: table[(c ^ data[i]) & 255] ^ (c >> np.uint32(8)), np.uint32(0xffffffff))

    add("crc_table_10k", crc, ints(0, 256, 10_000).astype(np.uint32), ints(0, 2 ** 31 - 1, 256).astype(np.uint32))

    def sha(w):
        rot = lambda x, r: (x >> np.uint32(r)) | (x << np.uint32(32 - r))
        def round(s, k):
            a, b, c, d, e, f, g, h = s
            t = h + (rot(e, 6) ^ rot(e, 11) ^ rot(e, 25)) + ((e & f) ^ (~e & g)) + k
            u = (rot(a, 2) ^ rot(a, 13) ^ rot(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
            return (t + u, a, b, c, d + t, e, f, g), None
        return jnp.stack(lax.scan(round, tuple(jnp.full(256, np.uint32(i + 1)) for i in range(8)), w)[0])

    add("sha_rounds_256", sha, ints(0, 2 ** 31 - 1, 64, 256).astype(np.uint32))

    def primes(k):
        def mark(i, s): return jnp.where(s[i], s & ~((jnp.arange(k) % i == 0) & (jnp.arange(k) > i)), s)
        return lax.fori_loop(2, 100, mark, jnp.ones(k, bool)).sum()

    add("sieve_10k", lambda x: primes(10_000) + x, I(0))

    def collatz(x):
        def one(x):
            return lax.while_loop(lambda s: s[0] > 1, lambda s: (jnp.where(s[0] % 2 == 0, s[0] // 2, 3 * s[0] + 1), s[1] + 1), (x, I(0)))[1]
        return jax.vmap(one)(x)

    add("collatz_10k", collatz, np.arange(1, 10_001, dtype=I))

    def bisect(lo, hi):
        f = lambda x: x ** 3 - x - 2
        def step(_, s):
            m = (s[0] + s[1]) / 2
            return jnp.where(f(m) < 0, m, s[0]), jnp.where(f(m) < 0, s[1], m)
        return lax.fori_loop(0, 40, step, (lo, hi))[0]

    add("bisection_1000", bisect, np.zeros(1000, F), np.full(1000, 3, F))
    add("newton_sqrt_64k", lambda x: lax.fori_loop(0, 10, lambda _, y: F(.5) * (y + x / y), x), np.abs(n(65536)) + 1)
