//! Use-list orders: in which order MLIR keeps the uses of a value.
//!
//! The order has no meaning for a program, but MLIR's writer records it wherever it is not the natural one (the last use
//! first), so bytes can only be the same if it is known.

use super::payload::put_varint;
use super::{Cursor, Result};
use crate::RawValue;
use rustc_hash::FxHashMap;

/// The order of the uses of one value as the container stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseOrder {
    /// The numbers are pairs of place and index, for the indices that are not in place.
    pairs: bool,
    numbers: Box<[u32]>,
}

impl UseOrder {
    /// The order that `places` says: the place in the list of each use, where uses are counted from the last. `None`
    /// if this is the natural order.
    pub fn new(places: &[u32]) -> Option<UseOrder> {
        let moved = || places.iter().enumerate().filter(|(i, p)| *i != **p as usize);
        let n = moved().count();
        if n == 0 {
            return None;
        }
        let pairs = n < places.len() / 2;
        let numbers = if pairs { moved().flat_map(|(i, &p)| [p, i as u32]).collect() } else { places.into() };
        Some(UseOrder { pairs, numbers })
    }

    fn write(&self, out: &mut Vec<u8>) {
        put_varint(out, (self.numbers.len() as u64) << 1 | u64::from(self.pairs));
        self.numbers.iter().for_each(|&n| put_varint(out, n.into()));
    }
}

/// The values whose uses are not in their natural order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UseOrders(pub FxHashMap<RawValue, UseOrder>);

impl UseOrders {
    /// Writes the orders of the results of an op or the arguments of a block; false if there is nothing to write.
    pub(super) fn write(&self, values: impl ExactSizeIterator<Item = RawValue>, out: &mut Vec<u8>) -> bool {
        let single = values.len() == 1;
        let found: Vec<_> = values.enumerate().filter_map(|(i, v)| Some((i, self.0.get(&v)?))).collect();
        if found.is_empty() {
            return false;
        }
        if !single {
            put_varint(out, found.len() as u64);
        }
        for (i, order) in found {
            if !single {
                put_varint(out, i as u64);
            }
            order.write(out);
        }
        true
    }
}

/// Reads the orders of `values` results or block arguments, by index.
pub(super) fn read(c: &mut Cursor<'_>, values: usize) -> Result<Vec<(usize, UseOrder)>> {
    let n = if values == 1 { 1 } else { c.count()? };
    let mut orders = Vec::with_capacity(n);
    for _ in 0..n {
        let value = if values == 1 { 0 } else { c.varint()? };
        let value = usize::try_from(value).ok().filter(|v| *v < values);
        let value = value.ok_or_else(|| c.error("the order of the uses of no value"))?;
        let (count, pairs) = c.varint_flag()?;
        let number = |c: &mut Cursor<'_>| {
            u32::try_from(c.varint()?).map_err(|_| c.error("the order of uses has a number that is too large"))
        };
        let numbers = (0..c.check_count(count)?).map(|_| number(c)).collect::<Result<_>>()?;
        orders.push((value, UseOrder { pairs, numbers }));
    }
    Ok(orders)
}
