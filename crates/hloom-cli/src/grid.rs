//! Functions that run grids of processes (`interpreter.run_parallel`), natively: each process on a thread of its own.
//!
//! Such a function is cut at its grids. What stands between two of them is a program of its own, whose arguments and
//! results are the values that cross the cuts.

use crate::array::Array;
use crate::engine::execute;
use crate::failure::Failure;
use hloom::{Device, ExecOptions, Grid, HostFns, Loaded, Options};
use hloom_ir::{Func, Graph, Module, Op, OpId, Processes, Value, ValueMap};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A function that runs grids.
pub(crate) struct Staged {
    params: Vec<Value>,
    results: Vec<Value>,
    stages: Vec<Stage>,
}

/// The ops up to a grid, and the grid; behind the last one there is none.
struct Stage {
    program: Loaded,
    params: Vec<Value>,
    results: Vec<Value>,
    grid: Option<GridOp>,
}

struct GridOp {
    replicas: u32,
    partitions: u32,
    programs: Vec<Arc<Loaded>>,
    operands: Vec<Value>,
    results: Vec<Value>,
}

/// True if the function, in its own body, runs a grid.
pub(crate) fn runs_grids(module: &Module, function: &str) -> bool {
    module.func(function).is_some_and(|f| {
        let ops = &f.graph.region(f.body).ops;
        ops.iter().any(|&id| matches!(f.graph.op(id).op, Op::RunParallel { .. }))
    })
}

/// Values that an op reads, those that its regions read of the values around it included.
fn uses(g: &Graph, id: OpId, out: &mut BTreeSet<u32>) {
    let op = g.op(id);
    out.extend(op.operands.iter().map(|v| v.0));
    for &r in &op.regions {
        out.extend(g.region(r).results.iter().map(|v| v.0));
        g.region(r).ops.iter().for_each(|&id| uses(g, id, out));
    }
}

/// On what to load and how to compile.
type How<'a> = (&'a Arc<Device>, &'a Options);

/// A program compiled and loaded, through the bytes that a file would hold.
fn loaded(module: &Module, function: &str, (device, options): How<'_>) -> Result<Loaded, Failure> {
    let compiled = hloom::compile(module, function, &hloom::host_target(), options)?;
    let bytes = hloom_exe::Blob::new(compiled.executable.to_bytes().map_err(hloom::Error::from)?);
    Ok(Loaded::load_bytes(&bytes, device, &HostFns::default())?)
}

impl Staged {
    /// Compiles a function that [`runs_grids`].
    pub(crate) fn new(
        module: &Module,
        function: &str,
        device: &Arc<Device>,
        options: &Options,
    ) -> Result<Staged, Failure> {
        let how = (device, options);
        let Some(f) = module.func(function) else { return Err(Failure::Bad(format!("there is no @{function}"))) };
        let g = &f.graph;
        let ops = &g.region(f.body).ops;
        let is_grid = |&id: &OpId| matches!(g.op(id).op, Op::RunParallel { .. });
        let mut stages = Vec::new();
        let mut from = 0;
        while from <= ops.len() {
            let to = ops[from..].iter().position(is_grid).map_or(ops.len(), |n| from + n);
            let mut later = f.results().iter().map(|v| v.0).collect();
            ops[to..].iter().for_each(|&id| uses(g, id, &mut later));
            let grid = ops.get(to).map(|&id| GridOp::new(module, g, id, how)).transpose()?;
            stages.push(Stage::new(module, f, &ops[from..to], &later, grid, how)?);
            from = to + 1;
        }
        Ok(Staged { params: f.params().to_vec(), results: f.results().to_vec(), stages })
    }

    /// Runs on arrays.
    pub(crate) fn run(&self, inputs: &[Array]) -> Result<Vec<Array>, Failure> {
        let mut known: BTreeMap<u32, Array> = BTreeMap::new();
        known.extend(self.params.iter().map(|v| v.0).zip(inputs.iter().cloned()));
        let wanted = |known: &BTreeMap<u32, Array>, values: &[Value]| -> Result<Vec<Array>, Failure> {
            let missing = || Failure::Bad("error: too few arguments".into());
            values.iter().map(|v| known.get(&v.0).cloned().ok_or_else(missing)).collect()
        };
        for stage in &self.stages {
            let args = wanted(&known, &stage.params)?;
            let given = execute(&stage.program, &args, &ExecOptions::default())?;
            known.extend(stage.results.iter().map(|v| v.0).zip(given));
            if let Some(grid) = &stage.grid {
                let given = grid.run(&wanted(&known, &grid.operands)?)?;
                known.extend(grid.results.iter().map(|v| v.0).zip(given));
            }
        }
        wanted(&known, &self.results)
    }
}

impl Stage {
    /// The program of some ops, which gives what `later` ones read.
    fn new(
        module: &Module,
        f: &Func,
        ops: &[OpId],
        later: &BTreeSet<u32>,
        grid: Option<GridOp>,
        how: How<'_>,
    ) -> Result<Stage, Failure> {
        let g = &f.graph;
        let (mut read, mut defined) = (BTreeSet::new(), Vec::new());
        for &id in ops {
            uses(g, id, &mut read);
            defined.extend(&g.op(id).results);
        }
        // Values inside regions, and those of this part, do not cross the cut.
        let here: BTreeSet<Value> = defined.iter().copied().collect();
        let all = g.region(f.body).ops.iter().flat_map(|&id| &g.op(id).results).chain(f.params());
        let crossing = all.copied().filter(|v| read.contains(&v.0) && !here.contains(v));
        let params: Vec<Value> = crossing.collect();
        let results: Vec<Value> = defined.into_iter().filter(|v| later.contains(&v.0)).collect();
        let mut part = Func::new(f.name.clone(), true);
        let body = part.body;
        let mut map = ValueMap::new();
        for &v in &params {
            let p = part.graph.add_param(body, g.ty(v).clone());
            map.insert(v, p);
        }
        for &id in ops {
            part.graph.clone_op(g, id, body, &mut map, |loc| loc);
        }
        part.graph.set_results(body, results.iter().map(|&v| map.get(v)).collect());
        part.param_attrs = vec![Vec::new(); params.len()];
        part.result_attrs = vec![Vec::new(); results.len()];
        let others = module.funcs.iter().filter(|other| other.name != f.name).cloned();
        let module = Module { funcs: std::iter::once(part).chain(others).collect(), ..module.clone() };
        Ok(Stage { program: loaded(&module, &f.name, how)?, params, results, grid })
    }
}

impl GridOp {
    fn new(module: &Module, g: &Graph, id: OpId, how: How<'_>) -> Result<GridOp, Failure> {
        let op = g.op(id);
        let Op::RunParallel { programs, .. } = &op.op else { return Err(Failure::Bad("no grid".into())) };
        let grid =
            Processes { replicas: programs.0.len(), partitions: programs.0.first().map_or(0, |row| row.0.len()) };
        if grid.count() > Processes::MAX {
            return Err(Failure::Bad(format!("error: {} processes; {} are possible", grid.count(), Processes::MAX)));
        }
        let (replicas, partitions) = (grid.replicas as u32, grid.partitions as u32);
        let mut module = module.clone();
        hloom::parallel::set_processes(&mut module, replicas, partitions);
        let mut compiled: BTreeMap<&str, Arc<Loaded>> = BTreeMap::new();
        let mut all = Vec::new();
        for name in programs.0.iter().flat_map(|row| &row.0) {
            let program = match compiled.get(&*name.0) {
                Some(program) => program.clone(),
                None => Arc::new(loaded(&module, &name.0, how)?),
            };
            compiled.insert(&name.0, program.clone());
            all.push(program);
        }
        let (operands, results) = (op.operands.to_vec(), op.results.to_vec());
        Ok(GridOp { replicas, partitions, programs: all, operands, results })
    }

    fn run(&self, operands: &[Array]) -> Result<Vec<Array>, Failure> {
        let mut rest = operands;
        let inputs: Vec<&[Array]> = self
            .programs
            .iter()
            .map(|p| {
                let (own, others) = rest.split_at(p.executable().args.len().min(rest.len()));
                rest = others;
                own
            })
            .collect();
        let given = Grid::run(self.replicas, self.partitions, |options| {
            let index = (options.replica * self.partitions + options.partition) as usize;
            execute(&self.programs[index], inputs[index], options)
        });
        Ok(given?.concat())
    }
}
