//! Probes behind ops, so that the interpreter writes every intermediate value down.

use crate::{Pass, PassOption, PassOptions, Rewrite, Rewriter, Values, rewrite_module};
use hloom_ir::{Diagnostics, Loc, LocData, LocTable, Module, Op, OpData, Region, Severity, Type, Value};

const DEBUG_INFO: PassOption = PassOption {
    name: "useDebugInfo",
    default: "false",
    help: "begin the names of probes with the names of locations: true or false",
};

pub(super) const PASS: Pass = Pass {
    name: "interpreter-instrument-with-probe",
    summary: "Puts a probe behind every op but constants, for each result of static shape",
    options: &[DEBUG_INFO],
    run,
};

struct Instrument {
    locs: LocTable,
    debug_info: bool,
    /// Probes so far.
    count: u64,
}

impl Instrument {
    /// `probe7`, or `name.7` where the location has a name.
    fn id(&mut self, loc: Loc) -> String {
        self.count += 1;
        match self.locs.get(loc) {
            LocData::Name(name, _) if self.debug_info => {
                format!("{}.{}", name.split('@').next().unwrap_or_default(), self.count)
            }
            _ => format!("probe{}", self.count),
        }
    }
}

impl Rewrite for Instrument {
    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        regions: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        if matches!(op.op, Op::Constant { .. }) || op.results.is_empty() {
            return Ok(None);
        }
        let types = r.result_types(op);
        let results = r.emit_with(op.op.clone(), operands, regions, types.iter().cloned(), op.extra.as_deref());
        let mut probed = Values::new();
        for (v, ty) in results.into_iter().zip(types) {
            let seen = matches!(&ty, Type::Tensor(t) if t.is_static() && t.quantized.is_none());
            probed.extend(match seen {
                true => r.emit(Op::Probe { probe_id: self.id(op.loc).into() }, &[v], [ty]),
                false => [v].into_iter().collect(),
            });
        }
        Ok(Some(probed))
    }
}

fn run(module: Module, options: &PassOptions) -> Result<Module, Diagnostics> {
    let bad = |e: crate::OptionError| Diagnostics::one(Severity::Error, "pass-option", e.0, Loc::UNKNOWN);
    let debug_info = options.flag(&DEBUG_INFO).map_err(bad)?;
    let locs = module.locs.clone();
    rewrite_module(module, &mut Instrument { locs, debug_info, count: 0 })
}
