//! A refusal by the HWS changes nothing but its error.

use std::collections::BTreeSet;

use hws_model::{BusError, Config, Event, EventSink, HdrRefused, Hws};
use hws_regs::{DagCmdStatus, ErrFirst, ErrStatus, HwsCtrl, RegId, RegIndex, SipTopology};
use hws_types::{Cycle, Entry, HdrPush, TaskDescriptor};

/// Counts error events.
#[derive(Default)]
struct Errors(usize);

impl EventSink for Errors {
    fn event(&mut self, _cycle: Cycle, event: Event) {
        self.0 += usize::from(matches!(event, Event::Error { .. }));
    }
}

fn hws() -> Hws {
    Hws::new(Config::default())
}

fn write(hws: &mut Hws, register: RegId, value: u32) {
    hws.write32(register.offset(), value, &mut ()).unwrap();
}

/// The write sets ERR_STATUS to exactly `bit`, once, and changes nothing else.
fn assert_refused(hws: &Hws, register: RegId, value: u32, bit: ErrStatus) {
    let (mut after, mut errors) = (hws.clone(), Errors::default());
    after.write32(register.offset(), value, &mut errors).unwrap();
    assert_eq!(after.peek(RegId::ErrStatus), bit.bits(), "{register} = {value:#x}");
    assert_eq!(errors.0, 1, "{register} = {value:#x}");
    write(&mut after, RegId::ErrStatus, u32::MAX);
    assert_eq!(&after, hws, "{register} = {value:#x}");
}

fn cfg() -> ErrStatus {
    ErrStatus::from_bits(0).with_cfg(true)
}

fn pair(sips: u32, clusters: u32) -> u32 {
    SipTopology::default().with_cluster_sip_num_masked(sips).with_cluster_num_masked(clusters).bits()
}

/// An HWS that runs one block of 16 threads for a long time.
fn busy() -> Hws {
    let td = TaskDescriptor {
        affinity: u32::MAX,
        est_exec_time: 1_000_000,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: 16,
        block_num: 2,
        block_trigger_cnt: 1,
        ..Default::default()
    };
    let mut memory = td.encode().unwrap();
    let mut hws = hws();
    write(&mut hws, RegId::HwsCtrl, HwsCtrl::default().with_enable(true).bits());
    hws.push_hdr(HdrPush::default()).unwrap();
    hws.advance(200, &mut memory, &mut ());
    assert_ne!(hws.peek(RegId::SipIdleMask), u32::MAX);
    hws
}

#[test]
fn illegal_values_are_refused_whole() {
    let hws = hws();
    assert_refused(&hws, RegId::PTopK, 0, cfg());
    assert_refused(&hws, RegId::PTopK, 5, cfg());
    assert_refused(&hws, RegId::Promote, 0, cfg());
    assert_refused(&hws, RegId::TdpCfg, 6, cfg());
    assert_refused(&hws, RegId::SipTopology, pair(5, 4), cfg());
    assert_refused(&hws, RegId::SipTopology, pair(16, 4), cfg());
    assert_refused(&hws, RegId::DagCmd, 0, cfg());
    assert_refused(&hws, RegId::DagCmd, 3, cfg());
}

#[test]
fn a_busy_machine_keeps_its_topology_and_its_map() {
    let hws = busy();
    assert_refused(&hws, RegId::SipTopology, pair(8, 4), cfg());
    assert_refused(&hws, RegId::XmcSipMap(RegIndex::at::<0>()), 1, cfg());
}

#[test]
fn a_soft_reset_needs_idle_sips_or_force() {
    let mut hws = busy();
    let reset = HwsCtrl::default().with_soft_reset(true);
    assert_refused(&hws, RegId::HwsCtrl, reset.bits(), cfg());
    write(&mut hws, RegId::HwsCtrl, reset.with_force(true).bits());
    assert_eq!(hws.peek(RegId::SipIdleMask), u32::MAX);
    assert_eq!(hws.peek(RegId::RsFlags(RegIndex::at::<0>())), 0);
}

#[test]
fn a_soft_reset_needs_released_sips() {
    let mut hws = hws();
    write(&mut hws, RegId::HrmFwClaim, 1);
    hws.tick(&mut (), &mut ());
    assert_eq!(hws.peek(RegId::HrmFwOwned), 1);
    assert_refused(&hws, RegId::HwsCtrl, HwsCtrl::default().with_soft_reset(true).bits(), cfg());
    assert_refused(&hws, RegId::SipTopology, pair(8, 4), cfg());
}

#[test]
fn two_sips_on_one_physical_sip_keep_the_scheduler_off() {
    let mut hws = hws();
    write(&mut hws, RegId::XmcSipMap(RegIndex::at::<0>()), 1);
    let enable = HwsCtrl::default().with_enable(true);
    assert_refused(&hws, RegId::HwsCtrl, enable.bits(), cfg());
    // FORCE does not override the check, and a refused write resets nothing.
    assert_refused(&hws, RegId::HwsCtrl, enable.with_soft_reset(true).with_force(true).bits(), cfg());
}

#[test]
fn refused_accesses_set_bus_and_nothing_else() {
    let cases = [
        (2, BusError::Unaligned, BusError::Unaligned),
        (hws_regs::WINDOW_BYTES, BusError::Unmapped, BusError::Unmapped),
        (u32::MAX - 3, BusError::Unmapped, BusError::Unmapped),
    ];
    for (offset, read, write) in cases {
        assert_bus_errors(offset, Some(read), Some(write));
    }
    assert_bus_errors(RegId::HwsId.offset(), None, Some(BusError::ReadOnly));
    assert_bus_errors(RegId::MihDataHi.offset(), None, Some(BusError::ReadOnly));
    assert_bus_errors(RegId::DagCmd.offset(), Some(BusError::WriteOnly), None);
}

fn assert_bus_errors(offset: u32, read: Option<BusError>, write: Option<BusError>) {
    let before = hws();
    let mut hws = before.clone();
    if let Some(error) = read {
        assert_eq!(hws.read32(offset), Err(error), "{offset:#x}");
        assert_only_bus_is_set(&mut hws, &before);
    }
    if let Some(error) = write {
        assert_eq!(hws.write32(offset, 1, &mut ()), Err(error), "{offset:#x}");
        assert_only_bus_is_set(&mut hws, &before);
    }
}

fn assert_only_bus_is_set(hws: &mut Hws, before: &Hws) {
    assert_eq!(hws.peek(RegId::ErrStatus), ErrStatus::from_bits(0).with_bus(true).bits());
    assert!(ErrFirst::from_bits(hws.peek(RegId::ErrFirst)).valid());
    write(hws, RegId::ErrStatus, u32::MAX);
    assert_eq!(hws, before);
}

#[test]
fn a_refusal_by_the_bus_or_the_hdr_port_says_why() {
    let errors = [BusError::Unaligned, BusError::Unmapped, BusError::WriteOnly, BusError::ReadOnly];
    let mut texts = errors.map(|error| error.to_string()).to_vec();
    texts.push(HdrRefused::Full.to_string());
    let different: BTreeSet<_> = texts.iter().collect();
    assert_eq!(different.len(), texts.len(), "{texts:?}");
    assert!(texts[0].contains("offset") && texts[2].contains("write-only") && texts[4].contains("HDR FIFO"));
}

/// `()` refuses every address, which rejects every task.
#[test]
fn no_memory_rejects_a_task_and_an_array_admits_it() {
    let mut hws = hws();
    hws.push_hdr(HdrPush::default()).unwrap();
    let mut other = hws.clone();
    hws.advance(20, &mut (), &mut ());
    assert_eq!(hws.peek(RegId::ErrStatus), ErrStatus::from_bits(0).with_td_read(true).bits());
    assert_eq!(hws.descriptor(Entry::default()), None);
    let td = TaskDescriptor {
        affinity: 1,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: 1,
        block_num: 1,
        ..Default::default()
    };
    let mut memory = td.encode().unwrap();
    other.advance(20, &mut memory, &mut ());
    assert_eq!((other.peek(RegId::ErrStatus), other.descriptor(Entry::default())), (0, Some(&td)));
}

#[test]
fn a_step_of_no_ticks_changes_nothing() {
    let before = busy();
    let mut hws = before.clone();
    assert_eq!((hws.step(0, &mut (), &mut ()), hws), (0, before));
}

#[test]
fn a_reserved_word_reads_0_and_takes_no_write() {
    let mut hws = hws();
    let reserved = RegId::RsRscReq(RegIndex::at::<0>()).offset() + 4;
    assert_eq!(hws.read32(reserved), Ok(0));
    assert_eq!(hws.write32(reserved, 1, &mut ()), Err(BusError::ReadOnly));
}

#[test]
fn a_full_hdr_fifo_refuses_a_push() {
    let mut hws = hws();
    while hws.hdr_room() > 0 {
        hws.push_hdr(HdrPush::default()).unwrap();
    }
    let before = hws.clone();
    assert_eq!(hws.push_hdr(HdrPush::default()), Err(HdrRefused::Full));
    assert_eq!(hws, before);
}

/// Also when the FIFO is full, and when the low four bits are a legal id.
#[test]
fn an_hdr_id_of_more_than_four_bits_is_refused() {
    for hdr_id in HdrPush::MAX_HDR_ID + 1..=u8::MAX {
        let (mut hws, mut full) = (hws(), hws());
        while full.push_hdr(HdrPush::default()).is_ok() {}
        for hws in [&mut hws, &mut full] {
            let before = hws.clone();
            let push = HdrPush { hdr_id, hdr_entry_id: 7, td_addr: 0x1000 };
            assert_eq!(hws.push_hdr(push), Err(HdrRefused::HdrId { hdr_id }));
            assert_eq!(*hws, before);
        }
    }
    assert_eq!(hws().push_hdr(HdrPush { hdr_id: HdrPush::MAX_HDR_ID, ..HdrPush::default() }), Ok(()));
}

#[test]
fn a_full_command_queue_drops_a_command() {
    let mut hws = hws();
    for _ in 0..hws_regs::params::CMD_QUEUE {
        write(&mut hws, RegId::HrmFwClaim, 1);
    }
    assert_refused(&hws, RegId::HrmFwRelease, 1, ErrStatus::from_bits(0).with_cmd_overflow(true));
    assert_refused(
        &hws,
        RegId::BlockTriggerCnt(RegIndex::at::<0>()),
        1,
        ErrStatus::from_bits(0).with_cmd_overflow(true),
    );
    // A dropped DAG command is also reported in DAG_CMD_STATUS.
    write(&mut hws, RegId::DagCmd, 1);
    let status = DagCmdStatus::from_bits(hws.peek(RegId::DagCmdStatus));
    assert_eq!((status.busy(), status.result()), (false, Some(hws_regs::DagResult::Dropped)));
}

#[test]
fn a_firmware_task_needs_its_mode_and_room() {
    let mut hws = hws();
    assert_refused(&hws, RegId::FwTaskPush, 0, ErrStatus::from_bits(0).with_fw_task_mode(true));
    let mode = hws_regs::HwsWorkMode::default().with_in_path(hws_regs::InPath::Firmware);
    write(&mut hws, RegId::HwsWorkMode, mode.bits());
    for _ in 0..hws_regs::params::FW_TASK_FIFO {
        write(&mut hws, RegId::FwTaskPush, 0);
    }
    assert_refused(&hws, RegId::FwTaskPush, 0, ErrStatus::from_bits(0).with_fw_task_overflow(true));
}

#[test]
fn forged_reports_change_nothing() {
    let hws = busy();
    assert_refused(
        &hws,
        RegId::SipReportComplete,
        u32::MAX,
        ErrStatus::from_bits(0).with_spurious_complete(true),
    );
    let pre = ErrStatus::from_bits(0).with_spurious_pre_complete(true);
    assert_refused(&hws, RegId::SipReportPreComplete, u32::MAX, pre);
}
