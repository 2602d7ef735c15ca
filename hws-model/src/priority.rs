//! Pools and priorities (OPA; scheduler.md §4): which kernel belongs to which pool, and the order in each.
//!
//! Pure rules: functions of a kernel, its DAG and the registers. Which kernels are eligible at all is
//! [`Kernel::is_eligible`]; the lists themselves are kept by `pools`.

use hws_regs::{RegFile, params};
use hws_types::{Entry, POOL_NAMES};

use crate::dag_table::Dag;
use crate::kernel::Kernel;

/// The pool of a kernel that competes for SIPs (scheduler.md §4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum Pool {
    /// Reserve-SIP tasks: promoted kernels, which have SIPs reserved.
    R,
    /// Prioritised tasks: the first K of each DAG slot, K being P_TOP_K.
    P,
    /// Opportunistic tasks: the rest.
    O,
}

impl Pool {
    /// Returns the letter of the specification: `R`, `P` or `O`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        POOL_NAMES[self as usize]
    }
}

/// A P-task with its competing priority (scheduler.md §4.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct PTask {
    /// The Ready Station entry of the kernel.
    pub entry: Entry,
    /// Its online_priority when the attempt was latched.
    pub online_priority: u32,
}

/// The order of the R-pool, and among equals in the others (§4.4): the older kernel comes first.
pub(crate) const fn is_older(a: &Kernel, b: &Kernel) -> bool {
    a.seq < b.seq
}

/// The order of the O-pool (§4.4): offline_priority descending, among equals the older kernel first.
pub(crate) const fn precedes_in_o_pool(a: &Kernel, b: &Kernel) -> bool {
    a.offline_priority > b.offline_priority || a.offline_priority == b.offline_priority && is_older(a, b)
}

/// The order of the P-pool (§4.4): online_priority descending, among equals the older kernel first.
pub(crate) const fn precedes_in_p_pool(a: (u32, &Kernel), b: (u32, &Kernel)) -> bool {
    a.0 > b.0 || a.0 == b.0 && is_older(a.1, b.1)
}

/// online_priority of a P-task (§4.3).
pub(crate) fn online_priority(kernel: &Kernel, dag: &Dag, regs: &RegFile) -> u32 {
    if dag.dynamic {
        return kernel.offline_priority;
    }
    let scale = regs.scale_ratio_table_rank.get(rank_of(dag, params::N_RANK)).map_or(0, |rank| rank.ratio());
    scaled(kernel.offline_priority, scale, dag.cp_priority)
}

/// `ceil(offline × scale / cp)`, saturated. With cp = 0 the ratio offline/cp counts as 1.
fn scaled(offline: u32, scale: u32, cp: u32) -> u32 {
    match cp {
        0 => scale,
        // The product of two 32-bit numbers fits into 64 bits.
        cp => (u64::from(offline) * u64::from(scale)).div_ceil(u64::from(cp)).min(u64::from(u32::MAX)) as u32,
    }
}

/// The index into a table of `ranks` scale ratios: 0 for a DAG of which everything remains.
fn rank_of(dag: &Dag, ranks: usize) -> usize {
    let (ranks, last) = (ranks as u64, (ranks as u64).saturating_sub(1));
    let remain = u64::from(dag.total - dag.finish.min(dag.total));
    match dag.total {
        0 => 0,
        total => (last - last.min(ranks * remain / u64::from(total))) as usize,
    }
}

#[cfg(test)]
mod exhaustive;

#[cfg(test)]
mod tests {
    use super::*;

    fn dag(total: u32, finish: u32) -> Dag {
        Dag { total, finish, ..Dag::default() }
    }

    #[test]
    fn worked_example_of_section_4_3() {
        // offline/cp = 0.85, 10 % remaining, SCALE[i] = 100 (i + 1).
        let rank = rank_of(&dag(100, 90), 32);
        assert_eq!(rank, 28);
        assert_eq!(scaled(85, 100 * (rank as u32 + 1), 100), 2465);
    }

    #[test]
    fn ranks_stay_inside_the_table() {
        for ranks in [1, 20, 32] {
            assert_eq!(rank_of(&dag(0, 5), ranks), 0, "total 0");
            assert_eq!(rank_of(&dag(10, 0), ranks), 0, "everything remains");
            assert_eq!(rank_of(&dag(10, 10), ranks), ranks - 1);
            assert_eq!(rank_of(&dag(10, 11), ranks), ranks - 1, "more finished than there are");
            assert_eq!(rank_of(&dag(u32::MAX, 0), ranks), 0);
        }
    }

    #[test]
    fn priorities_round_up_and_saturate() {
        assert_eq!(scaled(1, 10, 3), 4);
        assert_eq!(scaled(u32::MAX, u32::MAX, 1), u32::MAX);
        assert_eq!(scaled(7, 300, 0), 300, "cp = 0");
    }
}
