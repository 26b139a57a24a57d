//! Which part of a tensor each device has.

use hloom_ir::attrs::Reduction;

/// A tensor cut into equal parts, one or more devices for each.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tiling {
    /// Parts of each dimension, which the dimension's size is a multiple of.
    pub tiles: Vec<i64>,
    /// Devices that have the same part.
    pub copies: i64,
    /// How many of them are still to be combined, each with equals behind it in the list; 1: they all have the same values.
    pub partial: i64,
    /// How those combine.
    pub reduction: Reduction,
    /// Numbers of the devices (partition ids): row-major over the parts, then over the copies.
    pub devices: Vec<i64>,
}

impl Tiling {
    /// The whole tensor on each of `devices` devices.
    pub fn replicated(rank: usize, devices: i64) -> Tiling {
        Tiling {
            tiles: vec![1; rank],
            copies: devices,
            partial: 1,
            reduction: Reduction::Sum,
            devices: (0..devices).collect(),
        }
    }

    /// True if every device has the whole tensor.
    pub fn is_replicated(&self) -> bool {
        self.partial == 1 && self.tiles.iter().all(|&n| n == 1)
    }

    /// Sizes of a part of a tensor of these sizes.
    pub fn part_dims(&self, dims: &[i64]) -> Vec<i64> {
        dims.iter().zip(&self.tiles).map(|(d, n)| d / n).collect()
    }

    /// Where the part of a device begins in a tensor of these sizes; `None` for a device that has none.
    pub fn start(&self, device: i64, dims: &[i64]) -> Option<Vec<i64>> {
        let place = self.devices.iter().position(|&d| d == device)? as i64;
        let mut part = place / self.copies;
        let mut start: Vec<i64> = dims.to_vec();
        for (at, (&dim, &n)) in start.iter_mut().zip(dims.iter().zip(&self.tiles)).rev() {
            (*at, part) = (part % n * (dim / n), part / n);
        }
        Some(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        let t = Tiling {
            tiles: vec![2, 1, 2],
            copies: 2,
            partial: 1,
            reduction: Reduction::Sum,
            devices: vec![0, 1, 4, 5, 2, 3, 6, 7],
        };
        assert_eq!(t.part_dims(&[8, 3, 4]), [4, 3, 2]);
        assert_eq!(t.start(5, &[8, 3, 4]), Some(vec![0, 0, 2]));
        assert_eq!(t.start(2, &[8, 3, 4]), Some(vec![4, 0, 0]));
        assert_eq!(t.start(8, &[8, 3, 4]), None);
        assert_eq!(Tiling::replicated(0, 3).start(2, &[]), Some(vec![]));
    }
}
