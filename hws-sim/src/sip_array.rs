//! The reference environment: SIPs that execute MDMA commands and report
//! (interfaces.md §6).
//!
//! Each SIP executes one command at a time and queues the others. The execution time of a command is fixed
//! when it appears; the cycles in which its two reports are due are fixed when it starts. The array only
//! determines *when* which report is due; [`Machine`](crate::Machine) writes it. Times saturate: a run that
//! would end after cycle 2^64 - 1 never ends.

mod agenda;

use std::collections::VecDeque;

use hws_types::{Cycle, MdmaCommand, Sip, SipMask, SipReport};

use agenda::Agenda;

/// A report that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DueReport {
    /// The run is about to end.
    PreComplete(SipReport),
    /// The run has ended.
    Complete(SipReport),
}

impl DueReport {
    /// Returns the SIP that reports.
    #[must_use]
    pub const fn sip(self) -> Sip {
        match self {
            Self::PreComplete(report) | Self::Complete(report) => report.sip,
        }
    }
}

/// The SIPs of the machine, by logical id.
#[derive(Clone, Debug)]
pub struct SipArray {
    pre_lead: u64,
    running: SipMask,
    /// Of the command that a SIP is running.
    reports: [SipReport; Sip::COUNT],
    /// The SIPs with commands that wait behind it.
    has_waiting: SipMask,
    waiting: [VecDeque<Command>; Sip::COUNT],
    agenda: Agenda,
}

/// A command as its SIP executes it.
#[derive(Clone, Copy, Debug)]
struct Command {
    report: SipReport,
    exec_cycles: u64,
}

impl Command {
    /// The same command to this SIP.
    const fn on(self, sip: Sip) -> Self {
        Self { report: SipReport { sip, ..self.report }, ..self }
    }
}

impl SipArray {
    /// Creates idle SIPs whose runs report pre-complete `pre_lead` cycles before they end; 0: never.
    #[must_use]
    pub fn new(pre_lead: u32) -> Self {
        Self {
            pre_lead: pre_lead.into(),
            running: SipMask::EMPTY,
            reports: [SipReport::default(); Sip::COUNT],
            has_waiting: SipMask::EMPTY,
            waiting: std::array::from_fn(|_| VecDeque::new()),
            agenda: Agenda::default(),
        }
    }

    /// Changes the lead, in cycles, of the runs that start from now on.
    pub fn set_pre_lead(&mut self, pre_lead: u32) {
        self.pre_lead = pre_lead.into();
    }

    /// Returns the SIPs that are running a command.
    #[must_use]
    pub const fn running(&self) -> SipMask {
        self.running
    }

    /// Takes a command in the cycle of its COMMIT, with TIME_UNIT.PRESCALE as it is then.
    pub fn accept(&mut self, command: &MdmaCommand, cycle: Cycle, prescale: u32) {
        self.accept_block(command, command.sip.mask(), cycle, prescale);
    }

    /// Takes the commands of a block for these SIPs, which are those of any of them but for the SIP.
    #[inline]
    pub fn accept_block(&mut self, command: &MdmaCommand, sips: SipMask, cycle: Cycle, prescale: u32) {
        let from_estimate = u64::from(command.est_exec_time).saturating_mul(u64::from(prescale) + 1);
        let exec_cycles = match command.sim_exec_time {
            0 => from_estimate,
            cycles => cycles.into(),
        };
        let report = command.report();
        let waiting = sips & self.running;
        self.start(sips - waiting, Command { report, exec_cycles }, cycle);
        if !waiting.is_empty() {
            self.wait(waiting, Command { report, exec_cycles });
        }
    }

    /// The command is queued behind what the SIPs execute.
    #[inline(never)]
    fn wait(&mut self, sips: SipMask, command: Command) {
        self.has_waiting |= sips;
        sips.iter().for_each(|sip| self.waiting[sip.index()].push_back(command.on(sip)));
    }

    /// Returns the cycle in which the next report is due, before the tick; none while no SIP is running.
    #[must_use]
    pub fn next_due(&self) -> Option<Cycle> {
        self.agenda.next()
    }

    /// Takes the next report due at `cycle` or before: first all pre-completes, then all completes, each in
    /// ascending SIP order. A SIP whose run completes starts its next one in that cycle.
    #[inline]
    pub fn take_due(&mut self, cycle: Cycle) -> Option<DueReport> {
        self.take(cycle, |_, due| due.first().map_or(due, Sip::mask)).map(|(report, _)| report)
    }

    /// Takes the next report as [`Self::take_due`], and if it is a complete report, those of the same block that follow it at
    /// once. Returns the first one and the SIPs of all of them.
    #[inline]
    pub fn take_due_block(&mut self, cycle: Cycle) -> Option<(DueReport, SipMask)> {
        self.take(cycle, Self::first_block)
    }

    /// The lowest of these SIPs, and those that follow it and execute the same block.
    #[inline]
    fn first_block(&self, sips: SipMask) -> SipMask {
        let Some(block) = sips.first().map(|first| self.reports[first.index()]) else { return sips };
        let same = sips.iter().take_while(|&sip| self.reports[sip.index()] == SipReport { sip, ..block });
        same.fold(SipMask::EMPTY, |block, sip| block | sip.mask())
    }

    /// Takes the next report due at `cycle` or before, and with a complete report those that `together` selects from all SIPs
    /// that complete then.
    #[inline]
    fn take(
        &mut self,
        cycle: Cycle,
        together: impl Fn(&Self, SipMask) -> SipMask,
    ) -> Option<(DueReport, SipMask)> {
        let due = self.agenda.due(cycle)?;
        if let Some(sip) = due.pre_complete.first() {
            self.agenda.take(sip.mask(), SipMask::EMPTY);
            return Some((DueReport::PreComplete(self.reports[sip.index()]), sip.mask()));
        }
        let sips = together(self, due.complete);
        let report = self.reports[sips.first()?.index()];
        self.agenda.take(SipMask::EMPTY, sips);
        self.complete(sips, due.at);
        Some((DueReport::Complete(report), sips))
    }

    /// Resets a SIP, which executes these commands from their beginnings: reports and cycles. Returns whether it was
    /// executing the first one.
    pub(crate) fn restart(&mut self, sip: Sip, commands: &[(SipReport, u64)], now: Cycle) -> bool {
        let place = sip.index();
        let was_running = self.running.intersects(sip.mask())
            && commands.first().is_some_and(|(report, _)| *report == self.reports[place]);
        self.running -= sip.mask();
        self.agenda.remove(sip);
        let mut commands = commands.iter().map(|&(report, exec_cycles)| Command { report, exec_cycles });
        let first = commands.next();
        self.waiting[place] = commands.collect();
        self.has_waiting = self.has_waiting.with_if(sip.mask(), !self.waiting[place].is_empty());
        if let Some(first) = first {
            self.start(sip.mask(), first, now);
        }
        was_running
    }

    /// Drops all running and waiting commands, as a reset of the SIPs does.
    pub fn reset(&mut self) {
        *self = Self { pre_lead: self.pre_lead, ..Self::new(0) };
    }

    /// The runs of SIPs complete; their next ones start.
    #[inline]
    fn complete(&mut self, sips: SipMask, at: Cycle) {
        self.running -= sips;
        let waiting = sips & self.has_waiting;
        waiting.iter().for_each(|sip| self.start_waiting(sip, at));
    }

    #[inline(never)]
    fn start_waiting(&mut self, sip: Sip, at: Cycle) {
        let waiting = &mut self.waiting[sip.index()];
        let next = waiting.pop_front();
        self.has_waiting = self.has_waiting.with_if(sip.mask(), !waiting.is_empty());
        if let Some(task) = next {
            self.start(sip.mask(), task, at);
        }
    }

    /// Idle SIPs start the command.
    #[inline]
    fn start(&mut self, sips: SipMask, task: Command, at: Cycle) {
        if sips.is_empty() {
            return;
        }
        let complete = at.after(task.exec_cycles.max(1));
        if self.pre_lead > 0 {
            // s + E - pre_lead is earlier than s + 1 whenever E < pre_lead, so the saturation cannot show.
            let pre = at.after(task.exec_cycles.saturating_sub(self.pre_lead).max(1));
            // A run of one cycle has none left in which to announce its end.
            if pre < complete {
                self.agenda.add_pre_complete(pre, sips);
            }
        }
        self.agenda.add_complete(complete, sips);
        self.running |= sips;
        sips.iter().for_each(|sip| self.reports[sip.index()] = task.on(sip).report);
    }
}

#[cfg(test)]
mod tests {
    use super::DueReport::{Complete, PreComplete};
    use super::*;
    use hws_types::LaunchId;

    fn command(sip: u32, block: u16, sim_exec_time: u32) -> MdmaCommand {
        MdmaCommand {
            thread_idx: 0,
            block_id: block,
            sip: Sip::wrapping(sip),
            physical_sip: Sip::wrapping(sip),
            launch_id: LaunchId::wrapping(u32::from(block)),
            kernel_id: 0,
            edte_vc_base: 0,
            edte_vc_num: 0,
            block_param_addr: 0,
            est_exec_time: 7,
            sim_exec_time,
        }
    }

    /// All reports as (cycle, is complete, sip, block).
    fn drain(array: &mut SipArray) -> Vec<(u64, bool, u32, u16)> {
        let mut seen = Vec::new();
        while let Some(due) = array.next_due() {
            while let Some(report) = array.take_due(due) {
                let (done, report) = match report {
                    PreComplete(report) => (false, report),
                    Complete(report) => (true, report),
                };
                seen.push((due.0, done, report.sip.get(), report.block_id));
            }
        }
        seen
    }

    #[test]
    fn reports_due_together_come_pre_completes_first_in_ascending_sip_order() {
        let mut array = SipArray::new(10);
        for sip in [9, 4] {
            array.accept(&command(sip, 1, 20), Cycle(100), 0);
        }
        for sip in [30, 2] {
            array.accept(&command(sip, 2, 30), Cycle(100), 0);
        }
        let expected = [
            (110, false, 4, 1),
            (110, false, 9, 1),
            (120, false, 2, 2),
            (120, false, 30, 2),
            (120, true, 4, 1),
            (120, true, 9, 1),
            (130, true, 2, 2),
            (130, true, 30, 2),
        ];
        assert_eq!(drain(&mut array), expected);
    }

    #[test]
    fn a_waiting_command_starts_when_its_predecessor_completes() {
        let mut array = SipArray::new(0);
        array.accept(&command(3, 1, 5), Cycle(10), 0);
        array.accept(&command(3, 2, 0), Cycle(11), 1);
        array.accept(&command(3, 3, 1), Cycle(12), 0);
        assert_eq!(drain(&mut array), [(15, true, 3, 1), (29, true, 3, 2), (30, true, 3, 3)]);
        assert!(array.running().is_empty());
    }

    #[test]
    fn the_estimate_counts_time_units_and_no_time_counts_as_one_cycle() {
        let mut array = SipArray::new(0);
        array.accept(&command(0, 1, 0), Cycle(0), 9);
        let free = MdmaCommand { est_exec_time: 0, ..command(1, 2, 0) };
        array.accept(&free, Cycle(0), 9);
        assert_eq!(drain(&mut array), [(1, true, 1, 2), (70, true, 0, 1)]);
    }

    #[test]
    fn a_lead_longer_than_the_run_reports_one_cycle_after_its_start() {
        let mut array = SipArray::new(50);
        array.accept(&command(0, 1, 2), Cycle(7), 0);
        array.accept(&command(1, 2, 1), Cycle(7), 0);
        // The second run has no cycle left in which to announce its end.
        assert_eq!(drain(&mut array), [(8, false, 0, 1), (8, true, 1, 2), (9, true, 0, 1)]);
    }

    #[test]
    fn a_new_lead_is_for_runs_that_start_later() {
        let mut array = SipArray::new(0);
        array.accept(&command(0, 1, 10), Cycle(0), 0);
        array.accept(&command(0, 2, 10), Cycle(0), 0);
        array.set_pre_lead(3);
        assert_eq!(drain(&mut array), [(10, true, 0, 1), (17, false, 0, 2), (20, true, 0, 2)]);
    }

    #[test]
    fn a_restarted_sip_executes_what_it_is_given_and_nothing_else() {
        let mut array = SipArray::new(0);
        array.accept(&command(3, 1, 10), Cycle(0), 0);
        array.accept(&command(3, 2, 5), Cycle(0), 0);
        array.accept(&command(4, 7, 50), Cycle(0), 0);
        let report = |block| command(3, block, 0).report();
        let both = [(report(1), 10), (report(2), 5)];
        assert!(array.restart(both[0].0.sip, &both, Cycle(8)), "it was running");
        assert_eq!(array.take_due(Cycle(18)), Some(Complete(report(1))));
        assert!(
            !array.restart(both[0].0.sip, &both, Cycle(20)),
            "its report was lost, and the next one runs"
        );
        assert_eq!(drain(&mut array), [(30, true, 3, 1), (35, true, 3, 2), (50, true, 4, 7)]);
        assert!(!array.restart(both[0].0.sip, &both[..1], Cycle(60)), "it is idle");
        assert_eq!(drain(&mut array), [(70, true, 3, 1)]);
    }

    #[test]
    fn a_reset_drops_everything_and_keeps_the_lead() {
        let mut array = SipArray::new(3);
        array.accept(&command(0, 1, 10), Cycle(0), 0);
        array.accept(&command(0, 2, 10), Cycle(0), 0);
        array.reset();
        assert_eq!(array.next_due(), None);
        array.accept(&command(0, 4, 10), Cycle(20), 0);
        assert_eq!(drain(&mut array), [(27, false, 0, 4), (30, true, 0, 4)]);
    }

    #[test]
    fn the_end_of_time_is_never_reached() {
        let mut array = SipArray::new(1);
        let late = Cycle(u64::MAX - 1);
        array.accept(&command(0, 1, 100), late, 0);
        assert_eq!(array.next_due(), None);
        assert_eq!(array.take_due(late), None);
    }
}
