//! Text of kernels and nests, for people: `--dump-after=kernels`.

use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::lower::prep;
use crate::nest::{Bind, Nest, Space, Tail, Tiles};
use std::fmt::Write;

/// A kernel as text: axes, buffers, Defs, outs.
pub fn print_kernel(k: &Kernel) -> String {
    let p = Printer { k, shared: shared(k) };
    let mut s = String::from("kernel\n");
    let axes: Vec<String> = k.axes.iter().enumerate().map(|(i, a)| format!("{}={}", p.axis(i), a.extent)).collect();
    let _ = writeln!(s, "  axes {}", axes.join(" "));
    for (i, b) in k.bufs.iter().enumerate() {
        let dense = b.span() == b.dims.iter().product::<i64>();
        let strides = if dense { String::new() } else { format!(" strides {:?}", b.strides) };
        let _ = writeln!(s, "  b{i}: {} {:?}{strides} {:?} align {}", b.dtype, b.dims, b.role, b.align);
    }
    for e in (0..k.exprs.len()).filter(|e| p.shared[*e]) {
        let _ = writeln!(s, "  t{e} = {}", p.body(ExprId(e as u32)));
    }
    for (i, d) in k.defs.iter().enumerate() {
        let head = format!("  {}[{}]", p.def(DefId(i as u32)), p.axes(&d.axes));
        let list = |e: &[ExprId]| e.iter().map(|e| p.expr(*e)).collect::<Vec<_>>().join(", ");
        let _ = match &d.body {
            Body::Map(e) => writeln!(s, "{head} = {}", list(e)),
            Body::Reduce { over, comb, init, args, when } => {
                let comb = match comb {
                    Comb::Bin(op) => format!("{op:?}").to_lowercase(),
                    Comb::Fma => "fma".into(),
                    Comb::Dot(op) => format!("dot_{op:?}").to_lowercase(),
                    Comb::Custom { results, commutes } => {
                        format!("({}){}", list(results), if *commutes { "" } else { " in order" })
                    }
                };
                let (over, init, args, when) = (p.axes(over), list(init), list(args), p.when(when));
                writeln!(s, "{head} = {comb} over {over} from {init} of {args}{when}")
            }
        };
    }
    for o in &k.outs {
        let index = p.coords(&o.index);
        let part = if k.def(o.def).tys.len() > 1 { format!(".{}", o.component) } else { String::new() };
        let _ = writeln!(s, "  b{}[{}] = {}{part}{}", o.buf.0, index, p.def(o.def), p.when(&o.when));
    }
    s
}

/// A nest as text, one loop a line.
pub fn print_nest(k: &Kernel, nest: &[Nest]) -> String {
    let mut s = String::new();
    Printer { k, shared: vec![] }.nest(nest, 1, &mut s);
    s
}

/// Expressions that are operands more than once, and worth a name.
fn shared(k: &Kernel) -> Vec<bool> {
    let mut uses = vec![0u32; k.exprs.len()];
    let mut roots: Vec<ExprId> = (0..k.defs.len()).flat_map(|d| prep::def_exprs(k, DefId(d as u32))).collect();
    roots.extend(k.outs.iter().flat_map(prep::out_exprs));
    let mut seen = vec![false; k.exprs.len()];
    while let Some(e) = roots.pop() {
        uses[e.0 as usize] += 1;
        if !std::mem::replace(&mut seen[e.0 as usize], true) {
            prep::operands(k.expr(e), &mut |o| roots.push(o));
        }
    }
    let leaf = |e: &Expr| matches!(e, Expr::Int(_) | Expr::Float(_) | Expr::Param(_) | Expr::Read(..) | Expr::Coord(_));
    k.exprs.iter().zip(uses).map(|((e, _), n)| n > 1 && !leaf(e)).collect()
}

struct Printer<'a> {
    k: &'a Kernel,
    shared: Vec<bool>,
}

impl Printer<'_> {
    fn axis(&self, i: usize) -> String {
        let name = &self.k.axes[i].name;
        let clash = self.k.axes.iter().enumerate().any(|(j, a)| j != i && a.name == *name);
        if clash || name.is_empty() { format!("{name}{i}") } else { name.clone() }
    }

    fn axes(&self, axes: &[AxisId]) -> String {
        axes.iter().map(|a| self.axis(a.0 as usize)).collect::<Vec<_>>().join(",")
    }

    fn def(&self, d: DefId) -> String {
        let name = &self.k.def(d).name;
        let clash = self.k.defs.iter().enumerate().any(|(j, x)| j != d.0 as usize && x.name == *name);
        if clash || name.is_empty() { format!("{name}{}", d.0) } else { name.clone() }
    }

    fn ix(&self, x: &Ix) -> String {
        let mut parts = Vec::new();
        for (t, k) in &x.terms {
            let t = match t {
                Term::Axis(a) => self.axis(a.0 as usize),
                Term::Div(y, d) => format!("({})/{d}", self.ix(y)),
                Term::Mod(y, d) => format!("({})%{d}", self.ix(y)),
                Term::Value(e) => format!("<{}>", self.expr(*e)),
            };
            parts.push(if *k == 1 { t } else { format!("{k}{t}") });
        }
        if x.c != 0 || parts.is_empty() {
            parts.push(x.c.to_string());
        }
        parts.join("+").replace("+-", "-")
    }

    fn coords(&self, index: &[Ix]) -> String {
        index.iter().map(|x| self.ix(x)).collect::<Vec<_>>().join(", ")
    }

    fn when(&self, p: &Pred) -> String {
        let atom = |a: &Atom| match a {
            Atom::Range(x, lo, hi) => format!("{lo}<={}<{hi}", self.ix(x)),
            Atom::Divides(x, d) => format!("{d} divides {}", self.ix(x)),
            Atom::Cond(e) => self.expr(*e),
        };
        if p.0.is_empty() {
            String::new()
        } else {
            format!(" when {}", p.0.iter().map(atom).collect::<Vec<_>>().join(" and "))
        }
    }

    fn expr(&self, e: ExprId) -> String {
        if self.shared[e.0 as usize] { format!("t{}", e.0) } else { self.body(e) }
    }

    fn body(&self, e: ExprId) -> String {
        let x = |e: &ExprId| self.expr(*e);
        let lower = |o: &dyn std::fmt::Debug| format!("{o:?}").to_lowercase();
        match self.k.expr(e) {
            Expr::Int(i) => i.to_string(),
            Expr::Float(b) => format!("{:?}", f64::from_bits(*b)),
            Expr::Coord(i) => format!("coord({})", self.ix(i)),
            Expr::Load { buf, index: i, when, other } => {
                let other = other.map(|o| format!(" else {}", self.expr(o))).unwrap_or_default();
                format!("b{}[{}{}{other}]", buf.0, self.coords(i), self.when(when))
            }
            Expr::Read(d, c, i) => {
                let part = if self.k.def(*d).tys.len() > 1 { format!(".{c}") } else { String::new() };
                format!("{}{part}[{}]", self.def(*d), self.coords(i))
            }
            Expr::Param(i) => format!("%{i}"),
            Expr::Un(o, a) => format!("{}({})", lower(o), x(a)),
            Expr::Bin(o, a, b) => format!("{}({}, {})", lower(o), x(a), x(b)),
            Expr::Cmp(o, a, b) => format!("{}({}, {})", lower(o), x(a), x(b)),
            Expr::Select(c, a, b) => format!("select({}, {}, {})", x(c), x(a), x(b)),
            Expr::Fma(a, b, c) => format!("fma({}, {}, {})", x(a), x(b), x(c)),
            Expr::Cast(o, a) => format!("{}.{}({})", lower(o), lower(&self.k.elem(e)), x(a)),
            Expr::Round(d, a) => format!("round.{d}({})", x(a)),
            Expr::Bits(d, a) => format!("bits.{d}({})", x(a)),
            Expr::OfBits(d, a) => format!("of_bits.{d}({})", x(a)),
            Expr::Math(f, args) => format!("{}({})", lower(f), args.iter().map(x).collect::<Vec<_>>().join(", ")),
        }
    }

    fn nest(&self, nest: &[Nest], depth: usize, s: &mut String) {
        for n in nest {
            let pad = "  ".repeat(depth);
            let _ = match n {
                Nest::Loop { axis, step, bind, tail, body } => {
                    let word = match bind {
                        Bind::Serial => "loop",
                        Bind::Unroll => "un",
                        Bind::Window => "window",
                        Bind::Ilp => "ilp",
                        Bind::Parts => "parts",
                        Bind::Alternate => "alternate",
                        Bind::Own => "own",
                        Bind::Vector => "vec",
                        Bind::Grid => "grid",
                    };
                    let tail = match tail {
                        Tail::Peel => String::new(),
                        Tail::Shift => " shift".into(),
                        Tail::Mask => " mask".into(),
                        Tail::MaskOf(lanes) => format!(" mask of {lanes}"),
                    };
                    let _ = writeln!(s, "{pad}{word} {}/{step}{tail}", self.axis(axis.0 as usize));
                    self.nest(body, depth + 1, s);
                    Ok(())
                }
                Nest::First { axis, body } => {
                    let _ = writeln!(s, "{pad}first {}", self.axis(axis.0 as usize));
                    self.nest(body, depth + 1, s);
                    Ok(())
                }
                Nest::If { not_negative, body } => {
                    let _ = writeln!(s, "{pad}if 0 <= {}", self.ix(not_negative));
                    self.nest(body, depth + 1, s);
                    Ok(())
                }
                Nest::Prefetch { buf, index } => writeln!(s, "{pad}prefetch b{}[{}]", buf.0, self.coords(index)),
                Nest::Tiles(Tiles { def, row, lane, word }) => {
                    let [row, lane, word] = [row, lane, word].map(|a| self.axis(a.0 as usize));
                    writeln!(s, "{pad}tiles {} {row} {lane} {word}", self.def(*def))
                }
                Nest::At { def, space: Space::Reg } => writeln!(s, "{pad}{}", self.def(*def)),
                Nest::At { def, space: Space::Local } => writeln!(s, "{pad}{}@L", self.def(*def)),
                Nest::Store { out, stream } => {
                    let o = &self.k.outs[*out as usize];
                    writeln!(s, "{pad}{} -> b{}{}", self.def(o.def), o.buf.0, if *stream { " stream" } else { "" })
                }
            };
        }
    }
}
