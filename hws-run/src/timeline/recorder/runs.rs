//! The runs of each SIP.

use std::collections::VecDeque;

use hws_model::Pool;
use hws_sim::FirmwareRun;
use hws_types::{Cycle, LaunchId, Sip, SipMask};

use super::kept::KeptSums;
use super::log::{Finished, SortedLog, Storage};
use crate::timeline::{RunSums, SipRun, StartedBy};

/// A block, from its launch event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Launch {
    pub(super) kernel: u32,
    pub(super) block: u16,
    pub(super) launch_id: LaunchId,
    pub(super) sips: SipMask,
}

/// All runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    lanes: Lanes,
    /// By start, then SIP.
    ended: SortedLog<SipRun, (Cycle, Sip)>,
    /// If totals are wanted.
    sums: Option<Box<Sums>>,
}

/// What is under way on each SIP.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes([Lane; Sip::COUNT]);

impl Lanes {
    /// The number of runs on a SIP that were launched before a cycle and have not ended.
    pub(super) fn launched_before(&self, sip: Sip, at: Cycle) -> usize {
        let lane = &self.0[sip.index()];
        let runs = lane.running.iter().chain(&lane.queue).chain(&lane.undelivered);
        runs.filter(|run| run.run.launched < at).count()
    }
}

/// Totals, and what has been counted of the launches under way.
#[derive(Clone, Debug)]
struct Sums {
    runs: RunSums,
    counted: [Counted; LaunchId::COUNT],
}

/// What has been counted of a block, each once: its runs on several SIPs end one after the other.
#[derive(Clone, Default, Debug)]
struct Counted {
    is_launched: bool,
    is_backfilled: bool,
    is_early: bool,
    /// The kernels for which its SIPs were reserved.
    holders: Vec<u32>,
}

/// One SIP.
#[derive(Clone, Debug, Default)]
struct Lane {
    running: Option<Run>,
    /// Delivered while another one was running.
    queue: VecDeque<Run>,
    /// Launched, and not delivered yet.
    undelivered: Vec<Run>,
    /// The number of launches that have not completed.
    outstanding: u32,
}

/// A run whose end is not known yet, and its launch, if any.
#[derive(Clone, Copy, Debug)]
struct Run {
    run: SipRun,
    launch_id: Option<LaunchId>,
}

impl Runs {
    /// Lists them, too.
    pub(super) fn listed(self, storage: &Storage) -> Self {
        Self { ended: SortedLog::new(storage, |run| (run.from, run.sip)), ..self }
    }

    /// Adds them up, too.
    pub(super) fn added_up(self) -> Self {
        let sums = Sums { runs: RunSums::default(), counted: std::array::from_fn(|_| Counted::default()) };
        Self { sums: Some(Box::new(sums)), ..self }
    }

    pub(super) const fn lanes(&self) -> &Lanes {
        &self.lanes
    }

    pub(super) fn launched(&mut self, at: Cycle, pool: Pool, launch: Launch, reserved: SipMask) {
        if let Some(sums) = &mut self.sums {
            sums.counted[launch.launch_id.index()] = Counted::default();
        }
        for sip in launch.sips.iter() {
            let lane = &mut self.lanes.0[sip.index()];
            let run = SipRun {
                backfilled: reserved.intersects(sip.mask()),
                early: lane.outstanding > 0,
                ..begun(at, sip, launch.kernel, launch.block, StartedBy::Hws(pool))
            };
            lane.outstanding += 1;
            lane.undelivered.push(Run { run, launch_id: Some(launch.launch_id) });
        }
    }

    /// The SIP gets the command of a launch: from the MDMA in the COMMIT cycle, or later from firmware.
    pub(super) fn delivered(&mut self, at: Cycle, sip: Sip, launch_id: LaunchId) {
        let lane = &mut self.lanes.0[sip.index()];
        let is_it = |run: &Run| run.launch_id == Some(launch_id);
        if let Some(index) = lane.undelivered.iter().position(is_it) {
            let run = lane.undelivered.remove(index);
            lane.take(at, run);
        }
    }

    pub(super) fn started_by_firmware(&mut self, at: Cycle, by: &FirmwareRun) {
        let run = begun(at, by.sip, by.kernel_id, by.block_id, StartedBy::Firmware);
        self.lanes.0[by.sip.index()].take(at, Run { run, launch_id: None });
    }

    /// A valid report. A run that firmware started has already ended when it returned to firmware.
    pub(super) fn completed(
        &mut self,
        at: Cycle,
        sip: Sip,
        launch_id: LaunchId,
        kept: Option<&mut KeptSums>,
    ) {
        let lane = &mut self.lanes.0[sip.index()];
        lane.outstanding = lane.outstanding.saturating_sub(1);
        if lane.running.is_some_and(|running| running.launch_id == Some(launch_id)) {
            let ended = lane.next(at);
            self.end(ended, kept);
        }
    }

    pub(super) fn returned(&mut self, at: Cycle, sip: Sip, kept: Option<&mut KeptSums>) {
        let ended = self.lanes.0[sip.index()].next(at);
        self.end(ended, kept);
    }

    /// A reset of the SIPs interrupts their runs.
    pub(super) fn reset(&mut self, at: Cycle, mut kept: Option<&mut KeptSums>) {
        for lane in std::mem::take(&mut self.lanes).0 {
            self.end(lane.interrupt(at), kept.as_deref_mut());
        }
    }

    /// The run ends: it is counted, and listed, if that is wanted.
    fn end(&mut self, ended: Option<Run>, kept: Option<&mut KeptSums>) {
        let Some(Run { run, launch_id }) = ended else { return };
        if let Some(sums) = &mut self.sums {
            sums.add(&run, launch_id, kept);
        }
        self.ended.push(run);
    }

    /// The list, and the totals, of what was wanted.
    pub(super) fn all(
        mut self,
        end: Cycle,
        kept: Option<&mut KeptSums>,
    ) -> (Finished<SipRun>, Option<RunSums>) {
        self.reset(end, kept);
        (self.ended.finish(std::iter::empty()), self.sums.map(|sums| sums.runs))
    }
}

impl Sums {
    fn add(&mut self, run: &SipRun, launch_id: Option<LaunchId>, kept: Option<&mut KeptSums>) {
        self.runs.add_busy(run.sip, run.to.since(run.from));
        // Without a launch, firmware has started it.
        let Some(launch_id) = launch_id else {
            kept.into_iter().for_each(|kept| kept.ran(run));
            return;
        };
        let counted = &mut self.counted[launch_id.index()];
        self.runs.blocks += u64::from(is_first(&mut counted.is_launched, true));
        self.runs.backfilled_blocks += u64::from(is_first(&mut counted.is_backfilled, run.backfilled));
        self.runs.early_blocks += u64::from(is_first(&mut counted.is_early, run.early));
        self.runs.early_runs += u64::from(run.early);
        if let Some(kept) = kept {
            if let Some(holder) = kept.holder(run).filter(|_| run.backfilled)
                && !counted.holders.contains(&holder)
            {
                counted.holders.push(holder);
                kept.backfilled(holder);
            }
            kept.ran(run);
        }
    }
}

/// Whether something is so, and has not been noted before.
fn is_first(noted: &mut bool, is_so: bool) -> bool {
    is_so && !std::mem::replace(noted, true)
}

impl Lane {
    fn take(&mut self, at: Cycle, mut run: Run) {
        if self.running.is_some() {
            self.queue.push_back(run);
        } else {
            run.run.from = at;
            self.running = Some(run);
        }
    }

    /// The current run ends, and the next one begins.
    fn next(&mut self, at: Cycle) -> Option<Run> {
        let ended = self.running.take();
        if let Some(next) = self.queue.pop_front() {
            self.take(at, next);
        }
        ended.map(|ended| Run { run: SipRun { to: at, ..ended.run }, ..ended })
    }

    fn interrupt(self, at: Cycle) -> Option<Run> {
        self.running.map(|running| Run { run: SipRun { to: at, unfinished: true, ..running.run }, ..running })
    }
}

fn begun(at: Cycle, sip: Sip, kernel: u32, block: u16, by: StartedBy) -> SipRun {
    SipRun { block, ..SipRun::new(sip, kernel, by, at, at) }
}
