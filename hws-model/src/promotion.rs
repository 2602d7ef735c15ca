//! Promotion of a P-task to an R-task, and its reservation (PR; scheduler.md §6.5, §6.6).

use hws_types::{Entry, EntryMask, SipMask};

use crate::allocation::fitting_positions;
use crate::core::Core;
use crate::kernel::Kernel;
use crate::launch::Launched;
use crate::masks;
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
    let (seq, threads) = (kernel.seq, kernel.threads);
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
        self.first_reservable(self.candidates().filter(|(entry, kernel)| self.qualifies(*entry, kernel)))
    }

    fn qualifies(&self, entry: Entry, kernel: &Kernel) -> bool {
        let promote = self.core.regs.promote;
        let is_first = self.first() == Some(entry);
        let fills_a_vg = kernel.threads.get() == self.core.topology().cluster_sip_num();
        promote.rule_top1_full_vg() && is_first && fills_a_vg
            || promote.rule_top1() && is_first && self.overtaker().is_some()
            || promote.rule_on_cp() && kernel.td.on_cp && self.overtaker().is_some_and(|other| !other.on_cp)
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
        let launched = self.launched.map(|launched| launched.entry);
        self.p_pool
            .iter()
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
        let free = (target & supply.open_sips()) - reserved;
        let block = soonest_block(core, kernel, free)?;
        supply.take(block);
        reserved |= block;
    }
    Some(reserved)
}

/// SIPs that may be reserved: in no cluster that holds a reservation, and not firmware's.
fn reservable(core: &Core, kernel: &Kernel) -> SipMask {
    let reserved = core.reservations.all();
    let topology = core.topology();
    masks::allowed(kernel, &core.regs, topology)
        - reserved
        - core.ownership.owned()
        - topology.clusters_touched(reserved)
}

fn supply(core: &Core, kernel: &Kernel) -> Supply {
    let needs = if core.second_resources() { kernel.needs().for_reservation() } else { Needs::NOTHING };
    Supply::new(needs, kernel.grants, core.pools, core.topology())
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
    let open = masks::allowed(kernel, &core.regs, core.topology()) & supply(core, kernel).open_sips();
    (!open.contains(kernel.reserved)).then_some(kernel.reserved)
}
