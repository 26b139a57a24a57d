//! Element types of the C API and of Hloom.

use crate::abi::buffer_type as bt;
use crate::error::Error;
use hloom_num::DType;
use std::ffi::c_int;

/// Number in the C API, type that computes, and name.
const TYPES: &[(c_int, DType)] = &[
    (bt::PRED, DType::Bool),
    (bt::S8, DType::I8),
    (bt::S16, DType::I16),
    (bt::S32, DType::I32),
    (bt::S64, DType::I64),
    (bt::U8, DType::U8),
    (bt::U16, DType::U16),
    (bt::U32, DType::U32),
    (bt::U64, DType::U64),
    (bt::F16, DType::F16),
    (bt::F32, DType::F32),
    (bt::F64, DType::F64),
    (bt::BF16, DType::BF16),
    (bt::C64, DType::C64),
    (bt::C128, DType::C128),
    (bt::F8E5M2, DType::F8E5M2),
    (bt::F8E4M3FN, DType::F8E4M3FN),
    (bt::F8E4M3B11FNUZ, DType::F8E4M3B11FNUZ),
    (bt::F8E5M2FNUZ, DType::F8E5M2FNUZ),
    (bt::F8E4M3FNUZ, DType::F8E4M3FNUZ),
    (bt::S4, DType::I4),
    (bt::U4, DType::U4),
    (bt::S2, DType::I2),
    (bt::U2, DType::U2),
    (bt::F8E4M3, DType::F8E4M3),
    (bt::F8E3M4, DType::F8E3M4),
    (bt::F8E8M0FNU, DType::F8E8M0FNU),
    (bt::F4E2M1FN, DType::F4E2M1FN),
];

/// The number of a type that programs compute with.
pub(crate) fn number_of(dtype: DType) -> Result<c_int, Error> {
    let entry = TYPES.iter().find(|(_, d)| *d == dtype);
    entry.map(|(n, _)| *n).ok_or_else(|| Error::unimplemented(format!("PJRT has no element type for {dtype}")))
}

/// How elements of a type are stored. The one-bit integers have no arithmetic: they are stored as bytes, so that they
/// can be moved, and no program accepts them.
pub(crate) fn storage_of(number: c_int) -> Result<DType, Error> {
    match number {
        bt::S1 => Ok(DType::I8),
        bt::U1 => Ok(DType::U8),
        _ => {
            let entry = TYPES.iter().find(|(n, _)| *n == number);
            entry
                .map(|(_, d)| *d)
                .ok_or_else(|| Error::unimplemented(format!("element type {number} of the PJRT API is not supported")))
        }
    }
}

/// Brings host bytes of a type narrower than a byte into the form that programs expect: signed integers sign-extended,
/// everything else zero-extended. Hosts leave the upper bits undefined.
pub(crate) fn canonicalise(number: c_int, bytes: &mut [u8]) {
    let (bits, signed) = match number {
        bt::S1 => (1, true),
        bt::U1 => (1, false),
        bt::S2 => (2, true),
        bt::U2 => (2, false),
        bt::S4 => (4, true),
        bt::U4 | bt::F4E2M1FN => (4, false),
        _ => return,
    };
    let shift = 8 - bits;
    for b in bytes {
        *b = if signed { (((*b << shift) as i8) >> shift) as u8 } else { (*b << shift) >> shift };
    }
}

/// True if [`canonicalise`] has something to do.
pub(crate) fn is_narrow(number: c_int) -> bool {
    matches!(number, bt::S1 | bt::U1 | bt::S2 | bt::U2 | bt::S4 | bt::U4 | bt::F4E2M1FN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_types_correspond() {
        for n in bt::PRED..=bt::U1 {
            let storage = storage_of(n);
            match n {
                bt::TOKEN => assert!(storage.is_err()),
                bt::S1 | bt::U1 => assert!(storage.is_ok()),
                _ => assert_eq!(number_of(storage.expect("known")).expect("known"), n),
            }
        }
    }

    #[test]
    fn narrow_types_are_extended() {
        let mut b = [0x0f, 0xf7, 0x08];
        canonicalise(bt::S4, &mut b);
        assert_eq!(b, [0xff, 0x07, 0xf8]);
        canonicalise(bt::U4, &mut b);
        assert_eq!(b, [0x0f, 0x07, 0x08]);
        canonicalise(bt::S1, &mut b);
        assert_eq!(b, [0xff, 0xff, 0]);
    }
}
