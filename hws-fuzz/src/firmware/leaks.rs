//! What an idle machine must have given back, from its registers.

use hws_model::Hws;
use hws_regs::{
    DagFlags, ElementIndex, HwsStatus, LaunchInfo, MihStatus, RegId, RegIndex, Register, RsvThreadNum,
    SipLaunch, VcPoolFree,
};
use hws_types::LaunchId;

/// Whether neither engine, loader, queues, FIFOs nor SIPs have anything to do.
pub(super) fn is_quiet(hws: &Hws) -> bool {
    let status = HwsStatus::from_bits(hws.peek(RegId::HwsStatus));
    let is_engine_idle = !status.attempt_busy() && !status.loader_busy() && status.rs_empty();
    let are_queues_empty = status.cmd_pending() == 0
        && status.hdr_count() == 0
        && MihStatus::from_bits(hws.peek(RegId::MihStatus)).empty();
    is_engine_idle && are_queues_empty && hws.peek(RegId::SipIdleMask) == u32::MAX
}

/// The first resource that is not back.
pub(super) fn find(hws: &Hws) -> Option<String> {
    of_sips(hws)
        .or_else(|| of_launches(hws))
        .or_else(|| of_vcs(hws))
        .or_else(|| of_slots(hws))
        .or_else(|| of_counts(hws))
}

fn of_sips(hws: &Hws) -> Option<String> {
    let masks = [
        (RegId::SipIdleMask, u32::MAX),
        (RegId::SipPreIdleMask, u32::MAX),
        (RegId::SipPendingMask, 0),
        (RegId::SipCountEnMask, 0),
        (RegId::ReservedSipMask, 0),
        (RegId::HrmFwOwned, 0),
    ];
    let wrong = masks.into_iter().find(|&(register, idle)| hws.peek(register) != idle);
    let of_mask =
        wrong.map(|(register, _)| format!("{register} is {:#010x} on an idle machine", hws.peek(register)));
    of_mask.or_else(|| {
        RegIndex::all().find_map(|sip| {
            let launch = SipLaunch::from_bits(hws.peek(RegId::SipLaunch(sip)));
            let reserved = RsvThreadNum::from_bits(hws.peek(RegId::RsvThreadNum(sip))).thread_num();
            let is_left = launch.running_valid() || launch.pending_valid() || reserved != 0;
            is_left.then(|| {
                format!("SIP {sip} is not given back: SIP_LAUNCH {launch:?}, RSV_THREAD_NUM {reserved}")
            })
        })
    })
}

fn of_launches(hws: &Hws) -> Option<String> {
    LaunchId::all().find_map(|id| {
        let info = LaunchInfo::from_bits(hws.peek(RegId::LaunchInfo(RegIndex::wrapping(id.get()))));
        info.valid().then(|| format!("launch_id {} is not given back", id.get()))
    })
}

fn of_vcs(hws: &Hws) -> Option<String> {
    let mut words = <VcPoolFree as Register>::Index::all();
    words.find_map(|(die, word)| {
        let free = hws.peek(RegId::VcPoolFree(die, word));
        (free != u32::MAX)
            .then(|| format!("VCs of die {die} are not given back: {free:#010x} of a word are free"))
    })
}

fn of_slots(hws: &Hws) -> Option<String> {
    RegIndex::all().find_map(|slot| {
        let flags = DagFlags::from_bits(hws.peek(RegId::DagFlags(slot)));
        flags.valid().then(|| format!("DAG slot {slot} is not given back"))
    })
}

/// Every attempt has one outcome, and no R-task is left.
fn of_counts(hws: &Hws) -> Option<String> {
    let outcomes = [RegId::CntFail, RegId::CntLaunchR, RegId::CntLaunchP, RegId::CntLaunchO];
    let (attempts, outcomes) =
        (hws.peek(RegId::CntAttempt), outcomes.map(|counter| hws.peek(counter)).iter().sum::<u32>());
    let r_tasks = HwsStatus::from_bits(hws.peek(RegId::HwsStatus)).rtask_count();
    if r_tasks != 0 {
        return Some(format!("RTASK_COUNT is {r_tasks} on an idle machine"));
    }
    (attempts != outcomes).then(|| format!("CNT_ATTEMPT is {attempts} for {outcomes} outcomes"))
}
