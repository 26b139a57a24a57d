//! Arrays at the edge of the command: `.npy` files and `2x3xf32=1,2,…` literals.

use anyhow::{Context, Result, bail};
use hloom_ir::TensorType;
use hloom_num::DType;
use hloom_num::scalar::{self, Scalar};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

/// A dense array in the storage of buffers: row-major, little-endian, one element a byte below 8 bits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Array {
    /// Element type and shape.
    pub(crate) ty: TensorType,
    /// Elements.
    pub(crate) bytes: Vec<u8>,
}

/// Element type of a plain numpy dtype string such as `<f4`, `|b1`.
fn numpy_dtype(text: &str) -> Option<DType> {
    let (order, code) = text.split_at_checked(1)?;
    if !matches!(order, "<" | "|" | "=") {
        return None;
    }
    Some(match code {
        "b1" => DType::Bool,
        "i1" => DType::I8,
        "i2" => DType::I16,
        "i4" => DType::I32,
        "i8" => DType::I64,
        "u1" => DType::U8,
        "u2" => DType::U16,
        "u4" => DType::U32,
        "u8" => DType::U64,
        "f2" => DType::F16,
        "f4" => DType::F32,
        "f8" => DType::F64,
        "c8" => DType::C64,
        "c16" => DType::C128,
        _ => return None,
    })
}

/// The dtype string under which a type is stored; types numpy lacks are stored as unsigned integers of their size.
fn npy_code(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "|b1",
        DType::I2 | DType::I4 | DType::I8 => "|i1",
        DType::I16 => "<i2",
        DType::I32 => "<i4",
        DType::I64 => "<i8",
        DType::U16 | DType::BF16 => "<u2",
        DType::U32 => "<u4",
        DType::U64 => "<u8",
        DType::F16 => "<f2",
        DType::F32 => "<f4",
        DType::F64 => "<f8",
        DType::C64 => "<c8",
        DType::C128 => "<c16",
        _ => "|u1",
    }
}

impl Array {
    /// Reads a `.npy` file; `dtype`, if given, reinterprets the stored bytes (as the zoo does for types numpy lacks).
    pub(crate) fn read_npy(path: &Path, dtype: Option<DType>) -> Result<Array> {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        let size = file.metadata().map(|m| m.len()).unwrap_or(u64::MAX);
        let mut r = BufReader::new(file);
        let header = npyz::NpyHeader::from_reader(&mut r).with_context(|| format!("{name} is not a .npy file"))?;
        let stored = match header.dtype() {
            npyz::DType::Plain(t) => numpy_dtype(&t.to_string()),
            _ => None,
        };
        let Some(stored) = stored else { bail!("{name} has dtype {}, which is not supported", header.dtype().descr()) };
        let dtype = dtype.unwrap_or(stored);
        if dtype.byte_size() != stored.byte_size() {
            bail!("{name} stores {stored}, which cannot hold {dtype}");
        }
        let dims: Vec<i64> = header.shape().iter().map(|&d| i64::try_from(d)).collect::<Result<_, _>>()?;
        let ty = TensorType::new(dtype, &dims);
        if ty.num_bytes() as u64 > size {
            bail!("{name} is shorter than its header says");
        }
        let mut bytes = vec![0; ty.num_bytes()];
        r.read_exact(&mut bytes).with_context(|| format!("{name} is truncated"))?;
        if header.order() == npyz::Order::Fortran && dims.len() > 1 {
            bytes = from_fortran(&bytes, &dims, dtype.byte_size());
        }
        Ok(Array { ty, bytes })
    }

    /// Writes a `.npy` file.
    pub(crate) fn write_npy(&self, path: &Path) -> Result<()> {
        let file = File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
        let mut w = BufWriter::new(file);
        let dims: Vec<String> = self.ty.dims.iter().map(i64::to_string).collect();
        let comma = if dims.len() == 1 { "," } else { "" };
        let mut header = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': ({}{comma}), }}",
            npy_code(self.ty.dtype),
            dims.join(", ")
        );
        // Magic, version, length and header are a multiple of 64 bytes and end in a newline.
        let pad = 63 - (10 + header.len()) % 64;
        header.extend(std::iter::repeat_n(' ', pad));
        header.push('\n');
        let length = u16::try_from(header.len()).context("the shape is too long for a .npy header")?;
        w.write_all(b"\x93NUMPY\x01\x00")?;
        w.write_all(&length.to_le_bytes())?;
        w.write_all(header.as_bytes())?;
        w.write_all(&self.bytes)?;
        Ok(w.flush()?)
    }

    /// Reads `2x3xf32=1 2 3 …` (values separated by commas or blanks; one value fills the array) or `@file.npy`.
    pub(crate) fn parse(text: &str) -> Result<Array> {
        if let Some(path) = text.strip_prefix('@') {
            return Array::read_npy(Path::new(path), None);
        }
        let (ty, values) = text.split_once('=').unwrap_or((text, "0"));
        let mut parts: Vec<&str> = ty.split('x').collect();
        let elem = parts.pop().unwrap_or_default();
        let dtype = DType::from_mlir_name(elem).with_context(|| format!("'{elem}' is not an element type"))?;
        let dims: Vec<i64> = parts
            .iter()
            .map(|d| d.parse::<i64>().ok().filter(|&d| d >= 0).with_context(|| format!("'{d}' is not a size")))
            .collect::<Result<_>>()?;
        let ty = TensorType::new(dtype, &dims);
        let words: Vec<&str> = values
            .split(|c: char| c == ',' || c.is_whitespace() || c == '[' || c == ']')
            .filter(|w| !w.is_empty())
            .collect();
        let n = ty.num_elements();
        if words.len() != n && words.len() != 1 {
            bail!("{} values for {n} elements", words.len());
        }
        if ty.num_bytes() > 1 << 40 {
            bail!("the array is too large");
        }
        let size = dtype.byte_size();
        let mut bytes = vec![0; ty.num_bytes()];
        for (i, slot) in bytes.chunks_exact_mut(size).enumerate() {
            let word = words[if words.len() == 1 { 0 } else { i }];
            scalar::write(dtype, parse_scalar(dtype, word)?, slot);
        }
        Ok(Array { ty, bytes })
    }

    /// One line of text: type and values, shortened in the middle.
    pub(crate) fn summary(&self) -> String {
        let size = self.ty.dtype.byte_size();
        let n = self.ty.num_elements();
        let value = |i: usize| match scalar::read(self.ty.dtype, &self.bytes[i * size..(i + 1) * size]) {
            Scalar::Bool(b) => b.to_string(),
            Scalar::Int(i) => i.to_string(),
            Scalar::UInt(u) => u.to_string(),
            Scalar::Float(x) if self.ty.dtype.bits() <= 32 => (x as f32).to_string(),
            Scalar::Float(x) => x.to_string(),
            Scalar::Complex(a, b) => format!("({a}, {b})"),
        };
        let dims: String = self.ty.dims.iter().map(|d| format!("{d}x")).collect();
        let shown = 1000;
        let mut values: Vec<String> = (0..n.min(shown)).map(value).collect();
        if n > shown {
            values.push("…".into());
        }
        format!("{dims}{}={}", self.ty.dtype, values.join(" "))
    }
}

fn parse_scalar(dtype: DType, word: &str) -> Result<Scalar> {
    let bad = || format!("'{word}' is not a value of {dtype}");
    Ok(match dtype.kind() {
        hloom_num::DTypeKind::Bool => Scalar::Bool(match word {
            "true" | "1" => true,
            "false" | "0" => false,
            _ => bail!("{}", bad()),
        }),
        hloom_num::DTypeKind::Signed => {
            let v: i64 = word.parse().with_context(bad)?;
            if Scalar::Int(v).rounded(dtype) != Scalar::Int(v) {
                bail!("{}", bad());
            }
            Scalar::Int(v)
        }
        hloom_num::DTypeKind::Unsigned => {
            let v: u64 = word.parse().with_context(bad)?;
            if Scalar::UInt(v).rounded(dtype) != Scalar::UInt(v) {
                bail!("{}", bad());
            }
            Scalar::UInt(v)
        }
        hloom_num::DTypeKind::Float => {
            // f32 text is rounded once.
            let x = if dtype == DType::F32 {
                f64::from(word.parse::<f32>().with_context(bad)?)
            } else {
                word.parse().with_context(bad)?
            };
            Scalar::Float(x)
        }
        hloom_num::DTypeKind::Complex => Scalar::Complex(word.parse().with_context(bad)?, 0.0),
    })
}

fn from_fortran(bytes: &[u8], dims: &[i64], size: usize) -> Vec<u8> {
    let mut out = vec![0; bytes.len()];
    let n = bytes.len() / size.max(1);
    for (i, slot) in out.chunks_exact_mut(size).enumerate().take(n) {
        // Row-major position i, column-major position p.
        let (mut rest, mut p, mut stride) = (i, 0, n);
        for &d in dims.iter().rev() {
            stride /= d as usize;
            p += rest % d as usize * stride;
            rest /= d as usize;
        }
        slot.copy_from_slice(&bytes[p * size..(p + 1) * size]);
    }
    out
}
