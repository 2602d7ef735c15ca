//! The interrupt: messages are drained one by one, errors are answered.

use fw_api::types::{MihMessage, Notice};
use fw_api::{Error, HwsError};

use crate::amos::Amos;
use crate::failure::Failure;

impl Amos {
    pub(crate) fn serve_interrupt(&mut self) -> Result<(), Failure> {
        let causes = self.hws.interrupts()?;
        if causes.message {
            self.drain()?;
        }
        if causes.error {
            self.answer_errors()?;
        }
        Ok(())
    }

    fn drain(&mut self) -> Result<(), Failure> {
        loop {
            match self.hws.next_message() {
                Ok(Some(message)) => self.handle(message)?,
                Ok(None) => return Ok(()),
                Err(Error::UnknownMessage(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn handle(&mut self, message: MihMessage) -> Result<(), Failure> {
        let (MihMessage::Result { of, .. }
        | MihMessage::SchedInfo { of, .. }
        | MihMessage::BlockFinish { of, .. }
        | MihMessage::Notify { of, .. }) = message;
        let Some(id) = self.resolver.kernel_of(of.ids).filter(|&id| id < self.work.kernel_count()) else {
            return Ok(());
        };
        match message {
            // After the last block, the entry may belong to another kernel.
            MihMessage::SchedInfo { entry, last_block, .. } => {
                let progress = &mut self.kernels[id as usize];
                (progress.is_resident, progress.entry, progress.ids) = (!last_block, entry, of.ids);
            }
            MihMessage::BlockFinish { kernel_finish, .. } => {
                self.note_block(id, of.block_id);
                self.raise_trigger(id)?;
                if kernel_finish {
                    self.done_with(id);
                }
            }
            MihMessage::Notify { notice: Notice::Error { .. }, .. } => self.give_up(id),
            // RESULT is for firmware that starts blocks. Requests do not come: no kernel needs grants of firmware.
            MihMessage::Result { .. } | MihMessage::Notify { .. } => {}
        }
        Ok(())
    }

    /// Errors are cleared before they are answered, so that those raised meanwhile are not overlooked.
    fn answer_errors(&mut self) -> Result<(), Failure> {
        let errors = self.hws.errors()?;
        self.hws.clear_errors(errors)?;
        if errors.has(HwsError::MihOverflow) || errors.has(HwsError::CmdOverflow) {
            self.recover()?;
        }
        Ok(())
    }
}
