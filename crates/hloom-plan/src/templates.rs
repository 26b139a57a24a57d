//! Ops that no nest describes, as templates of `hloom_tile`.

use crate::fuse::Placement;
use crate::scalar::Res;
use hloom_ir::{Graph, OpData};
use hloom_tile::templates::Template;

pub(crate) fn scatter(_g: &Graph, _p: &Placement, op: &OpData) -> Res<Template> {
    Err(format!("{} is not implemented", op.op.name()))
}
pub(crate) fn sort(_g: &Graph, _p: &Placement, op: &OpData) -> Res<Template> {
    Err(format!("{} is not implemented", op.op.name()))
}
pub(crate) fn scan(_g: &Graph, _p: &Placement, _op: &OpData) -> Res<Option<Template>> {
    Ok(None)
}
