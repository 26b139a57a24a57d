//! What a program is taken through.

use hloom_interp::{InterpError, Interpreter, Tensor, samples};
use hloom_ir::{Func, Module, Type, verify};
use hloom_mlir::Limits;
use hloom_opt::{Simplify, can_simplify, simplify_func};
use hloom_stablehlo::{Form, convert, parse, parse_syntax, print, print_syntax, serialize, vhlo};

/// How far a program got.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reached {
    /// It is no text and no artifact, or has a syntax error.
    Nothing,
    /// It was read into a syntax tree: past lexer, parser and container.
    Read,
    /// It became IR.
    Built,
    /// The verifier found nothing.
    Verified,
    /// Everything was done, runs included, whatever they gave.
    Done,
}

impl Reached {
    /// All, in order.
    pub const ALL: [Reached; 5] = [Reached::Nothing, Reached::Read, Reached::Built, Reached::Verified, Reached::Done];
}

/// A part of Hloom that takes programs from anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Text: parser, printer, verifier; what is printed is read again.
    Text,
    /// Artifacts: the container, upgrades, the verifier; what is written is read again.
    Bytecode,
    /// Verifier and interpreter, and the optimiser, whose result means the same to the bit.
    Interp,
}

impl Target {
    /// The target of that name.
    pub fn named(name: &str) -> Option<Target> {
        match name {
            "text" => Some(Target::Text),
            "bytecode" => Some(Target::Bytecode),
            "interp" => Some(Target::Interp),
            _ => None,
        }
    }

    /// Takes a program through.
    ///
    /// # Panics
    /// On a find.
    pub fn run(self, bytes: &[u8]) -> Reached {
        let limits = Limits { constant_bytes: 64 << 20, ..Limits::default() };
        let raw = match parse_syntax(bytes, "fuzz", &limits) {
            Ok(raw) => raw,
            Err(e) => {
                assert!(!e.to_string().is_empty(), "an error without words");
                return Reached::Nothing;
            }
        };
        if self != Target::Interp {
            for form in [Form::Generic, Form::Pretty] {
                let text = print_syntax(&raw, form, true);
                // Bytecode may use values before their definition, which only the verifier refuses.
                if self == Target::Text {
                    reread(&text, &limits);
                }
            }
        }
        let module = match convert::to_ir(&raw) {
            Ok(module) => module,
            Err(found) => {
                assert!(!found.render(&raw.locs).is_empty(), "an error without words");
                return Reached::Read;
            }
        };
        if let Err(found) = verify(&module) {
            assert!(!found.render(&module.locs).is_empty(), "an error without words");
            return Reached::Built;
        }
        // Comments are a program too, but there is nothing to learn from it.
        if module.funcs.is_empty() {
            return Reached::Built;
        }
        let text = print(&module, Form::Pretty, false);
        let again = parse(text.as_bytes(), "printed", &Limits::default());
        let again = again.unwrap_or_else(|e| panic!("what was printed is not read: {e}\n{text}"));
        if let Err(found) = verify(&again) {
            panic!("what was printed does not verify: {}\n{text}", found.render(&again.locs));
        }
        match self {
            Target::Interp => interpret(&module),
            Target::Text => Reached::Done,
            Target::Bytecode => {
                // Not everything has a place in an artifact; what is written is read.
                if let Ok(artifact) = serialize(&raw, &vhlo::Options::default())
                    && let Err(e) = parse_syntax(&artifact, "written", &Limits::default())
                {
                    panic!("what was written is not read: {e}\n{text}");
                }
                Reached::Done
            }
        }
    }
}

fn reread(text: &str, limits: &Limits) {
    let again = parse_syntax(text.as_bytes(), "printed", limits);
    if let Err(e) = again {
        panic!("what was printed is not read: {e}\n{text}");
    }
}

/// Element operations of one run.
const BUDGET: u64 = 1 << 20;
/// Functions of one program that are run.
const MAX_FUNCTIONS: usize = 4;

fn interpret(module: &Module) -> Reached {
    let mut reached = Reached::Verified;
    // Without the limit on constants a pass could make a large one of a small one again and again.
    let simplify = Simplify { fold_elements: 1 << 16, pure_calls: false, ..Simplify::default() };
    let mut simpler = module.clone();
    for f in &mut simpler.funcs {
        if can_simplify(f) {
            *f = simplify_func(f, &simplify).0;
        }
    }
    if let Err(found) = verify(&simpler) {
        let text = print(&simpler, Form::Pretty, false);
        panic!("the simplified program does not verify: {}\n{text}", found.render(&simpler.locs));
    }
    for name in ["chlo-legalize-to-stablehlo", "stablehlo-legalize-deprecated-ops", "stablehlo-complex-math-expander"] {
        if let Some(pass) = hloom_transforms::pass(name)
            && let Err(e) = hloom_transforms::run(module.clone(), &[(pass, Default::default())])
        {
            assert!(!e.broken, "what --{name} made does not verify: {}", e.diagnostics.render(&module.locs));
        }
    }
    for f in module.funcs.iter().filter(|f| can_run(f)).take(MAX_FUNCTIONS) {
        let args = samples::arguments(f, 3);
        let before = Interpreter::new(module).with_budget(BUDGET).run(&f.name, &args);
        let after = Interpreter::new(&simpler).with_budget(2 * BUDGET).run(&f.name, &args);
        match (before, after) {
            (Ok(x), Ok(y)) => {
                reached = Reached::Done;
                let bits = |ts: &[Tensor]| ts.iter().map(Tensor::to_bytes).collect::<Vec<_>>();
                // A NaN's payload is nobody's promise; both sides make the same ones from the same rules.
                assert_eq!(bits(&x), bits(&y), "@{} changed:\n{}", f.name, print(&simpler, Form::Pretty, false));
            }
            (Err(e), _) => {
                reached = Reached::Done;
                assert!(!e.to_string().is_empty(), "an error without words");
            }
            // The optimiser may have moved work out of a branch that is not taken, within bounds.
            (Ok(_), Err(InterpError::Budget(_))) => {}
            (Ok(_), Err(e)) => panic!("@{} fails once simplified: {e}", f.name),
        }
    }
    reached
}

/// True if there are arguments for the function, of moderate size.
fn can_run(f: &Func) -> bool {
    let mut elements = 0usize;
    f.params().iter().all(|&p| match f.graph.ty(p) {
        Type::Tensor(t) => {
            elements = elements.saturating_add(t.num_elements());
            t.is_static() && t.quantized.is_none() && t.bounds.is_none() && elements < 1 << 16
        }
        _ => false,
    })
}
