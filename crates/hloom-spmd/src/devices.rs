//! The devices of a program as a grid whose axes all its meshes are made of.
//!
//! Meshes of one program may differ in names and shape, and shardings may name parts of axes. Every one of them is a
//! product of *axes* here: the coarsest grid of which all are made. So two shardings over different meshes can be
//! compared, and a part of an axis is an axis like any other.

use crate::Tiling;
use hloom_ir::attrs::{AxisRef, Mesh, MeshRef, Reduction, Sharding};
use hloom_ir::{Module, Op, OpId};
use hloom_num::BinaryOp;

/// Number of an axis of [`Devices`], major first.
pub(crate) type Axis = u8;

/// How a tensor is cut: the axes that split each dimension, major first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Spec(pub(crate) Vec<Vec<Axis>>);

impl Spec {
    /// A tensor that every device has whole.
    pub(crate) fn whole(rank: usize) -> Spec {
        Spec(vec![Vec::new(); rank])
    }
    /// True if a device that has its part by this spec has its part by the other.
    pub(crate) fn holds(&self, other: &Spec) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, others)| others.starts_with(mine))
    }
    /// All axes.
    pub(crate) fn axes(&self) -> impl Iterator<Item = Axis> + '_ {
        self.0.iter().flatten().copied()
    }
}

/// Axes whose devices have values that are still to be combined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Partial {
    pub(crate) axes: Vec<Axis>,
    pub(crate) by: BinaryOp,
}

impl Default for Partial {
    fn default() -> Partial {
        Partial { axes: Vec::new(), by: BinaryOp::Add }
    }
}

/// How a value is cut, what of it is still to be combined, and in which order devices have its parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Part {
    pub(crate) spec: Spec,
    pub(crate) partial: Partial,
    pub(crate) order: usize,
}

/// The devices.
#[derive(Clone, Debug)]
pub(crate) struct Devices {
    /// Size of each axis, major first.
    sizes: Vec<i64>,
    /// Number of devices between neighbours along each axis.
    strides: Vec<i64>,
    /// The partitions at the positions of the grid, in every order that a mesh has them in. Programs are cut in the first.
    orders: Vec<Vec<i64>>,
}

impl Devices {
    /// The grid of `n` devices for all meshes and shardings of a module.
    ///
    /// # Errors
    /// Meshes that no grid is common to, as a phrase.
    pub(crate) fn of(module: &Module, n: i64) -> Result<Devices, String> {
        let shardings = stated(module);
        let mut orders: Vec<Vec<i64>> = Vec::new();
        let mut cuts = vec![1, n];
        let inline = shardings.iter().filter_map(|s| match &s.mesh {
            MeshRef::Inline(m) => Some(m.clone()),
            MeshRef::Symbol(_) => None,
        });
        let named = module.meshes.iter().filter_map(|m| m.mesh().ok());
        for mesh in named.chain(inline).filter(|m| !m.axes.is_empty()) {
            let total = mesh.num_devices().unwrap_or(0);
            if total == 1 {
                continue;
            }
            if total != n {
                return Err(format!("a mesh of {total} devices in a program for {n}"));
            }
            let ids = mesh.device_ids.clone().unwrap_or_else(|| (0..n).collect());
            if !orders.contains(&ids) {
                orders.push(ids);
            }
            let mut stride = n;
            for (_, size) in &mesh.axes {
                stride /= size;
                cuts.push(stride);
            }
        }
        for s in &shardings {
            let Some(mesh) = module.mesh_of(&s.mesh) else { continue };
            for axis in s.axes() {
                cuts.extend(<[i64; 2]>::from(span(&mesh, axis).ok_or("an axis that is not in the mesh")?));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        if cuts.windows(2).any(|w| w[1] % w[0] != 0) {
            return Err("meshes whose axes do not split into common ones".into());
        }
        let pairs: Vec<(i64, i64)> = cuts.windows(2).rev().map(|w| (w[1] / w[0], w[0])).collect();
        let (sizes, strides) = pairs.into_iter().unzip();
        if orders.is_empty() {
            orders.push((0..n).collect());
        }
        Ok(Devices { sizes, strides, orders })
    }

    /// Devices there are.
    pub(crate) fn count(&self) -> i64 {
        self.orders[0].len() as i64
    }

    /// The number of the order in which a sharding's mesh has the devices.
    pub(crate) fn order(&self, module: &Module, s: &Sharding) -> usize {
        let mesh = module.mesh_of(&s.mesh).filter(|m| m.num_devices() == Some(self.count()) && !m.axes.is_empty());
        let ids = mesh.map(|m| m.device_ids.unwrap_or_else(|| (0..self.count()).collect()));
        ids.and_then(|ids| self.orders.iter().position(|o| *o == ids)).unwrap_or(0)
    }

    /// From which partition to which a value goes that has one order and is to have another.
    pub(crate) fn moves(&self, from: usize, to: usize) -> Vec<(i64, i64)> {
        self.orders[from].iter().copied().zip(self.orders[to].iter().copied()).collect()
    }

    /// Parts that some axes make.
    pub(crate) fn parts(&self, axes: &[Axis]) -> i64 {
        axes.iter().map(|&a| self.sizes[a as usize]).product()
    }

    /// Sizes of a part of a tensor of these sizes.
    pub(crate) fn part_dims(&self, dims: &[i64], spec: &Spec) -> Vec<i64> {
        dims.iter().zip(&spec.0).map(|(d, axes)| d / self.parts(axes)).collect()
    }

    /// The axes that an axis of a mesh is made of.
    fn axes_of(&self, mesh: &Mesh, axis: &AxisRef) -> Option<Vec<Axis>> {
        let (low, high) = span(mesh, axis)?;
        let inside = |&a: &usize| low <= self.strides[a] && self.strides[a] < high;
        Some((0..self.sizes.len()).filter(inside).map(|a| a as Axis).collect())
    }

    /// The axes that some axes of a mesh are made of.
    pub(crate) fn list(&self, mesh: &Mesh, axes: &[AxisRef]) -> Result<Vec<Axis>, String> {
        let each = axes.iter().map(|a| self.axes_of(mesh, a).ok_or_else(|| format!("there is no axis '{}'", a.name)));
        Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// What each axis says of a sharding's dimensions.
    pub(crate) fn spec(&self, module: &Module, s: &Sharding) -> Result<Spec, String> {
        let Some(mesh) = module.mesh_of(&s.mesh) else { return Err("there is no such mesh".into()) };
        s.dims.iter().map(|d| self.list(&mesh, &d.axes)).collect::<Result<_, _>>().map(Spec)
    }

    /// What a sharding says is still to be combined.
    pub(crate) fn partial(&self, module: &Module, s: &Sharding) -> Result<Partial, String> {
        let Some(mesh) = module.mesh_of(&s.mesh) else { return Err("there is no such mesh".into()) };
        let by = match s.reduction {
            Reduction::Sum => BinaryOp::Add,
            Reduction::Max => BinaryOp::Maximum,
            Reduction::Min => BinaryOp::Minimum,
        };
        Ok(Partial { axes: self.list(&mesh, &s.unreduced)?, by })
    }

    /// Where along `axes`, taken as one, each partition is.
    pub(crate) fn positions(&self, axes: &[Axis]) -> Vec<i64> {
        self.positions_in(0, axes)
    }

    fn positions_in(&self, order: usize, axes: &[Axis]) -> Vec<i64> {
        let mut out = vec![0; self.orders[order].len()];
        for (at, &partition) in self.orders[order].iter().enumerate() {
            out[partition as usize] = axes.iter().fold(0, |n, &a| {
                let (size, stride) = (self.sizes[a as usize], self.strides[a as usize]);
                n * size + at as i64 / stride % size
            });
        }
        out
    }

    /// The partitions that differ in `axes` only, each group in the order of its positions along them.
    pub(crate) fn groups(&self, axes: &[Axis]) -> Vec<Vec<i64>> {
        let rest: Vec<Axis> = (0..self.sizes.len() as Axis).filter(|a| !axes.contains(a)).collect();
        let (inner, outer) = (self.positions(axes), self.positions(&rest));
        let mut groups = vec![vec![0; self.parts(axes) as usize]; self.parts(&rest) as usize];
        for p in 0..inner.len() {
            groups[outer[p] as usize][inner[p] as usize] = p as i64;
        }
        groups
    }

    /// How a tensor is cut that is as `part` says.
    pub(crate) fn tiling(&self, part: &Part) -> Tiling {
        let tiles: Vec<i64> = part.spec.0.iter().map(|axes| self.parts(axes)).collect();
        let cut: Vec<Axis> = part.spec.axes().collect();
        let summed = &part.partial.axes;
        let rest = (0..self.sizes.len() as Axis).filter(|a| !cut.contains(a) && !summed.contains(a)).collect();
        let all = [cut, summed.clone(), rest].concat();
        let mut devices = vec![0; self.count() as usize];
        for (partition, place) in self.positions_in(part.order, &all).into_iter().enumerate() {
            devices[place as usize] = partition as i64;
        }
        let copies = self.count() / tiles.iter().product::<i64>();
        let reduction = match part.partial.by {
            BinaryOp::Maximum => Reduction::Max,
            BinaryOp::Minimum => Reduction::Min,
            _ => Reduction::Sum,
        };
        Tiling { tiles, copies, partial: self.parts(summed), reduction, devices }
    }
}

/// Devices between neighbours along an axis of a mesh, and devices along all of it times that.
fn span(mesh: &Mesh, axis: &AxisRef) -> Option<(i64, i64)> {
    let at = mesh.axes.iter().position(|(name, _)| *name == axis.name)?;
    let stride: i64 = mesh.axes[at + 1..].iter().map(|(_, size)| size).product();
    let size = mesh.axes[at].1;
    let (pre, part) = axis.sub_axis.unwrap_or((1, size));
    let high = stride * size / pre;
    Some((high / part, high))
}

/// All shardings that a function states, its header's included.
fn stated(module: &Module) -> Vec<Sharding> {
    let mut all = Vec::new();
    for f in &module.funcs {
        all.extend(f.param_attrs.iter().chain(&f.result_attrs).filter_map(|attrs| crate::sharding_in(attrs)));
        for i in 0..f.graph.num_ops() {
            let d = f.graph.op(OpId(i as u32));
            match &d.op {
                Op::SdyShardingConstraint { sharding } | Op::SdyReshard { sharding } => all.push(sharding.clone()),
                Op::SdyDataFlowEdge { sharding } => all.extend(sharding.clone()),
                Op::SdyManualComputation { in_shardings, out_shardings, .. } => {
                    all.extend(in_shardings.0.iter().chain(&out_shardings.0).cloned());
                }
                op => all.extend(op.out_sharding().cloned()),
            }
            all.extend(crate::shardings_of(d).into_iter().flat_map(|s| s.0));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn devices() -> Devices {
        Devices { sizes: vec![2, 3, 2], strides: vec![6, 2, 1], orders: vec![(0..12).collect()] }
    }

    #[test]
    fn groups_differ_in_their_axes() {
        assert_eq!(devices().groups(&[2, 0])[1], [2, 8, 3, 9]);
        assert_eq!(devices().groups(&[])[5], [5]);
        assert_eq!(devices().positions(&[1])[..7], [0, 0, 1, 1, 2, 2, 0]);
    }

    #[test]
    fn tilings() {
        let part = Part { spec: Spec(vec![vec![2], vec![], vec![0]]), ..Part::default() };
        let t = devices().tiling(&part);
        assert_eq!((t.tiles.clone(), t.copies), (vec![2, 1, 2], 3));
        assert_eq!(t.devices, [0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11]);
        assert_eq!(t.start(7, &[4, 5, 6]), Some(vec![2, 0, 3]));
    }
}
