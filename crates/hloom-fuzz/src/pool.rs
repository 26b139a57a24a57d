//! The programs that others are made of.

use crate::{Random, Reached, mutate};

/// Programs at most, those of the corpus not counted.
const MAX_MADE: usize = 4096;
/// Longer programs are not made of made ones: they only get slower.
const MAX_BYTES: usize = 64 << 10;

/// A corpus, and the mutants of it that got furthest.
pub struct Pool<'c> {
    corpus: &'c [Vec<u8>],
    made: Vec<(Vec<u8>, Reached)>,
}

impl<'c> Pool<'c> {
    /// Of a corpus that is not empty, the shortest programs first.
    pub fn new(corpus: &'c [Vec<u8>]) -> Pool<'c> {
        Pool { corpus, made: Vec::new() }
    }

    fn pick(&self, r: &mut Random) -> &[u8] {
        // The corpus two times out of three: made programs drift towards nonsense.
        if !self.made.is_empty() && r.below(3) == 0 {
            &self.made[r.below(self.made.len())].0
        } else {
            // Short ones more often.
            let n = self.corpus.len();
            &self.corpus[r.below(n).min(r.below(n))]
        }
    }

    /// The next program.
    pub fn next(&self, r: &mut Random) -> Vec<u8> {
        let mut bytes = self.pick(r).to_vec();
        mutate(&mut bytes, self.pick(r), r);
        bytes
    }

    /// Keeps a program that was read, more likely if it got far.
    pub fn keep(&mut self, bytes: Vec<u8>, reached: Reached, r: &mut Random) {
        if reached < Reached::Read
            || bytes.len() > MAX_BYTES
            || r.below(if reached == Reached::Done { 4 } else { 32 }) > 0
        {
            return;
        }
        if self.made.len() < MAX_MADE {
            self.made.push((bytes, reached));
        } else {
            let i = r.below(self.made.len());
            if self.made[i].1 <= reached {
                self.made[i] = (bytes, reached);
            }
        }
    }
}
