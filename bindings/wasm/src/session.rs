//! A stimulus with the machine at one of its cycles.
//!
//! The present state is that before the tick of the present cycle, with all operations of that cycle applied: the state that
//! `hws replay --digest` reports if the stimulus ends there. Time goes back through snapshots: the state of a cycle does not
//! depend on the way to it.

mod error;
mod reasons;
mod record;
mod snapshots;
mod source;
mod view;

use hws_dv::explain::{Question, explain};
use hws_model::{Config, Hws};
use hws_run::workload::InputFile;
use hws_sim::Machine;
use hws_sim::stimulus::{Op, Operation, Reader};
use hws_types::Cycle;
use serde::{Deserialize, Serialize};

use record::Record;
use snapshots::Snapshots;
use source::Source;

pub use error::SessionError;
pub use reasons::{KernelReason, SessionReasons};
pub use source::Opened;
pub use view::{SessionSip, SessionView};

/// A distance to go, forwards or backwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Ticks.
    Tick,
    /// To the tick of a COMMIT.
    Attempt,
    /// To a tick in which anything happens.
    Event,
}

/// A machine, and the number of operations that were applied to it.
#[derive(Clone, Debug)]
struct Present {
    machine: Machine<()>,
    applied: usize,
}

/// What was opened, and where it stands.
#[derive(Debug)]
pub struct Session {
    source: Source,
    operations: Vec<Operation>,
    record: Record,
    present: Present,
    snapshots: Snapshots,
}

impl Session {
    /// Opens a stimulus, or workload files, which are run; the present cycle is 0.
    ///
    /// # Errors
    /// [`SessionError`]: the files are refused, the run fails, or too much happens in it for a page.
    pub fn open(files: Vec<InputFile>) -> Result<Self, SessionError> {
        let source = Source::open(files)?;
        let reader = Reader::new(&source.name, source.stimulus.as_slice());
        let operations = reader.collect::<Result<Vec<_>, _>>()?;
        let record = Record::of(&operations)?;
        let start = Present { machine: Machine::new(Hws::new(Config::default()), ()), applied: 0 };
        let snapshots = Snapshots::new(start.clone(), record.end);
        let mut session = Self { source, operations, record, present: start, snapshots };
        session.forward(0);
        Ok(session)
    }

    /// Returns what was opened.
    #[must_use]
    pub fn opened(&self) -> Opened {
        Opened::new(&self.source, &self.record, self.operations.len())
    }

    /// Returns the text of the stimulus, byte for byte what `hws run --out` writes.
    #[must_use]
    pub fn stimulus(&self) -> &[u8] {
        &self.source.stimulus
    }

    /// Returns the present cycle.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.present.machine.cycle().0
    }

    /// Goes to a cycle, the last one at most.
    pub fn seek(&mut self, cycle: u64) {
        let cycle = cycle.min(self.record.end);
        let kept = self.snapshots.before(cycle);
        if cycle < self.cycle() || kept.machine.cycle().0 > self.cycle() {
            self.present = kept.clone();
        }
        self.forward(cycle);
    }

    /// Goes so many steps forwards, or backwards if the count is negative; to the start or the end if there are not as many.
    pub fn step(&mut self, step: Step, count: i64) {
        let here = self.cycle();
        let target = match step {
            Step::Tick => here.saturating_add_signed(count),
            Step::Attempt => self.record.commits.from(here, count, self.record.end),
            Step::Event => self.record.events.from(here, count, self.record.end),
        };
        self.seek(target);
    }

    /// Returns what the page shows of the present state.
    #[must_use]
    pub fn view(&self) -> SessionView {
        SessionView::new(self.present.machine.hws(), &self.present.machine, &self.record)
    }

    /// Returns why the HWS decided as it did in the attempt that covers the last tick.
    ///
    /// # Errors
    /// Those of [`explain`].
    pub fn reasons(&self) -> Result<SessionReasons, SessionError> {
        let at = self.cycle().saturating_sub(1);
        Ok(SessionReasons::new(at, self.explain(Question::Cycle(at))?))
    }

    /// Answers a question about the whole stimulus, in words.
    ///
    /// # Errors
    /// Those of [`explain`].
    pub fn ask(&self, question: Question) -> Result<String, SessionError> {
        Ok(self.explain(question)?.to_string())
    }

    fn explain(&self, question: Question) -> Result<hws_dv::explain::Explanation, SessionError> {
        Ok(explain(Reader::new(&self.source.name, self.source.stimulus.as_slice()), question)?)
    }

    /// Goes forwards, and keeps snapshots on the way.
    fn forward(&mut self, cycle: u64) {
        while let Some(stop) = self.snapshots.next_after(self.cycle()).filter(|&stop| stop < cycle) {
            self.present.go(&self.operations, stop);
            self.snapshots.keep(&self.present);
        }
        self.present.go(&self.operations, cycle);
    }
}

impl Present {
    /// Goes forwards to a cycle and applies its operations.
    fn go(&mut self, operations: &[Operation], cycle: u64) {
        while let Some(operation) = operations.get(self.applied).filter(|next| next.at.0 <= cycle) {
            self.machine.advance_to(operation.at);
            if operation.op != Op::End {
                // A refusal is part of the run.
                let _ = self.machine.apply(&operation.op);
            }
            self.applied += 1;
        }
        self.machine.advance_to(Cycle(cycle));
    }
}
