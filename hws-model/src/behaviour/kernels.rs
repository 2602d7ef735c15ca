//! The resident kernels, and the decision of the attempt in flight.

use hws_types::TaskIds;

use super::bytes::Bytes;
use super::names::Names;
use crate::PTask;
use crate::choice::Choice;
use crate::engine::{Engine, Outcome};
use crate::kernel::Kernel;
use crate::ready_station::ReadyStation;

pub(super) fn write_kernels<E: Extend<u8>>(out: &mut Bytes<'_, E>, rs: &ReadyStation, names: &mut Names) {
    out.number(rs.valid().0);
    rs.iter().for_each(|(_, kernel)| write_kernel(out, kernel, names));
}

fn write_kernel<E: Extend<u8>>(out: &mut Bytes<'_, E>, kernel: &Kernel, names: &mut Names) {
    // The first two follow from the descriptor and the registers.
    let Kernel { threads: _, allowed: _, td, address, ctx, ids, seq, offline_priority, .. } = *kernel;
    let Kernel { online_priority, launched, trigger, fail_times, reserved, dag_slot, grants, .. } = *kernel;
    out.number(names.kernel(seq as u32));
    // Cannot fail: the descriptor was decoded from words.
    out.sparse(td.encode().unwrap_or_default().into_iter());
    write_ids(out, ids);
    let slot = dag_slot.map_or(0, |slot| slot.get() + 1);
    let progress = [u32::from(launched), u32::from(trigger), u32::from(fail_times)];
    let rest = [address, u32::from(ctx), offline_priority, online_priority, reserved.0, slot];
    out.sparse(progress.into_iter().chain(rest));
    out.sparse(grants.words());
}

pub(super) fn write_ids<E: Extend<u8>>(out: &mut Bytes<'_, E>, ids: TaskIds) {
    let TaskIds { source, hdr_id, hdr_entry_id } = ids;
    out.number(u32::from(hdr_entry_id) << 9 | u32::from(hdr_id) << 1 | source as u32);
}

pub(super) fn write_attempt<E: Extend<u8>>(out: &mut Bytes<'_, E>, engine: &Engine) {
    let Some((ticks_left, Outcome { second_resources, choice })) = engine.attempt() else {
        return out.number(0_u32);
    };
    out.number(ticks_left);
    out.number(u32::from(*second_resources) | u32::from(choice.is_some()) << 1);
    choice.iter().for_each(|choice| write_choice(out, choice));
    out.number(engine.p_pool().len() as u32);
    for PTask { entry, online_priority } in engine.p_pool() {
        out.number(entry.get());
        out.number(*online_priority);
    }
}

fn write_choice<E: Extend<u8>>(out: &mut Bytes<'_, E>, choice: &Choice) {
    let Choice { entry, pool, rule, way, placement } = choice;
    [entry.get(), *pool as u32, *rule as u32, *way as u32, placement.blocks().count() as u32]
        .into_iter()
        .for_each(|word| out.number(word));
    placement.blocks().for_each(|block| out.number(block.0));
}
