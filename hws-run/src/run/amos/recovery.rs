//! After MIH_OVERFLOW: the content of dropped messages is read back.
//!
//! * Finished and rejected kernels are in the resolver's table.
//! * The RS and LAUNCH pages show which blocks are launched and which are still running; the others have
//!   finished, so that triggers can be raised, parameter slots reused, and grants freed.
//! * On the MIH path, firmware starts the launches whose RESULT was dropped.
//! * Requests are never dropped by the HWS: they wait there. Only a fault can lose them; the RS page counts them.
//!
//! The [watchdog](super::watchdog) uses the same to find what faults have kept from firmware.

use fw_api::regs::{RegIndex, RsFlags, RsIds, RsKernelId, RsKernelSeq, RsProgress, RsRscOpen};
use fw_api::{Bus, BusExt, Error, HwsDriver, Launch, Outcome};
use hws_sim::KernelState;
use hws_types::{BlockHeader, Cluster, Entry, LaunchId, SipMask, Source, TaskIds};

use super::pools::{Share, die_of};
use super::watchdog::Kind;
use super::{Amos, Board};
use crate::run::error::RunError;

/// A resident task as the RS page shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resident {
    pub(super) entry: Entry,
    pub(super) kernel_id: u32,
    pub(super) ids: TaskIds,
    seq: u32,
    launched: u16,
    pub(super) flags: RsFlags,
}

impl Resident {
    /// Reads the page again; none if the task has left since, whatever has its entry now.
    pub(super) fn again<B: Bus>(&self, bus: &mut B) -> Result<Option<Self>, B::Error> {
        Ok(resident(bus, self.entry)?.filter(|now| now.seq == self.seq))
    }
}

/// A launch in flight, and its kernel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Live {
    pub(super) kernel_id: u32,
    pub(super) launch: Launch,
}

impl Live {
    /// The SIPs that have not reported.
    pub(super) fn pending(&self) -> SipMask {
        self.launch.sips - self.launch.done
    }
}

impl Amos<'_, '_> {
    /// Brings firmware's records up to date.
    pub(super) fn recover(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        self.read_back(board).map(drop)
    }

    /// Brings firmware's records up to date; returns the launches in flight.
    pub(super) fn read_back(&mut self, board: &mut Board<'_>) -> Result<Vec<Live>, RunError> {
        let doing = || RunError::while_doing("recover from dropped messages");
        // In this order: a block launched after this read is not mistaken for finished by the next one.
        let departed = self.departed(board);
        let residents = residents(&mut self.driver(board)).map_err(doing())?;
        let live = self.live(board).map_err(|error| doing()(error))?;
        self.start_lost(board, &live);
        for live in &live {
            self.note_place(live.kernel_id, live.launch.block_id, live.launch.sips);
        }
        for &kernel_id in &departed {
            let blocks = self.kernels.td(kernel_id).block_num;
            self.catch_up(board, kernel_id, blocks, &live);
        }
        for resident in &residents {
            self.catch_up_resident(board, resident, &live)?;
        }
        self.settle(board, &departed, &residents, &live).map_err(doing())?;
        self.note_rejected_kernels(board)?;
        self.note_finished_kernels(board)?;
        self.raise_all_consumers(board)?;
        if self.watchdog.is_some() {
            self.request_again(board, &residents)?;
        }
        self.serve_waiting(board)?;
        Ok(live)
    }

    /// Kernels whose blocks are all launched.
    fn departed(&self, board: &Board<'_>) -> Vec<u32> {
        let Some(hdr) = board.hdr() else { return Vec::new() };
        let is_departed = |id: &u32| hdr.state(*id) == Some(KernelState::Launched);
        self.kernels.ids().filter(is_departed).collect()
    }

    fn live(&self, board: &mut Board<'_>) -> Result<Vec<Live>, Error<hws_model::BusError>> {
        let mut live = Vec::new();
        for id in LaunchId::all() {
            let Some(launch) = self.driver(board).launch(id)? else { continue };
            let kernel_id = board.hdr().and_then(|hdr| hdr.kernel_of(launch.ids));
            live.extend(kernel_id.map(|kernel_id| Live { kernel_id, launch }));
        }
        Ok(live)
    }

    /// Starts the launches that firmware has to start and has not.
    fn start_lost(&mut self, board: &mut Board<'_>, live: &[Live]) {
        if !self.starts_blocks() {
            return;
        }
        for Live { kernel_id, launch } in live.iter().filter(|live| live.launch.is_firmwares()) {
            let of = BlockHeader { ids: launch.ids, block_id: launch.block_id };
            if self.start(board, *kernel_id, of, launch.id, launch.sips) {
                self.note_read_back(board, *kernel_id, Kind::SchedInfo, launch.block_id);
            }
        }
    }

    fn catch_up_resident(
        &mut self,
        board: &mut Board<'_>,
        resident: &Resident,
        live: &[Live],
    ) -> Result<(), RunError> {
        if self.locate(resident.kernel_id).is_none() {
            return Ok(());
        }
        let progress = &mut self.kernels[resident.kernel_id];
        if !progress.is_in_parts() {
            progress.entry = Some((resident.entry, resident.ids));
            self.catch_up(board, resident.kernel_id, resident.launched, live);
        }
        self.raise_trigger(board, resident.kernel_id)
    }

    /// Notes the blocks that are launched and not live: they have finished.
    fn catch_up(&mut self, board: &mut Board<'_>, kernel_id: u32, launched: u16, live: &[Live]) {
        let Some((_, task)) = self.locate(kernel_id) else { return };
        let of_kernel = live.iter().filter(|live| live.kernel_id == kernel_id);
        let live: Vec<u16> = of_kernel.map(|live| live.launch.block_id).collect();
        for block in (0..launched).filter(|block| !live.contains(block)) {
            if self.kernels[kernel_id].blocks.finish(block) {
                self.note_read_back(board, kernel_id, Kind::BlockFinish, block);
                self.take_back(kernel_id, block);
                self.policy.on_block_finish(&task, block, board.cycle());
            }
        }
    }

    fn note_finished_kernels(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        for kernel_id in self.kernels.ids() {
            self.note_finished_parts(board, kernel_id)?;
            if board.hdr().and_then(|hdr| hdr.state(kernel_id)) == Some(KernelState::Finished) {
                if !self.kernels[kernel_id].is_done() {
                    self.watchdog.iter_mut().for_each(|dog| dog.find());
                }
                self.kernel_finished(kernel_id, board.cycle());
            }
        }
        Ok(())
    }

    /// For a kernel in parts, the resolver has the parts that have ended; further ones may start then.
    fn note_finished_parts(&mut self, board: &mut Board<'_>, kernel_id: u32) -> Result<(), RunError> {
        let progress = &self.kernels[kernel_id];
        if !progress.is_in_parts() || progress.is_done() {
            return Ok(());
        }
        let ended: Vec<u32> = board.hdr().map_or(Vec::new(), |hdr| hdr.ended_parts(kernel_id).to_vec());
        for part in ended {
            if self.kernels[kernel_id].blocks.finish(part as u16) {
                self.note_read_back(board, kernel_id, Kind::BlockFinish, part as u16);
                self.take_back(kernel_id, part as u16);
            }
        }
        self.raise_trigger(board, kernel_id)
    }

    /// Frees the grants of blocks that ended in an unknown place. A kernel holds the grants of its running
    /// blocks, those granted but not used by a launch, and those not yet counted; a closed VG has none of the
    /// second kind.
    fn settle(
        &mut self,
        board: &mut Board<'_>,
        departed: &[u32],
        residents: &[Resident],
        live: &[Live],
    ) -> Result<(), Error<hws_model::BusError>> {
        for &kernel_id in departed {
            self.settle_one(kernel_id, live, |_| true);
        }
        for resident in residents {
            if !self.kernels[resident.kernel_id].held.has_unplaced() {
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
        let share = Share::new(task.kernel);
        let held = &self.kernels[kernel_id].held;
        if !held.has_unplaced() {
            return;
        }
        let (mut most, in_vg) = (held.uncounted(share), held.in_vg());
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
        let held = &mut self.kernels[kernel_id].held;
        self.grants.hold_no_more_than(held, share, most);
        if is_settled {
            self.grants.forget_unplaced(held);
        }
    }
}

/// The VGs in which a task has grants left, with their dies; none if that may have changed, because a command
/// is queued or the task has launched since.
fn open_places<B: Bus>(
    hws: &mut HwsDriver<B>,
    resident: &Resident,
) -> Outcome<Option<Vec<(Cluster, usize)>>, B> {
    let index = RegIndex::wrapping(resident.entry.get());
    if hws.status()?.cmd_pending() > 0 {
        return Ok(None);
    }
    let topology = hws.topology()?;
    let open = hws.bus().read::<RsRscOpen>(index).map_err(Error::Bus)?;
    let now = resident.again(hws.bus()).map_err(Error::Bus)?;
    let is_same = now.is_some_and(|now| now.launched == resident.launched);
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
    let index = RegIndex::wrapping(entry.get());
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
        flags,
    }))
}
