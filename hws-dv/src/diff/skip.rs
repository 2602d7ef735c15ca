//! Windows of cycles that are not compared.

use super::batch::Edge;
use super::options::Skip;

/// The windows, with what they have seen.
#[derive(Debug)]
pub(super) struct Skips {
    windows: Vec<(Skip, u64, bool)>,
}

impl Skips {
    pub(super) fn new(skips: &[Skip]) -> Self {
        let mut bit = 0;
        let windows = skips.iter().map(|skip| {
            let is_condition = !matches!(skip, Skip::Cycles(..) | Skip::Times(..));
            let own = if is_condition { 1 << bit } else { 0 };
            bit += u32::from(is_condition);
            (skip.clone(), own, false)
        });
        Self { windows: windows.collect() }
    }

    /// Whether the cycle, at this edge of A, is skipped.
    pub(super) fn cover(&mut self, cycle: u64, edge: &Edge) -> bool {
        let mut is_covered = false;
        for (skip, bit, has_held) in &mut self.windows {
            let holds = edge.conditions & *bit != 0;
            *has_held |= holds;
            is_covered |= match skip {
                Skip::Cycles(from, to) => (*from..=*to).contains(&cycle),
                Skip::Times(from, to) => (*from..=*to).contains(&edge.time),
                Skip::While(_) => holds,
                Skip::Until(_) => !*has_held,
                Skip::After(_) => *has_held,
            };
        }
        is_covered
    }
}
