//! Layouts: the order in which the elements of a tensor lie in memory.
//!
//! On the device every tensor is dense. One whose layout is not row-major is there as the tensor with permuted dimensions
//! that is row-major in the same memory. Programs know no layouts: [`lay_out`] makes a program with layouts at its entry
//! into one whose parameters and results are such permuted tensors, by transposes, which the compiler treats as any other.

use crate::abi::{LAYOUT_STRIDES, LAYOUT_TILED, MemoryLayout};
use crate::call::slice;
use crate::error::Error;
use crate::transfer::dense_strides;
use crate::types::number_of;
use hloom_exe::TensorSig;
use hloom_ir::attrs::SymbolName;
use hloom_ir::{Attr, Func, Module, Op, Region, Str, TensorType, Type, Value};
use std::ffi::c_int;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Dimensions from the innermost to the outermost; each is there once. Clients have handles to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout(Vec<i64>);

impl Layout {
    /// The last dimension is the innermost.
    pub(crate) fn row_major(rank: usize) -> Layout {
        Layout((0..rank as i64).rev().collect())
    }

    /// # Errors
    /// The list is no permutation of the dimensions.
    pub(crate) fn new(minor_to_major: &[i64]) -> Result<Layout, Error> {
        let mut seen = vec![false; minor_to_major.len()];
        for &d in minor_to_major {
            let slot = usize::try_from(d).ok().and_then(|d| seen.get_mut(d)).filter(|seen| !**seen);
            let message = || Error::invalid(format!("{minor_to_major:?} is no permutation of dimensions"));
            *slot.ok_or_else(message)? = true;
        }
        Ok(Layout(minor_to_major.to_vec()))
    }

    /// A client's layout on the device; row-major for null.
    pub(crate) fn of_client(layout: *const MemoryLayout, dims: &[i64], element: usize) -> Result<Layout, Error> {
        // SAFETY: the client passes a complete layout or null.
        let Some(layout) = (unsafe { layout.as_ref() }) else { return Ok(Layout::row_major(dims.len())) };
        // SAFETY: as above.
        let list = unsafe { slice(layout.list, layout.list_size) }?;
        if list.len() != dims.len() {
            return Err(Error::invalid(format!("a layout of {} dimensions for a shape of {}", list.len(), dims.len())));
        }
        match layout.kind {
            LAYOUT_TILED if layout.num_tiles > 0 => Err(Error::unimplemented("tiled layouts are not supported")),
            LAYOUT_TILED => Layout::new(list),
            LAYOUT_STRIDES => {
                let mut order: Vec<i64> = (0..dims.len() as i64).rev().collect();
                order.sort_by_key(|&d| (list[d as usize], dims[d as usize]));
                let layout = Layout(order);
                let dense = layout.strides(dims, element);
                let is_dense =
                    dims.contains(&0) || dims.iter().zip(list).zip(&dense).all(|((&n, s), d)| n == 1 || s == d);
                let message =
                    || Error::unimplemented(format!("memory with strides {list:?} for {dims:?} is not dense"));
                is_dense.then_some(layout).ok_or_else(message)
            }
            kind => Err(Error::invalid(format!("unknown layout kind {kind}"))),
        }
    }

    pub(crate) fn minor_to_major(&self) -> &[i64] {
        &self.0
    }

    pub(crate) fn is_row_major(&self) -> bool {
        self.0.iter().rev().copied().eq(0..self.0.len() as i64)
    }

    /// Byte strides of the dimensions.
    pub(crate) fn strides(&self, dims: &[i64], element: usize) -> Vec<i64> {
        dense_strides(dims, element, self.0.iter().map(|&d| d as usize))
    }

    /// Dimensions of the row-major tensor in the same memory.
    pub(crate) fn in_memory(&self, dims: &[i64]) -> Vec<i64> {
        self.major_to_minor().map(|d| dims[d as usize]).collect()
    }

    /// The reverse of [`Layout::in_memory`].
    fn of_memory(&self, in_memory: &[i64]) -> Vec<i64> {
        let mut dims = vec![0; in_memory.len()];
        self.major_to_minor().zip(in_memory).for_each(|(d, &n)| dims[d as usize] = n);
        dims
    }

    fn major_to_minor(&self) -> impl Iterator<Item = i64> + '_ {
        self.0.iter().rev().copied()
    }
}

/// `{0,1}`: XLA's notation.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list: Vec<String> = self.0.iter().map(i64::to_string).collect();
        write!(f, "{{{}}}", list.join(","))
    }
}

impl FromStr for Layout {
    type Err = Error;
    fn from_str(s: &str) -> Result<Layout, Error> {
        let inner = s.trim().strip_prefix('{').and_then(|s| s.strip_suffix('}'));
        let inner = inner.ok_or_else(|| Error::invalid(format!("`{s}` is no layout")))?;
        if inner.contains(':') {
            return Err(Error::unimplemented(format!("the layout {s} is not supported: dimensions only")));
        }
        let numbers = inner.split(',').filter(|n| !n.trim().is_empty()).map(|n| n.trim().parse());
        let numbers: Result<Vec<i64>, _> = numbers.collect();
        Layout::new(&numbers.map_err(|_| Error::invalid(format!("`{s}` is no layout")))?)
    }
}

/// What a buffer, a parameter or a result looks like to a client.
#[derive(Debug)]
pub(crate) struct Form {
    /// Number of the C API.
    pub(crate) element_type: c_int,
    pub(crate) sig: TensorSig,
    pub(crate) layout: Layout,
}

impl Form {
    /// The form of what is in memory as a row-major tensor.
    ///
    /// # Errors
    /// The C API does not know the element type.
    pub(crate) fn of_memory(in_memory: &TensorSig, layout: Layout) -> Result<Arc<Form>, Error> {
        if in_memory.dims.len() != layout.0.len() {
            return Err(Error::invalid(format!("the layout {layout} is not for {} dimensions", in_memory.dims.len())));
        }
        let sig = TensorSig { dtype: in_memory.dtype, dims: layout.of_memory(&in_memory.dims) };
        Ok(Arc::new(Form { element_type: number_of(sig.dtype)?, sig, layout }))
    }

    /// Bytes of an element.
    pub(crate) fn element(&self) -> usize {
        self.sig.dtype.byte_size()
    }

    /// Byte strides in memory.
    pub(crate) fn strides(&self) -> Vec<i64> {
        self.layout.strides(&self.sig.dims, self.element())
    }
}

impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        self.element_type == other.element_type && self.sig == other.sig && self.layout == other.layout
    }
}

/// `tensor<2x3xf32>`, with the layout unless it is row-major.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", TensorType::new(self.sig.dtype, &self.sig.dims))?;
        if self.layout.is_row_major() { Ok(()) } else { write!(f, " with layout {}", self.layout) }
    }
}

/// Layouts at a program's entry; row-major where there is none.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct Layouts {
    params: Vec<Option<Layout>>,
    results: Vec<Option<Layout>>,
}

impl Layouts {
    /// Those that the entry's attributes ask for. What is left to the compiler is row-major, but for a result that is
    /// nothing but a transpose: its layout is the one that makes it no work.
    fn of_entry(main: &Func) -> Result<Layouts, Error> {
        let one = |attrs: Option<&Vec<(Str, Attr)>>, value: &Value, auto: &dyn Fn(Value) -> Option<Layout>| {
            let mode = attrs.into_iter().flatten().find(|(name, _)| &**name == "mhlo.layout_mode");
            let Some((_, Attr::String(text))) = mode else { return Ok(None) };
            let layout: Layout = match &**text {
                "default" => return Ok(None),
                "auto" => return Ok(auto(*value)),
                text => text.parse()?,
            };
            let ty = main.graph.ty(*value);
            match ty.as_tensor() {
                Some(t) if t.dims.len() == layout.0.len() => Ok((!layout.is_row_major()).then_some(layout)),
                _ => Err(Error::invalid(format!("the layout {layout} is not for {ty}"))),
            }
        };
        let list = |attrs: &[Vec<(Str, Attr)>], values: &[Value], auto: &dyn Fn(Value) -> Option<Layout>| {
            values.iter().enumerate().map(|(i, v)| one(attrs.get(i), v, auto)).collect::<Result<Vec<_>, Error>>()
        };
        let params = list(&main.param_attrs, main.params(), &|_| None)?;
        let transposed = |v| Layouts::natural(main, &params, v).filter(|l| !l.is_row_major());
        let results = list(&main.result_attrs, main.results(), &transposed)?;
        Ok(Layouts { params, results })
    }

    /// How a value lies in memory if nobody moves it: a transpose is its operand, read in another order.
    fn natural(main: &Func, params: &[Option<Layout>], value: Value) -> Option<Layout> {
        if let Some(i) = main.params().iter().position(|&p| p == value) {
            let rank = main.graph.ty(value).as_tensor()?.dims.len();
            return Some(params[i].clone().unwrap_or_else(|| Layout::row_major(rank)));
        }
        let (_, op) = main.graph.def_op(value)?;
        let Op::Transpose { permutation } = &op.op else {
            return main.graph.ty(value).as_tensor().map(|t: &TensorType| Layout::row_major(t.dims.len()));
        };
        let operand = Layouts::natural(main, params, op.operands[0])?;
        let place = |d: &i64| permutation.iter().position(|p| p == d).map(|d| d as i64);
        operand.0.iter().map(place).collect::<Option<_>>().map(Layout)
    }

    /// True if all are row-major.
    pub(crate) fn are_row_major(&self) -> bool {
        self.params.iter().chain(&self.results).all(Option::is_none)
    }

    /// The form of a parameter.
    pub(crate) fn param(&self, i: usize, in_memory: &TensorSig) -> Result<Arc<Form>, Error> {
        form(&self.params, i, in_memory)
    }

    /// The form of a result.
    pub(crate) fn result(&self, i: usize, in_memory: &TensorSig) -> Result<Arc<Form>, Error> {
        form(&self.results, i, in_memory)
    }
}

fn form(list: &[Option<Layout>], i: usize, in_memory: &TensorSig) -> Result<Arc<Form>, Error> {
    let layout = list.get(i).cloned().flatten();
    Form::of_memory(in_memory, layout.unwrap_or_else(|| Layout::row_major(in_memory.dims.len())))
}

/// `{0,1};;{1,0}>{0,1}`: parameters and results, nothing for row-major ones.
impl fmt::Display for Layouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |list: &[Option<Layout>]| {
            list.iter().map(|l| l.as_ref().map_or(String::new(), Layout::to_string)).collect::<Vec<_>>().join(";")
        };
        write!(f, "{}>{}", list(&self.params), list(&self.results))
    }
}

impl FromStr for Layouts {
    type Err = Error;
    fn from_str(s: &str) -> Result<Layouts, Error> {
        let (params, results) =
            s.split_once('>').ok_or_else(|| Error::invalid(format!("`{s}` is no list of layouts")))?;
        let list = |text: &str| {
            let parse = |l: &str| if l.is_empty() { Ok(None) } else { l.parse().map(Some) };
            text.split(';').map(parse).collect::<Result<Vec<_>, Error>>()
        };
        Ok(Layouts { params: list(params)?, results: list(results)? })
    }
}

/// The program with parameters and results as they are in memory, and their layouts.
///
/// # Errors
/// A layout that does not fit its tensor, or has tiles.
pub(crate) fn lay_out(mut module: Module) -> Result<(Module, Layouts), Error> {
    let Some(index) = module.funcs.iter().position(|f| &*f.name == "main") else {
        return Ok((module, Layouts::default()));
    };
    let layouts = Layouts::of_entry(&module.funcs[index])?;
    if layouts.are_row_major() {
        return Ok((module, layouts));
    }
    let mut name = String::from("main.row_major");
    while module.func(&name).is_some() {
        name.push('_');
    }
    let inner = &mut module.funcs[index];
    let entry = wrapper(inner, &name, &layouts);
    (inner.name, inner.public) = (name.into(), false);
    (inner.param_attrs, inner.result_attrs) = (Vec::new(), Vec::new());
    module.funcs.push(entry);
    Ok((module, layouts))
}

/// `main`, which calls the function of that name with transposed parameters and gives transposed results.
fn wrapper(inner: &Func, name: &str, layouts: &Layouts) -> Func {
    let mut entry = Func::new("main", true);
    (entry.param_attrs, entry.result_attrs) = (inner.param_attrs.clone(), inner.result_attrs.clone());
    (entry.attrs, entry.loc) = (inner.attrs.clone(), inner.loc);
    let (graph, body) = (&mut entry.graph, entry.body);
    let transpose = |graph: &mut hloom_ir::Graph, body: Region, value: Value, permutation: Vec<i64>| {
        let ty = graph.tensor(value);
        let dims: Vec<i64> = permutation.iter().map(|&d| ty.dims[d as usize]).collect();
        let ty = Type::Tensor(TensorType::new(ty.dtype, &dims));
        let op = Op::Transpose { permutation: permutation.into() };
        let id = graph.add_op(body, op, &[value], &[], [ty], inner.loc);
        graph.op(id).results[0]
    };
    let in_memory = |ty: &Type, layout: &Option<Layout>| match (layout, ty.as_tensor()) {
        (Some(layout), Some(t)) => Type::Tensor(TensorType::new(t.dtype, &layout.in_memory(&t.dims))),
        _ => ty.clone(),
    };
    let mut operands = Vec::new();
    for (value, layout) in inner.params().iter().zip(&layouts.params) {
        let param = graph.add_param(body, in_memory(inner.graph.ty(*value), layout));
        operands.push((param, layout));
    }
    let operands: Vec<Value> = operands
        .into_iter()
        .map(|(param, layout)| match layout {
            // Dimension `d` of the tensor is where `d` stands in the layout's order.
            Some(l) => {
                let place = |d| l.major_to_minor().position(|e| e == d).unwrap_or_default() as i64;
                transpose(graph, body, param, (0..l.0.len() as i64).map(place).collect())
            }
            None => param,
        })
        .collect();
    let types: Vec<Type> = inner.results().iter().map(|&v| inner.graph.ty(v).clone()).collect();
    let call = graph.add_op(body, Op::Call { callee: SymbolName(name.into()) }, &operands, &[], types, inner.loc);
    let called: Vec<Value> = graph.op(call).results.to_vec();
    let results = called.into_iter().zip(&layouts.results);
    let results = results.map(|(value, layout)| match layout {
        Some(l) => transpose(graph, body, value, l.major_to_minor().collect()),
        None => value,
    });
    let results = results.collect();
    graph.set_results(body, results);
    // A parameter whose memory has another shape than the result's cannot be that result.
    for (i, attrs) in entry.param_attrs.iter_mut().enumerate() {
        let other = |result: i128| {
            let result = usize::try_from(result).ok();
            result.and_then(|r| layouts.results.get(r)) != layouts.params.get(i)
        };
        for (name, value) in attrs.iter_mut() {
            if &**name == "tf.aliasing_output" && matches!(value, Attr::Int(n, _) if other(*n)) {
                (*name, *value) = ("jax.buffer_donor".into(), Attr::Bool(true));
            }
        }
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_num::DType;

    #[test]
    fn layouts_are_written_and_read() {
        let layout: Layout = "{0,2,1}".parse().expect("layout");
        assert_eq!(layout.to_string(), "{0,2,1}");
        assert_eq!(layout.in_memory(&[2, 3, 4]), [3, 4, 2]);
        assert_eq!(layout.of_memory(&[3, 4, 2]), [2, 3, 4]);
        assert_eq!(layout.strides(&[2, 3, 4], 4), [4, 32, 8]);
        for wrong in ["", "0,1", "{0,0}", "{1}", "{a}", "{1,0:T(8,128)}"] {
            assert!(wrong.parse::<Layout>().is_err(), "{wrong}");
        }
        let text = "{0,1};;>{0,1}";
        assert_eq!(text.parse::<Layouts>().expect("list").to_string(), text);
    }

    #[test]
    fn strides_of_clients_are_layouts() {
        let mut layout = MemoryLayout::minor_to_major(&[]);
        layout.kind = LAYOUT_STRIDES;
        let of = |layout: &mut MemoryLayout, strides: &[i64], dims: &[i64]| {
            (layout.list, layout.list_size) = (strides.as_ptr(), strides.len());
            Layout::of_client(layout, dims, 4).map(|l| l.to_string()).ok()
        };
        assert_eq!(of(&mut layout, &[4, 8], &[2, 3]).as_deref(), Some("{0,1}"));
        assert_eq!(of(&mut layout, &[12, 4], &[2, 3]).as_deref(), Some("{1,0}"));
        assert_eq!(of(&mut layout, &[4, 4], &[1, 3]).as_deref(), Some("{0,1}"));
        assert_eq!(of(&mut layout, &[24, 4], &[2, 3]), None);
    }

    #[test]
    fn a_program_is_laid_out() {
        let text = r#"
            func.func @main(%a: tensor<2x3x4xf32> {mhlo.layout_mode = "{0,2,1}", tf.aliasing_output = 0 : i32},
                            %b: tensor<2x3x4xf32> {mhlo.layout_mode = "default"})
                -> (tensor<2x3x4xf32> {mhlo.layout_mode = "auto"}, tensor<2x3x4xf32> {mhlo.layout_mode = "{1,0,2}"}) {
              %0 = stablehlo.subtract %a, %b : tensor<2x3x4xf32>
              %1 = stablehlo.add %a, %b : tensor<2x3x4xf32>
              return %0, %1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
            }"#;
        let (module, layouts) = lay_out(hloom::parse(text.as_bytes(), "t").expect("parses")).expect("lays out");
        hloom_ir::verify(&module).expect("the result is a program");
        let main = module.func("main").expect("main");
        let types = |values: &[Value]| values.iter().map(|&v| main.graph.ty(v).to_string()).collect::<Vec<_>>();
        assert_eq!(types(main.params()), ["tensor<3x4x2xf32>", "tensor<2x3x4xf32>"]);
        assert_eq!(types(main.results()), ["tensor<2x3x4xf32>", "tensor<4x2x3xf32>"]);
        assert!(main.param_attrs[0].iter().any(|(name, _)| &**name == "jax.buffer_donor"));
        assert_eq!(layouts.to_string(), "{0,2,1};>;{1,0,2}");
        // Left to the compiler: a transpose of rows is columns.
        let text = r#"
            func.func @main(%a: tensor<2x3x4xf32>) -> (tensor<4x2x3xf32> {mhlo.layout_mode = "auto"}) {
              %0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
              return %0 : tensor<4x2x3xf32>
            }"#;
        let (laid_out, free) = lay_out(hloom::parse(text.as_bytes(), "t").expect("parses")).expect("lays out");
        assert_eq!(free.to_string(), ">{0,2,1}");
        let text = hloom::print(
            &hloom::simplify(&laid_out, "main", &Default::default()).expect("a program"),
            hloom::Form::Pretty,
            false,
        );
        assert!(!text.contains("transpose"), "{text}");

        // Row-major tensors in the same memory, and what they are.
        let count = |dims: &[i64]| TensorType::new(DType::F32, dims);
        let ramp = |k: f32| (0..24).flat_map(|i| (i as f32 * k).to_le_bytes()).collect::<Vec<u8>>();
        let arg = |dims: &[i64], k| hloom_interp::Tensor::from_bytes(count(dims), &ramp(k)).expect("size");
        let results = hloom_interp::Interpreter::new(&module)
            .run("main", &[arg(&[3, 4, 2], 1.0), arg(&[2, 3, 4], 100.0)])
            .expect("runs");
        let values = |i: usize| -> Vec<f32> {
            results[i].to_bytes().chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().expect("four"))).collect()
        };
        let (difference, sum) = (values(0), values(1));
        for (i, j, k) in (0..24).map(|n| (n / 12, n / 4 % 3, n % 4)) {
            let (a, b) = ((j * 8 + k * 2 + i) as f32, ((i * 12 + j * 4 + k) * 100) as f32);
            assert_eq!(difference[i * 12 + j * 4 + k], a - b);
            assert_eq!(sum[k * 6 + i * 3 + j], a + b);
        }
    }
}
