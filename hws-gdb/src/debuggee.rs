//! The session under the debugger: it moves by steps, back to places of its history, and is changed at its present place.

use hws_run::run::{FirmwareImage, ImageEdit, ImageEditRefused, ImageEnd, ImageSession, ImageStep, RunError};
use hws_run::workload::Workload;
use thiserror::Error;

use crate::handlers::Handlers;
use crate::history::History;

/// What one step did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moved {
    /// An instruction took place.
    Executed,
    /// An interrupt was taken, or time passed.
    Otherwise,
    /// The run is over.
    Over,
}

/// How the run ends from here on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// With a code of the image.
    Exit(u32),
    /// The image does nothing any more, or has crashed: why.
    Failed(String),
}

/// Why a change did not take place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum EditRefused {
    /// The run is over here.
    #[error("the run is over here; go back first")]
    Over,
    /// The session refuses it.
    #[error(transparent)]
    Session(#[from] ImageEditRefused),
}

pub(crate) struct Debuggee<'w> {
    session: ImageSession<'w, ()>,
    history: History<'w>,
    handlers: Handlers,
    ending: Option<Ending>,
}

impl<'w> Debuggee<'w> {
    pub(crate) fn new(workload: &'w Workload, firmware: &FirmwareImage) -> Result<Self, RunError> {
        let mut session = ImageSession::new(workload, firmware, ())?;
        let history = History::new(&mut session, firmware.platform().ram.size);
        Ok(Self { session, history, handlers: Handlers::default(), ending: None })
    }

    pub(crate) const fn session(&self) -> &ImageSession<'w, ()> {
        &self.session
    }

    /// The present place.
    pub(crate) const fn place(&self) -> u64 {
        self.session.steps()
    }

    pub(crate) const fn pc(&self) -> u32 {
        self.session.core().pc()
    }

    /// The number of interrupt handlers in which the core is.
    pub(crate) fn depth(&self) -> usize {
        self.handlers.depth()
    }

    pub(crate) const fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    pub(crate) const fn session_mut(&mut self) -> &mut ImageSession<'w, ()> {
        &mut self.session
    }

    /// The changes up to the present.
    pub(crate) fn edits(&self) -> &[(u64, ImageEdit)] {
        self.history.edits()
    }

    /// One step forward.
    pub(crate) fn advance(&mut self) -> Moved {
        if self.ending.is_some() {
            return Moved::Over;
        }
        let pc = self.pc();
        // Only a return from a handler is of interest.
        let instruction = if self.depth() > 0 { self.word(pc) } else { 0 };
        let moved = match self.session.step() {
            Ok(ImageStep::Executed) => {
                self.handlers.executed(instruction, self.pc());
                Moved::Executed
            }
            Ok(ImageStep::Interrupted) => {
                self.handlers.entered(pc);
                Moved::Otherwise
            }
            Ok(ImageStep::Waited) => Moved::Otherwise,
            Ok(ImageStep::Over(ImageEnd::Exit(code))) => self.end(Ending::Exit(code)),
            Ok(ImageStep::Over(ImageEnd::Silent(reason))) => self.end(Ending::Failed(reason)),
            Ok(ImageStep::Over(ImageEnd::Stopped)) => self.end(Ending::Failed("was stopped".to_owned())),
            Err(error) => self.end(Ending::Failed(error.to_string())),
        };
        self.make_edits();
        self.history.note(&mut self.session, &self.handlers);
        moved
    }

    fn end(&mut self, ending: Ending) -> Moved {
        self.ending = Some(ending);
        Moved::Over
    }

    /// The changes that were made at this place before.
    fn make_edits(&mut self) {
        while let Some(edit) = self.history.take_edit(self.place()) {
            // One that is refused was refused before, too.
            let _ = self.session.edit(&edit);
        }
    }

    /// Changes the present state; what was known of the future does not happen any more.
    pub(crate) fn edit(&mut self, edit: ImageEdit) -> Result<(), EditRefused> {
        if self.ending.is_some() {
            return Err(EditRefused::Over);
        }
        let done = self.session.edit(&edit);
        // A refused access of a device may have an effect, too.
        if done.is_ok() || matches!(edit, ImageEdit::Write { .. }) {
            self.history.changed(self.place(), edit);
        }
        Ok(done?)
    }

    /// The number of the last mark before a place.
    pub(crate) fn last_mark_before(&self, place: u64) -> usize {
        self.history.last_before(place)
    }

    /// Goes back to a mark.
    pub(crate) fn go_back(&mut self, number: usize) {
        if let Some(mark) = self.history.go_back(number) {
            self.session.restore(&mark.snapshot);
            self.handlers = mark.handlers.clone();
            self.ending = None;
            self.make_edits();
        }
    }

    /// Makes the way back to this place short.
    pub(crate) fn mark(&mut self) {
        self.history.mark(&mut self.session, &self.handlers);
    }

    fn word(&self, address: u32) -> u32 {
        let bytes = [0, 1, 2, 3].map(|at| self.session.peek(address.wrapping_add(at)).unwrap_or(0));
        u32::from_le_bytes(bytes)
    }
}
