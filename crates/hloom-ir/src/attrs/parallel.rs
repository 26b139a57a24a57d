//! Attributes of programs of several processes: groups, meshes, channels.

use super::scan::Scan;
use super::{AttrValue, int, keyword, required};
use hloom_mlir::{Attr, Str};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{DType, Literal};

/// Most devices of a mesh, and most ids of a list of groups.
const MAX_DEVICES: i64 = 1 << 20;

/// An attribute that is there or not, without a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flag(pub bool);

impl AttrValue for Flag {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match attr {
            None => Ok(Flag(false)),
            Some(Attr::Unit) => Ok(Flag(true)),
            Some(_) => Err("must have no value".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        self.0.then_some(Attr::Unit)
    }
}

/// A string that is empty where it is not given, and always written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Config(pub Str);

impl AttrValue for Config {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        if attr.is_none() { Ok(Config("".into())) } else { Str::from_attr(attr).map(Config) }
    }
    fn to_attr(&self) -> Option<Attr> {
        self.0.to_attr()
    }
}

/// Who is at the ends of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ChannelKind {
    Invalid,
    DeviceToDevice,
    DeviceToHost,
    HostToDevice,
}

/// `#stablehlo.channel_handle`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChannelHandle {
    /// The channel; 0 or less is none.
    pub handle: i64,
    /// `type`: a [`ChannelKind`] by number.
    pub kind: i64,
}

impl ChannelHandle {
    /// Who is at its ends.
    pub fn ends(&self) -> ChannelKind {
        match self.kind {
            1 => ChannelKind::DeviceToDevice,
            2 => ChannelKind::DeviceToHost,
            3 => ChannelKind::HostToDevice,
            _ => ChannelKind::Invalid,
        }
    }
}

impl AttrValue for ChannelHandle {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let mut s = Scan::new(keyword(required(attr)?, "channel_handle")?);
        let (mut handle, mut kind) = (None, None);
        loop {
            let slot = match s.word() {
                Some("handle") => &mut handle,
                Some("type") => &mut kind,
                _ => return Err(s.fail("handle or type")),
            };
            s.expect("=")?;
            *slot = Some(s.int()?);
            if !s.eat(",") {
                break;
            }
        }
        s.end()?;
        match (handle, kind) {
            (Some(handle), Some(kind)) => Ok(ChannelHandle { handle, kind }),
            _ => Err("must state handle and type".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        let body = format!("handle = {}, type = {}", self.handle, self.kind);
        Some(Attr::Dialect("stablehlo".into(), "channel_handle".into(), body.into()))
    }
}

/// A tensor constant of `i64`: ids of processes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ids(pub Literal);

impl Ids {
    /// Ids in that many rows of equal length.
    pub fn in_rows(ids: &[i64], rows: usize) -> Ids {
        let shape = [rows as i64, (ids.len() / rows.max(1)) as i64];
        let bytes: Vec<u8> = ids.iter().flat_map(|id| id.to_le_bytes()).collect();
        Ids(Literal::new(DType::I64, &shape, bytes).expect("invariant: rows of equal length"))
    }

    /// The ids, row by row; `None` if it is no matrix. Without columns there are no ids, and no rows.
    pub fn rows(&self) -> Option<Vec<Vec<i64>>> {
        let &[rows, columns] = self.0.shape() else { return None };
        let at = |i: usize| match scalar::read(DType::I64, self.0.element_bytes(i)) {
            Scalar::Int(v) => v,
            _ => 0,
        };
        let (rows, columns) = (rows as usize, columns as usize);
        let rows = if columns == 0 { 0 } else { rows };
        Some((0..rows).map(|r| (0..columns).map(|c| at(r * columns + c)).collect()).collect())
    }
}

impl AttrValue for Ids {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let value = Literal::from_attr(attr)?;
        if value.dtype() != DType::I64 {
            return Err(format!("must hold i64, not {}", value.dtype()));
        }
        if value.shape().iter().try_fold(1i64, |n, &d| n.checked_mul(d)).is_none_or(|n| n > MAX_DEVICES) {
            return Err(format!("has more than {MAX_DEVICES} elements"));
        }
        Ok(Ids(value))
    }
    fn to_attr(&self) -> Option<Attr> {
        self.0.to_attr()
    }
}

/// `replica_groups`: lists of ids, or axes of a mesh.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ReplicaGroups {
    /// One row a group; -1 pads rows of different length.
    Dense(Ids),
    /// The devices that differ in these axes only.
    Axes(Box<MeshAxes>),
}

impl AttrValue for ReplicaGroups {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match required(attr)? {
            Attr::Dense(_) => Ids::from_attr(attr).map(ReplicaGroups::Dense),
            _ => MeshAxes::from_attr(attr).map(|m| ReplicaGroups::Axes(Box::new(m))),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        match self {
            ReplicaGroups::Dense(ids) => ids.to_attr(),
            ReplicaGroups::Axes(axes) => axes.to_attr(),
        }
    }
}

impl ReplicaGroups {
    /// The groups, padding removed. `mesh` finds a mesh by name.
    ///
    /// # Errors
    /// What is wrong with them, as a phrase.
    pub fn groups(&self, mesh: &dyn Fn(&str) -> Option<Mesh>) -> Result<Vec<Vec<i64>>, String> {
        match self {
            ReplicaGroups::Dense(ids) => {
                let rows = ids.rows().ok_or("replica_groups must be a matrix")?;
                Ok(rows.into_iter().map(|r| r.into_iter().filter(|&id| id != -1).collect()).collect())
            }
            ReplicaGroups::Axes(axes) => {
                let refs: Vec<AxisRef> = axes
                    .axes
                    .iter()
                    .map(|a| match a {
                        Axis::Ref(r) => Ok(r.clone()),
                        Axis::Other(text) => Err(format!("'{text}' is no axis of a mesh")),
                    })
                    .collect::<Result<_, _>>()?;
                match &axes.mesh {
                    MeshRef::Inline(m) => m.groups(&refs),
                    MeshRef::Symbol(name) => {
                        mesh(name).ok_or_else(|| format!("there is no mesh @{name}"))?.groups(&refs)
                    }
                }
            }
        }
    }
}

/// `#stablehlo.replica_group_mesh_axes`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MeshAxes {
    /// The mesh.
    pub mesh: MeshRef,
    /// Axes, major first.
    pub axes: Vec<Axis>,
}

/// A mesh by name or by itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MeshRef {
    /// `@name`.
    Symbol(Str),
    /// `#stablehlo.mesh<…>`.
    Inline(Mesh),
}

/// What a list of axes may hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// An axis.
    Ref(AxisRef),
    /// Something else, which a named mesh is allowed to understand and this one does not.
    Other(Str),
}

/// An axis of a mesh, or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AxisRef {
    /// Name of the axis.
    pub name: Str,
    /// Of a part: product of the sizes of the parts before it, and its size.
    pub sub_axis: Option<(i64, i64)>,
}

/// A named grid of devices.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mesh {
    /// Names and sizes, major first.
    pub axes: Vec<(Str, i64)>,
    /// Device at each position in row-major order; 0, 1, … if not given.
    pub device_ids: Option<Vec<i64>>,
}

impl Mesh {
    /// From `{axes = [{name = "x", size = 2 : i64}], device_ids = dense<…>}`.
    pub(crate) fn from_dict(attr: &Attr) -> Result<Mesh, String> {
        let get = |a: &Attr, name: &str| match a {
            Attr::Dict(pairs) => pairs.iter().find(|(n, _)| &**n == name).map(|(_, a)| a.clone()),
            _ => None,
        };
        let Some(Attr::Array(items)) = get(attr, "axes") else { return Err("must be a dictionary with axes".into()) };
        let axis = |a: &Attr| match (get(a, "name"), get(a, "size")) {
            (Some(Attr::String(name)), Some(size)) => Ok((name, int(&size)?)),
            _ => Err("has an axis without name or size".to_string()),
        };
        let axes = items.iter().map(axis).collect::<Result<_, _>>()?;
        let device_ids = match get(attr, "device_ids") {
            Some(Attr::Dense(d)) => Some(super::dense_ints(&d)?.1),
            Some(_) => return Err("has device_ids that are no tensor".into()),
            None => None,
        };
        Ok(Mesh { axes, device_ids })
    }

    /// Number of devices; `None` if it is absurd.
    pub fn num_devices(&self) -> Option<i64> {
        let product = self.axes.iter().try_fold(1i64, |n, (_, size)| n.checked_mul(*size).filter(|_| *size > 0));
        product.filter(|&n| n <= MAX_DEVICES)
    }

    /// Devices that differ in `axes` only, groups in the order of the other axes.
    ///
    /// # Errors
    /// What is wrong with mesh or axes, as a phrase.
    pub fn groups(&self, axes: &[AxisRef]) -> Result<Vec<Vec<i64>>, String> {
        let total = self.num_devices().ok_or("the mesh has no or too many devices")?;
        let id = |i: i64| self.device_ids.as_ref().map_or(Some(i), |ids| ids.get(i as usize).copied());
        if self.device_ids.as_ref().is_some_and(|ids| ids.len() as i64 != total) {
            return Err(format!("the mesh has {total} positions and not as many device ids"));
        }
        // Size and stride, in positions, of each grouped axis in its order and of what is left of each axis.
        let (mut grouped, mut others) = (vec![(0i64, 0i64); axes.len()], Vec::new());
        let mut stride = total;
        for (name, size) in &self.axes {
            stride /= size;
            let mut parts: Vec<(i64, i64, usize)> = axes
                .iter()
                .enumerate()
                .filter(|(_, a)| a.name == *name)
                .map(|(k, a)| a.sub_axis.map_or((1, *size, k), |(pre, part)| (pre, part, k)))
                .collect();
            parts.sort_unstable();
            let mut done = 1;
            let mut rest = |from: i64, to: i64| {
                if to > from {
                    others.push((to / from, stride * (size / to)));
                }
            };
            for (pre, part, k) in parts {
                let end = pre.checked_mul(part).filter(|_| pre >= done && part > 0 && pre % done == 0);
                let end =
                    end.filter(|e| size % e == 0).ok_or_else(|| format!("axis '{name}' is not split like that"))?;
                rest(done, pre);
                grouped[k] = (part, stride * (size / end));
                done = end;
            }
            rest(done, *size);
        }
        if let Some(k) = grouped.iter().position(|g| g.0 == 0) {
            return Err(format!("axis '{}' is not in the mesh", axes[k].name));
        }
        let positions = |parts: &[(i64, i64)]| {
            parts.iter().fold(vec![0i64], |ps, &(size, stride)| {
                ps.iter().flat_map(|p| (0..size).map(move |i| p + i * stride)).collect()
            })
        };
        let within = positions(&grouped);
        let group = |p: i64| within.iter().map(|w| id(p + w)).collect::<Option<Vec<i64>>>();
        positions(&others)
            .into_iter()
            .map(group)
            .collect::<Option<_>>()
            .ok_or_else(|| "the mesh lacks device ids".into())
    }
}

/// `#stablehlo.mnemonic<` or `<`, and what is within.
fn structure<T>(
    s: &mut Scan<'_>,
    mnemonic: &str,
    body: impl FnOnce(&mut Scan<'_>) -> Result<T, String>,
) -> Result<T, String> {
    if s.eat("#") && s.word() != Some(&format!("stablehlo.{mnemonic}")) {
        return Err(s.fail(&format!("#stablehlo.{mnemonic}")));
    }
    s.expect("<")?;
    let value = body(s)?;
    s.expect(">")?;
    Ok(value)
}

/// Key of `key = value`.
fn key(s: &mut Scan<'_>, name: &str) -> Result<(), String> {
    if !s.eat_word(name) {
        return Err(s.fail(name));
    }
    s.expect("=")
}

fn axis_ref(s: &mut Scan<'_>) -> Result<AxisRef, String> {
    key(s, "name")?;
    let name: Str = s.string()?.into();
    let mut sub_axis = None;
    if s.eat(",") {
        key(s, "sub_axis_info")?;
        if s.eat("#") && s.word() != Some("stablehlo.sub_axis_info") {
            return Err(s.fail("#stablehlo.sub_axis_info"));
        }
        let angled = s.eat("<");
        s.expect("(")?;
        let pre = s.int()?;
        s.expect(")")?;
        sub_axis = Some((pre, s.int()?));
        if angled {
            s.expect(">")?;
        }
    }
    Ok(AxisRef { name, sub_axis })
}

fn mesh(s: &mut Scan<'_>) -> Result<Mesh, String> {
    key(s, "axes")?;
    s.expect("[")?;
    let axes = s.list("]", |s| {
        structure(s, "mesh_axis", |s| {
            key(s, "name")?;
            let name = s.string()?;
            s.expect(",")?;
            key(s, "size")?;
            Ok((name.into(), s.int()?))
        })
    })?;
    let mut device_ids = None;
    if s.eat(",") {
        key(s, "device_ids")?;
        device_ids = Some(dense_ids(s)?);
    }
    Ok(Mesh { axes, device_ids })
}

/// `dense<[0, 1]> : tensor<2xi64>`.
fn dense_ids(s: &mut Scan<'_>) -> Result<Vec<i64>, String> {
    if !s.eat_word("dense") {
        return Err(s.fail("dense"));
    }
    s.expect("<")?;
    let splat = !s.at("[") && !s.at(">");
    let ids = if s.eat("[") {
        s.list("]", Scan::int)?
    } else if splat {
        vec![s.int()?]
    } else {
        Vec::new()
    };
    s.expect(">")?;
    s.expect(":")?;
    if !s.eat_word("tensor") {
        return Err(s.fail("tensor"));
    }
    s.expect("<")?;
    let count = s.int()?;
    if s.word() != Some("xi64") {
        return Err(s.fail("xi64"));
    }
    s.expect(">")?;
    match usize::try_from(count) {
        Ok(n) if splat && count <= MAX_DEVICES => Ok(vec![ids[0]; n]),
        Ok(n) if n == ids.len() => Ok(ids),
        _ => Err(format!("has {} device ids of type tensor<{count}xi64>", ids.len())),
    }
}

impl AttrValue for MeshAxes {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let mut s = Scan::new(keyword(required(attr)?, "replica_group_mesh_axes")?);
        key(&mut s, "mesh")?;
        let mesh = if s.eat("@") {
            let quoted = s.at("\"");
            let name = if quoted { s.string()? } else { s.word().ok_or_else(|| s.fail("a symbol"))?.to_owned() };
            MeshRef::Symbol(name.into())
        } else {
            MeshRef::Inline(structure(&mut s, "mesh", mesh)?)
        };
        s.expect(",")?;
        key(&mut s, "axes")?;
        s.expect("[")?;
        let axes = s.list("]", |s| {
            if s.at("#stablehlo.axis_ref") {
                structure(s, "axis_ref", axis_ref).map(Axis::Ref)
            } else {
                Ok(Axis::Other(s.item().into()))
            }
        })?;
        s.end()?;
        if let MeshRef::Inline(m) = &mesh {
            for axis in &axes {
                match axis {
                    Axis::Ref(a) if m.axes.iter().any(|(n, _)| *n == a.name) => {}
                    Axis::Ref(a) => return Err(format!("names axis '{}', which the mesh does not have", a.name)),
                    Axis::Other(text) => return Err(format!("has '{text}' where an axis was expected")),
                }
            }
        }
        Ok(MeshAxes { mesh, axes })
    }

    fn to_attr(&self) -> Option<Attr> {
        let axis = |a: &Axis| match a {
            Axis::Other(text) => text.to_string(),
            Axis::Ref(AxisRef { name, sub_axis: None }) => format!("#stablehlo.axis_ref<name = {name:?}>"),
            Axis::Ref(AxisRef { name, sub_axis: Some((pre, size)) }) => {
                format!("#stablehlo.axis_ref<name = {name:?}, sub_axis_info = ({pre}){size}>")
            }
        };
        let axes: Vec<String> = self.axes.iter().map(axis).collect();
        let body = format!("mesh = {}, axes = [{}]", mesh_text(&self.mesh), axes.join(", "));
        Some(Attr::Dialect("stablehlo".into(), "replica_group_mesh_axes".into(), body.into()))
    }
}

fn mesh_text(mesh: &MeshRef) -> String {
    match mesh {
        MeshRef::Symbol(name) if is_plain(name) => format!("@{name}"),
        MeshRef::Symbol(name) => format!("@{name:?}"),
        MeshRef::Inline(m) => {
            let axes: Vec<String> = m.axes.iter().map(|(n, size)| format!("<name = {n:?}, size = {size}>")).collect();
            let ids = m.device_ids.as_ref().map_or(String::new(), |ids| {
                let all = match &ids[..] {
                    [] => String::new(),
                    [first, rest @ ..] if rest.iter().all(|i| i == first) => first.to_string(),
                    _ => format!("{ids:?}"),
                };
                format!(", device_ids=dense<{all}> : tensor<{}xi64>", ids.len())
            });
            format!("#stablehlo.mesh<axes=[{}]{ids}>", axes.join(", "))
        }
    }
}

/// True if a symbol needs no quotes.
pub(crate) fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
}
