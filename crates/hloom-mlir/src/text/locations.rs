//! Locations and their aliases, which may be defined after their use.

use super::cursor::Parsed;
use super::index::Name;
use super::ops::Parser;
use crate::{Attr, Loc, LocData};

impl<'a> Parser<'a> {
    /// `loc(...)`, if one follows.
    pub fn optional_location(&mut self) -> Parsed<Option<Loc>> {
        if self.cur.peek_word() != Some("loc") {
            return Ok(None);
        }
        self.location().map(Some)
    }

    /// `loc(...)`.
    pub(crate) fn location(&mut self) -> Parsed<Loc> {
        if !self.cur.eat_word("loc") {
            return self.cur.fail("expected a location");
        }
        self.cur.expect("(")?;
        let loc = self.location_body()?;
        self.cur.expect(")")?;
        Ok(loc)
    }

    fn location_body(&mut self) -> Parsed<Loc> {
        self.nested(Self::location_inner)
    }

    fn location_inner(&mut self) -> Parsed<Loc> {
        match self.cur.peek() {
            b'#' => {
                self.cur.pos += 1;
                let name = self.cur.suffix()?;
                self.note(name, || Name::Attr);
                match self.attr_aliases.get(name) {
                    Some(Attr::Loc(loc)) => Ok(*loc),
                    Some(_) => self.cur.fail(format!("`#{name}` is not a location")),
                    None => Ok(self.location_alias(name)),
                }
            }
            b'"' => {
                // A program names few files many times.
                let text = self.cur.string()?;
                let text = self.intern(&text);
                if self.cur.eat(":") {
                    let line = self.position_number()?;
                    self.cur.expect(":")?;
                    let column = self.position_number()?;
                    // `to 3:4`, or `to :4` in the same line.
                    if self.cur.eat_word("to") {
                        let last = if self.cur.peek() == b':' { line } else { self.position_number()? };
                        self.cur.expect(":")?;
                        let range = [line, column, last, self.position_number()?];
                        if range[2..] != range[..2] {
                            return Ok(self.locs.add(LocData::Range(text, range)));
                        }
                    }
                    return Ok(self.locs.add(LocData::File(text, line, column)));
                }
                let child = if self.cur.eat("(") {
                    let child = self.location_child()?;
                    self.cur.expect(")")?;
                    child
                } else {
                    Loc::UNKNOWN
                };
                Ok(self.locs.add(LocData::Name(text, child)))
            }
            _ => match self.cur.expect_word("a location")? {
                "unknown" => Ok(Loc::UNKNOWN),
                "callsite" => {
                    self.cur.expect("(")?;
                    let callee = self.location_child()?;
                    if !self.cur.eat_word("at") {
                        return self.cur.fail("expected `at`");
                    }
                    let caller = self.location_child()?;
                    self.cur.expect(")")?;
                    Ok(self.locs.add(LocData::CallSite(callee, caller)))
                }
                "fused" => {
                    let mut metadata = None;
                    if self.cur.eat("<") {
                        metadata = Some(Box::new(self.attr()?));
                        self.cur.expect(">")?;
                    }
                    self.cur.expect("[")?;
                    let mut children = Vec::new();
                    while !self.cur.at("]") {
                        children.push(self.location_child()?);
                        if !self.cur.eat(",") {
                            break;
                        }
                    }
                    self.cur.expect("]")?;
                    Ok(self.locs.add(LocData::Fused(children.into(), metadata)))
                }
                other => self.cur.fail(format!("unknown kind of location `{other}`")),
            },
        }
    }

    /// A location inside another: with or without `loc( )`.
    fn location_child(&mut self) -> Parsed<Loc> {
        if self.cur.peek_word() == Some("loc") { self.nested(Self::location) } else { self.location_body() }
    }

    fn position_number(&mut self) -> Parsed<u32> {
        let n = self.cur.unsigned()?;
        u32::try_from(n).or_else(|_| self.cur.fail("line or column too large"))
    }

    /// The location an alias stands for; a slot that its definition fills later if there is none yet.
    pub(crate) fn location_alias(&mut self, name: &'a str) -> Loc {
        if let Some(Attr::Loc(loc)) = self.attr_aliases.get(name) {
            return *loc;
        }
        if let Some(loc) = self.pending_locs.get(name) {
            return *loc;
        }
        let slot = self.locs.push(LocData::Unknown);
        self.pending_locs.insert(name, slot);
        self.pending_order.push((name, self.cur.pos.saturating_sub(name.len() + 1)));
        slot
    }

    /// `#name = attribute`, the name already read.
    pub(crate) fn define_attr_alias(&mut self, name: &'a str) -> Parsed<()> {
        let attr = self.attr()?;
        if self.attr_aliases.contains_key(name) {
            return self.cur.fail(format!("`#{name}` is defined twice"));
        }
        let attr = match (self.pending_locs.remove(name), attr) {
            (Some(slot), Attr::Loc(loc)) => {
                let data = self.locs.get(loc).clone();
                self.locs.set(slot, data);
                Attr::Loc(slot)
            }
            (Some(_), _) => return self.cur.fail(format!("`#{name}` is used as a location but is none")),
            (None, attr) => attr,
        };
        self.attr_aliases.insert(name, attr);
        Ok(())
    }

    /// All forward references are defined, and no location contains itself.
    pub(crate) fn check_locations(&mut self) -> Parsed<()> {
        for (name, at) in &self.pending_order {
            if self.pending_locs.contains_key(name) {
                return Err(self.cur.error_at(*at, format!("`#{name}` is not defined")));
            }
        }
        if self.pending_order.is_empty() {
            return Ok(());
        }
        // Depth-first over children: 0 is new, 1 is on the path, 2 is done.
        let table = self.locs.entries();
        let mut state = vec![0u8; table.len()];
        for start in 0..table.len() {
            let mut stack = vec![(start, false)];
            while let Some((at, leaving)) = stack.pop() {
                if leaving {
                    state[at] = 2;
                    continue;
                }
                if state[at] != 0 {
                    continue;
                }
                state[at] = 1;
                stack.push((at, true));
                let children: &[Loc] = match &table[at] {
                    LocData::Name(_, child) => std::slice::from_ref(child),
                    LocData::CallSite(callee, caller) => &[*callee, *caller],
                    LocData::Fused(children, _) => children,
                    LocData::Unknown | LocData::File(..) | LocData::Range(..) => &[],
                };
                for child in children {
                    match state.get(child.0 as usize) {
                        Some(1) => return self.cur.fail("a location alias contains itself"),
                        Some(0) => stack.push((child.0 as usize, false)),
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }
}
