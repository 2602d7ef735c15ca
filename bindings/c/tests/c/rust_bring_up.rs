//! The calls of bring_up.c, function by function, in Rust.

use fw_api::regs::params::N_SIP;
use fw_api::types::{Entry, HdrPush, MihMessage, Notice, Sip, SipMask, SipReport, TaskDescriptor, TaskIds};
use fw_api::types::{ThreadNum, Topology};
use fw_api::*;

use crate::world::{Fault, World};

const TD_A: u32 = 0x100;
const TD_PREFETCH: u32 = 0x140;
const TD_B: u32 = 0x180;
const TD_D: u32 = 0x1C0;
const ENTRY_A: u8 = 1;
const ENTRY_PREFETCH: u8 = 2;
const ENTRY_B: u8 = 3;

type Driver = HwsDriver<World>;

/// The state of firmware while kernels run.
#[derive(Default)]
struct Firmware {
    entry_a: Entry,
    triggered_a: u16,
    prefetch: TaskDescriptor,
    compute: TaskDescriptor,
    finished: u32,
}

/// The accesses of the whole program.
pub(crate) fn accesses() -> String {
    let (mut hws, mut fw) = (HwsDriver::new(World::new()), Firmware::default());
    let mut table = DagTable::<32>::new();
    configure(&mut hws);
    let tag = hws.open_dag(&mut table, 77, DagKind::Static { total: 1 }).unwrap();
    hws.init_dag(9, DagKind::Dynamic).unwrap();
    push_a(&mut hws, &mut fw, tag);
    hws.set_mode(OutPath::Mdma, InPath::Firmware).unwrap();
    push_prefetch(&mut hws, &mut fw);
    hws.enable().unwrap();
    serve(&mut hws, &mut fw);
    let _ = hws.reset_dag(9).unwrap();
    let _ = hws.close_dag(&mut table, 77).unwrap();
    look(&mut hws);
    claims(&mut hws);
    recover(&mut hws);
    sick_hardware(&mut hws);
    refusals(&mut hws);
    hws.disable().unwrap();
    hws.soft_reset().unwrap();
    hws.soft_reset_after_sip_reset(EverySipWasReset::i_have_reset_every_sip()).unwrap();
    look(&mut hws);
    hws.into_bus().log
}

fn threads(number: u32) -> ThreadNum {
    ThreadNum::new(number).unwrap()
}

fn configure(hws: &mut Driver) {
    hws.identify().unwrap();
    hws.set_topology(Topology::FULL).unwrap();
    hws.set_xmc_map(&std::array::from_fn(|sip| Sip::wrapping(31 - sip as u32))).unwrap();
    hws.set_time_unit(10).unwrap();
    hws.set_descriptor_offset(0).unwrap();
    hws.set_launch_delay(3).unwrap();
    hws.set_priority_table(&PriorityCurve::Points(&[(0, 100), (31, 3200)]).table().unwrap()).unwrap();
    hws.set_priority_ratio(31, 4000).unwrap();
    hws.set_early_launch(true, PreIdleSource::SipReport).unwrap();
    let rules = PromotionRules::NONE.with(PromotionRule::Threshold).with(PromotionRule::OnCp);
    hws.set_promotion(&PromotionPolicy { rules, ..Default::default() }).unwrap();
    hws.set_backfill(BackfillMargin::exact(-5)).unwrap();
    hws.set_backfill(BackfillMargin::safe(2)).unwrap();
    hws.set_allocation_order(AllocationOrder { use_reserved_first: true, fillup_first: false }).unwrap();
    hws.set_p_top_k(2).unwrap();
    hws.set_age_boost(true).unwrap();
    hws.set_second_resources(true).unwrap();
    hws.set_mode(OutPath::Mdma, InPath::Hdr).unwrap();
    hws.set_report(true).unwrap();
    hws.enable_interrupts(Interrupts { message: true, error: true }).unwrap();
    hws.set_usage_mask(0, threads(4), SipMask(0x00FF_FFFF)).unwrap();
    hws.usage_masks().unwrap();
}

fn push(hws: &mut Driver, td_addr: u32, td: &TaskDescriptor, hdr_entry_id: u8) {
    hws.bus().write_memory(td_addr, &td.encode().unwrap());
    hws.check_messages(td).unwrap();
    hws.push_task(&FirmwareTask { td_addr, hdr_id: 3, hdr_entry_id, ctx: 0 }).unwrap();
}

/// A kernel that may use every SIP and needs nothing.
fn kernel(kernel_id: u32, threads: ThreadNum, blocks: u16) -> KernelAction {
    KernelAction {
        kernel_id,
        ctx: 0,
        dag_tag: 0,
        on_cp: false,
        coop: false,
        threads,
        blocks,
        triggered: 2,
        affinity: SipMask::ALL,
        est_exec_time: 0,
        offline_priority: 0,
        report: false,
        l2: None,
        vc: VcNeed::Fixed { base: 0, num: 0 },
        params: BlockParams::default(),
    }
}

fn push_a(hws: &mut Driver, fw: &mut Firmware, dag_tag: u16) {
    fw.triggered_a = 2;
    let params = BlockParams { base: 0x800, slots: 2, slot_bytes: 64 };
    let (est_exec_time, offline_priority) = (20, 5);
    let kernel = kernel(1, threads(4), 4);
    let a = KernelAction { dag_tag, est_exec_time, offline_priority, report: true, params, ..kernel };
    let td = a.compute().unwrap();
    hws.check_messages(&td).unwrap();
    push_hdr(hws, &td, HdrPush { hdr_id: 3, hdr_entry_id: ENTRY_A, td_addr: TD_A }, 20);
}

fn push_hdr(hws: &mut Driver, td: &TaskDescriptor, push: HdrPush, ticks: u64) {
    hws.bus().write_memory(push.td_addr, &td.encode().unwrap());
    hws.bus().hws.push_hdr(push).unwrap();
    hws.bus().tick(ticks);
}

fn push_prefetch(hws: &mut Driver, fw: &mut Firmware) {
    let l2 = Some(L2Need { bytes_per_block: 4096, ahead: 1, prefetch_blocks: 2 });
    let (dag_tag, est_exec_time, offline_priority) = (9, 10, 1);
    let kernel = kernel(2, threads(2), 2);
    let b = KernelAction { dag_tag, est_exec_time, offline_priority, report: true, l2, ..kernel };
    fw.prefetch = b.prefetch().unwrap().unwrap();
    fw.compute = b.compute().unwrap();
    push(hws, TD_PREFETCH, &fw.prefetch, ENTRY_PREFETCH);
}

/// 100 cycles, then every SIP that got a command completes it.
fn run(hws: &mut Driver) {
    hws.bus().tick(100);
    let commands: Vec<_> = std::iter::from_fn(|| hws.bus().hws.pop_mdma()).collect();
    for command in commands {
        hws.sip_complete(command.report()).unwrap();
    }
}

fn serve(hws: &mut Driver, fw: &mut Firmware) {
    for _ in 0..40 {
        if fw.finished >= 3 {
            return;
        }
        run(hws);
        loop {
            let messages: Vec<_> = hws.messages().take(8).collect::<Result<_, _>>().unwrap();
            messages.iter().for_each(|message| handle(hws, fw, message));
            if messages.len() < 8 {
                break;
            }
        }
    }
}

fn handle(hws: &mut Driver, fw: &mut Firmware, message: &MihMessage) {
    match *message {
        MihMessage::SchedInfo { of, entry, .. } if of.ids.hdr_entry_id == ENTRY_A => fw.entry_a = entry,
        MihMessage::BlockFinish { of, kernel_finish, .. } => block_finished(hws, fw, of.ids, kernel_finish),
        MihMessage::Notify { of, notice: Notice::L2AllocReq { entry, vgs } } => {
            grant(hws, fw, of.ids, entry, vgs);
        }
        _ => {}
    }
}

fn block_finished(hws: &mut Driver, fw: &mut Firmware, ids: TaskIds, is_kernel_finish: bool) {
    if is_kernel_finish {
        fw.finished += 1;
        if ids.hdr_entry_id == ENTRY_PREFETCH {
            copy_grants(&fw.prefetch, &mut fw.compute);
            push(hws, TD_B, &fw.compute, ENTRY_B);
        }
    } else if ids.hdr_entry_id == ENTRY_A && fw.triggered_a < 4 {
        fw.triggered_a += 1;
        hws.trigger_blocks(fw.entry_a, ids, fw.triggered_a).unwrap();
    }
}

fn grant(hws: &mut Driver, fw: &mut Firmware, ids: TaskIds, entry: Entry, vgs: u8) {
    let is_prefetch = ids.hdr_entry_id == ENTRY_PREFETCH;
    let (td, address) = if is_prefetch { (&mut fw.prefetch, TD_PREFETCH) } else { (&mut fw.compute, TD_B) };
    td.l2_done[usize::from(vgs & 1 == 0)] += 1;
    hws.bus().write_memory(address, &td.encode().unwrap());
    hws.refresh_descriptor(entry, ids).unwrap();
}

fn look(hws: &mut Driver) {
    hws.sip_status().unwrap();
    hws.status().unwrap();
    hws.errors().unwrap();
    hws.interrupts().unwrap();
    hws.counters().unwrap();
}

fn claims(hws: &mut Driver) {
    let _ = hws.claim_sips(SipMask(0xF0)).unwrap();
    let owned = hws.owned_sips().unwrap();
    hws.soft_reset().unwrap_err();
    hws.clear_errors(HwsError::Cfg.set()).unwrap();
    hws.release_sips(owned).unwrap();
    let masks = hws.usage_masks().unwrap();
    let claim = hws.claim_when_idle(SipMask(0xF00), &masks, 100).unwrap();
    hws.release_sips(claim.owned).unwrap();
    hws.topology().unwrap();
}

fn recover(hws: &mut Driver) {
    hws.set_mode(OutPath::Mih, InPath::Hdr).unwrap();
    let td = kernel(4, threads(2), 2).compute().unwrap();
    push_hdr(hws, &td, HdrPush { hdr_id: 5, hdr_entry_id: 77, td_addr: TD_D }, 200);
    let counted = hws.firmware_launches().count();
    let launches: Vec<_> = hws.firmware_launches().collect::<Result<_, _>>().unwrap();
    assert_eq!(counted, launches.len());
    for launch in launches {
        let Launch { id: launch_id, block_id, sips, .. } = hws.launch(launch.id).unwrap().unwrap();
        for sip in sips.iter() {
            hws.sip_pre_complete(SipReport { launch_id, block_id, sip }).unwrap();
            hws.sip_complete(SipReport { launch_id, block_id, sip }).unwrap();
        }
    }
    hws.message_count().unwrap();
    while hws.next_message().unwrap().is_some() {}
}

fn sick_hardware(hws: &mut Driver) {
    hws.bus().fault = Fault::Fails(-7);
    hws.reset_dag(9).unwrap_err();
    hws.bus().fault = Fault::Answers(0xF0);
    hws.reset_dag(9).unwrap_err();
    hws.bus().fault = Fault::Answers(8);
    hws.next_message().unwrap_err();
    hws.bus().fault = Fault::Answers(0x4002);
    hws.push_task(&FirmwareTask { td_addr: TD_A, hdr_id: 0, hdr_entry_id: 0, ctx: 0 }).unwrap_err();
    hws.bus().fault = Fault::Answers(0);
    hws.identify().unwrap_err();
    hws.set_topology(Topology::new(8, 4).unwrap()).unwrap_err();
    hws.enable().unwrap_err();
    hws.set_usage_mask(0, ThreadNum::ONE, SipMask(1)).unwrap_err();
    for result in [1, 4, 7] {
        hws.bus().fault = Fault::Answers(result << 1);
        hws.init_dag(1, DagKind::Static { total: 1 }).unwrap_err();
    }
    hws.bus().fault = Fault::None;
}

fn refusals(hws: &mut Driver) {
    let map: [Sip; N_SIP] = std::array::from_fn(|sip| Sip::wrapping(sip as u32));
    hws.set_xmc_map(&map).unwrap_err();
    hws.push_task(&FirmwareTask { td_addr: TD_A, hdr_id: 0, hdr_entry_id: 0, ctx: 0 }).unwrap_err();
    hws.set_mode(OutPath::Mdma, InPath::Hdr).unwrap();
    hws.set_report(false).unwrap();
    hws.check_messages(&TaskDescriptor { enable_l2_alloc: true, ..Default::default() }).unwrap_err();
    let mut table = DagTable::<32>::new();
    for id in 0..32 {
        hws.open_dag(&mut table, id, DagKind::Static { total: 1 }).unwrap();
    }
    hws.first_error().unwrap();
}
