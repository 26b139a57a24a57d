//! Calls between processes, as programs make them.

use crate::grid::{Meeting, Missed, Process};
use crate::{CpuDevice, RtError};
use hloom_exe::collective::{Collective, Exchange};
use hloom_exe::{HostCall, TensorSig};
use hloom_num::DType;
use hloom_num::scalar::{self, Scalar};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// A call, ready to be made by any process.
#[derive(Debug)]
pub(crate) struct Callee {
    call: Collective,
    name: String,
    /// Where each process meets which others; `None` for processes of no group.
    meetings: Vec<Option<Arc<Meeting>>>,
    /// Bytes of each operand that is exchanged.
    bytes: Vec<usize>,
    /// Of each result: bytes, and the byte that zeros of its type consist of.
    results: Vec<(usize, u8)>,
}

/// Who calls.
pub(crate) struct Caller<'a> {
    pub(crate) process: Option<&'a Process<'a>>,
    pub(crate) replica: u32,
    pub(crate) partition: u32,
    pub(crate) cancelled: &'a AtomicU32,
    pub(crate) device: &'a CpuDevice,
}

/// The processes that can wait for one another: of pairs, those that a chain of pairs connects.
fn groups(call: &Collective, processes: usize) -> Vec<Vec<u32>> {
    if call.exchange != Exchange::Permute {
        return call.groups.clone();
    }
    // The lowest number that a chain leads to, by process.
    let mut lowest: Vec<u32> = (0..processes as u32).collect();
    for _ in 0..processes {
        let before = lowest.clone();
        for pair in &call.groups {
            let low = lowest[pair[0] as usize].min(lowest[pair[1] as usize]);
            pair.iter().for_each(|&p| lowest[p as usize] = low);
        }
        if lowest == before {
            break;
        }
    }
    let paired = |p: u32| call.groups.iter().any(|pair| pair.contains(&p));
    let group = |low: u32| (0..processes as u32).filter(|&p| lowest[p as usize] == low && paired(p)).collect();
    (0..processes as u32).map(group).filter(|g: &Vec<u32>| !g.is_empty()).collect()
}

/// The byte that a zero consists of: not 0 where a type has no zero, but what conversion makes of it.
fn zero(dtype: DType) -> u8 {
    let mut bytes = [0; 16];
    scalar::write(dtype, Scalar::zero(dtype), &mut bytes[..dtype.byte_size()]);
    bytes[0]
}

impl Callee {
    /// The function of a host call; `None` if it is no call between processes.
    pub(crate) fn of(call: &HostCall) -> Option<Result<Callee, RtError>> {
        let size = |t: &TensorSig| t.bytes().unwrap_or(0) as usize;
        Some(match Collective::of(call)? {
            Err(message) => Err(RtError::HostFn { name: call.name.clone(), message }),
            Ok(collective) => {
                let mut meetings = vec![None; (collective.replicas * collective.partitions) as usize];
                for group in groups(&collective, meetings.len()) {
                    let meeting =
                        Arc::new(Meeting::new(&collective.op, collective.channel, &group, collective.data(call)));
                    group.iter().for_each(|&p| meetings[p as usize] = Some(meeting.clone()));
                }
                let bytes = collective.data(call).iter().map(size).collect();
                let results = call.results.iter().map(|t| (size(t), zero(t.dtype))).collect();
                Ok(Callee { name: collective.name(), call: collective, meetings, bytes, results })
            }
        })
    }

    /// Makes the call.
    ///
    /// # Safety
    /// `bufs` must point to the pointers of the operands, then of the results of the call, none of which overlaps a
    /// result.
    pub(crate) unsafe fn invoke(&self, caller: &Caller<'_>, bufs: *const *mut u8) -> Result<(), RtError> {
        let c = &self.call;
        let fail = |message: String| RtError::Collective { op: self.name.clone(), message };
        let given = caller.process.map_or((1, 1), |p| (p.grid.replicas(), p.grid.partitions()));
        if given != (c.replicas, c.partitions) {
            let (r, p) = given;
            let message = format!("the program is for {} by {} processes, not {r} by {p}", c.replicas, c.partitions);
            return Err(fail(message));
        }
        let operands = self.bytes.len() + usize::from(c.exchange == Exchange::BroadcastFrom);
        // SAFETY: the caller's promise.
        let result = |i: usize| unsafe { *bufs.add(operands + i) };
        if let Exchange::Replica | Exchange::Partition = c.exchange {
            let id = if c.exchange == Exchange::Replica { caller.replica } else { caller.partition };
            // SAFETY: the result is a u32, as was checked.
            unsafe { result(0).cast::<u32>().write_unaligned(id) };
            return Ok(());
        }
        let me = caller.replica * c.partitions + caller.partition;
        let zeros = || {
            for (i, &(n, zero)) in self.results.iter().enumerate() {
                // SAFETY: the result has that many bytes.
                unsafe { result(i).write_bytes(zero, n) };
            }
        };
        let Some(meeting) = &self.meetings[me as usize] else {
            if let Exchange::Gather | Exchange::Transpose = c.exchange {
                return Err(fail(format!("process ({}, {}) is in no group", caller.replica, caller.partition)));
            }
            zeros();
            return Ok(());
        };
        let group = meeting.group();
        let own = group.iter().position(|&p| p == me).unwrap_or(0);
        let mut sources = vec![0; self.bytes.len()];
        if c.exchange == Exchange::BroadcastFrom {
            for (i, source) in sources.iter_mut().enumerate() {
                // SAFETY: the last operand has one number for each of the others, as was checked.
                let root = unsafe { (*bufs.add(operands - 1)).cast::<i32>().add(i).read_unaligned() };
                *source = usize::try_from(root).ok().filter(|&r| r < group.len()).ok_or_else(|| {
                    fail(format!("collective_broadcast_c6: root {root} in a group of {}", group.len()))
                })?;
            }
        }
        let copy = |all: &[*const *mut u8]| {
            let from = |member: usize, i: usize, offset: usize, to: usize, n: usize| {
                // SAFETY: members show pointers to operands of the types that this one's have; results are as large as
                // was checked and overlap no operand.
                unsafe { caller.device.copy(result(i).add(to), (*all[member].add(i)).add(offset), n) };
            };
            for (i, &n) in self.bytes.iter().enumerate() {
                match c.exchange {
                    Exchange::Gather => (0..all.len()).for_each(|k| from(k, i, 0, k * n, n)),
                    Exchange::Transpose => {
                        let part = n / all.len();
                        (0..all.len()).for_each(|k| from(k, i, own * part, k * part, part));
                    }
                    Exchange::Permute => {
                        let source = c.groups.iter().find(|pair| pair[1] == me).map(|pair| pair[0]);
                        match source.and_then(|s| group.iter().position(|&p| p == s)) {
                            Some(source) => from(source, i, 0, 0, n),
                            None => zeros(),
                        }
                    }
                    _ => from(sources[i], i, 0, 0, n),
                }
            }
        };
        let Some(process) = caller.process else {
            copy(&[bufs]);
            return Ok(());
        };
        // SAFETY: the entry waits for this call; operands are not written to meanwhile. Copying within sizes that were
        // checked does not panic.
        let met = unsafe { process.meet(meeting, bufs, &self.name, caller.cancelled, copy) };
        met.map_err(|missed| match missed {
            Missed::Cancelled => RtError::Cancelled,
            Missed::Broken(reason) => fail(reason),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_of_equal_bytes() {
        for &dtype in DType::ALL {
            let mut bytes = [0; 16];
            scalar::write(dtype, Scalar::zero(dtype), &mut bytes[..dtype.byte_size()]);
            assert!(bytes[..dtype.byte_size()].iter().all(|&b| b == zero(dtype)), "{dtype}");
        }
    }

    #[test]
    fn pairs_that_meet() {
        let pairs = |groups: &[[u32; 2]]| {
            let call = Collective {
                exchange: Exchange::Permute,
                op: String::new(),
                place: None,
                channel: 0,
                replicas: 1,
                partitions: 6,
                groups: groups.iter().map(|p| p.to_vec()).collect(),
            };
            super::groups(&call, 6)
        };
        assert_eq!(pairs(&[]), Vec::<Vec<u32>>::new());
        assert_eq!(pairs(&[[0, 1], [1, 0]]), [vec![0, 1]]);
        assert_eq!(pairs(&[[4, 5], [5, 1], [0, 0], [3, 2]]), [vec![0], vec![1, 4, 5], vec![2, 3]]);
    }
}
