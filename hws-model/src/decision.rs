//! The decision of an attempt: a value, computed from the state at LATCH and nothing else
//! (scheduler.md §3.2, §5).

use hws_regs::RegFile;
use hws_types::{Entry, SipMask, Topology};

use crate::Pool;
use crate::allocation::{Candidates, Placement, Request, select};
use crate::backfill::backfill_filter;
use crate::dag_table::DagTable;
use crate::entry_list::EntryList;
use crate::kernel::Kernel;
use crate::masks;
use crate::priority::{PTask, Pools};
use crate::ready_station::ReadyStation;
use crate::reservation::Reservations;
use crate::second_resource::{Needs, Supply, VcPools};
use crate::sip_status::SipStatus;

/// Which of the ways of §5.3 and §5.4 found the placement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// R-task: exactly its reserved SIPs.
    Reserved,
    /// R-task: SIPs that nobody else has reserved.
    AroundReservations,
    /// option1: SIPs that are not reserved.
    Unreserved,
    /// option2: reserved SIPs that the backfill filter lets through.
    Backfill,
    /// option3: both kinds together.
    Mixed,
}

/// What will be launched.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Choice {
    /// The kernel's entry.
    pub entry: Entry,
    /// Its pool.
    pub pool: Pool,
    /// How the SIPs were found.
    pub way: Way,
    /// Whether the placement takes every ready SIP of every cluster it touches (§5.6).
    pub is_fill_up: bool,
    /// The SIPs.
    pub placement: Placement,
}

/// What one attempt decided.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// ENABLE_SECOND_RSC_SCH as latched.
    pub second_resources: bool,
    /// The P-pool in its order, with the online priorities.
    pub p_pool: EntryList<PTask>,
    /// What to launch, if anything can be.
    pub choice: Option<Choice>,
}

/// The state that a decision depends on.
#[derive(Clone, Copy)]
pub(crate) struct Latched<'a> {
    pub(crate) regs: &'a RegFile,
    pub(crate) rs: &'a ReadyStation,
    pub(crate) dags: &'a DagTable,
    pub(crate) sips: &'a SipStatus,
    pub(crate) reservations: &'a Reservations,
    pub(crate) pools: &'a VcPools,
    pub(crate) topology: Topology,
    /// `ready` of §7.1.
    pub(crate) ready: SipMask,
}

/// Computes the decision. Pure.
pub(crate) fn decide(latched: &Latched<'_>) -> Decision {
    let pools = Pools::of(latched.rs, latched.dags, latched.regs);
    let choice = latched.choose(&pools);
    Decision { second_resources: latched.second_resources(), p_pool: pools.p, choice }
}

impl Latched<'_> {
    fn second_resources(&self) -> bool {
        self.regs.enable_second_rsc_sch.enable()
    }

    /// R before P before O; inside P and O a fill-up first when SIP_FILLUP_TASK_FIRST says so (§5.6).
    fn choose(&self, pools: &Pools) -> Option<Choice> {
        let launchable =
            |&entry: &Entry| self.rs.get(entry).and_then(|kernel| self.place_r_task(entry, kernel));
        pools
            .r
            .iter()
            .find_map(launchable)
            .or_else(|| self.choose_from(Pool::P, pools.p.iter().map(|task| task.entry)))
            .or_else(|| self.choose_from(Pool::O, pools.o.iter().copied()))
    }

    fn choose_from(&self, pool: Pool, entries: impl Iterator<Item = Entry>) -> Option<Choice> {
        let mut launchable = entries.filter_map(|entry| self.place(entry, pool, self.rs.get(entry)?));
        let first = launchable.next()?;
        if !self.regs.sip_fillup_task_first.enable() || first.is_fill_up {
            return Some(first);
        }
        launchable.find(|choice| choice.is_fill_up).or(Some(first))
    }

    /// §5.3.
    fn place_r_task(&self, entry: Entry, kernel: &Kernel) -> Option<Choice> {
        let usable = self.usable(kernel);
        let others = self.reservations.all() - kernel.reserved;
        let on_reserved =
            || self.place_on_reserved(kernel, usable).map(|placement| (Way::Reserved, placement));
        let (way, placement) = on_reserved().or_else(|| {
            let placement = self.select(kernel, usable - others)?;
            Some((Way::AroundReservations, placement))
        })?;
        Some(self.choice(entry, Pool::R, way, placement))
    }

    /// The reserved SIPs, if all are usable; the slots of a cooperative kernel in ascending order,
    /// if there are second resources for all of them.
    fn place_on_reserved(&self, kernel: &Kernel, usable: SipMask) -> Option<Placement> {
        if !usable.contains(kernel.reserved) {
            return None;
        }
        let mut supply = self.supply(kernel);
        let mut placement = Placement::new(kernel.threads);
        for block in masks::aligned_blocks(kernel.threads, kernel.reserved) {
            if !supply.open_sips().contains(block) {
                return None;
            }
            supply.take(block);
            placement.add(block);
        }
        Some(placement)
    }

    /// §5.4.
    fn place(&self, entry: Entry, pool: Pool, kernel: &Kernel) -> Option<Choice> {
        let usable = self.usable(kernel);
        let reserved = self.reservations.all();
        let unreserved = usable - reserved;
        let option1 = || Some((Way::Unreserved, self.select(kernel, unreserved)?));
        if reserved.is_empty() {
            let (way, placement) = option1()?;
            return Some(self.choice(entry, pool, way, placement));
        }
        let backfill = self.backfill(kernel, usable & reserved);
        let option2 = || Some((Way::Backfill, self.select(kernel, backfill)?));
        let option3 = || Some((Way::Mixed, self.select(kernel, backfill | unreserved)?));
        let preferred = if self.regs.use_rsvd_sip_first.enable() {
            option2().or_else(option1)
        } else {
            option1().or_else(option2)
        };
        let (way, placement) = preferred.or_else(option3)?;
        Some(self.choice(entry, pool, way, placement))
    }

    fn backfill(&self, kernel: &Kernel, reserved: SipMask) -> SipMask {
        let margin = self.regs.rsvd_sip_backfill_margin_offset;
        backfill_filter(kernel.td.est_exec_time, reserved, margin, self.sips, self.reservations)
    }

    fn choice(&self, entry: Entry, pool: Pool, way: Way, placement: Placement) -> Choice {
        let touched = self.topology.clusters_touched(placement.sips());
        let is_fill_up = placement.sips().contains(touched & self.ready);
        Choice { entry, pool, way, is_fill_up, placement }
    }

    /// `usable` of §5.1.
    fn usable(&self, kernel: &Kernel) -> SipMask {
        let allowed = masks::allowed(kernel, self.regs, self.topology) & self.ready;
        if self.second_resources() { allowed & self.supply(kernel).open_sips() } else { allowed }
    }

    fn supply(&self, kernel: &Kernel) -> Supply {
        let needs = if self.second_resources() { kernel.needs() } else { Needs::NOTHING };
        Supply::new(needs, kernel.grants, *self.pools, self.topology)
    }

    fn select(&self, kernel: &Kernel, mask: SipMask) -> Option<Placement> {
        if mask.is_empty() {
            return None;
        }
        let request = Request { threads: kernel.threads, blocks: kernel.blocks_per_launch() };
        let candidates = Candidates { idle: mask & self.sips.idle(), ready: mask };
        select(request, candidates, &mut self.supply(kernel))
    }
}
