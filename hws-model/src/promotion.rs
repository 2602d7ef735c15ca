//! Promotion of a P-task to an R-task, and its reservation (PR; scheduler.md §6.5, §6.6).

use hws_types::{Entry, EntryMask, SipMask};

use crate::allocation::fitting_positions;
use crate::core::Core;
use crate::kernel::Kernel;
use crate::launch::Launched;
use crate::output::Output;
use crate::priority::PTask;
use crate::second_resource::{Needs, Supply};
use crate::{Event, EventSink, Pool};

/// Promotes at most one task of the latched P-pool.
pub(crate) fn promote<S: EventSink>(
    core: &mut Core,
    p_pool: &[PTask],
    launched: Option<Launched>,
    out: &mut Output<'_, S>,
) {
    if core.rs.r_task_count() >= core.regs.promote.rtask_max() {
        return;
    }
    let round = Round { core, p_pool, launched };
    if let Some((entry, mask)) = round.by_threshold().or_else(|| round.by_position()) {
        reserve(core, entry, mask, out);
    }
}

fn reserve<S: EventSink>(core: &mut Core, entry: Entry, mask: SipMask, out: &mut Output<'_, S>) {
    let Some(kernel) = core.rs.get(entry) else { return };
    let (seq, threads) = (kernel.seq32(), kernel.threads);
    core.rs.set_reserved(entry, mask);
    core.reservations.reserve(mask, threads);
    out.counters.promote.bump();
    out.event(Event::Promote { entry, seq, mask });
}

/// The state of one promotion.
struct Round<'a> {
    core: &'a Core,
    p_pool: &'a [PTask],
    launched: Option<Launched>,
}

type Reserved = Option<(Entry, SipMask)>;

impl Round<'_> {
    /// Pass 1, RULE_THRESHOLD.
    fn by_threshold(&self) -> Reserved {
        let promote = self.core.regs.promote;
        if !promote.rule_threshold() {
            return None;
        }
        let failed = |(_, kernel): &(Entry, &Kernel)| u32::from(kernel.fail_times) >= promote.threshold();
        if promote.most_failed_first() {
            self.most_failed(EntryMask(
                self.candidates().filter(failed).fold(0, |set, (e, _)| set | e.mask().0),
            ))
        } else {
            self.first_reservable(self.candidates().filter(failed))
        }
    }

    /// Most fail_times first, ties in pool order.
    fn most_failed(&self, mut failed: EntryMask) -> Reserved {
        loop {
            let rest = self.candidates().filter(|(entry, _)| failed.has(*entry));
            let (entry, kernel) =
                rest.reduce(|best, next| if next.1.fail_times > best.1.fail_times { next } else { best })?;
            if let Some(mask) = find_reservation(self.core, kernel) {
                return Some((entry, mask));
            }
            failed = failed.without(entry);
        }
    }

    /// Pass 2, the rules that look at the position in the pool.
    fn by_position(&self) -> Reserved {
        let promote = self.core.regs.promote;
        let (first, overtaker) = (self.first(), self.overtaker());
        let full_vg = |kernel: &Kernel| kernel.threads.get() == self.core.topology().cluster_sip_num();
        let of_first = |kernel: &Kernel| {
            promote.rule_top1_full_vg() && full_vg(kernel) || promote.rule_top1() && overtaker.is_some()
        };
        let on_cp = promote.rule_on_cp() && overtaker.is_some_and(|other| !other.on_cp);
        let qualifies = |(entry, kernel): &(Entry, &Kernel)| {
            on_cp && kernel.td.on_cp || first == Some(*entry) && of_first(kernel)
        };
        // Without RULE_ON_CP only the first of the pool can qualify.
        let candidates = if on_cp { self.p_pool.len() } else { 1 };
        self.first_reservable(self.candidates_of(candidates).filter(qualifies))
    }

    /// The launched kernel, when it came neither from the R-pool nor from the first place of the
    /// P-pool.
    fn overtaker(&self) -> Option<Launched> {
        self.launched.filter(|launched| launched.pool != Pool::R && self.first() != Some(launched.entry))
    }

    /// Position 0 of the latched pool, launched or not.
    fn first(&self) -> Option<Entry> {
        self.p_pool.first().map(|task| task.entry)
    }

    /// The P-tasks in pool order, without the launched kernel.
    fn candidates(&self) -> impl Iterator<Item = (Entry, &Kernel)> {
        self.candidates_of(self.p_pool.len())
    }

    /// Those among the first `len` of the pool.
    fn candidates_of(&self, len: usize) -> impl Iterator<Item = (Entry, &Kernel)> {
        let launched = self.launched.map(|launched| launched.entry);
        self.p_pool
            .iter()
            .take(len)
            .map(|task| task.entry)
            .filter(move |&entry| Some(entry) != launched)
            .filter_map(|entry| Some((entry, self.core.rs.get(entry)?)))
    }

    fn first_reservable<'k>(&self, mut tasks: impl Iterator<Item = (Entry, &'k Kernel)>) -> Reserved {
        tasks.find_map(|(entry, kernel)| Some((entry, find_reservation(self.core, kernel)?)))
    }
}

/// The groups of SIPs that will be free first (§6.6): one, or block_num for a cooperative kernel.
fn find_reservation(core: &Core, kernel: &Kernel) -> Option<SipMask> {
    let target = reservable(core, kernel);
    let mut supply = supply(core, kernel);
    let mut reserved = SipMask::EMPTY;
    for _ in 0..kernel.blocks_per_launch() {
        let open = supply.as_ref().map_or(SipMask::ALL, Supply::open_sips);
        let block = soonest_block(core, kernel, (target & open) - reserved)?;
        if let Some(supply) = &mut supply {
            supply.take(block);
        }
        reserved |= block;
    }
    Some(reserved)
}

/// SIPs that may be reserved: in no cluster that holds a reservation, and not firmware's.
fn reservable(core: &Core, kernel: &Kernel) -> SipMask {
    let reserved = core.reservations.all();
    kernel.allowed - reserved - core.ownership.owned() - core.topology().clusters_touched(reserved)
}

fn supply(core: &Core, kernel: &Kernel) -> Option<Supply> {
    let needs = if core.second_resources() { kernel.needs().for_reservation() } else { Needs::NOTHING };
    Supply::of(needs, &kernel.grants, &core.pools, core.topology())
}

/// The fitting group of least remaining time, ties to the lowest position.
fn soonest_block(core: &Core, kernel: &Kernel, free: SipMask) -> Option<SipMask> {
    let slot = kernel.threads.slot();
    fitting_positions(kernel.threads, free)
        .iter()
        .map(|first| first.get())
        .min_by_key(|&position| (core.sips.group_remain(position, slot), position))
        .map(|position| SipMask::block(position, kernel.threads))
}

/// At LATCH: R-tasks whose reserved SIPs they may no longer use lose them (§6.6).
pub(crate) fn cancel_stale<S: EventSink>(core: &mut Core, out: &mut Output<'_, S>) {
    for entry in core.rs.r_task_entries().iter() {
        let Some(mask) = stale_reservation(core, entry) else { continue };
        core.reservations.release(mask);
        core.rs.set_reserved(entry, SipMask::EMPTY);
        out.counters.cancel.bump();
        out.event(Event::Cancel { entry, mask });
    }
}

fn stale_reservation(core: &Core, entry: Entry) -> Option<SipMask> {
    let kernel = core.rs.get(entry)?;
    let open = supply(core, kernel).map_or(SipMask::ALL, |supply| supply.open_sips());
    (!(kernel.allowed & open).contains(kernel.reserved)).then_some(kernel.reserved)
}
