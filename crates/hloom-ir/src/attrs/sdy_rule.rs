//! What Shardy is told about single ops: how their dimensions correspond (`#sdy.op_sharding_rule`), and which way
//! shardings went (`#sdy.propagation_edges`).

use super::parallel::AxisRef;
use super::scan::Scan;
use super::sdy::axis;
use hloom_mlir::Attr;

/// `#sdy.op_sharding_rule`: the dimensions of operands and results are made of factors.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShardingRule {
    /// The sizes of the factors.
    pub factors: Vec<i64>,
    /// Of each operand, the factors of each dimension, major first.
    pub operands: Vec<Vec<Vec<usize>>>,
    /// The same of each result.
    pub results: Vec<Vec<Vec<usize>>>,
    /// Factors that are summed over, that must be replicated, that are permuted; and those along which shardings do not
    /// propagate.
    pub special: [Vec<usize>; 4],
    /// The program states the rule; it is not what Shardy would derive.
    pub custom: bool,
}

/// Keywords of the lists of special factors.
const SPECIAL: [&str; 4] = ["reduction", "need_replication", "permutation", "blocked_propagation"];

/// The symbols of factors in a word: `i` to `z`, then `z_1`, `z_2`, ….
fn factors(word: &str) -> Result<Vec<usize>, String> {
    let mut out = Vec::new();
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        if !('i'..='z').contains(&c) {
            return Err(format!("has '{word}' where factors i, j, …, z, z_1, … were expected"));
        }
        rest = &rest[1..];
        let digits = rest.strip_prefix('_').map_or(0, |r| r.bytes().take_while(u8::is_ascii_digit).count());
        if digits == 0 {
            out.push(c as usize - 'i' as usize);
            continue;
        }
        let number: usize = rest[1..=digits].parse().map_err(|_| format!("has the factor '{word}'"))?;
        if c != 'z' || number == 0 || number > 1 << 20 {
            return Err(format!("has the factor '{word}'"));
        }
        out.push(17 + number);
        rest = &rest[1 + digits..];
    }
    Ok(out)
}

fn one_factor(s: &mut Scan<'_>) -> Result<usize, String> {
    let word = s.word().ok_or_else(|| s.fail("a factor"))?;
    match factors(word)?[..] {
        [one] => Ok(one),
        _ => Err(format!("has '{word}' where one factor was expected")),
    }
}

/// `([i, jk], [])`: no dimension may be without factors, which is for the verifier to say.
fn mappings(s: &mut Scan<'_>) -> Result<Vec<Vec<Vec<usize>>>, String> {
    s.expect("(")?;
    s.list(")", |s| {
        s.expect("[")?;
        let mut dims = Vec::new();
        if s.eat("]") {
            return Ok(dims);
        }
        loop {
            dims.push(s.word().map_or(Ok(Vec::new()), factors)?);
            if s.eat("]") {
                return Ok(dims);
            }
            s.expect(",")?;
        }
    })
}

impl ShardingRule {
    /// Reads the attribute.
    ///
    /// # Errors
    /// What is wrong with it, as a phrase.
    pub fn from_attr(attr: &Attr) -> Result<ShardingRule, String> {
        let Attr::Dialect(dialect, name, body) = attr else { return Err("must be a sharding rule".into()) };
        if (&**dialect, &**name) != ("sdy", "op_sharding_rule") {
            return Err("must be a sharding rule".into());
        }
        let mut s = Scan::new(body);
        let mut rule = ShardingRule { operands: mappings(&mut s)?, ..ShardingRule::default() };
        s.expect("->")?;
        rule.results = mappings(&mut s)?;
        if s.eat("{") {
            let sizes = s.list("}", |s| {
                let factor = one_factor(s)?;
                s.expect("=")?;
                Ok((factor, s.int()?))
            })?;
            if sizes.iter().enumerate().any(|(i, (factor, _))| i != *factor) {
                return Err("must give the sizes of i, j, … in this order".into());
            }
            rule.factors = sizes.into_iter().map(|(_, size)| size).collect();
        }
        for (word, list) in SPECIAL.iter().zip(&mut rule.special) {
            if s.eat_word(word) {
                s.expect("=")?;
                s.expect("{")?;
                *list = s.list("}", one_factor)?;
            }
        }
        if s.eat(",") {
            rule.custom = s.eat_word("custom");
            if !rule.custom {
                return Err(s.fail("'custom'"));
            }
        }
        s.end()?;
        Ok(rule)
    }
}

/// A value of an op.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum ValueRef {
    Operand(i64),
    Result(i64),
}

/// An axis that went from one value to others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AxisEdges {
    /// The axis.
    pub axis: AxisRef,
    /// Where it was.
    pub source: ValueRef,
    /// Where it went.
    pub targets: Vec<ValueRef>,
}

/// `#sdy.propagation_edges`: which axes moved in which step.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PropagationEdges(pub Vec<(i64, Vec<AxisEdges>)>);

fn value_ref(s: &mut Scan<'_>) -> Result<ValueRef, String> {
    let is_operand = s.eat_word("operand");
    if !is_operand && !s.eat_word("result") {
        return Err(s.fail("operand-N or result-N"));
    }
    s.expect("-")?;
    let i = s.int()?;
    Ok(if is_operand { ValueRef::Operand(i) } else { ValueRef::Result(i) })
}

impl PropagationEdges {
    /// Reads the attribute.
    ///
    /// # Errors
    /// What is wrong with it, as a phrase.
    pub fn from_attr(attr: &Attr) -> Result<PropagationEdges, String> {
        let Attr::Dialect(dialect, name, body) = attr else { return Err("must be propagation edges".into()) };
        if (&**dialect, &**name) != ("sdy", "propagation_edges") {
            return Err("must be propagation edges".into());
        }
        let mut s = Scan::new(body);
        s.expect("[")?;
        let steps = s.list("]", |s| {
            s.expect("{")?;
            if !s.eat_word("step") {
                return Err(s.fail("step-N"));
            }
            s.expect("-")?;
            let step = s.int()?;
            s.expect("=")?;
            s.expect("[")?;
            let edges = s.list("]", |s| {
                s.expect("{")?;
                let axis = axis(s)?;
                s.expect("=")?;
                let source = value_ref(s)?;
                s.expect("->")?;
                s.expect("[")?;
                let targets = s.list("]", value_ref)?;
                s.expect("}")?;
                Ok(AxisEdges { axis, source, targets })
            })?;
            s.expect("}")?;
            Ok((step, edges))
        })?;
        s.end()?;
        Ok(PropagationEdges(steps))
    }
}
