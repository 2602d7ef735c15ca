//! `monitor sips`: what each SIP runs.

use hws_model::Hws;
use hws_regs::{LaunchInfo, RegId, RegIndex, SipLaunch};
use hws_types::{Sip, SipMask, Source, TaskIds};

use super::kernels;
use crate::target::GdbTarget;

pub(super) fn answer(target: &GdbTarget<'_>) -> String {
    let session = target.debuggee.session();
    let hws = session.hws();
    let present = SipMask(hws.peek(RegId::SipPresentMask));
    let lines = present.iter().map(|sip| format!("SIP {:>2}  {}\n", sip.get(), state(target, hws, sip)));
    format!("cycle {}\n{}", session.cycle(), lines.collect::<String>())
}

fn state(target: &GdbTarget<'_>, hws: &Hws, sip: Sip) -> String {
    let launch = SipLaunch::from_bits(hws.peek(RegId::SipLaunch(RegIndex::wrapping(sip.get()))));
    let is_in = |register| SipMask(hws.peek(register)).intersects(sip.mask());
    let mut text = match launch.running_valid() {
        true => {
            let remains = hws.peek(RegId::SipRemainExecTime(RegIndex::wrapping(sip.get())));
            format!(
                "runs {}, {remains} time units remain by the estimate",
                block(target, hws, launch.running())
            )
        }
        false if is_in(RegId::HrmFwOwned) => "firmware's".to_owned(),
        false => "idle".to_owned(),
    };
    if launch.pending_valid() {
        text += &format!("; then {}", block(target, hws, launch.pending()));
    }
    if is_in(RegId::ReservedSipMask) {
        text += "; reserved";
    }
    text
}

/// The block of a launch.
fn block(target: &GdbTarget<'_>, hws: &Hws, launch: u32) -> String {
    let info = LaunchInfo::from_bits(hws.peek(RegId::LaunchInfo(RegIndex::wrapping(launch))));
    let source = if info.src() { Source::Firmware } else { Source::Hdr };
    let ids = TaskIds { source, hdr_id: info.hdr_id() as u8, hdr_entry_id: info.entry_id() as u8 };
    let kernel = target.debuggee.session().hdr().and_then(|hdr| hdr.kernel_of(ids));
    let kernel = kernel.map_or_else(
        || "a kernel".to_owned(),
        |id| format!("kernel {id} ({})", kernels::name(target.workload, id)),
    );
    format!("block {} of {kernel}, launch {launch}", info.block_id())
}
