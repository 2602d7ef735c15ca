//! 6.2: the output paths of a launch, and what it sends on them.

use hws_model::{ErrorBit, Event};
use hws_regs::{HwsWorkMode, OutPath, RegId};
use hws_tests::rig::{Commit, Rig, td};
use hws_types::{MihMessage, TaskDescriptor};

use super::bench::{launch_info, unread};

/// Whether a launch sent commands, and messages.
fn paths(commit: &Commit) -> (bool, bool) {
    let has_message = commit.events.iter().any(|event| matches!(event, Event::Mih(_)));
    (!commit.commands().is_empty(), has_message)
}

/// `mdma = out_path_mdma && OUT_PATH == 0`; `mih = out_path_mih || OUT_PATH == 1 || REPORT_EN`.
#[test]
fn every_combination_of_paths() {
    for bits in 0..16 {
        let [mdma, mih, to_mih, report] = [0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1);
        if !mdma && !mih {
            continue;
        }
        let mut rig = Rig::new();
        rig.submit(TaskDescriptor { out_path_mdma: mdma, out_path_mih: mih, ..td(2, 1) });
        let path = if to_mih { OutPath::Mih } else { OutPath::Mdma };
        rig.write((), HwsWorkMode::default().with_out_path(path).with_report_en(report));
        let expected = (mdma && !to_mih, mih || to_mih || report);
        assert_eq!(paths(&rig.attempt()), expected, "{mdma} {mih} {to_mih} {report}");
        let info = launch_info(&rig, 0);
        assert_eq!((info.out_mdma(), info.out_mih()), expected);
    }
}

/// One pair per block, with its contents: SIPs, entry, launch, and last_block on the last block of the launch that
/// frees the entry.
#[test]
fn result_and_sched_info_once_per_block() {
    let mut rig = Rig::new();
    rig.submit(TaskDescriptor { block_trigger_cnt: 0, ..td(1, 1) });
    let task = rig.submit(TaskDescriptor { out_path_mih: true, dag_tag: 2, ..td(4, 2) });
    for block in 0..2 {
        let launch = rig.attempt().launch();
        let messages = rig.messages();
        assert_eq!(messages.len(), 2, "not one per SIP");
        let MihMessage::Result { of, sips } = messages[0] else { panic!("{:?}", messages[0]) };
        assert_eq!((of.ids, of.block_id, sips.0), (task.ids, block, launch.mask));
        let MihMessage::SchedInfo { of, entry, launch_id, last_block, vc_base, vc_num } = messages[1] else {
            panic!("{:?}", messages[1]);
        };
        assert_eq!((of.ids, of.block_id), (task.ids, block));
        assert_eq!((entry.get(), launch_id.get()), (1, u32::from(launch.launch_id)));
        assert_eq!((last_block, vc_base, vc_num), (block == 1, 0, 0));
    }
}

fn last_blocks(rig: &mut Rig) -> Vec<bool> {
    let last = |message: MihMessage| match message {
        MihMessage::SchedInfo { last_block, .. } => Some(last_block),
        _ => None,
    };
    rig.messages().into_iter().filter_map(last).collect()
}

/// last_block is set on the last block only of a cooperative launch.
#[test]
fn last_block_of_a_cooperative_launch() {
    let mut rig = Rig::new();
    rig.submit(TaskDescriptor { coop: true, out_path_mih: true, ..td(4, 3) });
    rig.attempt();
    assert_eq!(last_blocks(&mut rig), [false, false, true]);
}

/// A firmware task frees its entry with blocks left, and last_block indicates that the entry is freed.
#[test]
fn last_block_of_a_firmware_task() {
    let mut rig = Rig::new();
    rig.submit_firmware(TaskDescriptor { out_path_mih: true, ..td(4, 3) }, 0);
    rig.attempt();
    assert_eq!(last_blocks(&mut rig), [true]);
}

/// RESULT and SCHED_INFO are kept or dropped together; each dropped message is counted and raises an error.
#[test]
fn a_pair_needs_two_places() {
    for (unread_messages, kept) in [(62, 2), (63, 0), (64, 0)] {
        let mut rig = Rig::new();
        unread(&mut rig, unread_messages);
        rig.take_errors();
        rig.submit(TaskDescriptor { out_path_mih: true, ..td(1, 1) });
        let before = rig.errors().len();
        let commit = rig.attempt();
        assert!(commit.is_launched(), "a launch does not wait for room");
        assert_eq!(rig.errors()[before..], vec![ErrorBit::MihOverflow; 2 - kept]);
        assert_eq!(rig.peek(RegId::CntMihDrop) as usize, 2 - kept);
        assert_eq!(rig.messages().len(), unread_messages + kept);
    }
}
