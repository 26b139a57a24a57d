//! By which axes an op's factors are cut, given how its operands are and how its results should be.
//!
//! A few ways are tried: the results' axes before the operands' or behind them, sums in parts before or behind the rest
//! or not at all. The cheapest is taken: bytes that devices exchange, and work that they all do.

use crate::devices::{Axis, Devices, Spec};
use crate::propagate::split;
use crate::rule::{is_reduction, is_whole};
use hloom_ir::attrs::ShardingRule;

/// Operations that take as long as a byte's exchange.
const OPS_A_BYTE: i64 = 32;

/// The axes of each factor.
pub(crate) type Cuts = Vec<Vec<Axis>>;

/// What the choice depends on.
pub(crate) struct Chooser<'a> {
    pub(crate) devices: &'a Devices,
    pub(crate) rule: &'a ShardingRule,
    /// How the operands are cut.
    pub(crate) given: &'a [Spec],
    /// How the results should be.
    pub(crate) wanted: &'a [Spec],
    /// Axes along which parts of a sum are wanted as they are.
    pub(crate) apart: &'a [Axis],
    /// Bytes of an element of each operand and each result.
    pub(crate) sizes: (Vec<i64>, Vec<i64>),
}

/// How a tensor is cut whose dimensions have these factors.
pub(crate) fn project(cuts: &Cuts, dims: &[Vec<usize>]) -> Spec {
    Spec(dims.iter().map(|factors| factors.iter().flat_map(|&f| cuts[f].iter().copied()).collect()).collect())
}

/// Dimensions along which a sum in parts over `summed` can leave each device only what is wanted of it, with their axes;
/// and the axes that are left.
pub(crate) fn scatter(have: &Spec, wanted: &Spec, summed: &[Axis]) -> (Vec<(usize, Vec<Axis>)>, Vec<Axis>) {
    let (mut out, mut rest) = (Vec::new(), summed.to_vec());
    for (d, (have, wanted)) in have.0.iter().zip(&wanted.0).enumerate() {
        if !wanted.starts_with(have) {
            continue;
        }
        let axes: Vec<Axis> = wanted[have.len()..].iter().copied().take_while(|a| rest.contains(a)).collect();
        if !axes.is_empty() {
            rest.retain(|a| !axes.contains(a));
            out.push((d, axes));
        }
    }
    (out, rest)
}

impl Chooser<'_> {
    /// The cheapest way.
    pub(crate) fn choose(&self) -> Cuts {
        let mut best: Option<(i64, Cuts)> = None;
        for sums in [Some(false), Some(true), None] {
            for results_first in [true, false] {
                let cuts = self.cuts(results_first, sums);
                let cost = self.cost(&cuts);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, cuts));
                }
            }
        }
        best.map_or_else(Vec::new, |(_, cuts)| cuts)
    }

    /// The longest list of axes that one of the tensors has for a factor.
    fn longest(&self, specs: &[Spec], tensors: &[Vec<Vec<usize>>], f: usize) -> Vec<Axis> {
        let mut best = Vec::new();
        for (spec, dims) in specs.iter().zip(tensors) {
            for (axes, factors) in spec.0.iter().zip(dims) {
                if let Some(at) = factors.iter().position(|&g| g == f) {
                    let list = split(self.devices, axes, factors, &self.rule.factors).swap_remove(at);
                    if list.len() > best.len() {
                        best = list;
                    }
                }
            }
        }
        best
    }

    /// Axes for each factor; `sums`: whether what is summed over chooses first, `None`: it is not cut.
    fn cuts(&self, results_first: bool, sums: Option<bool>) -> Cuts {
        let rule = self.rule;
        let mut cuts = vec![Vec::new(); rule.factors.len()];
        let mut used: Vec<Axis> = Vec::new();
        let order: &[bool] = match sums {
            Some(true) => &[true, false],
            Some(false) => &[false, true],
            None => &[false],
        };
        for &summed in order {
            for f in (0..cuts.len()).filter(|&f| !is_whole(rule, f) && is_reduction(rule, f) == summed) {
                let of_results = || self.longest(self.wanted, &rule.results, f);
                let of_operands = || self.longest(self.given, &rule.operands, f);
                let mut axes = if results_first { of_results() } else { of_operands() };
                if axes.is_empty() {
                    axes = if results_first { of_operands() } else { of_results() };
                }
                let free = axes.iter().take_while(|a| !used.contains(a)).count();
                axes.truncate(free);
                used.extend(&axes);
                cuts[f] = axes;
            }
        }
        // A dimension's minor factor can be cut only where the major ones are cut into single elements.
        loop {
            let mut again = false;
            for factors in rule.operands.iter().chain(&rule.results).flatten() {
                let mut full = true;
                for &f in factors {
                    if !full && !cuts[f].is_empty() {
                        cuts[f].clear();
                        again = true;
                    }
                    full &= self.devices.parts(&cuts[f]) == rule.factors[f];
                }
            }
            if !again {
                return cuts;
            }
        }
    }

    /// Bytes that a device receives, and its work as bytes.
    fn cost(&self, cuts: &Cuts) -> i64 {
        let rule = self.rule;
        let bytes = |dims: &[Vec<usize>], spec: &Spec, size: i64| {
            let whole = dims.iter().flatten().fold(size, |n, &f| n.saturating_mul(rule.factors[f]));
            whole / spec.0.iter().map(|axes| self.devices.parts(axes)).product::<i64>().max(1)
        };
        let mut cost = 0i64;
        for ((dims, given), &size) in rule.operands.iter().zip(self.given).zip(&self.sizes.0) {
            let need = project(cuts, dims);
            if !given.holds(&need) {
                cost = cost.saturating_add(bytes(dims, &need, size));
            }
        }
        let summed: Vec<Axis> =
            (0..cuts.len()).filter(|&f| is_reduction(rule, f)).flat_map(|f| cuts[f].iter().copied()).collect();
        for ((dims, wanted), &size) in rule.results.iter().zip(self.wanted).zip(&self.sizes.1) {
            let mut have = project(cuts, dims);
            if !summed.is_empty() {
                let (scattered, mut rest) = scatter(&have, wanted, &summed);
                rest.retain(|a| !self.apart.contains(a));
                let exchanges = i64::from(!scattered.is_empty()) + 2 * i64::from(!rest.is_empty());
                cost = cost.saturating_add(bytes(dims, &have, size).saturating_mul(exchanges));
                scattered.into_iter().for_each(|(d, axes)| have.0[d].extend(axes));
            }
            if !self.apart.iter().all(|a| summed.contains(a)) {
                cost = cost.saturating_add(bytes(dims, wanted, size).saturating_mul(4));
            }
            if !have.holds(wanted) {
                cost = cost.saturating_add(bytes(dims, wanted, size));
            }
        }
        let work = rule.factors.iter().fold(1i64, |n, &f| n.saturating_mul(f));
        let shared: i64 = cuts.iter().map(|axes| self.devices.parts(axes)).product();
        let sums = (0..cuts.len()).any(|f| is_reduction(rule, f));
        cost.saturating_add(work / shared.max(1) / if sums { OPS_A_BYTE } else { 1 })
    }
}
