//! Kernels as text.

use hloom_tile::ix::{Ix, Term};
use hloom_tile::kernel::{Atom, Body, Comb, Expr, ExprId, Kernel, Pred};
use std::fmt::Write as _;

/// A kernel, one line a Def or out.
pub(crate) fn kernel(k: &Kernel) -> String {
    let mut s = String::new();
    let axes: Vec<String> = k.axes.iter().map(|a| format!("{}:{}", a.name, a.extent)).collect();
    let _ = writeln!(s, "  axes {}", axes.join(" "));
    for (i, b) in k.bufs.iter().enumerate() {
        let _ = writeln!(s, "  b{i}: {:?} {:?}x{}", b.role, b.dims, b.dtype);
    }
    for d in &k.defs {
        let axes: Vec<&str> = d.axes.iter().map(|a| k.axes[a.0 as usize].name.as_str()).collect();
        let _ = write!(s, "  {}[{}] = ", d.name, axes.join(","));
        let list = |es: &[ExprId]| es.iter().map(|&e| expr(k, e, 0)).collect::<Vec<_>>().join("; ");
        match &d.body {
            Body::Map(es) => {
                let _ = writeln!(s, "{}", list(es));
            }
            Body::Reduce { over, comb, init, args, when } => {
                let over: Vec<&str> = over.iter().map(|a| k.axes[a.0 as usize].name.as_str()).collect();
                let c = match comb {
                    Comb::Bin(b) => format!("{b:?}"),
                    Comb::Fma => "Fma".into(),
                    Comb::Dot(op) => format!("Dot{op:?}"),
                    Comb::Custom { results, commutes } => format!("({}; commutes {commutes})", list(results)),
                };
                let _ = writeln!(
                    s,
                    "{c} over {} of ({}) from ({}){}",
                    over.join(","),
                    list(args),
                    list(init),
                    pred(k, when)
                );
            }
        }
    }
    for o in &k.outs {
        let ix: Vec<String> = o.index.iter().map(|x| ix_text(k, x)).collect();
        let d = &k.defs[o.def.0 as usize].name;
        let _ = writeln!(s, "  b{}[{}] = {d}.{}{}", o.buf.0, ix.join(","), o.component, pred(k, &o.when));
    }
    s
}

fn pred(k: &Kernel, p: &Pred) -> String {
    if p.0.is_empty() {
        return String::new();
    }
    let atoms: Vec<String> =
        p.0.iter()
            .map(|a| match a {
                Atom::Range(x, lo, hi) => format!("{lo}<={}<{hi}", ix_text(k, x)),
                Atom::Divides(x, d) => format!("{d}|{}", ix_text(k, x)),
                Atom::Cond(e) => expr(k, *e, 0),
            })
            .collect();
    format!(" when {}", atoms.join(" and "))
}

fn ix_text(k: &Kernel, x: &Ix) -> String {
    let mut parts: Vec<String> = x
        .terms
        .iter()
        .map(|(t, c)| {
            let t = match t {
                Term::Axis(a) => k.axes[a.0 as usize].name.clone(),
                Term::Div(x, d) => format!("({})/{d}", ix_text(k, x)),
                Term::Mod(x, d) => format!("({})%{d}", ix_text(k, x)),
                Term::Value(e) => format!("<{}>", expr(k, *e, 3)),
            };
            if *c == 1 { t } else { format!("{c}*{t}") }
        })
        .collect();
    if x.c != 0 || parts.is_empty() {
        parts.push(x.c.to_string());
    }
    parts.join("+")
}

fn expr(k: &Kernel, e: ExprId, depth: usize) -> String {
    if depth > 24 {
        return format!("e{}", e.0);
    }
    let x = |e: ExprId| expr(k, e, depth + 1);
    match k.expr(e) {
        Expr::Int(i) => i.to_string(),
        Expr::Float(b) => format!("{:?}", f64::from_bits(*b)),
        Expr::Coord(i) => ix_text(k, i),
        Expr::Load { buf, index, when, other } => {
            let ix: Vec<String> = index.iter().map(|x| ix_text(k, x)).collect();
            let other = other
                .map_or(String::new(), |o| if when.0.is_empty() { String::new() } else { format!(" else {}", x(o)) });
            format!("b{}[{}{}{other}]", buf.0, ix.join(","), pred(k, when))
        }
        Expr::Read(d, c, index) => {
            let ix: Vec<String> = index.iter().map(|x| ix_text(k, x)).collect();
            format!("{}.{c}[{}]", k.defs[d.0 as usize].name, ix.join(","))
        }
        Expr::Param(i) => format!("p{i}"),
        Expr::Un(o, a) => format!("{o:?}({})", x(*a)),
        Expr::Bin(o, a, b) => format!("{o:?}({}, {})", x(*a), x(*b)),
        Expr::Cmp(o, a, b) => format!("{o:?}({}, {})", x(*a), x(*b)),
        Expr::Select(c, a, b) => format!("({} ? {} : {})", x(*c), x(*a), x(*b)),
        Expr::Fma(a, b, c) => format!("fma({}, {}, {})", x(*a), x(*b), x(*c)),
        Expr::Cast(o, a) => format!("{o:?}<{:?}>({})", k.elem(e), x(*a)),
        Expr::Round(d, a) => format!("round<{d}>({})", x(*a)),
        Expr::Bits(d, a) => format!("bits<{d}>({})", x(*a)),
        Expr::OfBits(d, a) => format!("of_bits<{d}>({})", x(*a)),
        Expr::Math(f, a) => format!("{f:?}({})", a.iter().map(|&a| x(a)).collect::<Vec<_>>().join(", ")),
    }
}
