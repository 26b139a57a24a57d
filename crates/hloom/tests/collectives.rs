//! Collectives as native code, against the interpreter: every op, on several grids, with the element types there are.

use hloom::{Blob, Buffer, Device, DeviceOptions, ExecOptions, Grid, HostFns, Loaded, Target};
use hloom_interp::{Interpreter, Tensor, Tolerance, compare, samples};
use hloom_ir::TensorType;
use hloom_num::DType;
use std::fmt::Write as _;
use std::sync::Arc;

/// Rows and columns of processes.
type Shape = (u32, u32);

/// A program of several processes: a function of some tensors, which each process runs on tensors of its own.
struct Program {
    grid: Shape,
    /// The function, named `f`.
    text: String,
    params: Vec<TensorType>,
    results: Vec<TensorType>,
}

fn list(types: impl Iterator<Item = TensorType>) -> String {
    types.map(|t| t.to_string()).collect::<Vec<_>>().join(", ")
}

impl Program {
    /// One of an op from `params` to `results`; `op` has `%0`, `%1`, … as operands, and gives results of its types.
    fn new(grid: Shape, params: &[TensorType], results: &[TensorType], op: &str) -> Program {
        let names: Vec<String> = (0..params.len()).map(|i| format!("%{i}: {}", params[i])).collect();
        let given: Vec<String> = (0..results.len()).map(|i| format!("%r#{i}")).collect();
        let (operands, types) = (list(params.iter().cloned()), list(results.iter().cloned()));
        let text = format!(
            "func.func @f({}) -> ({types}) {{\n %r:{} = {op} : ({operands}) -> ({types})\n return {} : {types}\n}}\n",
            names.join(", "),
            results.len(),
            given.join(", "),
        );
        Program { grid, text, params: params.to_vec(), results: results.to_vec() }
    }

    fn processes(&self) -> usize {
        (self.grid.0 * self.grid.1) as usize
    }

    /// The function, and one that runs the grid.
    fn module(&self) -> hloom::Module {
        let n = self.processes();
        let (replicas, partitions) = self.grid;
        let mut text = format!(
            "module attributes {{mhlo.num_replicas = {replicas} : i32, mhlo.num_partitions = {partitions} : i32}} {{\n{}",
            self.text
        );
        let params = || (0..n).flat_map(|_| self.params.iter().cloned());
        let results = || (0..n).flat_map(|_| self.results.iter().cloned());
        let names: Vec<String> = params().enumerate().map(|(i, t)| format!("%{i}: {t}")).collect();
        let args: Vec<String> = (0..names.len()).map(|i| format!("%{i}")).collect();
        let given: Vec<String> = (0..results().count()).map(|i| format!("%r#{i}")).collect();
        let row = format!("[{}]", vec!["@f"; partitions as usize].join(", "));
        let _ = write!(
            text,
            "func.func @main({}) -> ({types}) {{\n %r:{} = \"interpreter.run_parallel\"({}) {{programs = [{}]}}
               : ({}) -> ({types})\n return {} : {types}\n}}\n}}",
            names.join(", "),
            given.len(),
            args.join(", "),
            vec![row; replicas as usize].join(", "),
            list(params()),
            given.join(", "),
            types = list(results()),
        );
        hloom::parse(text.as_bytes(), "collectives").unwrap_or_else(|e| panic!("{e}\n{text}"))
    }

    /// Runs it natively and compares what each process gives with what the interpreter says.
    fn check(&self, target: &Target, device: &Arc<Device>, seed: usize) {
        let module = self.module();
        let mut args = Vec::new();
        for i in 0..self.processes() {
            let each = |(k, t): (usize, &TensorType)| sample(t, seed + i * self.params.len() + k);
            args.push(self.params.iter().enumerate().map(each).collect::<Vec<Tensor>>());
        }
        let expected = Interpreter::new(&module).run("main", &args.concat());
        let expected = expected.unwrap_or_else(|e| panic!("{e}\n{}", self.text));
        let got = self.native(&module, target, device, &args).unwrap_or_else(|e| panic!("{e}\n{}", self.text));
        for (i, (got, expected)) in got.iter().flatten().zip(&expected).enumerate() {
            let got = Tensor::from_bytes(expected.ty.clone(), got).expect("a result of the right size");
            compare(&got, expected, Tolerance::Exact)
                .unwrap_or_else(|e| panic!("result {i} in a grid of {:?}: {e}\n{}", self.grid, self.text));
        }
    }

    /// The results of each process, of an executable that was written and read again.
    fn native(
        &self,
        module: &hloom::Module,
        target: &Target,
        device: &Arc<Device>,
        args: &[Vec<Tensor>],
    ) -> Result<Vec<Vec<Vec<u8>>>, String> {
        let options = hloom::Options { threads: Some(1), ..hloom::Options::default() };
        let compiled = hloom::compile(module, "f", target, &options).map_err(|e| e.to_string())?;
        let bytes = Blob::new(compiled.executable.to_bytes().expect("it can be written"));
        let loaded = Loaded::load_bytes(&bytes, device, &HostFns::default()).map_err(|e| e.to_string())?;
        let grid = Grid::new(self.grid.0, self.grid.1);
        let process = |i: usize| {
            let buffer = |t: &Tensor| Buffer::from_bytes(device, t.dtype(), t.dims(), &t.to_bytes()).expect("memory");
            let args: Vec<Buffer> = args[i].iter().map(buffer).collect();
            let (replica, partition) = (i as u32 / self.grid.1, i as u32 % self.grid.1);
            let options = ExecOptions { replica, partition, grid: Some(&grid), ..ExecOptions::default() };
            let results = loaded.execute(&args.iter().collect::<Vec<_>>(), &options);
            results.map(|r| r.iter().map(|b| b.bytes().to_vec()).collect::<Vec<_>>()).map_err(|e| e.to_string())
        };
        std::thread::scope(|s| {
            let threads: Vec<_> = (0..self.processes()).map(|i| s.spawn(move || process(i))).collect();
            threads.into_iter().map(|t| t.join().expect("no panic")).collect()
        })
    }
}

fn sample(ty: &TensorType, seed: usize) -> Tensor {
    let data = (0..ty.num_elements()).map(|i| samples::special(ty, i * (2 * seed + 1) + seed)).collect();
    Tensor::new(ty.clone(), data)
}

fn t(dtype: DType, dims: &[i64]) -> TensorType {
    TensorType::new(dtype, dims)
}

/// How a collective says who takes part: a grid, groups as ids, and the other attributes. All groups have two members.
const NARROW: &[(Shape, &str)] = &[
    ((2, 1), "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"),
    ((4, 1), "replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>"),
    ((2, 2), "replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>"),
    ((1, 4), "replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, CHANNEL"),
    ((3, 2), "replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, CHANNEL"),
];
const WIDE: &[(Shape, &str)] = &[
    ((2, 1), "replica_groups = dense<> : tensor<0x0xi64>"),
    ((4, 1), "replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>"),
    ((2, 2), "replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>"),
    ((2, 2), "replica_groups = dense<[[1], [0]]> : tensor<2x1xi64>, CHANNEL"),
    ((1, 4), "replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, CHANNEL, use_global_device_ids"),
    ((2, 2), "replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>, CHANNEL, use_global_device_ids"),
];

fn attributes(groups: &str) -> String {
    groups.replace("CHANNEL", "channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>")
}

/// A region that combines scalars.
fn region(dtype: DType, op: &str) -> String {
    let s = t(dtype, &[]);
    format!(
        "({{\n^bb0(%a: {s}, %b: {s}):\n %c = stablehlo.{op} %a, %b : {s}\n \"stablehlo.return\"(%c) : ({s}) -> ()\n }})"
    )
}

fn dtypes() -> Vec<DType> {
    DType::ALL.iter().copied().filter(|&d| d != DType::Index).collect()
}

/// Every op of two processes a group on one element type.
fn programs(dtype: DType) -> Vec<Program> {
    let mut all = Vec::new();
    let arithmetic = if dtype == DType::Bool { "or" } else { "add" };
    for dims in [&[][..], &[0], &[4], &[2, 3], &[4, 1, 3]] {
        let x = t(dtype, dims);
        for (grid, groups) in NARROW {
            let groups = attributes(groups);
            let op = |text: String, results: &[TensorType]| {
                Program::new(*grid, &vec![x.clone(); results.len()], results, &text)
            };
            let two = [x.clone(), x.clone()];
            all.push(op(format!("\"stablehlo.collective_broadcast\"(%0, %1) {{{groups}}}"), &two));
            for (axis, &n) in dims.iter().enumerate().filter(|(_, n)| *n % 2 == 0) {
                let text = |concat: usize, args: &str| {
                    format!(
                        "\"stablehlo.all_to_all\"({args}) {{split_dimension = {axis} : i64, concat_dimension = {concat} : i64, \
                         split_count = 2 : i64, {groups}}}"
                    )
                };
                for concat in 0..dims.len() {
                    let mut y = x.clone();
                    y.dims[axis] = n / 2;
                    y.dims[concat] *= 2;
                    all.push(op(text(concat, "%0, %1"), &[y.clone(), y]));
                }
            }
        }
        for (grid, groups) in WIDE {
            let groups = attributes(groups);
            let two = [x.clone(), x.clone()];
            // Where groups are not listed, the verifier wants to see that a dimension grows or shrinks.
            let visible = |axis: usize| dims[axis] > 0 || !groups.contains("dense<>") && !groups.ends_with("1>");
            for axis in (0..dims.len()).filter(|&a| visible(a)) {
                let mut y = x.clone();
                y.dims[axis] *= 2;
                let text = format!("\"stablehlo.all_gather\"(%0, %1) {{all_gather_dim = {axis} : i64, {groups}}}");
                all.push(Program::new(*grid, &two, &[y.clone(), y], &text));
            }
            let sum = region(dtype, arithmetic);
            if dtype.bits() >= 4 || dtype == DType::Bool {
                let text = format!("\"stablehlo.all_reduce\"(%0, %1) {sum} {{{groups}}}");
                all.push(Program::new(*grid, &two, &two, &text));
                for (axis, &n) in dims.iter().enumerate().filter(|&(a, n)| n % 2 == 0 && visible(a)) {
                    let mut y = x.clone();
                    y.dims[axis] = n / 2;
                    let text = format!(
                        "\"stablehlo.reduce_scatter\"(%0) {sum} {{scatter_dimension = {axis} : i64, {groups}}}"
                    );
                    all.push(Program::new(*grid, &two[..1], &[y], &text));
                }
            }
        }
    }
    all
}

/// Ops that leave out processes, whose groups differ in size, or that pick one of a group, on one element type.
fn partial(dtype: DType) -> Vec<Program> {
    let mut all = Vec::new();
    let arithmetic = if dtype == DType::Bool { "and" } else { "add" };
    for dims in [&[][..], &[0], &[2, 3]] {
        let x = t(dtype, dims);
        let mut add = |grid: Shape, results: usize, roots: bool, op: &str| {
            let mut params = vec![x.clone(); results];
            params.extend(roots.then(|| t(DType::I32, &[results as i64])));
            let op = attributes(op).replace("SUM", &region(dtype, arithmetic));
            all.push(Program::new(grid, &params, &params[..results], &op));
        };
        let rows = |ids: &str, n: &str| format!("replica_groups = dense<{ids}> : tensor<{n}xi64>");
        for (grid, groups) in [((3, 1), ""), ((1, 3), ", CHANNEL"), ((3, 2), "")] {
            let some = rows("[[2, 0]]", "1x2");
            add(grid, 2, false, &format!("\"stablehlo.collective_broadcast\"(%0, %1) {{{some}{groups}}}"));
            let pairs = "source_target_pairs = dense<[[0, 2], [2, 1]]> : tensor<2x2xi64>";
            add(grid, 1, false, &format!("\"stablehlo.collective_permute\"(%0) {{{pairs}{groups}}}"));
            let none = "source_target_pairs = dense<> : tensor<0x2xi64>";
            add(grid, 1, false, &format!("\"stablehlo.collective_permute\"(%0) {{{none}{groups}}}"));
        }
        if dtype.bits() < 4 && dtype != DType::Bool {
            continue;
        }
        add(
            (3, 1),
            2,
            false,
            &format!("\"stablehlo.all_reduce\"(%0, %1) SUM {{{}}}", rows("[[2, 0], [1, -1]]", "2x2")),
        );
        add(
            (3, 2),
            1,
            false,
            &format!(
                "\"stablehlo.all_reduce\"(%0) SUM {{{}, CHANNEL, use_global_device_ids}}",
                rows("[[5, 0, 1], [4, 3, -1], [2, -1, -1]]", "3x3")
            ),
        );
        add((3, 1), 1, false, &format!("\"stablehlo.cross-replica-sum\"(%0) {{{}}}", rows("[[2, 0, 1]]", "1x3")));
        for groups in [rows("[[2, 0]]", "1x2"), rows("[[1, 2, 0]]", "1x3")] {
            add((3, 1), 2, false, &format!("\"stablehlo.collective_reduce\"(%0, %1) SUM {{{groups}}}"));
            add((1, 3), 1, false, &format!("\"stablehlo.collective_reduce\"(%0) SUM {{{groups}, CHANNEL}}"));
            add(
                (3, 1),
                2,
                true,
                &format!("\"stablehlo.collective_reduce\"(%0, %1, %2) SUM {{{groups}, has_dynamic_root}}"),
            );
        }
    }
    all
}

/// One program after the other on two devices and both widths of vectors.
fn check_all(all: &[Program]) {
    let device = |threads| Device::new(DeviceOptions { threads, ..DeviceOptions::default() });
    let devices = [device(1), device(3)];
    let targets = [hloom::host_target(), hloom::target_for("x86_64-unknown-linux-gnu", "x86-64-v3", &[])];
    for (i, p) in all.iter().enumerate() {
        p.check(&targets[i % 2], &devices[i / 2 % 2], i);
    }
}

#[test]
fn all_element_types() {
    for dtype in dtypes() {
        check_all(&programs(dtype));
    }
}

#[test]
fn left_out_processes_and_odd_groups() {
    for dtype in dtypes() {
        check_all(&partial(dtype));
    }
}

/// Tensors that are combined in shares, in the order of the group; sizes that the group's does not divide.
#[test]
fn large_sums() {
    let mut all = Vec::new();
    for (grid, groups) in [
        ((3, 1), "replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>"),
        ((1, 4), "replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>, CHANNEL, use_global_device_ids"),
        ((2, 3), "replica_groups = dense<[[0, 5, 1, 3, 2, 4]]> : tensor<1x6xi64>, CHANNEL, use_global_device_ids"),
    ] {
        for dtype in [DType::F32, DType::I8, DType::C64, DType::BF16, DType::Bool, DType::I4] {
            let op = if dtype == DType::Bool { "xor" } else { "subtract" };
            let xs = [t(dtype, &[7, 20011]), t(dtype, &[1 << 17]), t(dtype, &[])];
            let text = format!("\"stablehlo.all_reduce\"(%0, %1, %2) {} {{{}}}", region(dtype, op), attributes(groups));
            all.push(Program::new(grid, &xs, &xs, &text));
        }
    }
    check_all(&all);
}

/// In loops and branches: each process meets the others as often as they come, and branches may be of a group alone.
#[test]
fn loops_and_branches() {
    let x = t(DType::F32, &[3]);
    let sum = |groups: &str| {
        format!("\"stablehlo.all_reduce\"(%x) {} {{{}}} : ({x}) -> {x}", region(DType::F32, "add"), attributes(groups))
    };
    let text = format!(
        "func.func @f(%0: {x}) -> {x} {{
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %one = stablehlo.constant dense<1> : tensor<i32>
          %n = stablehlo.constant dense<40> : tensor<i32>
          %id = stablehlo.partition_id : tensor<ui32>
          %two = stablehlo.constant dense<2> : tensor<ui32>
          %low = stablehlo.compare LT, %id, %two : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
          %r:2 = stablehlo.while(%i = %zero, %x = %0) : tensor<i32>, {x}
          cond {{
            %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }} do {{
            %y = \"stablehlo.if\"(%low) ({{
              %a = {}
              \"stablehlo.return\"(%a) : ({x}) -> ()
            }}, {{
              %b = stablehlo.negate %x : {x}
              \"stablehlo.return\"(%b) : ({x}) -> ()
            }}) : (tensor<i1>) -> {x}
            %z = \"stablehlo.collective_permute\"(%y) {{{}}} : ({x}) -> {x}
            %j = stablehlo.add %i, %one : tensor<i32>
            stablehlo.return %j, %z : tensor<i32>, {x}
          }}
          return %r#1 : {x}
        }}",
        sum("replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, CHANNEL, use_global_device_ids"),
        attributes("source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, CHANNEL"),
    );
    check_all(&[Program { grid: (1, 4), text, params: vec![x.clone()], results: vec![x] }]);
}

#[test]
fn a_program_runs_in_its_own_grid_only() {
    let x = t(DType::F32, &[3]);
    let gather =
        "\"stablehlo.all_gather\"(%0) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}";
    let program = Program::new((2, 1), &[x], &[t(DType::F32, &[6])], gather);
    let device = Device::shared();
    let options = hloom::Options::default();
    let compiled = hloom::compile(&program.module(), "f", &hloom::host_target(), &options).expect("compiles");
    let loaded = Loaded::load(compiled.executable, &device, &HostFns::default()).expect("loads");
    let arg = Buffer::from_bytes(&device, DType::F32, &[3], &[0; 12]).expect("memory");
    let alone = loaded.execute(&[&arg], &ExecOptions::default()).expect_err("it wants two processes").to_string();
    assert!(alone.starts_with("stablehlo.all_gather at collectives:3:"), "{alone}");
    assert!(alone.ends_with("the program is for 2 by 1 processes, not 1 by 1"), "{alone}");
    let other = Grid::run(1, 2, |o| loaded.execute(&[&arg], o).map(|_| ())).expect_err("another grid").to_string();
    assert!(other.contains("the program is for 2 by 1 processes, not 1 by 2"), "{other}");
    // One that gets no arguments ends the other.
    let args = [&arg];
    let failed = Grid::run(2, 1, |o| loaded.execute(&args[o.replica as usize..], o).map(|_| ()));
    assert!(failed.expect_err("no arguments").to_string().contains("0 arguments given"));
    assert!(Grid::run(2, 1, |o| loaded.execute(&[&arg], o).map(|_| ())).is_ok());
}
