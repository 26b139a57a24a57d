//! One LLVM module with its context and builder, and the few helpers that make the C API readable.
//!
//! Invariant of this crate: every `Value`, `Type` and block in use was made from the [`Unit`] at hand and dies with it,
//! and the loop IR was checked by `hloom_tile::verify`, so operands have the types that each instruction wants. The
//! macro [`ll!`] is the place where that is relied upon.

use crate::llvm_sys::core::*;
use crate::llvm_sys::prelude::*;
use crate::llvm_sys::{LLVMDiagnosticSeverity, LLVMInlineAsmDialect, LLVMOpcode, LLVMTypeKind};
use hloom_tile::loop_ir::{Elem, Ty};
use rustc_hash::FxHashMap;
use std::ffi::{CStr, CString, c_char, c_void};

pub(crate) type Value = LLVMValueRef;
pub(crate) type Type = LLVMTypeRef;
pub(crate) type BasicBlock = LLVMBasicBlockRef;

/// A call of the C API whose arguments all belong to one live [`Unit`].
macro_rules! ll {
    ($call:expr) => {{
        // SAFETY: the references are alive, made from the same context, and of the types the instruction wants; see the
        // invariant in the header of `unit.rs`.
        unsafe { $call }
    }};
}
pub(crate) use ll;

const NO_NAME: *const c_char = c"".as_ptr();
/// Weight of the usual outcome of a branch whose other one has 1.
pub(crate) const USUAL: u64 = 1 << 20;

/// Takes a string that LLVM allocated.
pub(crate) fn take_message(s: *mut c_char) -> String {
    if s.is_null() {
        return String::new();
    }
    // SAFETY: `s` is a NUL-terminated string from LLVM that we own; it is copied, then freed once.
    unsafe {
        let text = CStr::from_ptr(s).to_string_lossy().into_owned();
        LLVMDisposeMessage(s);
        text
    }
}

/// A name that LLVM takes by NUL-terminated pointer. Symbol names come from our own planner and hold no NUL.
pub(crate) fn c_name(s: &str) -> CString {
    CString::new(s.replace('\0', "?")).expect("no NUL left")
}

pub(crate) struct Unit {
    pub(crate) ctx: LLVMContextRef,
    pub(crate) module: LLVMModuleRef,
    builder: LLVMBuilderRef,
    intrinsics: FxHashMap<(&'static str, Vec<usize>), (Value, Type)>,
    diagnostics: Box<Diagnostics>,
}

/// Boxed, because LLVM holds its address.
#[derive(Default)]
struct Diagnostics {
    errors: Vec<String>,
}

extern "C" fn on_diagnostic(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    // SAFETY: LLVM passes a live diagnostic, and the pointer given with the handler: the boxed record of the unit, which
    // outlives its context and is touched by nobody while LLVM runs.
    unsafe {
        if LLVMGetDiagInfoSeverity(info) == LLVMDiagnosticSeverity::LLVMDSError {
            let text = take_message(LLVMGetDiagInfoDescription(info));
            (*errors.cast::<Diagnostics>()).errors.push(text);
        }
    }
}

impl Unit {
    pub(crate) fn new() -> Unit {
        let mut diagnostics = Box::<Diagnostics>::default();
        // SAFETY: fresh context; the module and the builder are made from it; the handler's argument is boxed and lives
        // in the same struct.
        unsafe {
            let ctx = LLVMContextCreate();
            LLVMContextSetDiscardValueNames(ctx, 1);
            LLVMContextSetDiagnosticHandler(ctx, Some(on_diagnostic), (&raw mut *diagnostics).cast());
            // The name goes into the object file; it is the same for all, so that equal code gives equal bytes.
            let module = LLVMModuleCreateWithNameInContext(c"hloom".as_ptr(), ctx);
            let builder = LLVMCreateBuilderInContext(ctx);
            Unit { ctx, module, builder, intrinsics: FxHashMap::default(), diagnostics }
        }
    }

    // Types.

    pub(crate) fn elem(&self, e: Elem) -> Type {
        ll!(match e {
            Elem::I1 => LLVMInt1TypeInContext(self.ctx),
            Elem::I8 => LLVMInt8TypeInContext(self.ctx),
            // Half kinds are only converted: they are integers until then, so that no `half` reaches code that would
            // need a library.
            Elem::I16 | Elem::F16 | Elem::BF16 => LLVMInt16TypeInContext(self.ctx),
            Elem::I32 => LLVMInt32TypeInContext(self.ctx),
            Elem::I64 => LLVMInt64TypeInContext(self.ctx),
            Elem::F32 => LLVMFloatTypeInContext(self.ctx),
            Elem::F64 => LLVMDoubleTypeInContext(self.ctx),
            Elem::Ptr => LLVMPointerTypeInContext(self.ctx, 0),
        })
    }
    pub(crate) fn half(&self) -> Type {
        ll!(LLVMHalfTypeInContext(self.ctx))
    }
    pub(crate) fn vector(&self, elem: Type, lanes: u32) -> Type {
        if lanes == 1 { elem } else { ll!(LLVMVectorType(elem, lanes)) }
    }
    pub(crate) fn vector1(&self, elem: Type) -> Type {
        ll!(LLVMVectorType(elem, 1))
    }
    pub(crate) fn ty(&self, t: Ty) -> Type {
        self.vector(self.elem(t.elem), t.lanes)
    }
    pub(crate) fn void(&self) -> Type {
        ll!(LLVMVoidTypeInContext(self.ctx))
    }
    pub(crate) fn function_type(&self, ret: Type, params: &mut [Type]) -> Type {
        ll!(LLVMFunctionType(ret, params.as_mut_ptr(), params.len() as u32, 0))
    }
    /// Lanes of a float, and whether they are doubles.
    pub(crate) fn float_lanes(&self, v: Value) -> (u32, bool) {
        let t = self.type_of(v);
        let (elem, lanes) = match ll!(LLVMGetTypeKind(t)) {
            LLVMTypeKind::LLVMVectorTypeKind => ll!((LLVMGetElementType(t), LLVMGetVectorSize(t))),
            _ => (t, 1),
        };
        (lanes, elem == self.elem(Elem::F64))
    }
    /// What a value of `lanes` integers is the sign extension of, if that has at most 16 bits.
    pub(crate) fn short_source(&self, v: Value, lanes: u32) -> Option<Value> {
        let mut source = v;
        while !ll!(LLVMIsASExtInst(source)).is_null() {
            source = ll!(LLVMGetOperand(source, 0));
        }
        let short = [Elem::I8, Elem::I16].map(|e| self.ty(Ty::vector(e, lanes)));
        short.contains(&self.type_of(source)).then_some(source)
    }
    /// The integer type of the width and lanes of a float.
    pub(crate) fn int_type_like(&self, v: Value) -> Type {
        let (lanes, double) = self.float_lanes(v);
        self.vector(self.elem(if double { Elem::I64 } else { Elem::I32 }), lanes)
    }
    pub(crate) fn type_of(&self, v: Value) -> Type {
        ll!(LLVMTypeOf(v))
    }

    // Constants.

    /// Integer constant, splat over a vector type; bits above the width are dropped.
    pub(crate) fn int(&self, t: Ty, bits: u64) -> Value {
        let width = if t.elem == Elem::I1 { 1 } else { t.elem.bytes() * 8 };
        let bits = if width == 64 { bits } else { bits & ((1 << width) - 1) };
        self.splat_const(ll!(LLVMConstInt(self.elem(t.elem), bits, 0)), t.lanes)
    }
    /// Float constant from its bits in its own format, splat over a vector type.
    pub(crate) fn float(&self, t: Ty, bits: u64) -> Value {
        let (int, to) = match t.elem {
            Elem::F32 => (Elem::I32, self.elem(t.elem)),
            Elem::F64 => (Elem::I64, self.elem(t.elem)),
            _ => return self.int(t.with_elem(Elem::I16), bits),
        };
        let scalar = ll!(LLVMConstBitCast(LLVMConstInt(self.elem(int), bits, 0), to));
        self.splat_const(scalar, t.lanes)
    }
    fn splat_const(&self, scalar: Value, lanes: u32) -> Value {
        if lanes == 1 {
            return scalar;
        }
        self.const_vector(&mut vec![scalar; lanes as usize])
    }
    pub(crate) fn const_vector(&self, lanes: &mut [Value]) -> Value {
        ll!(LLVMConstVector(lanes.as_mut_ptr(), lanes.len() as u32))
    }
    pub(crate) fn zero(&self, t: Type) -> Value {
        ll!(LLVMConstNull(t))
    }
    pub(crate) fn all_ones(&self, t: Type) -> Value {
        ll!(LLVMConstAllOnes(t))
    }
    pub(crate) fn poison(&self, t: Type) -> Value {
        ll!(LLVMGetPoison(t))
    }
    /// The condition, if it was folded to a constant.
    pub(crate) fn known(&self, cond: Value) -> Option<bool> {
        ll!((!LLVMIsAConstantInt(cond).is_null()).then(|| LLVMConstIntGetZExtValue(cond) != 0))
    }
    /// True if the value was folded to a constant.
    pub(crate) fn is_constant(&self, v: Value) -> bool {
        ll!(LLVMIsConstant(v)) != 0
    }
    /// The value of a constant integer.
    pub(crate) fn constant_int(&self, v: Value) -> Option<i64> {
        ll!((!LLVMIsAConstantInt(v).is_null()).then(|| LLVMConstIntGetSExtValue(v)))
    }
    /// The value of a constant float, or of all lanes of a constant vector.
    pub(crate) fn constant_float(&self, v: Value) -> Option<f64> {
        let (lanes, _) = self.float_lanes(v);
        if ll!(LLVMIsConstant(v)) == 0 {
            return None;
        }
        let lane = |i: u32| if lanes == 1 { v } else { ll!(LLVMGetAggregateElement(v, i)) };
        let first = lane(0);
        // Equal constants are one.
        if first.is_null() || ll!(LLVMIsAConstantFP(first)).is_null() || (1..lanes).any(|i| lane(i) != first) {
            return None;
        }
        let mut inexact = 0;
        Some(ll!(LLVMConstRealGetDouble(first, &mut inexact)))
    }

    // Instructions.

    pub(crate) fn binary(&self, op: LLVMOpcode, a: Value, b: Value) -> Value {
        ll!(LLVMBuildBinOp(self.builder, op, a, b, NO_NAME))
    }
    pub(crate) fn icmp(&self, p: crate::llvm_sys::LLVMIntPredicate, a: Value, b: Value) -> Value {
        ll!(LLVMBuildICmp(self.builder, p, a, b, NO_NAME))
    }
    pub(crate) fn fcmp(&self, p: crate::llvm_sys::LLVMRealPredicate, a: Value, b: Value) -> Value {
        ll!(LLVMBuildFCmp(self.builder, p, a, b, NO_NAME))
    }
    pub(crate) fn select(&self, c: Value, a: Value, b: Value) -> Value {
        ll!(LLVMBuildSelect(self.builder, c, a, b, NO_NAME))
    }
    pub(crate) fn cast(&self, op: LLVMOpcode, a: Value, to: Type) -> Value {
        ll!(LLVMBuildCast(self.builder, op, a, to, NO_NAME))
    }
    /// The same integer in a general register, of which LLVM knows nothing: it has gone through assembler of no instructions.
    pub(crate) fn opaque(&self, a: Value) -> Value {
        let of = self.function_type(self.type_of(a), &mut [self.type_of(a)]);
        let (text, ties) = (c"", c"=r,0");
        let dialect = LLVMInlineAsmDialect::LLVMInlineAsmDialectATT;
        let asm = ll!(LLVMGetInlineAsm(of, text.as_ptr(), 0, ties.as_ptr(), ties.count_bytes(), 0, 0, dialect, 0));
        self.call(of, asm, &mut [a])
    }
    pub(crate) fn bitcast(&self, a: Value, to: Type) -> Value {
        self.cast(LLVMOpcode::LLVMBitCast, a, to)
    }
    pub(crate) fn fneg(&self, a: Value) -> Value {
        ll!(LLVMBuildFNeg(self.builder, a, NO_NAME))
    }
    pub(crate) fn nsw_add(&self, a: Value, b: Value) -> Value {
        ll!(LLVMBuildNSWAdd(self.builder, a, b, NO_NAME))
    }
    pub(crate) fn extract(&self, v: Value, lane: u32) -> Value {
        ll!(LLVMBuildExtractElement(self.builder, v, self.int(Ty::scalar(Elem::I32), lane.into()), NO_NAME))
    }
    pub(crate) fn insert(&self, v: Value, x: Value, lane: u32) -> Value {
        ll!(LLVMBuildInsertElement(self.builder, v, x, self.int(Ty::scalar(Elem::I32), lane.into()), NO_NAME))
    }
    /// Lanes of `a ++ b`; -1 is any value.
    pub(crate) fn shuffle(&self, a: Value, b: Value, idx: impl Iterator<Item = i32>) -> Value {
        let i32_ty = self.elem(Elem::I32);
        let lane = |i: i32| match u64::try_from(i) {
            Ok(i) => ll!(LLVMConstInt(i32_ty, i, 0)),
            Err(_) => self.poison(i32_ty),
        };
        let mask = self.const_vector(&mut idx.map(lane).collect::<Vec<_>>());
        ll!(LLVMBuildShuffleVector(self.builder, a, b, mask, NO_NAME))
    }
    pub(crate) fn splat(&self, x: Value, lanes: u32) -> Value {
        let one = self.vector1(self.type_of(x));
        let v = self.insert(self.poison(one), x, 0);
        self.shuffle(v, self.poison(one), (0..lanes).map(|_| 0))
    }
    /// `base + index * size(elem)`; a vector index gives a vector of addresses.
    pub(crate) fn gep(&self, elem: Type, base: Value, mut index: Value) -> Value {
        ll!(LLVMBuildGEP2(self.builder, elem, base, &mut index, 1, NO_NAME))
    }
    pub(crate) fn load(&self, t: Type, ptr: Value, align: u32) -> Value {
        ll!({
            let v = LLVMBuildLoad2(self.builder, t, ptr, NO_NAME);
            LLVMSetAlignment(v, align);
            v
        })
    }
    pub(crate) fn store(&self, val: Value, ptr: Value, align: u32) -> Value {
        ll!({
            let v = LLVMBuildStore(self.builder, val, ptr);
            LLVMSetAlignment(v, align);
            v
        })
    }
    /// Loads what was stored there as memory has it, even if the value is known.
    pub(crate) fn reload(&self, t: Type, ptr: Value, align: u32) -> Value {
        let v = self.load(t, ptr, align);
        ll!(LLVMSetVolatile(v, 1));
        v
    }
    pub(crate) fn alloca(&self, bytes: u32, align: u32) -> Value {
        ll!({
            let v = LLVMBuildAlloca(self.builder, LLVMArrayType2(self.elem(Elem::I8), bytes.into()), NO_NAME);
            LLVMSetAlignment(v, align);
            v
        })
    }
    /// Attaches `!kind !{args}` to an instruction.
    pub(crate) fn set_metadata(&self, inst: Value, kind: &str, args: &[Value]) {
        self.attach(inst, kind, args.iter().map(|&a| ll!(LLVMValueAsMetadata(a))).collect());
    }
    fn attach(&self, inst: Value, kind: &str, mut args: Vec<LLVMMetadataRef>) {
        ll!({
            let id = LLVMGetMDKindIDInContext(self.ctx, kind.as_ptr().cast(), kind.len() as u32);
            let node = LLVMMDNodeInContext2(self.ctx, args.as_mut_ptr(), args.len());
            LLVMSetMetadata(inst, id, LLVMMetadataAsValue(self.ctx, node));
        });
    }

    // Calls.

    pub(crate) fn call(&self, fn_type: Type, callee: Value, args: &mut [Value]) -> Value {
        ll!(LLVMBuildCall2(self.builder, fn_type, callee, args.as_mut_ptr(), args.len() as u32, NO_NAME))
    }
    /// Calls an intrinsic, overloaded on `types`.
    pub(crate) fn intrinsic(&mut self, name: &'static str, types: &[Type], args: &mut [Value]) -> Value {
        let (f, t) = self.intrinsic_decl(name, types);
        self.call(t, f, args)
    }
    /// Declaration and type of an intrinsic.
    pub(crate) fn intrinsic_decl(&mut self, name: &'static str, types: &[Type]) -> (Value, Type) {
        let key = (name, types.iter().map(|&t| t as usize).collect::<Vec<_>>());
        let (ctx, module) = (self.ctx, self.module);
        *self.intrinsics.entry(key).or_insert_with(|| {
            let mut types = types.to_vec();
            ll!({
                let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
                assert_ne!(id, 0, "LLVM has no intrinsic {name}");
                let f = LLVMGetIntrinsicDeclaration(module, id, types.as_mut_ptr(), types.len());
                (f, LLVMIntrinsicGetType(ctx, id, types.as_mut_ptr(), types.len()))
            })
        })
    }
    pub(crate) fn count_params(&self, fn_type: Type) -> u32 {
        ll!(LLVMCountParamTypes(fn_type))
    }
    pub(crate) fn param_types(&self, fn_type: Type) -> Vec<Type> {
        let mut types = vec![std::ptr::null_mut(); self.count_params(fn_type) as usize];
        ll!(LLVMGetParamTypes(fn_type, types.as_mut_ptr()));
        types
    }
    /// Attribute of a function (index 0 is the result, 1 the first parameter).
    pub(crate) fn func_attr(&self, f: Value, index: u32, a: LLVMAttributeRef) {
        ll!(LLVMAddAttributeAtIndex(f, index, a));
    }
    /// Attribute of a call, counted likewise.
    pub(crate) fn call_attr(&self, call: Value, index: u32, a: LLVMAttributeRef) {
        ll!(LLVMAddCallSiteAttribute(call, index, a));
    }
    pub(crate) fn enum_attr(&self, name: &str, value: u64) -> LLVMAttributeRef {
        ll!({
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            assert_ne!(kind, 0, "LLVM has no attribute {name}");
            LLVMCreateEnumAttribute(self.ctx, kind, value)
        })
    }
    pub(crate) fn string_attr(&self, name: &str, value: &str) -> LLVMAttributeRef {
        ll!(LLVMCreateStringAttribute(
            self.ctx,
            name.as_ptr().cast(),
            name.len() as u32,
            value.as_ptr().cast(),
            value.len() as u32
        ))
    }

    // Control flow.

    pub(crate) fn new_block(&self, f: Value) -> BasicBlock {
        ll!(LLVMAppendBasicBlockInContext(self.ctx, f, NO_NAME))
    }
    pub(crate) fn at_end(&self, b: BasicBlock) {
        ll!(LLVMPositionBuilderAtEnd(self.builder, b));
    }
    pub(crate) fn here(&self) -> BasicBlock {
        ll!(LLVMGetInsertBlock(self.builder))
    }
    pub(crate) fn jump(&self, to: BasicBlock) {
        ll!(LLVMBuildBr(self.builder, to));
    }
    pub(crate) fn branch(&self, c: Value, then: BasicBlock, els: BasicBlock) {
        ll!(LLVMBuildCondBr(self.builder, c, then, els));
    }
    /// The branch at the end of a loop of `trips` trips, if that is known: where a loop of a few stands inside one of many, LLVM
    /// would take it for the one that runs more often.
    pub(crate) fn branch_back(&self, c: Value, again: BasicBlock, exit: BasicBlock, trips: Option<u64>) {
        let branch = ll!(LLVMBuildCondBr(self.builder, c, again, exit));
        if let Some(trips) = trips.filter(|n| *n > 1) {
            self.weigh(branch, [(trips - 1).min(u64::from(u32::MAX)), 1]);
        }
    }
    /// A branch whose first way is hardly ever taken.
    pub(crate) fn branch_rarely(&self, c: Value, then: BasicBlock, els: BasicBlock) {
        let branch = ll!(LLVMBuildCondBr(self.builder, c, then, els));
        self.weigh(branch, [1, USUAL]);
    }
    /// How often a branch or select has each of its outcomes.
    pub(crate) fn weigh(&self, inst: Value, weights: [u64; 2]) {
        let what = "branch_weights";
        let what = ll!(LLVMMDStringInContext2(self.ctx, what.as_ptr().cast(), what.len()));
        let weights = weights.map(|w| ll!(LLVMValueAsMetadata(self.int(Ty::scalar(Elem::I32), w))));
        self.attach(inst, "prof", vec![what, weights[0], weights[1]]);
    }
    pub(crate) fn phi(&self, t: Type) -> Value {
        ll!(LLVMBuildPhi(self.builder, t, NO_NAME))
    }
    pub(crate) fn incoming(&self, phi: Value, mut v: Value, mut from: BasicBlock) {
        ll!(LLVMAddIncoming(phi, &mut v, &mut from, 1));
    }
    pub(crate) fn ret(&self, v: Option<Value>) {
        match v {
            Some(v) => ll!(LLVMBuildRet(self.builder, v)),
            None => ll!(LLVMBuildRetVoid(self.builder)),
        };
    }

    /// The first error that LLVM reported through the context.
    pub(crate) fn error(&self) -> Option<&str> {
        self.diagnostics.errors.first().map(String::as_str)
    }

    /// The module as text.
    pub(crate) fn text(&self) -> String {
        take_message(ll!(LLVMPrintModuleToString(self.module)))
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed once, users before the context.
        unsafe {
            LLVMDisposeBuilder(self.builder);
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.ctx);
        }
    }
}
