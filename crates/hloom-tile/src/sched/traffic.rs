//! Bytes that kernels move, for reports and for what schedules cost.

use super::plain;
use crate::ix::Ix;
use crate::kernel::*;
use crate::lower::{depends, prep};

fn size(k: &Kernel, axes: &[AxisId]) -> u64 {
    axes.iter().map(|&a| k.extent(a).max(0) as u64).fold(1, u64::saturating_mul)
}

/// Bytes that a kernel reads and writes, each element of its buffers at most once: as many elements as it has places that
/// access them, but no more than there are.
pub fn bytes(k: &Kernel) -> u64 {
    let needed = plain::needed(k);
    let (mut read, mut written) = (vec![0u64; k.bufs.len()], vec![0u64; k.bufs.len()]);
    let add = |to: &mut u64, n: u64| *to = to.saturating_add(n);
    for d in k.defs.iter().zip(needed).filter(|d| d.1).map(|d| d.0) {
        let axes: Vec<AxisId> = d.axes.iter().chain(d.over()).copied().collect();
        // Points that differ in axes without a part in the coordinates read the same element.
        let mut found = |b: BufId, index: &[Ix]| {
            let moves = |a: &AxisId| index.iter().any(|x| x.mentions(*a, &|e| depends(k, e, *a)));
            let axes: Vec<AxisId> = axes.iter().copied().filter(moves).collect();
            add(&mut read[b.0 as usize], size(k, &axes));
        };
        let roots = match &d.body {
            Body::Map(es) => es.clone(),
            Body::Reduce { args, when, .. } => {
                let mut es = args.clone();
                prep::pred_exprs(when, &mut |e| es.push(e));
                es
            }
        };
        prep::visit_all(k, roots, &mut |e| {
            if let Expr::Load { buf, index, .. } = k.expr(e) {
                found(*buf, index);
            }
        });
    }
    for o in &k.outs {
        add(&mut written[o.buf.0 as usize], size(k, &k.def(o.def).axes));
    }
    let mut sum = 0u64;
    for (i, b) in k.bufs.iter().enumerate() {
        let all = b.dims.iter().map(|&d| d.max(0) as u64).fold(1, u64::saturating_mul);
        // What only initial values or guards of stores read is not worth a count.
        let read = if b.role == Role::Out { 0 } else { read[i] };
        add(&mut sum, read.min(all).saturating_add(written[i].min(all)).saturating_mul(b.dtype.byte_size() as u64));
    }
    sum
}
