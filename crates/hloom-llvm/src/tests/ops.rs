//! Every expression, by lane count.

use super::*;

const ROWS: usize = 24;

/// Kernels and their calls.
struct Suite {
    lanes: u32,
    funcs: Vec<Func>,
    calls: Vec<Call>,
    rng: Rng,
}

fn ints() -> [Elem; 4] {
    [Elem::I8, Elem::I16, Elem::I32, Elem::I64]
}

const FLOATS: [Elem; 2] = [Elem::F32, Elem::F64];

impl Suite {
    /// A kernel that applies `f` to rows of vectors; `view` is the kind that results are compared as.
    fn case(&mut self, what: String, ins: &[Ty], out: Ty, view: Elem, f: impl FnOnce(&mut FuncBuilder, &[Val]) -> Val) {
        let name = format!("{what}_x{}", self.lanes).to_lowercase();
        let mut b = kernel(name.clone());
        let bases: Vec<Val> = (0..=ins.len() as i64).map(|k| buf(&mut b, k)).collect();
        let (lo, hi) = (b.param(1), b.param(2));
        b.for_loop(lo, hi, 1, &[], |b, iv, _| {
            let load = |b: &mut FuncBuilder, k: usize| {
                let p = at(b, bases[k], iv, ins[k].elem.bytes() * ins[k].lanes);
                b.load(ins[k], p, ins[k].elem.bytes())
            };
            let args: Vec<Val> = (0..ins.len()).map(|k| load(b, k)).collect();
            let y = f(b, &args);
            let p = at(b, bases[ins.len()], iv, out.elem.bytes() * out.lanes);
            b.store(p, y, out.elem.bytes());
            vec![]
        });
        self.funcs.push(b.finish(true, false));
        let fill = |t: &Ty, rng: &mut Rng| (t.elem, rng.bytes(t.elem, ROWS * t.lanes as usize));
        let mut bufs: Vec<(Elem, Vec<u8>)> = ins.iter().map(|t| fill(t, &mut self.rng)).collect();
        bufs.push((view, vec![0; ROWS * (out.lanes * out.elem.bytes()) as usize]));
        self.calls.push(Call { func: name, bufs, lo: 0, hi: ROWS as i64 });
    }

    fn v(&self, e: Elem) -> Ty {
        Ty::vector(e, self.lanes)
    }

    fn un(&mut self, op: UnOp, e: Elem) {
        let t = self.v(e);
        self.case(format!("{op:?}_{e:?}"), &[t], t, e, |b, a| b.un(op, a[0]));
    }

    fn bin(&mut self, op: BinOp, e: Elem) {
        let t = self.v(e);
        self.case(format!("{op:?}_{e:?}"), &[t, t], t, e, |b, a| {
            let (x, y) = defined(b, op, a[0], a[1]);
            b.bin(op, x, y)
        });
    }

    fn reduce(&mut self, op: BinOp, e: Elem) {
        let t = self.v(e);
        self.case(format!("reduce_{op:?}_{e:?}"), &[t], Ty::scalar(e), e, |b, a| {
            b.expr(Ty::scalar(e), Expr::Reduce(HReduce::Bin(op), a[0]))
        });
    }

    fn cmp(&mut self, op: CmpOp, e: Elem) {
        let t = self.v(e);
        let out = self.v(Elem::I1);
        self.case(format!("cmp_{op:?}_{e:?}"), &[t, t], out, Elem::I1, |b, a| b.cmp(op, a[0], a[1]));
    }

    fn cast(&mut self, op: CastOp, from: Elem, to: Elem) {
        // Half kinds travel as I16.
        let stored = |e| if matches!(e, Elem::F16 | Elem::BF16) { Elem::I16 } else { e };
        let (i, o) = (self.v(stored(from)), self.v(stored(to)));
        self.case(format!("{op:?}_{from:?}_{to:?}"), &[i], o, to, |b, a| {
            let x = b.cast(CastOp::Bitcast, a[0], from);
            let y = b.cast(op, x, to);
            b.cast(CastOp::Bitcast, y, o.elem)
        });
    }
}

/// Operands that `op` is defined for.
fn defined(b: &mut FuncBuilder, op: BinOp, x: Val, y: Val) -> (Val, Val) {
    let t = b.ty(x);
    match op {
        BinOp::SDiv | BinOp::UDiv | BinOp::SRem | BinOp::URem => {
            let one = b.int(t, 1);
            (b.bin(BinOp::AShr, x, one), b.bin(BinOp::Or, y, one))
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr => {
            let mask = b.int(t, i64::from(t.elem.bytes()) * 8 - 1);
            (x, b.bin(BinOp::And, y, mask))
        }
        _ => (x, y),
    }
}

/// All kernels of one lane count.
pub(super) fn program(lanes: u32) -> (Program, Vec<Call>) {
    use BinOp::*;
    use CastOp::*;
    let mut s = Suite { lanes, funcs: vec![], calls: vec![], rng: Rng::new(lanes.into()) };
    for e in ints() {
        for op in [UnOp::Neg, UnOp::Not, UnOp::Clz, UnOp::Popcnt] {
            s.un(op, e);
        }
        if e != Elem::I8 {
            s.un(UnOp::Bswap, e);
        }
        for op in [Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr, SMin, SMax, UMin, UMax] {
            s.bin(op, e);
        }
        // A vector of divisions is as many scalar ones.
        if lanes <= 8 {
            for op in [SDiv, UDiv, SRem, URem] {
                s.bin(op, e);
            }
        }
        for op in [CmpOp::Eq, CmpOp::Ne, CmpOp::SLt, CmpOp::SLe, CmpOp::ULt, CmpOp::ULe] {
            s.cmp(op, e);
        }
        for op in [Add, Mul, And, Or, Xor, SMin, UMax] {
            s.reduce(op, e);
        }
        for to in ints() {
            match to.bytes().cmp(&e.bytes()) {
                std::cmp::Ordering::Less => s.cast(Trunc, e, to),
                std::cmp::Ordering::Greater => {
                    s.cast(ZExt, e, to);
                    s.cast(SExt, e, to);
                }
                std::cmp::Ordering::Equal => {}
            }
        }
        s.cast(Trunc, e, Elem::I1);
        s.cast(ZExt, Elem::I1, e);
        s.cast(SExt, Elem::I1, e);
        for f in FLOATS {
            s.cast(SToF, e, f);
            s.cast(UToF, e, f);
            s.cast(FToS, f, e);
            s.cast(FToU, f, e);
        }
    }
    for e in FLOATS {
        use UnOp::*;
        for op in [Neg, FAbs, Sqrt, Floor, Ceil, RoundEven, UnOp::Trunc] {
            s.un(op, e);
        }
        for op in [FAdd, FSub, FMul, FDiv, FMin, FMax] {
            s.bin(op, e);
        }
        for op in [FAdd, FMul, FMin, FMax] {
            s.reduce(op, e);
        }
        let t = s.v(e);
        for (op, c) in
            [FMin, FMax].into_iter().flat_map(|op| [0.0, -0.0, 1.5, -2.0, f64::INFINITY, f64::NAN].map(|c| (op, c)))
        {
            s.case(format!("{op:?}_{c:?}_{e:?}"), &[t], t, e, move |b, a| {
                let c = b.float(t, c);
                b.bin(op, a[0], c)
            });
            s.case(format!("{c:?}_{op:?}_{e:?}"), &[t], t, e, move |b, a| {
                let c = b.float(t, c);
                b.bin(op, c, a[0])
            });
        }
        let most = if e == Elem::F32 { 190.0 } else { 1534.0 };
        s.case(format!("scale_{e:?}"), &[t, t], t, e, move |b, a| {
            // Both in range, whatever comes in.
            let (low, high, one) = (b.float(t, -most), b.float(t, most), b.float(t, 1.0));
            let n = b.un(RoundEven, a[1]);
            let n = b.bin(FMax, n, low);
            let n = b.bin(FMin, n, high);
            let (least, largest) =
                (b.float(t, 0.5), b.float(t, 2.0 - if e == Elem::F32 { 2f64.powi(-23) } else { 2f64.powi(-52) }));
            let x = b.bin(FMax, a[0], least);
            let x = b.bin(FMin, x, largest);
            // Both or none is a number.
            let (ok_n, ok_x) = (b.cmp(CmpOp::FEq, n, n), b.cmp(CmpOp::FEq, x, x));
            let (n, x) = (b.select(ok_n, n, one), b.select(ok_x, x, one));
            b.bin(FScale, x, n)
        });
        // Powers with which it becomes the least subnormal numbers, and those with which nothing is left.
        let (int, lowest) = if e == Elem::F32 { (Elem::I32, -174.0) } else { (Elem::I64, -1104.0) };
        s.case(format!("scale_to_nothing_{e:?}"), &[s.v(int)], t, e, move |b, a| {
            let (some, lowest) = (b.int(Ty::vector(int, t.lanes), 63), b.float(t, lowest));
            let n = b.bin(And, a[0], some);
            let n = b.cast(UToF, n, e);
            let n = b.bin(FAdd, n, lowest);
            let x = b.float(t, 1.75);
            b.bin(FScale, x, n)
        });
        for op in [CmpOp::FEq, CmpOp::FNe, CmpOp::FLt, CmpOp::FLe] {
            s.cmp(op, e);
        }
        s.cast(UToF, Elem::I1, e);
        for half in [Elem::F16, Elem::BF16] {
            s.cast(FloatExt, half, e);
            s.cast(FloatTrunc, e, half);
        }
        let t = s.v(e);
        let one = Ty::scalar(e);
        s.case(format!("quotient_{e:?}"), &[t, one], t, e, |b, a| hloom_tile::quotient::by_scalar(b, a[0], a[1]));
        s.case(format!("fma_{e:?}"), &[t, t, t], t, e, |b, a| b.fma(a[0], a[1], a[2]));
    }
    s.cast(FloatExt, Elem::F32, Elem::F64);
    s.cast(FloatTrunc, Elem::F64, Elem::F32);
    s.cast(Bitcast, Elem::F32, Elem::I32);
    s.cast(Bitcast, Elem::I64, Elem::F64);
    for op in [And, Or, Xor] {
        s.bin(op, Elem::I1);
        s.reduce(op, Elem::I1);
    }
    s.un(UnOp::Not, Elem::I1);
    s.cmp(CmpOp::Eq, Elem::I1);
    s.cmp(CmpOp::ULt, Elem::I1);
    movement(&mut s);
    memory(&mut s);
    (Program { funcs: s.funcs, externs: vec![] }, s.calls)
}

/// Constants, selections, shuffles, changes of lane count.
fn movement(s: &mut Suite) {
    let n = s.lanes;
    for e in [Elem::I1, Elem::I8, Elem::I16, Elem::I32, Elem::I64, Elem::F32, Elem::F64] {
        let (t, m, one) = (s.v(e), s.v(Elem::I1), Ty::scalar(e));
        s.case(format!("select_{e:?}"), &[m, t, t], t, e, |b, a| b.select(a[0], a[1], a[2]));
        s.case(format!("select1_{e:?}"), &[Ty::I1, t, t], t, e, |b, a| b.select(a[0], a[1], a[2]));
        s.case(format!("likely_{e:?}"), &[Ty::I1, t, t], t, e, |b, a| {
            let c = b.un(UnOp::Likely, a[0]);
            b.select(c, a[1], a[2])
        });
        s.case(format!("splat_{e:?}"), &[one], t, e, |b, a| b.splat(a[0], n));
        s.case(format!("extract_{e:?}"), &[t], one, e, |b, a| b.expr(one, Expr::Extract(a[0], n / 2)));
        s.case(format!("insert_{e:?}"), &[t, one], t, e, |b, a| b.expr(t, Expr::Insert(a[0], a[1], n - 1)));
        let reverse: Box<[i32]> = (0..n as i32).map(|i| 2 * n as i32 - 1 - 2 * i).collect();
        s.case(format!("shuffle_{e:?}"), &[t, t], t, e, |b, a| b.expr(t, Expr::Shuffle(a[0], a[1], reverse)));
        let double: Box<[i32]> = (0..2 * n as i32).map(|i| i / 2 + (i & 1) * n as i32).collect();
        let wide = Ty::vector(e, 2 * n);
        s.case(format!("zip_{e:?}"), &[t, t], wide, e, |b, a| b.expr(wide, Expr::Shuffle(a[0], a[1], double)));
        s.case(format!("first_{e:?}"), &[t], one, e, |b, a| b.expr(one, Expr::Shuffle(a[0], a[0], Box::new([0]))));
        if ints().contains(&e) {
            s.case(format!("lanes_{e:?}"), &[t], t, e, |b, a| {
                let i = b.expr(t, Expr::Lanes);
                let c = b.int(t, -77);
                let c = b.bin(BinOp::Add, i, c);
                b.bin(BinOp::Xor, a[0], c)
            });
        }
    }
    let (h, w) = (s.v(Elem::I16), Ty::vector(Elem::I8, 2 * n));
    s.case("split_bytes".into(), &[h], w, Elem::I8, |b, a| b.expr(w, Expr::Cast(CastOp::Bitcast, a[0])));
    s.case("join_bytes".into(), &[w], h, Elem::I16, |b, a| b.expr(h, Expr::Cast(CastOp::Bitcast, a[0])));
    let t = s.v(Elem::F32);
    s.case("float_const".into(), &[t], t, Elem::F32, |b, a| {
        let c = b.float(t, f64::from(0.1f32));
        b.bin(BinOp::FAdd, a[0], c)
    });
    let table = Box::new([0.5f32, -1.25, 3.0, -0.0, f32::INFINITY, 1e-40, f32::MAX, 7.0].map(f32::to_bits));
    s.case("lookup".into(), &[t.with_elem(Elem::I32)], t, Elem::F32, |b, a| b.expr(t, Expr::Lookup(table, a[0])));
    for e in [Elem::I8, Elem::I16, Elem::I32, Elem::I64, Elem::F32, Elem::F64] {
        for entries in [1, 2, 8, 16, 64, 256] {
            let (table, index) = (Ty::vector(e, entries), s.v(e.integer()));
            s.case(format!("permute_{e:?}_{entries}"), &[table, index], s.v(e), e, |b, a| {
                b.expr(index.with_elem(e), Expr::Permute(a[0], a[1]))
            });
        }
    }
    for e in [Elem::F16, Elem::BF16] {
        s.case(format!("const_{e:?}"), &[], t, Elem::F32, |b, _| {
            let c = b.float(t.with_elem(e), -0.375);
            b.cast(CastOp::FloatExt, c, Elem::F32)
        });
    }
}

/// Masked and indexed memory. Index and mask come from data; what is loaded is buffer 0, row 0.
fn memory(s: &mut Suite) {
    for e in [Elem::I1, Elem::I8, Elem::I16, Elem::I32, Elem::I64, Elem::F32, Elem::F64] {
        let (t, m) = (s.v(e), s.v(Elem::I1));
        s.case(format!("masked_load_{e:?}"), &[t, m, t], t, e, |b, a| {
            let ptr = buf(b, 0);
            b.expr(t, Expr::Load { ptr, align: e.bytes(), mask: Some(a[1]), other: Some(a[2]), invariant: false })
        });
        s.case(format!("masked_zero_{e:?}"), &[t, m], t, e, |b, a| {
            let ptr = buf(b, 0);
            b.expr(t, Expr::Load { ptr, align: e.bytes(), mask: Some(a[1]), other: None, invariant: true })
        });
        s.case(format!("masked_store_{e:?}"), &[t, m], t, e, |b, a| {
            let ptr = b.param(3);
            let zero = b.int(t.with_elem(Elem::I8), 0);
            b.store(ptr, zero, 1);
            let clear =
                b.expr(t, Expr::Load { ptr, align: e.bytes(), mask: Some(a[1]), other: None, invariant: false });
            b.push(Stmt::Store { ptr, val: clear, align: e.bytes(), mask: None, stream: false });
            b.push(Stmt::Store { ptr, val: a[0], align: e.bytes(), mask: Some(a[1]), stream: false });
            b.load(t, ptr, e.bytes())
        });
        for ie in [Elem::I32, Elem::I64] {
            let it = s.v(ie);
            let index = move |b: &mut FuncBuilder, x: Val| {
                // 0..16, with repetitions.
                let fifteen = b.int(it, 15);
                b.bin(BinOp::And, x, fifteen)
            };
            let row = Ty::vector(e, 16);
            s.case(format!("gather_{e:?}_{ie:?}"), &[row, it], t, e, |b, a| {
                let (base, index) = (buf(b, 0), index(b, a[1]));
                b.expr(t, Expr::Gather { base, index, mask: None })
            });
            s.case(format!("gather_around_{e:?}_{ie:?}"), &[row, it], t, e, |b, a| {
                // From 8 before an address to 7 behind it.
                let (base, index, eight) = (buf(b, 0), index(b, a[1]), b.int(it, 8));
                let middle = b.int(Ty::I64, 8 * i64::from(e.bytes()));
                let (base, index) = (b.ptr_add(base, middle), b.bin(BinOp::Sub, index, eight));
                b.expr(t, Expr::Gather { base, index, mask: None })
            });
            s.case(format!("moved_apart_{e:?}_{ie:?}"), &[row], row, e, |b, a| {
                // Places that are known: those of every other element become neighbours, in the other order.
                let (base, to) = (buf(b, 0), b.param(3));
                b.store(to, a[0], e.bytes());
                let (own, two, last) = (b.expr(it, Expr::Lanes), b.int(it, 2), b.int(it, 15));
                let twice = b.bin(BinOp::Mul, own, two);
                let (from, at) = (b.bin(BinOp::And, twice, last), b.bin(BinOp::Sub, last, own));
                let at = b.bin(BinOp::And, at, last);
                let val = b.expr(t, Expr::Gather { base, index: from, mask: None });
                b.push(Stmt::Scatter { base: to, index: at, val, mask: None });
                b.load(row, to, e.bytes())
            });
            s.case(format!("masked_gather_{e:?}_{ie:?}"), &[row, it, m], t, e, |b, a| {
                let (base, index) = (buf(b, 0), index(b, a[1]));
                b.expr(t, Expr::Gather { base, index, mask: Some(a[2]) })
            });
            for masked in [false, true] {
                let name = format!("scatter_{e:?}_{ie:?}_{masked}");
                s.case(name, &[row, it, m, t], row, e, |b, a| {
                    let base = b.param(3);
                    b.store(base, a[0], e.bytes());
                    let index = index(b, a[1]);
                    b.push(Stmt::Scatter { base, index, val: a[3], mask: masked.then_some(a[2]) });
                    b.load(row, base, e.bytes())
                });
            }
        }
    }
}

fn check_lanes(lanes: u32) {
    for target in targets() {
        let (p, calls) = program(lanes);
        let opts = Options { threads: 2, ..Options::default() };
        // Several modules, so that two threads have something to do.
        let parts: Vec<Program> = p.funcs.chunks(64).map(|c| Program { funcs: c.to_vec(), externs: vec![] }).collect();
        check_modules(&p, &parts, &calls, &target, &opts);
    }
}

#[test]
fn lanes_1() {
    check_lanes(1);
}
#[test]
fn lanes_4() {
    check_lanes(4);
}
#[test]
fn lanes_8() {
    check_lanes(8);
}
#[test]
fn lanes_16() {
    check_lanes(16);
}
#[test]
fn lanes_64() {
    check_lanes(64);
}

/// The quick code generator has its own instruction selection.
#[test]
fn quick_level() {
    for target in targets() {
        for passes in [false, true] {
            let (p, calls) = program(8);
            check(&p, &calls, &target, &Options { level: Level::None, passes, ..Options::default() });
        }
    }
}
