//! The state that a decision depends on, and the ways to place one task (scheduler.md §5.1, §5.3, §5.4).

use hws_regs::RegFile;
use hws_types::{Entry, EntryMask, SipMask, Topology};

use crate::allocation::{Candidates, Placement, Request, select};
use crate::backfill::Backfill;
use crate::dag_table::DagTable;
use crate::kernel::Kernel;
use crate::priority::online_priority;
use crate::ready_station::ReadyStation;
use crate::reservation::Reservations;
use crate::second_resource::{Supply, VcPools};
use crate::sip_status::SipStatus;

/// A way to place a task (scheduler.md §5.3, §5.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum Way {
    /// An R-task on exactly the SIPs that it has reserved.
    Reserved,
    /// An R-task on SIPs that no other task has reserved.
    AroundReservations,
    /// option1: a P- or O-task on SIPs that are not reserved.
    Unreserved,
    /// option2: a P- or O-task on reserved SIPs that pass the backfill filter.
    Backfill,
    /// option3: a P- or O-task on SIPs of both kinds.
    Mixed,
}

impl Way {
    /// The largest number of ways that one task has: option1, option2 and option3.
    pub(crate) const MOST: usize = 3;
}

/// The SIPs that a task may use (scheduler.md §5.1, §5.5). With the feature `serde`, the names are those of `hws explain`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct TaskMasks {
    /// The SIPs in its affinity, in its usage mask, and present.
    pub allowed: SipMask,
    /// Those of `allowed` that are ready and have open second resources.
    pub usable: SipMask,
    /// Those of `usable` that are not reserved.
    #[cfg_attr(feature = "serde", serde(rename = "unreserved"))]
    pub nonrsv: SipMask,
    /// Those of `usable` that are reserved.
    #[cfg_attr(feature = "serde", serde(rename = "reserved"))]
    pub rsv: SipMask,
    /// Those of `rsv` that pass the backfill filter; empty for an R-task, to which it does not apply.
    pub backfill: SipMask,
}

/// The latched state.
#[derive(Clone, Copy)]
pub(crate) struct Latched<'a> {
    pub(crate) regs: &'a RegFile,
    pub(crate) rs: &'a ReadyStation,
    pub(crate) sips: &'a SipStatus,
    pub(crate) reservations: &'a Reservations,
    pub(crate) dags: &'a DagTable,
    pub(crate) vc_pools: &'a VcPools,
    pub(crate) topology: Topology,
    /// `ready` of §7.1.
    pub(crate) ready: SipMask,
    /// The kernels that have a reservation.
    pub(crate) r_tasks: EntryMask,
    /// `reserved_all`: the SIPs that those have reserved.
    pub(crate) reserved: SipMask,
}

/// A way and its placement.
pub(crate) type Found = (Way, Placement);

impl Latched<'_> {
    pub(crate) fn second_resources(&self) -> bool {
        self.regs.enable_second_rsc_sch.enable()
    }

    /// The same state with these reservations cancelled.
    pub(crate) fn without_reservations_of(self, entries: EntryMask) -> Self {
        let kernels = entries.iter().filter_map(|entry| self.rs.get(entry));
        let cancelled = kernels.fold(SipMask::EMPTY, |sips, kernel| sips | kernel.reserved);
        Self { r_tasks: self.r_tasks - entries, reserved: self.reserved - cancelled, ..self }
    }

    /// online_priority (§4.3) of the kernel in `entry`; 0 without a kernel or a DAG slot.
    pub(crate) fn online_priority(&self, entry: Entry) -> u32 {
        let Some(kernel) = self.rs.get(entry) else { return 0 };
        let dag = kernel.dag_slot.and_then(|slot| self.dags.get(slot));
        dag.map_or(0, |dag| online_priority(kernel, dag, self.regs))
    }

    /// `usable` of §5.1.
    fn usable(&self, kernel: &Kernel) -> SipMask {
        let allowed = kernel.allowed & self.ready;
        match self.supply(kernel) {
            Some(supply) => allowed & supply.open_sips(),
            None => allowed,
        }
    }

    /// The masks of a P- or O-task.
    pub(crate) fn masks(&self, kernel: &Kernel, backfill: &Backfill<'_>) -> TaskMasks {
        let usable = self.usable(kernel);
        let (nonrsv, rsv) = (usable - self.reserved, usable & self.reserved);
        let backfill = backfill.filter(kernel.td.est_exec_time, rsv);
        TaskMasks { allowed: kernel.allowed, usable, nonrsv, rsv, backfill }
    }

    /// The filter of §5.5 for the reserved SIPs that are ready.
    pub(crate) fn backfill(&self) -> Backfill<'_> {
        let margin = self.regs.rsvd_sip_backfill_margin_offset;
        Backfill::new(self.reserved & self.ready, margin, self.sips, self.reservations)
    }

    /// §5.3: the placements of an R-task by descending preference, each computed on demand.
    pub(crate) fn r_task_options<'k>(&'k self, kernel: &'k Kernel) -> impl Iterator<Item = Found> + 'k {
        [Self::on_reserved, Self::around_reservations].into_iter().filter_map(|way| way(self, kernel))
    }

    /// The first of them.
    pub(crate) fn r_task_option(&self, kernel: &Kernel) -> Option<Found> {
        self.on_reserved(kernel).or_else(|| self.around_reservations(kernel))
    }

    /// The reserved SIPs, if all are usable. The blocks of a cooperative kernel are in ascending order, and all of
    /// them need their second resources.
    fn on_reserved(&self, kernel: &Kernel) -> Option<Found> {
        if !self.usable(kernel).contains(kernel.reserved) {
            return None;
        }
        if let Some(supply) = self.supply(kernel)
            && !supply.suffices(kernel.reserved.blocks(kernel.threads))
        {
            return None;
        }
        Some((Way::Reserved, Placement::ascending(kernel.threads, kernel.reserved)))
    }

    /// The placement on SIPs that no other task has reserved.
    fn around_reservations(&self, kernel: &Kernel) -> Option<Found> {
        let others = self.reserved - kernel.reserved;
        self.select(kernel, Way::AroundReservations, self.usable(kernel) - others)
    }

    /// §5.4: the placements of a P- or O-task by descending preference, each computed on demand.
    pub(crate) fn options<'k>(
        &'k self,
        kernel: &'k Kernel,
        backfill: &'k Backfill<'_>,
    ) -> impl Iterator<Item = Found> + 'k {
        let usable = self.usable(kernel);
        let (nonrsv, rsv) = (usable - self.reserved, usable & self.reserved);
        let (mut without_place, mut passing) = (SipMask::EMPTY, None);
        self.ways().iter().filter_map(move |&way| {
            let mut passing =
                || *passing.get_or_insert_with(|| backfill.filter(kernel.td.est_exec_time, rsv));
            let mask = match way {
                Way::Backfill => passing(),
                Way::Mixed => passing() | nonrsv,
                _ => nonrsv,
            };
            // Often nothing passes the filter: then option2 has no SIPs, and option3 those of option1.
            let found = if mask == without_place { None } else { self.select(kernel, way, mask) };
            if found.is_none() && way == Way::Unreserved {
                without_place = mask;
            }
            found
        })
    }

    /// Whether there is one, for a kernel that may use these SIPs.
    pub(crate) fn has_option(&self, kernel: &Kernel, masks: &TaskMasks, backfill: &Backfill<'_>) -> bool {
        if self.supply(kernel).is_some() {
            return self.options(kernel, backfill).next().is_some();
        }
        // option3 has the SIPs of both others, and places are disjoint.
        let places = (masks.nonrsv | masks.backfill).positions(kernel.threads).len();
        places >= u32::from(kernel.blocks_per_launch())
    }

    /// option1, option2 and option3 in the order of §5.4.
    fn ways(&self) -> &'static [Way] {
        if self.reserved.is_empty() {
            // option2 has no SIPs, and option3 those of option1.
            &[Way::Unreserved]
        } else if self.regs.use_rsvd_sip_first.enable() {
            &[Way::Backfill, Way::Unreserved, Way::Mixed]
        } else {
            &[Way::Unreserved, Way::Backfill, Way::Mixed]
        }
    }

    fn select(&self, kernel: &Kernel, way: Way, mask: SipMask) -> Option<Found> {
        let request = Request { threads: kernel.threads, blocks: kernel.blocks_per_launch() };
        let candidates = Candidates { idle: mask & self.sips.idle(), ready: mask };
        Some((way, select(request, candidates, self.supply(kernel))?))
    }

    /// Whether the placement takes every ready SIP of every cluster it touches (§5.6).
    pub(crate) fn is_fill_up(&self, placement: &Placement) -> bool {
        let touched = self.topology.clusters_touched(placement.sips());
        placement.sips().contains(touched & self.ready)
    }

    /// The second resources for the blocks of the kernel; `None` when it needs none or they are switched off.
    fn supply(&self, kernel: &Kernel) -> Option<Supply> {
        if !self.second_resources() {
            return None;
        }
        Supply::of(kernel.needs(), &kernel.grants, self.vc_pools, self.topology)
    }
}
