//! The report for a terminal.

use super::{Report, duration, short};
use hloom::explain::{Fusion, Node, Slice, Step};
use hloom_exe::Bytes;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Rows of the memory timeline.
const ROWS: usize = 32;
/// Width of its bars.
const WIDTH: usize = 48;
/// Values that are named where many were decided alike.
const NAMED: usize = 4;

/// The whole report.
pub(super) fn render(r: &Report) -> String {
    let mut out = String::new();
    head(r, &mut out);
    out += "\nSteps (each loop's body once; work of one call)\n";
    let title = "step  kernel     runs      flop     bytes      roof  bound    of roof  class         ops";
    let _ = writeln!(out, "  {title}");
    r.program.program.iter().for_each(|n| node(r, n, 1, &mut out));
    if r.measured.is_some() {
        times(r, &mut out);
    }
    fusion(&r.program.decisions, &mut out);
    memory(r, &mut out);
    out
}

fn head(r: &Report, out: &mut String) {
    let p = &r.program;
    let _ = writeln!(out, "{} for {}", p.name, p.target);
    let _ = writeln!(out, "  planned peak  {}", p.memory);
    let calls = p.steps.len();
    let _ = writeln!(
        out,
        "  work          {}flop, {}B in {calls} steps of {} kernels",
        short(p.flops as f64),
        short(p.bytes as f64),
        p.kernels.len()
    );
    if let Some(c) = &r.roof {
        let origin = if c.measured { "measured" } else { "given" };
        let _ = writeln!(
            out,
            "  roof          {} by {} ({}flop/s, {}B/s, {origin})",
            duration(c.ms(p.flops, p.bytes)),
            c.bound(p.flops, p.bytes),
            short(c.flops_per_second),
            short(c.bytes_per_second)
        );
    }
    if let Some(m) = &r.measured {
        let _ = write!(out, "  fastest run   {} of {} with {} threads", duration(m.fastest_ms), m.runs, m.threads);
        if let Some(c) = &r.roof {
            let _ = write!(out, ", {:.0} % of roof", 100.0 * c.ms(p.flops, p.bytes) / m.fastest_ms.max(1e-9));
        }
        out.push('\n');
    }
}

fn node(r: &Report, n: &Node, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    let at = |place: &Option<String>| place.as_ref().map_or(String::new(), |p| format!("  {p}"));
    match n {
        Node::Step(i) => step(r, *i, &r.program.steps[*i], &pad, out),
        Node::While { trips, shared, place, cond, body, rotations } => {
            let _ = writeln!(out, "{pad}{}{}", while_text(*trips, *shared), at(place));
            cond.iter().for_each(|n| node(r, n, depth + 1, out));
            let _ = writeln!(out, "{pad}do");
            body.iter().for_each(|n| node(r, n, depth + 1, out));
            for buffers in rotations {
                let _ = writeln!(out, "{pad}  {}", rotation_text(buffers));
            }
            let _ = writeln!(out, "{pad}end");
        }
        Node::Case { place, branches } => {
            for (i, b) in branches.iter().enumerate() {
                let _ = writeln!(out, "{pad}branch {i} of {}{}", branches.len(), at(place));
                b.iter().for_each(|n| node(r, n, depth + 1, out));
            }
            let _ = writeln!(out, "{pad}end");
        }
    }
}

/// How often a loop runs, and by whom.
pub(super) fn while_text(trips: Option<u64>, shared: bool) -> String {
    let trips = trips.map_or("as often as its condition says".into(), |n| format!("{n} times"));
    format!("while, {trips}{}", if shared { ", its steps shared by threads" } else { "" })
}

/// What happens at the end of a loop's body instead of copies.
pub(super) fn rotation_text(buffers: &[Slice]) -> String {
    let names: Vec<&str> = buffers.iter().map(|b| b.name.as_str()).collect();
    format!("{} change places", names.join(" and "))
}

fn step(r: &Report, i: usize, s: &Step, pad: &str, out: &mut String) {
    let kernel = s.kernel.map_or("-".into(), |k| format!("k{k}"));
    let runs = s.runs.map_or("?".into(), |n| n.to_string());
    let (roof, bound) = match &r.roof {
        Some(c) if s.flops + s.bytes > 0 => (duration(c.ms(s.flops, s.bytes)), c.bound(s.flops, s.bytes)),
        _ => ("-".into(), "-"),
    };
    let reached = s.kernel.and_then(|k| Some((r.time(k)?, r.roof?)));
    let reached =
        reached.map_or("-".into(), |(t, c)| format!("{:.0} %", 100.0 * c.ms(s.flops, s.bytes) / t.least_ms.max(1e-9)));
    let class = s.kernel.map_or("-", |k| r.program.kernels[k].class.as_str());
    let head = s.root.as_ref().map_or(String::new(), |r| format!("{r}: "));
    let _ = write!(
        out,
        "{pad}{:<5} {kernel:6} {runs:>8} {:>9} {:>9} {roof:>9}  {bound:7} {reached:>8}  {class:12}  {head}{}",
        format!("#{i}"),
        short(s.flops as f64).trim_end(),
        Bytes(s.bytes).to_string(),
        s.what,
    );
    let _ = writeln!(out, "{}", s.place.as_ref().map_or(String::new(), |p| format!("  {p}")));
}

fn times(r: &Report, out: &mut String) {
    out.push_str("\nKernels by time (least: the shortest call; of roof: that call)\n");
    out.push_str("  kernel    calls         time  share      least       roof  of roof  tasks  ops\n");
    let all: f64 = (0..r.program.kernels.len()).filter_map(|k| r.time(k)).map(|t| t.ms).sum();
    for k in r.by_time() {
        let (Some(t), e) = (r.time(k), &r.program.kernels[k]) else { continue };
        let roof = r.roof.map(|c| c.ms(e.flops, e.bytes));
        let _ = writeln!(
            out,
            "  {:8} {:>6} {:>12} {:>5.1}% {:>10} {:>10} {:>8} {:>6}  {}",
            format!("k{k}"),
            t.calls,
            duration(t.ms),
            100.0 * t.ms / all.max(1e-9),
            duration(t.least_ms),
            roof.map_or("-".into(), duration),
            roof.map_or("-".into(), |x| format!("{:.0} %", 100.0 * x / t.least_ms.max(1e-9))),
            e.tasks,
            e.ops
        );
    }
}

/// The op in the name of a value: `add12` is an `add`.
fn op_of(value: &str) -> &str {
    value.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Decisions that differ only in which values they are about, in the order of the first.
pub(super) fn alike<'a>(all: &'a [Fusion], verdict: &str) -> Vec<Vec<&'a Fusion>> {
    let mut place: BTreeMap<(&str, Option<&str>, &str), usize> = BTreeMap::new();
    let mut groups: Vec<Vec<&Fusion>> = Vec::new();
    // What ends in a result, loop or branch joins nothing, which is no news.
    let told = |d: &&Fusion| d.verdict == verdict && (verdict != "apart" || d.with.is_some());
    for d in all.iter().filter(told) {
        let key = (op_of(&d.value), d.with.as_deref().map(op_of), d.why.as_str());
        let at = *place.entry(key).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Vec::new());
        }
        groups[at].push(d);
    }
    groups
}

fn fusion(all: &[Fusion], out: &mut String) {
    let titles = [
        ("joins", "Fused: values computed by the kernel that reads them"),
        ("apart", "Not fused: values with a kernel of their own"),
        ("stored", "Stored: values that have a buffer though they could be computed where they are read"),
    ];
    for (verdict, title) in titles {
        let groups = alike(all, verdict);
        if groups.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n{title}");
        for g in groups {
            let (first, n) = (g[0], g.len());
            let named: Vec<String> = g.iter().take(NAMED).map(|d| pair(d)).collect();
            let more = if n > NAMED { format!(" and {} more", n - NAMED) } else { String::new() };
            let _ = writeln!(out, "  {}{more}: {}", named.join(", "), first.why);
        }
    }
}

/// A value, and the value whose kernel it was weighed against.
pub(super) fn pair(d: &Fusion) -> String {
    match (&d.with, d.verdict) {
        (Some(w), "joins") => format!("{} in {w}", d.value),
        (Some(w), _) => format!("{} not in {w}", d.value),
        (None, _) => d.value.clone(),
    }
}

fn memory(r: &Report, out: &mut String) {
    let (live, arena) = (r.program.live_bytes(), r.program.memory.arena);
    if arena == 0 || live.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nMemory: bytes of the arena in use, of {} at most", Bytes(arena));
    let rows = live.len().min(ROWS);
    for row in 0..rows {
        // The row's greatest, so that the peak is seen.
        let (from, to) = (row * live.len() / rows, (row + 1) * live.len() / rows);
        let most = live[from..to].iter().copied().max().unwrap_or(0);
        let bar = "#".repeat((most as f64 / arena as f64 * WIDTH as f64).round() as usize);
        let steps = if to - from > 1 { format!("#{from}-{}", to - 1) } else { format!("#{from}") };
        let _ = writeln!(out, "  {steps:>11} {:>9} |{bar:<WIDTH$}|", Bytes(most).to_string());
    }
}
