//! Reports of SIPs, and the end of a block (§7.3).

use hws_model::{ErrorBit, Event};
use hws_regs::{EarlyMode, OutPath};
use hws_types::{BlockHeader, LaunchId, MihMessage, SipReport};

use super::PlainHws;
use super::sips::Launch;

impl PlainHws {
    /// §7.3: the SIP runs that launch, and the launch is of that block.
    fn is_true(&self, report: SipReport) -> bool {
        let launch_id = report.launch_id.index();
        let runs_it = self.sips[report.sip.index()].running == Some(launch_id);
        let has_it = |launch: Launch| launch.sips.contains(report.sip.mask());
        let runs_it = rule!(ReportByMask, runs_it, self.launches[launch_id].is_some_and(has_it));
        let is_of_block = |launch: Launch| rule!(BlockIdIgnored, launch.block_id == report.block_id, true);
        runs_it && self.launches[launch_id].is_some_and(is_of_block)
    }

    /// The report as it is read: wrongly, of whatever the SIP runs.
    fn as_read(&self, report: SipReport) -> SipReport {
        let running = self.sips[report.sip.index()].running;
        let running = running.map_or(report.launch_id, |running| LaunchId::wrapping(running as u32));
        SipReport { launch_id: rule!(LaunchIdIgnored, report.launch_id, running), ..report }
    }

    /// §7.3 *complete*.
    pub(super) fn report_complete(&mut self, report: SipReport) {
        let report = self.as_read(report);
        if !self.is_true(report) {
            if rule!(SpuriousSilent, true, false) {
                let pre = ErrorBit::SpuriousPreComplete;
                self.error_of_nobody(rule!(CompleteError, ErrorBit::SpuriousComplete, pre));
            }
            return;
        }
        let event = Event::Complete { sip: report.sip, launch_id: report.launch_id };
        let is_first = rule!(CompleteAfterMessage, true, false);
        if is_first {
            self.emit(event);
        }
        let delay = self.regs.launch_sip_delay.units();
        self.sips[report.sip.index()].complete(delay);
        let Some(launch) = &mut self.launches[report.launch_id.index()] else { return };
        launch.done |= report.sip.mask();
        let launch = *launch;
        self.free_run_early(report.launch_id, &launch);
        let is_done = launch.done == launch.sips;
        if rule!(FinishWithFirst, is_done, true) {
            self.finish_block(report.launch_id);
        } else if rule!(FinishOfEverySip, false, launch.mih) {
            self.report_finish(report.launch_id, &launch, false);
        }
        if !is_first {
            self.emit(event);
        }
    }

    /// A wrong reading of §9.2: the VCs are freed with the first SIP of the block.
    fn free_run_early(&mut self, launch_id: LaunchId, launch: &Launch) {
        let waits = launch.run.filter(|_| launch.done != launch.sips);
        if rule!(RunFreedEarly, false, waits.is_some())
            && let Some(run) = waits
        {
            self.free_run(run);
            self.launches[launch_id.index()] = Some(Launch { run: None, ..*launch });
        }
    }

    /// §7.3: all SIPs of the launch are done.
    fn finish_block(&mut self, launch_id: LaunchId) {
        let Some(launch) = self.launches[launch_id.index()] else { return };
        if rule!(LaunchEntryStays, true, false) {
            self.launches[launch_id.index()] = None;
        }
        let kept_off = rule!(RunKeptWhileOff, true, self.second_resources_are_on());
        if let Some(run) = launch.run.filter(|_| rule!(RunKept, true, false) && kept_off) {
            self.free_run(run);
        }
        if self.reports_finish(&launch) {
            self.report_finish(launch_id, &launch, self.is_last_launch(&launch));
        }
    }

    /// §7.3: if the kernel's MIH path was on at the launch.
    fn reports_finish(&self, launch: &Launch) -> bool {
        let mode = self.regs.hws_work_mode;
        let now = mode.report_en() || mode.out_path() == OutPath::Mih;
        let reports = rule!(FinishPathNow, launch.mih, launch.mih || mode.report_en());
        let reports = rule!(FinishPathPresent, reports, launch.asked.1 || now);
        let reports = rule!(FinishByTask, reports, launch.asked.1);
        let reports = rule!(FinishByMode, reports, now);
        let reports = rule!(FinishOfMdma, reports, launch.mdma);
        let reports = rule!(FinishAlways, reports, true);
        let reports = rule!(FinishOfKernel, reports, reports && self.is_last_launch(launch));
        rule!(FinishNotReported, reports, false)
    }

    /// §7.3: no RS entry and no other launch entry has this kernel_seq.
    fn is_last_launch(&self, launch: &Launch) -> bool {
        let same = |seq: u32, ids| rule!(FinishByIds, seq == launch.kernel_seq, ids == launch.ids);
        let is_resident = self.kernels().any(|(_, kernel)| same(kernel.seq, kernel.ids));
        let is_live = self.launches.iter().flatten().any(|other| same(other.kernel_seq, other.ids));
        let is_last =
            rule!(FinishWhileResident, !is_resident, true) && rule!(FinishWhileLive, !is_live, true);
        rule!(FinishNeverLast, is_last, false)
    }

    fn report_finish(&mut self, launch_id: LaunchId, launch: &Launch, kernel_finish: bool) {
        let block_id = rule!(FinishBlockZero, launch.block_id, 0);
        let of = BlockHeader { ids: launch.ids, block_id };
        let launch_id = rule!(FinishLaunchZero, launch_id, LaunchId::wrapping(0));
        self.send(&[MihMessage::BlockFinish { of, launch_id, kernel_finish }]);
    }

    /// §7.3: pre-complete reports count in mode 0, whatever ENABLE_EARLY_LAUNCH_SIP.
    fn reads_pre_completes(&self) -> bool {
        let estimates = self.regs.early_launch_mode.mode() == EarlyMode::HwsEstimate;
        rule!(PreCompleteAlways, !estimates, true)
            && rule!(PreCompleteNeedsEarly, true, self.regs.enable_early_launch_sip.enable())
            && rule!(PreCompleteNever, true, false)
    }

    /// §7.3 *pre-complete*: ignored while the HWS estimates by itself.
    pub(super) fn report_pre_complete(&mut self, report: SipReport) {
        let report = self.as_read(report);
        let sip = self.sips[report.sip.index()];
        let is_pending = rule!(PreCompletePending, sip.pending.is_some(), false);
        let is_second = rule!(PreCompleteTwice, sip.pre_idle, false);
        let is_valid = self.is_true(report) && !is_pending && !is_second;
        if !self.reads_pre_completes() {
            let is_checked = rule!(PreCompleteChecked, false, !is_valid);
            return if is_checked {
                self.error_of_nobody(ErrorBit::SpuriousPreComplete)
            };
        }
        if !is_valid {
            return self.refuse_pre_complete(self.is_true(report), is_pending);
        }
        self.emit(Event::PreComplete { sip: report.sip, launch_id: report.launch_id });
        let sip = &mut self.sips[report.sip.index()];
        sip.pre_idle = true;
        sip.remain = rule!(PreCompleteEndsTime, sip.remain, 0);
        sip.count_en = rule!(PreCompleteEndsCount, sip.count_en, false);
    }

    /// §7.3: an invalid report sets SPURIOUS_PRE_COMPLETE.
    fn refuse_pre_complete(&mut self, is_true: bool, is_pending: bool) {
        let is_error = rule!(SpuriousPreSilent, true, false)
            && rule!(PendingPreSilent, true, !is_true || !is_pending)
            && rule!(SecondPreSilent, true, !is_true || is_pending);
        if is_error {
            let complete = ErrorBit::SpuriousComplete;
            self.error_of_nobody(rule!(PreCompleteError, ErrorBit::SpuriousPreComplete, complete));
        }
    }
}
