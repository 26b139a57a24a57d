#!/usr/bin/env python3
"""Programs of PyTorch as cases for `hloom check` and `hloom bench`: what torchax makes of them, and what they give in PyTorch.

  pytorch_cases.py OUT [REGEX]

In an environment that has torch, torchvision, jax and torchax. Each goes through `torch.export` and `exported_program_to_stablehlo`;
weights are random and the first arguments. What one of those refuses is said and left out.
"""
import os
import case_files

os.environ["JAX_PLATFORMS"] = "cpu"


def cases():
    """name -> function that gives a module or function and its arguments"""
    import torch, torchvision
    from torch import nn
    from torch.nn import functional as f
    models = torchvision.models
    n = torch.randn
    ints = lambda lo, hi, *s: torch.randint(lo, hi, s)
    found = {}

    def add(name, what, *args):
        """A function of the arguments, or of none, which gives a module."""
        found[name] = lambda: (what if what.__code__.co_argcount else what(), args)

    for name, size in dict(resnet18=128, mobilenet_v3_small=128, efficientnet_b0=128, vit_b_16=224, swin_t=128, convnext_tiny=128, densenet121=128,
                           regnet_y_400mf=128, shufflenet_v2_x1_0=128, squeezenet1_1=128, mnasnet0_5=128).items():
        found[f"vision_{name}"] = lambda name=name, size=size: (getattr(models, name)(weights=None), (n(1, 3, size, size),))
    add("video_r3d_18", lambda: models.video.r3d_18(weights=None), n(1, 3, 8, 64, 64))
    add("deeplab", lambda: nn.Sequential(models.resnet18(weights=None).conv1, nn.Conv2d(64, 32, 3, padding=4, dilation=4), nn.Upsample(scale_factor=2, mode="bilinear")), n(1, 3, 65, 65))

    # Layers.
    class First(nn.Module):
        def __init__(self, inner):
            super().__init__()
            self.inner = inner

        def forward(self, *x):
            return self.inner(*x)[0]

    add("lstm", lambda: First(nn.LSTM(24, 32, 2, batch_first=True)), n(2, 15, 24))
    add("lstm_both_ways", lambda: First(nn.LSTM(24, 32, bidirectional=True)), n(15, 2, 24))
    add("gru", lambda: First(nn.GRU(24, 32)), n(15, 2, 24))
    add("transformer", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(64, 4, 128, batch_first=True), 2, enable_nested_tensor=False), n(2, 20, 64))
    add("decoder", lambda: nn.TransformerDecoderLayer(64, 4, 128, batch_first=True), n(2, 20, 64), n(2, 11, 64))
    add("embedding", lambda: nn.Sequential(nn.Embedding(100, 16, padding_idx=0), nn.LayerNorm(16), nn.Linear(16, 8), nn.GELU("tanh")), ints(0, 100, 3, 9))
    add("norms", lambda: nn.Sequential(nn.GroupNorm(4, 16), nn.SiLU(), nn.InstanceNorm2d(16, affine=True), nn.Hardswish(), nn.BatchNorm2d(16), nn.PReLU(16)), n(2, 16, 9, 9))
    add("transposed", lambda: nn.Sequential(nn.ConvTranspose2d(8, 12, 4, 2, 1), nn.Conv2d(12, 12, 3, groups=12, padding=1), nn.PixelShuffle(2)), n(1, 8, 10, 10))
    add("lines", lambda: nn.Sequential(nn.Conv1d(8, 16, 5, padding=2, dilation=1), nn.ELU(), nn.MaxPool1d(2), nn.ConvTranspose1d(16, 4, 3, stride=2)), n(2, 8, 50))
    add("volumes", lambda: nn.Sequential(nn.Conv3d(3, 8, 3, padding=1), nn.Mish(), nn.AvgPool3d(2), nn.Flatten(), nn.Linear(8 * 64, 5)), n(2, 3, 8, 8, 8))
    # Functions.
    add("attention", lambda q, k, v: f.scaled_dot_product_attention(q, k, v, is_causal=True), n(2, 4, 17, 16), n(2, 4, 17, 16), n(2, 4, 17, 16))
    add("pooled", lambda x: (f.adaptive_avg_pool2d(x, (3, 5)), f.max_pool2d(x, 3, 2, 1), f.avg_pool2d(x, 3, 2, 1, count_include_pad=False), f.lp_pool2d(x.abs() + .1, 2, 2)), n(2, 6, 14, 15))
    add("resized", lambda x: (f.interpolate(x, scale_factor=1.7, mode="nearest"), f.interpolate(x, (20, 11), mode="bilinear", align_corners=True)), n(1, 3, 12, 13))
    add("sampled", lambda x, g: f.grid_sample(x, g.tanh(), align_corners=False), n(1, 3, 12, 13), n(1, 7, 8, 2))
    add("unfolded", lambda x: (f.unfold(x, 3, padding=1, stride=2), f.pad(x, (1, 2, 3, 0), "reflect"), f.pad(x, (1, 1, 2, 0), "circular")), n(1, 3, 8, 9))
    add("losses", lambda x, y, z: (
        f.cross_entropy(x, y, label_smoothing=.1), f.nll_loss(x.log_softmax(1), y), f.huber_loss(x, z), f.kl_div(x.log_softmax(1), z.softmax(1)),
        f.binary_cross_entropy_with_logits(x, z.sigmoid()), f.cosine_similarity(x, z)), n(6, 10), ints(0, 10, 6), n(6, 10))
    add("sorted", lambda x: (*x.sort(1), *x.topk(4, 1), x.argsort(0, descending=True), x.kthvalue(3, 1)[0], x.median(1)[0]), n(5, 30))
    add("cumulative", lambda x: (x.cumsum(1), x.cumprod(0), x.logcumsumexp(1), x.cummax(1)[0], x.diff(dim=1)), n(5, 30))
    add("indexed", lambda x, i, u: (
        x.gather(1, i), x.scatter_add(1, i, u), x.index_select(0, i[:, 0] % 5), x.index_put((i[:, 0] % 5,), u, accumulate=True), x.masked_fill(x > 0, -1),
        x.take_along_dim(i, 1)), n(5, 12), ints(0, 12, 5, 12), n(5, 12))
    add("functions", lambda x: (
        torch.special.erf(x), torch.erfinv(x.tanh()), torch.lgamma(x.abs() + .1), torch.digamma(x.abs() + .1), torch.special.i0e(x), torch.expm1(x), torch.log1p(x.abs()),
        torch.atan2(x, x + 1), torch.asinh(x), torch.frac(x * 3), torch.logit(x.sigmoid()), torch.sinc(x), torch.remainder(x, .7), torch.fmod(x, .7), torch.copysign(x, -x)), n(100))
    add("integers", lambda a, b: (
        a // b, a % b, torch.div(a, b, rounding_mode="trunc"), a & b, a ^ b, a << (b % 5), a >> (b % 5), a.bitwise_not(), torch.gcd(a, b), a.clamp(-5, 7)),
        ints(-1000, 1000, 60), ints(1, 50, 60))
    add("statistics", lambda x: (x.var(1), x.std(0, correction=0), x.quantile(.3, 1), x.logsumexp(1), x.norm(dim=1), x.amax((0, 1)), x.argmin(1), x.prod(1), (x > 0).any(1), x.count_nonzero(0)), n(6, 20))
    # Its lowering of `inv`, `det`, `solve` and `cholesky` fails in torchax.
    add("linalg", lambda a: (
        torch.linalg.inv_ex(a)[0], torch.linalg.cholesky_ex(a @ a.mT + torch.eye(6))[0], torch.linalg.qr(a)[1].abs(), torch.linalg.matrix_norm(a)),
        n(3, 6, 6) + 6 * torch.eye(6))
    add("spectra", lambda a: (torch.linalg.eigvalsh(a + a.mT), torch.linalg.svdvals(a)), n(3, 6, 6))
    add("fourier", lambda x: (torch.fft.rfft(x).abs(), torch.fft.irfft(torch.fft.rfft(x)), torch.fft.fft2(x).real, torch.fft.fftshift(x)), n(6, 20))
    add("shapes", lambda x: (
        x.roll((1, -2), (0, 1)), x.flip(1), x.tril(-1), x.diagonal(1), torch.diag_embed(x), x.unfold(1, 4, 3), x.repeat_interleave(2, 1), x.tile(2, 1), torch.cat([x, x.T], 0),
        torch.stack([x, x]), x.view(2, 3, 6).permute(2, 0, 1)), n(6, 6))
    add("einsum", lambda a, b, c: torch.einsum("bhqd,bhkd,bkhe->bqhe", a, b, c), n(2, 3, 8, 5), n(2, 3, 9, 5), n(2, 9, 3, 4))
    add("narrow", lambda a, b: ((a.bfloat16() @ b.bfloat16()).float(), (a.half() * 2).float(), (a.clamp(-2, 2) * 50).to(torch.int8)), n(20, 30), n(30, 10))
    return found


def lower(what, args):
    """The module, its inputs and outputs."""
    import numpy as np, torch, torchax.export

    class Function(torch.nn.Module):
        def forward(self, *x):
            return what(*x)

    leaves = torch.utils._pytree.tree_leaves
    module = (what if isinstance(what, torch.nn.Module) else Function()).eval()
    with torch.no_grad():
        expected = leaves(module(*args))
        program = torch.export.export(module, args)
    weights, exported = torchax.export.exported_program_to_stablehlo(program)
    # Weights may be JAX's arrays, and JAX counts in 32 bits.
    array = lambda t: np.asarray(t.detach() if isinstance(t, torch.Tensor) else t)
    arrays = lambda tensors, types: [array(t).astype(a.dtype) for t, a in zip(tensors, types, strict=True)]
    given, kept = leaves((weights, args)), exported.module_kept_var_idx
    inputs = arrays([given[i] for i in kept], [exported.in_avals[i] for i in kept])
    return str(exported.mlir_module()), inputs, arrays(expected, exported.out_avals)


if __name__ == "__main__":
    import torch
    case_files.write_all("pytorch", cases(), lambda: torch.manual_seed(1), lower)
