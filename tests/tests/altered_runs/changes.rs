//! Changes of the HWS without an event or access.

use hws_model::Hws;
use hws_regs::{LaunchInfo, PTopK, RegId, RegIndex, SipReportComplete, SipReportPreComplete};
use hws_sim::check::Invariant::{I7, I9, I11};
use hws_types::{HdrPush, LaunchId, Sip, SipMask};

use super::Alteration;

/// Each has no effect where the state does not allow it.
pub(super) const ALL: [Alteration<fn(&mut Hws)>; 9] = [
    ("a register changes", &[I11], |hws| write(hws, RegId::PTopK, PTopK::default().bits() ^ 1)),
    ("a message is read", &[I9], |hws| read(hws, RegId::MihDataHi.offset())),
    ("a task is pushed", &[I7], |hws| {
        let _ = hws.push_hdr(HdrPush::default());
    }),
    ("a claim is written", &[I11], |hws| write(hws, RegId::HrmFwClaim, 1)),
    ("a write is refused", &[I11], |hws| write(hws, RegId::PTopK, u32::MAX)),
    ("errors are cleared", &[I11], |hws| write(hws, RegId::ErrStatus, u32::MAX)),
    ("an access is refused", &[I11], |hws| read(hws, 3)),
    ("a SIP completes", &[I11], |hws| {
        if let Some((sip, id, block)) = running(hws) {
            let report = SipReportComplete::default().with_sip_id_masked(sip.get());
            let report = report.with_launch_id_masked(id.get()).with_block_id_masked(block);
            write(hws, RegId::SipReportComplete, report.bits());
        }
    }),
    ("a SIP is nearly done", &[I11], |hws| {
        if let Some((sip, id, block)) = running(hws) {
            let report = SipReportPreComplete::default().with_sip_id_masked(sip.get());
            let report = report.with_launch_id_masked(id.get()).with_block_id_masked(block);
            write(hws, RegId::SipReportPreComplete, report.bits());
        }
    }),
];

fn write(hws: &mut Hws, register: RegId, value: u32) {
    // A refusal changes ERR_STATUS, which is a change like others.
    let _ = hws.write32(register.offset(), value, &mut ());
}

fn read(hws: &mut Hws, offset: u32) {
    // As above.
    let _ = hws.read32(offset);
}

/// A SIP that has not completed a live launch, with the launch and its block.
fn running(hws: &Hws) -> Option<(Sip, LaunchId, u32)> {
    LaunchId::all().find_map(|id| {
        let index = RegIndex::wrapping(id.get());
        let info = LaunchInfo::from_bits(hws.peek(RegId::LaunchInfo(index)));
        let mask = hws.peek(RegId::LaunchSipMask(index));
        let done = hws.peek(RegId::LaunchDoneMask(index));
        let sip = SipMask(mask & !done).first().filter(|_| info.valid())?;
        Some((sip, id, info.block_id()))
    })
}
