//! I3: no launch takes a SIP that was neither idle nor (with early launch on) pre-idle at LATCH, nor a
//! firmware-owned one.

use hws_types::{Rule, Sip};

use super::launched::Judged;
use super::violation::{Invariant, Resource, Violation};

pub(super) fn takes_ready_sips(judged: &Judged<'_>) -> Result<(), Violation> {
    let (latched, sips) = (judged.latched, judged.launch.sips);
    if let Some(sip) = (sips & latched.owned).first() {
        return violated(judged, sip, "was firmware-owned", Rule::Scheduler8_4);
    }
    let early = latched.regs.enable_early_launch_sip.enable();
    let startable = if early { latched.idle | latched.pre_idle } else { latched.idle };
    match (sips - startable).first() {
        Some(sip) if early => violated(judged, sip, "was neither idle nor pre-idle", Rule::Scheduler7_1),
        Some(sip) => violated(judged, sip, "was not idle", Rule::Scheduler7_1),
        None => Ok(()),
    }
}

fn violated(judged: &Judged<'_>, sip: Sip, state: &str, rule: Rule) -> Result<(), Violation> {
    let launch = judged.launch;
    let how = format!("{state} when launch {} of kernel {} took it", launch.id.get(), launch.seq);
    let violation = Violation::new(Invariant::I3, launch.cycle, Resource::Sip(sip), how, rule);
    Err(violation.since("latched", judged.latched_at()))
}
