//! Other messages in the place of a true one.

use hws_sim::check::Invariant::{I9, I11, I13};
use hws_types::{BlockHeader, MihMessage, Notice, RawMih, Source, TaskIds};

use super::Alteration;
use super::events::{next_entry, next_launch, other_sips};

/// The same message with one field changed.
pub(super) fn others(raw: RawMih) -> Vec<Alteration<RawMih>> {
    let Ok(message) = MihMessage::decode(raw) else { return Vec::new() };
    let encoded = |(name, invariants, message): Alteration<MihMessage>| (name, invariants, message.encode());
    contents(message).into_iter().chain(headers(message)).map(encoded).collect()
}

/// The same message about another block.
fn headers(message: MihMessage) -> Vec<Alteration<MihMessage>> {
    let of = message.header();
    let ids = of.ids;
    let other = if ids.source == Source::Hdr { Source::Firmware } else { Source::Hdr };
    let about = |ids| message.with_header(BlockHeader { ids, ..of });
    vec![
        ("message: source", &[I9], about(TaskIds { source: other, ..ids })),
        ("message: hdr_id", &[I9], about(TaskIds { hdr_id: ids.hdr_id ^ 1, ..ids })),
        ("message: hdr_entry_id", &[I9], about(TaskIds { hdr_entry_id: ids.hdr_entry_id ^ 1, ..ids })),
        ("message: block_id", &[I9], message.with_header(BlockHeader { block_id: of.block_id ^ 1, ..of })),
    ]
}

fn contents(message: MihMessage) -> Vec<Alteration<MihMessage>> {
    match message {
        MihMessage::Result { of, sips } => {
            vec![("RESULT: sips", &[I9], MihMessage::Result { of, sips: other_sips(sips) })]
        }
        MihMessage::SchedInfo { of, entry, launch_id, last_block, vc_base, vc_num } => {
            let info = |entry, launch_id, vc_base, vc_num| MihMessage::SchedInfo {
                of,
                entry,
                launch_id,
                last_block,
                vc_base,
                vc_num,
            };
            let last_block = !last_block;
            let other_end = MihMessage::SchedInfo { of, entry, launch_id, last_block, vc_base, vc_num };
            vec![
                ("SCHED_INFO: last_block", &[I9], other_end),
                ("SCHED_INFO: entry", &[I9], info(next_entry(entry), launch_id, vc_base, vc_num)),
                ("SCHED_INFO: launch_id", &[I9], info(entry, next_launch(launch_id), vc_base, vc_num)),
                ("SCHED_INFO: vc_base", &[I13], info(entry, launch_id, vc_base ^ 1, vc_num)),
                ("SCHED_INFO: vc_num", &[I13], info(entry, launch_id, vc_base, vc_num ^ 1)),
            ]
        }
        MihMessage::BlockFinish { of, launch_id, kernel_finish } => {
            let finish = |launch_id, kernel_finish| MihMessage::BlockFinish { of, launch_id, kernel_finish };
            vec![
                ("BLOCK_FINISH: launch_id", &[I9], finish(next_launch(launch_id), kernel_finish)),
                ("BLOCK_FINISH: kernel_finish", &[I9], finish(launch_id, !kernel_finish)),
            ]
        }
        MihMessage::Notify { of, notice } => {
            let notify = |notice| MihMessage::Notify { of, notice };
            match notice {
                Notice::Error { code } => {
                    vec![("ERROR: code", &[I11], notify(Notice::Error { code: code ^ 1 }))]
                }
                Notice::L2AllocReq { entry, vgs } => {
                    let other = Notice::L2AllocReq { entry: next_entry(entry), vgs };
                    let places = Notice::L2AllocReq { entry, vgs: vgs ^ 1 };
                    vec![
                        ("L2 request: entry", &[I9], notify(other)),
                        ("L2 request: VGs", &[I9], notify(places)),
                    ]
                }
                Notice::VcAllocReq { entry, dies } => {
                    let other = Notice::VcAllocReq { entry: next_entry(entry), dies };
                    let places = Notice::VcAllocReq { entry, dies: dies ^ 1 };
                    vec![
                        ("VC request: entry", &[I9], notify(other)),
                        ("VC request: dies", &[I9], notify(places)),
                    ]
                }
            }
        }
    }
}
