//! The runs of each SIP.

use std::collections::VecDeque;

use hws_model::Pool;
use hws_sim::FirmwareRun;
use hws_types::{Cycle, LaunchId, Sip, SipMask};

use crate::timeline::{SipRun, StartedBy};

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
    lanes: [Lane; Sip::COUNT],
    ended: Vec<SipRun>,
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
    pub(super) fn launched(&mut self, at: Cycle, pool: Pool, launch: Launch, reserved: SipMask) {
        for sip in launch.sips.iter() {
            let lane = &mut self.lanes[sip.index()];
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
        let lane = &mut self.lanes[sip.index()];
        let is_it = |run: &Run| run.launch_id == Some(launch_id);
        if let Some(index) = lane.undelivered.iter().position(is_it) {
            let run = lane.undelivered.remove(index);
            lane.take(at, run);
        }
    }

    pub(super) fn started_by_firmware(&mut self, at: Cycle, by: &FirmwareRun) {
        let run = begun(at, by.sip, by.kernel_id, by.block_id, StartedBy::Firmware);
        self.lanes[by.sip.index()].take(at, Run { run, launch_id: None });
    }

    /// A valid report. A run that firmware started has already ended when it returned to firmware.
    pub(super) fn completed(&mut self, at: Cycle, sip: Sip, launch_id: LaunchId) {
        let lane = &mut self.lanes[sip.index()];
        lane.outstanding = lane.outstanding.saturating_sub(1);
        if lane.running.is_some_and(|running| running.launch_id == Some(launch_id)) {
            self.ended.extend(lane.next(at));
        }
    }

    pub(super) fn returned(&mut self, at: Cycle, sip: Sip) {
        self.ended.extend(self.lanes[sip.index()].next(at));
    }

    /// A reset of the SIPs interrupts their runs.
    pub(super) fn reset(&mut self, at: Cycle) {
        for lane in std::mem::take(&mut self.lanes) {
            self.ended.extend(lane.interrupt(at));
        }
    }

    /// By start, then SIP.
    pub(super) fn all(mut self, end: Cycle) -> Vec<SipRun> {
        self.reset(end);
        self.ended.sort_by_key(|run| (run.from, run.sip));
        self.ended
    }
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
    fn next(&mut self, at: Cycle) -> Option<SipRun> {
        let ended = self.running.take();
        if let Some(next) = self.queue.pop_front() {
            self.take(at, next);
        }
        ended.map(|ended| SipRun { to: at, ..ended.run })
    }

    fn interrupt(self, at: Cycle) -> Option<SipRun> {
        self.running.map(|running| SipRun { to: at, unfinished: true, ..running.run })
    }
}

fn begun(at: Cycle, sip: Sip, kernel: u32, block: u16, by: StartedBy) -> SipRun {
    SipRun { block, ..SipRun::new(sip, kernel, by, at, at) }
}
