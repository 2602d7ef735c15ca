//! How far the search for a cause is.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use hws_input::{counted, grouped};

/// How far the search for the cause of a difference is. Another thread may show it while [`check`](crate::check::check) works.
#[derive(Debug, Default)]
pub struct CauseProgress {
    edge: AtomicU64,
    difference: AtomicU64,
    live: AtomicU64,
}

impl CauseProgress {
    /// The search is at this edge; the dump differs from the model at `difference`; so many hypotheses are followed.
    pub(super) fn set(&self, edge: u64, difference: u64, live: usize) {
        self.edge.store(edge, Ordering::Relaxed);
        self.live.store(live as u64, Ordering::Relaxed);
        self.difference.store(difference, Ordering::Relaxed);
    }
}

/// `clock edge 1,000 of 5,000, 12 broken rules followed`; nothing before a search has begun.
impl fmt::Display for CauseProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [edge, difference, live] =
            [&self.edge, &self.difference, &self.live].map(|value| value.load(Ordering::Relaxed));
        let followed = counted(live as usize, "broken rule");
        match edge.checked_sub(difference) {
            _ if edge == 0 => Ok(()),
            Some(behind @ 1..) => {
                write!(f, "{} clock edges behind the difference, {followed} followed", grouped(behind))
            }
            _ => write!(f, "clock edge {} of {}, {followed} followed", grouped(edge), grouped(difference)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_is_searched() {
        let progress = CauseProgress::default();
        assert_eq!(progress.to_string(), "");
        progress.set(1_000, 5_000, 1);
        assert_eq!(progress.to_string(), "clock edge 1,000 of 5,000, 1 broken rule followed");
        progress.set(7_000, 5_000, 12);
        assert_eq!(progress.to_string(), "2,000 clock edges behind the difference, 12 broken rules followed");
    }
}
