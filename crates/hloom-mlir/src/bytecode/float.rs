//! Floats of attributes: exact values as f64, and back.

use hloom_num::DType;
use hloom_num::scalar::decode_float;

/// The value of `bits` in the format `dtype`, exact (every supported format is a subset of f64; NaNs become a quiet NaN
/// of the same sign except for f64, which passes through). `None` if `dtype` is not a float.
pub fn float_to_f64(dtype: DType, bits: u64) -> Option<f64> {
    dtype.is_float().then(|| decode_float(dtype, bits))
}

/// The bit pattern of `value` in the format `dtype`; `None` if the format does not have exactly this value (any NaN
/// stands for the canonical one).
pub fn float_from_f64(dtype: DType, value: f64) -> Option<u64> {
    match dtype {
        DType::F64 => return Some(value.to_bits()),
        DType::F32 => {
            return (value.is_nan() || f64::from(value as f32) == value).then(|| (value as f32).to_bits().into());
        }
        DType::BF16 => {
            let bits = (value as f32).to_bits();
            return (bits & 0xffff == 0 && (value.is_nan() || f64::from(value as f32) == value))
                .then_some((bits >> 16).into());
        }
        _ => {}
    }
    // Formats of at most 16 bits: search. Attributes of these types are rare.
    let same = |bits: &u64| {
        let v = float_to_f64(dtype, *bits);
        v.is_some_and(|v| v.to_bits() == value.to_bits() || v.is_nan() && value.is_nan())
    };
    dtype.is_float().then(|| (0..1u64 << dtype.bits()).find(same)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let cases = [
            (DType::BF16, 0x3f80, 1.0),
            (DType::F16, 0x7bff, 65504.0),
            (DType::F16, 0x0001, 5.960464477539063e-8),
            (DType::F16, 0xfc00, f64::NEG_INFINITY),
            (DType::F8E4M3FN, 0x7e, 448.0),
            (DType::F8E5M2, 0x7b, 57344.0),
            (DType::F8E4M3FNUZ, 0x7f, 240.0),
            (DType::F8E4M3B11FNUZ, 0x7f, 30.0),
            (DType::F4E2M1FN, 0x7, 6.0),
            (DType::F6E2M3FN, 0x1f, 7.5),
            (DType::F6E3M2FN, 0x1f, 28.0),
            (DType::F8E8M0FNU, 0x00, 2f64.powi(-127)),
            (DType::F8E3M4, 0x6f, 15.5),
        ];
        for (d, bits, value) in cases {
            assert_eq!(float_to_f64(d, bits), Some(value), "{d} {bits:#x}");
        }
        assert!(float_to_f64(DType::F8E4M3FN, 0xff).is_some_and(f64::is_nan));
        assert!(float_to_f64(DType::F8E5M2FNUZ, 0x80).is_some_and(f64::is_nan));
        assert_eq!(float_to_f64(DType::I8, 0), None);
    }
}
