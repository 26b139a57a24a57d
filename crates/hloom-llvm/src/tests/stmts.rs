//! Every statement.

use super::*;

/// A kernel over one I64 buffer.
fn int_kernel(build: impl FnOnce(&mut FuncBuilder, Val)) -> Func {
    let mut b = kernel("k");
    let p = buf(&mut b, 0);
    build(&mut b, p);
    b.finish(true, false)
}

fn call(lo: i64, hi: i64) -> Call {
    let mut rng = Rng::new(hi as u64 + 5);
    let data = (0..64).flat_map(|_| (rng.next() % 1000).to_le_bytes()).collect();
    Call { func: "k".into(), bufs: vec![(Elem::I64, data)], lo, hi }
}

/// Runs on all targets, at two levels, with several ranges.
fn check_all(whole: &Program, modules: &[Program]) {
    let calls: Vec<Call> = [(0, 0), (5, 2), (0, 1), (1, 13), (0, 64), (-3, 7)].map(|(lo, hi)| call(lo, hi)).into();
    for target in targets() {
        for (level, passes) in [(Level::None, false), (Level::Default, true)] {
            let opts = Options { level, passes, threads: 2, dump: None };
            check_modules(whole, modules, &calls, &target, &opts);
        }
    }
}

fn check_func(f: Func) {
    let p = Program { funcs: vec![f], externs: vec![] };
    check_all(&p, std::slice::from_ref(&p));
}

#[test]
fn for_with_carries() {
    check_func(int_kernel(|b, p| {
        let (lo, hi) = (b.param(1), b.param(2));
        let (zero, one) = (b.i64(0), b.i64(1));
        // Fibonacci: carried values swap places; the inner loop has constant bounds.
        let r = b.for_loop(lo, hi, 3, &[zero, one], |b, iv, c| {
            let four = b.i64(4);
            let inner = b.for_loop(zero, four, 1, &[c[0]], |b, j, d| {
                let x = b.bin(BinOp::Xor, d[0], j);
                vec![b.add(x, iv)]
            });
            let sum = b.add(inner[0], c[1]);
            vec![c[1], sum]
        });
        b.store(p, r[0], 8);
        let eight = b.i64(8);
        let q = b.ptr_add(p, eight);
        b.store(q, r[1], 8);
    }));
}

#[test]
fn while_and_if() {
    check_func(int_kernel(|b, p| {
        let (lo, hi) = (b.param(1), b.param(2));
        // Collatz steps of hi + 1, at most 40, swapping a second value about.
        let (zero, one, two, three) = (b.i64(0), b.i64(1), b.i64(2), b.i64(3));
        let hi = b.bin(BinOp::SMax, hi, zero);
        let start = b.add(hi, one);
        let r = b.while_loop(
            &[start, zero, lo],
            |b, c| {
                let limit = b.i64(40);
                let more = b.cmp(CmpOp::Ne, c[0], one);
                let short = b.cmp(CmpOp::SLt, c[1], limit);
                b.bin(BinOp::And, more, short)
            },
            |b, c| {
                let odd = b.bin(BinOp::And, c[0], one);
                let is_odd = b.cmp(CmpOp::Eq, odd, one);
                let x = b.if_else(
                    is_odd,
                    |b| {
                        let t = b.bin(BinOp::Mul, c[0], three);
                        vec![b.add(t, one), c[2]]
                    },
                    |b| vec![b.bin(BinOp::UDiv, c[0], two), c[1]],
                );
                let n = b.add(c[1], one);
                vec![x[0], n, x[1]]
            },
        );
        for (i, v) in r.into_iter().enumerate() {
            let o = b.i64(8 * i as i64);
            let q = b.ptr_add(p, o);
            b.store(q, v, 8);
        }
    }));
}

#[test]
fn early_return() {
    check_func(int_kernel(|b, p| {
        let (lo, hi) = (b.param(1), b.param(2));
        b.for_loop(lo, hi, 1, &[], |b, iv, _| {
            let (eight, seven) = (b.i64(8), b.i64(7));
            let stop = b.cmp(CmpOp::SLt, eight, iv);
            b.if_else(
                stop,
                |b| {
                    b.push(Stmt::Return(None));
                    vec![]
                },
                |_| vec![],
            );
            let i = b.bin(BinOp::And, iv, seven);
            let q = at(b, p, i, 8);
            b.store(q, iv, 8);
            vec![]
        });
        b.store(p, hi, 8);
    }));
}

#[test]
fn memory_statements() {
    check_func(int_kernel(|b, p| {
        let frame = b.fresh_here(Ty::PTR);
        b.push(Stmt::Alloca(frame, 512, 64));
        let v = Ty::vector(Elem::I64, 8);
        let x = b.load(v, p, 64);
        b.store(frame, x, 64);
        b.push(Stmt::Prefetch(p));
        let (lo, hi, limit) = (b.param(1), b.param(2), b.i64(8));
        let hi = b.bin(BinOp::SMin, hi, limit);
        let zero = b.i64(0);
        let lo = b.bin(BinOp::SMax, lo, zero);
        b.for_loop(lo, hi, 1, &[], |b, iv, _| {
            let q = at(b, frame, iv, 8);
            let y = b.load(Ty::I64, q, 8);
            let s = b.splat(y, 8);
            let d = at(b, p, iv, 64);
            b.push(Stmt::Store { ptr: d, val: s, align: 64, mask: None, stream: true });
            vec![]
        });
        let o = b.i64(8);
        let d = b.ptr_add(p, o);
        // Under-aligned: an ordinary store.
        b.push(Stmt::Store { ptr: d, val: x, align: 8, mask: None, stream: true });
    }));
}

/// `helper(x, up) = up ? x + 1 : x * 3`, with a truth value as parameter and as result of `odd`.
fn helpers(export: bool, inline: bool) -> Vec<Func> {
    let none = ParamAttrs::default();
    let mut b = FuncBuilder::new("helper", &[(Ty::I64, none), (Ty::I1, none)], Some(Ty::I64));
    let (x, up) = (b.param(0), b.param(1));
    let one = b.i64(1);
    let (y, z) = (b.add(x, one), b.mul_const(x, 3));
    let r = b.select(up, y, z);
    b.push(Stmt::Return(Some(r)));
    let helper = b.finish(export, inline);
    let mut b = FuncBuilder::new("odd", &[(Ty::I64, none)], Some(Ty::I1));
    let (x, one) = (b.param(0), b.i64(1));
    let low = b.bin(BinOp::And, x, one);
    let r = b.cmp(CmpOp::Eq, low, one);
    b.push(Stmt::Return(Some(r)));
    vec![helper, b.finish(export, inline)]
}

fn caller(through_pointer: bool) -> Func {
    int_kernel(|b, p| {
        let x = b.load(Ty::I64, p, 8);
        let (odd, r) = (b.fresh_here(Ty::I1), b.fresh_here(Ty::I64));
        if through_pointer {
            let (f, g) =
                (b.expr(Ty::PTR, Expr::FuncAddr("odd".into())), b.expr(Ty::PTR, Expr::FuncAddr("helper".into())));
            // Through memory and an integer, as a table of host functions would be.
            let q = b.param(3);
            b.store(q, g, 8);
            let g = b.load(Ty::PTR, q, 8);
            let i = b.cast(CastOp::Bitcast, g, Elem::I64);
            let g = b.cast(CastOp::Bitcast, i, Elem::Ptr);
            b.push(Stmt::CallPtr { ptr: f, args: vec![x], result: Some(odd) });
            b.push(Stmt::CallPtr { ptr: g, args: vec![x, odd], result: Some(r) });
        } else {
            b.push(Stmt::Call { func: "odd".into(), args: vec![x], result: Some(odd) });
            b.push(Stmt::Call { func: "helper".into(), args: vec![x, odd], result: Some(r) });
        }
        b.store(p, r, 8);
    })
}

#[test]
fn calls_within_and_across_modules() {
    for through_pointer in [false, true] {
        for (export, inline) in [(false, false), (false, true), (true, false)] {
            let mut funcs = helpers(export, inline);
            funcs.push(caller(through_pointer));
            let whole = Program { funcs, externs: vec![] };
            check_all(&whole, std::slice::from_ref(&whole));
            if export {
                let externs = vec![
                    ("helper".to_string(), vec![Ty::I64, Ty::I1], Some(Ty::I64)),
                    ("odd".to_string(), vec![Ty::I64], Some(Ty::I1)),
                ];
                let first = Program { funcs: helpers(true, false), externs: vec![] };
                let second = Program { funcs: vec![caller(through_pointer)], externs };
                check_all(&whole, &[first, second]);
            }
        }
    }
}
