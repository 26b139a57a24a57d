//! The report as one page: styles, drawings and the little script are inside, nothing is fetched.

use super::{Report, duration, graph, short, text, timeline};
use hloom_exe::Bytes;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The page.
pub(super) fn page(r: &Report) -> String {
    let p = &r.program;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Hloom: " (p.name) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                main {
                    h1 { (p.name) }
                    p.quiet { "planned for " (p.target) }
                    (tiles(r))
                    h2 { "Program" }
                    p.quiet {
                        "Steps in the order in which they run; lines are values on their way from the step that writes them "
                        "to those that read them."
                        @if r.measured.is_some() {
                            " Blue: the shortest call. Grey: the roof, what the machine would need at least."
                        }
                        @else if r.roof.is_some() { " Grey: the roof, what the machine would need at least." }
                    }
                    div.scroll.tall { (graph::draw(r)) }
                    h2 { "Memory" }
                    div.scroll { (timeline::draw(r)) }
                    h2 { "Kernels" }
                    (kernels(r))
                    (fusion(r))
                }
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    };
    page.into_string()
}

fn tile(value: &str, what: &str) -> Markup {
    html! { div.tile { b { (value) } span { (what) } } }
}

fn tiles(r: &Report) -> Markup {
    let p = &r.program;
    let m = &p.memory;
    html! {
        div.tiles {
            (tile(&p.steps.len().to_string(), &format!("steps of {} kernels", p.kernels.len())))
            (tile(&format!("{}flop", short(p.flops as f64)), "operations"))
            (tile(&Bytes(p.bytes).to_string(), "read and written by kernels"))
            @if let Some(c) = &r.roof {
                (tile(&duration(c.ms(p.flops, p.bytes)), &format!("roof, bound by {}", c.bound(p.flops, p.bytes))))
            }
            @if let Some(t) = &r.measured {
                (tile(&duration(t.fastest_ms), &format!("fastest of {} runs, {} threads", t.runs, t.threads)))
            }
            (tile(&Bytes(m.peak()).to_string(), "planned peak of memory"))
            (tile(&Bytes(m.arena).to_string(), "of it temporary (arena)"))
        }
        p.quiet {
            "Memory: arguments " (Bytes(m.arguments)) ", results " (Bytes(m.results)) ", constants " (Bytes(m.constants))
            ", arena " (Bytes(m.arena)) ", scratch " (Bytes(m.scratch)) " a thread."
            @if let Some(c) = &r.roof {
                " Roof: " (short(c.flops_per_second)) "flop/s and " (short(c.bytes_per_second)) "B/s"
                @if c.measured { ", measured on this machine; what stays in a cache may be faster." } @else { ", as given." }
            }
        }
    }
}

fn kernels(r: &Report) -> Markup {
    let all: f64 = (0..r.program.kernels.len()).filter_map(|k| r.time(k)).map(|t| t.ms).sum();
    let longest = (0..r.program.kernels.len())
        .map(|k| {
            let e = &r.program.kernels[k];
            r.roof.map_or(0.0, |c| c.ms(e.flops, e.bytes)).max(r.time(k).map_or(0.0, |t| t.least_ms))
        })
        .fold(1e-12, f64::max);
    let percent = |x: f64| format!("{:.2}%", 100.0 * x / longest);
    html! {
        @if r.measured.is_some() { p.quiet { "Bar: the shortest call. Mark: its roof." } }
        div.scroll {
            table.kernels {
                tr {
                    th { "kernel" } th.n { "calls" } th.n { "flop" } th.n { "bytes" } th.n { "roof" } th { "bound" }
                    @if r.measured.is_some() { th.n { "time" } th.n { "share" } th.n { "call" } th.n { "of roof" } }
                    th { "" }
                    th { "ops" }
                }
                @for k in r.by_time() {
                    @let e = &r.program.kernels[k];
                    @let (roof, time) = (r.roof.map(|c| c.ms(e.flops, e.bytes)), r.time(k));
                    tr {
                        td { "k" (k) }
                        td.n { (r.calls(k).map_or("?".into(), |n| n.to_string())) }
                        td.n { (short(e.flops as f64)) }
                        td.n { (Bytes(e.bytes)) }
                        td.n { (roof.map_or("–".into(), duration)) }
                        td { (r.roof.map_or("–", |c| c.bound(e.flops, e.bytes))) }
                        @if r.measured.is_some() {
                            td.n { (time.map_or("–".into(), |t| duration(t.ms))) }
                            td.n { (time.map_or("–".into(), |t| format!("{:.1} %", 100.0 * t.ms / all.max(1e-12)))) }
                            td.n { (time.map_or("–".into(), |t| duration(t.least_ms))) }
                            td.n {
                                @let reached = time.zip(roof).map(|(t, x)| 100.0 * x / t.least_ms.max(1e-9));
                                (reached.map_or("–".into(), |x| format!("{x:.0} %")))
                            }
                        }
                        td.bar {
                            div.track {
                                @if let Some(t) = time { i style=(format!("width:{}", percent(t.least_ms))) {} }
                                @if let Some(x) = roof { u style=(format!("left:{}", percent(x))) {} }
                            }
                        }
                        td.long {
                            span.dot style=(format!("background:var(--{})", graph::name_class(&e.class))) {}
                            (e.ops)
                            span.quiet { " " (e.class) ", " (e.tasks) (if e.tasks == 1 { " task" } else { " tasks" }) }
                            @if let Some(p) = &e.place { br; code.quiet { (p) } }
                        }
                    }
                }
            }
        }
    }
}

fn fusion(r: &Report) -> Markup {
    let titles = [
        ("joins", "Fused: values computed by the kernel that reads them"),
        ("apart", "Not fused: values with a kernel of their own"),
        ("stored", "Stored: values that have a buffer though they could be computed where they are read"),
    ];
    html! {
        h2 { "Fusion" }
        @for (verdict, title) in titles {
            @let groups = text::alike(&r.program.decisions, verdict);
            @if !groups.is_empty() {
                details open[verdict == "apart"] {
                    summary { (title) " (" (groups.iter().map(Vec::len).sum::<usize>()) ")" }
                    div.scroll {
                        table {
                            tr {
                                th.n { "times" }
                                th { "values" }
                                th { (if verdict == "joins" { "form of the kernel" } else { "why" }) }
                            }
                            @for g in groups {
                                tr {
                                    td.n { (g.len()) }
                                    td.long { code { (g.iter().map(|d| text::pair(d)).collect::<Vec<_>>().join(", ")) } }
                                    td.long { (g[0].why) @if let Some(p) = &g[0].place { br; code.quiet { (p) } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
