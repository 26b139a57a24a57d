//! Lays relocatable objects out into one [`Image`].
//!
//! Objects are what LLVM writes for ELF with the PIC relocation model. Code, read-only data and writable data of all
//! objects are concatenated in the given order, so equal inputs give equal images. Every relocation is resolved here;
//! what would need the load address (absolute pointers, a GOT that cannot be relaxed away, thread-local storage,
//! constructors) and every symbol that no object defines is an error. Unwind tables and debug information are left out.

mod reloc;

use crate::{Blob, Image, MAX_MEMORY};
use object::elf;
use object::read::{Object, ObjectSection, ObjectSymbol, SectionIndex, SymbolIndex};
use object::{Architecture, BinaryFormat, ObjectKind, RelocationFlags, RelocationTarget, SectionFlags};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Why objects do not make an image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// The bytes are not a readable object of a supported kind.
    #[error("object {object}: {message}")]
    Object {
        /// Position in the list of objects.
        object: usize,
        /// What is wrong.
        message: String,
    },
    /// Two objects define the same strong symbol.
    #[error("symbol {0} is defined twice")]
    Duplicate(String),
    /// Nobody defines these symbols. Generated code may call nothing but itself and the functions of its context.
    #[error("undefined symbols: {}", .0.join(", "))]
    Undefined(Vec<String>),
    /// There is no entry function of that name.
    #[error("the entry {0} is not a defined function")]
    Entry(String),
    /// A relocation that a position-independent image cannot have, or that this linker does not know.
    #[error("object {object}, section {section}, offset {offset:#x}: {message}")]
    Relocation {
        /// Position in the list of objects.
        object: usize,
        /// Section with the relocated bytes.
        section: String,
        /// Offset in the section.
        offset: u64,
        /// What is wrong.
        message: String,
    },
    /// The image would be larger than relative addresses reach.
    #[error("the image is too large")]
    TooLarge,
}

/// An image and the offsets of the global symbols in it.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The image.
    pub image: Image,
    /// Offset of the entry symbol.
    pub entry: u64,
    /// Global symbols and their offsets.
    pub symbols: BTreeMap<String, u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Text,
    Rodata,
    Data,
    Bss,
}

struct Placed<'a> {
    object: usize,
    index: SectionIndex,
    name: String,
    segment: Segment,
    align: u64,
    size: u64,
    bytes: &'a [u8],
    offset: u64,
}

/// Symbol resolution over all objects.
struct Symbols {
    /// Offset and size of each placed section by object and section index.
    sections: HashMap<(usize, usize), (u64, u64)>,
    globals: BTreeMap<String, u64>,
}

/// Links `objects` into an image that starts at `entry_symbol`.
///
/// # Errors
/// [`LinkError`]; never a partial image.
pub fn link(objects: &[Vec<u8>], entry_symbol: &str) -> Result<Linked, LinkError> {
    let mut files = Vec::with_capacity(objects.len());
    for (i, bytes) in objects.iter().enumerate() {
        files.push(open(i, bytes)?);
    }
    let architecture = files.first().map_or(Architecture::X86_64, |f| f.architecture());
    if let Some(i) = files.iter().position(|f| f.architecture() != architecture) {
        return Err(LinkError::Object { object: i, message: "not of the first object's architecture".into() });
    }
    // Kernels with 64 KiB pages are common on AArch64 only.
    let page = if architecture == Architecture::Aarch64 { 1 << 16 } else { 4096 };

    let mut placed = Vec::new();
    for (i, file) in files.iter().enumerate() {
        collect(i, file, &mut placed)?;
    }
    let (mut image, length) = lay_out(&mut placed, page)?;
    let symbols = resolve(&files, &placed)?;
    let entry = match symbols.globals.get(entry_symbol) {
        Some(&offset) if offset < image.text_end => offset,
        _ => return Err(LinkError::Entry(entry_symbol.to_owned())),
    };

    let mut bytes = vec![0u8; length];
    for section in placed.iter().filter(|s| s.segment != Segment::Bss) {
        let at = section.offset as usize;
        bytes[at..at + section.bytes.len()].copy_from_slice(section.bytes);
    }
    let mut undefined = BTreeSet::new();
    for section in &placed {
        relocate(&files[section.object], section, &symbols, architecture, &mut bytes, &mut undefined)?;
    }
    if !undefined.is_empty() {
        return Err(LinkError::Undefined(undefined.into_iter().collect()));
    }
    image.bytes = Blob::from(bytes);
    Ok(Linked { image, entry, symbols: symbols.globals })
}

fn open(i: usize, bytes: &[u8]) -> Result<object::File<'_>, LinkError> {
    let fail = |message: String| LinkError::Object { object: i, message };
    let file = object::File::parse(bytes).map_err(|e| fail(e.to_string()))?;
    if file.format() != BinaryFormat::Elf || file.kind() != ObjectKind::Relocatable || !file.is_little_endian() {
        return Err(fail("not a little-endian relocatable ELF object".into()));
    }
    match file.architecture() {
        Architecture::X86_64 | Architecture::Aarch64 => Ok(file),
        other => Err(fail(format!("images for {other:?} are not supported"))),
    }
}

/// Chooses the sections that go into the image.
fn collect<'a>(i: usize, file: &object::File<'a>, placed: &mut Vec<Placed<'a>>) -> Result<(), LinkError> {
    let fail = |message: String| LinkError::Object { object: i, message };
    for section in file.sections() {
        let name = section.name().map_err(|e| fail(e.to_string()))?.to_owned();
        let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
        let has = |flag: u32| sh_flags & u64::from(flag) != 0;
        if !has(elf::SHF_ALLOC) || name.starts_with(".eh_frame") || name.starts_with(".note") || section.size() == 0 {
            continue;
        }
        if has(elf::SHF_TLS) {
            return Err(fail(format!("section {name}: thread-local storage is not supported")));
        }
        if [".init", ".fini", ".ctors", ".dtors", ".preinit"].iter().any(|p| name.starts_with(p)) {
            return Err(fail(format!("section {name}: constructors are not supported")));
        }
        let bytes = section.data().map_err(|e| fail(e.to_string()))?;
        let segment = match () {
            () if has(elf::SHF_EXECINSTR) => Segment::Text,
            () if !has(elf::SHF_WRITE) || name.starts_with(".data.rel.ro") => Segment::Rodata,
            () if bytes.is_empty() => Segment::Bss,
            () => Segment::Data,
        };
        let align = section.align().max(if segment == Segment::Text { 16 } else { 1 });
        let size = section.size();
        if size > MAX_MEMORY || !align.is_power_of_two() || align > 4096 {
            return Err(fail(format!("section {name}: size {size} or alignment {align} is too large")));
        }
        if segment != Segment::Bss && bytes.len() as u64 != size {
            return Err(fail(format!("section {name} without contents outside .bss")));
        }
        placed.push(Placed { object: i, index: section.index(), name, segment, align, size, bytes, offset: 0 });
    }
    Ok(())
}

/// Gives each section its offset; returns the segments and the length of the stored part.
fn lay_out(placed: &mut [Placed<'_>], page: u64) -> Result<(Image, usize), LinkError> {
    let mut at = 0u64;
    let mut ends = [0u64; 4];
    for segment in [Segment::Text, Segment::Rodata, Segment::Data, Segment::Bss] {
        if matches!(segment, Segment::Rodata | Segment::Data) {
            at = at.next_multiple_of(page);
        }
        for section in placed.iter_mut().filter(|s| s.segment == segment) {
            section.offset = at.next_multiple_of(section.align);
            at = section.offset + section.size;
            if at > i32::MAX as u64 {
                return Err(LinkError::TooLarge);
            }
        }
        ends[segment as usize] = at;
    }
    let [text_end, rodata_end, data_end, memory_end] = ends;
    // Without bytes in the later segments the stored part ends with the last segment that has some.
    let stored = [(Segment::Data, data_end), (Segment::Rodata, rodata_end), (Segment::Text, text_end)];
    let used = |s: Segment| placed.iter().any(|p| p.segment == s);
    let length = stored.iter().find(|(s, _)| used(*s)).map_or(0, |&(_, end)| end as usize);
    Ok((Image { bytes: Blob::default(), page, text_end, rodata_end, memory_end }, length))
}

fn resolve(files: &[object::File<'_>], placed: &[Placed<'_>]) -> Result<Symbols, LinkError> {
    let sections = placed.iter().map(|s| ((s.object, s.index.0), (s.offset, s.size))).collect();
    let mut symbols = Symbols { sections, globals: BTreeMap::new() };
    let mut strong = BTreeSet::new();
    for (i, file) in files.iter().enumerate() {
        let fail = |message: String| LinkError::Object { object: i, message };
        for symbol in file.symbols().filter(|s| s.is_global() && !s.is_undefined()) {
            let name = symbol.name().map_err(|e| fail(e.to_string()))?;
            if symbol.is_common() {
                return Err(fail(format!("symbol {name} is a common symbol")));
            }
            let Some(offset) = symbols.defined(i, &symbol) else { continue };
            if !symbol.is_weak() {
                if !strong.insert(name.to_owned()) {
                    return Err(LinkError::Duplicate(name.to_owned()));
                }
                symbols.globals.insert(name.to_owned(), offset);
            } else {
                symbols.globals.entry(name.to_owned()).or_insert(offset);
            }
        }
    }
    Ok(symbols)
}

impl Symbols {
    /// Image offset of a symbol that object `i` defines in a section of the image.
    fn defined<'a>(&self, i: usize, symbol: &impl ObjectSymbol<'a>) -> Option<u64> {
        let section = symbol.section_index()?;
        let &(offset, size) = self.sections.get(&(i, section.0))?;
        (symbol.address() <= size).then(|| offset + symbol.address())
    }

    /// Image offset of what a relocation of object `i` refers to; the name of the symbol if nobody defines it.
    fn target(&self, i: usize, file: &object::File<'_>, target: RelocationTarget) -> Result<u64, String> {
        match target {
            RelocationTarget::Symbol(index) => self.symbol(i, file, index),
            _ => Err("(absolute address)".to_owned()),
        }
    }

    fn symbol(&self, i: usize, file: &object::File<'_>, index: SymbolIndex) -> Result<u64, String> {
        let symbol = file.symbol_by_index(index).map_err(|e| e.to_string())?;
        let name = symbol.name().unwrap_or("(unnamed)");
        // A global wins over the object's own weak definition, so all objects agree on one.
        let global = symbol.is_global().then(|| self.globals.get(name).copied()).flatten();
        global.or_else(|| self.defined(i, &symbol)).ok_or_else(|| name.to_owned())
    }
}

fn relocate(
    file: &object::File<'_>,
    section: &Placed<'_>,
    symbols: &Symbols,
    architecture: Architecture,
    image: &mut [u8],
    undefined: &mut BTreeSet<String>,
) -> Result<(), LinkError> {
    let read = file.section_by_index(section.index);
    let read = read.map_err(|e| LinkError::Object { object: section.object, message: e.to_string() })?;
    let start = section.offset as usize;
    for (offset, relocation) in read.relocations() {
        let fail = |message: String| LinkError::Relocation {
            object: section.object,
            section: section.name.clone(),
            offset,
            message,
        };
        let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
        if r_type == 0 {
            continue;
        }
        // Absolute relocations are refused before names are looked at: the kind is the more useful message.
        reloc::check_kind(architecture, r_type).map_err(|m| fail(m.to_owned()))?;
        let target = match symbols.target(section.object, file, relocation.target()) {
            Ok(target) => target,
            Err(name) => {
                // Collected over all sections: one message names them all.
                undefined.insert(name);
                continue;
            }
        };
        if offset >= section.size || relocation.addend().unsigned_abs() > MAX_MEMORY {
            return Err(fail("offset or addend out of range".into()));
        }
        let code = &mut image[start..start + section.bytes.len()];
        let site = reloc::Site {
            offset: offset as usize,
            place: section.offset as i64 + offset as i64,
            target: target as i64,
            addend: relocation.addend(),
        };
        reloc::apply(architecture, r_type, code, &site).map_err(|m| fail(m.to_owned()))?;
    }
    Ok(())
}
