//! The SSA names that are visible inside one isolated op.

use rustc_hash::FxHashMap;

/// Values under one name: `%x` or `%x:3`.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// Names and what they stand for. Most names are numbers that count up; those lie in a table and not in a map.
#[derive(Default)]
pub(crate) struct Frame<'a> {
    named: FxHashMap<&'a str, Group>,
    /// By number; a count of 0 is no value.
    numbered: Vec<Group>,
    /// Names in order of definition, to forget a region's names at its end.
    defined: Vec<&'a str>,
}

/// The number that a name is, if it is written as numbers are.
fn number(name: &str) -> Option<usize> {
    let bytes = name.as_bytes();
    if bytes.len() > 9 || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    let mut n = 0;
    for b in bytes {
        match b {
            b'0'..=b'9' => n = n * 10 + usize::from(b - b'0'),
            _ => return None,
        }
    }
    Some(n)
}

impl<'a> Frame<'a> {
    /// What a name stands for.
    pub(crate) fn get(&self, name: &str) -> Option<Group> {
        if let Some(group) = number(name).and_then(|n| self.numbered.get(n)).filter(|g| g.count > 0) {
            return Some(*group);
        }
        self.named.get(name).copied()
    }

    /// Defines a name; `false` if it is defined already. `group.count` is not 0.
    pub(crate) fn define(&mut self, name: &'a str, group: Group) -> bool {
        if self.get(name).is_some() {
            return false;
        }
        self.defined.push(name);
        // A table only where names count up: a lone `%99999999` must not claim memory.
        match number(name).filter(|n| *n < 2 * self.defined.len() + 64) {
            Some(n) => {
                if n >= self.numbered.len() {
                    self.numbered.resize(n + 1, Group { first: 0, count: 0 });
                }
                self.numbered[n] = group;
            }
            None => {
                self.named.insert(name, group);
            }
        }
        true
    }

    /// How many names are defined.
    pub(crate) fn mark(&self) -> usize {
        self.defined.len()
    }

    /// Forgets what was defined after a mark.
    pub(crate) fn forget(&mut self, mark: usize) {
        for name in self.defined.drain(mark..) {
            if let Some(group) = number(name).and_then(|n| self.numbered.get_mut(n)).filter(|g| g.count > 0) {
                group.count = 0;
            } else {
                self.named.remove(name);
            }
        }
    }

    /// Everything that is visible, for other readers of the same text.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.named.len() + self.numbered.iter().filter(|g| g.count > 0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names() {
        let mut f = Frame::default();
        let group = |first| Group { first, count: 1 };
        let names = ["0", "00", "1", "arg0", "99999999", "123456789012", "07", "7"];
        for (i, name) in names.into_iter().enumerate() {
            assert!(f.define(name, group(i as u32)), "{name}");
            assert!(!f.define(name, group(9)), "{name}");
        }
        assert!(names.iter().enumerate().all(|(i, n)| f.get(n).is_some_and(|g| g.first == i as u32)));
        assert!(f.numbered.len() < 200);
        f.forget(2);
        assert_eq!(f.len(), 2);
        assert!(f.get("99999999").is_none() && f.get("00").is_some());
    }
}
