#!/usr/bin/env python3
"""Programs of TensorFlow as cases for `hloom check` and `hloom bench`: what its compiler makes of them, and what they give in TensorFlow.

  tensorflow_cases.py OUT [REGEX]

In an environment that has tensorflow (2.21) and keras. Each is traced with `jit_compile=True`, its StableHLO taken from
`experimental_get_compiler_ir`: variables are its last arguments, what it assigns its last results. Weights are random. What XLA in
TensorFlow does not compile is said and left out.
"""
import os
import case_files

os.environ.update(KERAS_BACKEND="tensorflow", TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="")


def cases():
    """name -> function that gives a function and its arguments"""
    import keras, numpy as np, tensorflow as tf
    layers, chain, apps = keras.layers, keras.Sequential, keras.applications
    g = np.random.default_rng(7)
    n = lambda *s: g.standard_normal(s).astype(np.float32)
    u = lambda *s: g.random(s).astype(np.float32)
    ints = lambda lo, hi, *s: g.integers(lo, hi, s).astype(np.int32)
    found = {}

    def add(name, f, *args):
        found[name] = lambda: (f, args)

    def application(name, make, size):
        def build():
            model = make(weights=None, input_shape=(size, size, 3), classes=100)
            return lambda x: model(x, training=False), (n(1, size, size, 3),)
        found[f"app_{name}"] = build

    def train(name, make, x, y, loss):
        def build():
            model = make()
            model(x)

            def step(x, y):
                with tf.GradientTape() as tape:
                    value = tf.reduce_mean(loss(y, model(x, training=True)))
                return [value] + [tf.convert_to_tensor(d) for d in tape.gradient(value, model.trainable_variables)]
            return step, (x, y)
        found[f"train_{name}"] = build

    for name, make, size in (
            ("mobilenet_v3", apps.MobileNetV3Small, 224), ("efficientnet_b0", apps.EfficientNetB0, 224), ("resnet50_v2", apps.ResNet50V2, 160),
            ("densenet121", apps.DenseNet121, 128), ("inception_v3", apps.InceptionV3, 160), ("nasnet_mobile", apps.NASNetMobile, 224),
            ("xception", apps.Xception, 128), ("convnext_tiny", apps.ConvNeXtTiny, 128), ("efficientnet_v2_b0", apps.EfficientNetV2B0, 128)):
        application(name, make, size)

    class Attention(keras.Model):
        def __init__(self):
            super().__init__()
            self.attend, self.norm = layers.MultiHeadAttention(4, 16), layers.LayerNormalization()
            self.wide, self.narrow = layers.Dense(64, activation="gelu"), layers.Dense(32)

        def call(self, x, training=False):
            x = x + self.attend(x, x, use_causal_mask=True)
            return self.narrow(self.wide(self.norm(x)))

    classes = lambda y, p: keras.losses.sparse_categorical_crossentropy(y, p, from_logits=True)
    squares = lambda y, p: tf.square(y - p)
    train("cnn", lambda: chain([
        layers.Conv2D(16, 3, activation="relu"), layers.BatchNormalization(), layers.MaxPooling2D(), layers.Conv2D(32, 3, strides=2),
        layers.LayerNormalization(), layers.GlobalAveragePooling2D(), layers.Dense(10)]), n(8, 28, 28, 3), ints(0, 10, 8), classes)
    train("recurrent", lambda: chain([
        layers.Embedding(500, 32), layers.LSTM(48, return_sequences=True), layers.GRU(32), layers.Dense(5)]), ints(0, 500, 4, 25), ints(0, 5, 4), classes)
    train("bidirectional", lambda: chain([layers.Bidirectional(layers.LSTM(24)), layers.Dense(3)]), n(4, 20, 12), n(4, 3), squares)
    train("attention", Attention, n(2, 24, 32), n(2, 24, 32), squares)
    train("volumes", lambda: chain([
        layers.Conv3D(8, 3, padding="same"), layers.AveragePooling3D(2), layers.Conv3DTranspose(4, 3, strides=2), layers.PReLU(), layers.Flatten(),
        layers.Dense(4)]), n(2, 8, 8, 8, 3), n(2, 4), squares)
    train("separable", lambda: chain([
        layers.SeparableConv2D(16, 3), layers.DepthwiseConv2D(3, strides=2), layers.UpSampling2D(2, interpolation="bilinear"),
        layers.GroupNormalization(4), layers.Flatten(), layers.Dense(4)]), n(2, 16, 16, 8), n(2, 4), squares)

    # Images and signals.
    add("image_adjust", lambda x: tf.image.adjust_hue(tf.image.adjust_contrast(tf.nn.sigmoid(x), .7), .1), n(2, 16, 16, 3))
    add("image_ssim", lambda a, b: tf.image.ssim(tf.sigmoid(a), tf.sigmoid(b), 1.0), n(2, 32, 32, 3), n(2, 32, 32, 3))
    add("image_boxes", lambda b, s: tf.image.non_max_suppression_padded(b, s, 20, pad_to_max_output_size=True)[0], u(60, 4), u(60))
    add("signal_stft", lambda x: tf.abs(tf.signal.stft(x, 256, 128)), n(2, 2000))
    add("signal_dct", lambda x: tf.signal.dct(x), n(4, 33))
    add("signal_mel", lambda x: tf.matmul(tf.abs(tf.signal.rfft(x)), tf.signal.linear_to_mel_weight_matrix(20, 65)), n(4, 128))
    add("signal_complex", lambda a: (
        tf.math.abs(tf.signal.fft2d(tf.cast(a, tf.complex64))), tf.math.angle(tf.complex(a, a + 1)), tf.signal.irfft(tf.signal.rfft(a))), n(8, 16))
    # Linear algebra: signs of vectors are their own, so factors are taken without.
    dominant = lambda *s: n(*s) + s[-1] * np.eye(s[-1], dtype=np.float32)
    add("linalg_solve", lambda a, b: tf.linalg.solve(a, b), dominant(3, 8, 8), n(3, 8, 2))
    add("linalg_cholesky", lambda a: tf.linalg.cholesky(tf.matmul(a, a, transpose_b=True) + 8 * tf.eye(8)), n(3, 8, 8))
    add("linalg_triangular", lambda a, b: tf.linalg.triangular_solve(a, b), np.tril(dominant(8, 8)), n(8, 3))
    add("linalg_qr", lambda a: tf.abs(tf.linalg.qr(a)[1]), n(12, 7))
    add("linalg_eigh", lambda a: tf.linalg.eigvalsh(a + tf.transpose(a)), n(12, 12))
    add("linalg_svd", lambda a: tf.linalg.svd(a, compute_uv=False), n(12, 7))
    add("linalg_expm", lambda a: tf.linalg.expm(a * .2), n(6, 6))
    add("linalg_banded", lambda x: (
        tf.linalg.band_part(x, 2, 1), tf.linalg.diag_part(x), tf.linalg.diag(x[0]), tf.linalg.set_diag(x, x[0]), tf.linalg.trace(x),
        tf.linalg.tridiagonal_matmul(x[:3], x)), n(9, 9))
    # Indices, sorting, sums.
    add("sorted", lambda x: (*tf.math.top_k(x, 5), tf.sort(x), tf.argsort(x, direction="DESCENDING")), n(4, 100))
    add("segments", lambda x, i: (
        tf.math.unsorted_segment_sum(x, i, 10), tf.math.unsorted_segment_max(x, i, 10), tf.math.unsorted_segment_mean(x, i, 10)), n(50, 3), ints(0, 10, 50))
    add("indexed", lambda x, i, y: (tf.tensor_scatter_nd_add(x, i, y), tf.gather_nd(x, i), tf.gather(x, i[:, 0], axis=1)), n(20, 20), ints(0, 20, 7, 2), n(7))
    add("cumulative", lambda x: (tf.cumsum(x, 1, exclusive=True, reverse=True), tf.math.cumprod(x, 0), tf.math.cumulative_logsumexp(x, 1)), n(6, 31))
    add("strided", lambda x: (
        x[:, ::-2, 1:9:3], tf.reverse(x, [1]), tf.roll(x, [2, -1], [0, 1]), tf.pad(x, [[1, 1], [2, 0], [0, 0]], "REFLECT"), tf.tile(x, [1, 2, 1]),
        tf.repeat(x, 2, 1)), n(4, 9, 10))
    # Functions, narrow types, integers.
    add("special", lambda x: (
        tf.math.lgamma(tf.abs(x)), tf.math.digamma(tf.abs(x) + .1), tf.math.erf(x), tf.math.erfinv(tf.tanh(x)), tf.math.bessel_i0e(x),
        tf.math.igamma(tf.abs(x) + .5, tf.abs(x) + .3), tf.math.betainc(tf.abs(x) + .5, tf.abs(x) + .3, tf.sigmoid(x)), tf.math.ndtri(tf.sigmoid(x)),
        tf.math.zeta(tf.abs(x) + 1.5, tf.abs(x) + .5)), n(200))
    add("halves", lambda a, b: tf.matmul(tf.cast(a, tf.bfloat16), tf.cast(b, tf.bfloat16)), n(20, 30), n(30, 10))
    add("integers", lambda a, b: (
        tf.bitwise.bitwise_and(a, b), tf.bitwise.right_shift(a, b % 7 + 7), a // (b * b + 1), tf.math.floormod(a, 7), tf.cast(a, tf.uint8)),
        ints(-1000, 1000, 50), ints(-1000, 1000, 50))
    add("quantized", lambda x: (
        tf.quantization.fake_quant_with_min_max_args(x, -3, 3), tf.quantization.quantize_and_dequantize_v2(x, -3., 3., range_given=True)), n(50))
    # Losses, windows.
    add("losses", lambda x, y: (
        tf.nn.sparse_softmax_cross_entropy_with_logits(y, x), tf.nn.log_softmax(x), tf.nn.sigmoid_cross_entropy_with_logits(x * 0 + .3, x)),
        n(6, 40), ints(0, 40, 6))
    add("ctc", lambda x: tf.nn.ctc_loss(
        tf.constant([[1, 2, 2], [3, 1, 0]]), x, tf.constant([3, 2]), tf.constant([12, 9]), logits_time_major=False, blank_index=0), n(2, 12, 6))
    add("windows", lambda x: (tf.nn.max_pool2d(x, 3, 2, "SAME"), tf.nn.avg_pool2d(x, 3, 2, "SAME"), tf.nn.local_response_normalization(x)), n(2, 15, 15, 8))
    add("blocks", lambda x: (tf.nn.space_to_depth(x, 2), tf.nn.depth_to_space(x, 2), tf.space_to_batch(x, [2, 2], [[0, 0], [0, 0]])), n(2, 8, 8, 8))
    add("dilated", lambda x, w: tf.nn.conv2d(x, w, 1, "SAME", dilations=2), n(1, 20, 20, 6), n(3, 3, 6, 8))
    add("einsum", lambda a, b, c: tf.einsum("bhqd,bhkd,bkhe->bqhe", a, b, c), n(2, 3, 8, 5), n(2, 3, 9, 5), n(2, 9, 3, 4))
    # Control flow and random numbers.
    def rows(x):
        sums = tf.TensorArray(tf.float32, size=20, element_shape=())
        body = lambda i, x, sums: (i + 1, tf.where(x > 0, x * .9, tf.sin(x)), sums.write(i, tf.reduce_sum(x)))
        _, x, sums = tf.while_loop(lambda i, *_: i < 20, body, (0, x, sums))
        return x, sums.stack()
    add("loop_array", rows, n(30))
    add("branches", lambda x, i: (
        tf.cond(tf.reduce_sum(x) > 0, lambda: tf.exp(x), lambda: -x), tf.switch_case(i, [lambda: x, lambda: x * 2, lambda: x + 3])), n(10), np.int32(1))
    add("folds", lambda x: (
        tf.scan(lambda a, b: a * .5 + b, x), tf.foldl(lambda a, b: a * .5 + b, x), tf.map_fn(lambda r: tf.reduce_max(r) * r, x)), n(12, 5))
    add("random", lambda s: (
        tf.random.stateless_uniform((50,), s), tf.random.stateless_normal((50,), s), tf.random.stateless_uniform((20,), s, 0, 100, tf.int32),
        tf.random.stateless_truncated_normal((50,), s)), np.array([1, 2], np.int32))
    return found


def lower(f, args):
    """The module, its inputs and outputs."""
    import numpy as np, tensorflow as tf
    args = [tf.constant(a) for a in args]
    compiled = tf.function(f, jit_compile=True, autograph=False)
    traced = compiled.get_concrete_function(*args)
    text = compiled.experimental_get_compiler_ir(*args)(stage="stablehlo")
    handles = {id(v.handle): v for v in traced.variables}
    variables = [handles[id(c)] for c in traced.captured_inputs if id(c) in handles]
    constants = [c.numpy() for c in traced.captured_inputs if id(c) not in handles]
    before = [v.numpy() for v in variables]
    results = [np.asarray(r) for r in tf.nest.flatten(compiled(*args))]
    assigned = [v.numpy() for v, old in zip(variables, before) if not np.array_equal(v.numpy(), old)]
    return text, [a.numpy() for a in args] + constants + before, results + assigned


if __name__ == "__main__":
    import keras
    case_files.write_all("tensorflow", cases(), lambda: keras.utils.set_random_seed(1), lower)
