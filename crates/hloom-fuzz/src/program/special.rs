//! Linear algebra, random numbers, tuples and tokens.

use super::Generator;
use hloom_ir::attrs::{FftType, I64s, RngAlgorithm, RngDistribution, TransposeKind};
use hloom_ir::{Dims, Op, Type, Value};
use hloom_num::DType;

impl Generator {
    pub(super) fn special(&mut self, name: &str) -> Option<Vec<Value>> {
        match name {
            "stablehlo.fft" => self.fft(),
            "stablehlo.cholesky" => {
                let (dtype, lower) = (self.float_or_complex()?, self.chance(50));
                let mut dims = self.batch();
                let n = self.between(0, 6);
                dims.extend([n, n]);
                let a = self.operand(dtype, &dims);
                self.plain(Op::Cholesky { lower }, &[a])
            }
            "stablehlo.triangular_solve" => {
                let dtype = self.float_or_complex()?;
                let (mut a, n, m) = (self.batch(), self.between(0, 5), self.between(0, 5));
                let mut b = a.clone();
                a.extend([n, n]);
                let left_side = self.chance(50);
                b.extend(if left_side { [n, m] } else { [m, n] });
                let (a, b) = (self.operand(dtype, &a), self.operand(dtype, &b));
                let (lower, unit_diagonal) = (self.chance(50), self.chance(50));
                let kinds = [TransposeKind::NoTranspose, TransposeKind::Transpose, TransposeKind::Adjoint];
                let transpose_a = self.one_of(&kinds);
                self.plain(Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a }, &[a, b])
            }
            "stablehlo.rng_bit_generator" => {
                let algorithm = self.one_of(&[RngAlgorithm::Default, RngAlgorithm::ThreeFry, RngAlgorithm::Philox]);
                let n = if algorithm == RngAlgorithm::Philox && self.chance(30) { 3 } else { 2 };
                let state = self.operand(DType::U64, &[n]);
                let bits = hloom_ir::TensorType::from_dims(self.dtype(), self.dims(0, 3));
                let types = [Type::tensor(DType::U64, &[n]), Type::Tensor(bits)];
                self.emit(Op::RngBitGenerator { algorithm }, &[state], &[], Some(&types))
            }
            "stablehlo.rng" => {
                let (dtype, dims) = (self.dtype(), self.dims(0, 3));
                let (a, b) = (self.operand(dtype, &[]), self.operand(dtype, &[]));
                let shape = self.int_constant(DType::I64, &dims)?;
                let distribution = self.one_of(&[RngDistribution::Uniform, RngDistribution::Normal]);
                self.stated(Op::Rng { distribution }, &[a, b, shape], hloom_ir::TensorType::from_dims(dtype, dims))
            }
            "stablehlo.partition_id" => self.plain(Op::PartitionId {}, &[]),
            "stablehlo.replica_id" => self.plain(Op::ReplicaId {}, &[]),
            "stablehlo.tuple" | "stablehlo.get_tuple_element" => {
                let mut parts = vec![self.any(0, 3)];
                while self.chance(60) && parts.len() < 4 {
                    parts.push(self.any(0, 3));
                }
                let tuple = self.plain(Op::Tuple {}, &parts)?[0];
                let index = self.r.below(parts.len()) as i64;
                self.plain(Op::GetTupleElement { index }, &[tuple])
            }
            "stablehlo.create_token" => self.plain(Op::CreateToken {}, &[]),
            "stablehlo.after_all" => {
                let tokens = [self.plain(Op::CreateToken {}, &[])?[0], self.plain(Op::AfterAll {}, &[])?[0]];
                self.plain(Op::AfterAll {}, &tokens)
            }
            _ => None,
        }
    }

    fn float_or_complex(&mut self) -> Option<DType> {
        self.dtype_where(|d| d.is_float() || d.is_complex())
    }

    /// Up to two sizes of batches.
    fn batch(&mut self) -> Dims {
        (0..self.r.below(3)).map(|_| self.between(0, 3)).collect()
    }

    fn fft(&mut self) -> Option<Vec<Value>> {
        let dtype = self.dtype_where(|d| d.is_complex() || d.complex_of().is_some())?;
        let fft_type = match dtype.is_complex() {
            true => self.one_of(&[FftType::Fft, FftType::Ifft, FftType::Irfft]),
            false => FftType::Rfft,
        };
        let mut dims = self.dims(1, 4);
        let k = 1 + self.r.below(dims.len().min(3));
        let mut fft_length: I64s = dims[dims.len() - k..].into();
        if fft_type == FftType::Irfft {
            // What is given is the half spectrum.
            let last = dims.len() - 1;
            dims[last] = if dims[last] > 0 { dims[last] / 2 + 1 } else { 0 };
            fft_length[k - 1] = fft_length[k - 1].max(0);
        }
        let x = self.operand(dtype, &dims);
        self.plain(Op::Fft { fft_type, fft_length }, &[x])
    }
}
