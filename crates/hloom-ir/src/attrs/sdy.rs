//! Shardy's attributes: meshes, shardings, lists of axes.
//!
//! They are kept as structure, so that what is read from any form prints in the one way that Shardy prints it.

use super::parallel::{AxisRef, Mesh, MeshRef, is_plain};
use super::scan::Scan;
use super::{AttrValue, required};
use hloom_mlir::{Attr, Str};

/// How the partial results of unreduced axes combine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub enum Reduction {
    #[default]
    Sum,
    Max,
    Min,
}

impl Reduction {
    fn from_word(word: &str) -> Option<Reduction> {
        Some(match word {
            "sum" => Reduction::Sum,
            "max" => Reduction::Max,
            "min" => Reduction::Min,
            _ => return None,
        })
    }
    /// The keyword.
    pub fn word(self) -> &'static str {
        match self {
            Reduction::Sum => "sum",
            Reduction::Max => "max",
            Reduction::Min => "min",
        }
    }
}

impl AttrValue for Reduction {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match attr {
            None => Err("is required".into()),
            Some(Attr::Dialect(_, _, word)) => {
                Reduction::from_word(word.trim()).ok_or_else(|| format!("has no value '{word}'"))
            }
            Some(Attr::Int(v @ 0..=2, _)) => Ok([Reduction::Sum, Reduction::Max, Reduction::Min][*v as usize]),
            Some(_) => Err("must be a reduction".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        let value = match self {
            Reduction::Sum => 0,
            Reduction::Max => 1,
            Reduction::Min => 2,
        };
        Some(Attr::Int(value, hloom_mlir::Type::Scalar(hloom_num::DType::I32)))
    }
}

/// Sharding of one dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DimSharding {
    /// Axes it is split by, major first.
    pub axes: Vec<AxisRef>,
    /// Propagation may add axes.
    pub open: bool,
    /// In which round it takes part in propagation.
    pub priority: Option<i64>,
}

/// `#sdy.sharding`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sharding {
    /// The mesh.
    pub mesh: MeshRef,
    /// One a dimension.
    pub dims: Vec<DimSharding>,
    /// Axes that the tensor must be replicated over.
    pub replicated: Vec<AxisRef>,
    /// Axes over which the devices hold partial results.
    pub unreduced: Vec<AxisRef>,
    /// How those combine.
    pub reduction: Reduction,
}

impl Sharding {
    /// All axes that it names.
    pub fn axes(&self) -> impl Iterator<Item = &AxisRef> {
        self.dims.iter().flat_map(|d| &d.axes).chain(&self.replicated).chain(&self.unreduced)
    }
}

/// `#sdy.sharding_per_value`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShardingPerValue(pub Vec<Sharding>);

/// `#sdy<manual_axes …>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ManualAxes(pub Vec<Str>);

/// `#sdy.axis_ref_list`, or the list of them that has one a dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AxisRefs(pub Vec<AxisRef>);

/// `#sdy.list_of_axis_ref_lists`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AxisRefLists(pub Vec<Vec<AxisRef>>);

/// `#sdy.all_to_all_param_list`: axes, source dimension, target dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AllToAllParams(pub Vec<(Vec<AxisRef>, i64, i64)>);

/// `#sdy.mesh`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SdyMesh(pub Mesh);

/// Ways in which propagation may pass a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Direction {
    None,
    Forward,
    Backward,
    Both,
}

const DIRECTIONS: [(&str, Direction); 4] = [
    ("NONE", Direction::None),
    ("FORWARD", Direction::Forward),
    ("BACKWARD", Direction::Backward),
    ("BOTH", Direction::Both),
];

impl AttrValue for Direction {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let found = match required(attr)? {
            Attr::Int(v, _) => usize::try_from(*v).ok().and_then(|i| DIRECTIONS.get(i)),
            Attr::Dialect(_, _, word) => DIRECTIONS.iter().find(|d| d.0 == word.trim()),
            _ => None,
        };
        found.map(|d| d.1).ok_or_else(|| "must be a direction".into())
    }
    fn to_attr(&self) -> Option<Attr> {
        let value = DIRECTIONS.iter().position(|d| d.1 == *self)?;
        Some(Attr::Int(value as i128, hloom_mlir::Type::Scalar(hloom_num::DType::I32)))
    }
}

/// `"x"` or `"x":(1)2`.
pub(super) fn axis(s: &mut Scan<'_>) -> Result<AxisRef, String> {
    let name = s.string()?.into();
    let mut sub_axis = None;
    if s.eat(":") {
        s.expect("(")?;
        let pre = s.int()?;
        s.expect(")")?;
        sub_axis = Some((pre, s.int()?));
    }
    Ok(AxisRef { name, sub_axis })
}

fn axes(s: &mut Scan<'_>) -> Result<Vec<AxisRef>, String> {
    s.expect("{")?;
    s.list("}", axis)
}

/// As [`axes`], not empty.
fn some_axes(s: &mut Scan<'_>) -> Result<Vec<AxisRef>, String> {
    let all = axes(s)?;
    if all.is_empty() { Err("has an empty list where axes were expected".into()) } else { Ok(all) }
}

fn dimension(s: &mut Scan<'_>) -> Result<DimSharding, String> {
    s.expect("{")?;
    let items = s.list("}", |s| if s.eat("?") { Ok(None) } else { axis(s).map(Some) })?;
    let open = matches!(items.last(), Some(None));
    let named = items.len() - usize::from(open);
    let axes: Vec<AxisRef> = items.into_iter().flatten().collect();
    if axes.len() != named {
        return Err("has '?' before the last place".into());
    }
    let priority = match s.rest().strip_prefix('p') {
        Some(_) => {
            let word = s.word().unwrap_or_default();
            Some(word[1..].parse().map_err(|_| format!("has '{word}' where a priority was expected"))?)
        }
        None => None,
    };
    Ok(DimSharding { axes, open, priority })
}

fn mesh(s: &mut Scan<'_>) -> Result<Mesh, String> {
    s.expect("[")?;
    let axes = s.list("]", |s| {
        let name = s.string()?.into();
        s.expect("=")?;
        Ok((name, s.int()?))
    })?;
    let mut device_ids = None;
    if s.eat(",") {
        if !s.eat_word("device_ids") {
            return Err(s.fail("device_ids"));
        }
        s.expect("=")?;
        s.expect("[")?;
        device_ids = Some(s.list("]", Scan::int)?);
    }
    let mut mesh = Mesh { axes, device_ids: None };
    // Devices in their natural order are not stated.
    let natural = |ids: &Vec<i64>| match mesh.axes.is_empty() {
        true => ids.is_empty(),
        false => mesh.num_devices() == Some(ids.len() as i64) && ids.iter().copied().eq(0..ids.len() as i64),
    };
    mesh.device_ids = device_ids.filter(|ids| !natural(ids));
    Ok(mesh)
}

fn mesh_ref(s: &mut Scan<'_>) -> Result<MeshRef, String> {
    if s.eat_word("mesh") {
        s.expect("<")?;
        let inline = mesh(s)?;
        s.expect(">")?;
        return Ok(MeshRef::Inline(inline));
    }
    s.expect("@")?;
    let name = if s.at("\"") { s.string()? } else { s.word().ok_or_else(|| s.fail("a symbol"))?.to_owned() };
    Ok(MeshRef::Symbol(name.into()))
}

fn sharding(s: &mut Scan<'_>) -> Result<Sharding, String> {
    let mesh = mesh_ref(s)?;
    s.expect(",")?;
    s.expect("[")?;
    let dims = s.list("]", dimension)?;
    let mut out = Sharding { mesh, dims, replicated: vec![], unreduced: vec![], reduction: Reduction::Sum };
    while s.eat(",") {
        if out.replicated.is_empty() && s.eat_word("replicated") {
            s.expect("=")?;
            out.replicated = some_axes(s)?;
        } else if out.unreduced.is_empty() && s.eat_word("unreduced") {
            s.expect("=")?;
            if let Some(word) = s.word() {
                out.reduction = Reduction::from_word(word).ok_or_else(|| format!("has no reduction '{word}'"))?;
            }
            out.unreduced = some_axes(s)?;
        } else {
            return Err(s.fail("replicated or unreduced axes, each once"));
        }
    }
    Ok(out)
}

fn axis_text(a: &AxisRef) -> String {
    match a.sub_axis {
        None => format!("{:?}", a.name),
        Some((pre, size)) => format!("{:?}:({pre}){size}", a.name),
    }
}

fn axes_text(axes: &[AxisRef]) -> String {
    let all: Vec<String> = axes.iter().map(axis_text).collect();
    format!("{{{}}}", all.join(", "))
}

fn dimension_text(d: &DimSharding) -> String {
    let mut items: Vec<String> = d.axes.iter().map(axis_text).collect();
    if d.open {
        items.push("?".into());
    }
    let priority = d.priority.map_or(String::new(), |p| format!("p{p}"));
    format!("{{{}}}{priority}", items.join(", "))
}

fn mesh_text(m: &Mesh) -> String {
    let axes: Vec<String> = m.axes.iter().map(|(n, size)| format!("{n:?}={size}")).collect();
    let ids = m.device_ids.as_ref().filter(|ids| !ids.is_empty());
    format!("[{}]{}", axes.join(", "), ids.map_or(String::new(), |ids| format!(", device_ids={ids:?}")))
}

fn sharding_text(s: &Sharding) -> String {
    let mesh = match &s.mesh {
        MeshRef::Symbol(name) if is_plain(name) => format!("@{name}"),
        MeshRef::Symbol(name) => format!("@{name:?}"),
        MeshRef::Inline(m) => format!("mesh<{}>", mesh_text(m)),
    };
    let dims: Vec<String> = s.dims.iter().map(dimension_text).collect();
    let mut out = format!("{mesh}, [{}]", dims.join(", "));
    if !s.replicated.is_empty() {
        out += &format!(", replicated={}", axes_text(&s.replicated));
    }
    if !s.unreduced.is_empty() {
        let word = if s.reduction == Reduction::Sum { "" } else { s.reduction.word() };
        out += &format!(", unreduced={word}{}", axes_text(&s.unreduced));
    }
    out
}

fn list_text<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(", "))
}

macro_rules! sdy_attr {
    ($name:ident $mnemonic:literal |$s:ident| $read:expr, |$v:ident| $write:expr) => {
        impl AttrValue for $name {
            fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
                let Attr::Dialect(_, _, body) = required(attr)?.by_name($mnemonic)? else {
                    return Err(concat!("must be #sdy.", $mnemonic).into());
                };
                let mut scan = Scan::new(body);
                let $s = &mut scan;
                let value = $read?;
                scan.end()?;
                Ok(value)
            }
            fn to_attr(&self) -> Option<Attr> {
                let $v = self;
                Some(Attr::Dialect("sdy".into(), $mnemonic.into(), $write.into()))
            }
        }
    };
}

trait ByName {
    /// The attribute, if it is Shardy's of that name.
    fn by_name(&self, mnemonic: &str) -> Result<&Attr, String>;
}

impl ByName for Attr {
    fn by_name(&self, mnemonic: &str) -> Result<&Attr, String> {
        match self {
            Attr::Dialect(dialect, name, _) if &**dialect == "sdy" && &**name == mnemonic => Ok(self),
            _ => Err(format!("must be #sdy.{mnemonic}")),
        }
    }
}

sdy_attr!(Sharding "sharding" |s| sharding(s), |v| sharding_text(v));
sdy_attr!(SdyMesh "mesh" |s| mesh(s).map(SdyMesh), |v| mesh_text(&v.0));
sdy_attr!(AxisRefs "axis_ref_list" |s| axes(s).map(AxisRefs), |v| axes_text(&v.0));
sdy_attr!(ManualAxes "manual_axes"
    |s| { s.expect("{")?; s.list("}", |s| Ok(s.string()?.into())).map(ManualAxes) },
    |v| format!("{{{}}}", v.0.iter().map(|a| format!("{a:?}")).collect::<Vec<_>>().join(", ")));
sdy_attr!(AxisRefLists "list_of_axis_ref_lists"
    |s| { s.expect("[")?; s.list("]", axes).map(AxisRefLists) },
    |v| list_text(&v.0, |a| axes_text(a)));
sdy_attr!(ShardingPerValue "sharding_per_value"
    |s| {
        s.expect("[")?;
        s.list("]", |s| { s.expect("<")?; let one = sharding(s)?; s.expect(">")?; Ok(one) }).map(ShardingPerValue)
    },
    |v| list_text(&v.0, |one| format!("<{}>", sharding_text(one))));
sdy_attr!(AllToAllParams "all_to_all_param_list"
    |s| {
        s.expect("[")?;
        s.list("]", |s| {
            let axes = axes(s)?;
            s.expect(":")?;
            let from = s.int()?;
            s.expect("->")?;
            Ok((axes, from, s.int()?))
        }).map(AllToAllParams)
    },
    |v| list_text(&v.0, |(axes, from, to)| format!("{}: {from}->{to}", axes_text(axes))));
