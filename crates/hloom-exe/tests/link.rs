//! The linker on objects written by hand.
#![allow(clippy::unwrap_used, reason = "tests")]

use hloom_exe::{LinkError, link};
use object::write::{Object, Relocation, Symbol, SymbolId, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, RelocationFlags, SectionKind, SymbolFlags, SymbolKind, SymbolScope, elf,
};

struct Builder(Object<'static>);

impl Builder {
    fn new(architecture: Architecture) -> Builder {
        Builder(Object::new(BinaryFormat::Elf, architecture, Endianness::Little))
    }
    fn define(&mut self, name: &str, kind: SectionKind, bytes: &[u8], align: u64) -> SymbolId {
        let section_name = match kind {
            SectionKind::Text => ".text",
            SectionKind::ReadOnlyData => ".rodata",
            SectionKind::Data => ".data",
            _ => ".bss",
        };
        let section = self.0.add_section(vec![], section_name.into(), kind);
        let value = if kind == SectionKind::UninitializedData {
            self.0.append_section_bss(section, bytes.len() as u64, align)
        } else {
            self.0.append_section_data(section, bytes, align)
        };
        self.0.add_symbol(Symbol {
            name: name.into(),
            value,
            size: bytes.len() as u64,
            kind: if kind == SectionKind::Text { SymbolKind::Text } else { SymbolKind::Data },
            scope: SymbolScope::Linkage,
            weak: false,
            section: SymbolSection::Section(section),
            flags: SymbolFlags::None,
        })
    }
    fn declare(&mut self, name: &str) -> SymbolId {
        self.0.add_symbol(Symbol {
            name: name.into(),
            value: 0,
            size: 0,
            kind: SymbolKind::Unknown,
            scope: SymbolScope::Unknown,
            weak: false,
            section: SymbolSection::Undefined,
            flags: SymbolFlags::None,
        })
    }
    fn relocate(&mut self, place: SymbolId, offset: u64, symbol: SymbolId, r_type: u32, addend: i64) {
        let section = self.0.symbol(place).section.id().unwrap();
        let offset = self.0.symbol(place).value + offset;
        let flags = RelocationFlags::Elf { r_type };
        self.0.add_relocation(section, Relocation { offset, symbol, addend, flags }).unwrap();
    }
    fn finish(self) -> Vec<u8> {
        self.0.write().unwrap()
    }
}

fn i32_at(bytes: &[u8], at: u64) -> i64 {
    i32::from_le_bytes(bytes[at as usize..at as usize + 4].try_into().unwrap()).into()
}

/// call helper (other object); lea table(%rip), %rax; ret
fn caller() -> Vec<u8> {
    let mut b = Builder::new(Architecture::X86_64);
    let main = b.define("main", SectionKind::Text, &[0xe8, 0, 0, 0, 0, 0x48, 0x8d, 0x05, 0, 0, 0, 0, 0xc3], 16);
    let table = b.define("table", SectionKind::ReadOnlyData, &[7; 100], 64);
    let helper = b.declare("helper");
    b.relocate(main, 1, helper, elf::R_X86_64_PLT32, -4);
    b.relocate(main, 8, table, elf::R_X86_64_PC32, -4);
    b.finish()
}

fn helper(bytes: &[u8], relocations: &[(u64, &str, u32, i64)]) -> Vec<u8> {
    let mut b = Builder::new(Architecture::X86_64);
    let place = b.define("helper", SectionKind::Text, bytes, 16);
    for &(offset, name, kind, addend) in relocations {
        let target = b.declare(name);
        b.relocate(place, offset, target, kind, addend);
    }
    b.finish()
}

#[test]
fn symbols_resolve_across_objects() {
    let linked = link(&[caller(), helper(&[0xc3], &[])], "main").unwrap();
    let (image, symbols) = (&linked.image, &linked.symbols);
    assert_eq!(linked.entry, symbols["main"]);
    assert_eq!(i32_at(&image.bytes, linked.entry + 1), symbols["helper"] as i64 - (linked.entry as i64 + 5));
    assert_eq!(i32_at(&image.bytes, linked.entry + 8), symbols["table"] as i64 - (linked.entry as i64 + 12));
    assert!(image.text().contains(&symbols["helper"]) && image.rodata().contains(&symbols["table"]));
    assert_eq!(image.rodata().start % image.page, 0);
    assert_eq!(symbols["table"] % 64, 0);
    assert_eq!(image.bytes[symbols["table"] as usize..][..100], [7; 100]);
    assert_eq!(image.data(), image.align(image.rodata_end)..image.memory_end);
    let again = link(&[caller(), helper(&[0xc3], &[])], "main").unwrap();
    assert_eq!(again.image, *image);
}

#[test]
fn got_accesses_are_relaxed() {
    let got = elf::R_X86_64_REX_GOTPCRELX;
    // mov table@GOTPCREL(%rip), %rax; call *main@GOTPCREL(%rip); jmp *main@GOTPCREL(%rip)
    let code = [0x48, 0x8b, 0x05, 0, 0, 0, 0, 0xff, 0x15, 0, 0, 0, 0, 0xff, 0x25, 0, 0, 0, 0];
    let relocations =
        [(3, "table", got, -4), (9, "main", elf::R_X86_64_GOTPCRELX, -4), (15, "main", elf::R_X86_64_GOTPCRELX, -4)];
    let linked = link(&[caller(), helper(&code, &relocations)], "main").unwrap();
    let (bytes, symbols) = (&linked.image.bytes, &linked.symbols);
    let h = symbols["helper"];
    let at = h as usize;
    assert_eq!(bytes[at..at + 3], [0x48, 0x8d, 0x05]);
    assert_eq!(i32_at(bytes, h + 3), symbols["table"] as i64 - (h as i64 + 7));
    assert_eq!(bytes[at + 7..at + 9], [0x67, 0xe8]);
    assert_eq!(i32_at(bytes, h + 9), symbols["main"] as i64 - (h as i64 + 13));
    assert_eq!((bytes[at + 13], bytes[at + 18]), (0xe9, 0x90));
    assert_eq!(i32_at(bytes, h + 14), symbols["main"] as i64 - (h as i64 + 18));
}

#[test]
fn what_needs_an_address_is_refused() {
    let absolute = helper(&[0; 16], &[(4, "main", elf::R_X86_64_64, 0)]);
    let error = link(&[caller(), absolute], "main").unwrap_err();
    assert!(matches!(&error, LinkError::Relocation { object: 1, offset: 4, message, .. } if message.contains("PIC")));

    let undefined = helper(
        &[0; 16],
        &[(0, "memset", elf::R_X86_64_PLT32, -4), (4, "fmod", elf::R_X86_64_PLT32, -4), (8, "fmod", 4, -4)],
    );
    let error = link(&[caller(), undefined], "main").unwrap_err();
    assert_eq!(error, LinkError::Undefined(vec!["fmod".into(), "memset".into()]));

    assert_eq!(link(&[caller()], "main").unwrap_err(), LinkError::Undefined(vec!["helper".into()]));
    let twice = [caller(), helper(&[0xc3], &[]), helper(&[0xc3], &[])];
    assert_eq!(link(&twice, "main").unwrap_err(), LinkError::Duplicate("helper".into()));
    let both = [caller(), helper(&[0xc3], &[])];
    assert_eq!(link(&both, "entry").unwrap_err(), LinkError::Entry("entry".into()));
    assert_eq!(link(&both, "table").unwrap_err(), LinkError::Entry("table".into()));
    assert_eq!(link(&[], "main").unwrap_err(), LinkError::Entry("main".into()));
    assert!(matches!(link(&[vec![0; 64]], "main"), Err(LinkError::Object { object: 0, .. })));
    // A relocation that runs past its section.
    let outside = helper(&[0xc3; 4], &[(2, "main", elf::R_X86_64_PC32, -4)]);
    assert!(matches!(link(&[caller(), outside], "main"), Err(LinkError::Relocation { .. })));
}

#[test]
fn damaged_objects_are_errors() {
    let whole = [caller(), helper(&[0xc3], &[])];
    for cut in 0..whole[0].len() {
        let _ = link(&[whole[0][..cut].to_vec(), whole[1].clone()], "main");
    }
    for at in 0..whole[0].len() {
        for bits in [0x01, 0x80, 0xff] {
            let mut bytes = whole[0].clone();
            bytes[at] ^= bits;
            let _ = link(&[bytes, whole[1].clone()], "main");
        }
    }
}

#[test]
fn writable_data_and_zeros_come_last() {
    let mut b = Builder::new(Architecture::X86_64);
    b.define("main", SectionKind::Text, &[0xc3], 16);
    b.define("counter", SectionKind::Data, &[1, 2, 3], 4);
    b.define("zeros", SectionKind::UninitializedData, &[0; 5000], 64);
    let linked = link(&[b.finish()], "main").unwrap();
    let image = &linked.image;
    assert!(image.data().contains(&linked.symbols["counter"]));
    assert_eq!(image.memory_end, linked.symbols["zeros"] + 5000);
    assert_eq!(image.bytes.len() as u64, linked.symbols["counter"] + 3);
}

#[test]
fn aarch64_addresses_are_page_relative() {
    let mut b = Builder::new(Architecture::Aarch64);
    // adrp x0, table; add x0, x0, :lo12:table; ldr q1, [x0, :lo12:table]; bl main; adrp/ldr through the GOT
    let words = [0x9000_0000u32, 0x9100_0000, 0x3dc0_0001, 0x9400_0000, 0x9000_0002, 0xf940_0042];
    let code: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let main = b.define("main", SectionKind::Text, &code, 4);
    let table = b.define("table", SectionKind::ReadOnlyData, &[7; 100], 16);
    b.relocate(main, 0, table, elf::R_AARCH64_ADR_PREL_PG_HI21, 32);
    b.relocate(main, 4, table, elf::R_AARCH64_ADD_ABS_LO12_NC, 32);
    b.relocate(main, 8, table, elf::R_AARCH64_LDST128_ABS_LO12_NC, 32);
    b.relocate(main, 12, main, elf::R_AARCH64_CALL26, 0);
    b.relocate(main, 16, table, elf::R_AARCH64_ADR_GOT_PAGE, 0);
    b.relocate(main, 20, table, elf::R_AARCH64_LD64_GOT_LO12_NC, 0);
    let linked = link(&[b.finish()], "main").unwrap();
    assert_eq!((linked.entry, linked.symbols["table"]), (0, 0x1_0000));
    let word = |i: usize| i32_at(&linked.image.bytes, i as u64 * 4) as u32;
    // 16 pages up: low two bits 0, high part 4.
    assert_eq!(word(0), 0x9000_0000 | (4 << 5));
    assert_eq!(word(1), 0x9100_0000 | (32 << 10));
    assert_eq!(word(2), 0x3dc0_0001 | (2 << 10));
    assert_eq!(word(3), 0x9400_0000 | (0x03ff_ffff & (-12i32 >> 2) as u32));
    assert_eq!(word(4), 0x9000_0002 | (4 << 5));
    assert_eq!(word(5), 0x9100_0042);
}
