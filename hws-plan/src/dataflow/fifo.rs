//! The FIFO of an edge (T12 to T15), by closed forms.
//!
//! Tokens arrive every Tp = AFI x FPO of the producer and are taken every Tc = AFI of the consumer, with Tp <= Tc.
//! From one arrival to the next the number of waiting tokens therefore never falls, and the last arrival sees the
//! most: no token has to be simulated.

use super::input::SdRule;
use super::net::{Timing, div_ceil};

/// The FIFO of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fifo {
    /// When the first token counts as arrived.
    pub(super) sd_edge: i64,
    /// Case 1: SD of the consumer - `sd_edge`.
    pub(super) delay: i64,
    /// Case 2: tokens that pile up because the consumer is slower.
    pub(super) case2: i64,
    /// Case 3: the largest FPO of the consumer's producers - the FPO of this one; already part of case 1.
    pub(super) case3: i64,
    /// The depth that is always enough.
    pub(super) depth: i64,
    /// The most tokens that wait if they arrive as scheduled.
    pub(super) min_entries: i64,
    /// The most tokens that wait if they arrive as soon as they are valid.
    pub(super) actual_entries: i64,
    /// Tokens that cross the edge.
    pub(super) tokens: i64,
}

impl Fifo {
    /// Computes the FIFO between two scheduled nodes. `most_fpo` is the largest FPO of the consumer's producers.
    ///
    /// Everything fits in 64 bits, since the consumer's EFI, SD and D are maxima over its producers and do.
    pub(super) fn between(from: &Timing, to: &Timing, most_fpo: i64, stream_size: i64, rule: SdRule) -> Self {
        let tokens = from.tokens(stream_size);
        let rates = Rates { tokens: tokens.into(), tp: from.interval(), tc: to.afi.into() };
        let sd = i128::from(to.sd);
        let sd_edge = from.first_token(rule);
        let (delay, case2) = (sd - sd_edge, rates.backlog());
        let depth = rates.tokens.min(div_ceil(delay, rates.tp) + case2);
        Self {
            sd_edge: narrow(sd_edge),
            delay: narrow(delay),
            case2: narrow(case2),
            case3: most_fpo - from.unit.fpo,
            depth: narrow(depth),
            min_entries: narrow(rates.waiting(delay)),
            actual_entries: narrow(rates.waiting(sd - from.first_valid())),
            tokens,
        }
    }
}

impl Fifo {
    /// Returns whether a buffer of this many tokens is enough.
    pub(super) fn fits(&self, buffer: i64) -> bool {
        buffer >= self.depth
    }
}

struct Rates {
    tokens: i128,
    tp: i128,
    tc: i128,
}

impl Rates {
    /// Case 2: (n-1) - floor((n-1) Tp / Tc), 0 when the rates are equal.
    fn backlog(&self) -> i128 {
        let last = self.tokens - 1;
        last - last * self.tp / self.tc
    }

    /// Returns the most tokens that wait if the first one is taken `delay` after the first arrival. At one instant
    /// taking comes first, and a token taken as it arrives never waits.
    fn waiting(&self, delay: i128) -> i128 {
        let last = (self.tokens - 1) * self.tp;
        if last < delay { self.tokens } else { self.tokens - 1 - (last - delay) / self.tc }
    }
}

/// Converts a value that fits, as [`Fifo::between`] explains.
fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
