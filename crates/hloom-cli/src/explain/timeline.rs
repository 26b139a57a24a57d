//! The arena over time as a drawing: one rectangle a buffer while it is in use, time to the right, addresses upwards.

use super::Report;
use hloom_exe::Bytes;
use maud::{Markup, html};

const WIDTH: f64 = 1080.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 76.0;
const BOTTOM: f64 = 26.0;
/// Uses that are thinner than this are not drawn; the curve of used bytes has them.
const THINNEST: f64 = 0.25;
/// Colours that neighbours in memory are told apart by.
const COLOURS: usize = 6;

pub(super) fn draw(r: &Report) -> Markup {
    let p = &r.program;
    let (steps, arena) = (p.steps.len() as f64, p.memory.arena as f64);
    if p.spans.is_empty() || arena == 0.0 {
        return html! { p.quiet { "This program needs no temporary memory." } };
    }
    let (w, h) = (WIDTH - LEFT - 8.0, HEIGHT - BOTTOM - 12.0);
    let x = |step: f64| LEFT + step / steps * w;
    let y = |bytes: f64| HEIGHT - BOTTOM - bytes / arena * h;
    let live = p.live_bytes();
    let mut curve = format!("M{:.1} {:.1}", x(0.0), y(0.0));
    for (i, &b) in live.iter().enumerate() {
        curve += &format!("V{:.1}H{:.1}", y(b as f64), x(i as f64 + 1.0));
    }
    let most = live.iter().copied().max().unwrap_or(0);
    let hidden = p.spans.iter().filter(|s| s.bytes as f64 / arena * h < THINNEST).count();
    html! {
        svg.timeline data-steps=(p.steps.len()) viewBox=(format!("0 0 {WIDTH} {HEIGHT}"))
            role="img" aria-label="Memory timeline" {
            @for part in 0..=4u64 {
                @let at = arena * part as f64 / 4.0;
                line.grid x1=(LEFT) x2=(WIDTH - 8.0) y1=(format!("{:.1}", y(at))) y2=(format!("{:.1}", y(at))) {}
                text.axis x=(LEFT - 6.0) y=(format!("{:.1}", y(at) + 4.0)) text-anchor="end" { (Bytes(at as u64)) }
            }
            @for tick in ticks(p.steps.len()) {
                text.axis x=(format!("{:.1}", x(tick as f64 + 0.5))) y=(HEIGHT - 8.0) text-anchor="middle" { "#" (tick) }
            }
            @for (i, s) in p.spans.iter().enumerate().filter(|(_, s)| s.bytes as f64 / arena * h >= THINNEST) {
                @let (left, right) = (x(f64::from(s.first)), x(f64::from(s.last) + 1.0));
                @let (top, foot) = (y((s.offset + s.bytes) as f64), y(s.offset as f64));
                rect.(format!("c{}", i % COLOURS)) data-first=(s.first) data-last=(s.last)
                    x=(format!("{left:.1}")) y=(format!("{top:.2}"))
                    width=(format!("{:.1}", right - left)) height=(format!("{:.2}", foot - top)) {
                    title { (s.name) ": " (Bytes(s.bytes)) " at " (s.offset) ", steps #" (s.first) " to #" (s.last) }
                }
            }
            path.live d=(curve) {}
            rect.cursor x="0" y="12" width="0" height=(h) {}
        }
        p.quiet {
            "One rectangle for each buffer while it is in use; the line is the sum of their bytes, at most "
            (Bytes(most)) " of the arena's " (Bytes(p.memory.arena)) "."
            @if hidden > 0 { " Too small to be seen: " (hidden) "." }
        }
    }
}

/// Steps that are named below the drawing.
fn ticks(steps: usize) -> Vec<usize> {
    let apart = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].into_iter().find(|a| steps / a <= 12);
    (0..steps).step_by(apart.unwrap_or(steps.div_ceil(12).max(1))).filter(|t| 40 * t <= 39 * steps).collect()
}
