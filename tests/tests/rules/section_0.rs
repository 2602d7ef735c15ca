//! scheduler.md §0: parameters, classes, slots and masks.

use hws_model::{Config, HdrRefused};
use hws_regs::{
    CntMihDrop, HwsParam0, HwsParam1, HwsStatus, HwsWorkMode, InPath, MihStatus, RegId, XmcSipMap,
};
use hws_tests::rig::{Rig, td};
use hws_types::{MihMessage, SipMask, TaskDescriptor};

/// thread_num, its class, its slot.
const SIZES: [(u16, u8, u32); 9] =
    [(1, 0, 1), (2, 1, 2), (3, 2, 4), (4, 2, 4), (6, 3, 8), (8, 3, 8), (9, 4, 16), (12, 4, 16), (16, 4, 16)];

#[test]
fn the_parameters_are_those_of_the_table() {
    let mut rig = Rig::new();
    let sizes: HwsParam0 = rig.read(());
    assert_eq!((sizes.n_sip(), sizes.n_rs(), sizes.n_dag(), sizes.n_rank()), (32, 32, 32, 32));
    let other: HwsParam1 = rig.read(());
    assert_eq!((other.attempt_cycles(), other.td_read_cycles()), (48, 8));
    assert_eq!((other.n_launch(), other.n_ctx()), (64, 4));
}

#[test]
fn the_hdr_fifo_holds_16() {
    let mut rig = Rig::new();
    for _ in 0..16 {
        rig.push(td(1, 1)).unwrap();
    }
    assert_eq!(rig.push(td(1, 1)), Err(HdrRefused::Full));
    assert_eq!(rig.read::<HwsStatus>(()).hdr_count(), 16);
}

#[test]
fn the_firmware_fifo_holds_4() {
    let mut rig = Rig::new();
    rig.write((), HwsWorkMode::default().with_in_path(InPath::Firmware));
    for _ in 0..4 {
        rig.push_firmware(td(1, 1), 0);
    }
    assert!(!rig.take_errors().fw_task_overflow());
    rig.push_firmware(td(1, 1), 0);
    assert!(rig.take_errors().fw_task_overflow());
}

#[test]
fn the_mih_fifo_holds_64() {
    let mut rig = Rig::new();
    for _ in 0..64 {
        rig.try_submit(td(5, 1)).unwrap_err();
    }
    assert!(rig.read::<MihStatus>(()).full());
    assert_eq!((rig.read::<MihStatus>(()).count(), rig.peek(RegId::CntMihDrop)), (64, 0));
    rig.try_submit(td(5, 1)).unwrap_err();
    assert_eq!((rig.read::<MihStatus>(()).count(), rig.read::<CntMihDrop>(()).bits()), (64, 1));
}

/// N_RS: the entries beyond it are never allocated and read as invalid.
#[test]
fn a_smaller_ready_station_keeps_its_array() {
    let mut rig = Rig::with_config(Config::new(16, 32).unwrap());
    assert_eq!(rig.read::<HwsParam0>(()).n_rs(), 16);
    for _ in 0..16 {
        rig.submit(td(1, 1));
    }
    rig.push(td(1, 1)).unwrap();
    rig.ticks(20);
    let status: HwsStatus = rig.read(());
    assert_eq!((status.rs_count(), status.rs_full(), status.hdr_count()), (16, true, 1));
    assert_ne!(rig.read::<hws_regs::RsFlags>(15).bits(), 0);
    assert!((16..32).all(|entry| rig.read::<hws_regs::RsFlags>(entry).bits() == 0));
    rig.write(31, hws_regs::BlockTriggerCnt::from_bits(0).with_count_masked(1));
    rig.tick();
    assert!(rig.take_errors().trigger_entry(), "not valid");
}

/// N_DAG: the 17th tag of a machine with 16 slots has none.
#[test]
fn a_smaller_dag_table_keeps_its_array() {
    let mut rig = Rig::with_config(Config::new(32, 16).unwrap());
    assert_eq!(rig.read::<HwsParam0>(()).n_dag(), 16);
    for dag_tag in 0..17 {
        rig.submit(TaskDescriptor { dag_tag, ..td(1, 1) });
    }
    assert!(rig.take_errors().dag_table_full());
    assert!(rig.read::<hws_regs::RsFlags>(15).dag_slot_valid());
    assert!(!rig.read::<hws_regs::RsFlags>(16).dag_slot_valid());
    assert!((16..32).all(|slot| rig.read::<hws_regs::DagFlags>(slot).bits() == 0));
}

/// A kernel launches if the usage mask of its class is open; other classes do not matter.
#[test]
fn each_thread_num_has_the_class_of_the_table() {
    for (threads, class, _) in SIZES {
        for open in 0..5 {
            let mut rig = Rig::new();
            (0..5).filter(|&other| other != open).for_each(|other| rig.usage(0, other, 0));
            rig.submit(td(threads, 1));
            assert_eq!(rig.attempt().is_launched(), open == class, "{threads} threads, class {open}");
        }
    }
}

#[test]
fn blocks_start_at_multiples_of_their_slot() {
    for (threads, _, slot) in SIZES {
        let mut rig = Rig::new();
        rig.submit(td(threads, 33));
        let ones = (1_u64 << threads) as u32 - 1;
        let mut found: Vec<u32> = (0..32 / slot).map(|_| rig.attempt().launch().mask).collect();
        found.sort_unstable();
        let expected: Vec<u32> = (0..32 / slot).map(|block| ones << (block * slot)).collect();
        assert_eq!(found, expected, "{threads} threads");
    }
}

/// Bit i is logical SIP i in affinity, status, RESULT and commands, with gaps on a harvested machine.
#[test]
fn masks_have_the_gaps_of_the_machine() {
    let mut rig = Rig::new();
    rig.topology(3, 8);
    for sip in 0..32 {
        rig.write(sip, XmcSipMap::default().with_phy_id_masked(31 - sip));
    }
    rig.submit(TaskDescriptor { affinity: 0x0000_7000, out_path_mih: true, ..td(3, 1) });
    let commit = rig.attempt();
    let sips: Vec<(u32, u32)> =
        commit.commands().iter().map(|command| (command.sip.get(), command.physical_sip.get())).collect();
    assert_eq!(sips, [(12, 19), (13, 18), (14, 17)]);
    assert!(
        matches!(rig.pop_mih(), Some(MihMessage::Result { sips: SipMask(0x7000), .. })),
        "logical ids in messages"
    );
    assert_eq!(rig.peek(RegId::SipIdleMask), !0x7000);
    rig.complete(0x7000);
    assert_eq!(rig.peek(RegId::SipIdleMask), u32::MAX);
}

/// One id space for all contexts: bit 8 of the mask of context 3 is SIP 8.
#[test]
fn every_context_names_the_same_sips() {
    for ctx in 0..4 {
        let mut rig = Rig::new();
        rig.usage(ctx, 0, 1 << 8);
        rig.submit(TaskDescriptor { ctx, ..td(1, 1) });
        assert_eq!(rig.attempt().launch().mask, 1 << 8, "context {ctx}");
    }
}
