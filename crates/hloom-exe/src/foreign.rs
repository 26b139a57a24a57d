//! Calls of handlers of XLA's foreign function interface: what [`crate::HostCall::config`] holds for them.
//!
//! The host call's operands and results are the tensors of the op; tokens are written down here only, since they have
//! no memory. Types have the numbers of the interface, which are XLA's.

use hloom_num::DType;
use serde::{Deserialize, Serialize};

/// What a call says besides its tensors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForeignCall {
    /// Attributes, sorted by name.
    pub attrs: Vec<(String, ForeignAttr)>,
    /// Operands in order, tokens included.
    pub operands: Vec<Slot>,
    /// Results in order, tokens included.
    pub results: Vec<Slot>,
    /// Result and operand, by position among all, that share their memory.
    pub aliases: Vec<(u32, u32)>,
    /// Source location `file:line:column`, if there is one.
    pub place: Option<String>,
}

/// An operand or result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slot {
    /// A token.
    Token,
    /// A tensor that the handler sees with its dimensions stored in this order, from the innermost to the outermost.
    Tensor(Vec<u32>),
}

/// A value of an attribute; elements are little-endian bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ForeignAttr {
    /// One number: type and bytes.
    Scalar(i32, Vec<u8>),
    /// Several: type and bytes.
    Array(i32, Vec<u8>),
    /// Text, which need not be UTF-8.
    Text(Vec<u8>),
    /// Attributes, sorted by name.
    Dict(Vec<(String, ForeignAttr)>),
}

impl ForeignCall {
    /// As a host call's configuration.
    pub fn to_config(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("lists and numbers can be written")
    }

    /// From a host call's configuration; `None` if it is another kind of call's.
    pub fn from_config(config: &[u8]) -> Option<ForeignCall> {
        serde_json::from_slice(config).ok()
    }
}

/// The number of the type of tokens.
pub const TOKEN: i32 = 17;

/// The number of an element type; `None` if the interface has none.
pub fn type_number(dtype: DType) -> Option<i32> {
    Some(match dtype {
        DType::Bool => 1,
        DType::I8 => 2,
        DType::I16 => 3,
        DType::I32 => 4,
        DType::I64 => 5,
        DType::U8 => 6,
        DType::U16 => 7,
        DType::U32 => 8,
        DType::U64 => 9,
        DType::F16 => 10,
        DType::F32 => 11,
        DType::F64 => 12,
        DType::C64 => 15,
        DType::BF16 => 16,
        DType::C128 => 18,
        DType::F8E5M2 => 19,
        DType::F8E4M3FN => 20,
        DType::I4 => 21,
        DType::U4 => 22,
        DType::F8E4M3B11FNUZ => 23,
        DType::F8E5M2FNUZ => 24,
        DType::F8E4M3FNUZ => 25,
        DType::I2 => 26,
        DType::U2 => 27,
        DType::F8E4M3 => 28,
        DType::F8E3M4 => 29,
        DType::F4E2M1FN => 32,
        DType::F8E8M0FNU => 33,
        _ => return None,
    })
}

/// Bytes of an element of a type; 0 for tokens and numbers without a type.
pub fn type_bytes(number: i32) -> usize {
    DType::ALL.iter().find(|&&d| type_number(d) == Some(number)).map_or(0, |d| d.byte_size())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_come_back() {
        let scalar = ForeignAttr::Scalar(9, 7u64.to_le_bytes().to_vec());
        let call = ForeignCall {
            attrs: vec![("a".into(), ForeignAttr::Dict(vec![("b".into(), scalar)]))],
            operands: vec![Slot::Token, Slot::Tensor(vec![0, 1])],
            results: vec![Slot::Token],
            aliases: vec![(0, 1)],
            place: None,
        };
        assert_eq!(ForeignCall::from_config(&call.to_config()), Some(call));
        assert_eq!(ForeignCall::from_config(&7i64.to_le_bytes()), None);
    }

    #[test]
    fn numbers_are_distinct() {
        let numbers: Vec<i32> = DType::ALL.iter().filter_map(|&d| type_number(d)).collect();
        assert!((0..numbers.len()).all(|i| !numbers[..i].contains(&numbers[i])));
    }
}
