//! Arguments of a program as constants: what is known when it is compiled takes other ways through the compiler.

use crate::Random;
use crate::program::{Program, generate};
use crate::shrink::with_callees;
use hloom_interp::Tensor;
use hloom_ir::{Builder, Func, Type, Value, ValueMap};
use hloom_num::Literal;

/// Program `index` of a seed; of every third one about half of the arguments are constants.
pub fn varied(seed: u64, index: u64) -> Program {
    let p = generate(seed, index);
    let known = || with_constants(&p, &mut Random::new(!seed, index));
    index.is_multiple_of(3).then(known).flatten().unwrap_or(p)
}

/// The program with about half of its arguments as constants, of which every second one has the same element everywhere.
fn with_constants(p: &Program, r: &mut Random) -> Option<Program> {
    let mut args = Vec::new();
    let main = with_values(p, &mut |f, a| {
        if r.below(2) == 0 {
            args.push(a.clone());
            return Some(f.graph.add_param(f.body, Type::Tensor(a.ty.clone())));
        }
        let mut value = a.to_literal()?;
        if r.below(2) == 0 && value.num_elements() > 0 {
            value = Literal::splat(a.dtype(), a.dims(), value.element_bytes(0)).ok()?;
        }
        let body = f.body;
        Some(Builder::new(&mut f.graph, body).constant(value))
    })?;
    Some(Program { module: with_callees(main, &p.module), args })
}

/// The function `main` where `value` says what stands for each of its arguments.
pub(crate) fn with_values(p: &Program, value: &mut dyn FnMut(&mut Func, &Tensor) -> Option<Value>) -> Option<Func> {
    let f = p.module.func("main")?;
    let mut out = Func::new("main", true);
    let values: Vec<Value> = p.args.iter().map(|a| value(&mut out, a)).collect::<Option<_>>()?;
    let (body, mut map) = (out.body, ValueMap::default());
    let results = out.graph.inline_region(&f.graph, f.body, &values, body, &mut map);
    out.graph.set_results(body, results);
    Some(out)
}
