//! Requests for second resources, and kernels that only allocate (§9.3, §9.4).

use std::sync::Arc;

use hws_model::Event;
use hws_types::{BlockHeader, LaunchId, MihMessage, Notice, SipMask};

use super::PlainHws;
use super::kernel::{Kernel, entry_id};
use super::machine::{block, die_of, positions};
use super::pools::by_key;
use super::second::as_bits;

/// Requests fill the MIH FIFO to this many messages (§9.3).
const REQUEST_LIMIT: usize = 32;

/// The resource that is requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Resource {
    L2,
    Vc,
}

impl Kernel {
    /// §9.3: the limits of requests, as (limit, base, window).
    fn request_window(&self) -> (u32, u32, u32) {
        let ahead = rule!(
            WindowZero,
            u32::from(self.td.outstanding_block_num).max(1),
            self.td.outstanding_block_num.into()
        );
        let ahead = rule!(WindowOne, ahead, 1);
        let all = self.block_num();
        if !self.td.enable_sip_alloc {
            let limit = rule!(AllocationOfBlocks, self.td.num_block_to_alloc_l2.into(), all);
            return (limit, rule!(AllocationWindow, self.l2_granted, 0), ahead);
        }
        let once = self.is_from_firmware();
        if self.td.coop && rule!(FirmwareCoopRequests, true, !once) {
            return (all, self.launched, rule!(CoopWindow, all, ahead));
        }
        let all = rule!(RequestsTriggered, all, self.trigger);
        let limit = if once { rule!(FirmwareRequests, self.launched + 1, all) } else { all };
        let base = rule!(WindowFromStart, self.launched, 0);
        (limit, rule!(WindowFromGranted, base, self.l2_granted), ahead)
    }

    /// §9.3: which kernels request L2 and VCs.
    fn wants(&self, resource: Resource) -> bool {
        let waits = rule!(RequestsNotOfR, true, !self.r_flag);
        let takes_vcs = self.td.enable_vc_alloc && rule!(RequestsOfHwsVcs, !self.td.vc_hw_alloc, true);
        let wants = match resource {
            Resource::L2 => rule!(
                AllocationNoRequests,
                self.td.enable_l2_alloc,
                self.td.enable_l2_alloc && self.td.enable_sip_alloc
            ),
            Resource::Vc => rule!(AllocationRequestsVc, self.td.enable_sip_alloc, true) && takes_vcs,
        };
        wants && waits
    }

    fn requested(&self, resource: Resource) -> u32 {
        match resource {
            Resource::L2 => self.l2_requested,
            Resource::Vc => self.vc_requested,
        }
    }

    fn count_request(&mut self, resource: Resource) {
        match resource {
            Resource::L2 => self.l2_requested += 1,
            Resource::Vc => self.vc_requested += 1,
        }
    }

    /// §9.3: one more block may be requested.
    fn may_request(&self, resource: Resource) -> bool {
        let (limit, base, window) = self.request_window();
        let [limit, base, window] = [limit, base, window].map(i64::from);
        let requested = i64::from(rule!(VcRequestsByL2, self.requested(resource), self.l2_requested));
        let ahead = requested - base;
        let ahead = rule!(AheadUnsigned, ahead, i64::from(ahead as u32));
        let is_within = rule!(WindowMore, ahead < window, ahead <= window);
        let is_within = rule!(WindowLess, is_within, ahead + 1 < window.max(2));
        let is_below = rule!(LimitMore, requested < limit, requested <= limit);
        let is_below = rule!(LimitLess, is_below, requested + 1 < limit);
        rule!(RequestsUnlimited, is_below, true) && rule!(WindowIgnored, is_within, true)
    }
}

impl PlainHws {
    /// §9.4.
    pub(super) fn finish_allocation_only_kernels(&mut self) {
        let is_off = !self.second_resources_are_on();
        let waits = || self.kernels().any(|(_, kernel)| !kernel.td.enable_sip_alloc);
        if rule!(AllocationWhileOff, is_off, is_off && !waits()) {
            return;
        }
        for entry in self.in_entry_order(rule!(AllocationFromHighest, false, true)) {
            let Some(kernel) = &self.ready_station[entry] else { continue };
            let wanted = u32::from(kernel.td.num_block_to_alloc_l2);
            let wanted = rule!(AllocationForBlocks, wanted, kernel.block_num());
            let is_done = rule!(AllocationStrict, kernel.l2_granted >= wanted, kernel.l2_granted > wanted);
            let is_done = rule!(AllocationRequested, is_done, kernel.l2_requested >= wanted);
            let reports = rule!(AllocationSilent, self.mih_path(&kernel.td), false);
            let reports = rule!(AllocationReportsAlways, reports, true);
            let reports = rule!(AllocationByTask, reports, kernel.td.out_path_mih);
            if kernel.td.enable_sip_alloc || !is_done {
                continue;
            }
            if rule!(AllocationNoRoom, !reports || self.mih_room() > 0, true) {
                self.finish_allocation_only(entry, reports);
            } else if rule!(AllocationBlocks, false, true) {
                return;
            }
            if rule!(AllocationOne, false, true) {
                return;
            }
        }
    }

    fn in_entry_order(&self, is_reversed: bool) -> Vec<usize> {
        let ascending = 0..self.ready_station.len();
        if is_reversed { ascending.rev().collect() } else { ascending.collect() }
    }

    fn finish_allocation_only(&mut self, entry: usize, reports: bool) {
        let kernel = self.kernel(entry);
        let block_id = rule!(AllocationBlockZero, kernel.td.start_block_idx, 0);
        let of = BlockHeader { ids: kernel.ids, block_id };
        let slot = kernel.dag_slot;
        self.count_finish(rule!(AllocationNotCounted, slot, None));
        let is_first = rule!(AllocationMessageFirst, true, !reports);
        let done = self.counters.kernel_done;
        if is_first {
            self.free_entry(entry);
        }
        if reports {
            let launch_id = LaunchId::wrapping(0);
            let kernel_finish = rule!(AllocationNotFinished, true, false);
            self.send(&[MihMessage::BlockFinish { of, launch_id, kernel_finish }]);
        }
        if !is_first {
            self.free_entry(entry);
        }
        self.counters.kernel_done = rule!(DoneNotAllocation, self.counters.kernel_done, done);
    }

    /// §6.4 c, §9.4: the kernel leaves its entry.
    pub(super) fn free_entry(&mut self, entry: usize) {
        let kernel = self.ready_station[entry].take().expect("the entry is valid");
        Arc::make_mut(&mut self.shadow.former)[entry] = Some(kernel.clone());
        let dag_slot = kernel.dag_slot.map(|slot| slot as u8);
        let dag_slot = rule!(DoneSlotZero, dag_slot, dag_slot.or(Some(0)));
        self.emit(Event::KernelDone { entry: entry_id(entry), seq: kernel.seq, dag_slot });
        self.count_done(&kernel);
        self.free_ended_dag(&kernel);
    }

    /// A wrong reading of §8.2: the slot of a DAG that has ended is freed.
    fn free_ended_dag(&mut self, kernel: &Kernel) {
        let Some(slot) = kernel.dag_slot else { return };
        let has_ended = self.dag[slot].is_some_and(|dag| dag.total > 0 && dag.finish >= dag.total);
        let is_unused = !self.kernels().any(|(_, other)| other.dag_slot == Some(slot));
        if rule!(SlotFreedAtEnd, false, has_ended && is_unused) {
            self.dag[slot] = None;
        }
    }

    /// §9.3: first all L2 requests, then all VC requests, entries ascending.
    pub(super) fn send_requests(&mut self) {
        let is_off = !self.second_resources_are_on();
        let asks =
            || self.kernels().any(|(_, kernel)| kernel.td.enable_l2_alloc || kernel.td.enable_vc_alloc);
        if rule!(RequestsWhileOff, is_off, is_off && !asks()) {
            return;
        }
        let entries = self.in_entry_order(rule!(RequestsFromHighest, false, true));
        let entries = rule!(RequestsByAge, entries, self.by_age());
        if rule!(VcRequestsFirst, false, true) {
            entries.iter().for_each(|&entry| self.request_of(entry, Resource::Vc));
        }
        for &entry in &entries {
            self.request_of(entry, Resource::L2);
            if rule!(RequestsInterleaved, false, true) {
                self.request_of(entry, Resource::Vc);
            }
        }
        entries.iter().for_each(|&entry| self.request_of(entry, Resource::Vc));
    }

    /// The valid entries, the oldest first.
    fn by_age(&self) -> Vec<usize> {
        let entries: Vec<usize> = self.kernels().map(|(entry, _)| entry).collect();
        by_key(&entries, |&entry| self.kernel(entry).seq)
    }

    /// §9.3: the requests of an entry, if it is valid and needs the resource.
    fn request_of(&mut self, entry: usize, resource: Resource) {
        let is_wanted = self.ready_station[entry].as_ref().is_some_and(|kernel| kernel.wants(resource));
        let reports = |hws: &Self| hws.mih_path(&hws.kernel(entry).td);
        if is_wanted && rule!(RequestsByPath, true, reports(self)) {
            self.request(entry, resource);
        }
    }

    /// §9.3: the requests of one kernel for one resource.
    fn request(&mut self, entry: usize, resource: Resource) {
        let places = self.places_that_fit(entry, resource);
        if rule!(RequestsNowhere, places == 0, false) {
            return;
        }
        while self.has_room_for_requests() && self.kernel(entry).may_request(resource) {
            let kernel = self.kernel(entry);
            let first = rule!(RequestFromZero, u32::from(kernel.td.start_block_idx), 0);
            let number = first.wrapping_add(kernel.requested(resource));
            let number = rule!(RequestOfNext, number, number.wrapping_add(1));
            let number = rule!(RequestOfLaunched, number, first + kernel.launched);
            let (ids, block_id) = (kernel.ids, (number % 65536) as u16);
            self.send_notice(ids, block_id, notice(entry, resource, places as u8));
            self.kernel_mut(entry).count_request(resource);
            if rule!(RequestOne, false, true) {
                return;
            }
        }
    }

    /// §9.3: fewer than 32 messages are in the MIH FIFO.
    fn has_room_for_requests(&self) -> bool {
        let len = self.mih_fifo.len();
        let has_room = rule!(RequestRoom, len < REQUEST_LIMIT, len <= REQUEST_LIMIT);
        let has_room = rule!(RequestRoomLess, has_room, len + 1 < REQUEST_LIMIT);
        rule!(RequestRoomAll, has_room, self.mih_room() > 0)
    }

    /// §9.3: the VGs, or dies, in which a block of the kernel fits, as bits.
    fn places_that_fit(&self, entry: usize, resource: Resource) -> u32 {
        let kernel = self.kernel(entry);
        let affine = SipMask(kernel.td.affinity) & self.present();
        let allowed = rule!(RequestUsageIgnored, self.allowed(kernel), affine);
        let (t, allowed) = (kernel.t(), rule!(RequestAnywhere, allowed, self.present()));
        let allowed = rule!(RequestReadyOnly, allowed, allowed & self.ready());
        let allowed = rule!(RequestNotOwned, allowed, allowed - self.fw_owned);
        let allowed = rule!(RequestNotReserved, allowed, allowed - self.reserved_all);
        let fits = |sips: SipMask| rule!(RequestAnySip, allowed.contains(sips), allowed.intersects(sips));
        let fitting = positions(t).into_iter().filter(|&position| fits(block(position, t)));
        as_bits(fitting.map(|position| match resource {
            Resource::L2 => self.clusters().of(position),
            Resource::Vc => die_of(position),
        }))
    }
}

/// interfaces.md §4: L2_ALLOC_REQ or VC_ALLOC_REQ.
fn notice(entry: usize, resource: Resource, places: u8) -> Notice {
    let entry = rule!(RequestEntryZero, entry_id(entry), entry_id(0));
    let is_l2 = resource == Resource::L2;
    if rule!(RequestKindSwapped, is_l2, !is_l2) {
        Notice::L2AllocReq { entry, vgs: places }
    } else {
        Notice::VcAllocReq { entry, dies: places }
    }
}
