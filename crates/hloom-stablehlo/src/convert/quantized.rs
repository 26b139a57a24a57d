//! What stands between the brackets of `!quant.uniform<…>` and `#stablehlo.bounds<…>`.

use hloom_ir::{Dims, MAX_STORAGE_BITS, QuantParam, Quantized, TensorType};
use hloom_mlir::text::parse_float_bits;
use hloom_num::{DType, DTypeKind};

/// A quantized element type: storage type and meaning.
///
/// # Errors
/// What the IR has no equivalent for, as a phrase.
pub(crate) fn parse_quantized(body: &str) -> Result<(DType, Quantized), String> {
    let malformed = || format!("the type !quant.{body} is malformed");
    let unsupported = |what: &str| format!("{what} (!quant.{body}) are not supported");
    let mut c = Cursor { rest: body };
    if !c.eat("uniform") {
        return Err(unsupported("quantized types other than uniform ones"));
    }
    c.expect("<").ok_or_else(malformed)?;
    let name = c.word();
    if name.is_empty() {
        return Err(malformed());
    }
    let (signed, bits) = storage_name(name).ok_or_else(|| unsupported(&format!("storage types like '{name}'")))?;
    let storage = DType::from_mlir_name(&format!("{}{bits}", if signed { "i" } else { "ui" }))
        .filter(|d| matches!(d.kind(), DTypeKind::Signed | DTypeKind::Unsigned) && d.bits() <= MAX_STORAGE_BITS)
        .ok_or_else(|| unsupported(&format!("storage types like '{name}'")))?;
    let (mut storage_min, mut storage_max) = Quantized::full_range(storage).ok_or_else(malformed)?;
    let mut head = || -> Option<(DType, Option<i64>)> {
        if c.eat("<") {
            storage_min = c.int()?;
            c.expect(":")?;
            storage_max = c.int()?;
            c.expect(">")?;
        }
        c.expect(":")?;
        let expressed = DType::from_mlir_name(c.word())?;
        let axis = if c.eat(":") { Some(if c.at("{") { -1 } else { c.int()? }) } else { None };
        Some((expressed, axis))
    };
    let (expressed, axis) = head().ok_or_else(malformed)?;
    if c.at("{") {
        return Err(unsupported("quantized types with parameters along several dimensions"));
    }
    let mut tail = || -> Option<Vec<QuantParam>> {
        c.expect(",")?;
        let mut params = Vec::new();
        if axis.is_none() {
            params.push(c.param()?);
        } else {
            c.expect("{")?;
            params.push(c.param()?);
            while c.eat(",") {
                params.push(c.param()?);
            }
            c.expect("}")?;
        }
        c.expect(">")?;
        c.rest.trim().is_empty().then_some(params)
    };
    let params = tail().ok_or_else(malformed)?;
    Ok((storage, Quantized { expressed, storage_min, storage_max, axis, params }))
}

/// What [`parse_quantized`] reads, in the spelling of MLIR's printer.
pub(crate) fn write_quantized(storage: DType, q: &Quantized) -> String {
    q.display(storage).to_string().trim_start_matches("!quant.").to_string()
}

/// `body` in the spelling of MLIR's printer. Unsigned storage stays as it is: `ui8` is not spelled `u8` in artifacts.
pub(crate) fn canonical_quantized(body: &str) -> Result<String, String> {
    let (storage, q) = parse_quantized(body)?;
    let written = write_quantized(storage, &q);
    Ok(if is_unsigned_type(body) { written.replacen("<u", "<ui", 1) } else { written })
}

/// True if the storage type is one of MLIR's unsigned types (`ui8`), not a signless one that is taken as unsigned (`u8`).
pub(crate) fn is_unsigned_type(body: &str) -> bool {
    let storage = body.strip_prefix("uniform").map(str::trim_start).and_then(|b| b.strip_prefix('<'));
    storage.is_some_and(|s| s.trim_start().starts_with("ui"))
}

/// `i8`, `u8`, `ui8`: signed, and how many bits. (StableHLO has no quantized types over MLIR's `si8`.)
fn storage_name(name: &str) -> Option<(bool, u32)> {
    let (signed, digits) = match name.strip_prefix('i') {
        Some(digits) => (true, digits),
        None => (false, name.strip_prefix("ui").or_else(|| name.strip_prefix('u'))?),
    };
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten().map(|bits| (signed, bits))
}

/// Bounds of dynamic sizes: one entry a dimension.
pub(crate) fn parse_bounds(body: &str) -> Option<Vec<i64>> {
    let bound = |b: &str| if b.trim() == "?" { Some(TensorType::DYNAMIC) } else { b.trim().parse().ok() };
    body.split(',').map(bound).collect()
}

/// The text of bounds: what [`parse_bounds`] reads.
pub(crate) fn write_bounds(bounds: &[i64]) -> String {
    let written = |&b: &i64| if b == TensorType::DYNAMIC { "?".to_string() } else { b.to_string() };
    bounds.iter().map(written).collect::<Vec<_>>().join(", ")
}

/// The sizes of a shape: every `?` as a size that is not known.
pub(crate) fn parse_dims(dims: &[Option<i64>]) -> Result<Dims, String> {
    dims.iter()
        .map(|d| match d {
            Some(d) if *d < 0 => Err("a dimension is negative".to_string()),
            Some(d) => Ok(*d),
            None => Ok(TensorType::DYNAMIC),
        })
        .collect()
}

/// Reads tokens; blanks between them do not count.
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn at(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.starts_with(token)
    }
    fn eat(&mut self, token: &str) -> bool {
        let found = self.at(token);
        if found {
            self.rest = &self.rest[token.len()..];
        }
        found
    }
    fn expect(&mut self, token: &str) -> Option<()> {
        self.eat(token).then_some(())
    }
    /// Letters and digits.
    fn word(&mut self) -> &'a str {
        self.take(|b| b.is_ascii_alphanumeric())
    }
    fn take(&mut self, belongs: impl Fn(u8) -> bool) -> &'a str {
        self.rest = self.rest.trim_start();
        let end = self.rest.bytes().position(|b| !belongs(b)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }
    fn int(&mut self) -> Option<i64> {
        self.take(|b| b == b'-' || b.is_ascii_digit()).parse().ok()
    }
    /// A decimal float, or its bits in hexadecimal.
    fn float(&mut self) -> Option<f64> {
        let text = self.take(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'+' | b'-'));
        parse_float_bits(DType::F64, text).map(f64::from_bits)
    }
    /// `scale` or `scale:zero_point`.
    fn param(&mut self) -> Option<QuantParam> {
        let scale = self.float()?;
        let zero_point = if self.eat(":") { self.int()? } else { 0 };
        Some(QuantParam { scale, zero_point })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(body: &str) -> String {
        parse_quantized(body).map_or_else(|e| e, |(storage, q)| q.display(storage).to_string())
    }

    #[test]
    fn reads_what_is_written() {
        assert_eq!(again("uniform<i8:f32, 0.1:3>"), "!quant.uniform<i8:f32, 1.000000e-01:3>");
        assert_eq!(again("uniform< u8 : f32,2.0 >"), "!quant.uniform<u8:f32, 2.000000e+00>");
        assert_eq!(again("uniform<ui8:f32, 2.0>"), "!quant.uniform<u8:f32, 2.000000e+00>");
        assert_eq!(
            again("uniform<i8<-127:127>:bf16:1, {0.5:0, 0.25:-3}>"),
            "!quant.uniform<i8<-127:127>:bf16:1, {5.000000e-01,2.500000e-01:-3}>"
        );
        assert_eq!(again("uniform<i8<-128:127>:f32, 1.0>"), "!quant.uniform<i8:f32, 1.000000e+00>");
        let (_, q) = parse_quantized("uniform<i32:f32, 3.4028234663852886E+38>").expect("well-formed");
        assert_eq!(q.params[0].scale, f64::from(f32::MAX));
    }

    #[test]
    fn malformed_types_are_refused() {
        for body in [
            "uniform<",
            "uniform<i8>",
            "uniform<i8:f32>",
            "uniform<i8:f32, >",
            "uniform<i8:f32, nan>",
            "uniform<i8:f32, 1.0",
            "uniform<i8:f32, 1.0> x",
            "uniform<i8:f32:0, 1.0>",
            "uniform<i8:f32:0, {}>",
            "uniform<i8:f32, {1.0}>",
            "uniform<i8<1>:f32, 1.0>",
            "uniform<i8:q32, 1.0>",
        ] {
            assert!(again(body).contains("malformed"), "{body}: {}", again(body));
        }
        for body in ["any<i8:f32>", "uniform<i64:f32, 1.0>", "uniform<i7:f32, 1.0>", "uniform<si8:f32, 1.0>"] {
            assert!(again(body).contains("not supported"), "{body}: {}", again(body));
        }
        assert!(again("uniform<i8:f32:{0:1,1:2}, {{1.0, 2.0}}>").contains("several dimensions"));
    }

    #[test]
    fn bounds() {
        assert_eq!(parse_bounds("16, ?"), Some(vec![16, TensorType::DYNAMIC]));
        assert_eq!(write_bounds(&[16, TensorType::DYNAMIC]), "16, ?");
        assert_eq!(parse_bounds(""), None);
        assert_eq!(parse_bounds("1,,2"), None);
    }
}
