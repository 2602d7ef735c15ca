//! Every call on the hardware, in C and in Rust on the same machine: the same accesses and the same result.

use std::collections::BTreeSet;
use std::fmt::Debug;

use fw_api::regs::HwsCtrl;
use fw_api::types::{
    Entry, HdrPush, LaunchId, MihMessage, Sip, SipMask, SipReport, Source, TaskDescriptor, TaskIds,
    ThreadNum, Topology,
};
use fw_api::*;
use hws_fw::*;

use crate::boundary::handle;
use crate::exports::declared;
use crate::world::World;

type Driver<'a> = HwsDriver<&'a mut World>;

/// The result of a call, as text that is the same in both languages.
type InC = fn(&hws_bus, &mut Vec<String>) -> hws_status;
type InRust = fn(&mut Driver<'_>) -> Result<Vec<String>, Error<i32>>;

struct Pair {
    name: &'static str,
    c: InC,
    rust: InRust,
}

/// `c` is the call with its arguments after the handle, and what it filled; `rust` is the same as a list.
macro_rules! pairs {
    ($($name:ident($($argument:expr),*) $(let $out:ident: $kind:ty => [$($said:expr),*])? ; |$hws:ident| $rust:expr;)*) => {
        vec![$(Pair {
            name: stringify!($name),
            c: |bus, _said| {
                $(let mut $out: $kind = Default::default();)?
                // SAFETY: the handle and the pointers are from this test.
                let status = unsafe { $name(bus, $($argument,)* $(&mut $out)?) };
                $(_said.extend([$(format!("{:?}", $said)),*]);)?
                status
            },
            rust: |$hws| $rust,
        }),*]
    };
}

fn said<T: Debug>(values: impl IntoIterator<Item = T>) -> Vec<String> {
    values.into_iter().map(|value| format!("{value:?}")).collect()
}

/// No result but success.
fn done(answer: Result<(), Error<i32>>) -> Result<Vec<String>, Error<i32>> {
    answer.map(|()| vec![])
}

const IDS: TaskIds = TaskIds { source: Source::Hdr, hdr_id: 9, hdr_entry_id: 0xA5 };
const C_IDS: hws_task_ids = hws_task_ids { source: HWS_SOURCE_HDR, hdr_id: 9, hdr_entry_id: 0xA5 };
const TASK: FirmwareTask = FirmwareTask { td_addr: 64, hdr_id: 3, hdr_entry_id: 0x5A, ctx: 1 };
const C_TASK: hws_firmware_task = hws_firmware_task { td_addr: 64, hdr_id: 3, hdr_entry_id: 0x5A, ctx: 1 };

fn report() -> SipReport {
    SipReport { launch_id: LaunchId::wrapping(1), block_id: 1, sip: Sip::wrapping(27) }
}

const C_REPORT: hws_sip_report = hws_sip_report { launch_id: 1, block_id: 1, sip: 27 };

/// All but the last SIP in every context and class, a different set in each.
fn masks() -> UsageMasks {
    std::array::from_fn(|ctx| std::array::from_fn(|class| SipMask(0x7FFF_FFF0 | (ctx + class) as u32)))
}

fn c_masks() -> hws_usage_masks {
    hws_usage_masks { mask: masks().map(|classes| classes.map(|mask| mask.0)) }
}

fn ids(ids: TaskIds) -> [u32; 3] {
    [u32::from(ids.source == Source::Firmware), ids.hdr_id.into(), ids.hdr_entry_id.into()]
}

fn c_ids(ids: hws_task_ids) -> [u32; 3] {
    [ids.source, ids.hdr_id, ids.hdr_entry_id]
}

fn launch(launch: Launch) -> Vec<String> {
    let mut all =
        said([launch.id.get(), launch.block_id.into(), launch.kernel_seq, launch.sips.0, launch.done.0]);
    all.extend(said(ids(launch.ids)));
    all.extend(said([launch.mdma, launch.mih]));
    all
}

fn claim(claim: Claim) -> Vec<String> {
    said([claim.granted.0, claim.refused.0, claim.owned.0])
}

fn plain_calls() -> Vec<Pair> {
    pairs! {
        hws_identify(); |hws| done(hws.identify());
        hws_get_status() let s: hws_engine => [
            s.attempt_busy, s.loader_busy, s.commands_pending, s.entries, s.r_tasks, s.hdr_tasks];
            |hws| {
                let s = hws.status()?;
                let mut all = said([s.attempt_busy(), s.loader_busy()]);
                all.extend(said([s.cmd_pending(), s.rs_count(), s.rtask_count(), s.hdr_count()]));
                Ok(all)
            };
        setHWSmode(HWS_OUT_PATH_MIH, HWS_IN_PATH_FIRMWARE); |hws| done(hws.set_mode(OutPath::Mih, InPath::Firmware));
        enableHWSreportAmos(7); |hws| done(hws.set_report(true));
        hws_get_mode() let m: hws_mode => [m.out_path, m.in_path, u32::from(m.report)];
            |hws| {
                let mode = hws.mode()?;
                Ok(said([mode.out_path() as u32, mode.in_path() as u32, u32::from(mode.report_en())]))
            };
        hws_enable(); |hws| done(hws.enable());
        hws_disable(); |hws| done(hws.disable());
        hws_get_is_enabled() let e: bool => [e]; |hws| Ok(said([hws.is_enabled()?]));
        hws_soft_reset(); |hws| done(hws.soft_reset());
        hws_soft_reset_after_sip_reset(HWS_I_HAVE_RESET_EVERY_SIP);
            |hws| done(hws.soft_reset_after_sip_reset(EverySipWasReset::i_have_reset_every_sip()));
        hws_set_topology(hws_topology { cluster_sip_num: 3, cluster_num: 8 });
            |hws| done(hws.set_topology(Topology::new(3, 8).unwrap()));
        hws_get_topology() let t: hws_topology => [t.cluster_sip_num, t.cluster_num];
            |hws| hws.topology().map(|t| said([t.cluster_sip_num(), t.cluster_num()]));
        hws_get_present_sips() let s: u32 => [s]; |hws| Ok(said([hws.present_sips()?.0]));
        hws_set_xmc_map(std::array::from_fn::<u32, 32, _>(|i| 31 - i as u32).as_ptr());
            |hws| done(hws.set_xmc_map(&std::array::from_fn(|i| Sip::wrapping(31 - i as u32))));
        hws_get_physical_sip(7) let p: u32 => [p]; |hws| Ok(said([hws.physical_sip(Sip::wrapping(7))?.get()]));
        hws_set_time_unit(77); |hws| done(hws.set_time_unit(77));
        hws_get_time_unit() let u: u32 => [u]; |hws| Ok(said([hws.time_unit()?]));
        hws_set_descriptor_offset(128); |hws| done(hws.set_descriptor_offset(128));
        hws_set_launch_delay(30); |hws| done(hws.set_launch_delay(30));
        hws_enable_interrupts(0, 2); |hws| done(hws.enable_interrupts(Interrupts { message: false, error: true }));
        hws_enable_interrupts(1, 0); |hws| done(hws.enable_interrupts(Interrupts { message: true, error: false }));
        hws_get_interrupts() let i: hws_interrupts => [i.message, i.error];
            |hws| hws.interrupts().map(|i| said([i.message, i.error]));
    }
}

fn policies() -> Vec<Pair> {
    pairs! {
        setPriorityLookupTable(3, 7); |hws| done(hws.set_priority_ratio(3, 7));
        hws_set_priority_table(std::array::from_fn::<u32, 32, _>(|i| 5 * i as u32).as_ptr());
            |hws| done(hws.set_priority_table(&std::array::from_fn(|i| 5 * i as u32)));
        configEarlyLaunch(1, HWS_PRE_IDLE_BY_HWS, 6);
            |hws| done(hws.set_early_launch(true, PreIdleSource::HwsEstimate { offset: 6 }));
        configEarlyLaunch(0, HWS_PRE_IDLE_BY_SIP, 6);
            |hws| done(hws.set_early_launch(false, PreIdleSource::SipReport));
        configPromotionPolicy(HWS_PROMOTE_THRESHOLD, 6, 8, 3);
            |hws| done(hws.set_promotion(&policy(PromotionRule::Threshold, 6, 8, true)));
        configPromotionPolicy(HWS_PROMOTE_TOP1_FULL_VG, 65535, 1, 0);
            |hws| done(hws.set_promotion(&policy(PromotionRule::Top1FullVg, 65535, 1, false)));
        configPromotionPolicy(HWS_PROMOTE_TOP1, 0, 1, 0);
            |hws| done(hws.set_promotion(&policy(PromotionRule::Top1, 0, 1, false)));
        configPromotionPolicy(HWS_PROMOTE_ON_CP, 0, 1, 0);
            |hws| done(hws.set_promotion(&policy(PromotionRule::OnCp, 0, 1, false)));
        configBackfill(-5); |hws| done(hws.set_backfill(BackfillMargin::exact(-5)));
        configBackfill(9); |hws| done(hws.set_backfill(BackfillMargin::exact(9)));
        hws_config_backfill_safe(2); |hws| done(hws.set_backfill(BackfillMargin::safe(2)));
        configRscAllocation(1, 0);
            |hws| done(hws.set_allocation_order(AllocationOrder { use_reserved_first: true, fillup_first: false }));
        configRscAllocation(0, 2);
            |hws| done(hws.set_allocation_order(AllocationOrder { use_reserved_first: false, fillup_first: true }));
        hws_set_p_top_k(4); |hws| done(hws.set_p_top_k(4));
        hws_set_age_boost(1); |hws| done(hws.set_age_boost(true));
        hws_set_second_resources(1); |hws| done(hws.set_second_resources(true));
    }
}

fn policy(rule: PromotionRule, threshold: u16, r_tasks_max: u8, most_failed_first: bool) -> PromotionPolicy {
    PromotionPolicy { rules: PromotionRules::NONE.with(rule), threshold, r_tasks_max, most_failed_first }
}

fn sips_and_dags() -> Vec<Pair> {
    pairs! {
        sipUsageMaskConfig(2, 6, 0xF0); |hws| done(hws.set_usage_mask(2, threads(6), SipMask(0xF0)));
        hws_set_usage_mask_no_wait(3, 16, 0xF0);
            |hws| done(hws.set_usage_mask_no_wait(3, threads(16), SipMask(0xF0)));
        hws_get_usage_mask(1, 4) let m: u32 => [m]; |hws| Ok(said([hws.usage_mask(1, threads(4))?.0]));
        hws_set_usage_masks(&c_masks()); |hws| done(hws.set_usage_masks(&masks()));
        hws_get_usage_masks() let m: hws_usage_masks => [m.mask];
            |hws| Ok(said([hws.usage_masks()?.map(|classes| classes.map(|mask| mask.0))]));
        hws_claim_sips(0x8000_00F0) let c: hws_claim => [c.granted, c.refused, c.owned];
            |hws| hws.claim_sips(SipMask(0x8000_00F0)).map(claim);
        hws_claim_when_idle(0xF00, &c_masks(), 9) let c: hws_claim => [c.granted, c.refused, c.owned];
            |hws| hws.claim_when_idle(SipMask(0xF00), &masks(), 9).map(claim);
        hws_claim_when_idle(0x8000_0000, &c_masks(), 9) let c: hws_claim => [];
            |hws| hws.claim_when_idle(SipMask(0x8000_0000), &masks(), 9).map(claim);
        hws_release_sips(3); |hws| done(hws.release_sips(SipMask(3)));
        hws_get_owned_sips() let o: u32 => [o]; |hws| Ok(said([hws.owned_sips()?.0]));
        getSIPStatus() let s: hws_sip_status => [s.idle, s.pre_idle];
            |hws| hws.sip_status().map(|s| said([s.idle.0, s.pre_idle.0]));
        hws_get_remaining_time(31) let u: u32 => [u]; |hws| Ok(said([hws.remaining_time(Sip::wrapping(31))?]));
        initDAGProperty(8, 12, 0); |hws| done(hws.init_dag(8, DagKind::Static { total: 12 }));
        initDAGProperty(65535, 12, 3); |hws| done(hws.init_dag(65535, DagKind::Dynamic));
        sipComplete(&C_REPORT); |hws| done(hws.sip_complete(report()));
        sipPreComplete(&C_REPORT); |hws| done(hws.sip_pre_complete(report()));
        hws_push_task(&C_TASK); |hws| done(hws.push_task(&TASK));
        hws_trigger_blocks(0, &C_IDS, 7); |hws| done(hws.trigger_blocks(Entry::wrapping(0), IDS, 7));
        hws_get_triggered_blocks(0) let c: u32 => [c];
            |hws| Ok(said([hws.triggered_blocks(Entry::wrapping(0))?]));
        hws_refresh_descriptor(5, &C_IDS); |hws| done(hws.refresh_descriptor(Entry::wrapping(5), IDS));
        hws_check_messages(needy().encode().unwrap().as_ptr()); |hws| done(hws.check_messages(&needy()));
    }
}

/// A kernel that needs messages.
fn needy() -> TaskDescriptor {
    TaskDescriptor { enable_l2_alloc: true, ..Default::default() }
}

fn threads(number: u32) -> ThreadNum {
    ThreadNum::new(number).unwrap()
}

fn reports() -> Vec<Pair> {
    pairs! {
        hws_get_message_count() let c: u32 => [c]; |hws| Ok(said([hws.message_count()?]));
        hws_next_message() let m: hws_message => [m.kind as u32, m.sips, m.block_id, c_ids(m.ids)];
            |hws| match hws.next_message()?.unwrap() {
                MihMessage::Result { of, sips } => {
                    let mut all = said([hws_message_kind::HWS_MESSAGE_RESULT as u32, sips.0, of.block_id.into()]);
                    all.extend(said([ids(of.ids)]));
                    Ok(all)
                }
                other => panic!("{other:?}"),
            };
        hws_get_launch(1) let l: hws_launch => [
            l.launch_id, l.block_id, l.kernel_seq, l.sips, l.done, l.ids.source, l.ids.hdr_id, l.ids.hdr_entry_id,
            l.mdma, l.mih];
            |hws| hws.launch(LaunchId::wrapping(1)).map(|found| launch(found.unwrap()));
        hws_get_launch(60) let l: hws_launch => [l.valid];
            |hws| Ok(said([hws.launch(LaunchId::wrapping(60))?.is_some()]));
        hws_get_errors() let e: u32 => [e];
            |hws| hws.errors().map(|errors| said([errors.iter().map(|error| 1 << error.code()).sum::<u32>()]));
        hws_get_first_error() let f: hws_first_error => [f.code, f.hdr_id, f.hdr_entry_id];
            |hws| {
                let first = hws.first_error()?.unwrap();
                Ok(said([first.error.code(), first.hdr_id.into(), first.hdr_entry_id.into()]))
            };
        hws_clear_errors(1 << HWS_ERROR_CFG | 1 << HWS_ERROR_TRIGGER_REGRESS);
            |hws| done(hws.clear_errors(HwsError::Cfg.set().with(HwsError::TriggerRegress)));
        hws_get_counters() let c: hws_counters => [
            c.cycles, [c.attempts, c.failed, c.launches_r, c.launches_p, c.launches_o, c.backfills, c.early,
            c.promotions, c.cancels, c.kernels_done, c.tasks_rejected, c.messages_dropped]];
            |hws| {
                let c = hws.counters()?;
                let mut all = said([c.cycles]);
                all.extend(said([[c.attempts, c.failed, c.launches_r, c.launches_p, c.launches_o, c.backfills,
                    c.early, c.promotions, c.cancels, c.kernels_done, c.tasks_rejected, c.messages_dropped]]));
                Ok(all)
            };
        hws_get_cycles() let c: u64 => [c]; |hws| Ok(said([hws.cycles()?]));
    }
}

/// Blocks on SIPs 28..32 (one has completed) and 24..28, their messages, firmware that owns SIPs 0 and 1, masks that
/// differ, and an error.
pub(crate) fn busy() -> World {
    let mut world = World::new();
    let td = TaskDescriptor {
        affinity: u32::MAX,
        est_exec_time: 900,
        out_path_mih: true,
        enable_sip_alloc: true,
        thread_num: 4,
        block_num: 8,
        block_trigger_cnt: 2,
        ..Default::default()
    };
    world.write_memory(0, &td.encode().unwrap());
    let mut hws = HwsDriver::new(&mut world);
    let _ = hws.claim_sips(SipMask(3)).unwrap();
    hws.set_usage_mask(1, threads(4), SipMask(0x0F0F_0F0F)).unwrap();
    hws.bus()
        .hws
        .push_hdr(HdrPush { hdr_id: IDS.hdr_id, hdr_entry_id: IDS.hdr_entry_id, td_addr: 0 })
        .unwrap();
    hws.bus().tick(20);
    hws.bus().write((), HwsCtrl::default().with_enable(true)).unwrap();
    hws.bus().tick(200);
    let (launch_id, sip) = (LaunchId::wrapping(0), Sip::wrapping(30));
    hws.sip_complete(SipReport { launch_id, block_id: 0, sip }).unwrap();
    hws.trigger_blocks(Entry::wrapping(0), IDS, 1).unwrap();
    hws.bus().tick(100);
    world.log.clear();
    world
}

/// The machine at rest.
fn fresh() -> World {
    World::new()
}

/// Firmware is the source of tasks, and everything is reported to it.
fn firmware_input() -> World {
    let mut world = World::new();
    let mut hws = HwsDriver::new(&mut world);
    hws.set_mode(OutPath::Mih, InPath::Firmware).unwrap();
    hws.set_report(true).unwrap();
    world.log.clear();
    world
}

fn compare(pair: &Pair, world: fn() -> World) {
    let (mut in_c, mut in_rust) = (world(), world());
    let (mut error, mut said) = (hws_error::default(), vec![]);
    let bus = handle(&mut in_c, &mut error);
    let status = (pair.c)(&bus, &mut said);
    let answer = (pair.rust)(&mut HwsDriver::new(&mut in_rust));
    assert_eq!(in_c.log, in_rust.log, "{}", pair.name);
    match answer {
        Ok(expected) => {
            assert_eq!(status, hws_status::HWS_OK, "{}", pair.name);
            if !said.is_empty() {
                assert_eq!(said, expected, "{}", pair.name);
            }
        }
        Err(failure) => assert_eq!(error, hws_error::from(failure), "{}", pair.name),
    }
}

fn all() -> Vec<Pair> {
    [plain_calls(), policies(), sips_and_dags(), reports()].into_iter().flatten().collect()
}

#[test]
fn both_languages_make_the_same_accesses_and_return_the_same_result() {
    for pair in &all() {
        compare(pair, busy);
    }
    // These need a busy machine.
    let of_busy = ["hws_next_message", "hws_get_launch", "hws_get_first_error"];
    for pair in all().iter().filter(|pair| !of_busy.contains(&pair.name)) {
        compare(pair, fresh);
        compare(pair, firmware_input);
    }
}

/// Calls without a handle are compared in bring_up.c, whose accesses are compared too.
#[test]
fn every_declared_call_is_compared() {
    let bring_up = std::fs::read_to_string(crate::gcc::folder("tests/c/bring_up.c")).unwrap();
    let here: BTreeSet<_> = all().iter().map(|pair| pair.name).collect();
    let elsewhere = [
        "hws_mmio_bus",
        "hws_status_text",
        "hws_fw_abi_fits",
        "hws_fw_abi_version",
        "hws_dag_table_id",
        "hws_dag_table_len",
        "hws_dag_table_clear",
        "hws_priority_curve_linear",
        "hws_priority_curve_geometric",
        "hws_sip_ids_from_logical",
        "hws_firmware_task_ids",
        "hws_pin_to_least_loaded_cluster",
    ];
    for name in declared() {
        let is_called = bring_up.contains(&format!("{name}("));
        let known = is_called || here.contains(name.as_str()) || elsewhere.contains(&name.as_str());
        assert!(known, "{name} is never called");
    }
}
