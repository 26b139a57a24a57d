"""Many small matrices, vectors and rotations."""
import numpy as np, jax, jax.numpy as jnp
import jax.scipy as jsp
from jax import lax

F = np.float32


def cases(add, n, ints):
    spd = lambda b, k: (lambda m: (m @ m.transpose(0, 2, 1) / k + np.eye(k)).astype(F))(n(b, k, k))
    add("solve_3x3_batch", jnp.linalg.solve, spd(1000, 3), n(1000, 3, 1))
    add("solve_6x6_batch", jnp.linalg.solve, spd(500, 6), n(500, 6, 1))
    add("inv_4x4_batch", jnp.linalg.inv, spd(1000, 4))
    add("det_3x3_batch", jnp.linalg.det, spd(1000, 3))
    add("cholesky_8x8_batch", jnp.linalg.cholesky, spd(500, 8))
    add("eigh_3x3_batch", lambda a: jnp.linalg.eigh(a)[0], spd(300, 3))
    add("cross_products", jnp.cross, n(20000, 3), n(20000, 3))
    add("quaternion_multiply", lambda p, q: jnp.stack([p[:, 0] * q[:, 0] - (p[:, 1:] * q[:, 1:]).sum(1), *(p[:, :1] * q[:, 1:] + q[:, :1] * p[:, 1:] + jnp.cross(p[:, 1:], q[:, 1:])).T], 1), n(20000, 4), n(20000, 4))

    def rodrigues(r):
        t = jnp.linalg.norm(r, axis=-1, keepdims=True)[..., None] + F(1e-8); k = r / t[..., 0]
        z = jnp.zeros_like(k[:, 0])
        K = jnp.stack([z, -k[:, 2], k[:, 1], k[:, 2], z, -k[:, 0], -k[:, 1], k[:, 0], z], -1).reshape(-1, 3, 3)
        return jnp.eye(3, dtype=F) + jnp.sin(t) * K + (1 - jnp.cos(t)) * K @ K

    add("rodrigues", rodrigues, n(5000, 3))
    add("trace_of_products", lambda a, b: jnp.einsum("bij,bji->b", a, b), n(500, 16, 16), n(500, 16, 16))
    add("block_diag", lambda a, b, c: jsp.linalg.block_diag(a, b, c), n(30, 30), n(20, 40), n(50, 10))
    add("tril_solve", lambda a, b: jsp.linalg.solve_triangular(a, b, lower=True), np.tril(n(100, 100, sc=.1)) + 2 * np.eye(100, dtype=F), n(100, 20))
    add("expm_10", jsp.linalg.expm, n(10, 10, sc=.3))
    add("matrix_power_5", lambda a: jnp.linalg.matrix_power(a, 5), n(64, 64, sc=.1))
    add("mahalanobis", lambda x, m, p: jnp.sqrt(jnp.einsum("ni,ij,nj->n", x - m, p, x - m)), n(5000, 6), n(6), spd(1, 6)[0])
