//! Requests whose message a fault has kept from firmware, and grants that the HWS could not read.
//!
//! RSC_REQ of the RS page counts the requests that were sent; those that firmware neither has granted nor keeps waiting
//! are made up for. The VGs and dies that the message would have named are those in which a block fits.

use fw_api::regs::{RegIndex, RsFail, RsRscOpen, RsRscReq};
use fw_api::{Bus, BusExt, Error};

use super::grants::{Request, Resource};
use super::pools::die_of;
use super::recovery::Resident;
use super::watchdog::Kind;
use super::{Amos, Board};
use crate::run::error::RunError;
use crate::run::policy::PolicyTask;
use crate::workload::places;

impl Amos<'_, '_> {
    /// Makes up for lost requests of resident kernels, and has grants read again that were refused.
    pub(super) fn request_again(
        &mut self,
        board: &mut Board<'_>,
        residents: &[Resident],
    ) -> Result<(), RunError> {
        let must_refresh = self.watchdog.as_mut().is_some_and(|dog| std::mem::take(&mut dog.must_refresh));
        for resident in residents {
            if !(resident.flags.l2_alloc() || resident.flags.vc_alloc()) {
                continue;
            }
            let lost = self.lost_requests(board, resident)?;
            for request in lost {
                let kind = match request.resource {
                    Resource::L2 => Kind::L2Request,
                    Resource::Vc => Kind::VcRequest,
                };
                self.note_read_back(board, request.kernel_id, kind, request.block);
                self.requested(board, request)?;
            }
            if must_refresh && self.lacks_grants(board, resident)? {
                self.refresh_again(board, resident.kernel_id, resident.entry, resident.ids)?;
            }
        }
        Ok(())
    }

    fn lost_requests(&self, board: &mut Board<'_>, resident: &Resident) -> Result<Vec<Request>, RunError> {
        let Some((_, task)) = self.locate(resident.kernel_id) else { return Ok(Vec::new()) };
        let doing = || RunError::while_doing("read the requests of a kernel");
        let mut sent =
            sent_requests(self.driver(board).bus(), resident).map_err(Error::Bus).map_err(doing())?;
        sent.retain(|&(resource, block)| !self.is_requested(&task, resource, block));
        if sent.is_empty() {
            return Ok(Vec::new());
        }
        // Another task may have the entry by now: its request is on its way, and the ids known here are not its own.
        let now = resident.again(self.driver(board).bus()).map_err(Error::Bus).map_err(doing())?;
        let request = |(resource, block)| Request {
            kernel_id: resident.kernel_id,
            ids: resident.ids,
            entry: resident.entry,
            block,
            resource,
            places: self.places_of(&task, resource),
        };
        Ok(now.map_or(Vec::new(), |_| sent.into_iter().map(request).collect()))
    }

    /// Whether a request is granted or waits.
    fn is_requested(&self, task: &PolicyTask<'_>, resource: Resource, block: u16) -> bool {
        let held = &self.kernels[task.kernel_id].held;
        held.is_counted(block, resource == Resource::L2)
            || self.grants.is_waiting(task.kernel_id, resource, block)
    }

    /// The VGs or dies in which a block of the kernel fits.
    fn places_of(&self, task: &PolicyTask<'_>, resource: Resource) -> u8 {
        let affinity = self.kernels.affinity(task.kernel_id) - self.silent_sips();
        let clusters = task.topology.clusters().filter(|&vg| {
            // A block of VCs alone may span the clusters of its die.
            resource == Resource::Vc || places(task.kernel, affinity & task.topology.cluster_mask(vg)) > 0
        });
        clusters.fold(0, |places, vg| {
            places
                | match resource {
                    Resource::L2 => 1 << vg.get(),
                    Resource::Vc => 1 << die_of(task.topology, vg),
                }
        })
    }

    /// Whether a resident kernel has no place in which all its grants are.
    fn lacks_grants(&self, board: &mut Board<'_>, resident: &Resident) -> Result<bool, RunError> {
        let doing = RunError::while_doing("read the grants of a kernel");
        let index = RegIndex::wrapping(resident.entry.get());
        let open = self.driver(board).bus().read::<RsRscOpen>(index).map_err(Error::Bus).map_err(doing)?;
        Ok(!resident.flags.sip_alloc() || open.vg() == 0 || open.die() == 0)
    }
}

/// The requests that the HWS has sent for a resident kernel, and the blocks that they are for.
fn sent_requests<B: Bus>(bus: &mut B, resident: &Resident) -> Result<Vec<(Resource, u16)>, B::Error> {
    let index = RegIndex::wrapping(resident.entry.get());
    let sent = bus.read::<RsRscReq>(index)?;
    // A kernel in parts is resident with one of its blocks.
    let start = bus.read::<RsFail>(index)?.start_block() as u16;
    let of = |resource, is_needed: bool, count: u32| {
        let count = if is_needed { count as u16 } else { 0 };
        (0..count).map(move |number| (resource, start.wrapping_add(number)))
    };
    let l2 = of(Resource::L2, resident.flags.l2_alloc(), sent.l2());
    Ok(l2.chain(of(Resource::Vc, resident.flags.vc_alloc(), sent.vc())).collect())
}
