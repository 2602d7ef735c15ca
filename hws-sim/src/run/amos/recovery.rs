//! After MIH_OVERFLOW: what dropped messages would have said is read back.
//!
//! Finished kernels are in the HDR's own table. For kernels under flow control the RS and LAUNCH pages
//! say which blocks are launched and which still run; the others have finished.

use fw_api::regs::{RsFlags, RsIds, RsKernelId, RsKernelSeq, RsProgress};
use fw_api::{Bus, BusExt, Error, HwsDriver, Launch, Outcome};
use hws_types::{Entry, LaunchId, Source, TaskIds};

use super::{Amos, Board};
use crate::hdr::KernelState;
use crate::observer::Observer;
use crate::run::error::RunError;

/// A resident kernel as the RS page shows it.
struct Resident {
    entry: Entry,
    kernel_id: u32,
    ids: TaskIds,
    seq: u32,
    launched: u16,
}

impl Amos<'_> {
    /// Brings what firmware knows up to date.
    pub(super) fn recover<O: Observer>(&mut self, board: &mut Board<O>) -> Result<(), RunError> {
        let doing = || RunError::while_doing("recover from dropped messages");
        let residents = residents(&mut self.driver(board)).map_err(doing())?;
        let launches = launches(&mut self.driver(board)).map_err(doing())?;
        for resident in residents {
            self.catch_up(&resident, &launches);
            self.raise_trigger(board, resident.kernel_id, resident.ids)?;
        }
        self.note_finished_kernels(board);
        Ok(())
    }

    /// A block that is launched and not live has finished.
    fn catch_up(&mut self, resident: &Resident, launches: &[Launch]) {
        let Some(progress) = self.progress(resident.kernel_id) else { return };
        progress.entry = Some(resident.entry);
        let of_kernel = launches.iter().filter(|launch| launch.kernel_seq == resident.seq);
        let live: Vec<u16> = of_kernel.map(|launch| launch.block_id).collect();
        (0..resident.launched)
            .filter(|block| !live.contains(block))
            .for_each(|block| progress.blocks.finish(block));
    }

    fn note_finished_kernels<O: Observer>(&mut self, board: &Board<O>) {
        let Some(hdr) = board.hdr() else { return };
        for kernel_id in 0..self.kernels.len() as u32 {
            if hdr.state(kernel_id) == Some(KernelState::Finished) {
                self.kernel_finished(kernel_id, board.cycle());
            }
        }
    }
}

fn residents<B: Bus>(hws: &mut HwsDriver<B>) -> Outcome<Vec<Resident>, B> {
    let mut found = Vec::new();
    for entry in Entry::all() {
        found.extend(resident(hws.bus(), entry).map_err(Error::Bus)?);
    }
    Ok(found)
}

fn resident<B: Bus>(bus: &mut B, entry: Entry) -> Result<Option<Resident>, B::Error> {
    let index = entry.get() as u8;
    let flags = bus.read::<RsFlags>(index)?;
    if !flags.valid() {
        return Ok(None);
    }
    let ids = bus.read::<RsIds>(index)?;
    let source = if flags.src() { Source::Firmware } else { Source::Hdr };
    Ok(Some(Resident {
        entry,
        kernel_id: bus.read::<RsKernelId>(index)?.value(),
        ids: TaskIds { source, hdr_id: ids.hdr_id() as u8, hdr_entry_id: ids.hdr_entry_id() as u8 },
        launched: bus.read::<RsProgress>(index)?.launched() as u16,
        seq: bus.read::<RsKernelSeq>(index)?.value(),
    }))
}

fn launches<B: Bus>(hws: &mut HwsDriver<B>) -> Outcome<Vec<Launch>, B> {
    let mut live = Vec::new();
    for id in LaunchId::all() {
        live.extend(hws.launch(id)?);
    }
    Ok(live)
}
