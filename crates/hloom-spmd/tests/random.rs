//! Random programs with random shardings against the same programs whole, on the interpreter. `HLOOM_SPMD_PROGRAMS` states how
//! many, in place of those that every run does.

mod grid;

use grid::{part, run};
use hloom_fuzz::Random;
use hloom_fuzz::judge::Oracle;
use hloom_fuzz::program::generate;
use hloom_interp::Tensor;
use hloom_ir::attrs::{AttrValue, AxisRef, DimSharding, Mesh, MeshRef, Reduction, Sharding};
use hloom_ir::{Attr, Func, Kind, Module, Op, OpId, TensorType};
use hloom_spmd::{Options, Partitioned, partition};

const SEED: u64 = 7;
const PROGRAMS: u64 = 400;
/// Devices: two times three.
const AXES: [(&str, i64); 2] = [("a", 2), ("b", 3)];

fn mesh() -> Mesh {
    Mesh { axes: AXES.iter().map(|(name, size)| ((*name).into(), *size)).collect(), device_ids: None }
}

/// A sharding that fits these sizes; each axis once.
fn sharding(dims: &[i64], r: &mut Random) -> Sharding {
    let mut all: Vec<DimSharding> = dims.iter().map(|_| DimSharding::default()).collect();
    for (name, size) in AXES {
        if dims.is_empty() || r.below(4) == 0 {
            continue;
        }
        let first = r.below(dims.len());
        let parts = |d: &DimSharding| d.axes.iter().map(|a| if &*a.name == "a" { 2 } else { 3 }).product::<i64>();
        let fits = |d: &usize| dims[*d] % (size * parts(&all[*d])) == 0;
        if let Some(d) = (0..dims.len()).map(|i| (first + i) % dims.len()).find(fits) {
            all[d].axes.push(AxisRef { name: name.into(), sub_axis: None });
        }
    }
    let mesh = MeshRef::Inline(mesh());
    Sharding { mesh, dims: all, replicated: vec![], unreduced: vec![], reduction: Reduction::Sum }
}

/// States shardings of most parameters and some results.
fn annotate(module: &mut Module, r: &mut Random) {
    let i32_ty = hloom_mlir::Type::Scalar(hloom_num::DType::I32);
    module.attrs.push(("mhlo.num_partitions".into(), Attr::Int(6, i32_ty)));
    let main = module.funcs.iter_mut().find(|f| &*f.name == "main").expect("an entry");
    let dims = |v: &hloom_ir::Value| main.graph.ty(*v).as_tensor().map(|t: &TensorType| t.dims.to_vec());
    let (params, results): (Vec<_>, Vec<_>) =
        (main.params().iter().map(dims).collect(), main.results().iter().map(dims).collect());
    let mut state = |all: Vec<Option<Vec<i64>>>, often: usize| -> Vec<Vec<(hloom_ir::Str, Attr)>> {
        let one = |dims: Option<Vec<i64>>| {
            let stated = dims.filter(|_| r.below(4) < often).map(|d| sharding(&d, r));
            stated.and_then(|s| s.to_attr()).map(|a| ("sdy.sharding".into(), a)).into_iter().collect()
        };
        all.into_iter().map(one).collect()
    };
    main.param_attrs = state(params, 3);
    main.result_attrs = state(results, 1);
}

/// True if results are floats that have no infinity: sums of them stop at the largest number on the way, in one order or
/// another.
fn saturates(module: &Module) -> bool {
    let main = module.func("main").expect("an entry");
    let narrow =
        |v: &hloom_ir::Value| main.graph.ty(*v).as_tensor().is_some_and(|t| t.dtype.is_float() && t.dtype.bits() < 8);
    main.results().iter().any(narrow)
}

/// True if the program says itself what each process does.
fn speaks_of_processes(module: &Module) -> bool {
    let ops = |f: &Func| {
        (0..f.graph.num_ops()).any(|i| {
            let op = &f.graph.op(OpId(i as u32)).op;
            op.kind() == Kind::Collective || matches!(op, Op::PartitionId {})
        })
    };
    module.funcs.iter().any(ops)
}

/// The whole results, as bytes; every device's part must be what the first that has it gives.
fn whole(p: &Partitioned, parts: &[Vec<Tensor>], expected: &[Tensor]) -> Result<Vec<Vec<u8>>, String> {
    let join = |(i, expected): (usize, &Tensor)| {
        let tiling = &p.results[i];
        let joined = Tensor::from_fn(TensorType::new(expected.dtype(), expected.dims()), |ix| {
            let has = |d: &i64| {
                let start = tiling.start(*d, expected.dims()).expect("every device has a part");
                let at: Vec<i64> = ix.iter().zip(&start).map(|(i, s)| i - s).collect();
                let inside = at.iter().zip(parts[*d as usize][i].dims()).all(|(a, n)| (0..*n).contains(a));
                inside.then(|| parts[*d as usize][i].at(&at))
            };
            (0..p.partitions).find_map(|d| has(&d)).expect("some device has it")
        });
        for d in 0..p.partitions {
            if part(&joined, tiling, d).to_bytes() != parts[d as usize][i].to_bytes() {
                return Err(format!("result {i}: device {d} differs from another that has the same part"));
            }
        }
        Ok(joined.to_bytes())
    };
    expected.iter().enumerate().map(join).collect()
}

#[test]
fn random_programs_in_parts() {
    let programs = std::env::var("HLOOM_SPMD_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(PROGRAMS);
    let inline = hloom_opt::Options { keep_placement: true, ..hloom_opt::Options::default() };
    let (mut compared, mut wrong) = (0, Vec::new());
    for index in 0..programs {
        let program = generate(SEED, index);
        if speaks_of_processes(&program.module) || saturates(&program.module) {
            continue;
        }
        let Ok(mut oracle) = Oracle::new(&program) else { continue };
        let mut r = Random::new(SEED, index);
        let mut module = program.module.clone();
        annotate(&mut module, &mut r);
        let free = r.below(2) == 0;
        let outcome = match partition(&module, "main", &Options { params: free, results: free }) {
            Err(e) if e.is_unimplemented() => continue,
            Err(e) => Err(e.render(&module.locs)),
            Ok(p) => match hloom_ir::verify(&p.module) {
                // Expansions of sugar on empty tensors do not always verify, cut or not.
                Err(e) if hloom_opt::inline(&module, "main", &inline).is_ok_and(|m| hloom_ir::verify(&m).is_ok()) => {
                    Err(format!("does not verify: {}", e.render(&p.module.locs)))
                }
                _ => match run(&p, &program.args) {
                    Err(e) => Err(format!("does not run: {e}")),
                    Ok(parts) => whole(&p, &parts, &oracle.expected)
                        .and_then(|bytes| oracle.check(&bytes).map_err(|d| d.to_string())),
                },
            },
        };
        compared += 1;
        if let Err(why) = outcome {
            let text = hloom_stablehlo::print(&module, hloom_stablehlo::Form::Pretty, false);
            wrong.push(format!("program {index}: {why}\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} differ\n{}", wrong.len(), wrong[..wrong.len().min(3)].join("\n"));
    assert!(compared * 10 > programs * 7, "only {compared} of {programs} were compared");
}
