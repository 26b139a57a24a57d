//! A profiler's log as the protocol buffer message `XSpace` of TensorFlow's profiler, which JAX merges into its trace.
//!
//! A plane a device, a line a thread that ran programs there, an event an execution, and in it an event a step. Times are
//! picoseconds from the line's, which is in nanoseconds since 1970. What an event is called and what is known of it beside
//! its times is in the plane's metadata.

use crate::proto::{put_bytes, put_varint};
use crate::trace::{Execution, Log, Names};
use hloom_rt::Step;
use std::collections::BTreeMap;
use std::time::Instant;

/// Names of stats as XLA's profilers have them.
const MODULE: &str = "hlo_module";
const PROGRAM: &str = "program_id";
const OP: &str = "hlo_op";
const SOURCE: &str = "source";
const OP_NAME: &str = "tf_op";
const LONG_NAME: &str = "long_name";
const FLOPS: &str = "flops";
const BYTES: &str = "bytes_accessed";
const DROPPED: &str = "dropped_traces";

/// Kernels of a loop that its name lists.
const LISTED: usize = 3;
/// Names of ops that a long name lists.
const LISTED_LONG: usize = 64;

/// The serialised message; empty if nothing was recorded. What it is about leaves the log.
pub(crate) fn serialize(log: &Log) -> Vec<u8> {
    const PLANES: u8 = 1;
    let (executions, dropped) = log.take();
    let mut devices: BTreeMap<i32, Vec<&Execution>> = BTreeMap::new();
    executions.iter().for_each(|e| devices.entry(e.device).or_default().push(e));
    let mut space = Vec::new();
    for (device, executions) in devices {
        put_bytes(&mut space, PLANES, &plane(log, device, &executions, dropped));
    }
    space
}

/// What a plane's events are called.
#[derive(Default)]
struct Metadata {
    /// By program and step; no step: the execution.
    numbers: BTreeMap<(u64, Option<Step>), u64>,
    kinds: Vec<Kind>,
    /// Names of stats, and texts that are their values: events refer to both by number.
    texts: BTreeMap<String, u64>,
}

/// Events of one name.
struct Kind {
    /// The message of the plane.
    metadata: Vec<u8>,
    /// The stats of each event, as fields of its message.
    stats: Vec<u8>,
}

impl Metadata {
    /// The number of a kind of event, from one.
    fn number(&mut self, names: &Names, step: Option<Step>) -> u64 {
        let next = self.kinds.len() as u64 + 1;
        let number = *self.numbers.entry((names.program, step)).or_insert(next);
        if number == next {
            let kind = self.kind(number, names, step);
            self.kinds.push(kind);
        }
        number
    }

    fn kind(&mut self, number: u64, names: &Names, step: Option<Step>) -> Kind {
        const ID: u8 = 1;
        const NAME: u8 = 2;
        const METADATA_STATS: u8 = 5;
        const EVENT_STATS: u8 = 4;
        let mut stats = vec![self.text_stat(MODULE, &names.module)];
        let name = match step {
            None => names.module.clone(),
            Some(Step::Kernel(i)) => names.kernels.get(i).map_or(String::new(), |k| {
                stats.extend([self.text_stat(OP, &k.symbol), self.number_stat(FLOPS, k.flops)]);
                stats.push(self.number_stat(BYTES, k.bytes));
                if !k.source.is_empty() {
                    stats.push(self.text_stat(SOURCE, &k.source));
                }
                stats.extend(self.name_stats(&k.op_name, k.op_names.iter()));
                k.ops.clone()
            }),
            Some(Step::Loop(i)) => {
                let offset = names.kernels.get(i).map(|k| k.offset);
                let all: Vec<_> = names.kernels.iter().filter(|k| Some(k.offset) == offset).collect();
                let listed: Vec<&str> = all.iter().take(LISTED).map(|k| k.ops.as_str()).collect();
                let more = if all.len() > LISTED { ", …" } else { "" };
                let names = all.iter().map(|k| k.op_name.as_str()).filter(|n| !n.is_empty());
                let scope = names.reduce(|a, b| hloom::common_scope(a, b)).unwrap_or_default();
                stats.extend(self.name_stats(scope, all.iter().flat_map(|k| &k.op_names)));
                format!("while: {}{more}", listed.join(", "))
            }
            Some(Step::HostCall(i)) => names.host_calls.get(i).cloned().unwrap_or_default(),
        };
        let mut metadata = Vec::new();
        put_varint(&mut metadata, ID, number);
        put_bytes(&mut metadata, NAME, name.as_bytes());
        put_bytes(&mut metadata, METADATA_STATS, &self.number_stat(PROGRAM, names.program));
        let mut fields = Vec::new();
        stats.iter().for_each(|s| put_bytes(&mut fields, EVENT_STATS, s));
        Kind { metadata, stats: fields }
    }

    /// The name that the program has for a step, and those of its ops.
    fn name_stats<'a>(&mut self, name: &str, ops: impl Iterator<Item = &'a String>) -> Vec<Vec<u8>> {
        let mut listed: Vec<&str> = Vec::new();
        ops.for_each(|op| {
            if listed.len() < LISTED_LONG && !listed.contains(&op.as_str()) {
                listed.push(op);
            }
        });
        let texts = [(OP_NAME, name.to_owned()), (LONG_NAME, listed.join("; "))];
        let known = texts.into_iter().filter(|(_, text)| !text.is_empty());
        known.map(|(stat, text)| self.text_stat(stat, &text)).collect()
    }

    fn text(&mut self, text: &str) -> u64 {
        let next = self.texts.len() as u64 + 1;
        *self.texts.entry(text.into()).or_insert(next)
    }

    fn number_stat(&mut self, stat: &str, value: u64) -> Vec<u8> {
        const UINT64_VALUE: u8 = 3;
        self.stat(stat, UINT64_VALUE, value)
    }

    fn text_stat(&mut self, stat: &str, value: &str) -> Vec<u8> {
        const REF_VALUE: u8 = 7;
        let value = self.text(value);
        self.stat(stat, REF_VALUE, value)
    }

    fn stat(&mut self, stat: &str, field: u8, value: u64) -> Vec<u8> {
        let mut out = Vec::new();
        put_varint(&mut out, 1, self.text(stat));
        put_varint(&mut out, field, value);
        out
    }
}

fn plane(log: &Log, device: i32, executions: &[&Execution], dropped: usize) -> Vec<u8> {
    const ID: u8 = 1;
    const NAME: u8 = 2;
    const LINES: u8 = 3;
    const EVENT_METADATA: u8 = 4;
    const STAT_METADATA: u8 = 5;
    const PLANE_STATS: u8 = 6;
    let mut metadata = Metadata::default();
    let mut lines: BTreeMap<u32, (&str, Vec<Event>)> = BTreeMap::new();
    for e in executions {
        let (_, events) = lines.entry(e.thread.0).or_insert((&e.thread.1, Vec::new()));
        let mut add = |step: Option<Step>, start: Instant, end: Instant| {
            let kind = metadata.number(&e.names, step);
            events.push(Event { offset: picoseconds(log.start, start), duration: picoseconds(start, end), kind });
        };
        add(None, e.start, e.end);
        e.steps.iter().for_each(|&(step, start, end)| add(Some(step), start, end));
    }

    let mut out = Vec::new();
    put_varint(&mut out, ID, device as u64);
    // Viewers show planes of this prefix as devices.
    put_bytes(&mut out, NAME, format!("/device:CUSTOM:Hloom:{device}").as_bytes());
    for (thread, (name, events)) in lines {
        put_bytes(&mut out, LINES, &line(log, thread, name, events, &metadata.kinds));
    }
    if dropped > 0 {
        put_bytes(&mut out, PLANE_STATS, &metadata.number_stat(DROPPED, dropped as u64));
    }
    for (i, kind) in metadata.kinds.iter().enumerate() {
        put_bytes(&mut out, EVENT_METADATA, &entry(i as u64 + 1, &kind.metadata));
    }
    for (text, number) in metadata.texts {
        let mut message = Vec::new();
        put_varint(&mut message, ID, number);
        put_bytes(&mut message, NAME, text.as_bytes());
        put_bytes(&mut out, STAT_METADATA, &entry(number, &message));
    }
    out
}

/// An event of a line; ordered so that what contains others stands before them.
struct Event {
    offset: u64,
    duration: u64,
    /// From one.
    kind: u64,
}

fn line(log: &Log, thread: u32, name: &str, mut events: Vec<Event>, kinds: &[Kind]) -> Vec<u8> {
    const ID: u8 = 1;
    const NAME: u8 = 2;
    const TIMESTAMP_NS: u8 = 3;
    const EVENTS: u8 = 4;
    const DURATION_PS: u8 = 9;
    events.sort_by_key(|e| (e.offset, std::cmp::Reverse(e.duration), e.kind));
    let mut out = Vec::new();
    put_varint(&mut out, ID, thread.into());
    put_bytes(&mut out, NAME, format!("{name} {thread}").as_bytes());
    put_varint(&mut out, TIMESTAMP_NS, log.start_unix_ns);
    put_varint(&mut out, DURATION_PS, events.iter().map(|e| e.offset + e.duration).max().unwrap_or_default());
    for e in events {
        let mut message = Vec::new();
        put_varint(&mut message, 1, e.kind);
        put_varint(&mut message, 2, e.offset);
        put_varint(&mut message, 3, e.duration);
        message.extend_from_slice(&kinds[e.kind as usize - 1].stats);
        put_bytes(&mut out, EVENTS, &message);
    }
    out
}

/// An entry of a map by numbers.
fn entry(key: u64, value: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    put_varint(&mut out, 1, key);
    put_bytes(&mut out, 2, value);
    out
}

fn picoseconds(from: Instant, to: Instant) -> u64 {
    to.saturating_duration_since(from).as_nanos() as u64 * 1000
}
