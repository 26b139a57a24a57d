//! Executables from hand-assembled x86-64 code.
#![allow(dead_code, reason = "each test program uses its part")]

use hloom_exe::{ArgSig, Blob, ErrorEntry, Executable, HostCall, Kernel, ResultSig, Target, TensorSig, abi, link};
use hloom_num::DType;
use object::write::{Object, Relocation, Symbol, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, RelocationFlags, SectionKind, SymbolFlags, SymbolKind, SymbolScope, elf,
};

/// Adds the scalars `args[0]` and `args[1]` into `results[0]`.
pub(crate) const ADD: &[u8] = &[
    0x48, 0x8b, 0x06, // mov rax, [rsi]
    0x4c, 0x8b, 0x4e, 0x08, // mov r9, [rsi + 8]
    0x4c, 0x8b, 0x12, // mov r10, [rdx]
    0x8b, 0x00, // mov eax, [rax]
    0x41, 0x03, 0x01, // add eax, [r9]
    0x41, 0x89, 0x02, // mov [r10], eax
    0x31, 0xc0, 0xc3, // xor eax, eax; ret
];

/// Copies the first 32 bits of `constants[0]` to `results[0]`.
pub(crate) const CONSTANT: &[u8] = &[
    0x49, 0x8b, 0x00, // mov rax, [r8]
    0x8b, 0x00, // mov eax, [rax]
    0x4c, 0x8b, 0x12, // mov r10, [rdx]
    0x41, 0x89, 0x02, // mov [r10], eax
    0x31, 0xc0, 0xc3, // xor eax, eax; ret
];

/// Adds one to the 32 bits in `results[0]`.
pub(crate) const INCREMENT: &[u8] = &[0x48, 0x8b, 0x02, 0xff, 0x00, 0x31, 0xc0, 0xc3];

/// Stores the floating-point control register to `results[0]`.
pub(crate) const MXCSR: &[u8] = &[0x48, 0x8b, 0x02, 0x0f, 0xae, 0x18, 0x31, 0xc0, 0xc3];

/// Returns the 32 bits in `args[0]` as the status.
pub(crate) const STATUS: &[u8] = &[0x48, 0x8b, 0x06, 0x48, 0x63, 0x00, 0xc3];

/// Returns `STATUS_CANCELLED` if the flag is set.
pub(crate) const CANCEL: &[u8] = &[
    0x48, 0x8b, 0x47, 0x30, // mov rax, [rdi + 48]
    0x31, 0xc9, // xor ecx, ecx
    0x3b, 0x08, // cmp ecx, [rax]      carry if the flag is above zero
    0x48, 0x19, 0xc0, // sbb rax, rax
    0xc3,
];

/// Calls host function 0 with `args[0]` and `results[0]` and returns its status.
pub(crate) const HOST: &[u8] = &[
    0x48, 0x83, 0xec, 0x18, // sub rsp, 24
    0x48, 0x8b, 0x06, // mov rax, [rsi]
    0x48, 0x89, 0x04, 0x24, // mov [rsp], rax
    0x48, 0x8b, 0x02, // mov rax, [rdx]
    0x48, 0x89, 0x44, 0x24, 0x08, // mov [rsp + 8], rax
    0x31, 0xf6, // xor esi, esi
    0x48, 0x89, 0xe2, // mov rdx, rsp
    0xff, 0x57, 0x28, // call [rdi + 40]
    0x48, 0x83, 0xc4, 0x18, // add rsp, 24
    0xc3,
];

/// Marks what it does not do: `mov rdi, rbx; mov esi, MARK; mov edx, NUMBER; call [rbx + 88]` each.
#[rustfmt::skip]
pub(crate) const MARKS: &[u8] = &[
    0x53, 0x48, 0x89, 0xfb, // push rbx; mov rbx, rdi
    0x48, 0x89, 0xdf, 0xbe, 1, 0, 0, 0, 0xba, 2, 0, 0, 0, 0xff, 0x53, 0x58, // a loop begins
    0x48, 0x89, 0xdf, 0xbe, 0, 0, 0, 0, 0xba, 3, 0, 0, 0, 0xff, 0x53, 0x58, // a kernel in it
    0x48, 0x89, 0xdf, 0xbe, 2, 0, 0, 0, 0xba, 0, 0, 0, 0, 0xff, 0x53, 0x58, // which ends
    0x48, 0x89, 0xdf, 0xbe, 2, 0, 0, 0, 0xba, 0, 0, 0, 0, 0xff, 0x53, 0x58, // and the loop
    0x48, 0x89, 0xdf, 0xbe, 2, 0, 0, 0, 0xba, 0, 0, 0, 0, 0xff, 0x53, 0x58, // and nothing
    0x31, 0xc0, 0x5b, 0xc3, // xor eax, eax; pop rbx; ret
];

/// Doubles each of 1000 32-bit numbers in its own task, in parallel, by way of the scratch block.
pub(crate) const DOUBLE_TASKS: i64 = 1000;
const DOUBLE_ENTRY: &[u8] = &[
    0x48, 0x83, 0xec, 0x18, // sub rsp, 24
    0x48, 0x8b, 0x06, // mov rax, [rsi]
    0x48, 0x89, 0x04, 0x24, // mov [rsp], rax
    0x48, 0x8b, 0x02, // mov rax, [rdx]
    0x48, 0x89, 0x44, 0x24, 0x08, // mov [rsp + 8], rax
    0x48, 0x8d, 0x35, 0, 0, 0, 0, // lea rsi, [rip + kernel]
    0x48, 0x89, 0xe2, // mov rdx, rsp
    0xb9, 0xe8, 0x03, 0, 0, // mov ecx, 1000
    0xff, 0x57, 0x08, // call [rdi + 8]
    0x31, 0xc0, // xor eax, eax
    0x48, 0x83, 0xc4, 0x18, // add rsp, 24
    0xc3,
];
const DOUBLE_RELOCATION: u64 = 22;
/// The two jump distances are filled in by `double`.
const DOUBLE_KERNEL: &[u8] = &[
    0x48, 0x8b, 0x07, // mov rax, [rdi]
    0x4c, 0x8b, 0x47, 0x08, // mov r8, [rdi + 8]
    0x48, 0x39, 0xd6, // loop: cmp rsi, rdx
    0x7d, 0x00, // jge end
    0x44, 0x8b, 0x0c, 0xb0, // mov r9d, [rax + 4 rsi]
    0x44, 0x89, 0x09, // mov [rcx], r9d
    0x44, 0x03, 0x09, // add r9d, [rcx]
    0x45, 0x89, 0x0c, 0xb0, // mov [r8 + 4 rsi], r9d
    0x48, 0xff, 0xc6, // inc rsi
    0xeb, 0x00, // jmp loop
    0xc3, // end: ret
];

/// In place of the doubling kernel: waits a while and stores the floating-point control register, once a task.
const MXCSR_KERNEL: &[u8] = &[
    0x48, 0x8b, 0x47, 0x08, // mov rax, [rdi + 8]
    0x48, 0x39, 0xd6, // loop: cmp rsi, rdx
    0x7d, 0x14, // jge end
    0x41, 0xb8, 0xd0, 0x07, 0, 0, // mov r8d, 2000
    0x41, 0xff, 0xc8, // wait: dec r8d
    0x75, 0xfb, // jnz wait
    0x0f, 0xae, 0x1c, 0xb0, // stmxcsr [rax + 4 rsi]
    0x48, 0xff, 0xc6, // inc rsi
    0xeb, 0xe7, // jmp loop
    0xc3, // end: ret
];

fn object(functions: &[(&str, &[u8])], relocation: Option<u64>) -> Vec<u8> {
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let mut symbols = Vec::new();
    for (name, code) in functions {
        let section = object.add_section(vec![], format!(".text.{name}").into_bytes(), SectionKind::Text);
        object.append_section_data(section, code, 16);
        symbols.push(object.add_symbol(Symbol {
            name: (*name).into(),
            value: 0,
            size: code.len() as u64,
            kind: SymbolKind::Text,
            scope: SymbolScope::Linkage,
            weak: false,
            section: SymbolSection::Section(section),
            flags: SymbolFlags::None,
        }));
    }
    if let Some(offset) = relocation {
        let section = object.symbol(symbols[0]).section.id().unwrap();
        let flags = RelocationFlags::Elf { r_type: elf::R_X86_64_PC32 };
        object.add_relocation(section, Relocation { offset, symbol: symbols[1], addend: -4, flags }).unwrap();
    }
    object.write().unwrap()
}

fn executable(objects: &[Vec<u8>], args: &[TensorSig], results: &[TensorSig]) -> Executable {
    let linked = link(objects, "entry").unwrap();
    let kernel = |(symbol, &offset): (&String, &u64)| Kernel { symbol: symbol.clone(), offset, ..Kernel::default() };
    Executable {
        name: "test".into(),
        abi: abi::VERSION,
        target: Target { triple: "x86_64-unknown-linux-gnu".into(), cpu: String::new(), features: vec!["sse2".into()] },
        relax: hloom_exe::Relaxations::default(),
        image: linked.image,
        entry: linked.entry,
        args: args
            .iter()
            .map(|t| ArgSig { name: "x".into(), tensor: t.clone(), alias: None, donated: false })
            .collect(),
        results: results.iter().map(|t| ResultSig { name: String::new(), tensor: t.clone(), alias: None }).collect(),
        constants: vec![],
        arena_bytes: 0,
        scratch_bytes: 0,
        planned_peak_bytes: 0,
        kernels: linked.symbols.iter().filter(|(name, _)| *name != "entry").map(kernel).collect(),
        errors: vec![ErrorEntry { op: "divide @ a.py:3".into(), message: "by zero".into() }],
        host_calls: Vec::<HostCall>::new(),
        notes: vec![],
        source: None,
    }
}

pub(crate) fn i32s(dims: &[i64]) -> TensorSig {
    TensorSig { dtype: DType::I32, dims: dims.to_vec() }
}

/// One function as an executable.
pub(crate) fn program(code: &[u8], args: &[TensorSig], results: &[TensorSig]) -> Executable {
    executable(&[object(&[("entry", code)], None)], args, results)
}

/// The parallel program.
pub(crate) fn double() -> Executable {
    let mut kernel = DOUBLE_KERNEL.to_vec();
    let (compare, jump) = (7, kernel.len() as i64 - 1);
    kernel[11] = (jump - 12) as u8;
    let back = compare - jump;
    kernel[jump as usize - 1] = back as u8;
    parallel(&kernel)
}

/// What the floating-point control register holds in each of the doubling program's tasks.
pub(crate) fn mxcsr_of_tasks() -> Executable {
    parallel(MXCSR_KERNEL)
}

fn parallel(kernel: &[u8]) -> Executable {
    let object = object(&[("entry", DOUBLE_ENTRY), ("kernel", kernel)], Some(DOUBLE_RELOCATION));
    let shape = i32s(&[DOUBLE_TASKS]);
    let mut exe = executable(&[object], std::slice::from_ref(&shape), std::slice::from_ref(&shape));
    exe.scratch_bytes = 100_000;
    exe.arena_bytes = 5000;
    exe
}

/// As `Blob`, for constants in tests.
pub(crate) fn blob(values: &[i32]) -> Blob {
    Blob::from(values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>())
}
