//! Encoding of executables.
//!
//! ```text
//! header   magic "HLOOMEXE", version u32, zero u32, file length u64, table length u64,
//!          BLAKE3 of the 32 bytes before and the tables
//! tables   every field but the blobs; of each blob its length and BLAKE3
//! blobs    image, source, distinct constants; each on a multiple of 64 bytes, zeros between
//! ```
//! Numbers are little-endian, strings and lists have a `u32` count in front, options a byte 0 or 1. Positions of blobs
//! are not stored: they follow from the lengths, so no two blobs can overlap and no byte of a file is without meaning.

use crate::executable::{ArgSig, ErrorEntry, ExeError, Executable, HostCall, Kernel, ResultSig, Target, TensorSig};
use crate::{Blob, Image, Relaxations, abi};
use hloom_num::DType;
use std::collections::HashMap;

/// Version of the encoding; there is no compatibility between versions, executables are made again.
pub const FORMAT_VERSION: u32 = 3;

/// First bytes of every executable.
pub const MAGIC: &[u8; 8] = b"HLOOMEXE";
const SUMMED: usize = 32;
const HEADER: usize = SUMMED + 32;

/// How much of the contents [`Executable::from_bytes`] compares with the checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verify {
    /// Everything.
    All,
    /// Tables and code, not constants and source: a mapped file of weights is then not read before it is used.
    Code,
}

impl Executable {
    /// The executable as bytes.
    ///
    /// # Errors
    /// What [`Executable::validate`] finds; lists and strings of more than 2^32 entries.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ExeError> {
        self.validate()?;
        let mut table = Writer { out: Vec::new(), blobs: Vec::new() };
        table.executable(self)?;
        let blobs = table.blobs;
        let table = table.out;

        let mut length = (HEADER + table.len()).next_multiple_of(abi::ALIGN);
        for blob in &blobs {
            length = (length + blob.len()).next_multiple_of(abi::ALIGN);
        }
        let mut out = Vec::with_capacity(length);
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
        out.extend_from_slice(&0u32.to_le_bytes());
        out.extend_from_slice(&(length as u64).to_le_bytes());
        out.extend_from_slice(&(table.len() as u64).to_le_bytes());
        let sum = header_sum(&out, &table);
        out.extend_from_slice(&sum);
        out.extend_from_slice(&table);
        for blob in &blobs {
            out.resize(out.len().next_multiple_of(abi::ALIGN), 0);
            out.extend_from_slice(blob);
        }
        out.resize(length, 0);
        Ok(out)
    }

    /// Reads an executable. Image, constants and source share `bytes`; nothing large is copied.
    ///
    /// # Errors
    /// Any byte that differs from what [`Executable::to_bytes`] wrote gives an error, within the limits of `verify`.
    pub fn from_bytes(bytes: &Blob, verify: Verify) -> Result<Executable, ExeError> {
        let all = bytes.as_slice();
        if !all.starts_with(MAGIC) {
            return Err(ExeError::Magic);
        }
        let mut header = Reader { rest: &all[MAGIC.len()..], section: "header" };
        let found = header.u32()?;
        if found != FORMAT_VERSION {
            return Err(ExeError::Version { found, supported: FORMAT_VERSION });
        }
        if header.u32()? != 0 {
            return Err(ExeError::Malformed("reserved header field is set".into()));
        }
        let length = header.u64()?;
        let table_length = header.u64()?;
        if length != all.len() as u64 {
            return Err(ExeError::Length("file"));
        }
        let sum = header.take(32)?;
        let table = usize::try_from(table_length).map_err(|_| ExeError::Length("tables"))?;
        let table = header.take(table)?;
        if header_sum(&all[..SUMMED], table) != sum {
            return Err(ExeError::Checksum("tables"));
        }
        let mut place = Placer { file: bytes, at: HEADER + table.len(), verify };
        let mut reader = Reader { rest: table, section: "tables" };
        let exe = reader.executable(&mut place)?;
        if !reader.rest.is_empty() {
            return Err(ExeError::Length("tables"));
        }
        place.finish()?;
        exe.validate()?;
        Ok(exe)
    }
}

fn header_sum(header: &[u8], table: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(header).update(table);
    *hasher.finalize().as_bytes()
}

struct Writer<'a> {
    out: Vec<u8>,
    /// Distinct blobs in file order.
    blobs: Vec<&'a Blob>,
}

impl<'a> Writer<'a> {
    fn u32(&mut self, v: u32) {
        self.out.extend_from_slice(&v.to_le_bytes());
    }
    fn u64(&mut self, v: u64) {
        self.out.extend_from_slice(&v.to_le_bytes());
    }
    fn count(&mut self, n: usize) -> Result<(), ExeError> {
        self.u32(u32::try_from(n).map_err(|_| ExeError::Malformed("a list is too long".into()))?);
        Ok(())
    }
    fn bytes(&mut self, b: &[u8]) -> Result<(), ExeError> {
        self.count(b.len())?;
        self.out.extend_from_slice(b);
        Ok(())
    }
    fn str(&mut self, s: &str) -> Result<(), ExeError> {
        self.bytes(s.as_bytes())
    }
    fn index(&mut self, v: Option<u32>) {
        self.out.push(v.is_some().into());
        if let Some(v) = v {
            self.u32(v);
        }
    }
    fn tensor(&mut self, t: &TensorSig) -> Result<(), ExeError> {
        self.str(t.dtype.mlir_name())?;
        self.count(t.dims.len())?;
        t.dims.iter().for_each(|&d| self.u64(d as u64));
        Ok(())
    }
    fn list<T: 'a>(
        &mut self,
        items: &'a [T],
        mut each: impl FnMut(&mut Self, &'a T) -> Result<(), ExeError>,
    ) -> Result<(), ExeError> {
        self.count(items.len())?;
        items.iter().try_for_each(|item| each(self, item))
    }
    fn blob(&mut self, blob: &'a Blob, hash: &[u8; 32]) {
        self.u64(blob.len() as u64);
        self.out.extend_from_slice(hash);
        self.blobs.push(blob);
    }

    fn executable(&mut self, exe: &'a Executable) -> Result<(), ExeError> {
        self.str(&exe.name)?;
        self.u32(exe.abi);
        self.str(&exe.target.triple)?;
        self.str(&exe.target.cpu)?;
        self.list(&exe.target.features, |w, f| w.str(f))?;
        self.str(&exe.relax.to_string())?;
        for v in [exe.image.page, exe.image.text_end, exe.image.rodata_end, exe.image.memory_end, exe.entry] {
            self.u64(v);
        }
        self.list(&exe.args, |w, a| {
            w.str(&a.name)?;
            w.tensor(&a.tensor)?;
            w.index(a.alias);
            w.out.push(a.donated.into());
            Ok(())
        })?;
        self.list(&exe.results, |w, r| {
            w.str(&r.name)?;
            w.tensor(&r.tensor)?;
            w.index(r.alias);
            Ok(())
        })?;
        for v in [exe.arena_bytes, exe.scratch_bytes, exe.planned_peak_bytes] {
            self.u64(v);
        }
        self.list(&exe.kernels, |w, k| {
            w.str(&k.symbol)?;
            [k.offset, k.flops, k.bytes].into_iter().for_each(|v| w.u64(v));
            w.str(&k.ops)?;
            w.str(&k.op_name)?;
            w.list(&k.op_names, |w, name| w.str(name))
        })?;
        self.list(&exe.errors, |w, e| {
            w.str(&e.op)?;
            w.str(&e.message)
        })?;
        self.list(&exe.host_calls, |w, h| {
            w.str(&h.name)?;
            w.bytes(&h.config)?;
            w.list(&h.operands, Self::tensor)?;
            w.list(&h.results, Self::tensor)
        })?;
        self.list(&exe.notes, |w, (key, value)| {
            w.str(key)?;
            w.str(value)
        })?;

        self.blob(&exe.image.bytes, blake3::hash(&exe.image.bytes).as_bytes());
        self.out.push(exe.source.is_some().into());
        if let Some(source) = &exe.source {
            self.blob(source, blake3::hash(source).as_bytes());
        }
        let mut known: HashMap<[u8; 32], u32> = HashMap::new();
        let mut distinct: Vec<(&Blob, [u8; 32])> = Vec::new();
        let mut which = Vec::with_capacity(exe.constants.len());
        for constant in &exe.constants {
            let hash = *blake3::hash(constant).as_bytes();
            which.push(*known.entry(hash).or_insert_with(|| {
                distinct.push((constant, hash));
                (distinct.len() - 1) as u32
            }));
        }
        self.count(distinct.len())?;
        distinct.iter().for_each(|(blob, hash)| self.blob(blob, hash));
        self.count(which.len())?;
        which.into_iter().for_each(|i| self.u32(i));
        Ok(())
    }
}

/// Hands out the blobs of a file in order.
struct Placer<'a> {
    file: &'a Blob,
    at: usize,
    verify: Verify,
}

impl Placer<'_> {
    /// The start of the next blob; bytes skipped must be zero.
    fn align(&mut self) -> Result<usize, ExeError> {
        let start = self.at.next_multiple_of(abi::ALIGN);
        let gap = self.file.get(self.at..start).ok_or(ExeError::Length("blobs"))?;
        if gap.iter().any(|&b| b != 0) {
            return Err(ExeError::Malformed("padding is not zero".into()));
        }
        Ok(start)
    }

    fn blob(&mut self, length: u64, hash: &[u8], what: &'static str, code: bool) -> Result<Blob, ExeError> {
        let start = self.align()?;
        let length = usize::try_from(length).map_err(|_| ExeError::Length(what))?;
        let end = start.checked_add(length).ok_or(ExeError::Length(what))?;
        let blob = self.file.slice(start..end).ok_or(ExeError::Length(what))?;
        if (code || self.verify == Verify::All) && blake3::hash(&blob).as_bytes() != hash {
            return Err(ExeError::Checksum(what));
        }
        self.at = end;
        Ok(blob)
    }

    fn finish(mut self) -> Result<(), ExeError> {
        if self.align()? == self.file.len() { Ok(()) } else { Err(ExeError::Length("blobs")) }
    }
}

struct Reader<'a> {
    rest: &'a [u8],
    section: &'static str,
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], ExeError> {
        let (head, rest) = self.rest.split_at_checked(n).ok_or(ExeError::Length(self.section))?;
        self.rest = rest;
        Ok(head)
    }
    fn array<const N: usize>(&mut self) -> Result<[u8; N], ExeError> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }
    fn u32(&mut self) -> Result<u32, ExeError> {
        Ok(u32::from_le_bytes(self.array()?))
    }
    fn u64(&mut self) -> Result<u64, ExeError> {
        Ok(u64::from_le_bytes(self.array()?))
    }
    fn flag(&mut self) -> Result<bool, ExeError> {
        match self.array::<1>()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(ExeError::Malformed("a flag is neither 0 nor 1".into())),
        }
    }
    fn bytes(&mut self) -> Result<&'a [u8], ExeError> {
        let n = self.u32()? as usize;
        self.take(n)
    }
    fn str(&mut self) -> Result<String, ExeError> {
        let text = std::str::from_utf8(self.bytes()?);
        Ok(text.map_err(|_| ExeError::Malformed("text is not UTF-8".into()))?.to_owned())
    }
    fn index(&mut self) -> Result<Option<u32>, ExeError> {
        Ok(if self.flag()? { Some(self.u32()?) } else { None })
    }
    /// A list whose items take at least `least` bytes each, which bounds what is reserved for it.
    fn list<T>(
        &mut self,
        least: usize,
        mut each: impl FnMut(&mut Self) -> Result<T, ExeError>,
    ) -> Result<Vec<T>, ExeError> {
        let n = self.u32()? as usize;
        if n > self.rest.len() / least {
            return Err(ExeError::Length(self.section));
        }
        let mut items = Vec::with_capacity(n);
        for _ in 0..n {
            items.push(each(self)?);
        }
        Ok(items)
    }
    fn tensor(&mut self) -> Result<TensorSig, ExeError> {
        let name = self.str()?;
        // By the exact name: the reader of types also takes other spellings, which would not survive a round trip.
        let dtype = DType::ALL.iter().copied().find(|d| d.mlir_name() == name);
        let dtype = dtype.ok_or_else(|| ExeError::Malformed(format!("unknown element type {name:?}")))?;
        let dims = self.list(8, |r| Ok(r.u64()? as i64))?;
        Ok(TensorSig { dtype, dims })
    }

    fn executable(&mut self, place: &mut Placer<'_>) -> Result<Executable, ExeError> {
        let name = self.str()?;
        let abi = self.u32()?;
        let target = Target { triple: self.str()?, cpu: self.str()?, features: self.list(4, Self::str)? };
        let text = self.str()?;
        // As it is written: there is one way to write each.
        let relax = text.parse().ok().filter(|r: &Relaxations| r.to_string() == text);
        let relax = relax.ok_or_else(|| ExeError::Malformed(format!("relaxations `{text}`")))?;
        let [page, text_end, rodata_end, memory_end, entry] = self.u64s()?;
        let args = self
            .list(14, |r| Ok(ArgSig { name: r.str()?, tensor: r.tensor()?, alias: r.index()?, donated: r.flag()? }))?;
        let results = self.list(13, |r| Ok(ResultSig { name: r.str()?, tensor: r.tensor()?, alias: r.index()? }))?;
        let [arena_bytes, scratch_bytes, planned_peak_bytes] = self.u64s()?;
        let kernels = self.list(32, |r| {
            let symbol = r.str()?;
            let [offset, flops, bytes] = r.u64s()?;
            Ok(Kernel {
                symbol,
                offset,
                flops,
                bytes,
                ops: r.str()?,
                op_name: r.str()?,
                op_names: r.list(4, Self::str)?,
            })
        })?;
        let errors = self.list(8, |r| Ok(ErrorEntry { op: r.str()?, message: r.str()? }))?;
        let host_calls = self.list(16, |r| {
            Ok(HostCall {
                name: r.str()?,
                config: r.bytes()?.to_vec(),
                operands: r.list(8, Self::tensor)?,
                results: r.list(8, Self::tensor)?,
            })
        })?;
        let notes = self.list(8, |r| Ok((r.str()?, r.str()?)))?;

        let mut blob = |r: &mut Self, what, code| place.blob(r.u64()?, &r.array::<32>()?, what, code);
        let bytes = blob(self, "image", true)?;
        let source = if self.flag()? { Some(blob(self, "source", false)?) } else { None };
        let distinct = self.list(40, |r| blob(r, "constants", false))?;
        let constants = self.list(4, |r| {
            let i = r.u32()? as usize;
            distinct.get(i).cloned().ok_or_else(|| ExeError::Malformed(format!("there is no constant {i}")))
        })?;
        Ok(Executable {
            name,
            abi,
            target,
            relax,
            image: Image { bytes, page, text_end, rodata_end, memory_end },
            entry,
            args,
            results,
            constants,
            arena_bytes,
            scratch_bytes,
            planned_peak_bytes,
            kernels,
            errors,
            host_calls,
            notes,
            source,
        })
    }

    fn u64s<const N: usize>(&mut self) -> Result<[u64; N], ExeError> {
        let mut out = [0; N];
        for v in &mut out {
            *v = self.u64()?;
        }
        Ok(out)
    }
}
