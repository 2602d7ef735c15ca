//! L2 and VCs on request: requests of the HWS are granted from firmware's pools, or wait for a block to end.
//!
//! The first request of a block, for either resource, takes everything that the block needs, L2 and VCs, from
//! one VG and its die; the second request is then granted from that. So no block holds one resource while it
//! waits for the other. For the same reason the blocks of a cooperative kernel, which start together, and those
//! of a prefetch, whose kernel waits for all of them, get either everything or nothing.
//!
//! A prefetch collects the grants, its kernel uses them: both descriptors count them, and the kernel's is
//! written first, because the kernel may be pushed as soon as the prefetch has all its grants.

use std::collections::VecDeque;

use hws_types::{Cluster, Entry, SipMask, TaskIds};

use super::pools::{Held, Pools, Share, die_of};
use super::{Amos, Board};
use crate::run::error::RunError;
use crate::run::policy::{GrantPlace, PolicyTask};
use crate::workload::{Role, Workload, places};

/// The resource of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Resource {
    L2,
    Vc,
}

/// A request of the HWS.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) kernel_id: u32,
    pub(super) ids: TaskIds,
    pub(super) entry: Entry,
    pub(super) block: u16,
    pub(super) resource: Resource,
    /// The VGs or dies in which a block of the kernel fits.
    pub(super) places: u8,
}

/// The resources that firmware grants, and the requests that wait for them.
#[derive(Clone, Debug)]
pub(super) struct Grants {
    pools: Pools,
    /// Requests that could not be granted yet, the oldest first.
    waiting: VecDeque<Request>,
    /// The number of kernels of which blocks have finished where firmware does not know.
    unplaced_kernels: usize,
    /// Whether a recovery for them was tried since something happened.
    has_settled: bool,
}

impl Grants {
    pub(super) fn new(workload: &Workload) -> Self {
        let pools = Pools::new(workload.hardware.topology, workload.firmware);
        Self { pools, waiting: VecDeque::new(), unplaced_kernels: 0, has_settled: false }
    }

    /// Something happened.
    pub(super) const fn stir(&mut self) {
        self.has_settled = false;
    }

    /// Whether to recover now, because that may free resources; true once until something happens.
    pub(super) fn must_settle(&mut self) -> bool {
        let must_settle = !self.has_settled && self.may_have_missed();
        self.has_settled |= must_settle;
        must_settle
    }

    /// Requests are waiting, and a dropped message may hide free resources.
    pub(super) fn may_have_missed(&self) -> bool {
        !self.waiting.is_empty() && self.unplaced_kernels > 0
    }

    pub(super) fn is_waiting(&self, kernel_id: u32, resource: Resource, block: u16) -> bool {
        let of = |request: &Request| (request.kernel_id, request.resource, request.block);
        self.waiting.iter().any(|request| of(request) == (kernel_id, resource, block))
    }

    /// Frees the grants that a kernel holds beyond `most` in each VG.
    pub(super) fn hold_no_more_than(&mut self, held: &mut Held, share: Share, most: [u32; Cluster::COUNT]) {
        for (vg, most) in (0..).map(Cluster::wrapping).zip(most) {
            self.pools.take_back(held, share, vg, most);
        }
    }

    /// Where the blocks of the kernel ran does not matter any more.
    pub(super) fn forget_unplaced(&mut self, held: &mut Held) {
        self.unplaced_kernels -= usize::from(held.forget_unplaced());
    }
}

impl Amos<'_, '_> {
    /// Grants a request, now or when a block has finished.
    pub(super) fn requested(&mut self, board: &mut Board<'_>, request: Request) -> Result<(), RunError> {
        if !self.grant(board, &request)? {
            self.grants.waiting.push_back(request);
        }
        Ok(())
    }

    /// Resources are free again: grants the waiting requests, the oldest first.
    pub(super) fn serve_waiting(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        for _ in 0..self.grants.waiting.len() {
            if let Some(request) = self.grants.waiting.pop_front() {
                self.requested(board, request)?;
            }
        }
        Ok(())
    }

    /// Returns whether the request is granted, or no longer needed.
    fn grant(&mut self, board: &mut Board<'_>, request: &Request) -> Result<bool, RunError> {
        let Some((_, task)) = self.locate(request.kernel_id) else { return Ok(true) };
        if self.kernels[request.kernel_id].is_done() {
            return Ok(true);
        }
        let user_id = match task.kernel.role {
            Role::PrefetchOf(other) => self.graphs.first_beside(request.kernel_id) + other,
            Role::Compute | Role::ComputeAfter(_) | Role::Load => request.kernel_id,
        };
        let Some((_, user)) = self.locate(user_id) else { return Ok(true) };
        if !self.kernels[user_id].held.has(request.block) && !self.keep(&user, request) {
            return Ok(false);
        }
        self.count_grant(board, &task, &user, request)?;
        let doing = RunError::while_doing(format!("grant to {}", task.name()));
        self.driver(board).refresh_descriptor(request.entry, request.ids).map_err(doing)?;
        Ok(true)
    }

    /// Counts a grant in the descriptors.
    fn count_grant(
        &mut self,
        board: &mut Board<'_>,
        task: &PolicyTask<'_>,
        user: &PolicyTask<'_>,
        request: &Request,
    ) -> Result<(), RunError> {
        let held = &mut self.kernels[user.kernel_id].held;
        match request.resource {
            Resource::Vc => held.count_vc(request.block),
            Resource::L2 => {
                let place = held.count_l2(request.block);
                if let (Some((vg, die)), true) = (place, task.kernel_id != user.kernel_id) {
                    self.write_descriptor(board, user, request.block)?;
                    let own = &mut self.kernels[task.kernel_id].held;
                    own.keep(request.block, vg, die);
                    own.count_l2(request.block);
                }
            }
        }
        self.write_descriptor(board, task, request.block)
    }

    /// Takes what the block of a request needs, and what the blocks need that must get theirs together with it.
    /// Returns false, with nothing taken, if there is not enough.
    fn keep(&mut self, user: &PolicyTask<'_>, request: &Request) -> bool {
        let is_together = user.kernel.coop || matches!(user.kernel.role, Role::ComputeAfter(_));
        let blocks = if is_together { 0..=user.kernel.blocks - 1 } else { request.block..=request.block };
        for block in blocks.clone() {
            if !self.keep_one(user, request, block) {
                let (share, held) = (Share::new(user.kernel), &mut self.kernels[user.kernel_id].held);
                (*blocks.start()..block).for_each(|kept| self.grants.pools.undo(held, share, kept));
                return false;
            }
        }
        true
    }

    fn keep_one(&mut self, user: &PolicyTask<'_>, request: &Request, block: u16) -> bool {
        let share = Share::new(user.kernel);
        let places = self.grant_places(user, request, share);
        if places.is_empty() {
            return false;
        }
        let Some(place) = places.get(self.policy.place_grant(user, &places)) else { return false };
        let held = &mut self.kernels[user.kernel_id].held;
        self.grants.pools.grant(held, share, block, place.vg)
    }

    /// The VGs in which a block fits, according to the request, and in which its needs can be met.
    fn grant_places(&self, user: &PolicyTask<'_>, request: &Request, share: Share) -> Vec<GrantPlace> {
        let progress = &self.kernels[user.kernel_id];
        let affinity = self.kernels.affinity(user.kernel_id) & user.topology.present();
        let area = |vg: Cluster| match share.uses_l2 {
            true => user.topology.cluster_mask(vg),
            false => user
                .topology
                .clusters()
                .filter(|&other| die_of(user.topology, other) == die_of(user.topology, vg))
                .fold(SipMask::EMPTY, |mask, other| mask | user.topology.cluster_mask(other)),
        };
        let named = |vg: &Cluster| {
            let bit = match request.resource {
                Resource::L2 => vg.index(),
                Resource::Vc => die_of(user.topology, *vg),
            };
            request.places >> bit & 1 == 1
                && share.place(user.topology, user.topology.cluster_mask(*vg)) == Some(*vg)
        };
        let candidates = user.topology.clusters().filter(named).map(|vg| {
            let (l2_free, vcs_free) = self.grants.pools.free(vg);
            let blocks = places(user.kernel, affinity & area(vg));
            GrantPlace { vg, blocks, held: progress.held.in_vg()[vg.index()], l2_free, vcs_free }
        });
        let has_room = |place: &GrantPlace| {
            place.blocks > 0 && place.l2_free >= share.bytes && place.vcs_free >= share.vcs
        };
        candidates.filter(has_room).collect()
    }

    /// Records where a block runs, if its end frees resources of firmware.
    pub(super) fn note_place(&mut self, kernel_id: u32, block: u16, sips: SipMask) {
        let Some((_, task)) = self.locate(kernel_id) else { return };
        let share = Share::new(task.kernel);
        let progress = &mut self.kernels[kernel_id];
        if !share.is_empty() && !progress.is_done() {
            progress.held.note_place(block, sips);
        }
    }

    /// A block has finished: frees its grants.
    pub(super) fn take_back(&mut self, kernel_id: u32, block: u16) {
        let Some((_, task)) = self.locate(kernel_id) else { return };
        let share = Share::new(task.kernel);
        if share.is_empty() || matches!(task.kernel.role, Role::PrefetchOf(_)) {
            return;
        }
        let progress = &mut self.kernels[kernel_id];
        let ran_on = progress.held.take_place(block);
        let place = match progress.is_in_parts() {
            false => ran_on.and_then(|sips| share.place(task.topology, sips)),
            // A part has only its own grant, and runs where that is.
            true => progress.held.place_of(block),
        };
        let Some(vg) = place else {
            self.grants.unplaced_kernels += usize::from(progress.held.note_unplaced());
            return;
        };
        let most = progress.held.in_vg()[vg.index()].saturating_sub(1);
        self.grants.pools.take_back(&mut progress.held, share, vg, most);
    }

    /// The kernel has ended: frees all its grants. Those that a prefetch collected belong to its kernel.
    pub(super) fn take_all_back(&mut self, task: &PolicyTask<'_>) {
        let held = &mut self.kernels[task.kernel_id].held;
        if !matches!(task.kernel.role, Role::PrefetchOf(_)) {
            self.grants.hold_no_more_than(held, Share::new(task.kernel), [0; Cluster::COUNT]);
        }
        held.forget_places();
        self.grants.forget_unplaced(held);
    }
}
