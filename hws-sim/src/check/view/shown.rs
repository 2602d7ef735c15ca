//! Whether an HWS shows a view: its registers are compared with it one by one.

use hws_model::Hws;
use hws_regs::{ErrFirst, HwsParam0, IrqStatus, RegId, RegIndex};
use hws_types::{Entry, LaunchId, Sip};

use super::update::vc_pools;
use super::{DagView, Fingerprint, LaunchView, MihView, SipView, TaskView, View};

impl View {
    /// Whether the HWS shows this state, apart from what changes without a cause of its own.
    pub(in crate::check) fn is_shown_by(&self, hws: &Hws) -> bool {
        let Self {
            cycle: _,
            regs,
            is_attempting,
            is_loading,
            cmd_pending,
            rs_count,
            rtask_count,
            hdr_count,
            idle,
            pre_idle,
            pending,
            count_en,
            reserved,
            owned,
            sips,
            launches,
            tasks,
            dag_slots,
            dags,
            vc_free,
            mih,
            irq,
            errors,
            first_error,
            rejected,
            done,
            dropped,
            totals: _,
        } = self;
        let seen = Fingerprint::new(hws);
        let status = seen.status();
        let are_counts_shown = [*cmd_pending, *rs_count, *rtask_count, *hdr_count]
            == [status.cmd_pending(), status.rs_count(), status.rtask_count(), status.hdr_count()]
            && [*is_attempting, *is_loading] == [status.attempt_busy(), status.loader_busy()]
            && [*rejected, *done, *dropped]
                == [RegId::CntTaskReject, RegId::CntKernelDone, RegId::CntMihDrop]
                    .map(|count| hws.peek(count));
        let are_errors_shown = *errors == seen.errors()
            && *first_error == ErrFirst::from_bits(hws.peek(RegId::ErrFirst))
            && *irq == IrqStatus::from_bits(hws.peek(RegId::IrqStatus));
        let is_sip_shown = |(sip, kept): (Sip, &SipView)| kept.is_shown_by(hws, sip);
        let is_task_shown =
            |(entry, kept): (Entry, &Option<TaskView>)| match (TaskView::read(hws, entry), kept) {
                (Some(shown), Some(kept)) => TaskView { open: kept.open, ..shown } == *kept,
                (shown, kept) => shown.is_none() && kept.is_none(),
            };
        are_counts_shown
            && are_errors_shown
            && regs == hws.registers()
            && [*idle, *pre_idle, *pending, *count_en, *reserved, *owned] == seen.masks()
            && *vc_free == vc_pools(hws)
            && *mih == MihView::read(hws, seen.mih())
            && *dag_slots == HwsParam0::from_bits(hws.peek(RegId::HwsParam0)).n_dag()
            && Sip::all().zip(sips).all(is_sip_shown)
            && LaunchId::all().zip(launches).all(|(id, kept)| LaunchView::read(hws, id) == *kept)
            && Entry::all().zip(tasks).all(is_task_shown)
            && RegIndex::all().zip(dags).all(|(slot, kept)| DagView::read(hws, slot) == *kept)
    }
}

#[cfg(test)]
mod tests {
    use hws_model::Config;
    use hws_regs::PTopK;

    use super::*;

    fn no_task() -> TaskView {
        TaskView {
            flags: Default::default(),
            seq: 0,
            kernel_id: 0,
            ids: Default::default(),
            threads: 0,
            blocks: 0,
            launched: 0,
            trigger: 0,
            affinity: Default::default(),
            est: 0,
            start_block: 0,
            reserved: Default::default(),
            open: Default::default(),
        }
    }

    /// One change of each part; the tables are compared with an HWS at work in the tests of the checker.
    #[test]
    fn a_view_that_differs_anywhere_is_not_shown() {
        let hws = Hws::new(Config::default());
        let kept = View::new(&hws);
        assert!(kept.is_shown_by(&hws));
        let changes: [fn(&mut View); 26] = [
            |view| view.regs.p_top_k = PTopK::from_bits(7),
            |view| view.is_attempting ^= true,
            |view| view.is_loading ^= true,
            |view| view.cmd_pending += 1,
            |view| view.rs_count += 1,
            |view| view.rtask_count += 1,
            |view| view.hdr_count += 1,
            |view| view.idle.0 ^= 8,
            |view| view.pre_idle.0 ^= 8,
            |view| view.pending.0 ^= 8,
            |view| view.count_en.0 ^= 8,
            |view| view.reserved.0 ^= 8,
            |view| view.owned.0 ^= 8,
            |view| view.sips[31].pending = LaunchId::new(0),
            |view| view.launches[63] = Some(LaunchView::default()),
            |view| view.tasks[31] = Some(no_task()),
            |view| view.dag_slots -= 1,
            |view| view.dags[31].finish = 1,
            |view| view.vc_free[1] ^= 1 << 63,
            |view| view.mih.head.dw1 ^= 1,
            |view| view.irq = IrqStatus::from_bits(1),
            |view| view.errors = hws_regs::ErrStatus::from_bits(1),
            |view| view.first_error = ErrFirst::from_bits(1),
            |view| view.rejected += 1,
            |view| view.done += 1,
            |view| view.dropped += 1,
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut view = kept.clone();
            change(&mut view);
            assert!(!view.is_shown_by(&hws), "change {at}");
        }
    }

    #[test]
    fn what_changes_without_a_cause_is_not_compared() {
        let hws = Hws::new(Config::default());
        let mut view = View::new(&hws);
        (view.cycle.0, view.sips[3].remain, view.totals[2]) = (9, 9, 9);
        assert!(view.is_shown_by(&hws));
    }
}
