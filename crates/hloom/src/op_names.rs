//! The names that a front end gave a program's ops, by kernel: JAX's have the scopes of the program, `jit(f)/layer/add`.

use hloom_ir::LocTable;
use hloom_plan::Planned;

/// Names that are kept of a kernel's ops.
const MOST: usize = 32;

/// What is said of a kernel.
#[derive(Clone, Default)]
pub(crate) struct OpNames {
    /// The name of the op that heads it; the scopes that these have in common, if it is called at several places.
    pub(crate) head: String,
    /// The names of its ops, of all places where it is called; none twice, and no more than [`MOST`].
    pub(crate) all: Vec<String>,
}

/// Of each kernel.
pub(crate) fn op_names(planned: &Planned, locs: &LocTable) -> Vec<OpNames> {
    let mut out: Vec<OpNames> = vec![OpNames::default(); planned.kernels.len()];
    let mut called = vec![false; planned.kernels.len()];
    planned.plan.commands.iter().for_each(|c| {
        c.kernels(&mut |kernel, step| {
            let (step, i) = (&planned.plan.steps[step as usize], kernel as usize);
            let names = &mut out[i];
            if let Some(name) = locs.op_name(step.root.loc) {
                let head =
                    if std::mem::replace(&mut called[i], true) { common_scope(&names.head, &name) } else { &name };
                names.head = head.to_owned();
            }
            for name in [&step.root].into_iter().chain(&step.ops).filter_map(|o| locs.op_name(o.loc)) {
                if names.all.len() < MOST && !names.all.iter().any(|n| *n == name) {
                    names.all.push(name.into_owned());
                }
            }
        });
    });
    out
}

/// The scopes that two names share: `jit(f)/while/body` of `jit(f)/while/body/add` and `jit(f)/while/body/layer/dot`; a name of
/// itself.
pub fn common_scope<'a>(a: &'a str, b: &str) -> &'a str {
    let same = a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b);
    let bytes: usize = same.map(|(a, _)| a.len() + 1).sum();
    &a[..bytes.saturating_sub(1)]
}

#[cfg(test)]
mod tests {
    use super::common_scope;

    #[test]
    fn scopes_are_whole() {
        assert_eq!(common_scope("jit(f)/while/body/add", "jit(f)/while/body/layer/dot"), "jit(f)/while/body");
        assert_eq!(common_scope("jit(f)/layer_1/dot", "jit(f)/layer_10/dot"), "jit(f)");
        assert_eq!(common_scope("jit(f)/add", "jit(f)/add"), "jit(f)/add");
        assert_eq!(common_scope("jit(f)/add", "jit(g)/add"), "");
        assert_eq!(common_scope("", "jit(g)"), "");
    }
}
