//! Damaged programs: whatever is changed in a tree, conversion and verification give a module or findings and never
//! panic, and what verifies can be printed and converted again. Deterministic.

use hloom_ir::verify;
use hloom_mlir::text::split_input;
use hloom_mlir::{Attr, FunctionType, RankedTensor, RawModule, RawOp, RawValue, Type};
use hloom_num::DType;
use hloom_stablehlo::convert::{from_ir, to_ir};
use hloom_stablehlo::text::{parse, print};
use std::path::Path;
use std::sync::Arc;

/// xorshift64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
    fn number(&mut self) -> i64 {
        const ODD: &[i64] = &[-1, 0, 1, 2, 3, 7, 64, 1 << 31, 1 << 48, i64::MAX, i64::MIN, -2, i64::MAX - 1];
        ODD[self.below(ODD.len())]
    }
}

fn all_ops<'a>(op: &'a mut RawOp, out: &mut Vec<&'a mut RawOp>) {
    // A parent is changed through its children only, so that every op is borrowed once.
    for r in &mut op.regions {
        for b in &mut r.blocks {
            for o in &mut b.ops {
                if o.regions.is_empty() { out.push(o) } else { all_ops(o, out) }
            }
        }
    }
}

fn change_attr(attr: &mut Attr, rng: &mut Random) {
    match attr {
        Attr::DenseArray(t, v) => {
            let mut w = v.to_vec();
            match rng.below(4) {
                0 => w.push(rng.number()),
                1 if !w.is_empty() => drop(w.remove(0)),
                _ if !w.is_empty() => {
                    let i = rng.below(w.len());
                    w[i] = rng.number();
                }
                _ => {}
            }
            *attr = Attr::DenseArray(*t, w.into());
        }
        Attr::Int(v, _) => *v = rng.number().into(),
        Attr::Bool(b) => *b = !*b,
        Attr::Dialect(_, _, body) => {
            // One number in the text becomes another.
            let digits: Vec<usize> = body.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
            if let Some(&i) = digits.get(rng.below(digits.len())) {
                *body = format!("{}{}{}", &body[..i], rng.number(), &body[i + 1..]).into();
            }
        }
        Attr::Dense(d) => {
            let mut new = (**d).clone();
            let mut data = new.data.to_vec();
            if let Some(b) = data.get_mut(rng.below(new.data.len())) {
                *b = rng.next() as u8;
            }
            new.data = data.into();
            *attr = Attr::Dense(Arc::new(new));
        }
        other => *other = Attr::Unit,
    }
}

fn change_type(ty: &mut Type, rng: &mut Random) {
    let Type::RankedTensor(t) = ty else {
        *ty =
            Type::RankedTensor(Arc::new(RankedTensor { dims: vec![], elem: Type::Scalar(DType::F32), encoding: None }));
        return;
    };
    let mut new = (**t).clone();
    match rng.below(6) {
        0 => new.dims.push(Some(rng.number())),
        1 => drop(new.dims.pop()),
        2 => new.elem = Type::Scalar(DType::ALL[rng.below(DType::ALL.len())]),
        3 => {
            *ty = Type::Dialect("stablehlo".into(), "token".into());
            return;
        }
        k => {
            let i = rng.below(new.dims.len());
            if let Some(d) = new.dims.get_mut(i) {
                *d = (k == 4).then(|| rng.number());
            }
        }
    }
    *ty = Type::RankedTensor(Arc::new(new));
}

fn mutate(m: &mut RawModule, rng: &mut Random) {
    let values = m.value_types.len();
    if rng.below(3) == 0 && values > 0 {
        let i = rng.below(values);
        change_type(&mut m.value_types[i], rng);
        restate_signatures(m);
        return;
    }
    let mut ops = Vec::new();
    all_ops(&mut m.op, &mut ops);
    let i = rng.below(ops.len());
    let Some(op) = ops.get_mut(i) else { return };
    match rng.below(6) {
        0 if !op.operands.is_empty() => {
            let k = rng.below(op.operands.len());
            op.operands[k] = RawValue(rng.below(values + 1) as u32);
        }
        1 => op.operands.push(RawValue(rng.below(values) as u32)),
        2 => drop(op.operands.pop()),
        3 => drop(op.attrs.pop()),
        4 => op.name = "stablehlo.transpose".into(),
        _ => {
            let k = rng.below(op.attrs.len());
            if let Some((_, a)) = op.attrs.get_mut(k) {
                change_attr(a, rng);
            }
        }
    }
}

/// Makes `function_type` say what the bodies say, so that changed types get past the signature.
fn restate_signatures(m: &mut RawModule) {
    let types = &m.value_types;
    let of = |v: &RawValue| types.get(v.0 as usize).cloned().unwrap_or(Type::None);
    for op in m.op.regions.iter_mut().flat_map(|r| &mut r.blocks).flat_map(|b| &mut b.ops) {
        let Some(block) = op.regions.first().and_then(|r| r.blocks.first()) else { continue };
        let inputs = block.args.iter().map(|(v, _)| of(v)).collect();
        let results = block.ops.last().map_or(Vec::new(), |t| t.operands.iter().map(of).collect());
        let ty = Attr::Type(Type::Function(Arc::new(FunctionType { inputs, results })));
        op.attrs.iter_mut().filter(|(n, _)| &**n == "function_type").for_each(|(_, a)| *a = ty.clone());
    }
}

#[test]
fn damaged_programs_never_panic() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests/verify");
    let mut paths: Vec<_> =
        std::fs::read_dir(&dir).expect("filetests are there").map(|e| e.expect("a readable entry").path()).collect();
    paths.sort();
    let mut rng = Random(0x9e37_79b9_7f4a_7c15);
    let (mut refused, mut accepted) = (0, 0);
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        for chunk in split_input(&text) {
            let raw = parse(chunk.text, "damaged.mlir").expect("the filetests parse");
            for _ in 0..400 {
                let mut m = raw.clone();
                for _ in 0..=rng.below(3) {
                    mutate(&mut m, &mut rng);
                }
                match to_ir(&m).and_then(|m| verify(&m).map(|()| m)) {
                    Err(d) => {
                        assert!(!d.0.is_empty(), "an error without findings");
                        refused += 1;
                    }
                    Ok(module) => {
                        let again = from_ir(&module);
                        print(&again);
                        to_ir(&again).and_then(|m| verify(&m)).expect("what verifies verifies again");
                        accepted += 1;
                    }
                }
            }
        }
    }
    println!("{refused} refused, {accepted} accepted");
    assert!(refused > accepted && accepted > 1000, "{refused} refused, {accepted} accepted");
}
