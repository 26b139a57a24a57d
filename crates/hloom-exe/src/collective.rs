//! Calls between the processes of a grid: what [`HostCall::config`] holds for them.
//!
//! All bytes of a call are copied as they are: the compiler brings what processes exchange to the front of a tensor and
//! combines what it got.

use crate::{HostCall, TensorSig};
use serde::{Deserialize, Serialize};

/// The name of such calls.
pub const NAME: &str = "hloom.collective";

/// What a call says besides its tensors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collective {
    /// What is exchanged.
    pub exchange: Exchange,
    /// Name of the op; processes meet in ops of one name.
    pub op: String,
    /// Where it stands in the program, `file:line:column`.
    pub place: Option<String>,
    /// Channel; 0: none.
    pub channel: i64,
    /// Replicas of the grid that the program is for.
    pub replicas: u32,
    /// Partitions of the grid that the program is for.
    pub partitions: u32,
    /// Groups of processes, which are numbered replica by replica; of [`Exchange::Permute`] pairs of source and target.
    pub groups: Vec<Vec<u32>>,
}

/// What processes exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exchange {
    /// Result `i` is operand `i` of all of the group, one after the other.
    Gather,
    /// Result `i` is each one's part of operand `i` for this process, one after the other.
    Transpose,
    /// Result `i` is operand `i` of the group's first, zeros outside of the groups.
    Broadcast,
    /// As [`Exchange::Broadcast`]; element `i` of the last operand, of i32, is the place in the group of who gives
    /// operand `i`.
    BroadcastFrom,
    /// The result is the operand of the source that is paired with this process, or zeros.
    Permute,
    /// The result, a u32, is the number of this process's replica. Nothing is exchanged.
    Replica,
    /// The result, a u32, is the number of this process's partition. Nothing is exchanged.
    Partition,
}

impl Collective {
    /// As a host call's configuration.
    pub fn to_config(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("lists and numbers can be written")
    }

    /// What a host call says; `None` if it is no call between processes.
    ///
    /// # Errors
    /// A configuration that is not one, or does not fit the call's tensors.
    pub fn of(call: &HostCall) -> Option<Result<Collective, String>> {
        (call.name == NAME).then(|| {
            let c: Collective = serde_json::from_slice(&call.config).map_err(|e| e.to_string())?;
            c.check(call).map_err(|what| format!("{}: {what}", c.op)).map(|()| c)
        })
    }

    /// The op and where it stands.
    pub fn name(&self) -> String {
        match &self.place {
            Some(place) => format!("{} at {place}", self.op),
            None => self.op.clone(),
        }
    }

    /// Operands that are exchanged: all, or all but the roots.
    pub fn data<'a>(&self, call: &'a HostCall) -> &'a [TensorSig] {
        match self.exchange {
            Exchange::BroadcastFrom => call.operands.split_last().map_or(&[], |(_, data)| data),
            _ => &call.operands,
        }
    }

    fn check(&self, call: &HostCall) -> Result<(), &'static str> {
        let bytes = |t: &TensorSig| t.bytes().unwrap_or(0);
        let data = self.data(call);
        let count = u64::from(self.replicas) * u64::from(self.partitions);
        if self.groups.iter().flatten().any(|&p| u64::from(p) >= count) {
            return Err("a group with a process that does not exist");
        }
        let mut members: Vec<u32> = self.groups.iter().flatten().copied().collect();
        members.sort_unstable();
        let size = self.groups.first().map_or(0, Vec::len) as u64;
        let even = size > 0 && self.groups.iter().all(|g| g.len() as u64 == size);
        let twice = members.windows(2).any(|w| w[0] == w[1]);
        let grows = |n: u64| data.iter().zip(&call.results).all(|(o, r)| Some(bytes(r)) == bytes(o).checked_mul(n));
        let sound = match self.exchange {
            Exchange::Replica | Exchange::Partition => {
                return match &call.results[..] {
                    [id] if bytes(id) == 4 && data.is_empty() => Ok(()),
                    _ => Err("an id of another type"),
                };
            }
            Exchange::Gather => even && !twice && grows(size),
            Exchange::Transpose => even && !twice && grows(1) && data.iter().all(|o| bytes(o) % size == 0),
            Exchange::Broadcast => self.groups.iter().all(|g| !g.is_empty()) && !twice && grows(1),
            Exchange::BroadcastFrom => {
                let roots = call.operands.last().map_or(0, bytes);
                !twice && grows(1) && roots == 4 * data.len() as u64
            }
            Exchange::Permute => {
                let mut targets: Vec<u32> = self.groups.iter().filter_map(|g| g.get(1).copied()).collect();
                targets.sort_unstable();
                (self.groups.is_empty() || even && size == 2) && grows(1) && targets.windows(2).all(|w| w[0] != w[1])
            }
        };
        if sound && data.len() == call.results.len() { Ok(()) } else { Err("groups that do not fit the tensors") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_num::DType;

    fn call(exchange: Exchange, groups: &[&[u32]], operands: &[i64], results: &[i64]) -> HostCall {
        let config = Collective {
            exchange,
            op: "op".into(),
            place: Some("f:1:2".into()),
            channel: 1,
            replicas: 2,
            partitions: 2,
            groups: groups.iter().map(|g| g.to_vec()).collect(),
        };
        let sig = |n: &i64| TensorSig { dtype: DType::U8, dims: vec![*n] };
        HostCall {
            name: NAME.into(),
            config: config.to_config(),
            operands: operands.iter().map(sig).collect(),
            results: results.iter().map(sig).collect(),
        }
    }

    #[test]
    fn calls_are_checked() {
        use Exchange::*;
        let sound = |c: HostCall| Collective::of(&c).expect("a collective").is_ok();
        let pairs: &[&[u32]] = &[&[0, 1], &[2, 3]];
        assert!(sound(call(Gather, pairs, &[3, 0], &[6, 0])));
        assert!(!sound(call(Gather, pairs, &[3], &[3])));
        assert!(!sound(call(Gather, &[&[0, 1], &[2]], &[3], &[6])));
        assert!(!sound(call(Gather, &[&[0, 4]], &[3], &[6])));
        assert!(!sound(call(Gather, &[&[0, 0]], &[3], &[6])));
        assert!(sound(call(Transpose, pairs, &[4], &[4])) && !sound(call(Transpose, pairs, &[3], &[3])));
        assert!(!sound(call(Transpose, &[], &[4], &[4])));
        assert!(sound(call(Broadcast, &[&[1]], &[4, 5], &[4, 5])) && !sound(call(Broadcast, &[&[]], &[4], &[4])));
        assert!(sound(call(BroadcastFrom, pairs, &[9, 4], &[9])) && !sound(call(BroadcastFrom, pairs, &[4], &[])));
        assert!(sound(call(Permute, &[&[0, 1], &[1, 0]], &[4], &[4])) && sound(call(Permute, &[], &[4], &[4])));
        assert!(!sound(call(Permute, &[&[0, 1], &[2, 1]], &[4], &[4])));
        assert!(sound(call(Replica, &[], &[], &[4])) && !sound(call(Partition, &[], &[], &[2])));
        let other = HostCall { name: "other".into(), ..call(Gather, pairs, &[3], &[6]) };
        assert!(Collective::of(&other).is_none());
        let damaged = HostCall { config: b"x".to_vec(), ..call(Gather, pairs, &[3], &[6]) };
        assert!(Collective::of(&damaged).is_some_and(|c| c.is_err()));
    }
}
