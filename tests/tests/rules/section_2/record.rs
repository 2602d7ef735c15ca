//! 2.4: what admission records.

use hws_regs::{
    BlockTriggerCnt, EnableSecondRscSch, RegId, RegIndex, RsAgeRow, RsDims, RsFail, RsFlags, RsIds,
    RsOnlinePriority, RsProgress,
};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

/// A kernel that differs from the default in everything that the RS page shows.
fn unusual() -> TaskDescriptor {
    TaskDescriptor {
        kernel_id: 0xABCD_0123,
        affinity: 0xFF00_0000,
        est_exec_time: 77,
        offline_priority: 88,
        dag_tag: 0xBEEF,
        on_cp: true,
        coop: true,
        out_path_mih: true,
        enable_l2_alloc: true,
        enable_vc_alloc: true,
        ctx: 2,
        start_block_idx: 9,
        block_trigger_cnt: 1,
        ..td(4, 2)
    }
}

/// 2.4: the words of a new entry: the descriptor, its ids, and everything else 0.
#[test]
fn admission_records_the_descriptor() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    let task = rig.submit(unusual());
    let entry = task.entry;
    let ids = RsIds::from_bits(0)
        .with_hdr_entry_id_masked(task.ids.hdr_entry_id.into())
        .with_hdr_id_masked(task.ids.hdr_id.into())
        .with_dag_tag_masked(0xBEEF);
    let words = [
        (RegId::RsKernelId(RegIndex::wrapping(entry.into())), 0xABCD_0123),
        (RegId::RsKernelSeq(RegIndex::wrapping(entry.into())), 1),
        (RegId::RsIds(RegIndex::wrapping(entry.into())), ids.bits()),
        (
            RegId::RsDims(RegIndex::wrapping(entry.into())),
            RsDims::from_bits(0).with_thread_num_masked(4).with_block_num_masked(2).bits(),
        ),
        (
            RegId::RsProgress(RegIndex::wrapping(entry.into())),
            RsProgress::from_bits(0).with_trigger_masked(1).bits(),
        ),
        (RegId::RsOfflinePriority(RegIndex::wrapping(entry.into())), 88),
        (RegId::RsOnlinePriority(RegIndex::wrapping(entry.into())), 0),
        (RegId::RsAffinity(RegIndex::wrapping(entry.into())), 0xFF00_0000),
        (RegId::RsEstExecTime(RegIndex::wrapping(entry.into())), 77),
        (
            RegId::RsFail(RegIndex::wrapping(entry.into())),
            RsFail::from_bits(0).with_start_block_masked(9).bits(),
        ),
        (RegId::RsReserved(RegIndex::wrapping(entry.into())), 0),
    ];
    for (register, value) in words {
        assert_eq!(rig.peek(register), value, "{register}");
    }
}

/// 2.4: the flags of a new entry; no other flag is set, not even r_flag.
#[test]
fn admission_records_the_flags() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    let task = rig.submit(unusual());
    let flags = RsFlags::from_bits(0)
        .with_valid(true)
        .with_on_cp(true)
        .with_coop(true)
        .with_out_mdma(true)
        .with_out_mih(true)
        .with_sip_alloc(true)
        .with_l2_alloc(true)
        .with_vc_alloc(true)
        .with_dag_slot_masked(1)
        .with_dag_slot_valid(true)
        .with_ctx_masked(2);
    assert_eq!(rig.read::<RsFlags>(task.entry.into()).bits(), flags.bits());
}

/// 2.4: `trigger = min(td.block_trigger_cnt, block_num)`.
#[test]
fn the_trigger_is_clamped_to_the_blocks() {
    for (block_trigger_cnt, trigger) in [(0, 0), (4, 4), (5, 5), (6, 5), (65535, 5)] {
        let mut rig = Rig::new();
        rig.submit(TaskDescriptor { block_trigger_cnt, ..td(1, 5) });
        assert_eq!(rig.read::<RsProgress>(0).trigger(), trigger);
        assert_eq!(rig.read::<BlockTriggerCnt>(0).bits(), trigger);
    }
}

/// 2.4: the first admitted kernel has kernel_seq 0; rejected tasks take none.
#[test]
fn only_admitted_kernels_take_a_number() {
    let mut rig = Rig::new();
    rig.try_submit(td(5, 1)).unwrap_err();
    assert_eq!(rig.submit(td(1, 1)).seq, 0);
    rig.try_submit(td(5, 1)).unwrap_err();
    assert_eq!(rig.submit(td(1, 1)).seq, 1);
    rig.attempt();
    assert_eq!(rig.submit(td(1, 1)).seq, 2, "an entry is reused, a number never");
}

/// 2.4: the age matrix makes every valid entry older than the new one, even if the new one reuses a lower entry.
#[test]
fn a_new_kernel_is_the_youngest() {
    let mut rig = Rig::new();
    let ages = |rig: &mut Rig| [0, 1, 2, 3].map(|entry| rig.read::<RsAgeRow>(entry).bits());
    for offline_priority in [200, 100, 100] {
        rig.submit(TaskDescriptor { offline_priority, ..td(1, 1) });
    }
    assert_eq!(ages(&mut rig), [0b110, 0b100, 0, 0]);
    rig.attempt();
    assert_eq!(ages(&mut rig), [0, 0b100, 0, 0]);
    assert_eq!(rig.submit(td(1, 1)).entry, 0);
    assert_eq!(ages(&mut rig), [0, 0b101, 0b001, 0]);
    rig.submit(td(1, 1));
    assert_eq!(ages(&mut rig), [0b1000, 0b1101, 0b1001, 0]);
}

/// 2.4: nothing of the previous kernel is left in a reused entry.
#[test]
fn an_entry_used_again_starts_anew() {
    let mut rig = Rig::new();
    rig.write((), EnableSecondRscSch::default().with_enable(true));
    let granted = TaskDescriptor {
        enable_l2_alloc: true,
        l2_done: [1, 1, 0, 0, 0, 0, 0, 0],
        offline_priority: 7,
        ..td(1, 2)
    };
    rig.submit(granted);
    assert!(rig.attempt().is_launched() && rig.attempt().is_launched());
    let task = rig.submit(granted);
    assert_eq!(task.entry, 0);
    assert_eq!(rig.read::<RsProgress>(0).launched(), 0);
    assert_eq!(rig.read::<RsOnlinePriority>(0).bits(), 0);
    assert!(rig.attempt().is_launched(), "l2_used starts at 0 again");
}
