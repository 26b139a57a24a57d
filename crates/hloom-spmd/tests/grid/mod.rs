//! A partitioned program on all its devices, by the interpreter.

use hloom_interp::{InterpError, Interpreter, Tensor};
use hloom_ir::attrs::{SymbolGrid, SymbolName, Symbols};
use hloom_ir::{Func, Op, TensorType, Type};
use hloom_spmd::{Partitioned, Tiling};

/// The device's part of a tensor.
pub(crate) fn part(x: &Tensor, tiling: &Tiling, device: i64) -> Tensor {
    let start = tiling.start(device, x.dims()).expect("every device has a part");
    let ty = TensorType::new(x.dtype(), &tiling.part_dims(x.dims()));
    Tensor::from_fn(ty, |ix| x.at(&ix.iter().zip(&start).map(|(i, s)| i + s).collect::<Vec<_>>()))
}

/// Runs the grid of all devices; results device by device.
pub(crate) fn run(p: &Partitioned, args: &[Tensor]) -> Result<Vec<Vec<Tensor>>, InterpError> {
    let mut module = p.module.clone();
    let main = module.func("main").expect("the entry");
    let types =
        |values: &[hloom_ir::Value]| -> Vec<Type> { values.iter().map(|&v| main.graph.ty(v).clone()).collect() };
    let (params, results) = (types(main.params()), types(main.results()));
    let n = p.partitions as usize;
    let mut grid = Func::new("grid", true);
    let operands: Vec<_> = (0..n).flat_map(|_| &params).map(|t| grid.graph.add_param(grid.body, t.clone())).collect();
    let programs = SymbolGrid(vec![Symbols(vec![SymbolName("main".into()); n])]);
    let all = (0..n).flat_map(|_| results.iter().cloned());
    let op = Op::RunParallel { infeed: None, programs };
    let id = grid.graph.add_op(grid.body, op, &operands, &[], all, hloom_ir::Loc::UNKNOWN);
    grid.graph.set_results(grid.body, grid.graph.op(id).results.to_vec());
    module.funcs.push(grid);
    let parts: Vec<Tensor> =
        (0..p.partitions).flat_map(|d| args.iter().zip(&p.params).map(move |(x, t)| part(x, t, d))).collect();
    let out = Interpreter::new(&module).run("grid", &parts)?;
    Ok(out.chunks(results.len().max(1)).map(<[Tensor]>::to_vec).collect())
}
