//! The program as a drawing: one row a step in the order in which they run, loops and branches as frames, values as lines
//! from the step that writes them to those that read them.
//!
//! Lines stand left of the rows. All lines of one value share a lane; a lane is used again when its value is no longer
//! needed.

use super::{Report, duration, short, text};
use hloom::explain::{Edge, Node};
use hloom_exe::Bytes;
use maud::{Markup, html};

const ROW: f64 = 26.0;
const LANE: f64 = 9.0;
/// More lanes than these lie over one another.
const MOST_LANES: usize = 40;
const BOX: f64 = 620.0;
const BARS: f64 = 250.0;
const INDENT: f64 = 16.0;

/// A row of the drawing.
enum Row {
    Step(usize, usize),
    /// Depth, its text, and whether it ends a frame.
    Frame(usize, String),
}

fn rows(nodes: &[Node], depth: usize, out: &mut Vec<Row>) {
    for n in nodes {
        match n {
            Node::Step(i) => out.push(Row::Step(depth, *i)),
            Node::While { trips, shared, cond, body, rotations, .. } => {
                out.push(Row::Frame(depth, text::while_text(*trips, *shared)));
                rows(cond, depth + 1, out);
                out.push(Row::Frame(depth, "do".into()));
                rows(body, depth + 1, out);
                out.extend(rotations.iter().map(|r| Row::Frame(depth + 1, text::rotation_text(r))));
                out.push(Row::Frame(depth, "end".into()));
            }
            Node::Case { branches, .. } => {
                for (i, b) in branches.iter().enumerate() {
                    out.push(Row::Frame(depth, format!("branch {i} of {}", branches.len())));
                    rows(b, depth + 1, out);
                }
                out.push(Row::Frame(depth, "end".into()));
            }
        }
    }
}

/// A value's way: the step that writes it, those that read it, its lane.
struct Way {
    from: usize,
    to: Vec<usize>,
    bytes: u64,
    lane: usize,
}

/// Lanes for all values that pass by a step; edges are sorted by where they start.
fn ways(edges: &[Edge]) -> (Vec<Way>, usize) {
    let mut ways: Vec<Way> = Vec::new();
    for e in edges {
        match ways.last_mut() {
            Some(w) if w.from == e.from => {
                w.to.push(e.to);
                w.bytes = w.bytes.max(e.bytes);
            }
            _ => ways.push(Way { from: e.from, to: vec![e.to], bytes: e.bytes, lane: 0 }),
        }
    }
    // By lane: the step that needs its value last.
    let mut busy: Vec<usize> = Vec::new();
    for w in &mut ways {
        let last = w.to.iter().copied().max().unwrap_or(w.from);
        w.lane = busy.iter().position(|&until| until <= w.from).unwrap_or(busy.len());
        if w.lane == busy.len() {
            busy.push(last);
        } else {
            busy[w.lane] = last;
        }
    }
    let lanes = busy.len();
    (ways, lanes)
}

pub(super) fn draw(r: &Report) -> Markup {
    let p = &r.program;
    if p.steps.is_empty() {
        return html! { p.quiet { "This program runs nothing: its results are its arguments or constants." } };
    }
    let mut list = Vec::new();
    rows(&p.program, 0, &mut list);
    // By step: how far its box is indented, and its top.
    let mut at = vec![(0.0, 0.0); p.steps.len()];
    for (n, row) in list.iter().enumerate() {
        if let Row::Step(depth, i) = row {
            at[*i] = (*depth as f64 * INDENT, n as f64 * ROW);
        }
    }
    let (ways, lanes) = ways(&p.edges);
    let left = 14.0 + lanes.min(MOST_LANES) as f64 * LANE;
    let (width, height) = (left + BOX + BARS + 20.0, list.len() as f64 * ROW + 8.0);
    let lane_x = |lane: usize| left - 10.0 - (lane % MOST_LANES) as f64 * LANE;
    let longest = p.steps.iter().map(|s| scale_ms(r, s.kernel, s.flops, s.bytes)).fold(0.0, f64::max);
    html! {
        svg.graph viewBox=(format!("0 0 {width:.0} {height:.0}")) style=(format!("min-width:{:.0}px", width.min(900.0)))
            role="img" aria-label="Program graph" {
            @for w in &ways {
                                path.way.(format!("c{}", w.lane % 6)) data-from=(w.from)
                    d=(way_path(w, lane_x(w.lane), left, &at)) {
                    title { "#" (w.from) ": " (Bytes(w.bytes)) " to " (join(&w.to)) }
                }
            }
            @for (n, row) in list.iter().enumerate() {
                @let y = n as f64 * ROW;
                @match row {
                    Row::Frame(depth, label) => {
                        text.frame x=(left + *depth as f64 * INDENT + 4.0) y=(y + 17.0) { (label) }
                    }
                    Row::Step(depth, i) => (step(r, *i, left + *depth as f64 * INDENT, y, left + BOX, longest)),
                }
            }
        }
    }
}

fn join(steps: &[usize]) -> String {
    steps.iter().map(|s| format!("#{s}")).collect::<Vec<_>>().join(", ")
}

/// Out of the writer, along the lane, into each reader.
fn way_path(w: &Way, x: f64, left: f64, at: &[(f64, f64)]) -> String {
    let (out, y0) = (left + at[w.from].0, at[w.from].1 + ROW * 0.5 + 4.0);
    let mut d = String::new();
    for &to in &w.to {
        let (into, y1) = (left + at[to].0, at[to].1 + ROW * 0.5 - 4.0);
        d += &format!("M{out:.1} {y0:.1}H{left:.1}C{x:.1} {y0:.1} {x:.1} {:.1} {x:.1} {:.1}", y0 + 2.0, y0 + 6.0);
        d += &format!("V{:.1}C{x:.1} {y1:.1} {x:.1} {y1:.1} {left:.1} {y1:.1}H{into:.1}", (y1 - 6.0).max(y0 + 6.0));
    }
    d
}

/// What the bars of a step are as long as: the shortest call, else the roof.
fn scale_ms(r: &Report, kernel: Option<usize>, flops: u64, bytes: u64) -> f64 {
    let roof = r.roof.map_or(0.0, |c| c.ms(flops, bytes));
    kernel.and_then(|k| r.time(k)).map_or(roof, |t| t.least_ms.max(roof))
}

fn step(r: &Report, i: usize, x: f64, y: f64, bars: f64, longest: f64) -> Markup {
    let s = &r.program.steps[i];
    let kernel = s.kernel.map(|k| &r.program.kernels[k]);
    let class = kernel.map_or(if s.what == "copy" { "copy" } else { "host" }, |k| k.class.as_str());
    let roof = r.roof.map(|c| c.ms(s.flops, s.bytes));
    let time = s.kernel.and_then(|k| r.time(k)).map(|t| t.least_ms);
    let length = |ms: f64| (ms / longest.max(1e-12) * (BARS - 70.0)).max(1.0);
    let label = format!("#{i}  {}", s.what);
    // Letters of this size are about 7 wide.
    let room = ((bars - x - 150.0) / 7.0) as usize;
    let label: String = if label.chars().count() > room {
        label.chars().take(room.saturating_sub(1)).chain(['…']).collect()
    } else {
        label
    };
    html! {
        g.step data-step=(i) {
            title {
                "#" (i) " " (s.what)
                @if let Some(k) = s.kernel { " (k" (k) ")" }
                @if let Some(v) = &s.root { "\n" (v) }
                @if let Some(p) = &s.place { " at " (p) }
                "\n" (short(s.flops as f64)) "flop, " (Bytes(s.bytes))
                @if let Some(n) = s.runs { @if n != 1 { ", " (n) " runs" } } @else { ", runs unknown" }
                @if let Some(ms) = roof { "\nroof " (duration(ms)) }
                @if let Some(ms) = time { "\nshortest call " (duration(ms)) }
                @for b in &s.reads { "\nreads " (b.name) ", " (Bytes(b.bytes)) }
                @for b in &s.writes { "\nwrites " (b.name) ", " (Bytes(b.bytes)) }
            }
            rect.box x=(x) y=(y + 2.0) width=(bars - x - 8.0) height=(ROW - 4.0) rx="3" {}
            rect.(format!("kind k-{}", name_class(class))) x=(x) y=(y + 2.0) width="5" height=(ROW - 4.0) rx="2" {}
            text x=(x + 12.0) y=(y + 17.0) { (label) }
            text.note x=(bars - 14.0) y=(y + 17.0) text-anchor="end" { (class) }
            @if let Some(ms) = time {
                rect.took x=(bars) y=(y + 4.0) width=(format!("{:.1}", length(ms))) height="9" rx="1" {}
            }
            @if let Some(ms) = roof {
                rect.roof x=(bars) y=(y + 14.0) width=(format!("{:.1}", length(ms))) height="7" rx="1" {}
                text.note x=(format!("{:.1}", bars + length(ms.max(time.unwrap_or(0.0))) + 5.0)) y=(y + 17.0) {
                    (duration(time.unwrap_or(ms)))
                }
            }
        }
    }
}

/// A class as part of a style's name: templates have names of their own.
pub(super) fn name_class(class: &str) -> &'static str {
    match class {
        "contraction" => "contraction",
        "elementwise" => "elementwise",
        "rows" => "rows",
        "columns" => "columns",
        "transpose" => "transpose",
        "plain" => "plain",
        "copy" => "copy",
        "host" => "host",
        _ => "template",
    }
}
