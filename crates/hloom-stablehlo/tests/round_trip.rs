//! Programs for several devices (`filetests/shard`), from text to artifact and back, in every version of the container.

use hloom_ir::verify;
use hloom_mlir::{Limits, RawModule, RawOp};
use hloom_stablehlo::vhlo::{self, PlainOptions};
use hloom_stablehlo::{Form, convert, parse_syntax, print_syntax, serialize, write_bytecode};
use std::path::Path;

/// The names of all ops, in order.
fn names(op: &RawOp) -> Vec<String> {
    let inner = op.regions.iter().flat_map(|r| &r.blocks).flat_map(|b| &b.ops).flat_map(names);
    std::iter::once(op.name.to_string()).chain(inner).collect()
}

#[test]
fn programs_for_several_devices_come_back_as_they_were() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests/shard");
    let mut ran = 0;
    for file in std::fs::read_dir(dir).expect("filetests are there") {
        let path = file.expect("a readable entry").path();
        let name = path.display();
        let read =
            |bytes: &[u8]| parse_syntax(bytes, "f", &Limits::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let text = |raw: &RawModule| print_syntax(raw, Form::Pretty, false);
        let raw = read(&std::fs::read(&path).expect("a readable file"));
        let module = convert::to_ir(&raw).unwrap_or_else(|d| panic!("{name}: {}", d.render(&raw.locs)));
        verify(&module).unwrap_or_else(|d| panic!("{name}: {}", d.render(&raw.locs)));

        // Shardy stands in artifacts as it is, which versions from 1.11 on allow.
        for target in ["1.11.0", "current", "1.24.0"] {
            let target = target.parse().expect("a version");
            let options = vhlo::Options { target, allow_other_dialects: true, ..Default::default() };
            let artifact = serialize(&raw, &options).unwrap_or_else(|e| panic!("{name}, {target}: {e}"));
            let again = read(&artifact);
            // Artifacts lack the type of a channel, and reading leaves defaults out; from then on nothing changes.
            assert_eq!(names(&again.op), names(&raw.op), "{name}, {target}");
            let module = convert::to_ir(&again).unwrap_or_else(|d| panic!("{name}: {}", d.render(&again.locs)));
            verify(&module).unwrap_or_else(|d| panic!("{name}: {}", d.render(&again.locs)));
            let second = serialize(&again, &options).unwrap_or_else(|e| panic!("{name}, {target}: {e}"));
            assert!(second == artifact, "{name}, {target}: other bytes");
            let printed = text(&again);
            assert_eq!(text(&read(printed.as_bytes())), printed, "{name}, {target}");
        }
        for version in 0..=6 {
            let options = PlainOptions { version, ..Default::default() };
            let bytecode =
                write_bytecode(&module, &options).unwrap_or_else(|e| panic!("{name}, bytecode {version}: {e}"));
            let again = convert::to_ir(&read(&bytecode)).unwrap_or_else(|d| panic!("{name}: {}", d.render(&raw.locs)));
            let printed = |m| hloom_stablehlo::print(m, Form::Generic, false);
            assert_eq!(printed(&again), printed(&module), "{name}, bytecode {version}");
        }
        ran += 1;
    }
    assert_eq!(ran, 5);
}
