//! Compact text of functions, for debugging and for expected output of pass tests. It is not MLIR and is not read back.
//!
//! ```text
//! @main(%0: tensor<2xf32>) {
//!   %1 = add %0, %0 : tensor<2xf32>
//!   return %1
//! }
//! ```

use crate::{Func, Graph, Op, OpId, Region, Type, Value};
use hloom_mlir::{Attr, Type as SynType};
use hloom_num::Literal;
use std::fmt::{self, Write};

impl fmt::Display for Func {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.name)?;
        Printer { graph: &self.graph, f, indent: 0 }.region(self.body)?;
        f.write_char('\n')
    }
}

struct Printer<'a, 'f> {
    graph: &'a Graph,
    f: &'a mut fmt::Formatter<'f>,
    indent: usize,
}

impl Printer<'_, '_> {
    fn line(&mut self) -> fmt::Result {
        write!(self.f, "\n{:1$}", "", 2 * self.indent)
    }

    fn values(&mut self, vs: &[Value]) -> fmt::Result {
        for (i, v) in vs.iter().enumerate() {
            write!(self.f, "{}%{}", if i > 0 { ", " } else { "" }, v.0)?;
        }
        Ok(())
    }

    fn region(&mut self, r: Region) -> fmt::Result {
        let data = self.graph.region(r);
        self.f.write_char('(')?;
        for (i, &p) in data.params.iter().enumerate() {
            write!(self.f, "{}%{}: {}", if i > 0 { ", " } else { "" }, p.0, self.graph.ty(p))?;
        }
        self.f.write_str(") {")?;
        self.indent += 1;
        for &id in &data.ops {
            self.line()?;
            self.op(id)?;
        }
        self.line()?;
        self.f.write_str("return ")?;
        self.values(&data.results)?;
        self.indent -= 1;
        self.line()?;
        self.f.write_char('}')
    }

    fn op(&mut self, id: OpId) -> fmt::Result {
        let data = self.graph.op(id);
        if !data.results.is_empty() {
            self.values(&data.results)?;
            self.f.write_str(" = ")?;
        }
        let name = data.op.name();
        self.f.write_str(name.strip_prefix("stablehlo.").unwrap_or(name))?;
        if !data.operands.is_empty() {
            self.f.write_char(' ')?;
            self.values(&data.operands)?;
        }
        self.attrs(&data.op)?;
        for &r in &data.regions {
            self.f.write_char(' ')?;
            self.region(r)?;
        }
        for (i, &v) in data.results.iter().enumerate() {
            let ty: &Type = self.graph.ty(v);
            write!(self.f, "{}{ty}", if i > 0 { ", " } else { " : " })?;
        }
        Ok(())
    }

    fn attrs(&mut self, op: &Op) -> fmt::Result {
        if let Op::Constant { value } = op {
            self.f.write_char(' ')?;
            return self.literal(value);
        }
        let attrs = op.to_attrs();
        for (i, (name, attr)) in attrs.iter().enumerate() {
            write!(self.f, "{}{name}=", if i > 0 { " " } else { " {" })?;
            self.attr(attr)?;
        }
        if attrs.is_empty() { Ok(()) } else { self.f.write_char('}') }
    }

    fn attr(&mut self, attr: &Attr) -> fmt::Result {
        match attr {
            Attr::Bool(b) => write!(self.f, "{b}"),
            Attr::Int(i, _) => write!(self.f, "{i}"),
            Attr::Float(bits, _) => write!(self.f, "{}", f64::from_bits(*bits)),
            Attr::String(s) => write!(self.f, "{s:?}"),
            Attr::Symbol(s) => write!(self.f, "@{}", s.join("::@")),
            Attr::DenseArray(_, v) => write!(self.f, "{v:?}"),
            Attr::Dialect(_, _, body) => write!(self.f, "<{body}>"),
            Attr::Array(items) => {
                self.f.write_char('[')?;
                for (i, a) in items.iter().enumerate() {
                    self.f.write_str(if i > 0 { ", " } else { "" })?;
                    self.attr(a)?;
                }
                self.f.write_char(']')
            }
            Attr::Dense(d) => {
                let whole = |dtype, dims: Vec<i64>| match d.splat {
                    true => Literal::splat(dtype, &dims, &d.data).ok(),
                    false => Literal::new(dtype, &dims, d.data.clone()).ok(),
                };
                let literal = match &d.ty {
                    SynType::RankedTensor(t) => match (&t.elem, t.dims.iter().copied().collect::<Option<Vec<i64>>>()) {
                        (SynType::Scalar(dtype), Some(dims)) => whole(*dtype, dims),
                        _ => None,
                    },
                    _ => None,
                };
                match literal {
                    Some(l) => self.literal(&l),
                    None => self.f.write_str("dense"),
                }
            }
            Attr::Unit | Attr::Dict(_) | Attr::Type(_) | Attr::Loc(_) => self.f.write_str("…"),
        }
    }

    /// A splat or the first few elements.
    fn literal(&mut self, l: &Literal) -> fmt::Result {
        const SHOWN: usize = 8;
        if let Some(bytes) = l.splat_bytes() {
            return self.number(l, bytes);
        }
        self.f.write_char('[')?;
        for i in 0..l.num_elements().min(SHOWN) {
            self.f.write_str(if i > 0 { ", " } else { "" })?;
            self.number(l, l.element_bytes(i))?;
        }
        self.f.write_str(if l.num_elements() > SHOWN { ", …]" } else { "]" })
    }

    fn number(&mut self, l: &Literal, bytes: &[u8]) -> fmt::Result {
        use hloom_num::scalar::{Scalar, read};
        match read(l.dtype(), bytes) {
            Scalar::Bool(b) => write!(self.f, "{b}"),
            Scalar::Int(i) => write!(self.f, "{i}"),
            Scalar::UInt(u) => write!(self.f, "{u}"),
            Scalar::Float(x) => write!(self.f, "{x:?}"),
            Scalar::Complex(re, im) => write!(self.f, "({re:?}, {im:?})"),
        }
    }
}
