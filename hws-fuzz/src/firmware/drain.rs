//! The final phase: firmware lets everything go on, and the machine must become idle (I10).
//!
//! I10 holds because the dangers that starve a kernel for ever are excluded here, each by the means that
//! [dangers.md](../../../docs/dangers.md) names:
//!
//! * D1, D2, D3, D27: the margin is `BackfillMargin::safe`, and no later write changes what it depends on;
//! * D4 to D8, D10, D12 to D15, D20: they delay, but no kernel arrives any more, so what overtakes comes to an end;
//! * D9: the entries of kernels that no message has named are found on the RS page, and all triggers are raised;
//! * D11: every SIP is released once firmware's own block on it has ended;
//! * D16: fw-api waits for room in the queue, and the ledger would report CMD_OVERFLOW;
//! * D17, D21: second resources are on, and every kernel that uses them is refreshed in each round;
//! * D18, D19: done counters only grow, by one for each block;
//! * D22: SIPs are reset together with a forced reset;
//! * D23: after MIH_OVERFLOW the launch table is scanned;
//! * D24, D25: grants and runs fit together (`grants.rs`, `kernels.rs`);
//! * D26: all messages are read in each round.
//!
//! # Bound
//! Every event of [`Ledger::progress`](super::ledger::Ledger) is one of finitely many: a kernel has at most 5 blocks of at most 16
//! threads. So it is enough that the time between two of them is bounded. While nothing happens for twice the longest run,
//! every SIP becomes idle (one block runs, one is pending behind it), and then a kernel can be launched, unless it waits for
//! firmware. That takes at most 4 rounds: IN_PATH selects each FIFO in turn, a request is read and answered in the next
//! round, and an attempt in flight has to end. A round lasts [`ROUND`] cycles at least.

use fw_api::{BackfillMargin, DagReset, OutPath, UsageMasks};
use hws_regs::{DagFlags, InPath, RegId, RegIndex, RsDims, RsFlags, RsIds, RsProgress};
use hws_sim::Observer;
use hws_types::{Entry, SipMask, Source, TaskIds};

use super::amos::Amos;
use super::kernels::LONGEST_RUN;
use super::leaks;
use super::story::waiting;
use crate::FuzzFinding;

/// Cycles of a round, besides its accesses.
const ROUND: u64 = 150;
/// Rounds without progress after which the machine is stuck.
const PATIENCE: u64 = (2 * LONGEST_RUN as u64).div_ceil(ROUND) + 4;

impl<O: Observer> Amos<'_, '_, O> {
    /// Drains the machine and looks for leaks; the error says what was not given back, or who waits for what.
    pub(super) fn drain(&mut self) -> Result<(), FuzzFinding> {
        self.open_everything();
        let (mut progress, mut quiet_rounds, mut round) = (self.ledger().progress, 0, 0);
        while !self.is_idle() {
            self.round(round);
            round += 1;
            if let Some(fault) = self.fault() {
                return Err(fault);
            }
            let now = self.ledger().progress;
            quiet_rounds = if now == progress { quiet_rounds + 1 } else { 0 };
            progress = now;
            if quiet_rounds > PATIENCE {
                return Err(waiting(self));
            }
        }
        self.close_every_dag();
        self.settle()
    }

    fn open_everything(&mut self) {
        self.call("enable", |hws| hws.enable());
        self.masks = UsageMasks::default().map(|classes| classes.map(|_| SipMask::ALL));
        let masks = self.masks;
        self.call("set_usage_masks", |hws| hws.set_usage_masks(&masks));
        self.call("set_second_resources", |hws| hws.set_second_resources(true));
        self.call("set_backfill", |hws| hws.set_backfill(BackfillMargin::default()));
    }

    fn round(&mut self, round: u64) {
        let in_path = if round.is_multiple_of(2) { InPath::Hdr } else { InPath::Firmware };
        self.select(in_path);
        self.push_kernels();
        self.serve(usize::MAX);
        self.answer_requests(usize::MAX);
        self.help_residents();
        self.release();
        self.machine.advance(ROUND);
    }

    fn select(&mut self, in_path: InPath) {
        let Some(mode) = self.call("mode", |hws| hws.mode()) else { return };
        let out: OutPath = mode.out_path();
        self.call("set_mode", |hws| hws.set_mode(out, in_path));
        self.in_path = in_path;
    }

    /// Raises the trigger of every kernel on the RS page, and shows it its grants.
    fn help_residents(&mut self) {
        for entry in Entry::all() {
            let index = RegIndex::wrapping(entry.get());
            let flags: RsFlags = self.read(index);
            if !flags.valid() {
                continue;
            }
            let (ids, dims): (RsIds, RsDims) = (self.read(index), self.read(index));
            let progress: RsProgress = self.read(index);
            let source = if flags.src() { Source::Firmware } else { Source::Hdr };
            let ids = TaskIds { source, hdr_id: ids.hdr_id() as u8, hdr_entry_id: ids.hdr_entry_id() as u8 };
            if progress.trigger() < dims.block_num() {
                let blocks = dims.block_num() as u16;
                self.call("trigger_blocks", |hws| hws.trigger_blocks(entry, ids, blocks));
                self.ledger().reached.triggers += 1;
            }
            if flags.l2_alloc() || flags.vc_alloc() {
                self.call("refresh_descriptor", |hws| hws.refresh_descriptor(entry, ids));
            }
        }
    }

    /// Whether there is nothing left to do, for HWS and firmware.
    fn is_idle(&mut self) -> bool {
        let has_work = !self.requests.is_empty() || !self.starts.is_empty() || !self.owned.is_empty();
        !has_work && self.are_tasks_taken() && leaks::is_quiet(self.machine.hws())
    }

    /// Whether every task was admitted or rejected. The depth of the firmware FIFO is hidden, so tasks are counted.
    pub(super) fn are_tasks_taken(&mut self) -> bool {
        let admitted = self.ledger().admitted();
        let rejected = self.machine.hws().peek(RegId::CntTaskReject);
        self.to_push.is_empty() && admitted + rejected == self.pushed
    }

    /// D10: slots are freed by DAG RESET only.
    fn close_every_dag(&mut self) {
        for slot in RegIndex::all() {
            let flags: DagFlags = self.read(slot);
            if !flags.valid() {
                continue;
            }
            let tag = flags.tag() as u16;
            match self.call("reset_dag", |hws| hws.reset_dag(tag)) {
                Some(DagReset::Freed) | None => {}
                Some(other) => self.blame(format!("reset_dag of the idle tag {tag}: {other:?}")),
            }
            self.ledger().reached.dag_commands += 1;
        }
        self.dags.clear();
    }

    /// The machine is idle: everything has to be back.
    fn settle(&mut self) -> Result<(), FuzzFinding> {
        self.note_counters();
        let leak = leaks::find(self.machine.hws()).or_else(|| self.ledger().unbalanced());
        let leak =
            leak.map(|leak| FuzzFinding::Other { kind: "leak", message: format!("I10 is violated: {leak}") });
        match self.fault().or(leak) {
            Some(fault) => Err(fault),
            None => {
                self.ledger().reached.drains += 1;
                Ok(())
            }
        }
    }
}
