//! Checks of loop IR: types, definitions before uses, single definitions, and signatures of calls.
//!
//! Back ends build instructions straight from the types recorded in [`Func::tys`]; they rely on what is checked here and
//! repeat none of it. The messages name the function and the value.

use crate::loop_ir::*;

/// Checks one function by itself (calls are checked by [`verify_program`]).
pub fn verify(f: &Func) -> Result<(), String> {
    Checker::new(f, None).run()
}

/// Checks every function of a program, its calls, and that names are unique.
pub fn verify_program(p: &Program) -> Result<(), String> {
    let mut names: Vec<&str> =
        p.functions().iter().map(|f| f.name.as_str()).chain(p.externs.iter().map(|e| e.0.as_str())).collect();
    names.sort_unstable();
    if let Some(w) = names.windows(2).find(|w| w[0] == w[1]) {
        return Err(format!("{} is declared twice", w[0]));
    }
    p.functions().into_iter().try_for_each(|f| Checker::new(f, Some(p)).run())
}

struct Checker<'a> {
    f: &'a Func,
    program: Option<&'a Program>,
    /// Defined in an enclosing block, or earlier in this one.
    visible: Vec<bool>,
    /// Defined anywhere so far.
    defined: Vec<bool>,
    /// Visible values in order of definition; a block ends by forgetting its tail.
    scope: Vec<Val>,
}

type Res = Result<(), String>;

impl<'a> Checker<'a> {
    fn new(f: &'a Func, program: Option<&'a Program>) -> Self {
        let n = f.tys.len();
        Checker { f, program, visible: vec![false; n], defined: vec![false; n], scope: Vec::new() }
    }

    fn run(mut self) -> Res {
        self.body().map_err(|e| format!("{}: {e}", self.f.name))
    }

    fn body(&mut self) -> Res {
        for (i, t) in self.f.tys.iter().enumerate() {
            if t.lanes == 0 || !t.lanes.is_power_of_two() {
                return Err(format!("v{i}: lane count {} is not a power of two", t.lanes));
            }
            if t.elem == Elem::Ptr && t.lanes != 1 {
                return Err(format!("v{i}: vector of addresses"));
            }
        }
        for &(v, attrs) in &self.f.params {
            self.define(v)?;
            if (attrs.noalias || attrs.readonly) && self.f.ty(v) != Ty::PTR {
                return Err(format!("v{}: pointer attributes on a {}", v.0, self.f.ty(v)));
            }
        }
        let f = self.f;
        self.block(&f.body, true)?;
        if f.ret.is_some() && !matches!(f.body.stmts.last(), Some(Stmt::Return(Some(_)))) {
            return Err("the body of a function with a result must end with return".into());
        }
        Ok(())
    }

    fn define(&mut self, v: Val) -> Res {
        match self.defined.get_mut(v.0 as usize) {
            None => return Err(format!("v{} has no type", v.0)),
            Some(d) if *d => return Err(format!("v{} is defined twice", v.0)),
            Some(d) => *d = true,
        }
        self.visible[v.0 as usize] = true;
        self.scope.push(v);
        Ok(())
    }

    fn forget(&mut self, mark: usize) {
        for v in self.scope.drain(mark..) {
            self.visible[v.0 as usize] = false;
        }
    }

    /// The type of an operand, which must be visible.
    fn use_(&self, v: Val) -> Result<Ty, String> {
        match self.visible.get(v.0 as usize) {
            Some(true) => Ok(self.f.ty(v)),
            _ => Err(format!("v{} is used where it is not defined", v.0)),
        }
    }

    fn expect(&self, v: Val, ty: Ty) -> Res {
        let got = self.use_(v)?;
        if got == ty { Ok(()) } else { Err(format!("v{} is a {got}, expected {ty}", v.0)) }
    }

    fn list(&self, what: &str, vals: &[Val], tys: impl ExactSizeIterator<Item = Ty>) -> Res {
        if vals.len() != tys.len() {
            return Err(format!("{what}: {} values for {}", vals.len(), tys.len()));
        }
        vals.iter().zip(tys).try_for_each(|(&v, t)| self.expect(v, t).map_err(|e| format!("{what}: {e}")))
    }

    fn block(&mut self, b: &Block, top: bool) -> Res {
        b.stmts.iter().try_for_each(|s| self.stmt(s, top))
    }

    fn results(&mut self, results: &[Val], like: &[Val]) -> Res {
        if results.len() != like.len() {
            return Err(format!("{} results for {} carried values", results.len(), like.len()));
        }
        for (&r, &l) in results.iter().zip(like) {
            self.define(r)?;
            if self.f.ty(r) != self.f.ty(l) {
                return Err(format!("v{} is a {}, expected {}", r.0, self.f.ty(r), self.f.ty(l)));
            }
        }
        Ok(())
    }

    fn carried(&mut self, carry: &[(Val, Val)]) -> Res {
        for &(_, init) in carry {
            self.use_(init)?;
        }
        for &(name, init) in carry {
            self.define(name)?;
            if self.f.ty(name) != self.f.ty(init) {
                return Err(format!("v{} starts as a {}", name.0, self.f.ty(init)));
            }
        }
        Ok(())
    }

    fn mask(&self, mask: &Option<Val>, lanes: u32) -> Res {
        mask.map_or(Ok(()), |m| self.expect(m, Ty::vector(Elem::I1, lanes)))
    }

    fn align(align: u32) -> Res {
        if align.is_power_of_two() { Ok(()) } else { Err(format!("alignment {align}")) }
    }

    fn stmt(&mut self, s: &Stmt, top: bool) -> Res {
        match s {
            Stmt::Let(v, e) => {
                let ty = *self.f.tys.get(v.0 as usize).ok_or_else(|| format!("v{} has no type", v.0))?;
                self.expr(ty, e).map_err(|m| format!("v{}: {m}", v.0))?;
                self.define(*v)
            }
            Stmt::Store { ptr, val, align, mask, .. } => {
                self.expect(*ptr, Ty::PTR)?;
                let ty = self.use_(*val)?;
                self.mask(mask, ty.lanes)?;
                Self::align(*align)
            }
            Stmt::Scatter { base, index, val, mask } => {
                let ty = self.use_(*val)?;
                self.indexed(*base, *index, ty)?;
                self.mask(mask, ty.lanes)
            }
            Stmt::For { iv, lo, hi, step, carry, body, next, results } => {
                self.expect(*lo, Ty::I64)?;
                self.expect(*hi, Ty::I64)?;
                if *step <= 0 {
                    return Err(format!("v{}: step {step}", iv.0));
                }
                let mark = self.scope.len();
                self.define(*iv)?;
                if self.f.ty(*iv) != Ty::I64 {
                    return Err(format!("v{}: the induction variable is a {}", iv.0, self.f.ty(*iv)));
                }
                self.carried(carry)?;
                self.block(body, false)?;
                self.list("next", next, carry.iter().map(|c| self.f.ty(c.0)))?;
                self.forget(mark);
                self.results(results, next)
            }
            Stmt::While { carry, before, cond, body, next, results } => {
                let mark = self.scope.len();
                self.carried(carry)?;
                self.block(before, false)?;
                self.expect(*cond, Ty::I1)?;
                self.block(body, false)?;
                self.list("next", next, carry.iter().map(|c| self.f.ty(c.0)))?;
                self.forget(mark);
                self.results(results, next)
            }
            Stmt::If { cond, then, els, results } => {
                self.expect(*cond, Ty::I1)?;
                if results.len() != then.1.len() || results.len() != els.1.len() {
                    return Err("the branches give different numbers of values".into());
                }
                for (block, vals) in [then, els] {
                    let mark = self.scope.len();
                    self.block(block, false)?;
                    self.list("branch", vals, results.iter().map(|&r| self.f.tys[r.0 as usize]))?;
                    self.forget(mark);
                }
                results.iter().try_for_each(|&r| self.define(r))
            }
            Stmt::Call { func, args, result } => {
                for &a in args {
                    self.use_(a)?;
                }
                if let Some(p) = self.program {
                    let (params, ret) =
                        p.signature(func).ok_or_else(|| format!("call of {func}, which is not declared"))?;
                    self.list(func, args, params.into_iter())?;
                    if result.is_some_and(|r| self.f.tys.get(r.0 as usize) != ret.as_ref()) {
                        return Err(format!("result of {func}"));
                    }
                }
                result.map_or(Ok(()), |r| self.define(r))
            }
            Stmt::CallPtr { ptr, args, result } => {
                self.expect(*ptr, Ty::PTR)?;
                for &a in args {
                    self.use_(a)?;
                }
                result.map_or(Ok(()), |r| self.define(r))
            }
            Stmt::Alloca(v, bytes, align) => {
                if !top {
                    return Err(format!("v{}: alloca inside a nested block", v.0));
                }
                if *bytes == 0 {
                    return Err(format!("v{}: alloca of 0 bytes", v.0));
                }
                Self::align(*align)?;
                self.define(*v)?;
                if self.f.ty(*v) == Ty::PTR { Ok(()) } else { Err(format!("v{}: not an address", v.0)) }
            }
            Stmt::Prefetch(p) => self.expect(*p, Ty::PTR),
            Stmt::Tile(op) => self.tile(op),
            Stmt::Return(v) => match (v, self.f.ret) {
                (None, None) => Ok(()),
                (Some(v), Some(t)) => self.expect(*v, t),
                _ => Err("return does not agree with the function's result".into()),
            },
        }
    }

    /// That tiles have their shapes is for the evaluator to see.
    fn tile(&self, op: &TileOp) -> Res {
        let exists = |t: &u8| if usize::from(*t) < TileOp::TILES { Ok(()) } else { Err(format!("no tile {t}")) };
        match op {
            TileOp::Shape(shapes) => {
                let side = 1..=TileOp::SIDE;
                let good = |(rows, words): &(u8, u8)| [rows, words].iter().all(|n| side.contains(&i64::from(**n)));
                if shapes.iter().all(good) { Ok(()) } else { Err("a tile without words, or with too many".into()) }
            }
            TileOp::Zero(t) => exists(t),
            TileOp::Load { tile, ptr, step } | TileOp::Store { tile, ptr, step } => {
                exists(tile)?;
                self.expect(*ptr, Ty::PTR)?;
                self.expect(*step, Ty::I64)
            }
            TileOp::Dot { op: DotOp::S16, .. } => Err("no tiles of numbers of 16 bits".into()),
            TileOp::Dot { sum, a, b, .. } => [sum, a, b].into_iter().try_for_each(exists),
            TileOp::Release => Ok(()),
        }
    }

    /// Base and index of a gather or scatter of `ty`.
    fn indexed(&self, base: Val, index: Val, ty: Ty) -> Res {
        self.expect(base, Ty::PTR)?;
        let it = self.use_(index)?;
        if ty.elem == Elem::Ptr || !matches!(it.elem, Elem::I32 | Elem::I64) || it.lanes != ty.lanes {
            return Err(format!("{ty} indexed by {it}"));
        }
        Ok(())
    }

    fn expr(&self, ty: Ty, e: &Expr) -> Res {
        let int = is_int(ty.elem);
        let bits = int || ty.elem == Elem::I1;
        let ok = |c: bool| if c { Ok(()) } else { Err(format!("{} of {ty}", name(e))) };
        match e {
            Expr::Int(_) => ok(bits),
            Expr::Float(_) => ok(ty.elem.is_float()),
            Expr::Null | Expr::FuncAddr(_) => {
                ok(ty == Ty::PTR)?;
                match (e, self.program) {
                    (Expr::FuncAddr(n), Some(p)) if p.signature(n).is_none() => Err(format!("{n} is not declared")),
                    _ => Ok(()),
                }
            }
            Expr::Un(op, a) => {
                self.expect(*a, ty)?;
                ok(match op {
                    UnOp::Neg => int || is_computed(ty.elem),
                    UnOp::Not => bits,
                    UnOp::FAbs | UnOp::Sqrt | UnOp::Floor | UnOp::Ceil | UnOp::RoundEven | UnOp::Trunc => {
                        is_computed(ty.elem)
                    }
                    UnOp::Clz | UnOp::Popcnt => int,
                    UnOp::Bswap => int && ty.elem != Elem::I8,
                    UnOp::Likely => ty == Ty::I1,
                })
            }
            Expr::Bin(op, a, b) => {
                self.expect(*a, ty)?;
                self.expect(*b, ty)?;
                ok(bin_takes(*op, ty.elem))
            }
            Expr::Cmp(op, a, b) => {
                let t = self.use_(*a)?;
                self.expect(*b, t)?;
                ok(ty == t.with_elem(Elem::I1))?;
                ok(match op {
                    CmpOp::Eq | CmpOp::Ne => !t.elem.is_float(),
                    CmpOp::SLt | CmpOp::SLe => is_int(t.elem),
                    CmpOp::ULt | CmpOp::ULe => !t.elem.is_float(),
                    CmpOp::FEq | CmpOp::FNe | CmpOp::FLt | CmpOp::FLe => is_computed(t.elem),
                })
            }
            Expr::Select(c, a, b) => {
                let t = self.use_(*c)?;
                ok(t == Ty::I1 || t == ty.with_elem(Elem::I1))?;
                self.expect(*a, ty)?;
                self.expect(*b, ty)
            }
            Expr::Fma(a, b, c) => {
                [a, b, c].into_iter().try_for_each(|&v| self.expect(v, ty))?;
                ok(is_computed(ty.elem))
            }
            Expr::Dot(op, a, b, c) => {
                self.expect(*a, ty.with_elem(Elem::I32))?;
                self.expect(*b, ty.with_elem(Elem::I32))?;
                self.expect(*c, ty)?;
                ok(ty.elem == op.sum())
            }
            Expr::Quotient { x, by, inverse, least } => {
                [x, by, inverse].into_iter().try_for_each(|&v| self.expect(v, ty))?;
                self.expect(*least, ty.with_elem(if ty.elem == Elem::F32 { Elem::I32 } else { Elem::I64 }))?;
                ok(is_computed(ty.elem))
            }
            Expr::Cast(op, a) => self.cast(*op, self.use_(*a)?, ty),
            Expr::Splat(a) => self.expect(*a, Ty::scalar(ty.elem)),
            Expr::Lanes => ok(int),
            Expr::Shuffle(a, b, idx) => {
                let t = self.use_(*a)?;
                self.expect(*b, t)?;
                ok(t.elem == ty.elem && idx.len() == ty.lanes as usize)?;
                match idx.iter().find(|&&i| i < -1 || i64::from(i) >= 2 * i64::from(t.lanes)) {
                    Some(i) => Err(format!("shuffle index {i}")),
                    None => Ok(()),
                }
            }
            Expr::Lookup(_, i) => {
                self.expect(*i, ty.with_elem(Elem::I32))?;
                ok(ty.elem == Elem::F32)
            }
            Expr::Permute(a, i) => {
                let (t, index) = (self.use_(*a)?, self.use_(*i)?);
                ok(t.elem == ty.elem && t.lanes.is_power_of_two() && ty.elem != Elem::I1)?;
                ok(u64::from(t.lanes) <= 1 << (8 * ty.elem.bytes()).min(32))?;
                ok(index.lanes == ty.lanes && index.elem == ty.elem.integer())
            }
            Expr::Extract(a, i) => {
                let t = self.use_(*a)?;
                ok(ty == Ty::scalar(t.elem) && *i < t.lanes)
            }
            Expr::Insert(a, b, i) => {
                self.expect(*a, ty)?;
                self.expect(*b, Ty::scalar(ty.elem))?;
                ok(*i < ty.lanes)
            }
            Expr::Reduce(HReduce::Bin(op), a) => {
                ok(Ty::scalar(self.use_(*a)?.elem) == ty)?;
                ok(bin_takes(*op, ty.elem))
            }
            Expr::Load { ptr, align, mask, other, .. } => {
                self.expect(*ptr, Ty::PTR)?;
                Self::align(*align)?;
                self.mask(mask, ty.lanes)?;
                if other.is_some() && mask.is_none() {
                    return Err("load with `other` but no mask".into());
                }
                if mask.is_some() && ty.elem == Elem::Ptr {
                    return Err("masked load of an address".into());
                }
                other.map_or(Ok(()), |o| self.expect(o, ty))
            }
            Expr::Gather { base, index, mask } => {
                self.indexed(*base, *index, ty)?;
                self.mask(mask, ty.lanes)
            }
            Expr::PtrAdd(a, b) => {
                self.expect(*a, Ty::PTR)?;
                self.expect(*b, Ty::I64)?;
                ok(ty == Ty::PTR)
            }
        }
    }

    fn cast(&self, op: CastOp, from: Ty, to: Ty) -> Res {
        let width = |t: Ty| if t.elem == Elem::I1 { 0 } else { t.elem.bytes() };
        let (narrower, wider) = (width(to) < width(from), width(to) > width(from));
        let ok = match op {
            CastOp::Bitcast => {
                let total = |t: Ty| u64::from(t.lanes) * u64::from(t.elem.bytes());
                return if from == to || from.elem != Elem::I1 && to.elem != Elem::I1 && total(from) == total(to) {
                    Ok(())
                } else {
                    Err(format!("bitcast of {from} to {to}"))
                };
            }
            CastOp::Trunc => is_int(from.elem) && (is_int(to.elem) || to.elem == Elem::I1) && narrower,
            CastOp::ZExt | CastOp::SExt => (is_int(from.elem) || from.elem == Elem::I1) && is_int(to.elem) && wider,
            CastOp::SToF => is_int(from.elem) && is_computed(to.elem),
            CastOp::UToF => (is_int(from.elem) || from.elem == Elem::I1) && is_computed(to.elem),
            CastOp::FToS | CastOp::FToU => is_computed(from.elem) && is_int(to.elem),
            CastOp::FloatExt => from.elem.is_float() && is_computed(to.elem) && wider,
            CastOp::FloatTrunc => is_computed(from.elem) && to.elem.is_float() && narrower,
        };
        if ok && from.lanes == to.lanes { Ok(()) } else { Err(format!("{op:?} of {from} to {to}")) }
    }
}

impl Program {
    /// Parameter types and result of a function that is defined or declared here.
    pub fn signature(&self, name: &str) -> Option<(Vec<Ty>, Option<Ty>)> {
        let helpers = || self.funcs.iter().flat_map(|f| &f.helpers).find(|f| f.name == name);
        match self.funcs.iter().find(|f| f.name == name).or_else(helpers) {
            Some(f) => Some((f.params.iter().map(|p| f.ty(p.0)).collect(), f.ret)),
            None => self.externs.iter().find(|e| e.0 == name).map(|e| (e.1.clone(), e.2)),
        }
    }
}

fn is_int(e: Elem) -> bool {
    matches!(e, Elem::I8 | Elem::I16 | Elem::I32 | Elem::I64)
}

/// Float kinds with arithmetic; F16 and BF16 are only converted.
fn is_computed(e: Elem) -> bool {
    matches!(e, Elem::F32 | Elem::F64)
}

fn bin_takes(op: BinOp, e: Elem) -> bool {
    use BinOp::*;
    match op {
        And | Or | Xor => is_int(e) || e == Elem::I1,
        Add | Sub | Mul | SDiv | UDiv | SRem | URem | Shl | LShr | AShr | SMin | SMax | UMin | UMax => is_int(e),
        FAdd | FSub | FMul | FDiv | FMin | FMax | FScale => is_computed(e),
    }
}

fn name(e: &Expr) -> String {
    match e {
        Expr::Un(o, _) => format!("{o:?}"),
        Expr::Bin(o, ..) => format!("{o:?}"),
        Expr::Cmp(o, ..) => format!("{o:?}"),
        Expr::Reduce(HReduce::Bin(o), _) => format!("reduce {o:?}"),
        other => {
            let s = format!("{other:?}");
            s.split(['(', ' ', '{']).next().unwrap_or_default().to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FuncBuilder;

    fn func(build: impl FnOnce(&mut FuncBuilder)) -> Func {
        let mut b = FuncBuilder::new("f", &[(Ty::PTR, ParamAttrs::default()), (Ty::I64, ParamAttrs::default())], None);
        build(&mut b);
        b.finish(true, false)
    }

    #[test]
    fn accepts_a_loop() {
        let f = func(|b| {
            let (p, n) = (b.param(0), b.param(1));
            let zero = b.i64(0);
            let r = b.for_loop(zero, n, 4, &[zero], |b, iv, c| vec![b.add(c[0], iv)]);
            b.store(p, r[0], 8);
        });
        assert_eq!(verify(&f), Ok(()));
    }

    #[test]
    fn rejects() {
        let leak = func(|b| {
            let (p, n) = (b.param(0), b.param(1));
            let zero = b.i64(0);
            let mut inner = zero;
            b.for_loop(zero, n, 1, &[], |_, iv, _| {
                inner = iv;
                vec![]
            });
            b.store(p, inner, 8);
        });
        let float_and = func(|b| {
            let x = b.float(Ty::scalar(Elem::F32), 1.0);
            b.bin(BinOp::And, x, x);
        });
        let widen = func(|b| {
            let n = b.param(1);
            b.cast(CastOp::ZExt, n, Elem::I32);
        });
        let shuffle = func(|b| {
            let v = b.expr(Ty::vector(Elem::I32, 4), Expr::Lanes);
            b.expr(Ty::vector(Elem::I32, 2), Expr::Shuffle(v, v, Box::new([0, 8])));
        });
        for (f, what) in [
            (leak, "used where it is not defined"),
            (float_and, "And of f32"),
            (widen, "ZExt of i64 to i32"),
            (shuffle, "shuffle index 8"),
        ] {
            let e = verify(&f).expect_err("must be rejected");
            assert!(e.contains(what), "{e}");
        }
    }

    #[test]
    fn checks_calls() {
        let mut f = func(|b| {
            let n = b.param(1);
            b.push(Stmt::Call { func: "g".into(), args: vec![n], result: None });
        });
        let mut p = Program { funcs: vec![f.clone()], externs: vec![] };
        assert!(verify_program(&p).is_err_and(|e| e.contains("not declared")));
        p.externs.push(("g".into(), vec![Ty::PTR], None));
        assert!(verify_program(&p).is_err_and(|e| e.contains("expected ptr")));
        p.externs[0].1[0] = Ty::I64;
        assert_eq!(verify_program(&p), Ok(()));
        f.name = "g".into();
        p.funcs.push(f);
        assert!(verify_program(&p).is_err_and(|e| e.contains("twice")));
    }
}
