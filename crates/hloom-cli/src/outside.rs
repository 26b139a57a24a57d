//! The world around an interpreted program: values printed as upstream's interpreter prints them, probes as files.

use crate::array::Array;
use hloom_interp::{Outside, Tensor};
use hloom_ir::{Func, Module, Value};
use hloom_num::DType;
use hloom_num::scalar::{self, Scalar};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Names of the values of a module's functions.
type Names = FxHashMap<String, Vec<String>>;

/// Prints to standard output; probes go to a directory, if there is one.
pub(crate) struct Files {
    names: Names,
    dir: Option<PathBuf>,
    /// What was probed: name, iteration, and the file of it.
    probes: Mutex<Vec<(String, PathBuf, Tensor)>>,
    /// Number of the first file.
    first: usize,
}

impl Files {
    /// For one module. The first probe of it has that number.
    pub(crate) fn new(module: &Module, dir: Option<&Path>, first: usize) -> Files {
        let values = hloom_stablehlo::convert::value_names(module);
        let names = module.funcs.iter().map(|f| f.name.to_string()).zip(values).collect();
        Files { names, dir: dir.map(Path::to_owned), probes: Mutex::default(), first }
    }

    /// Number of the next file.
    pub(crate) fn next(&self) -> usize {
        self.first + self.probes.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// A field of a line of comma-separated values.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}

impl Outside for Files {
    fn print(&self, func: &Func, value: Value, tensor: &Tensor) {
        let name = self.names.get(&*func.name).and_then(|n| n.get(value.0 as usize));
        // One write a tensor: processes do not interleave.
        outln!("%{} = {}", name.map_or("", String::as_str), text(tensor));
    }

    fn probe(&self, id: &str, tensor: &Tensor) -> Result<(), String> {
        let Some(dir) = &self.dir else { return Err("there is no directory for probes (--probe-output-dir)".into()) };
        let mut probes = self.probes.lock().unwrap_or_else(PoisonError::into_inner);
        let number = self.first + probes.len();
        // Names of probes may be no names of files.
        let file = dir.join(format!("probe{number}.npy"));
        let array = Array { ty: tensor.ty.clone(), bytes: tensor.to_bytes() };
        array.write_npy(&file).map_err(|e| format!("{e:#}"))?;
        let index = dir.join("index.csv");
        let line = format!("{},{},{}\n", field(id), field(&tensor.ty.to_string()), field(&file.to_string_lossy()));
        let mut options = std::fs::OpenOptions::new();
        options.create(true);
        // A run begins its own index.
        if number == 1 {
            options.write(true).truncate(true)
        } else {
            options.append(true)
        };
        let written = options.open(&index).and_then(|mut f| std::io::Write::write_all(&mut f, line.as_bytes()));
        written.map_err(|e| format!("cannot write {}: {e}", index.display()))?;
        probes.push((id.into(), file, tensor.clone()));
        Ok(())
    }

    fn probed(&self, id: &str, iteration: u64) -> Result<Tensor, String> {
        let probes = self.probes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut runs = probes.iter().filter(|(name, ..)| name == id);
        let found = usize::try_from(iteration).ok().and_then(|i| runs.nth(i));
        let (_, file, tensor) =
            found.ok_or_else(|| format!("probe \"{id}\" has not run {} times", iteration.saturating_add(1)))?;
        let array = Array::read_npy(file, Some(tensor.ty.dtype)).map_err(|e| format!("{e:#}"))?;
        let read = Tensor::from_bytes(tensor.ty.clone(), &array.bytes).filter(|_| array.ty.dims == tensor.ty.dims);
        read.ok_or_else(|| format!("{} does not hold {}", file.display(), tensor.ty))
    }
}

/// Type and elements: a scalar in braces, else a line a row.
pub(crate) fn text(t: &Tensor) -> String {
    let mut out = format!("{} {{", t.ty);
    if t.ty.rank() == 0 {
        out += &t.data.first().map_or(String::new(), |&s| element(t.dtype(), s));
    } else {
        out.push_str("\n  ");
        rows(&mut out, t, 0, &mut 0);
        out.push('\n');
    }
    out + "}"
}

fn rows(out: &mut String, t: &Tensor, dim: usize, next: &mut usize) {
    let size = t.ty.dims[dim];
    let last = dim + 1 == t.ty.rank();
    out.push('[');
    for i in 0..size {
        if last {
            out.push_str(if i > 0 { ", " } else { "" });
            if let Some(&s) = t.data.get(*next) {
                out.push_str(&element(t.dtype(), s));
            }
            *next += 1;
        } else {
            let _ = write!(out, "{}\n{:2$}", if i > 0 { "," } else { "" }, "", 2 * dim + 4);
            rows(out, t, dim + 1, next);
        }
    }
    if !last && size > 0 {
        let _ = write!(out, "\n{:1$}", "", 2 * dim + 2);
    }
    out.push(']');
}

fn element(dtype: DType, s: Scalar) -> String {
    let float = |dtype: DType, x: f64| {
        let mut bytes = [0u8; 8];
        scalar::write(dtype, Scalar::Float(x), &mut bytes[..dtype.byte_size()]);
        let mut text = String::new();
        hloom_mlir::text::write_float(&mut text, dtype, u64::from_le_bytes(bytes));
        text
    };
    match s {
        Scalar::Bool(b) => b.to_string(),
        Scalar::Int(i) => i.to_string(),
        Scalar::UInt(u) => u.to_string(),
        Scalar::Float(x) => float(dtype, x),
        Scalar::Complex(a, b) => {
            let part = dtype.real_part();
            format!("[{}, {}]", float(part, a), float(part, b))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::TensorType;

    fn ints(dims: &[i64]) -> String {
        let ty = TensorType::new(DType::I8, dims);
        let data = (0..ty.num_elements() as i64).map(Scalar::Int).collect();
        text(&Tensor::new(ty, data))
    }

    #[test]
    fn tensors_print_as_upstream_prints_them() {
        assert_eq!(ints(&[]), "tensor<i8> {0}");
        assert_eq!(ints(&[3]), "tensor<3xi8> {\n  [0, 1, 2]\n}");
        assert_eq!(ints(&[0, 2]), "tensor<0x2xi8> {\n  []\n}");
        assert_eq!(ints(&[2, 0]), "tensor<2x0xi8> {\n  [\n    [],\n    []\n  ]\n}");
        assert_eq!(ints(&[2, 2]), "tensor<2x2xi8> {\n  [\n    [0, 1],\n    [2, 3]\n  ]\n}");
        let deep = "tensor<2x1x2xi8> {\n  [\n    [\n      [0, 1]\n    ],\n    [\n      [2, 3]\n    ]\n  ]\n}";
        assert_eq!(ints(&[2, 1, 2]), deep);
        let complex = Tensor::new(TensorType::new(DType::C64, &[1]), vec![Scalar::Complex(1.5, -2.0)]);
        assert_eq!(text(&complex), "tensor<1xcomplex<f32>> {\n  [[1.500000e+00, -2.000000e+00]]\n}");
        let half = Tensor::new(TensorType::new(DType::F16, &[1]), vec![Scalar::Float(0.5)]);
        assert_eq!(text(&half), "tensor<1xf16> {\n  [5.000000e-01]\n}");
    }
}
