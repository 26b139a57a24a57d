//! The relocations that a position-independent image can have, for x86-64 and AArch64 ELF.
//!
//! A GOT slot would hold an absolute address, so GOT accesses are rewritten to compute the address relative to the
//! instruction. Both ABIs provide for that: the relocation kinds handled here promise the instruction forms.

use object::{Architecture, elf};

/// One place to patch. All addresses are image offsets; they and the addend are far below 2^62.
pub(super) struct Site {
    /// Offset in the section's bytes.
    pub(super) offset: usize,
    /// Address of the place.
    pub(super) place: i64,
    /// Address of the symbol.
    pub(super) target: i64,
    /// Constant of the relocation.
    pub(super) addend: i64,
}

/// Like `PREL32`, for functions; newer than the tables of the `object` crate.
const R_AARCH64_PLT32: u32 = 314;

const ABSOLUTE: &str = "absolute address in position-independent code (compile with relocation model PIC)";
const GOT: &str = "GOT access of a form that cannot be relaxed (use internal or hidden symbols)";
const RANGE: &str = "relative address out of range";
const OUTSIDE: &str = "relocation outside its section";
const UNKNOWN: &str = "unsupported relocation type";

/// Refuses kinds that no symbol could make right.
pub(super) fn check_kind(architecture: Architecture, kind: u32) -> Result<(), &'static str> {
    match architecture {
        Architecture::X86_64 => match kind {
            elf::R_X86_64_PC32
            | elf::R_X86_64_PLT32
            | elf::R_X86_64_PC64
            | elf::R_X86_64_GOTPCRELX
            | elf::R_X86_64_REX_GOTPCRELX => Ok(()),
            elf::R_X86_64_64 | elf::R_X86_64_32 | elf::R_X86_64_32S | elf::R_X86_64_16 | elf::R_X86_64_8 => {
                Err(ABSOLUTE)
            }
            elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOT32 | elf::R_X86_64_GOTPCREL64 | elf::R_X86_64_GOT64 => Err(GOT),
            _ => Err(UNKNOWN),
        },
        _ => match kind {
            elf::R_AARCH64_PREL32
            | elf::R_AARCH64_PREL64
            | R_AARCH64_PLT32
            | elf::R_AARCH64_CALL26
            | elf::R_AARCH64_JUMP26
            | elf::R_AARCH64_ADR_PREL_LO21
            | elf::R_AARCH64_ADR_PREL_PG_HI21
            | elf::R_AARCH64_ADR_PREL_PG_HI21_NC
            | elf::R_AARCH64_ADD_ABS_LO12_NC
            | elf::R_AARCH64_LDST8_ABS_LO12_NC
            | elf::R_AARCH64_LDST16_ABS_LO12_NC
            | elf::R_AARCH64_LDST32_ABS_LO12_NC
            | elf::R_AARCH64_LDST64_ABS_LO12_NC
            | elf::R_AARCH64_LDST128_ABS_LO12_NC
            | elf::R_AARCH64_ADR_GOT_PAGE
            | elf::R_AARCH64_LD64_GOT_LO12_NC => Ok(()),
            elf::R_AARCH64_ABS64 | elf::R_AARCH64_ABS32 | elf::R_AARCH64_ABS16 => Err(ABSOLUTE),
            _ => Err(UNKNOWN),
        },
    }
}

/// Patches one place of a section's bytes.
pub(super) fn apply(architecture: Architecture, kind: u32, code: &mut [u8], site: &Site) -> Result<(), &'static str> {
    match architecture {
        Architecture::X86_64 => x86_64(kind, code, site),
        _ => aarch64(kind, code, site),
    }
}

fn field<const N: usize>(code: &mut [u8], offset: usize) -> Result<&mut [u8; N], &'static str> {
    let end = offset.checked_add(N).ok_or(OUTSIDE)?;
    code.get_mut(offset..end).and_then(|f| f.try_into().ok()).ok_or(OUTSIDE)
}

fn x86_64(kind: u32, code: &mut [u8], site: &Site) -> Result<(), &'static str> {
    let relative = site.target + site.addend - site.place;
    if kind == elf::R_X86_64_PC64 {
        *field(code, site.offset)? = relative.to_le_bytes();
        return Ok(());
    }
    let moved = match kind {
        elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX => relax_x86_64(code, site)?,
        _ => 0,
    };
    let relative = i32::try_from(relative + moved as i64).map_err(|_| RANGE)?;
    *field(code, site.offset - moved)? = relative.to_le_bytes();
    Ok(())
}

/// Rewrites the instruction around a GOT access; returns by how many bytes its address field moved down, and thereby
/// how much the relative address grows.
fn relax_x86_64(code: &mut [u8], site: &Site) -> Result<usize, &'static str> {
    let at = site.offset;
    // The rewritten operand is the symbol itself: an offset into the GOT slot has no meaning then.
    if site.addend != -4 || at < 2 || code.len() < at.saturating_add(4) {
        return Err(GOT);
    }
    let rip_relative = code[at - 1] & 0xc7 == 0x05;
    match (code[at - 2], code[at - 1]) {
        // mov sym@GOTPCREL(%rip), %reg  →  lea sym(%rip), %reg
        (0x8b, _) if rip_relative => {
            code[at - 2] = 0x8d;
            Ok(0)
        }
        // call *sym@GOTPCREL(%rip)  →  addr32 call sym
        (0xff, 0x15) => {
            (code[at - 2], code[at - 1]) = (0x67, 0xe8);
            Ok(0)
        }
        // jmp *sym@GOTPCREL(%rip)  →  jmp sym; nop
        (0xff, 0x25) => {
            code[at - 2] = 0xe9;
            code[at + 3] = 0x90;
            Ok(1)
        }
        _ => Err(GOT),
    }
}

fn aarch64(kind: u32, code: &mut [u8], site: &Site) -> Result<(), &'static str> {
    let address = site.target + site.addend;
    let relative = address - site.place;
    match kind {
        elf::R_AARCH64_PREL64 => {
            *field(code, site.offset)? = relative.to_le_bytes();
            return Ok(());
        }
        elf::R_AARCH64_PREL32 | R_AARCH64_PLT32 => {
            *field(code, site.offset)? = i32::try_from(relative).map_err(|_| RANGE)?.to_le_bytes();
            return Ok(());
        }
        _ => {}
    }
    let word = field::<4>(code, site.offset)?;
    let old = u32::from_le_bytes(*word);
    let fits = |value: i64, bits: u32| if value >> (bits - 1) == value >> 63 { Ok(()) } else { Err(RANGE) };
    // adr and adrp split their 21-bit immediate into two low and nineteen high bits.
    let adr = |imm: i64| {
        let imm = imm as u32;
        (old & !0x60ff_ffe0) | ((imm & 3) << 29) | (((imm >> 2) & 0x7_ffff) << 5)
    };
    // The low 12 bits of an address, scaled by the access size, in an add or load or store.
    let low12 = |scale: u32| {
        let low = (address & 0xfff) as u32;
        if low & ((1 << scale) - 1) != 0 {
            return Err("misaligned address in a scaled load or store");
        }
        Ok((old & !(0xfff << 10)) | ((low >> scale) << 10))
    };
    let page = (address & !0xfff) - (site.place & !0xfff);
    let new = match kind {
        elf::R_AARCH64_CALL26 | elf::R_AARCH64_JUMP26 => {
            fits(relative, 28)?;
            (old & 0xfc00_0000) | ((relative >> 2) as u32 & 0x03ff_ffff)
        }
        elf::R_AARCH64_ADR_PREL_LO21 => {
            fits(relative, 21)?;
            adr(relative)
        }
        elf::R_AARCH64_ADR_PREL_PG_HI21 | elf::R_AARCH64_ADR_PREL_PG_HI21_NC | elf::R_AARCH64_ADR_GOT_PAGE => {
            fits(page, 33)?;
            adr(page >> 12)
        }
        elf::R_AARCH64_ADD_ABS_LO12_NC | elf::R_AARCH64_LDST8_ABS_LO12_NC => low12(0)?,
        elf::R_AARCH64_LDST16_ABS_LO12_NC => low12(1)?,
        elf::R_AARCH64_LDST32_ABS_LO12_NC => low12(2)?,
        elf::R_AARCH64_LDST64_ABS_LO12_NC => low12(3)?,
        elf::R_AARCH64_LDST128_ABS_LO12_NC => low12(4)?,
        elf::R_AARCH64_LD64_GOT_LO12_NC => {
            // ldr xd, [xn, :got_lo12:sym]  →  add xd, xn, :lo12:sym
            if old & 0xffc0_0000 != 0xf940_0000 {
                return Err(GOT);
            }
            0x9100_0000 | (old & 0x3ff) | (((address & 0xfff) as u32) << 10)
        }
        _ => return Err(UNKNOWN),
    };
    *word = new.to_le_bytes();
    Ok(())
}
