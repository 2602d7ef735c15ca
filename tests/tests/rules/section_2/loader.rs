//! 2.2: one task at a time, nine ticks each.

use hws_model::{ErrorBit, Event};
use hws_regs::{
    CntTaskReject, EnableSecondRscSch, HwsStatus, RsKernelId, RsKernelSeq, RsProgress, TdRefresh, TdpCfg,
};
use hws_tests::rig::{RecordedEvent, Rig, td};
use hws_types::{HdrPush, TaskDescriptor};

use super::admissions;

/// 2.2: popped at c, admitted at c + 8, the next pop at c + 9.
#[test]
fn a_task_takes_nine_ticks() {
    let mut rig = Rig::new();
    for _ in 0..3 {
        rig.push(td(1, 1)).unwrap();
    }
    rig.ticks(27);
    assert_eq!(admissions(&rig), [8, 17, 26]);
}

/// 2.2: LOADER_BUSY from the pop to the admission; a rejected task takes as long.
#[test]
fn a_rejected_task_takes_nine_ticks_too() {
    let mut rig = Rig::new();
    let _ = rig.push(td(5, 1));
    let _ = rig.push(td(1, 1));
    let busy: Vec<bool> = (0..18)
        .map(|_| {
            rig.tick();
            rig.read::<HwsStatus>(()).loader_busy()
        })
        .collect();
    assert_eq!(busy[..8], [true; 8]);
    assert_eq!((busy[8], busy[9], busy[17]), (false, true, false));
    assert_eq!((rig.events()[0].cycle, admissions(&rig)), (8, vec![17]));
}

/// 2.2: without a free entry, nothing is popped. After a COMMIT frees an entry in cycle c, the loader pops in cycle
/// c + 1, because it acts before the engine.
#[test]
fn a_full_ready_station_stops_the_loader() {
    let mut rig = Rig::new();
    for _ in 0..32 {
        rig.submit(td(1, 1));
    }
    rig.push(td(1, 1)).unwrap();
    rig.ticks(50);
    assert_eq!(rig.read::<HwsStatus>(()).hdr_count(), 1);
    let freed = rig.attempt().cycle;
    assert_eq!(rig.run_until(|event| matches!(event, Event::Admit { .. })), freed + 1 + 8);
}

/// 2.2: one free entry is enough, and the loader fills it.
#[test]
fn the_last_entry_is_filled() {
    let mut rig = Rig::new();
    for _ in 0..31 {
        rig.submit(td(1, 1));
    }
    assert_eq!(rig.submit(td(1, 1)).entry, 31);
    assert!(rig.read::<HwsStatus>(()).rs_full());
}

/// 2.2: everything about the descriptor is read at c + 8: memory and TDP_CFG as they are then.
#[test]
fn the_descriptor_is_read_at_the_later_tick() {
    let mut rig = Rig::new();
    let (address, _) = rig.push(td(1, 1)).unwrap();
    rig.ticks(8);
    rig.write((), TdpCfg::default().with_offset(0x40).unwrap());
    rig.memory.write_td(address + 0x40, &TaskDescriptor { kernel_id: 9, ..td(1, 1) });
    rig.tick();
    assert_eq!(rig.read::<RsKernelId>(0).bits(), 9);
    assert_eq!(admissions(&rig), [8]);
}

/// 2.2: the checks also use the configuration of that later tick.
#[test]
fn the_checks_are_made_at_the_later_tick() {
    let mut rig = Rig::new();
    rig.push(TaskDescriptor { enable_sip_alloc: false, enable_l2_alloc: true, ..td(1, 1) }).unwrap();
    rig.ticks(8);
    rig.write((), EnableSecondRscSch::default().with_enable(true));
    rig.tick();
    assert_eq!(admissions(&rig), [8]);
}

/// 2.2: the entry keeps the address at which it was read; a re-read does not use TDP_CFG again.
#[test]
fn a_reread_uses_the_address_of_the_entry() {
    let mut rig = Rig::new();
    rig.write((), TdpCfg::default().with_offset(0x40).unwrap());
    let (address, _) = rig.push(td(1, 1)).unwrap();
    let closed = TaskDescriptor { block_trigger_cnt: 0, ..td(1, 9) };
    rig.memory.write_td(address + 0x40, &closed);
    rig.ticks(9);
    rig.write((), TdpCfg::default());
    rig.memory.write_td(address + 0x40, &TaskDescriptor { block_trigger_cnt: 7, ..closed });
    rig.write((), TdRefresh::from_bits(0));
    rig.tick();
    assert_eq!(rig.read::<RsProgress>(0).trigger(), 7);
}

/// 2.2: any one refused word refuses the descriptor.
#[test]
fn one_refused_word_refuses_the_descriptor() {
    for word in 0..16 {
        let mut rig = Rig::new();
        let (address, ids) = rig.push(td(1, 1)).unwrap();
        rig.memory.refuse(address + 4 * word);
        rig.ticks(9);
        let event = Event::Error { bit: ErrorBit::TdRead, ids };
        assert_eq!(rig.events()[0], RecordedEvent { cycle: 8, event }, "word {word}");
        assert_eq!(rig.read::<CntTaskReject>(()).bits(), 1);
    }
}

/// 2.2: sums wrap at 32 bits: address plus offset, and the words after it.
#[test]
fn addresses_wrap_at_32_bits() {
    let mut rig = Rig::new();
    rig.write((), TdpCfg::default().with_offset(0x200).unwrap());
    rig.memory.write_td(0xFFFF_FFE8, &TaskDescriptor { kernel_id: 5, ..td(1, 1) });
    rig.memory.write_td(0x100, &TaskDescriptor { kernel_id: 6, ..td(1, 1) });
    for td_addr in [0xFFFF_FDE8, 0xFFFF_FF00] {
        rig.hws.push_hdr(HdrPush { td_addr, ..HdrPush::default() }).unwrap();
    }
    rig.ticks(18);
    assert!(rig.errors().is_empty());
    assert_eq!([0, 1].map(|entry| rig.read::<RsKernelId>(entry).bits()), [5, 6]);
}

/// 2.2: the lowest entry that is free at the allocation tick, not at the pop.
#[test]
fn the_entry_is_chosen_at_the_allocation_tick() {
    let mut rig = Rig::new();
    let first = rig.submit(TaskDescriptor { offline_priority: 200, ..td(1, 1) });
    rig.submit(td(1, 1));
    rig.latch();
    rig.ticks(44);
    rig.push(td(1, 1)).unwrap();
    // Popped now, three ticks before the COMMIT that frees entry 0.
    rig.tick();
    assert!(rig.read::<HwsStatus>(()).loader_busy() && rig.is_resident(first));
    rig.ticks(8);
    assert_eq!(rig.read::<RsKernelSeq>(first.entry.into()).bits(), 2);
}

/// 2.2: an entry freed by the COMMIT of the same tick is too late, because the loader acts before the engine.
#[test]
fn an_entry_freed_in_the_same_tick_is_too_late() {
    let mut rig = Rig::new();
    let first = rig.submit(TaskDescriptor { offline_priority: 200, ..td(1, 1) });
    rig.submit(td(1, 1));
    rig.latch();
    rig.ticks(39);
    rig.push(td(1, 1)).unwrap();
    rig.ticks(9);
    assert!(!rig.is_resident(first), "freed in the tick of the admission");
    assert_eq!(rig.read::<RsKernelSeq>(2).bits(), 2);
}
