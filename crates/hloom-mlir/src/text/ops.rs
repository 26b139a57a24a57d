//! The parser: files, ops, regions, SSA scoping.

use super::assembly::{Argument, Assembly, OpState};
use super::cursor::{Cursor, Parsed};
use super::index::{Index, Name};
use super::names::{Frame, Group};
use crate::{Attr, Limits, Loc, LocTable, RawBlock, RawModule, RawOp, RawRegion, RawValue, Str, SyntaxError, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// How to read a text.
pub struct ParseOptions<'a> {
    /// File name in the locations of ops that state none.
    pub file_name: &'a str,
    /// Line of the file that the text starts on (1 unless it is a chunk of a split file).
    pub first_line: u32,
    /// Custom assembly.
    pub assembly: &'a dyn Assembly,
    /// Bounds on the input.
    pub limits: Limits,
}

impl<'a> ParseOptions<'a> {
    /// A whole file with default limits.
    pub fn new(file_name: &'a str, assembly: &'a dyn Assembly) -> Self {
        ParseOptions { file_name, first_line: 1, assembly, limits: Limits::default() }
    }
}

/// Reads a module. Ops outside a `module` are its contents.
///
/// # Errors
/// [`SyntaxError`] with the position of the first problem.
pub fn parse(text: &str, options: &ParseOptions<'_>) -> Result<RawModule, SyntaxError> {
    Parser::new(text, options).file()
}

/// As [`parse`], with the names of the text, as far as it could be read. Locations that the text states are replaced by
/// the positions of the ops, so that findings about an op lead to it.
pub fn parse_indexed(text: &str, options: &ParseOptions<'_>) -> (Result<RawModule, SyntaxError>, Index) {
    let mut parser = Parser::new(text, options);
    parser.index = Some(Index::default());
    let module = parser.file();
    let mut index = parser.index.take().unwrap_or_default();
    index.value_types = match &module {
        Ok(m) => m.value_types.clone(),
        Err(_) => std::mem::take(&mut parser.value_types),
    };
    (module, index)
}

/// Names of an op's results, with the number of values under each.
type Names<'a> = SmallVec<[(&'a str, u32); 2]>;

/// The reader of one text. Custom assembly sees its public methods.
pub struct Parser<'a> {
    pub(crate) cur: Cursor<'a>,
    pub(crate) assembly: &'a dyn Assembly,
    pub(crate) limits: Limits,
    depth: u32,
    ops: u32,
    pub(crate) constant_bytes: usize,
    pub(crate) file: Str,
    pub(crate) value_types: Vec<Type>,
    pub(crate) locs: LocTable,
    interned: FxHashSet<Str>,
    pub(crate) frames: Vec<Frame<'a>>,
    pub(crate) attr_aliases: FxHashMap<&'a str, Attr>,
    pub(crate) type_aliases: FxHashMap<&'a str, Type>,
    /// Tensor types by the text between their brackets.
    pub(crate) tensor_types: FxHashMap<&'a str, Type>,
    /// Slots of location aliases that are used but not defined yet.
    pub(crate) pending_locs: FxHashMap<&'a str, Loc>,
    /// Where each was first used.
    pub(crate) pending_order: Vec<(&'a str, usize)>,
    pub(crate) resources: Option<FxHashMap<&'a str, &'a str>>,
    /// Names of the text, for those who asked.
    index: Option<Index>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, options: &ParseOptions<'a>) -> Self {
        Parser {
            cur: Cursor::new(text, options.first_line),
            assembly: options.assembly,
            limits: options.limits,
            depth: 0,
            ops: 0,
            constant_bytes: 0,
            file: options.file_name.into(),
            value_types: Vec::new(),
            locs: LocTable::default(),
            interned: FxHashSet::default(),
            frames: vec![Frame::default()],
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            tensor_types: FxHashMap::default(),
            pending_locs: FxHashMap::default(),
            pending_order: Vec::new(),
            resources: None,
            index: None,
        }
    }

    fn file(&mut self) -> Parsed<RawModule> {
        let mut ops = Vec::new();
        while !self.cur.at_end() {
            match self.cur.byte() {
                b'#' => {
                    self.cur.pos += 1;
                    let name = self.cur.suffix()?;
                    self.note(name, || Name::DefinesAttr);
                    self.cur.expect("=")?;
                    self.define_attr_alias(name)?;
                }
                b'!' => {
                    self.cur.pos += 1;
                    let name = self.cur.suffix()?;
                    self.note(name, || Name::DefinesType);
                    self.cur.expect("=")?;
                    let ty = self.ty()?;
                    if self.type_aliases.insert(name, ty).is_some() {
                        return self.cur.fail(format!("`!{name}` is defined twice"));
                    }
                }
                b'{' if self.cur.at("{-#") => match self.cur.src[self.cur.pos..].find("#-}") {
                    Some(n) => self.cur.pos += n + 3,
                    None => return self.cur.fail("resource section without end"),
                },
                _ => ops.push(self.op()?),
            }
        }
        self.check_locations()?;
        let single = ops.len() == 1 && &*ops[0].name == "builtin.module";
        let op = match ops.pop() {
            Some(module) if single => module,
            last => {
                ops.extend(last);
                let region = RawRegion { blocks: vec![RawBlock { args: Vec::new(), ops }] };
                RawOp {
                    name: "builtin.module".into(),
                    operands: Default::default(),
                    results: Default::default(),
                    attrs: Vec::new(),
                    regions: vec![region],
                    loc: self.location_at((0, 0)),
                }
            }
        };
        Ok(RawModule {
            op,
            value_types: std::mem::take(&mut self.value_types),
            locs: std::mem::take(&mut self.locs),
            producer: String::new(),
        })
    }

    /// Runs `read` one level deeper; an error past the limit.
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= self.limits.depth {
            return self.cur.fail("nesting too deep");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Notes what a name, a part of the text behind a sigil, is.
    pub(crate) fn note(&mut self, name: &'a str, what: impl FnOnce() -> Name) {
        if let Some(index) = &mut self.index {
            let start = (name.as_ptr() as usize).saturating_sub(self.cur.src.as_ptr() as usize);
            index.names.push((start.saturating_sub(1)..start + name.len(), what()));
        }
    }

    /// Notes an op, its name included.
    fn note_op(&mut self, start: usize, end: usize, name: &str, mark: usize) {
        let Some(index) = &mut self.index else { return };
        index.names.push((start..end, Name::Op(name.to_owned())));
        if name == "func.func"
            && let Some((symbol, _)) = index.names[mark..].iter().find(|(_, n)| *n == Name::Symbol)
        {
            index.functions.push((symbol.clone(), start..self.cur.pos));
        }
    }

    /// A shared copy of `text`.
    pub fn intern(&mut self, text: &str) -> Str {
        if let Some(known) = self.interned.get(text) {
            return known.clone();
        }
        let new = Str::from(text);
        self.interned.insert(new.clone());
        new
    }

    pub(crate) fn position(&mut self, pos: usize) -> (u32, u32) {
        self.cur.line_column(pos)
    }

    fn op(&mut self) -> Parsed<RawOp> {
        self.nested(Self::op_inner)
    }

    fn op_inner(&mut self) -> Parsed<RawOp> {
        let names = if self.cur.peek() == b'%' { self.result_list()? } else { Names::new() };
        self.cur.skip();
        let start = self.cur.pos;
        self.ops += 1;
        if self.ops > self.limits.ops {
            return self.cur.fail("the program exceeds the limit on ops");
        }
        let (line, column) = self.position(start);
        let mut state = OpState::default();
        let mark = self.index.as_ref().map_or(0, |i| i.names.len());
        let written = match self.cur.byte() {
            _ if self.index.is_none() => start,
            b'"' => self.cur.src[start + 1..].find('"').map_or(start, |n| start + n + 2),
            _ => self.cur.src[start..]
                .find(|c: char| c.is_whitespace() || "(@{".contains(c))
                .map_or(start, |n| start + n),
        };
        let name = if self.cur.byte() == b'"' {
            let name: Str = match self.cur.raw_string()? {
                raw if raw.is_empty() || raw.contains('\\') => {
                    return Err(self.cur.error_at(start, "bad op name"));
                }
                raw => self.intern(raw),
            };
            self.generic_op(&name, &mut state)?;
            name
        } else {
            let word = self.cur.expect_word("an op")?;
            match word {
                "module" | "builtin.module" => {
                    self.module_op(&mut state)?;
                    "builtin.module".into()
                }
                _ => {
                    let name = self.assembly.canonical_name(word).map_or_else(|| self.intern(word), Str::from);
                    if !self.assembly.parse_op(&name, self, &mut state)? {
                        let message = format!("`{name}` has no custom form known here; write `\"{name}\"(...)`");
                        return Err(self.cur.error_at(start, message));
                    }
                    sort_attrs(&mut state.attrs);
                    name
                }
            }
        };
        self.note_op(start, written, &name, mark);
        let loc = match self.optional_location()? {
            Some(loc) if self.index.is_none() => loc,
            _ => match state.loc {
                Some(loc) => loc,
                None => self.location_at((line, column)),
            },
        };
        if &*name == "builtin.module" {
            if !state.operands.is_empty() || !state.result_types.is_empty() {
                return Err(self.cur.error_at(start, "`builtin.module` has neither operands nor results"));
            }
            if let Some(region) = state.regions.first_mut().filter(|r| r.blocks.is_empty()) {
                region.blocks.push(RawBlock::default());
            }
        }
        let total: usize = names.iter().map(|(_, n)| *n as usize).sum();
        if !names.is_empty() && total != state.result_types.len() {
            let message = format!("`{name}` has {} results, but {total} are named", state.result_types.len());
            return Err(self.cur.error_at(start, message));
        }
        let first = self.value_types.len() as u32;
        let results = (first..).take(state.result_types.len()).map(RawValue).collect();
        self.value_types.extend(state.result_types);
        let mut at = first;
        for (name, count) in names {
            self.define(name, Group { first: at, count }, start)?;
            at += count;
        }
        Ok(RawOp { name, operands: state.operands, results, attrs: state.attrs, regions: state.regions, loc })
    }

    /// `%a, %b:2 =`.
    fn result_list(&mut self) -> Parsed<Names<'a>> {
        let mut names = Names::new();
        loop {
            let name = self.value_name()?;
            let count = if self.cur.eat(":") {
                match self.cur.unsigned()? {
                    n @ 1..=0xFF_FFFF => n as u32,
                    _ => return self.cur.fail("bad number of results"),
                }
            } else {
                1
            };
            names.push((name, count));
            if !self.cur.eat(",") {
                break;
            }
        }
        self.cur.expect("=")?;
        Ok(names)
    }

    fn define(&mut self, name: &'a str, group: Group, at: usize) -> Parsed<()> {
        self.note(name, || Name::DefinesValue(RawValue(group.first), group.count));
        let Some(frame) = self.frames.last_mut() else { return self.cur.fail("no scope") };
        if !frame.define(name, group) {
            return Err(self.cur.error_at(at, format!("`%{name}` is defined twice")));
        }
        Ok(())
    }

    fn generic_op(&mut self, name: &str, op: &mut OpState) -> Parsed<()> {
        self.cur.expect("(")?;
        if self.cur.peek() == b'%' {
            op.operands = self.operands()?;
        }
        self.cur.expect(")")?;
        if self.cur.at("[") {
            return self.cur.fail("successor blocks are not supported");
        }
        if self.cur.at("<{") {
            self.cur.pos += 1;
            op.attrs = self.dict()?;
            self.cur.expect(">")?;
        }
        if self.cur.at("(") {
            self.cur.pos += 1;
            let isolated = self.assembly.is_isolated(name);
            loop {
                op.regions.push(self.region(Vec::new(), isolated)?);
                if !self.cur.eat(",") {
                    break;
                }
            }
            self.cur.expect(")")?;
        }
        self.attr_dict(op)?;
        self.cur.expect(":")?;
        let (inputs, results) = self.functional_types()?;
        self.check_types(&op.operands, &inputs)?;
        op.result_types = results;
        Ok(())
    }

    fn module_op(&mut self, op: &mut OpState) -> Parsed<()> {
        if self.cur.peek() == b'@' {
            let name = self.symbol_name()?;
            op.set("sym_name", Attr::String(name));
        }
        if self.cur.eat_word("attributes") {
            self.attr_dict(op)?;
        }
        let region = self.region(Vec::new(), true)?;
        op.regions.push(region);
        Ok(())
    }

    /// `{ ops }` or `{ ^bb0(%a: t): ops ... }`. With `arguments` the entry block has them and no label of its own.
    /// `isolated`: the region does not see outer values.
    ///
    /// # Errors
    /// [`SyntaxError`] for malformed text.
    pub fn region(&mut self, arguments: Vec<Argument<'a>>, isolated: bool) -> Result<RawRegion, SyntaxError> {
        self.nested(|p| {
            let mark = if isolated {
                p.frames.push(Frame::default());
                0
            } else {
                p.frames.last().map_or(0, Frame::mark)
            };
            let region = p.region_body(arguments)?;
            if isolated {
                p.frames.pop();
            } else if let Some(frame) = p.frames.last_mut() {
                frame.forget(mark);
            }
            Ok(region)
        })
    }

    fn region_body(&mut self, arguments: Vec<Argument<'a>>) -> Parsed<RawRegion> {
        let mut region = RawRegion::default();
        self.cur.expect("{")?;
        let start = self.cur.pos;
        let with_arguments = !arguments.is_empty();
        let args = self.block_arguments(arguments, start)?;
        if with_arguments || (self.cur.peek() != b'^' && self.cur.byte() != b'}') {
            let ops = self.block_ops()?;
            region.blocks.push(RawBlock { args, ops });
        }
        let mut labels = Vec::new();
        while self.cur.peek() == b'^' {
            let at = self.cur.pos;
            self.cur.pos += 1;
            let label = self.cur.suffix()?;
            if labels.contains(&label) {
                return Err(self.cur.error_at(at, format!("block `^{label}` is defined twice")));
            }
            labels.push(label);
            let mut args = Vec::new();
            if self.cur.eat("(") {
                while !self.cur.at(")") {
                    args.push(self.argument()?);
                    if !self.cur.eat(",") {
                        break;
                    }
                }
                self.cur.expect(")")?;
            }
            self.cur.expect(":")?;
            let args = self.block_arguments(args, at)?;
            let ops = self.block_ops()?;
            region.blocks.push(RawBlock { args, ops });
        }
        self.cur.expect("}")?;
        Ok(region)
    }

    fn block_ops(&mut self) -> Parsed<Vec<RawOp>> {
        let mut ops = Vec::new();
        while !matches!(self.cur.peek(), b'}' | b'^') {
            if self.cur.at_end() {
                return self.cur.fail("expected `}`");
            }
            ops.push(self.op()?);
        }
        Ok(ops)
    }

    fn block_arguments(&mut self, arguments: Vec<Argument<'a>>, at: usize) -> Parsed<Vec<(RawValue, Loc)>> {
        let mut args = Vec::with_capacity(arguments.len());
        for (name, ty, loc) in arguments {
            let value = RawValue(self.value_types.len() as u32);
            self.value_types.push(ty);
            self.define(name, Group { first: value.0, count: 1 }, at)?;
            args.push((value, loc));
        }
        Ok(args)
    }
}

/// Inherent attributes (no dialect prefix) by name, then the others in source order: the order of the generic form.
fn sort_attrs(attrs: &mut [(Str, Attr)]) {
    if attrs.len() < 2 {
        return;
    }
    attrs.sort_by(|(a, _), (b, _)| match (a.contains('.'), b.contains('.')) {
        (false, false) => a.cmp(b),
        (x, y) => x.cmp(&y),
    });
}
