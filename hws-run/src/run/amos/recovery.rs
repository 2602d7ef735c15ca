//! After MIH_OVERFLOW: what dropped messages would have said is read back.
//!
//! * Finished and rejected kernels are in the resolver's own table.
//! * The RS and LAUNCH pages say which blocks are launched and which still run; the others have finished,
//!   so that triggers can be raised, parameter slots used again, and grants taken back.
//! * On the MIH path a launch whose RESULT was dropped is started by nobody else than firmware.
//! * Requests are never dropped: they wait in the HWS.

use fw_api::regs::{RsFlags, RsIds, RsKernelId, RsKernelSeq, RsProgress, RsRscOpen};
use fw_api::{Bus, BusExt, Error, HwsDriver, Launch, Outcome};
use hws_types::{BlockHeader, Cluster, Entry, LaunchId, Source, TaskIds};

use super::pools::{Share, die_of};
use super::{Amos, Board};
use crate::run::error::RunError;
use hws_sim::KernelState;
use hws_sim::Observer;

/// A resident task as the RS page shows it.
#[derive(Clone, Copy)]
struct Resident {
    entry: Entry,
    kernel_id: u32,
    ids: TaskIds,
    seq: u32,
    launched: u16,
}

/// A launch in flight, and the kernel that it is of.
#[derive(Clone, Copy)]
struct Live {
    kernel_id: u32,
    launch: Launch,
}

impl Amos<'_, '_> {
    /// Brings what firmware knows up to date.
    pub(super) fn recover<O: Observer>(&mut self, board: &mut Board<O>) -> Result<(), RunError> {
        let doing = || RunError::while_doing("recover from dropped messages");
        // In this order: what is launched after this look is not taken for finished in the next one.
        let departed = self.departed(board);
        let residents = residents(&mut self.driver(board)).map_err(doing())?;
        let live = self.live(board).map_err(|error| doing()(error))?;
        self.start_lost(board, &live);
        for live in &live {
            self.note_place(live.kernel_id, live.launch.block_id, live.launch.sips);
        }
        for &kernel_id in &departed {
            let blocks = self.kernels[kernel_id as usize].td.block_num;
            self.catch_up(board, kernel_id, blocks, &live);
        }
        for resident in &residents {
            self.catch_up_resident(board, resident, &live)?;
        }
        self.settle(board, &departed, &residents, &live).map_err(doing())?;
        self.note_rejected_kernels(board)?;
        self.note_finished_kernels(board);
        self.raise_all_consumers(board)?;
        self.serve_waiting(board)
    }

    /// Open kernels all of whose blocks are out.
    fn departed<O: Observer>(&self, board: &Board<O>) -> Vec<u32> {
        let Some(hdr) = board.hdr() else { return Vec::new() };
        let is_departed = |id: &u32| hdr.state(*id) == Some(KernelState::Launched);
        (0..self.kernels.len() as u32).filter(is_departed).collect()
    }

    fn live<O: Observer>(&self, board: &mut Board<O>) -> Result<Vec<Live>, Error<hws_model::BusError>> {
        let mut live = Vec::new();
        for id in LaunchId::all() {
            let Some(launch) = self.driver(board).launch(id)? else { continue };
            let kernel_id = board.hdr().and_then(|hdr| hdr.kernel_of(launch.ids));
            live.extend(kernel_id.map(|kernel_id| Live { kernel_id, launch }));
        }
        Ok(live)
    }

    /// Launches that firmware alone has to start, and has not.
    fn start_lost<O: Observer>(&mut self, board: &mut Board<O>, live: &[Live]) {
        if !self.starts_blocks() {
            return;
        }
        for Live { kernel_id, launch } in live.iter().filter(|live| live.launch.is_firmwares()) {
            let of = BlockHeader { ids: launch.ids, block_id: launch.block_id };
            self.start(board, *kernel_id, of, launch.id, launch.sips);
        }
    }

    fn catch_up_resident<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        resident: &Resident,
        live: &[Live],
    ) -> Result<(), RunError> {
        let Some(progress) = self.progress(resident.kernel_id) else { return Ok(()) };
        if progress.parts <= 1 {
            progress.entry = Some((resident.entry, resident.ids));
            self.catch_up(board, resident.kernel_id, resident.launched, live);
        }
        self.raise_trigger(board, resident.kernel_id)
    }

    /// A block that is launched and not live has finished.
    fn catch_up<O: Observer>(&mut self, board: &Board<O>, kernel_id: u32, launched: u16, live: &[Live]) {
        let Some((_, task)) = self.locate(kernel_id) else { return };
        let of_kernel = live.iter().filter(|live| live.kernel_id == kernel_id);
        let live: Vec<u16> = of_kernel.map(|live| live.launch.block_id).collect();
        for block in (0..launched).filter(|block| !live.contains(block)) {
            if self.kernels[kernel_id as usize].blocks.finish(block) {
                self.take_back(kernel_id, block);
                self.policy.on_block_finish(&task, block, board.cycle());
            }
        }
    }

    fn note_finished_kernels<O: Observer>(&mut self, board: &mut Board<O>) {
        for kernel_id in 0..self.kernels.len() as u32 {
            self.note_finished_parts(board, kernel_id);
            if board.hdr().and_then(|hdr| hdr.state(kernel_id)) == Some(KernelState::Finished) {
                self.kernel_finished(kernel_id, board.cycle());
            }
        }
    }

    /// Of a kernel in parts the resolver knows which have ended.
    fn note_finished_parts<O: Observer>(&mut self, board: &mut Board<O>, kernel_id: u32) {
        let progress = &self.kernels[kernel_id as usize];
        if progress.parts <= 1 || progress.is_done {
            return;
        }
        let ended: Vec<u32> = board.hdr().map_or(Vec::new(), |hdr| hdr.ended_parts(kernel_id).to_vec());
        for part in ended {
            if self.kernels[kernel_id as usize].blocks.finish(part as u16) {
                self.take_back(kernel_id, part as u16);
            }
        }
    }

    /// Grants of blocks that ended nobody knows where. What a kernel holds is what runs, what it has been
    /// granted and not launched, and what it was not told of; a closed VG shows that the second is none.
    fn settle<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        departed: &[u32],
        residents: &[Resident],
        live: &[Live],
    ) -> Result<(), Error<hws_model::BusError>> {
        for &kernel_id in departed {
            self.settle_one(kernel_id, live, |_| true);
        }
        for resident in residents {
            let progress = &self.kernels[resident.kernel_id as usize];
            if progress.held.unplaced == 0 || progress.parts > 1 {
                continue;
            }
            if let Some(open) = open_places(&mut self.driver(board), resident)? {
                self.settle_one(resident.kernel_id, live, |place| !open.contains(&place));
            }
        }
        Ok(())
    }

    fn settle_one(&mut self, kernel_id: u32, live: &[Live], is_closed: impl Fn((Cluster, usize)) -> bool) {
        let Some((_, task)) = self.locate(kernel_id) else { return };
        let share = Share::of(task.kernel.needs, task.kernel.role);
        let held = &self.kernels[kernel_id as usize].held;
        if held.unplaced == 0 {
            return;
        }
        let (mut most, in_vg) = (held.untold(share), held.in_vg);
        for live in live.iter().filter(|live| live.kernel_id == kernel_id) {
            if let Some(vg) = share.place(task.topology, live.launch.sips) {
                most[vg.index()] += 1;
            }
        }
        let mut is_settled = true;
        for vg in task.topology.clusters().filter(|&vg| !is_closed((vg, die_of(task.topology, vg)))) {
            most[vg.index()] = in_vg[vg.index()];
            is_settled &= in_vg[vg.index()] == 0;
        }
        self.hold_no_more_than(&task, most);
        if is_settled {
            self.kernels[kernel_id as usize].held.unplaced = 0;
        }
    }
}

/// The VGs in which a task has grants left, with their dies; none while that may change: a command waits,
/// or it has launched since.
fn open_places<B: Bus>(
    hws: &mut HwsDriver<B>,
    resident: &Resident,
) -> Outcome<Option<Vec<(Cluster, usize)>>, B> {
    let index = resident.entry.get() as u8;
    if hws.status()?.cmd_pending() > 0 {
        return Ok(None);
    }
    let topology = hws.topology()?;
    let open = hws.bus().read::<RsRscOpen>(index).map_err(Error::Bus)?;
    let now = self::resident(hws.bus(), resident.entry).map_err(Error::Bus)?;
    let is_same = now.is_some_and(|now| (now.seq, now.launched) == (resident.seq, resident.launched));
    let places = topology.clusters().map(|vg| (vg, die_of(topology, vg)));
    let is_open =
        |&(vg, die): &(Cluster, usize)| open.vg() >> vg.get() & 1 == 1 && open.die() >> die & 1 == 1;
    Ok(is_same.then(|| places.filter(is_open).collect()))
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
