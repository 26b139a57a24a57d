//! Loop IR as text, for people: `--dump-after=loops`, test expectations and error reports. There is no parser.
//!
//! ```text
//! export func @k(v0: ptr noalias readonly, v1: i64) {
//!   v2: i64 = 0
//!   v7: f32 = for v3 in v2..v1 step 4 carry (v4 = v6) {
//!     v5: ptr = ptradd v0, v3
//!     next (v8)
//!   }
//! }
//! ```

use crate::loop_ir::*;
use std::fmt::{self, Display, Formatter, Write};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, params, ret) in &self.externs {
            write!(f, "extern func @{name}(")?;
            commas(f, params, |f, t| write!(f, "{t}"))?;
            f.write_char(')')?;
            result(f, *ret)?;
            f.write_char('\n')?;
        }
        for (i, func) in self.functions().into_iter().enumerate() {
            if i > 0 || !self.externs.is_empty() {
                f.write_char('\n')?;
            }
            write!(f, "{func}")?;
        }
        Ok(())
    }
}

impl Display for Func {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.export {
            f.write_str("export ")?;
        }
        if self.inline {
            f.write_str("inline ")?;
        }
        write!(f, "func @{}(", self.name)?;
        commas(f, &self.params, |f, &(v, a)| {
            write!(f, "{v}: {}", self.ty(v))?;
            if a.noalias {
                f.write_str(" noalias")?;
            }
            if a.readonly {
                f.write_str(" readonly")?;
            }
            Ok(())
        })?;
        f.write_char(')')?;
        result(f, self.ret)?;
        f.write_str(" {\n")?;
        Printer { f, func: self, depth: 1 }.block(&self.body)?;
        f.write_str("}\n")
    }
}

impl Display for Val {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

fn commas<T>(
    f: &mut Formatter<'_>,
    items: &[T],
    mut each: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (i, x) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        each(f, x)?;
    }
    Ok(())
}

fn result(f: &mut Formatter<'_>, ret: Option<Ty>) -> fmt::Result {
    ret.map_or(Ok(()), |t| write!(f, " -> {t}"))
}

struct Printer<'a, 'b> {
    f: &'a mut Formatter<'b>,
    func: &'a Func,
    depth: usize,
}

impl Printer<'_, '_> {
    fn block(&mut self, b: &Block) -> fmt::Result {
        b.stmts.iter().try_for_each(|s| self.stmt(s))
    }

    fn indent(&mut self) -> fmt::Result {
        write!(self.f, "{:1$}", "", 2 * self.depth)
    }

    fn nested(&mut self, b: &Block) -> fmt::Result {
        self.depth += 1;
        let r = self.block(b);
        self.depth -= 1;
        r
    }

    fn vals(&mut self, vals: &[Val]) -> fmt::Result {
        commas(self.f, vals, |f, v| write!(f, "{v}"))
    }

    /// `v1: t, v2: t = `, or nothing.
    fn defines(&mut self, vals: &[Val]) -> fmt::Result {
        if vals.is_empty() {
            return Ok(());
        }
        let func = self.func;
        commas(self.f, vals, |f, &v| write!(f, "{v}: {}", func.ty(v)))?;
        self.f.write_str(" = ")
    }

    fn give(&mut self, word: &str, vals: &[Val]) -> fmt::Result {
        if vals.is_empty() {
            return Ok(());
        }
        self.indent()?;
        write!(self.f, "  {word} (")?;
        self.vals(vals)?;
        self.f.write_str(")\n")
    }

    fn carry(&mut self, carry: &[(Val, Val)]) -> fmt::Result {
        if carry.is_empty() {
            return Ok(());
        }
        self.f.write_str(" carry (")?;
        commas(self.f, carry, |f, (name, init)| write!(f, "{name} = {init}"))?;
        self.f.write_str(")")
    }

    fn close(&mut self) -> fmt::Result {
        self.indent()?;
        self.f.write_str("}")
    }

    fn tile(&mut self, op: &TileOp) -> fmt::Result {
        match op {
            TileOp::Shape(shapes) => {
                self.f.write_str("tile.shape (")?;
                commas(self.f, &shapes[..], |f, (rows, words)| write!(f, "{rows} x {words}"))?;
                self.f.write_str(")")
            }
            TileOp::Zero(t) => write!(self.f, "tile.zero t{t}"),
            TileOp::Load { tile, ptr, step } => write!(self.f, "tile.load t{tile}, {ptr} step {step}"),
            TileOp::Store { tile, ptr, step } => write!(self.f, "tile.store {ptr} step {step}, t{tile}"),
            TileOp::Dot { op, sum, a, b } => {
                write!(self.f, "tile.dot.{} t{sum}, t{a}, t{b}", format!("{op:?}").to_lowercase())
            }
            TileOp::Release => self.f.write_str("tile.release"),
        }
    }

    fn stmt(&mut self, s: &Stmt) -> fmt::Result {
        self.indent()?;
        match s {
            Stmt::Let(v, e) => {
                self.defines(&[*v])?;
                write!(self.f, "{e}")?;
            }
            Stmt::Store { ptr, val, align, mask, stream } => {
                let word = if *stream { "store.stream" } else { "store" };
                write!(self.f, "{word} {ptr}, {val} align {align}{}", Mask(mask))?;
            }
            Stmt::Scatter { base, index, val, mask } => {
                write!(self.f, "scatter {base}[{index}], {val}{}", Mask(mask))?;
            }
            Stmt::For { iv, lo, hi, step, carry, body, next, results } => {
                self.defines(results)?;
                write!(self.f, "for {iv} in {lo}..{hi} step {step}")?;
                self.carry(carry)?;
                self.f.write_str(" {\n")?;
                self.nested(body)?;
                self.give("next", next)?;
                self.close()?;
            }
            Stmt::While { carry, before, cond, body, next, results } => {
                self.defines(results)?;
                self.f.write_str("while")?;
                self.carry(carry)?;
                self.f.write_str(" {\n")?;
                self.nested(before)?;
                self.indent()?;
                writeln!(self.f, "}} test {cond} {{")?;
                self.nested(body)?;
                self.give("next", next)?;
                self.close()?;
            }
            Stmt::If { cond, then, els, results } => {
                self.defines(results)?;
                writeln!(self.f, "if {cond} {{")?;
                self.nested(&then.0)?;
                self.give("give", &then.1)?;
                self.close()?;
                if !els.0.stmts.is_empty() || !els.1.is_empty() {
                    self.f.write_str(" else {\n")?;
                    self.nested(&els.0)?;
                    self.give("give", &els.1)?;
                    self.close()?;
                }
            }
            Stmt::Call { func, args, result } => {
                self.defines(result.as_slice())?;
                write!(self.f, "call @{func}(")?;
                self.vals(args)?;
                self.f.write_str(")")?;
            }
            Stmt::CallPtr { ptr, args, result } => {
                self.defines(result.as_slice())?;
                write!(self.f, "call {ptr}(")?;
                self.vals(args)?;
                self.f.write_str(")")?;
            }
            Stmt::Alloca(v, bytes, align) => {
                self.defines(&[*v])?;
                write!(self.f, "alloca {bytes} align {align}")?;
            }
            Stmt::Prefetch(p) => write!(self.f, "prefetch {p}")?,
            Stmt::Tile(op) => self.tile(op)?,
            Stmt::Return(None) => self.f.write_str("return")?,
            Stmt::Return(Some(v)) => write!(self.f, "return {v}")?,
        }
        self.f.write_char('\n')
    }
}

struct Mask<'a>(&'a Option<Val>);

impl Display for Mask<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |m| write!(f, " mask {m}"))
    }
}

/// The name of an operation, in lower case.
fn word(op: &impl fmt::Debug) -> String {
    format!("{op:?}").to_lowercase()
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Int(i) => write!(f, "{i}"),
            Expr::Float(bits) => {
                let x = f64::from_bits(*bits);
                // NaNs and infinities by their bits: payload and sign matter.
                if x.is_finite() { write!(f, "{x:?}") } else { write!(f, "f64 {bits:#018x}") }
            }
            Expr::Null => f.write_str("null"),
            Expr::Un(op, a) => write!(f, "{} {a}", word(op)),
            Expr::Bin(op, a, b) => write!(f, "{} {a}, {b}", word(op)),
            Expr::Cmp(op, a, b) => write!(f, "cmp.{} {a}, {b}", word(op)),
            Expr::Select(c, a, b) => write!(f, "select {c}, {a}, {b}"),
            Expr::Fma(a, b, c) => write!(f, "fma {a}, {b}, {c}"),
            Expr::Dot(op, a, b, c) => write!(f, "dot_{} {a}, {b}, {c}", format!("{op:?}").to_lowercase()),
            Expr::Quotient { x, by, inverse, least } => write!(f, "quotient {x}, {by}, {inverse}, {least}"),
            Expr::Cast(op, a) => write!(f, "cast.{} {a}", word(op)),
            Expr::Splat(a) => write!(f, "splat {a}"),
            Expr::Lanes => f.write_str("lanes"),
            Expr::Shuffle(a, b, idx) => write!(f, "shuffle {a}, {b}, {idx:?}"),
            Expr::Lookup(table, i) => {
                f.write_str("lookup [")?;
                for (k, bits) in table.iter().enumerate() {
                    write!(f, "{}{:?}", if k == 0 { "" } else { ", " }, f32::from_bits(*bits))?;
                }
                write!(f, "], {i}")
            }
            Expr::Permute(a, i) => write!(f, "permute {a}[{i}]"),
            Expr::Extract(a, i) => write!(f, "extract {a}[{i}]"),
            Expr::Insert(a, b, i) => write!(f, "insert {a}[{i}], {b}"),
            Expr::Reduce(HReduce::Bin(op), a) => write!(f, "reduce.{} {a}", word(op)),
            Expr::Load { ptr, align, mask, other, invariant } => {
                let word = if *invariant { "load.invariant" } else { "load" };
                write!(f, "{word} {ptr} align {align}{}", Mask(mask))?;
                other.map_or(Ok(()), |o| write!(f, " else {o}"))
            }
            Expr::Gather { base, index, mask } => write!(f, "gather {base}[{index}]{}", Mask(mask)),
            Expr::PtrAdd(a, b) => write!(f, "ptradd {a}, {b}"),
            Expr::FuncAddr(n) => write!(f, "addr @{n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FuncBuilder;

    #[test]
    fn prints_structured_text() {
        let attrs = ParamAttrs { noalias: true, readonly: true };
        let mut b = FuncBuilder::new("k", &[(Ty::PTR, attrs), (Ty::I64, ParamAttrs::default())], Some(Ty::I64));
        let (p, n) = (b.param(0), b.param(1));
        let zero = b.i64(0);
        let r = b.for_loop(zero, n, 8, &[zero], |b, iv, c| {
            let q = b.ptr_add(p, iv);
            let x = b.load(Ty::I64, q, 8);
            vec![b.add(c[0], x)]
        });
        let c = b.cmp(CmpOp::SLt, r[0], zero);
        b.if_else(
            c,
            |b| {
                b.push(Stmt::Return(Some(zero)));
                vec![]
            },
            |_| vec![],
        );
        b.push(Stmt::Return(Some(r[0])));
        let text = b.finish(true, false).to_string();
        assert_eq!(
            text,
            "export func @k(v0: ptr noalias readonly, v1: i64) -> i64 {\n\
             \x20 v2: i64 = 0\n\
             \x20 v8: i64 = for v3 in v2..v1 step 8 carry (v4 = v2) {\n\
             \x20   v5: ptr = ptradd v0, v3\n\
             \x20   v6: i64 = load v5 align 8\n\
             \x20   v7: i64 = add v4, v6\n\
             \x20   next (v7)\n\
             \x20 }\n\
             \x20 v9: i1 = cmp.slt v8, v2\n\
             \x20 if v9 {\n\
             \x20   return v2\n\
             \x20 }\n\
             \x20 return v8\n\
             }\n"
        );
    }
}
