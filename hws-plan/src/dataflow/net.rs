//! The schedule of a graph of streams: EFI, AFI, SD and D of every node (T3, T4, T13).

use super::input::{SdRule, Unit};

/// Nodes and the streams between them, constants left out.
pub(super) struct Net<'a> {
    /// LAT, LFI and FPO by node.
    pub(super) units: &'a [Unit],
    /// From and to.
    pub(super) edges: &'a [(usize, usize)],
    /// A topological order of the nodes.
    pub(super) order: &'a [usize],
    /// When the first token of an edge counts as arrived.
    pub(super) rule: SdRule,
}

/// When a node fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timing {
    /// Its timing by itself.
    pub(super) unit: Unit,
    /// External firing interval: how often data arrives.
    pub(super) efi: i64,
    /// Actual firing interval.
    pub(super) afi: i64,
    /// Starting delay: the cycle of its first firing.
    pub(super) sd: i64,
    /// Firings of the function's input per firing of the node.
    pub(super) d: i64,
}

/// A node of which a value, or a value of an edge from it, does not fit in 64 bits.
#[derive(Debug)]
pub(super) struct Overflow(pub(super) usize);

impl Timing {
    /// Cycles between two tokens: AFI x FPO, at least 1.
    pub(super) fn interval(&self) -> i128 {
        i128::from(self.afi) * i128::from(self.unit.fpo)
    }

    /// Returns when the first token is valid.
    pub(super) fn first_valid(&self) -> i128 {
        i128::from(self.sd) + i128::from(self.unit.lat) + self.interval() - i128::from(self.afi)
    }

    /// Returns when the first token counts as arrived.
    pub(super) fn first_token(&self, rule: SdRule) -> i128 {
        match rule {
            SdRule::Seed => self.first_valid() + i128::from(self.afi) - 1,
            SdRule::Tight => self.first_valid(),
        }
    }

    /// Firings of the input per token: D x FPO, at least 1.
    pub(super) fn firings_per_token(&self) -> i128 {
        i128::from(self.d) * i128::from(self.unit.fpo)
    }

    /// Tokens of a stream of this many firings of the input.
    pub(super) fn tokens(&self, stream_size: i64) -> i64 {
        // At most the stream size, which is an i64.
        i64::try_from(div_ceil(stream_size.into(), self.firings_per_token())).unwrap_or(stream_size)
    }

    /// SD + LAT: when the first output appears.
    pub(super) fn end(&self) -> i128 {
        i128::from(self.sd) + i128::from(self.unit.lat)
    }
}

impl Net<'_> {
    /// Schedules every node; a node that nothing feeds has EFI 1, SD 0 and D 1.
    pub(super) fn schedule(&self) -> Result<Vec<Timing>, Overflow> {
        let start = |&unit: &Unit| Timing { unit, efi: 1, afi: unit.lfi, sd: 0, d: 1 };
        let mut timings: Vec<Timing> = self.units.iter().map(start).collect();
        let consumers = self.consumers();
        for &node in self.order {
            timings[node].afi = timings[node].unit.lfi.max(timings[node].efi);
            let from = timings[node];
            for &next in &consumers[node] {
                self.feed(&from, &mut timings[next]).ok_or(Overflow(next))?;
            }
        }
        Ok(timings)
    }

    /// EFI, SD and D come from the slowest, the latest and the most decimated producer.
    fn feed(&self, from: &Timing, to: &mut Timing) -> Option<()> {
        to.efi = to.efi.max(i64::try_from(from.interval()).ok()?);
        to.sd = to.sd.max(i64::try_from(from.first_token(self.rule)).ok()?);
        to.d = to.d.max(i64::try_from(from.firings_per_token()).ok()?);
        Some(())
    }

    fn consumers(&self) -> Vec<Vec<usize>> {
        let mut consumers = vec![Vec::new(); self.units.len()];
        self.edges.iter().for_each(|&(from, to)| consumers[from].push(to));
        consumers
    }
}

/// Returns ceil(a / b) of a >= 0 and b >= 1.
pub(super) fn div_ceil(a: i128, b: i128) -> i128 {
    // No overflow: as products of two i64, both are below 2^127.
    a / b + i128::from(a % b != 0)
}
