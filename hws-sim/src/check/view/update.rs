//! Bringing a view up to date: from the HWS, or from another view.

use hws_model::Hws;
use hws_regs::{ErrFirst, HwsParam0, IrqStatus, MihStatus, RegId, RegIndex, RsRscOpen};
use hws_types::{Die, RawMih, Sip, SipMask};

use super::totals::TOTALS;
use super::{DagView, Fingerprint, LaunchView, MihView, SipView, TaskView, Touched, View};

impl View {
    /// Reads the touched parts; `seen` has the others that may have changed. A kernel touches its DAG slot, too.
    pub(in crate::check) fn update(&mut self, hws: &Hws, seen: &Fingerprint, touched: &mut Touched) {
        self.cycle = hws.cycle();
        self.irq = IrqStatus::from_bits(hws.peek(RegId::IrqStatus));
        if touched.registers {
            self.regs.clone_from(hws.registers());
        }
        self.update_status(seen);
        self.update_counts(hws, seen, touched);
        touched.sips.iter().for_each(|sip| self.sips[sip.index()].update(hws, sip));
        for id in touched.launches() {
            self.launches[id.index()] = LaunchView::read(hws, id);
        }
        for entry in touched.tasks.iter() {
            let task = TaskView::read(hws, entry);
            let was = std::mem::replace(&mut self.tasks[entry.index()], task).map(|task| task.seq);
            // An admission allocates a slot.
            let new = task.filter(|task| was != Some(task.seq)).map(|task| task.flags);
            if let Some(flags) = new.filter(|flags| flags.dag_slot_valid()) {
                touched.dag(Some(flags.dag_slot() as u8));
            }
        }
        if touched.dags().next().is_some() {
            self.dag_slots = HwsParam0::from_bits(hws.peek(RegId::HwsParam0)).n_dag();
        }
        for slot in touched.dags() {
            if let Some(dag) = self.dags.get_mut(slot) {
                *dag = DagView::read(hws, RegIndex::wrapping(slot as u32));
            }
        }
        self.update_remain(hws, touched.remain);
        if touched.totals {
            self.totals = TOTALS.map(|counter| hws.peek(counter));
        }
        if touched.open {
            self.update_open(hws);
        }
    }

    /// Reads what changes without a cause of its own.
    pub(in crate::check) fn read_time(&mut self, hws: &Hws) {
        self.cycle = hws.cycle();
        self.totals = TOTALS.map(|counter| hws.peek(counter));
        self.update_remain(hws, SipMask::ALL);
        self.update_open(hws);
    }

    fn update_status(&mut self, seen: &Fingerprint) {
        let status = seen.status();
        self.is_attempting = status.attempt_busy();
        self.is_loading = status.loader_busy();
        self.cmd_pending = status.cmd_pending();
        self.rs_count = status.rs_count();
        self.rtask_count = status.rtask_count();
        self.hdr_count = status.hdr_count();
        self.follow_masks(seen);
    }

    pub(in crate::check) fn follow_masks(&mut self, seen: &Fingerprint) {
        [self.idle, self.pre_idle, self.pending, self.count_en, self.reserved, self.owned] = seen.masks();
    }

    fn update_counts(&mut self, hws: &Hws, seen: &Fingerprint, touched: &Touched) {
        if touched.pools {
            self.vc_free = vc_pools(hws);
        }
        if touched.messages {
            self.mih = MihView::read(hws, seen.mih());
            self.dropped = hws.peek(RegId::CntMihDrop);
        }
        if touched.errors {
            self.errors = seen.errors();
            self.first_error = ErrFirst::from_bits(hws.peek(RegId::ErrFirst));
            self.rejected = hws.peek(RegId::CntTaskReject);
        }
        if !touched.tasks.is_empty() {
            self.done = hws.peek(RegId::CntKernelDone);
        }
    }

    pub(in crate::check) fn update_remain(&mut self, hws: &Hws, sips: SipMask) {
        for sip in sips.iter() {
            self.sips[sip.index()].remain = hws.peek(RegId::SipRemainExecTime(RegIndex::wrapping(sip.get())));
        }
    }

    fn update_open(&mut self, hws: &Hws) {
        for (entry, task) in RegIndex::all().zip(&mut self.tasks) {
            if let Some(task) = task {
                task.open = RsRscOpen::from_bits(hws.peek(RegId::RsRscOpen(entry)));
            }
        }
    }

    /// Takes over the touched parts, without the remaining times if not everything is touched.
    pub(in crate::check) fn follow(&mut self, now: &Self, touched: &Touched) {
        if touched.is_all() {
            return self.clone_from(now);
        }
        touched.sips.iter().for_each(|sip| self.sips[sip.index()] = now.sips[sip.index()]);
        self.follow_others(now, touched);
    }

    /// As [`Self::follow`], but takes over every SIP, with its remaining time: where many were touched, that is less work.
    pub(in crate::check) fn follow_with_sips(&mut self, now: &Self, touched: &Touched) {
        if touched.is_all() {
            return self.clone_from(now);
        }
        self.sips = now.sips;
        self.follow_others(now, touched);
    }

    fn follow_others(&mut self, now: &Self, touched: &Touched) {
        if touched.registers {
            self.regs.clone_from(&now.regs);
        }
        touched.launches().for_each(|id| self.launches[id.index()] = now.launches[id.index()]);
        touched.tasks.iter().for_each(|entry| self.tasks[entry.index()] = now.tasks[entry.index()]);
        let dags = touched.dags().filter(|&slot| slot < now.dags.len());
        dags.for_each(|slot| self.dags[slot] = now.dags[slot]);
        self.follow_status(now);
        self.follow_counts(now, touched);
        if touched.open {
            self.follow_open(now);
        }
    }

    fn follow_status(&mut self, now: &Self) {
        self.cycle = now.cycle;
        self.is_attempting = now.is_attempting;
        self.is_loading = now.is_loading;
        self.irq = now.irq;
        self.cmd_pending = now.cmd_pending;
        self.rs_count = now.rs_count;
        self.rtask_count = now.rtask_count;
        self.hdr_count = now.hdr_count;
        self.idle = now.idle;
        self.pre_idle = now.pre_idle;
        self.pending = now.pending;
        self.count_en = now.count_en;
        self.reserved = now.reserved;
        self.owned = now.owned;
    }

    /// Whether the parts that are read in every step are the same, but for the time and the other masks of SIPs.
    pub(in crate::check) fn has_status_of(&self, other: &Self) -> bool {
        let counts = |view: &Self| [view.cmd_pending, view.rs_count, view.rtask_count, view.hdr_count];
        let flags = |view: &Self| [view.is_attempting, view.is_loading];
        counts(self) == counts(other)
            && flags(self) == flags(other)
            && (self.owned, self.irq) == (other.owned, other.irq)
    }

    /// The counterpart of [`Self::update_counts`].
    fn follow_counts(&mut self, now: &Self, touched: &Touched) {
        if touched.pools {
            self.vc_free = now.vc_free;
        }
        if touched.messages {
            (self.mih, self.dropped) = (now.mih, now.dropped);
        }
        if touched.errors {
            (self.errors, self.first_error) = (now.errors, now.first_error);
            self.rejected = now.rejected;
        }
        if !touched.tasks.is_empty() {
            self.done = now.done;
        }
    }

    pub(in crate::check) fn follow_remain(&mut self, now: &Self, sips: SipMask) {
        for sip in sips.iter() {
            self.sips[sip.index()].remain = now.sips[sip.index()].remain;
        }
    }

    /// Takes over what changes without a cause of its own.
    pub(in crate::check) fn follow_time(&mut self, now: &Self) {
        self.cycle = now.cycle;
        self.totals = now.totals;
        self.follow_remain(now, SipMask::ALL);
        self.follow_open(now);
    }

    fn follow_open(&mut self, now: &Self) {
        for (task, now) in self.tasks.iter_mut().zip(&now.tasks) {
            if let (Some(task), Some(now)) = (task, now) {
                task.open = now.open;
            }
        }
    }
}

impl MihView {
    pub(super) fn read(hws: &Hws, status: MihStatus) -> Self {
        Self { status, head: RawMih { dw0: hws.peek(RegId::MihDataLo), dw1: hws.peek(RegId::MihDataHi) } }
    }
}

impl SipView {
    fn update(&mut self, hws: &Hws, sip: Sip) {
        let remain = self.remain;
        *self = Self { remain, ..Self::read(hws, sip) };
    }
}

/// VC_POOL_FREE by die.
pub(in crate::check) fn vc_pools(hws: &Hws) -> [u64; Die::COUNT] {
    [RegIndex::at::<0>(), RegIndex::at::<1>()].map(|die| vc_free(hws, die))
}

fn vc_free(hws: &Hws, die: RegIndex<2>) -> u64 {
    let half = |half| u64::from(hws.peek(RegId::VcPoolFree(die, half)));
    half(RegIndex::at::<0>()) | half(RegIndex::at::<1>()) << u32::BITS
}
