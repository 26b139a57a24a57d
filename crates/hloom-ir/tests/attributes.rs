//! Attributes: what is read prints as it was, groups of processes follow the mesh, types of quantized numbers keep their
//! constraints.

use hloom_ir::attrs::{
    AllToAllParams, AttrValue, AxisRef, AxisRefLists, ManualAxes, Mesh, MeshAxes, Sharding, ShardingPerValue,
};
use hloom_ir::{Attr, QuantParam, Quantized};
use hloom_num::DType;

fn same<T: AttrValue>(mnemonic: &str, body: &str) -> bool {
    let attr = Attr::Dialect("sdy".into(), mnemonic.into(), body.into());
    let printed = T::from_attr(Some(&attr)).map(|v| v.to_attr());
    printed == Ok(Some(attr))
}

#[test]
fn shardings_print_as_read() {
    for body in [
        r#"@mesh, [{"x"}, {}]"#,
        r#"@mesh, [{"x":(1)2, "y", ?}p1, {?}], replicated={"z"}, unreduced=max{"a", "b"}"#,
        r#"mesh<["x"=2, "y"=4], device_ids=[1, 0]>, []"#,
        r#"mesh<[], device_ids=[3]>, []"#,
    ] {
        assert!(same::<Sharding>("sharding", body), "{body}");
    }
    assert!(same::<ShardingPerValue>("sharding_per_value", r#"[<@mesh, [{"x"}]>, <@mesh, []>]"#));
    assert!(same::<ManualAxes>("manual_axes", r#"{"x", "y"}"#));
    assert!(same::<AxisRefLists>("list_of_axis_ref_lists", r#"[{"x"}, {}, {"y":(2)4}]"#));
    assert!(same::<AllToAllParams>("all_to_all_param_list", r#"[{"x"}: 0->1, {"y", "z"}: 2->0]"#));
}

#[test]
fn malformed_shardings_are_errors() {
    for body in ["", "@mesh", r#"@mesh, [{?, "x"}]"#, "@mesh, [{}q1]", "@mesh, [] trailing", r#"@mesh, [{"x]"#] {
        let attr = Attr::Dialect("sdy".into(), "sharding".into(), body.into());
        assert!(Sharding::from_attr(Some(&attr)).is_err(), "{body}");
    }
}

fn mesh(axes: &[(&str, i64)], ids: Option<&[i64]>) -> Mesh {
    Mesh { axes: axes.iter().map(|&(n, s)| (n.into(), s)).collect(), device_ids: ids.map(<[i64]>::to_vec) }
}
fn axis(name: &str, sub_axis: Option<(i64, i64)>) -> AxisRef {
    AxisRef { name: name.into(), sub_axis }
}

#[test]
fn groups_of_mesh_axes() {
    let m = mesh(&[("x", 2), ("y", 2)], None);
    assert_eq!(m.groups(&[axis("y", None)]), Ok(vec![vec![0, 1], vec![2, 3]]));
    assert_eq!(m.groups(&[axis("x", None)]), Ok(vec![vec![0, 2], vec![1, 3]]));
    assert_eq!(m.groups(&[axis("y", None), axis("x", None)]), Ok(vec![vec![0, 2, 1, 3]]));
    assert_eq!(m.groups(&[]), Ok(vec![vec![0], vec![1], vec![2], vec![3]]));
    let swapped = mesh(&[("x", 2), ("y", 2)], Some(&[0, 2, 1, 3]));
    assert_eq!(swapped.groups(&[axis("x", None)]), Ok(vec![vec![0, 1], vec![2, 3]]));
    assert_eq!(mesh(&[], Some(&[7])).groups(&[]), Ok(vec![vec![7]]));
}

#[test]
fn groups_of_parts_of_axes() {
    let m = mesh(&[("x", 8)], None);
    assert_eq!(m.groups(&[axis("x", Some((1, 2)))]), Ok(vec![vec![0, 4], vec![1, 5], vec![2, 6], vec![3, 7]]));
    assert_eq!(m.groups(&[axis("x", Some((4, 2)))]), Ok(vec![vec![0, 1], vec![2, 3], vec![4, 5], vec![6, 7]]));
    let outer = m.groups(&[axis("x", Some((2, 2)))]);
    assert_eq!(outer, Ok(vec![vec![0, 2], vec![1, 3], vec![4, 6], vec![5, 7]]));
    for bad in [Some((1, 3)), Some((3, 2)), Some((2, 8)), Some((0, 2)), Some((1, 0))] {
        assert!(m.groups(&[axis("x", bad)]).is_err(), "{bad:?}");
    }
    assert!(m.groups(&[axis("x", Some((1, 4))), axis("x", Some((2, 4)))]).is_err());
    assert!(m.groups(&[axis("z", None)]).is_err());
}

#[test]
fn mesh_axes_print_as_upstream_does() {
    let text = r#"mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]"#;
    let attr = Attr::Dialect("stablehlo".into(), "replica_group_mesh_axes".into(), text.into());
    let axes = MeshAxes::from_attr(Some(&attr)).expect("well-formed");
    let Some(Attr::Dialect(_, _, printed)) = axes.to_attr() else { panic!("no attribute") };
    let expected = r#"mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]"#;
    assert_eq!(&*printed, expected);
    let again = Attr::Dialect("stablehlo".into(), "replica_group_mesh_axes".into(), printed);
    assert_eq!(MeshAxes::from_attr(Some(&again)), Ok(axes));
}

fn of(expressed: DType, range: (i64, i64), axis: Option<i64>, params: &[(f64, i64)]) -> Quantized {
    let params = params.iter().map(|&(scale, zero_point)| QuantParam { scale, zero_point }).collect();
    Quantized { expressed, storage_min: range.0, storage_max: range.1, axis, params }
}

#[test]
fn types_of_quantized_numbers_keep_their_constraints() {
    let code = |q: Quantized, dims: &[i64]| q.error(DType::I8, dims).map(|(code, _)| code);
    let full = (-128, 127);
    assert_eq!(code(of(DType::F32, full, None, &[(0.1, 3)]), &[4]), None);
    assert_eq!(code(of(DType::F32, full, Some(1), &[(0.1, 3), (0.2, 0)]), &[4, 2]), None);
    assert_eq!(code(of(DType::F32, full, Some(1), &[(0.1, 3), (0.2, 0)]), &[4, -1]), None);
    assert_eq!(code(of(DType::F32, (-129, 127), None, &[(0.1, 3)]), &[]), Some("quantized_type_c3"));
    assert_eq!(code(of(DType::F32, (5, 5), None, &[(0.1, 5)]), &[]), Some("quantized_type_c3"));
    assert_eq!(code(of(DType::I32, full, None, &[(0.1, 3)]), &[]), Some("quantized_type_c4"));
    assert_eq!(code(of(DType::F16, full, None, &[(105_504.0, 3)]), &[]), Some("quantized_type_c4"));
    assert_eq!(code(of(DType::F16, full, None, &[(65_505.0, 3)]), &[]), Some("quantized_type_c4"));
    assert_eq!(code(of(DType::F16, full, None, &[(65_504.0, 3)]), &[]), None);
    assert_eq!(code(of(DType::F16, full, None, &[(4.960464e-08, 3)]), &[]), Some("quantized_type_c4"));
    assert_eq!(code(of(DType::F32, full, None, &[(0.0, 3)]), &[]), Some("quantized_type_c5"));
    assert_eq!(code(of(DType::F32, full, None, &[(-1.0, 3)]), &[]), Some("quantized_type_c5"));
    assert_eq!(code(of(DType::F32, full, None, &[(f64::INFINITY, 3)]), &[]), Some("quantized_type_c6"));
    assert_eq!(code(of(DType::F32, (-7, 7), None, &[(0.1, 8)]), &[]), Some("quantized_type_c7"));
    assert_eq!(code(of(DType::F32, full, None, &[(0.1, 3), (0.1, 3)]), &[]), Some("quantized_type_c10"));
    assert_eq!(code(of(DType::F32, full, Some(-1), &[(0.1, 3)]), &[1]), Some("quantized_type_c11"));
    assert_eq!(code(of(DType::F32, full, Some(1), &[(0.1, 3)]), &[1]), Some("quantized_type_c12"));
    assert_eq!(code(of(DType::F32, full, Some(0), &[(0.1, 3)]), &[2]), Some("quantized_type_c13"));
}
