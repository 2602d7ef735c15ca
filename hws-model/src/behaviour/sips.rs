//! The SIPs: what runs on them, who has reserved or claimed them, and the live launches.

use hws_types::{Die, Sip};

use super::bytes::Bytes;
use super::kernels::write_ids;
use super::names::Names;
use crate::hrm::Ownership;
use crate::launch_table::{Launch, LaunchTable, VcRun};
use crate::reservation::Reservations;
use crate::second_resource::VcPools;
use crate::sip_status::SipStatus;

pub(super) fn write_sips<E: Extend<u8>>(out: &mut Bytes<'_, E>, sips: &SipStatus, names: &mut Names) {
    let masks = [!sips.idle(), !sips.pre_idle(), sips.pending(), sips.count_en()];
    out.sparse(masks.into_iter().map(|mask| mask.0));
    out.sparse(by_sip(|sip| sips.remain(sip)).into_iter());
    for sip in Sip::all() {
        let places = [sips.running_launch(sip), sips.pending_launch(sip)];
        places.into_iter().flatten().for_each(|id| out.number(names.launch(id)));
    }
}

pub(super) fn write_places<E: Extend<u8>>(
    out: &mut Bytes<'_, E>,
    reservations: &Reservations,
    pools: &VcPools,
    ownership: &Ownership,
) {
    out.sparse([reservations.all().0, ownership.owned().0, ownership.refused().0].into_iter());
    let threads = by_sip(|sip| reservations.threads(sip).map_or(0, |threads| threads.get()));
    out.sparse(threads.into_iter());
    [Die::Low, Die::High].into_iter().for_each(|die| out.number(!pools.free(die)));
}

fn by_sip(word: impl Fn(Sip) -> u32) -> [u32; Sip::COUNT] {
    core::array::from_fn(|sip| word(Sip::wrapping(sip as u32)))
}

/// The launches by their names.
pub(super) fn write_launches<E: Extend<u8>>(out: &mut Bytes<'_, E>, table: &LaunchTable, names: &mut Names) {
    let ids = names.launches();
    out.number(ids.size_hint().0 as u32);
    for id in ids {
        match table.get(id) {
            Some(launch) => write_launch(out, launch, names),
            None => out.number(0_u32),
        }
    }
}

fn write_launch<E: Extend<u8>>(out: &mut Bytes<'_, E>, launch: &Launch, names: &mut Names) {
    let Launch { kernel_seq, mask, done, ids, block_id, paths, vc_run: VcRun { base, num } } = *launch;
    out.number(1 + u32::from(names.kernel(kernel_seq)));
    write_ids(out, ids);
    let paths = u32::from(paths.mdma()) | u32::from(paths.mih()) << 1;
    let words = [u32::from(block_id), mask.0, done.0, paths, u32::from(base), u32::from(num)];
    out.sparse(words.into_iter());
}
