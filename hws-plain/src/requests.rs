//! Requests for second resources, and kernels that only allocate (§9.3, §9.4).

use hws_model::Event;
use hws_types::{BlockHeader, LaunchId, MihMessage, Notice, SipMask};

use super::PlainHws;
use super::kernel::{Kernel, entry_id};
use super::machine::{block, die_of, positions};
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
        if !self.td.enable_sip_alloc {
            return (
                self.td.num_block_to_alloc_l2.into(),
                rule!(AllocationWindow, self.l2_granted, 0),
                ahead,
            );
        }
        if self.td.coop {
            return (self.block_num(), self.launched, rule!(CoopWindow, self.block_num(), ahead));
        }
        let all = self.block_num();
        let limit =
            if self.is_from_firmware() { rule!(FirmwareRequests, self.launched + 1, all) } else { all };
        (limit, rule!(WindowFromStart, self.launched, 0), ahead)
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
        let requested = i64::from(self.requested(resource));
        let ahead = requested - base;
        let is_within = rule!(WindowMore, ahead < window, ahead <= window);
        let is_within = rule!(WindowLess, is_within, ahead + 1 < window.max(2));
        rule!(RequestsUnlimited, requested < limit, true) && rule!(WindowIgnored, is_within, true)
    }
}

impl PlainHws {
    /// §9.4.
    pub(super) fn finish_allocation_only_kernels(&mut self) {
        if !self.second_resources_are_on() {
            return;
        }
        for entry in 0..self.ready_station.len() {
            let Some(kernel) = &self.ready_station[entry] else { continue };
            let wanted = u32::from(kernel.td.num_block_to_alloc_l2);
            let is_done = rule!(AllocationStrict, kernel.l2_granted >= wanted, kernel.l2_granted > wanted);
            let is_done = rule!(AllocationRequested, is_done, kernel.l2_requested >= wanted);
            let reports = rule!(AllocationSilent, self.mih_path(&kernel.td), false);
            if !kernel.td.enable_sip_alloc
                && is_done
                && rule!(AllocationNoRoom, !reports || self.mih_room() > 0, true)
            {
                self.finish_allocation_only(entry, reports);
            }
        }
    }

    fn finish_allocation_only(&mut self, entry: usize, reports: bool) {
        let kernel = self.kernel(entry);
        let of = BlockHeader { ids: kernel.ids, block_id: kernel.td.start_block_idx };
        let slot = kernel.dag_slot;
        self.count_finish(rule!(AllocationNotCounted, slot, None));
        self.free_entry(entry);
        if reports {
            let launch_id = LaunchId::wrapping(0);
            self.send(&[MihMessage::BlockFinish {
                of,
                launch_id,
                kernel_finish: rule!(AllocationNotFinished, true, false),
            }]);
        }
    }

    /// §6.4 c, §9.4: the kernel leaves its entry.
    pub(super) fn free_entry(&mut self, entry: usize) {
        let kernel = self.ready_station[entry].take().expect("the entry is valid");
        self.shadow.former[entry] = Some(kernel.clone());
        let dag_slot = kernel.dag_slot.map(|slot| slot as u8);
        self.emit(Event::KernelDone { entry: entry_id(entry), seq: kernel.seq, dag_slot });
        self.counters.kernel_done = self.counters.kernel_done.wrapping_add(rule!(DoneNotCounted, 1, 0));
    }

    /// §9.3: first all L2 requests, then all VC requests, entries ascending.
    pub(super) fn send_requests(&mut self) {
        if !self.second_resources_are_on() {
            return;
        }
        let wants_vcs = |kernel: &Kernel| {
            rule!(AllocationRequestsVc, kernel.td.enable_sip_alloc, true) && kernel.takes_granted_vcs()
        };
        if rule!(VcRequestsFirst, false, true) {
            for entry in 0..self.ready_station.len() {
                if self.ready_station[entry].as_ref().is_some_and(wants_vcs) {
                    self.request(entry, Resource::Vc);
                }
            }
        }
        for entry in 0..self.ready_station.len() {
            if self.ready_station[entry].as_ref().is_some_and(|kernel| kernel.td.enable_l2_alloc) {
                self.request(entry, Resource::L2);
            }
            let both = rule!(RequestsInterleaved, false, true);
            if both && self.ready_station[entry].as_ref().is_some_and(wants_vcs) {
                self.request(entry, Resource::Vc);
            }
        }
        for entry in 0..self.ready_station.len() {
            if self.ready_station[entry].as_ref().is_some_and(wants_vcs) {
                self.request(entry, Resource::Vc);
            }
        }
    }

    /// §9.3: the requests of one kernel for one resource.
    fn request(&mut self, entry: usize, resource: Resource) {
        let places = self.places_that_fit(entry, resource);
        if places == 0 {
            return;
        }
        while rule!(RequestRoom, self.mih_fifo.len() < REQUEST_LIMIT, self.mih_fifo.len() <= REQUEST_LIMIT)
            && self.kernel(entry).may_request(resource)
        {
            let kernel = self.kernel(entry);
            let first = rule!(RequestFromZero, u32::from(kernel.td.start_block_idx), 0);
            let number = first + kernel.requested(resource);
            let (ids, block_id) = (kernel.ids, (number % 65536) as u16);
            let (entry_id, places) = (entry_id(entry), places as u8);
            let notice = match resource {
                Resource::L2 => Notice::L2AllocReq { entry: entry_id, vgs: places },
                Resource::Vc => Notice::VcAllocReq { entry: entry_id, dies: places },
            };
            self.send_notice(ids, block_id, notice);
            self.kernel_mut(entry).count_request(resource);
        }
    }

    /// §9.3: the VGs, or dies, in which a block of the kernel fits, as bits.
    fn places_that_fit(&self, entry: usize, resource: Resource) -> u32 {
        let kernel = self.kernel(entry);
        let affine = SipMask(kernel.td.affinity) & self.present();
        let allowed = rule!(RequestUsageIgnored, self.allowed(kernel), affine);
        let (t, allowed) = (kernel.t(), rule!(RequestAnywhere, allowed, self.present()));
        let fitting = positions(t).into_iter().filter(|&position| allowed.contains(block(position, t)));
        as_bits(fitting.map(|position| match resource {
            Resource::L2 => self.clusters().of(position),
            Resource::Vc => die_of(position),
        }))
    }
}
