//! The one table of widened tolerances: at most five cases, each with the reason and XLA's own error against f64.

/// What a case may differ by beyond its rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Allowance {
    /// The tolerance is multiplied by this.
    pub(crate) factor: f64,
    /// That many elements of an output may differ by anything.
    pub(crate) elements: usize,
}

impl Allowance {
    /// The rule as it is.
    pub(crate) const NONE: Allowance = Allowance { factor: 1.0, elements: 0 };
}

/// A case whose expected values are further from the truth than the tolerance.
pub(crate) struct Exception {
    /// Name of the zoo case.
    pub(crate) case: &'static str,
    /// What is allowed.
    pub(crate) allowance: Allowance,
    /// Why, with XLA's own error; kept for readers of the table.
    #[allow(dead_code)]
    pub(crate) reason: &'static str,
}

/// The table.
pub(crate) const EXCEPTIONS: &[Exception] = &[
    Exception {
        case: "unary_f32",
        allowance: Allowance { factor: 1.1, elements: 0 },
        reason: "lgamma near its zero at 1: XLA's value is 1.03 tolerances (1.25e-6, 1340 ulp) from the f64 result; \
                 with f64 inputs the interpreter agrees with libm",
    },
    Exception {
        case: "bench_black_scholes_4m",
        allowance: Allowance { factor: 45.0, elements: 0 },
        reason: "differences of products near 100: against f64, XLA's values are 30.8 tolerances off and the native ones \
                 20.9, as those of correctly rounded functions are; the two differ by up to 38.1",
    },
    Exception {
        case: "special_values_unary_f32",
        allowance: Allowance { factor: 1.0, elements: 1 },
        reason: "acosh(1 + x) at x = -1e-30, where the f32 sum is 1 and acosh(1) is 0: XLA cancels (1 + x) - 1 to x and \
                 gives NaN",
    },
    Exception {
        case: "special_values_binary_f32",
        allowance: Allowance { factor: 1.0, elements: 24 },
        reason: "pairs with a subnormal operand, which XLA flushes to zero before it compares, divides (0 / 0 is NaN) or \
                 takes remainders; Hloom keeps subnormals",
    },
    Exception {
        case: "gpt_tiny_train_remat",
        allowance: Allowance { factor: 34.0, elements: 0 },
        reason: "Adam's first step for the biases of the keys, whose gradient is zero but for rounding: a quotient of two \
                 roundings. Against f64, XLA's values are 21.3 tolerances off (30 of 32 elements), the native ones 14.3 \
                 (26 of 32) and the interpreter's 20.5 (28 of 32); XLA's differ from the native ones by up to 29.4 and from \
                 the interpreter's by up to 30.2, those of JAX 0.12.0.1 from the native ones by up to 33.5",
    },
];

/// What the case of that name is allowed.
pub(crate) fn allowance(case: &str) -> Allowance {
    EXCEPTIONS.iter().find(|e| e.case == case).map_or(Allowance::NONE, |e| e.allowance)
}

#[cfg(test)]
#[test]
fn the_table_stays_small() {
    assert!(EXCEPTIONS.len() <= 5);
}
