//! Relaxations: deviations from IEEE arithmetic that a program is allowed, by name. None by default.

use std::fmt;
use std::str::FromStr;

/// What a program's arithmetic may do that IEEE's does not. As text, names with commas between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Relaxations {
    /// `flush-subnormals`: arithmetic on floats of 32 and 64 bits takes subnormal numbers as zero of their sign, and gives such
    /// zeros for results that would be subnormal, as XLA does on CPUs. What is only moved or compared as bits keeps them, and
    /// so does what the compiler computes already.
    pub flush_subnormals: bool,
}

impl Relaxations {
    /// True if the arithmetic is IEEE's.
    pub fn is_none(self) -> bool {
        self == Relaxations::default()
    }
}

/// Every name, and how to get at what it stands for.
type Entry = (&'static str, fn(&mut Relaxations) -> &mut bool);
const ALL: [Entry; 1] = [("flush-subnormals", |r| &mut r.flush_subnormals)];

impl fmt::Display for Relaxations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut of = *self;
        let names: Vec<&str> = ALL.iter().filter(|(_, flag)| *flag(&mut of)).map(|(name, _)| *name).collect();
        f.write_str(&names.join(","))
    }
}

impl FromStr for Relaxations {
    type Err = String;
    fn from_str(s: &str) -> Result<Relaxations, String> {
        let mut r = Relaxations::default();
        for name in s.split(',').map(str::trim).filter(|n| !n.is_empty()) {
            let Some((_, flag)) = ALL.iter().find(|(known, _)| *known == name) else {
                let known: Vec<&str> = ALL.iter().map(|(name, _)| *name).collect();
                return Err(format!("unknown relaxation `{name}`; known: {}", known.join(", ")));
            };
            *flag(&mut r) = true;
        }
        Ok(r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        assert_eq!("".parse(), Ok(Relaxations::default()));
        let flush: Relaxations = " flush-subnormals,".parse().expect("known");
        assert!(flush.flush_subnormals);
        assert_eq!(flush.to_string(), "flush-subnormals");
        assert_eq!(Relaxations::default().to_string(), "");
        let error = "flush-subnormals,fast".parse::<Relaxations>();
        assert_eq!(error, Err("unknown relaxation `fast`; known: flush-subnormals".into()));
    }
}
