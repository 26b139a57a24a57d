//! Programs for several devices: how they are spread, and their execution by one process on whole tensors.
//!
//! An executable is the program of one device. That several run it together, and how its parameters and results are cut,
//! is in a note of it ([`Spread`]). [`Parallel`] has it on each of its devices, cuts arguments, runs all at once, each on a
//! thread of its own, and puts the results together.

use crate::{Compiled, Error, Options, PartitionOptions, Partitioned, Reduction, Tiling, num_partitions, partition};
use hloom_exe::{ExeError, Executable, TensorSig};
use hloom_ir::{Attr, Module};
use hloom_rt::{Arg, Buffer, CpuDevice, Grid, HostFns, Loaded, RtError};
use hloom_tile::Target;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Key of the note.
const NOTE: &str = "spread";
/// Most devices of a program.
const MAX_DEVICES: u64 = 1 << 16;

/// How a program is spread over devices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// Replicas: each is all partitions, with arguments of its own.
    pub replicas: u32,
    /// Partitions of each replica.
    pub partitions: u32,
    /// How parameters are cut over partitions.
    pub params: Vec<Tiling>,
    /// How results are cut over partitions.
    pub results: Vec<Tiling>,
}

impl Spread {
    /// What an executable's note says; `None` if it runs alone.
    ///
    /// # Errors
    /// A note that does not fit the executable.
    pub fn of(exe: &Executable) -> Result<Option<Spread>, ExeError> {
        let Some((_, text)) = exe.notes.iter().find(|(key, _)| key == NOTE) else { return Ok(None) };
        let spread: Spread = text.parse()?;
        let fit = |tilings: &[Tiling], sigs: &mut dyn Iterator<Item = &TensorSig>| {
            let mut ranks = sigs.map(|s| s.dims.len());
            tilings.iter().all(|t| ranks.next() == Some(t.tiles.len())) && ranks.next().is_none()
        };
        let params = fit(&spread.params, &mut exe.args.iter().map(|a| &a.tensor));
        if !params || !fit(&spread.results, &mut exe.results.iter().map(|r| &r.tensor)) {
            return Err(malformed(text));
        }
        Ok(Some(spread))
    }

    /// Writes the note. What the program passes in another form than a tensor, as tokens, every device has whole.
    pub fn note(&self, exe: &mut Executable) {
        let fit = |tilings: &[Tiling], sigs: &mut dyn Iterator<Item = &TensorSig>| {
            let one = |(t, sig): (&Tiling, &TensorSig)| match sig.dims.len() {
                rank if rank == t.tiles.len() => t.clone(),
                rank => Tiling::replicated(rank, self.partitions.into()),
            };
            tilings.iter().zip(sigs).map(one).collect()
        };
        let spread = Spread {
            params: fit(&self.params, &mut exe.args.iter().map(|a| &a.tensor)),
            results: fit(&self.results, &mut exe.results.iter().map(|r| &r.tensor)),
            ..*self
        };
        exe.notes.retain(|(key, _)| key != NOTE);
        exe.notes.push((NOTE.into(), spread.to_string()));
        exe.notes.sort();
    }

    /// Devices that run the program together.
    pub fn devices(&self) -> usize {
        self.replicas as usize * self.partitions as usize
    }
}

fn malformed(text: &str) -> ExeError {
    ExeError::Malformed(format!("the note `{NOTE}` is wrong: {text}"))
}

/// `1x4 2.1*2@0,1,2,3;*4+2sum > 4@3,2,1,0`: replicas and partitions; a tiling has parts of the dimensions, copies if there
/// are several, how many of those are to be combined and how, and devices unless they are all in order.
impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |list: &[i64], by: &str| list.iter().map(i64::to_string).collect::<Vec<_>>().join(by);
        let one = |t: &Tiling| {
            let copies = if t.copies == 1 { String::new() } else { format!("*{}", t.copies) };
            let partial = if t.partial == 1 { String::new() } else { format!("+{}{}", t.partial, t.reduction.word()) };
            let in_order = t.devices.iter().copied().eq(0..i64::from(self.partitions));
            let devices = if in_order { String::new() } else { format!("@{}", join(&t.devices, ",")) };
            join(&t.tiles, ".") + &copies + &partial + &devices
        };
        let list = |tilings: &[Tiling]| tilings.iter().map(one).collect::<Vec<_>>().join(";");
        let lists = [&self.params, &self.results].map(|l| format!("{}:{}", l.len(), list(l)));
        write!(f, "{}x{} {} > {}", self.replicas, self.partitions, lists[0], lists[1])
    }
}

impl FromStr for Spread {
    type Err = ExeError;
    fn from_str(s: &str) -> Result<Spread, ExeError> {
        read(s).ok_or_else(|| malformed(s))
    }
}

fn read(s: &str) -> Option<Spread> {
    let (sizes, lists) = s.split_once(' ')?;
    let (replicas, partitions) = sizes.split_once('x')?;
    let (replicas, partitions): (u32, u32) = (replicas.parse().ok()?, partitions.parse().ok()?);
    let devices = u64::from(replicas) * u64::from(partitions);
    if !(1..=MAX_DEVICES).contains(&devices) {
        return None;
    }
    let (params, results) = lists.split_once(" > ")?;
    let list = |text: &str| {
        let (n, tilings) = text.split_once(':')?;
        let tilings: Option<Vec<Tiling>> =
            if n == "0" { Some(Vec::new()) } else { tilings.split(';').map(|t| read_tiling(t, partitions)).collect() };
        tilings.filter(|list| n.parse() == Ok(list.len()))
    };
    Some(Spread { replicas, partitions, params: list(params)?, results: list(results)? })
}

fn read_tiling(text: &str, partitions: u32) -> Option<Tiling> {
    let numbers = |text: &str, by: char| text.split(by).map(|n| n.parse().ok()).collect::<Option<Vec<i64>>>();
    let (text, devices) = match text.split_once('@') {
        Some((text, devices)) => (text, numbers(devices, ',')?),
        None => (text, (0..i64::from(partitions)).collect()),
    };
    let (text, partial) = text.split_once('+').unwrap_or((text, "1sum"));
    let (partial, word) = partial.split_at(partial.find(|c: char| !c.is_ascii_digit())?);
    let reduction = [Reduction::Sum, Reduction::Max, Reduction::Min].into_iter().find(|r| r.word() == word)?;
    let (tiles, copies) = text.split_once('*').unwrap_or((text, "1"));
    let tiles = if tiles.is_empty() { Vec::new() } else { numbers(tiles, '.')? };
    let (copies, partial): (i64, i64) = (copies.parse().ok()?, partial.parse().ok()?);
    if partial < 1 || copies % partial != 0 {
        return None;
    }
    let parts = tiles.iter().chain([&copies]).try_fold(1i64, |n, &k| n.checked_mul(k).filter(|_| k > 0))?;
    let mut sorted = devices.clone();
    sorted.sort_unstable();
    let distinct = sorted.windows(2).all(|w| w[0] != w[1]);
    let in_range = sorted.iter().all(|d| (0..i64::from(partitions)).contains(d));
    (distinct && in_range && parts == devices.len() as i64).then_some(Tiling {
        tiles,
        copies,
        partial,
        reduction,
        devices,
    })
}

/// States for how many processes a module is.
pub fn set_processes(module: &mut Module, replicas: u32, partitions: u32) {
    for (name, count) in [("mhlo.num_replicas", replicas), ("mhlo.num_partitions", partitions)] {
        module.attrs.retain(|(other, _)| &**other != name);
        module.attrs.push((name.into(), int_attr(count)));
    }
}

/// An attribute of type `i32`.
pub fn int_attr(n: u32) -> Attr {
    Attr::Int(n.into(), hloom_mlir::Type::Scalar(hloom_num::DType::I32))
}

/// The program of one device, of a program whose parameters and results are parts of whole tensors.
///
/// # Errors
/// As [`partition`]; one of them is still to be combined.
pub fn partition_whole(module: &Module, function: &str, options: &PartitionOptions) -> Result<Partitioned, Error> {
    let whole = partition(module, function, options)?;
    if whole.params.iter().chain(&whole.results).any(|t| t.partial > 1) {
        let what = "parameters and results that are still to be combined (unreduced axes) have no whole tensor";
        return Err(Error::Unimplemented(what.into()));
    }
    Ok(whole)
}

/// Compiles one function of a verified module: for as many devices as the module states, with a note if they are several.
///
/// # Errors
/// See [`Error`].
pub fn compile(
    module: &Module,
    function: &str,
    target: &Target,
    options: &Options,
    partition_options: &PartitionOptions,
) -> Result<Compiled, Error> {
    if num_partitions(module) == 1 {
        return crate::compile(module, function, target, options);
    }
    let whole = partition_whole(module, function, partition_options)?;
    let mut compiled = crate::compile(&whole.module, function, target, options)?;
    let Partitioned { partitions, params, results, .. } = whole;
    let partitions = u32::try_from(partitions).unwrap_or(u32::MAX);
    Spread { replicas: 1, partitions, params, results }.note(&mut compiled.executable);
    Ok(compiled)
}

/// A program on all its devices.
pub struct Parallel {
    spread: Spread,
    /// By process: partition by partition of the first replica, then the next.
    loaded: Vec<Loaded>,
}

impl Parallel {
    /// Loads a program on as many devices as it runs on.
    ///
    /// # Errors
    /// As [`Loaded::load`].
    pub fn load(
        exe: &Executable,
        spread: Spread,
        devices: &[Arc<CpuDevice>],
        host: &HostFns,
    ) -> Result<Parallel, RtError> {
        if devices.len() != spread.devices() {
            let message = format!("a program for {} devices on {}", spread.devices(), devices.len());
            return Err(ExeError::Malformed(message).into());
        }
        let loaded = devices.iter().map(|d| Loaded::load(exe.clone(), d, host)).collect::<Result<_, _>>()?;
        Ok(Parallel { spread, loaded })
    }

    /// How it is spread.
    pub fn spread(&self) -> &Spread {
        &self.spread
    }

    /// The program on each device.
    pub fn loaded(&self) -> &[Loaded] {
        &self.loaded
    }

    /// The arguments of each device, for whole ones, which every replica gets.
    ///
    /// # Errors
    /// Arguments that do not fit, no memory.
    pub fn cut(&self, whole: &[Buffer]) -> Result<Vec<Vec<Buffer>>, RtError> {
        let exe = self.loaded[0].executable();
        if whole.len() != exe.args.len() {
            let program = exe.name.clone();
            return Err(RtError::ArgCount { program, expected: exe.args.len(), got: whole.len() });
        }
        let one = |process: usize, index: usize| {
            let (b, tiling, part) = (&whole[index], &self.spread.params[index], &exe.args[index].tensor);
            let expected = whole_sig(tiling, part);
            if (b.dtype(), b.dims()) != (expected.dtype, &expected.dims) {
                let got = TensorSig { dtype: b.dtype(), dims: b.dims().to_vec() };
                let (expected, got) = ((&expected).into(), (&got).into());
                let name = exe.args[index].name.clone();
                return Err(RtError::ArgType { program: exe.name.clone(), index, name, expected, got });
            }
            let partition = process as i64 % i64::from(self.spread.partitions);
            let bytes = cut(tiling, partition, b.dims(), b.dtype().byte_size(), b.bytes());
            // Who has no part gets something of its type: the program does not look at it.
            let bytes = bytes.unwrap_or_else(|| vec![0; part.bytes().unwrap_or(0) as usize]);
            Buffer::from_bytes(self.loaded[process].device(), part.dtype, &part.dims, &bytes)
        };
        (0..self.loaded.len()).map(|p| (0..whole.len()).map(|i| one(p, i)).collect()).collect()
    }

    /// Executes with the arguments of each device; the results of each.
    ///
    /// # Errors
    /// As [`Loaded::execute`], of the first process that failed by itself.
    pub fn run(&self, parts: &[Vec<Buffer>]) -> Result<Vec<Vec<Buffer>>, RtError> {
        Grid::run(self.spread.replicas, self.spread.partitions, |options| {
            let process = (options.replica * self.spread.partitions + options.partition) as usize;
            self.loaded[process].execute_with(parts[process].iter().map(Arg::Borrow), options)
        })
    }

    /// The whole results of the first replica.
    ///
    /// # Errors
    /// No memory.
    pub fn join(&self, parts: &[Vec<Buffer>]) -> Result<Vec<Buffer>, RtError> {
        let exe = self.loaded[0].executable();
        let one = |(index, result): (usize, &hloom_exe::ResultSig)| {
            let tiling = &self.spread.results[index];
            let whole = whole_sig(tiling, &result.tensor);
            let bytes = join(tiling, &whole.dims, whole.dtype.byte_size(), |p| parts[p as usize][index].bytes());
            Buffer::from_bytes(self.loaded[0].device(), whole.dtype, &whole.dims, &bytes)
        };
        exe.results.iter().enumerate().map(one).collect()
    }

    /// Executes on whole tensors.
    ///
    /// # Errors
    /// As the three steps.
    pub fn execute(&self, whole: &[Buffer]) -> Result<Vec<Buffer>, RtError> {
        self.join(&self.run(&self.cut(whole)?)?)
    }
}

impl Spread {
    /// Replica and partition of a process.
    pub fn place(&self, process: usize) -> (u32, u32) {
        (process as u32 / self.partitions, process as u32 % self.partitions)
    }
}

/// The whole tensor, of a part's type.
fn whole_sig(tiling: &Tiling, part: &TensorSig) -> TensorSig {
    let dims = part.dims.iter().zip(&tiling.tiles).map(|(d, n)| d.saturating_mul(*n)).collect();
    TensorSig { dtype: part.dtype, dims }
}

/// The part of a partition of a dense row-major tensor with elements of `element` bytes; `None` if it has none.
pub fn cut(tiling: &Tiling, partition: i64, dims: &[i64], element: usize, bytes: &[u8]) -> Option<Vec<u8>> {
    let start = tiling.start(partition, dims)?;
    let part = tiling.part_dims(dims);
    let mut out = Vec::with_capacity(part.iter().product::<i64>() as usize * element);
    rows(dims, &start, &part, element, |whole, _| out.extend_from_slice(&bytes[whole]));
    Some(out)
}

/// The whole tensor of the parts of all partitions; of equal parts the first device's is taken.
pub fn join<'a>(tiling: &Tiling, dims: &[i64], element: usize, part_of: impl Fn(i64) -> &'a [u8]) -> Vec<u8> {
    let mut out = vec![0; dims.iter().product::<i64>() as usize * element];
    let part = tiling.part_dims(dims);
    for &device in tiling.devices.iter().step_by(tiling.copies as usize) {
        let (Some(start), bytes) = (tiling.start(device, dims), part_of(device)) else { continue };
        rows(dims, &start, &part, element, |whole, part| out[whole].copy_from_slice(&bytes[part]));
    }
    out
}

/// Calls `f` with the bytes in the whole and in the part of every run of elements that are adjacent in both.
fn rows(
    dims: &[i64],
    start: &[i64],
    part: &[i64],
    element: usize,
    mut f: impl FnMut(std::ops::Range<usize>, std::ops::Range<usize>),
) {
    if part.contains(&0) {
        return;
    }
    // Dimensions behind `split` are there in full.
    let split = (0..dims.len()).rev().find(|&d| dims[d] != part[d]).unwrap_or(0);
    let run = part.get(split..).map_or(1, |p| p.iter().product::<i64>()) as usize * element;
    let mut index = vec![0; split.min(dims.len())];
    let mut done = 0;
    loop {
        let place = |at: i64, d: usize| at * dims[d] + start[d] + index.get(d).copied().unwrap_or(0);
        let first = (0..dims.len()).fold(0, place) as usize * element;
        f(first..first + run, done..done + run);
        done += run;
        let Some(d) = (0..index.len()).rev().find(|&d| index[d] + 1 < part[d]) else { return };
        index[d] += 1;
        index[d + 1..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiling(tiles: &[i64], copies: i64, devices: &[i64]) -> Tiling {
        Tiling { tiles: tiles.into(), copies, partial: 1, reduction: Reduction::Sum, devices: devices.into() }
    }

    #[test]
    fn notes_are_written_and_read() {
        let spread = Spread {
            replicas: 2,
            partitions: 4,
            params: vec![tiling(&[2, 1], 2, &[0, 1, 2, 3]), tiling(&[], 4, &[3, 2, 1, 0])],
            results: vec![
                tiling(&[4], 1, &[0, 2, 1, 3]),
                tiling(&[1, 1], 1, &[2]),
                Tiling { partial: 2, reduction: Reduction::Max, ..tiling(&[1], 4, &[0, 1, 2, 3]) },
            ],
        };
        assert_eq!(spread.to_string(), "2x4 2:2.1*2;*4@3,2,1,0 > 3:4@0,2,1,3;1.1@2;1*4+2max");
        assert_eq!(spread.to_string().parse::<Spread>(), Ok(spread));
        let none = Spread { replicas: 1, partitions: 2, params: vec![], results: vec![Tiling::replicated(0, 2)] };
        assert_eq!(none.to_string().parse::<Spread>(), Ok(none));
        for wrong in [
            "",
            "1x4",
            "0x4 0: > 0:",
            "1x4 1:2 > 0:",
            "1x4 1:5 > 0:",
            "1x4 1:4@0,1,2,2 > 0:",
            "1x4 1:4@0,1,2,4 > 0:",
            "1x4 2:4 > 0:",
            "1x4 1:-4*-1 > 0:",
            "1x4 1:2*9223372036854775807 > 0:",
            "70000x1 0: > 0:",
        ] {
            assert!(wrong.parse::<Spread>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn parts_are_cut_and_put_together() {
        let bytes: Vec<u8> = (0..48).collect();
        for (dims, tiles, copies) in [
            (vec![4, 6], vec![2, 3], 1),
            (vec![4, 6], vec![4, 1], 2),
            (vec![4, 6], vec![1, 2], 1),
            (vec![2, 3, 4], vec![2, 1, 2], 2),
            (vec![24], vec![8], 1),
            (vec![], vec![], 3),
            (vec![4, 0], vec![2, 1], 1),
        ] {
            let n = tiles.iter().product::<i64>() * copies;
            let t = tiling(&tiles, copies, &(0..n).rev().collect::<Vec<_>>());
            let whole = &bytes[..dims.iter().product::<i64>() as usize * 2];
            let parts: Vec<Vec<u8>> = (0..n).map(|d| cut(&t, d, &dims, 2, whole).expect("a part")).collect();
            assert_eq!(join(&t, &dims, 2, |d| &parts[d as usize]), whole, "{dims:?} {tiles:?}");
        }
        // Element (i, j) of a 4×4 tensor is 4i + j.
        let t = tiling(&[2, 2], 1, &[0, 1, 2, 3]);
        assert_eq!(cut(&t, 1, &[4, 4], 1, &bytes[..16]).expect("a part"), [2, 3, 6, 7]);
        assert_eq!(cut(&t, 4, &[4, 4], 1, &bytes[..16]), None);
    }
}
