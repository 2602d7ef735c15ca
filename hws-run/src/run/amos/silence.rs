//! Silent SIPs: a thread that takes far longer than estimated is started again.
//!
//! The HWS keeps a SIP busy until its report comes (firmware-api.md §5). No register tells a SIP that is slow from one that
//! is stuck, so there is a deadline: [`DEADLINE`] times the estimate, from when firmware first saw the thread run. After it
//! firmware resets the SIP and starts its thread again, and the deadline is twice as long; the launch is the same for the
//! HWS, which takes the report as usual. A SIP that is silent for the last time is taken out of every SIP_USAGE_MASK, so
//! that the HWS uses the others, and the kernel of its thread is given up.

use std::collections::BTreeMap;

use fw_api::{BusExt, Error};
use hws_regs::{RegIndex, SipLaunch};
use hws_sim::fault::FaultKind;
use hws_sim::{FirmwareRun, Silence};
use hws_types::{Cycle, LaunchId, Sip, SipMask};

use super::recovery::Live;
use super::{Amos, Board};
use crate::run::board::{disturbance, note_answer};
use crate::run::error::RunError;
use crate::run::faults::FaultAnswer;

/// The first deadline of a thread, in estimates.
const DEADLINE: u64 = 8;
/// Added to the deadline, for threads whose estimate is short or 0: cycles.
const SLACK: u64 = 4096;
/// How often a thread is started again.
const RESTARTS: u32 = 6;

/// The faults that can silence a SIP, and those that can lose a report: the likeliest first.
const SILENCING: [FaultKind; 2] = [FaultKind::StuckSip, FaultKind::LostReport];
const LOSING: [FaultKind; 4] =
    [FaultKind::LostReport, FaultKind::StuckSip, FaultKind::LateReport, FaultKind::ReorderedReport];

/// The threads that firmware has seen run, by SIP.
#[derive(Clone, Debug, Default)]
pub(super) struct Silences {
    watched: BTreeMap<Sip, Watched>,
    /// The SIPs that the usage masks exclude for good.
    closed: SipMask,
}

/// A thread.
#[derive(Clone, Copy, Debug)]
struct Watched {
    /// Its launch, by kernel_seq, block and id.
    of: (u32, u16, LaunchId),
    /// None after the last restart.
    deadline: Option<Cycle>,
    restarts: u32,
}

impl Silences {
    /// The earliest deadline.
    pub(super) fn next_deadline(&self) -> Option<Cycle> {
        self.watched.values().filter_map(|watched| watched.deadline).min()
    }
}

impl Amos<'_, '_> {
    /// The SIPs that are silent for good, which the usage masks exclude.
    pub(super) fn silent_sips(&self) -> SipMask {
        self.watchdog.as_ref().map_or(SipMask::EMPTY, |dog| dog.silences.closed)
    }

    /// Looks at the launches in flight, and acts on those whose deadline has passed.
    pub(super) fn watch_silent_sips(&mut self, board: &mut Board<'_>, live: &[Live]) -> Result<(), RunError> {
        let unfinished = live.iter().fold(SipMask::EMPTY, |all, live| all | live.pending());
        if let Some(dog) = &mut self.watchdog {
            dog.silences.watched.retain(|sip, _| unfinished.contains(sip.mask()));
        }
        for sip in unfinished.iter() {
            let threads = self.threads_of(board, sip, live)?;
            self.watch_sip(board, sip, &threads)?;
        }
        Ok(())
    }

    /// The launches whose threads a SIP has not reported: the running one; with early launch, one may wait behind it.
    fn threads_of(&self, board: &mut Board<'_>, sip: Sip, live: &[Live]) -> Result<Vec<Live>, RunError> {
        let mut threads: Vec<Live> =
            live.iter().filter(|live| live.pending().contains(sip.mask())).copied().collect();
        if threads.len() > 1 {
            let doing = RunError::while_doing("look at a silent SIP");
            let index = RegIndex::wrapping(sip.get());
            let launch =
                self.driver(board).bus().read::<SipLaunch>(index).map_err(Error::Bus).map_err(doing)?;
            threads.sort_by_key(|live| live.launch.id.get() != launch.running());
        }
        Ok(threads)
    }

    fn watch_sip(&mut self, board: &mut Board<'_>, sip: Sip, threads: &[Live]) -> Result<(), RunError> {
        let Some(&running) = threads.first() else { return Ok(()) };
        let of = (running.launch.kernel_seq, running.launch.block_id, running.launch.id);
        let (now, patience) = (board.cycle(), self.patience(running.kernel_id));
        let Some(dog) = &mut self.watchdog else { return Ok(()) };
        let fresh = Watched { of, deadline: Some(now.after(patience)), restarts: 0 };
        let watched = dog.silences.watched.entry(sip).or_insert(fresh);
        if watched.of != of {
            *watched = fresh;
        }
        if watched.deadline.is_none_or(|deadline| deadline > now) {
            return Ok(());
        }
        let is_last = watched.restarts == RESTARTS;
        watched.restarts += 1;
        watched.deadline = (!is_last).then(|| now.after(patience << watched.restarts));
        dog.find();
        if is_last {
            return self.abandon(board, sip, running);
        }
        self.restart(board, sip, threads);
        Ok(())
    }

    /// Cycles after which a thread of a kernel is late.
    fn patience(&self, kernel_id: u32) -> u64 {
        let Some((_, task)) = self.locate(kernel_id) else { return SLACK };
        let unit = u64::from(self.workload.hardware.time_unit);
        // 32 and 17 bits: far below 64 even after the last restart.
        u64::from(task.kernel.est) * unit * DEADLINE + SLACK
    }

    /// Resets the SIP and gives it its threads again; each step takes as long as a register access.
    fn restart(&self, board: &mut Board<'_>, sip: Sip, threads: &[Live]) {
        let is_firmwares = threads.first().is_some_and(|live| live.launch.is_firmwares());
        let again = threads.iter().filter_map(|live| {
            let (_, task) = self.locate(live.kernel_id)?;
            let (block_id, launch_id) = (live.launch.block_id, Some(live.launch.id));
            let run = FirmwareRun { sip, kernel_id: live.kernel_id, block_id, launch_id };
            Some((run, self.workload.block_cycles(task.kernel)))
        });
        let again: Vec<(FirmwareRun, u64)> = again.collect();
        let silence = board.restart(sip, &again, is_firmwares);
        if let Some(disturbance) = disturbance(board) {
            let account = &mut disturbance.account;
            match silence {
                Silence::Stuck => account.count(FaultKind::StuckSip, FaultAnswer::Restarted),
                Silence::Lost => account.count_first(&LOSING, FaultAnswer::Restarted),
                Silence::Running => account.count_slow_thread(),
            }
        }
        board.advance(u64::from(self.workload.hardware.bus_cycles) * (1 + again.len() as u64));
    }

    /// The SIP is lost, and so is the kernel of its thread.
    fn abandon(&mut self, board: &mut Board<'_>, sip: Sip, running: Live) -> Result<(), RunError> {
        self.learn_usage_masks(board)?;
        if let Some(dog) = &mut self.watchdog {
            dog.silences.closed |= sip.mask();
        }
        self.write_usage_masks(board)?;
        note_answer(board, &SILENCING, FaultAnswer::Closed);
        let reason = format!(
            "given up: SIP {} did not report block {} in time, and not after {RESTARTS} restarts",
            sip.get(),
            running.launch.block_id
        );
        self.give_up_because(board, running.kernel_id, reason, &SILENCING);
        Ok(())
    }
}
