//! States of the machine in which calls are tried.

use fw_api::regs::{HwsCtrl, HwsWorkMode, InPath, Promote};
use fw_api::types::{HdrPush, SipMask, Source, TaskDescriptor, TaskIds};
use fw_api::{Bus, BusExt, DagKind, FirmwareTask, HwsDriver};
use hws_model::{Config, Hws};

use crate::model::model_bus::{Memory, ModelBus};
use crate::model::polls::Polls;

pub(crate) const IDS: TaskIds = TaskIds { source: Source::Hdr, hdr_id: 9, hdr_entry_id: 0xA5 };
pub(crate) const TASK: FirmwareTask = FirmwareTask { td_addr: 0, hdr_id: 3, hdr_entry_id: 0x5A, ctx: 1 };
/// The DAG of every kernel here.
pub(crate) const TAG: u16 = 5;
/// The SIPs that calls take from the HWS.
pub(crate) const TAKEN: SipMask = SipMask(0x00F0);
/// A DAG without kernels; the first tag that a table of DAGs assigns.
pub(crate) const FREE_TAG: u16 = 0;

/// Eight blocks of four, of which firmware starts each; its estimate is 0, so no time runs down.
fn kernel(triggered: u16) -> TaskDescriptor {
    TaskDescriptor {
        affinity: u32::MAX,
        dag_tag: TAG,
        out_path_mih: true,
        enable_sip_alloc: true,
        thread_num: 4,
        block_num: 8,
        block_trigger_cnt: triggered,
        ..Default::default()
    }
}

/// One descriptor after the other, from address 0.
fn machine(kernels: &[TaskDescriptor]) -> ModelBus {
    let memory = Memory(kernels.iter().flat_map(|td| td.encode().unwrap()).collect());
    ModelBus { hws: Hws::new(Config::default()), memory, polls: Polls::default() }
}

/// After power-on.
pub(crate) fn fresh() -> ModelBus {
    machine(&[kernel(0)])
}

/// The HDR pushes the descriptor at `td_addr`.
fn push(bus: &mut ModelBus, td_addr: u32) {
    let (hdr_id, hdr_entry_id) = (IDS.hdr_id, IDS.hdr_entry_id);
    bus.hws.push_hdr(HdrPush { hdr_id, hdr_entry_id, td_addr }).unwrap();
    bus.advance(20);
}

fn enabled(mut bus: ModelBus, ticks: u64) -> ModelBus {
    bus.write((), HwsCtrl::default().with_enable(true)).unwrap();
    bus.advance(ticks);
    bus
}

fn with_kernel(td: TaskDescriptor) -> ModelBus {
    let mut bus = machine(&[td]);
    push(&mut bus, 0);
    bus
}

/// A kernel in entry 0 that may not start a block; the scheduler is off.
pub(crate) fn resident() -> ModelBus {
    with_kernel(kernel(0))
}

/// The same, but software has allowed three blocks to start, in the descriptor and not yet in the entry.
pub(crate) fn unrefreshed() -> ModelBus {
    let mut bus = resident();
    bus.memory = Memory(kernel(3).encode().unwrap().to_vec());
    bus
}

/// The same as `searching`, but firmware owns SIPs 4 to 7.
pub(crate) fn owning() -> ModelBus {
    let mut bus = searching();
    let claim = HwsDriver::new(&mut bus).claim_sips(TAKEN).unwrap();
    assert_eq!(claim.granted, TAKEN);
    bus
}

/// `resident` with the scheduler on: attempts follow each other without a gap and find nothing.
pub(crate) fn searching() -> ModelBus {
    enabled(resident(), 5)
}

/// Two blocks launched, on SIPs 28..32 and 24..28, and four messages waiting; attempts continue.
pub(crate) fn launched() -> ModelBus {
    enabled(with_kernel(kernel(2)), 200)
}

/// The same, but the MDMA starts the blocks.
pub(crate) fn mdma_launched() -> ModelBus {
    enabled(with_kernel(TaskDescriptor { out_path_mdma: true, ..kernel(2) }), 200)
}

/// Blocks of one SIP run in every cluster; a kernel of 16 SIPs, in entry 1, holds a reservation.
pub(crate) fn reserving() -> ModelBus {
    let small = TaskDescriptor { thread_num: 1, affinity: 0x0101_0101, ..kernel(3) };
    let large = TaskDescriptor { thread_num: 16, dag_tag: TAG + 1, ..kernel(8) };
    let mut bus = machine(&[small, large]);
    bus.write((), Promote::default().with_rule_top1_full_vg(true)).unwrap();
    push(&mut bus, 0);
    let mut bus = enabled(bus, 200);
    push(&mut bus, 64);
    bus.advance(200);
    bus
}

/// Only the mode is set: tasks come from firmware.
pub(crate) fn firmware_input() -> ModelBus {
    let mut bus = fresh();
    bus.write((), HwsWorkMode::default().with_in_path(InPath::Firmware)).unwrap();
    bus
}

/// Only the mode is set: launches are reported.
pub(crate) fn reporting() -> ModelBus {
    let mut bus = fresh();
    bus.write((), HwsWorkMode::default().with_report_en(true)).unwrap();
    bus
}

/// A DAG that has a slot and no kernel.
pub(crate) fn with_dag() -> ModelBus {
    let mut bus = fresh();
    HwsDriver::new(&mut bus).init_dag(FREE_TAG, DagKind::Dynamic).unwrap();
    bus
}

/// ERR_STATUS.BUS and CFG are set.
pub(crate) fn with_errors() -> ModelBus {
    let mut bus = resident();
    bus.read32(1).unwrap_err();
    bus.hws.write32(fw_api::regs::RegId::PTopK.offset(), 7, &mut ()).unwrap();
    bus
}
