//! What a page has opened, at one of its cycles.

mod error;
mod reasons;
mod record;
mod source;
mod view;

use hws_inspect::explain::{Question, explain};
use hws_inspect::rewind::Rewind;
use hws_run::workload::InputFile;
use hws_sim::stimulus::Reader;
use serde::{Deserialize, Serialize};

use record::Record;
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

/// What was opened, and where it stands.
#[derive(Debug)]
pub struct Session {
    source: Source,
    record: Record,
    time: Rewind<()>,
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
        Ok(Self { source, record, time: Rewind::new(operations, ()) })
    }

    /// Returns what was opened.
    #[must_use]
    pub fn opened(&self) -> Opened {
        Opened::new(&self.source, &self.record, self.time.operations())
    }

    /// Returns the text of the stimulus, byte for byte what `hws run --out` writes.
    #[must_use]
    pub fn stimulus(&self) -> &[u8] {
        &self.source.stimulus
    }

    /// Returns the present cycle.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.time.cycle()
    }

    /// Goes to a cycle, the last one at most.
    pub fn seek(&mut self, cycle: u64) {
        self.time.seek(cycle);
    }

    /// Goes so many steps forwards, or backwards if the count is negative; to the start or the end if there are not as many.
    pub fn step(&mut self, step: Step, count: i64) {
        let here = self.cycle();
        let target = match step {
            Step::Tick => here.saturating_add_signed(count),
            Step::Attempt => self.record.commits.from(here, count, self.time.end()),
            Step::Event => self.record.events.from(here, count, self.time.end()),
        };
        self.seek(target);
    }

    /// Returns what the page shows of the present state.
    #[must_use]
    pub fn view(&self) -> SessionView {
        SessionView::new(self.time.machine(), &self.record)
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

    fn explain(&self, question: Question) -> Result<hws_inspect::explain::Explanation, SessionError> {
        Ok(explain(Reader::new(&self.source.name, self.source.stimulus.as_slice()), question)?)
    }
}
