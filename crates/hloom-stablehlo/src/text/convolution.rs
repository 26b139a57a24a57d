//! `stablehlo.convolution`: dimension numbers and window.

use super::attributes::canonical_body;
use super::formats::{functional, i64s, parse_i64s};
use hloom_mlir::text::{OpState, Parser, Printer};
use hloom_mlir::{Attr, Dense, RankedTensor, RawOp, SyntaxError, Type};
use hloom_num::DType;

/// The parts of a convolution's `window`, with the attribute each stands for.
const WINDOW: [(&str, &str); 5] = [
    ("stride", "window_strides"),
    ("pad", "padding"),
    ("lhs_dilate", "lhs_dilation"),
    ("rhs_dilate", "rhs_dilation"),
    ("reverse", "window_reversal"),
];

/// `(%lhs, %rhs) dim_numbers = [..]x[..]->[..], window = {..} {..} : type`.
pub(super) fn parse(p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    p.expect("(")?;
    op.operands = p.operands()?;
    p.expect(")")?;
    p.expect_word("dim_numbers")?;
    p.expect("=")?;
    let mut numbers = dimension_labels(p)?;
    p.expect_word("x")?;
    numbers += "x";
    numbers += &dimension_labels(p)?;
    p.expect("->")?;
    numbers += "->";
    numbers += &dimension_labels(p)?;
    match canonical_body("stablehlo", "conv", &numbers) {
        Ok(usual) => numbers = usual.unwrap_or(numbers),
        Err(problem) => return Err(p.error(format!("the dimension numbers before this: {problem}"))),
    }
    op.set("dimension_numbers", Attr::Dialect("stablehlo".into(), "conv".into(), numbers.into()));
    p.expect(",")?;
    p.expect_word("window")?;
    p.expect("=")?;
    p.expect("{")?;
    while !p.at("}") {
        let word = p.word("a part of the window")?;
        let Some((_, name)) = WINDOW.iter().find(|(key, _)| *key == word) else {
            return Err(p.error(format!("unknown part `{word}` of the window before this")));
        };
        if op.attrs.iter().any(|(n, _)| &**n == *name) {
            return Err(p.error(format!("`{word}` before this is given twice")));
        }
        p.expect("=")?;
        let value = match word {
            "pad" => padding(p)?,
            "reverse" => reversal(p)?,
            _ => i64s(&parse_i64s(p)?),
        };
        op.set(*name, value);
        if !p.eat(",") {
            break;
        }
    }
    p.expect("}")?;
    p.attr_dict(op)?;
    p.expect(":")?;
    functional(p, op)
}

/// `[b, 0, 1, f]`, usually spaced.
fn dimension_labels(p: &mut Parser<'_>) -> Result<String, SyntaxError> {
    let mut labels = Vec::new();
    p.expect("[")?;
    while !p.at("]") {
        if let Some(word) = p.peek_word() {
            p.expect_word(word)?;
            labels.push(word.to_owned());
        } else {
            labels.push(p.int64()?.to_string());
        }
        if !p.eat(",") {
            break;
        }
    }
    p.expect("]")?;
    Ok(format!("[{}]", labels.join(", ")))
}

/// `[[0, 1], [2, 3]]` as a constant of shape n x 2.
fn padding(p: &mut Parser<'_>) -> Result<Attr, SyntaxError> {
    let mut data = Vec::new();
    let mut rows = 0;
    p.expect("[")?;
    while !p.at("]") {
        let pair = parse_i64s(p)?;
        let [low, high] = pair[..] else { return Err(p.error("the padding before this needs two numbers")) };
        data.extend_from_slice(&low.to_le_bytes());
        data.extend_from_slice(&high.to_le_bytes());
        rows += 1;
        if !p.eat(",") {
            break;
        }
    }
    p.expect("]")?;
    let dims = vec![Some(rows), Some(2)];
    let ty = Type::RankedTensor(RankedTensor { dims, elem: Type::Scalar(DType::I64), encoding: None }.into());
    let count = data.len() / 8;
    Ok(Attr::Dense(Dense::canonical(ty, data, false, count).into()))
}

/// `[false, true]`, or `[0, 1]` in old files.
fn reversal(p: &mut Parser<'_>) -> Result<Attr, SyntaxError> {
    let mut values = Vec::new();
    p.expect("[")?;
    while !p.at("]") {
        values.push(if p.eat_word("true") {
            1
        } else if p.eat_word("false") {
            0
        } else {
            i64::from(p.int64()? != 0)
        });
        if !p.eat(",") {
            break;
        }
    }
    p.expect("]")?;
    Ok(Attr::DenseArray(DType::Bool, values.into()))
}

pub(super) fn print(op: &RawOp, p: &mut Printer<'_>) -> Option<()> {
    let Attr::Dialect(dialect, mnemonic, numbers) = op.attr("dimension_numbers")? else { return None };
    // The spelling `raw ...` has no custom form.
    if &**dialect != "stablehlo" || &**mnemonic != "conv" || !numbers.starts_with('[') || !op.regions.is_empty() {
        return None;
    }
    p.op_name(&op.name);
    p.write("(");
    p.values(&op.operands);
    p.write(") dim_numbers = ");
    p.write(numbers);
    p.write(", window = {");
    let mut shown = vec!["dimension_numbers"];
    for (key, name) in WINDOW {
        let Some(value) = op.attr(name) else { continue };
        let text = match (key, value) {
            ("pad", Attr::Dense(dense)) => padding_text(dense)?,
            ("reverse", Attr::DenseArray(DType::Bool, values)) => {
                format!("{:?}", values.iter().map(|v| *v != 0).collect::<Vec<_>>())
            }
            ("stride" | "lhs_dilate" | "rhs_dilate", Attr::DenseArray(DType::I64, values)) => format!("{values:?}"),
            _ => return None,
        };
        if shown.len() > 1 {
            p.write(", ");
        }
        p.write(&format!("{key} = {text}"));
        shown.push(name);
    }
    p.write("}");
    p.attr_dict(op, &shown);
    p.write(" : ");
    p.functional_type(op);
    Some(())
}

fn padding_text(dense: &Dense) -> Option<String> {
    let Type::RankedTensor(tensor) = &dense.ty else { return None };
    let [Some(rows), Some(2)] = tensor.dims[..] else { return None };
    if tensor.elem != Type::Scalar(DType::I64) || tensor.encoding.is_some() {
        return None;
    }
    let rows = usize::try_from(rows).ok()?;
    let (values, _) = dense.data.as_chunks::<8>();
    let value = |i: usize| values.get(if dense.splat { 0 } else { i }).map(|b| i64::from_le_bytes(*b));
    // Every row is read before it is printed, so a row count without data ends here.
    if !dense.splat && values.len() != rows.checked_mul(2)? || rows > 1 << 16 {
        return None;
    }
    let pairs: Vec<_> = (0..rows).map(|i| Some([value(2 * i)?, value(2 * i + 1)?])).collect::<Option<_>>()?;
    Some(format!("{pairs:?}"))
}
