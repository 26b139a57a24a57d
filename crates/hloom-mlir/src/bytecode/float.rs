//! Exact value of the bit pattern of any float format, as f64.

use hloom_num::DType;

/// How a format spends its codes beyond finite numbers.
#[derive(Clone, Copy, PartialEq)]
enum Special {
    /// All-ones exponent is infinity (mantissa 0) or NaN.
    Ieee,
    /// All ones is NaN; no infinity.
    Fn,
    /// The code of negative zero is NaN; no infinity.
    Fnuz,
    /// No NaN, no infinity.
    None,
}

/// The value of `bits` in the format `dtype`, exact (every supported format is a subset of f64; NaNs become a quiet NaN
/// of the same sign except for f64, which passes through). `None` if `dtype` is not a float.
pub fn float_to_f64(dtype: DType, bits: u64) -> Option<f64> {
    use Special::*;
    let (exp_bits, man_bits, bias, special) = match dtype {
        DType::F64 => return Some(f64::from_bits(bits)),
        DType::F32 => return Some(f64::from(f32::from_bits(bits as u32))),
        DType::F8E8M0FNU => {
            let e = bits & 0xff;
            return Some(if e == 0xff { f64::NAN } else { exp2(e as i32 - 127) });
        }
        DType::F16 => (5, 10, 15, Ieee),
        DType::BF16 => (8, 7, 127, Ieee),
        DType::F8E5M2 => (5, 2, 15, Ieee),
        DType::F8E4M3 => (4, 3, 7, Ieee),
        DType::F8E3M4 => (3, 4, 3, Ieee),
        DType::F8E4M3FN => (4, 3, 7, Fn),
        DType::F8E4M3FNUZ => (4, 3, 8, Fnuz),
        DType::F8E5M2FNUZ => (5, 2, 16, Fnuz),
        DType::F8E4M3B11FNUZ => (4, 3, 11, Fnuz),
        DType::F6E2M3FN => (2, 3, 1, None),
        DType::F6E3M2FN => (3, 2, 3, None),
        DType::F4E2M1FN => (2, 1, 1, None),
        _ => return Option::None,
    };
    let man = bits & ((1 << man_bits) - 1);
    let exp = (bits >> man_bits) & ((1 << exp_bits) - 1);
    let negative = (bits >> (man_bits + exp_bits)) & 1 == 1;
    let top = (1 << exp_bits) - 1;
    let nan = match special {
        Ieee => exp == top && man != 0,
        Fn => exp == top && man == (1 << man_bits) - 1,
        Fnuz => negative && exp == 0 && man == 0,
        None => false,
    };
    let magnitude = if nan {
        f64::NAN
    } else if special == Ieee && exp == top {
        f64::INFINITY
    } else if exp == 0 {
        man as f64 * exp2(1 - bias - man_bits)
    } else {
        (man | 1 << man_bits) as f64 * exp2(exp as i32 - bias - man_bits)
    };
    Some(if negative { -magnitude } else { magnitude })
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

/// A power of two within the normal range of f64.
fn exp2(e: i32) -> f64 {
    f64::from_bits(((e + 1023) as u64) << 52)
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
