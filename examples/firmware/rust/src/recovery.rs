//! After dropped messages: what they said is read back from the RS and LAUNCH pages and from the resolver.

use fw_api::regs::{RegIndex, RsFlags, RsIds, RsKernelId, RsProgress};
use fw_api::types::{Entry, LaunchId, Source, TaskIds};
use fw_api::{BusExt, Error, Launch};

use crate::amos::Amos;
use crate::failure::Failure;
use crate::resolver::State;

/// A kernel in the Ready Station.
#[derive(Clone, Copy)]
struct Resident {
    entry: Entry,
    kernel: u32,
    ids: TaskIds,
    launched: u16,
}

impl Amos {
    /// The entries are read before the launches: a block launched in between is not taken for finished.
    pub(crate) fn recover(&mut self) -> Result<(), Failure> {
        let mut residents = [None; Entry::COUNT];
        let mut launches = [None; LaunchId::COUNT];
        for (place, entry) in residents.iter_mut().zip(Entry::all()) {
            *place = self.resident(entry)?;
        }
        for (place, id) in launches.iter_mut().zip(LaunchId::all()) {
            *place = self.hws.launch(id)?;
        }
        for resident in residents.into_iter().flatten() {
            self.catch_up(resident, &launches)?;
        }
        for id in 0..self.work.kernel_count() {
            match self.resolver.state(id) {
                State::Finished => self.done_with(id),
                State::Rejected => self.give_up(id),
                State::Other => {}
            }
        }
        Ok(())
    }

    fn resident(&mut self, entry: Entry) -> Result<Option<Resident>, Failure> {
        let index = RegIndex::wrapping(entry.get());
        let bus = self.hws.bus();
        if !bus.read::<RsFlags>(index).map_err(Error::Bus)?.valid() {
            return Ok(None);
        }
        let ids = bus.read::<RsIds>(index).map_err(Error::Bus)?;
        let kernel = bus.read::<RsKernelId>(index).map_err(Error::Bus)?.value();
        let launched = bus.read::<RsProgress>(index).map_err(Error::Bus)?.launched() as u16;
        let ids = TaskIds {
            source: Source::Hdr,
            hdr_id: ids.hdr_id() as u8,
            hdr_entry_id: ids.hdr_entry_id() as u8,
        };
        Ok((kernel < self.work.kernel_count()).then_some(Resident { entry, kernel, ids, launched }))
    }

    /// Blocks that are launched and no longer running have finished.
    fn catch_up(&mut self, of: Resident, launches: &[Option<Launch>]) -> Result<(), Failure> {
        let progress = &mut self.kernels[of.kernel as usize];
        (progress.is_resident, progress.entry, progress.ids) = (true, of.entry, of.ids);
        if progress.window_blocks.is_none() {
            return Ok(());
        }
        let is_running =
            |block| launches.iter().flatten().any(|launch| launch.ids == of.ids && launch.block_id == block);
        for block in (0..of.launched).filter(|&block| !is_running(block)) {
            self.note_block(of.kernel, block);
        }
        self.raise_trigger(of.kernel)
    }
}
