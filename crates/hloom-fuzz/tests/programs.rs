//! Random programs: every op is among them, they verify, and a seed gives the same ones again.

use hloom_fuzz::Random;
use hloom_fuzz::program::{Generator, generate, is_generated};
use hloom_ir::verify;

#[test]
fn every_op_is_generated_or_listed() {
    for name in hloom_ir::table::all_names().into_iter().filter(|n| is_generated(n)) {
        let made = (0..400).any(|i| {
            let mut g = Generator::new("main", Random::new(3, i));
            let Some(results) = g.instance(name) else { return false };
            let p = g.finish(results.into_iter().filter(|_| false).collect());
            verify(&p.module).unwrap_or_else(|e| panic!("{name}: {}", e.render(&p.module.locs)));
            true
        });
        assert!(made, "{name}");
    }
}

#[test]
fn programs_verify_and_are_the_same_again() {
    for i in 0..300 {
        let p = generate(5, i);
        if let Err(e) = verify(&p.module) {
            assert!(e.is_unimplemented(), "program {i}: {}", e.render(&p.module.locs));
        }
        assert_eq!(format!("{:?}", p.module), format!("{:?}", generate(5, i).module));
    }
}
