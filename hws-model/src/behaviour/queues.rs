//! What waits in a queue: tasks, commands, MDMA commands and messages.

use hws_types::{MdmaCommand, MihMessage, RawMih};

use super::bytes::Bytes;
use super::kernels::write_ids;
use super::names::Names;
use crate::commands::{Command, CommandQueue, DagCommand, Expected};
use crate::loader::{Loader, Loading, Task};
use crate::mdma_fifo::MdmaFifo;
use crate::mih::MihFifo;

pub(super) fn write_loader<E: Extend<u8>>(out: &mut Bytes<'_, E>, loader: &Loader) {
    let Loader { hdr, firmware, loading } = loader;
    out.number(loading.as_ref().map_or(0, |loading| loading.ticks_left));
    let loading = loading.iter().map(|Loading { task, ticks_left: _ }| task);
    out.number(hdr.len() as u32);
    out.number(firmware.len() as u32);
    for Task { ids, td_addr, ctx } in loading.chain(hdr.iter()).chain(firmware.iter()) {
        write_ids(out, *ids);
        out.number(*td_addr);
        out.number(ctx.map_or(0, |ctx| u32::from(ctx) + 1));
    }
}

pub(super) fn write_commands<E: Extend<u8>>(out: &mut Bytes<'_, E>, commands: &CommandQueue) {
    out.number(commands.dag_status().bits());
    out.number(commands.len() as u32);
    for command in commands.iter() {
        words(command).into_iter().for_each(|word| out.number(word));
    }
}

/// The longest command, a DAG_INIT, and its kind.
const COMMAND_WORDS: usize = 5;

/// A command as words; the first tells which it is.
fn words(command: &Command) -> [u32; COMMAND_WORDS] {
    match *command {
        Command::Dag { command: DagCommand::Init { tag, total, dynamic }, reports } => {
            [0, tag.into(), total, dynamic.into(), reports.into()]
        }
        Command::Dag { command: DagCommand::Reset { tag }, reports } => [1, tag.into(), 0, 0, reports.into()],
        Command::Trigger { entry, count, check } => [2, entry.get(), count.into(), expected(check), 0],
        Command::Refresh { entry, check } => [3, entry.get(), 0, expected(check), 0],
        Command::Claim(sips) => [4, sips.0, 0, 0, 0],
        Command::Release(sips) => [5, sips.0, 0, 0, 0],
    }
}

fn expected(check: Option<Expected>) -> u32 {
    let ids = |Expected { hdr_id, hdr_entry_id }| u32::from(hdr_id) << 8 | u32::from(hdr_entry_id);
    check.map_or(0, |check| ids(check) + 1)
}

pub(super) fn write_mdma<E: Extend<u8>>(out: &mut Bytes<'_, E>, fifo: &MdmaFifo, names: &mut Names) {
    out.number(fifo.len() as u32);
    for command in fifo.iter() {
        let MdmaCommand { thread_idx, block_id, sip, physical_sip, launch_id, kernel_id, .. } = command;
        let MdmaCommand { edte_vc_base, edte_vc_num, block_param_addr, est_exec_time, sim_exec_time, .. } =
            command;
        let place = [u32::from(thread_idx), u32::from(block_id), sip.get(), physical_sip.get()];
        let vcs = [u32::from(edte_vc_base), u32::from(edte_vc_num)];
        let rest = [kernel_id, block_param_addr, est_exec_time, sim_exec_time];
        out.number(names.launch(launch_id));
        out.sparse(place.into_iter().chain(vcs).chain(rest));
    }
}

pub(super) fn write_mih<E: Extend<u8>>(out: &mut Bytes<'_, E>, fifo: &MihFifo, names: &mut Names) {
    out.number(fifo.iter().count() as u32);
    for message in fifo.iter() {
        let (name, rest) = without_launch(*message, names);
        out.number(name);
        out.number(u64::from(rest.dw1) << 32 | u64::from(rest.dw0));
    }
}

/// The name of the launch in a message, and the message with 0 as its launch.
fn without_launch(raw: RawMih, names: &mut Names) -> (u8, RawMih) {
    let Ok(mut message) = MihMessage::decode(raw) else { return (0, raw) };
    let name = match &mut message {
        MihMessage::SchedInfo { launch_id, .. } | MihMessage::BlockFinish { launch_id, .. } => {
            names.launch(core::mem::take(launch_id))
        }
        MihMessage::Result { .. } | MihMessage::Notify { .. } => 0,
    };
    (name, message.encode())
}
