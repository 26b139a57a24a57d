//! The MLIR bytecode container, versions 0 to 6, read into a [`RawModule`].
//!
//! The container knows sections, strings, op names, regions and the attributes and types of the builtin dialect.
//! What belongs to another dialect (payloads of its attributes and types, the order of an op's properties) comes from a
//! [`DialectCodec`]; so does the meaning of attributes that were stored as assembly text.
//!
//! Invariants
//! * Every offset and count of the input is checked before use; a claimed count never reserves more than the bytes
//!   that are left could fill.
//! * Attributes and types are decoded on first use and at most once. Nesting is limited by [`Limits::depth`]; location
//!   chains, which are long in practice, are decoded without recursion.
//! * The size of a decoded attribute counted as a *tree* is bounded, so that a small file with much sharing cannot make
//!   consumers that walk trees run forever.
//!
//! [`write()`] is the way back, with the numbering of MLIR's writer.
//!
//! Absences: successors are refused (no dialect read here branches between blocks); dialect versions are skipped.

mod builtin;
mod builtin_write;
mod cursor;
mod dense;
mod float;
mod ir;
mod numbering;
mod payload;
mod reader;
mod uses;
mod writer;

pub use builtin::{complex_type, dims, float, integer};
pub use builtin_write::{encoded_dims, float_bits, integer_bits};
pub use cursor::Cursor;
pub use dense::{dense_from_raw, raw_from_dense};
pub use float::{float_from_f64, float_to_f64};
pub use payload::{Payload, Space};
pub use reader::Reader;
pub use uses::{UseOrder, UseOrders};
pub use writer::{DialectEncoder, write};

use crate::{Attr, Limits, RawModule, SyntaxError, Type, text};

/// The first bytes of every MLIR bytecode file.
pub const MAGIC: [u8; 4] = *b"ML\xefR";
/// The newest container version that is read.
pub const MAX_VERSION: u64 = 6;

/// True if `bytes` begin like MLIR bytecode.
pub fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Result of reading.
pub type Result<T, E = SyntaxError> = std::result::Result<T, E>;

/// How the properties of a registered op are laid out in a properties blob: its inherent attributes in encoding order,
/// then the segment sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpLayout {
    /// Names of the inherent attributes; a trailing `?` marks one that may be absent.
    pub attrs: &'static [&'static str],
    /// Number of operand groups whose sizes are stored (0: none are).
    pub operand_segments: u8,
    /// Number of result groups whose sizes are stored (0: none are).
    pub result_segments: u8,
}

impl OpLayout {
    /// A layout without segment sizes.
    pub const fn attrs(attrs: &'static [&'static str]) -> OpLayout {
        OpLayout { attrs, operand_segments: 0, result_segments: 0 }
    }
}

/// What the container needs to know of dialects.
pub trait DialectCodec {
    /// Decodes an attribute of `dialect`; the reader stands at its first byte and must end behind its last.
    ///
    /// # Errors
    /// When the payload is malformed or not known.
    fn attr(&self, dialect: &str, reader: &mut Reader<'_, '_>) -> Result<Attr> {
        Err(reader.error(format!("attributes of dialect '{dialect}' have no known bytecode form")))
    }

    /// Decodes a type of `dialect`.
    ///
    /// # Errors
    /// When the payload is malformed or not known.
    fn ty(&self, dialect: &str, reader: &mut Reader<'_, '_>) -> Result<Type> {
        Err(reader.error(format!("types of dialect '{dialect}' have no known bytecode form")))
    }

    /// How the properties of `op` (full name) are laid out; `None` if the op is not known.
    fn op_layout(&self, op: &str) -> Option<OpLayout> {
        builtin_op_layout(op)
    }

    /// As [`DialectCodec::op_layout`], for files whose writer knew more attributes of the op: tried on properties that the
    /// layout does not fit.
    fn newer_layout(&self, _op: &str) -> Option<OpLayout> {
        None
    }

    /// Parses an attribute that was stored as assembly text. The default knows dialect attributes as opaque text.
    fn attr_text(&self, text: &str) -> Option<Attr> {
        opaque_attr(text)
    }

    /// Parses a type that was stored as assembly text. The default knows element types and dialect types as opaque
    /// text.
    fn type_text(&self, text: &str) -> Option<Type> {
        opaque_type(text)
    }
}

/// The codec that knows the builtin dialect alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDialects;
impl DialectCodec for NoDialects {}

/// Property layouts of the ops of `builtin` and `func`.
pub fn builtin_op_layout(op: &str) -> Option<OpLayout> {
    Some(OpLayout::attrs(match op {
        "builtin.module" => &["sym_name?", "sym_visibility?"],
        "builtin.unrealized_conversion_cast" | "func.return" => &[],
        "func.func" => &["arg_attrs?", "function_type", "no_inline?", "res_attrs?", "sym_name", "sym_visibility?"],
        "func.call" => &["arg_attrs?", "callee", "no_inline?", "res_attrs?"],
        _ => return None,
    }))
}

/// `#dialect.name<body>`, `#dialect<name body>` or a plain keyword attribute.
pub fn opaque_attr(text: &str) -> Option<Attr> {
    if text == "unit" {
        return Some(Attr::Unit);
    }
    let known = ["#", "affine_map<", "affine_set<"].iter().any(|start| text.starts_with(start));
    // Names and brackets are those of the text form, which the attribute is printed in.
    match text::parse_attr(text, &Limits::default(), &text::Generic) {
        Ok(attr @ Attr::Dialect(..)) if known => Some(attr),
        _ => None,
    }
}

/// An element type, or `!dialect.body`.
pub fn opaque_type(text: &str) -> Option<Type> {
    match text::parse_type(text, &Limits::default(), &text::Generic) {
        Ok(ty @ Type::Scalar(_)) => Some(ty),
        Ok(ty @ Type::Dialect(..)) if text.starts_with('!') => Some(ty),
        _ => None,
    }
}

/// Reads a bytecode file.
///
/// # Errors
/// When the file is malformed, uses something that is not known, or exceeds `limits`.
pub fn read(bytes: &[u8], limits: &Limits, codec: &dyn DialectCodec) -> Result<RawModule> {
    ir::read(bytes, limits, codec).map(|(module, _)| module)
}

/// Reads a bytecode file and the orders of uses that it states.
///
/// # Errors
/// As [`read`].
pub fn read_with_uses(bytes: &[u8], limits: &Limits, codec: &dyn DialectCodec) -> Result<(RawModule, UseOrders)> {
    ir::read(bytes, limits, codec)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_num::DType;

    #[test]
    fn text_of_dialect_attributes_and_types() {
        let dialect = |d: &str, n: &str, b: &str| Some(Attr::Dialect(d.into(), n.into(), b.into()));
        assert_eq!(opaque_attr("#chlo<precision HIGH>"), dialect("chlo", "precision", "HIGH"));
        assert_eq!(opaque_attr("#a.b<c<d>>"), dialect("a", "b", "c<d>"));
        assert_eq!(opaque_attr("#a.b"), dialect("a", "b", ""));
        assert_eq!(opaque_attr("#a.b<c"), None);
        let map = "(d0, d1) -> (d1, d0)";
        assert_eq!(opaque_attr(&format!("affine_map<{map}>")), dialect("builtin", "affine_map", map));
        assert_eq!(opaque_attr("affine_map<(d0>"), None);
        assert_eq!(opaque_attr("1 : i32"), None);
        assert_eq!(opaque_type("f8E4M3FN"), Some(Type::Scalar(DType::F8E4M3FN)));
        assert_eq!(opaque_type("!a.b<c>"), Some(Type::Dialect("a".into(), "b<c>".into())));
        assert_eq!(opaque_type("vector<4xf32>"), None);
    }

    #[test]
    fn garbage_is_an_error() {
        let read = |bytes: &[u8]| read(bytes, &Limits::default(), &NoDialects).map(|_| ());
        assert!(read(b"").is_err());
        assert!(read(b"module {}").is_err());
        assert!(read(b"ML\xefR").is_err());
        let newer = read(b"ML\xefR\x0fx\0").expect_err("version 7 is not known");
        assert!(newer.message.contains("version 7"), "{newer}");
    }

    /// A file of one op whose location names an attribute that is a location again must not recurse for ever.
    #[test]
    fn locations_that_name_themselves() {
        let section = |id: u8, data: &[u8]| [&[id, (data.len() as u8) << 1 | 1][..], data].concat();
        let mut file = b"ML\xefR\x0dx\0".to_vec();
        // Strings: "builtin", "module".
        file.extend(section(0, b"\x05\x0f\x11builtin\0module\0"));
        // One dialect, one op name (registered).
        file.extend(section(1, &[3, 1, 3, 1, 3, 7]));
        // One attribute: a name location (code 14) whose name and child are itself.
        for (payload, message) in [([29u8, 1, 1], "itself"), ([23, 1, 1], "string")] {
            let mut file = file.clone();
            let payload = if payload[0] == 23 { [&payload[..], &[1]].concat() } else { payload.to_vec() };
            file.extend(section(2, &payload));
            file.extend(section(3, &[3, 1, 1, 3, (payload.len() as u8) << 2 | 3]));
            file.extend(section(4, &[5, 1, 0, 1]));
            let e = read(&file, &Limits::default(), &NoDialects).expect_err("the location is circular");
            assert!(e.message.contains(message), "{e}");
        }
    }
}
