//! Whether a team is worth while.

/// Nanoseconds that a team has lost when it is over, as where a member was taken from its processor.
const MOST_LOST: f64 = 100_000.0;
/// A team is faster if a step takes less than this part of its time alone.
const GAIN: f64 = 0.95;

/// What the phases of a session took beside what one alone would have.
#[derive(Default)]
pub(super) struct Account {
    /// Nanoseconds more, of phases that were compared with what one alone did with all it needs at hand.
    lost: Option<f64>,
    /// Of a slow one that was compared with what one alone did at first.
    lost_at_first: Option<f64>,
    /// Phases that were faster, not counting the first.
    pub(super) faster: u32,
}

impl Account {
    /// Enters a phase; true if it was faster than one alone.
    pub(super) fn is_faster(&mut self, ns: f64, alone_ns: f64, is_warm: bool) -> bool {
        let is_faster = ns < GAIN * alone_ns;
        if is_warm {
            *self.lost.get_or_insert(0.0) += ns - alone_ns;
            self.faster += u32::from(is_faster);
        } else if !is_faster {
            self.lost_at_first = Some(ns - alone_ns);
        }
        is_faster
    }

    /// What the session has lost, if that can be said. What it takes to begin is no loss where it was faster then.
    pub(super) fn lost_ns(&self) -> Option<f64> {
        match (self.lost, self.lost_at_first.filter(|_| self.faster == 0)) {
            (Some(x), Some(y)) => Some(x + y),
            (x, y) => x.or(y),
        }
    }

    /// It was never faster, and has lost less than it may.
    pub(super) fn may_go_on(&self, may_lose_ns: f64) -> bool {
        self.faster == 0 && self.lost_ns().is_some_and(|lost| lost < may_lose_ns)
    }

    /// A slow phase more is not worth trying.
    pub(super) fn is_overdrawn(&self) -> bool {
        self.faster == 0 || self.lost.is_some_and(|lost| lost > MOST_LOST)
    }
}
