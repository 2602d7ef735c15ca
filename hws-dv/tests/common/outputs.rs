//! The outputs of the stand-in that show what happened: MDMA commands, monitor lanes, messages.

use hws_dv::map::{Port, SignalTarget};
use hws_model::{Event, Pool};
use hws_regs::SipReportComplete;
use hws_types::{MdmaCommand, RawMih};

use super::wave::Wave;

pub(crate) fn show_command(wave: &mut Wave, command: &MdmaCommand) {
    let report = command.report();
    let report = SipReportComplete::from_bits(0)
        .with_sip_id_masked(report.sip.get())
        .with_block_id_masked(report.block_id.into())
        .with_launch_id_masked(report.launch_id.get());
    wave.set_port(Port::TickBusy, 1_u64);
    wave.set_port(Port::MdmaValid, 1_u64);
    wave.set_port(Port::MdmaThreadIdx, command.thread_idx);
    wave.set_port(Port::MdmaBlockIdx, command.block_id);
    wave.set_port(Port::MdmaSip, command.sip.get());
    wave.set_port(Port::MdmaPhy, command.physical_sip.get());
    wave.set_port(Port::MdmaLaunchId, command.launch_id.get());
    wave.set_port(Port::MdmaKernelId, command.kernel_id);
    wave.set_port(Port::MdmaReport, report.bits());
    wave.set_port(Port::MdmaEdteVcBase, command.edte_vc_base);
    wave.set_port(Port::MdmaEdteVcNum, command.edte_vc_num);
    wave.set_port(Port::MdmaParamAddr, command.block_param_addr);
}

/// The lanes of an edge, in the columns of the README of the dumps, and the last message at the ports.
pub(crate) fn show_lanes(wave: &mut Wave, events: &[Event]) {
    let lanes: Vec<(u64, Vec<u32>)> = events.iter().filter_map(lane).collect();
    wave.set_port(Port::EvN, lanes.len() as u64);
    for (number, (kind, words)) in lanes.iter().enumerate() {
        wave.set(SignalTarget::lane(0, number), *kind);
        for column in 0..6 {
            wave.set(SignalTarget::lane(column + 1, number), words.get(column).copied().unwrap_or(0).into());
        }
    }
    for event in events {
        let (port, message) = match event {
            Event::Mih(message) => (Port::MihPush, message),
            Event::MihDrop(message) => (Port::MihDropped, message),
            _ => continue,
        };
        let RawMih { dw0, dw1 } = *message;
        wave.set_port(port, 1_u64);
        wave.set_port(Port::MihPushDw0, dw0);
        wave.set_port(Port::MihPushDw1, dw1);
    }
}

fn lane(event: &Event) -> Option<(u64, Vec<u32>)> {
    let pool_code = |pool: Pool| match pool {
        Pool::R => 0,
        Pool::P => 1,
        Pool::O => 2,
    };
    Some(match *event {
        Event::Admit { entry, seq, kernel_id } => (0, vec![entry.get(), seq, kernel_id]),
        Event::Error { bit, ids } => (1, vec![bit.code().into(), ids.hdr_id.into(), ids.hdr_entry_id.into()]),
        Event::Cancel { entry, mask } => (2, vec![entry.get(), mask.0]),
        Event::Commit { launched } => (3, vec![launched.into()]),
        Event::Launch { entry, seq, pool, block, launch_id, sip_mask } => {
            (4, vec![entry.get(), seq, pool_code(pool), block.into(), launch_id.get(), sip_mask.0])
        }
        Event::Mdma(it) => {
            let (thread, block) = (it.thread_idx.into(), it.block_id.into());
            (
                5,
                vec![
                    it.sip.get(),
                    it.physical_sip.get(),
                    thread,
                    block,
                    it.launch_id.get(),
                    it.block_param_addr,
                ],
            )
        }
        Event::Mih(message) => (6, vec![message.dw0, message.dw1]),
        Event::MihDrop(message) => (7, vec![message.dw0, message.dw1]),
        Event::KernelDone { entry, seq, dag_slot } => {
            (8, vec![entry.get(), seq, dag_slot.map_or(u32::MAX, u32::from)])
        }
        Event::Promote { entry, seq, mask } => (9, vec![entry.get(), seq, mask.0]),
        Event::Command { kind, result } => (10, vec![kind as u32, result]),
        Event::Complete { sip, launch_id } => (11, vec![sip.get(), launch_id.get()]),
        Event::PreComplete { sip, launch_id } => (12, vec![sip.get(), launch_id.get()]),
        Event::SoftReset { .. } => return None,
    })
}
