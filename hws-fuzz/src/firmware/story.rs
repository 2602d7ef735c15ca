//! A failed drain as a story: which kernel waits, and for what.

use hws_model::Hws;
use hws_regs::{
    HwsStatus, LaunchInfo, RegId, RegIndex, RsDims, RsFail, RsFlags, RsProgress, RsRscOpen, SipLaunch,
    params::N_RS,
};
use hws_sim::Observer;
use hws_types::{Entry, Sip, SipMask};

use super::amos::Amos;
use crate::FuzzFinding;

/// Why the machine is not idle although nothing happens any more.
pub(super) fn waiting<O: Observer>(amos: &mut Amos<'_, '_, O>) -> FuzzFinding {
    let (pushed, admitted) = (amos.pushed, amos.ledger().admitted());
    let hws = amos.machine.hws();
    let mut reasons = Vec::new();
    reasons.extend(tasks(hws, pushed, admitted));
    reasons.extend(Entry::all().filter_map(|entry| resident(hws, entry)));
    reasons.extend(Sip::all().filter_map(|sip| busy(hws, sip)));
    if !amos.owned.is_empty() {
        reasons
            .push(format!("firmware holds SIPs {}, {} busy with its own blocks", amos.owned, amos.own_busy));
    }
    reasons.extend(amos.starts.iter().map(|start| {
        format!("launch {} waits for firmware on SIPs {}", start.launch_id.get(), start.waiting)
    }));
    if reasons.is_empty() {
        reasons.push(format!(
            "HWS_STATUS is {:?}",
            HwsStatus::from_bits(amos.machine.hws().peek(RegId::HwsStatus))
        ));
    }
    let reasons = reasons.join("\n  ");
    let message =
        format!("I10 is violated at cycle {}: the machine does not drain\n  {reasons}", amos.machine.cycle());
    FuzzFinding::Other { kind: "drain", message }
}

/// Tasks that were accepted, and are neither admitted nor rejected.
fn tasks(hws: &Hws, pushed: u32, admitted: u32) -> Option<String> {
    let (rejected, status) =
        (hws.peek(RegId::CntTaskReject), HwsStatus::from_bits(hws.peek(RegId::HwsStatus)));
    (pushed != admitted + rejected).then(|| {
        format!(
            "{pushed} tasks were pushed, {admitted} admitted and {rejected} rejected; HDR_COUNT is {}, LOADER_BUSY {}",
            status.hdr_count(),
            status.loader_busy()
        )
    })
}

/// A kernel in the Ready Station.
fn resident(hws: &Hws, entry: Entry) -> Option<String> {
    let index = RegIndex::wrapping(entry.get());
    let flags = RsFlags::from_bits(hws.peek(RegId::RsFlags(index)));
    let dims = RsDims::from_bits(hws.peek(RegId::RsDims(index)));
    let progress = RsProgress::from_bits(hws.peek(RegId::RsProgress(index)));
    let fails = RsFail::from_bits(hws.peek(RegId::RsFail(index))).times();
    flags.valid().then(|| {
        format!(
            "kernel {} in entry {index} waits for {}: {} of {} blocks of {} threads launched, trigger {}, fail_times {fails}, \
             {}affinity {}, reserved {}, RSC_OPEN {:#x}",
            hws.peek(RegId::RsKernelSeq(index)),
            reason(hws, index),
            progress.launched(),
            dims.block_num(),
            dims.thread_num(),
            progress.trigger(),
            if flags.r_flag() { "R-task, " } else { "" },
            SipMask(hws.peek(RegId::RsAffinity(index))),
            SipMask(hws.peek(RegId::RsReserved(index))),
            hws.peek(RegId::RsRscOpen(index)),
        )
    })
}

fn reason(hws: &Hws, entry: RegIndex<N_RS>) -> &'static str {
    let flags = RsFlags::from_bits(hws.peek(RegId::RsFlags(entry)));
    let progress = RsProgress::from_bits(hws.peek(RegId::RsProgress(entry)));
    let open = RsRscOpen::from_bits(hws.peek(RegId::RsRscOpen(entry)));
    let is_on = hws.registers().enable_second_rsc_sch.enable();
    if !flags.sip_alloc() {
        "L2 grants"
    } else if !flags.coop() && progress.launched() >= progress.trigger() {
        "a trigger"
    } else if is_on && (open.vg() == 0 || open.die() == 0) {
        "second resources (RSC_OPEN is empty)"
    } else if hws.peek(RegId::ReservedSipMask) != 0 && !flags.r_flag() {
        "SIPs, some of which are reserved"
    } else {
        "SIPs"
    }
}

/// A SIP that does not report.
fn busy(hws: &Hws, sip: Sip) -> Option<String> {
    let index = RegIndex::wrapping(sip.get());
    let launch = SipLaunch::from_bits(hws.peek(RegId::SipLaunch(index)));
    let is_idle = hws.peek(RegId::SipIdleMask) >> index.get() & 1 == 1;
    (!is_idle).then(|| {
        let id = RegIndex::wrapping(launch.running());
        let info = LaunchInfo::from_bits(hws.peek(RegId::LaunchInfo(id)));
        let seq = hws.peek(RegId::LaunchKernelSeq(id));
        format!(
            "SIP {index} is not idle: SIP_LAUNCH names launch {id}, block {} of kernel {seq}",
            info.block_id()
        )
    })
}
