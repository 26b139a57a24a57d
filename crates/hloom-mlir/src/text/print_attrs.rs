//! Printing of types and attributes.

use super::constants::{Elem, element_count};
use super::cursor::in_angle_brackets;
use super::number::{float_to_bits, write_float};
use super::printer::Printer;
use crate::{Attr, Dense, FunctionType, RankedTensor, Str, Type};
use hloom_num::DType;
use std::fmt::Write;

/// Constants with more elements than this print as one hexadecimal string.
const MAX_LISTED: usize = 100;

impl Printer<'_> {
    /// A type.
    pub fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Scalar(dtype) => self.write(dtype.mlir_name()),
            Type::OddInteger(width, kind) => {
                let prefix = ["i", "si", "ui"][usize::from(*kind).min(2)];
                let _ = write!(self.out, "{prefix}{width}");
            }
            Type::Index => self.write("index"),
            Type::None => self.write("none"),
            Type::RankedTensor(tensor) => self.shaped("tensor", tensor),
            Type::MemRef(tensor) => self.shaped("memref", tensor),
            Type::UnrankedTensor(elem) => {
                self.write("tensor<*x");
                self.ty(elem);
                self.write(">");
            }
            Type::Function(function) => self.function_type(function),
            Type::Tuple(members) => {
                self.write("tuple<");
                self.types(members);
                self.write(">");
            }
            Type::Dialect(dialect, text) if &**dialect == "builtin" => self.write(text),
            Type::Dialect(dialect, text) => {
                // `name` and `name<...>` have a short spelling.
                let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '$' | '.'));
                let dotted = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                    && end.is_none_or(|end| in_angle_brackets(&text[end..]).is_some());
                let _ =
                    if dotted { write!(self.out, "!{dialect}.{text}") } else { write!(self.out, "!{dialect}<{text}>") };
            }
        }
    }

    fn shaped(&mut self, kind: &str, tensor: &RankedTensor) {
        let _ = write!(self.out, "{kind}<");
        for dim in &tensor.dims {
            let _ = match dim {
                Some(size) => write!(self.out, "{size}x"),
                None => write!(self.out, "?x"),
            };
        }
        self.ty(&tensor.elem);
        if let Some(encoding) = &tensor.encoding {
            self.write(", ");
            self.attr(encoding);
        }
        self.write(">");
    }

    /// `(inputs) -> results`.
    pub fn function_type(&mut self, function: &FunctionType) {
        self.write("(");
        self.types(&function.inputs);
        self.write(") -> ");
        self.result_types(&function.results);
    }

    /// One type bare, any other number in parentheses.
    pub fn result_types(&mut self, types: &[Type]) {
        match types {
            // A lone function type would read as the arrow of this one.
            [ty] if !matches!(ty, Type::Function(_)) => self.ty(ty),
            _ => {
                self.write("(");
                self.types(types);
                self.write(")");
            }
        }
    }

    /// `a, b, c`.
    pub fn types(&mut self, types: &[Type]) {
        for (i, ty) in types.iter().enumerate() {
            if i > 0 {
                self.write(", ");
            }
            self.ty(ty);
        }
    }

    /// An attribute.
    pub fn attr(&mut self, attr: &Attr) {
        self.attr_typed(attr, true);
    }

    /// Inside arrays the types `i64` and `f64` of numbers are left out.
    fn attr_typed(&mut self, attr: &Attr, typed: bool) {
        match attr {
            Attr::Unit => self.write("unit"),
            Attr::Bool(value) => self.write(if *value { "true" } else { "false" }),
            Attr::Int(value, ty) => {
                let _ = write!(self.out, "{value}");
                if typed || *ty != Type::Scalar(DType::I64) {
                    self.write(" : ");
                    self.ty(ty);
                }
            }
            Attr::Float(bits, ty) => {
                let Type::Scalar(dtype) = ty else { return self.write("0.0") };
                let bits = float_bits_of(*dtype, *bits);
                let before = self.out.len();
                write_float(&mut self.out, *dtype, bits);
                // A literal in hexadecimal is an integer without its type.
                let hex = self.out[before..].starts_with("0x");
                if typed || hex || *dtype != DType::F64 {
                    self.write(" : ");
                    self.ty(ty);
                }
            }
            Attr::String(text) => self.string(text),
            Attr::Array(items) => {
                self.write("[");
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        self.write(", ");
                    }
                    self.attr_typed(item, false);
                }
                self.write("]");
            }
            Attr::Dict(entries) => self.dict(entries.iter()),
            Attr::Type(ty) => self.ty(ty),
            Attr::Symbol(path) => {
                for (i, name) in path.iter().enumerate() {
                    if i > 0 {
                        self.write("::");
                    }
                    self.symbol(name);
                }
            }
            Attr::Dense(dense) => {
                self.dense(dense);
                self.write(" : ");
                self.ty(&dense.ty);
            }
            Attr::DenseArray(dtype, values) => {
                let _ = write!(self.out, "array<{dtype}");
                for (i, value) in values.iter().enumerate() {
                    self.write(if i == 0 { ": " } else { ", " });
                    if dtype.is_bool() {
                        self.write(if *value != 0 { "true" } else { "false" });
                    } else if dtype.is_float() {
                        write_float(&mut self.out, *dtype, float_bits_of(*dtype, *value as u64));
                    } else if dtype.is_unsigned_int() {
                        let _ = write!(self.out, "{}", *value as u64);
                    } else {
                        let _ = write!(self.out, "{value}");
                    }
                }
                self.write(">");
            }
            Attr::Dialect(dialect, mnemonic, body) => self.dialect_attr(dialect, mnemonic, body),
            Attr::Loc(loc) => self.location(*loc),
        }
    }

    fn dialect_attr(&mut self, dialect: &str, mnemonic: &str, body: &str) {
        let _ = if dialect == "builtin" && mnemonic == "string" {
            write!(self.out, "{body}")
        } else if dialect == "builtin" {
            write!(self.out, "{mnemonic}<{body}>")
        } else if mnemonic.is_empty() {
            write!(self.out, "#{dialect}<{body}>")
        } else if self.assembly.is_enum_attr(dialect, mnemonic) {
            let gap = if body.starts_with(['{', '[', '(']) || body.is_empty() { "" } else { " " };
            write!(self.out, "#{dialect}<{mnemonic}{gap}{body}>")
        } else {
            write!(self.out, "#{dialect}.{mnemonic}<{body}>")
        };
    }

    /// `{a = 1, b}`.
    pub fn dict<'b>(&mut self, entries: impl Iterator<Item = &'b (Str, Attr)>) {
        self.write("{");
        for (i, (name, value)) in entries.enumerate() {
            if i > 0 {
                self.write(", ");
            }
            if is_bare(name) {
                self.write(name)
            } else {
                self.string(name)
            }
            if *value != Attr::Unit {
                self.write(" = ");
                self.attr(value);
            }
        }
        self.write("}");
    }

    /// `@name`, quoted where needed.
    pub fn symbol(&mut self, name: &str) {
        self.write("@");
        if is_bare(name) { self.write(name) } else { self.string(name) }
    }

    /// A quoted and escaped string.
    pub fn string(&mut self, text: &str) {
        escaped(&mut self.out, text);
    }

    /// `dense<...>` without the type.
    pub fn dense(&mut self, dense: &Dense) {
        self.write("dense<");
        self.dense_body(dense);
        self.write(">");
    }

    fn dense_body(&mut self, dense: &Dense) {
        let Type::RankedTensor(tensor) = &dense.ty else { return };
        let (Some(elem), Some(count)) = (Elem::of(&tensor.elem), element_count(tensor)) else { return };
        let size = elem.size();
        if dense.data.len() < size {
            return;
        }
        if dense.splat || count == 1 {
            return self.element(elem, &dense.data[..size]);
        }
        if count > MAX_LISTED {
            return self.blob(elem, &dense.data);
        }
        // Brackets open where an index wraps to zero, and close where it ends.
        let dims: Vec<usize> = tensor.dims.iter().map(|d| usize::try_from(d.unwrap_or(0)).unwrap_or(0)).collect();
        for (i, element) in dense.data.chunks_exact(size).enumerate().take(count) {
            let mut period = 1;
            let starts = dims.iter().rev().take_while(|d| {
                period *= **d;
                i % period == 0
            });
            let opened = starts.count();
            if i > 0 {
                self.write(", ");
            }
            self.write(&"[".repeat(opened));
            self.element(elem, element);
            let mut period = 1;
            let ends = dims.iter().rev().take_while(|d| {
                period *= **d;
                (i + 1) % period == 0
            });
            let closed = ends.count();
            self.write(&"]".repeat(closed));
        }
    }

    fn element(&mut self, elem: Elem, bytes: &[u8]) {
        let mut raw = [0u8; 16];
        raw[..bytes.len()].copy_from_slice(bytes);
        let unsigned = u128::from_le_bytes(raw);
        let shift = 128 - bytes.len() as u32 * 8;
        let signed = ((unsigned << shift) as i128) >> shift;
        let _ = match elem {
            Elem::Index => write!(self.out, "{signed}"),
            Elem::Scalar(d) if d.is_complex() => {
                let (re, im) = bytes.split_at(bytes.len() / 2);
                let part = Elem::Scalar(d.real_part());
                self.write("(");
                self.element(part, re);
                self.write(",");
                self.element(part, im);
                self.write(")");
                Ok(())
            }
            Elem::Scalar(d) if d.is_float() => {
                write_float(&mut self.out, d, unsigned as u64);
                Ok(())
            }
            Elem::Scalar(DType::Bool) => write!(self.out, "{}", unsigned != 0),
            Elem::Scalar(d) if d.is_unsigned_int() => write!(self.out, "{unsigned}"),
            Elem::Scalar(_) => write!(self.out, "{signed}"),
        };
    }

    fn blob(&mut self, elem: Elem, bytes: &[u8]) {
        // MLIR keeps narrow integers zero-extended.
        let mask = match elem {
            Elem::Scalar(d) if d.bits() < 8 => (1u8 << d.bits()) - 1,
            _ => 0xFF,
        };
        self.out.reserve(bytes.len() * 2 + 4);
        self.write("\"0x");
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        for byte in bytes {
            let byte = byte & mask;
            self.out.push(DIGITS[usize::from(byte >> 4)] as char);
            self.out.push(DIGITS[usize::from(byte & 15)] as char);
        }
        self.write("\"");
    }
}

/// A quoted and escaped string.
pub(super) fn escaped(out: &mut String, text: &str) {
    out.push('"');
    for &byte in crate::str_to_bytes(text).iter() {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' if byte != b'"' => out.push(byte as char),
            _ => {
                let _ = write!(out, "\\{byte:02X}");
            }
        }
    }
    out.push('"');
}

/// Bits in `dtype` of a value given as `f64` bits.
fn float_bits_of(dtype: DType, bits: u64) -> u64 {
    if dtype == DType::F64 { bits } else { float_to_bits(dtype, f64::from_bits(bits)).unwrap_or(0) }
}

fn is_bare(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
}
