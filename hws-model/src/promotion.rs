//! Promotion of a P-task to an R-task, and its reservation (PR; scheduler.md §6.5, §6.6).

use hws_types::{Entry, EntryMask, SipMask};

use crate::kernel::Kernel;
use crate::output::Output;
use crate::pools::Pools;
use crate::second_resource::Supply;
use crate::tables::Tables;
use crate::{Event, EventSink};

/// What promotion needs to know about the launch, because the entry may have been freed since. By default, nothing was launched.
#[derive(Clone, Copy, Default)]
pub(crate) struct Launched {
    /// The entry, if any.
    pub(crate) entries: EntryMask,
    pub(crate) from_r: bool,
    pub(crate) on_cp: bool,
}

/// Promotes at most one task of the latched P-pool (§6.5).
pub(crate) fn promote<S: EventSink>(
    tables: &mut Tables,
    pools: &Pools,
    launched: Launched,
    out: &mut Output<'_, S>,
) {
    if let Some((entry, mask)) = (Round { tables, pools, launched }).next() {
        reserve(tables, entry, mask, out);
    }
}

/// Whether COMMIT of a failed attempt would promote a task.
pub(crate) fn is_due(tables: &Tables, pools: &Pools) -> bool {
    (Round { tables, pools, launched: Launched::default() }).next().is_some()
}

fn reserve<S: EventSink>(tables: &mut Tables, entry: Entry, mask: SipMask, out: &mut Output<'_, S>) {
    let Some(kernel) = tables.rs.get(entry) else { return };
    let (seq, threads) = (kernel.seq32(), kernel.threads);
    tables.rs.set_reserved(entry, mask);
    tables.reservations.reserve(mask, threads);
    out.counters.promote.bump();
    out.event(Event::Promote { entry, seq, mask });
}

/// The inputs of one promotion.
struct Round<'a> {
    tables: &'a Tables,
    pools: &'a Pools,
    launched: Launched,
}

type Reserved = Option<(Entry, SipMask)>;

impl Round<'_> {
    /// The task to promote, with the SIPs to reserve for it.
    fn next(&self) -> Reserved {
        let has_room = self.tables.rs.r_task_count() < self.tables.regs.promote.rtask_max();
        if has_room { self.by_threshold().or_else(|| self.by_position()) } else { None }
    }

    /// Pass 1: RULE_THRESHOLD.
    fn by_threshold(&self) -> Reserved {
        let promote = self.tables.regs.promote;
        if !promote.rule_threshold() {
            return None;
        }
        let failed = self.candidates(self.tables.rs.failed(promote.threshold()));
        if promote.most_failed_first() { self.most_failed(failed) } else { self.first_reservable(failed) }
    }

    /// The reservable task with the most failures; among equals, the first in the pool.
    fn most_failed(&self, mut failed: EntryMask) -> Reserved {
        loop {
            let rest = self.in_order(failed);
            let (entry, kernel) =
                rest.reduce(|best, next| if next.1.fail_times > best.1.fail_times { next } else { best })?;
            if let Some(mask) = find_reservation(self.tables, kernel) {
                return Some((entry, mask));
            }
            failed = failed.without(entry);
        }
    }

    /// Pass 2: the rules that depend on the position in the pool.
    fn by_position(&self) -> Reserved {
        let promote = self.tables.regs.promote;
        let (first, has_overtaker) = (self.first(), self.has_overtaker());
        let full_vg = |kernel: &Kernel| kernel.threads.get() == self.tables.topology().cluster_sip_num();
        let of_first = |kernel: &Kernel| {
            promote.rule_top1_full_vg() && full_vg(kernel) || promote.rule_top1() && has_overtaker
        };
        let on_cp = promote.rule_on_cp() && has_overtaker && !self.launched.on_cp;
        let qualifies = |entry: &Entry| self.tables.rs.get(*entry).is_some_and(of_first);
        let first = first.filter(qualifies).map_or(EntryMask::EMPTY, Entry::mask);
        let on_cp = if on_cp { self.tables.rs.on_cp() } else { EntryMask::EMPTY };
        self.first_reservable(self.candidates(first | on_cp))
    }

    /// Whether a kernel was launched that came neither from the R-pool nor from the first place of the P-pool.
    fn has_overtaker(&self) -> bool {
        let first = self.first().map_or(EntryMask::EMPTY, Entry::mask);
        !self.launched.from_r && !(self.launched.entries - first).is_empty()
    }

    /// The first task of the latched pool, even if it was launched.
    fn first(&self) -> Option<Entry> {
        self.pools.p().first().map(|task| task.entry)
    }

    /// The P-tasks in `set`, without the launched kernel.
    fn candidates(&self, set: EntryMask) -> EntryMask {
        set & (self.pools.p_tasks() - self.launched.entries)
    }

    /// Candidates in the order of the pool.
    fn in_order(&self, candidates: EntryMask) -> impl Iterator<Item = (Entry, &Kernel)> {
        let kernel = |entry| Some((entry, self.tables.rs.get(entry)?));
        self.pools.p_in_order(candidates).filter_map(kernel)
    }

    fn first_reservable(&self, candidates: EntryMask) -> Reserved {
        let mut tasks = self.in_order(candidates);
        tasks.find_map(|(entry, kernel)| Some((entry, find_reservation(self.tables, kernel)?)))
    }
}

/// The groups of SIPs that will be free first (§6.6): one group, or block_num of them for a cooperative kernel.
fn find_reservation(tables: &Tables, kernel: &Kernel) -> Option<SipMask> {
    let target = reservable(tables, kernel);
    let mut supply = supply(tables, kernel);
    let mut reserved = SipMask::EMPTY;
    for _ in 0..kernel.blocks_per_launch() {
        let open = supply.as_ref().map_or(SipMask::ALL, Supply::open_sips);
        let block = soonest_block(tables, kernel, (target & open) - reserved)?;
        if let Some(supply) = &mut supply {
            supply.take(block);
        }
        reserved |= block;
    }
    Some(reserved)
}

/// The SIPs that may be reserved: not owned by firmware, and not in a cluster that has a reservation.
fn reservable(tables: &Tables, kernel: &Kernel) -> SipMask {
    let reserved = tables.reservations.all();
    kernel.allowed - reserved - tables.ownership.owned() - tables.topology().clusters_touched(reserved)
}

fn supply(tables: &Tables, kernel: &Kernel) -> Option<Supply> {
    if !tables.second_resources() {
        return None;
    }
    Supply::of(kernel.needs().for_reservation(), &kernel.grants, &tables.vc_pools, tables.topology())
}

/// The fitting group with the least remaining time; among equals, the one at the lowest position.
fn soonest_block(tables: &Tables, kernel: &Kernel, free: SipMask) -> Option<SipMask> {
    let slot = kernel.threads.slot();
    free.positions(kernel.threads)
        .iter()
        .map(|first| first.get())
        .min_by_key(|&position| (tables.sips.group_remain(position, slot), position))
        .map(|position| SipMask::block(position, kernel.threads))
}

/// At LATCH, cancels the reservations that have become stale (§6.6).
#[inline]
pub(crate) fn cancel_stale<S: EventSink>(tables: &mut Tables, out: &mut Output<'_, S>) {
    for entry in stale(tables).iter() {
        let Some(mask) = tables.rs.get(entry).map(|kernel| kernel.reserved) else { continue };
        tables.reservations.release(mask);
        tables.rs.set_reserved(entry, SipMask::EMPTY);
        out.counters.cancel.bump();
        out.event(Event::Cancel { entry, mask });
    }
}

/// The R-tasks that may no longer use all SIPs that they have reserved. Cancelling one reservation does not make
/// another stale: only the kernel's own mask and grants matter.
#[inline]
pub(crate) fn stale(tables: &Tables) -> EntryMask {
    let stale = tables.rs.r_tasks().filter(|(_, kernel)| is_stale(tables, kernel));
    stale.fold(EntryMask::EMPTY, |entries, (entry, _)| entries.with(entry))
}

fn is_stale(tables: &Tables, kernel: &Kernel) -> bool {
    let open = supply(tables, kernel).map_or(SipMask::ALL, |supply| supply.open_sips());
    !(kernel.allowed & open).contains(kernel.reserved)
}
