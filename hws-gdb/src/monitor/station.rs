//! `monitor rs`: the Ready Station.

use hws_input::counted;
use hws_inspect::explain::waiting;

use super::kernels;
use crate::target::GdbTarget;

pub(super) fn answer(target: &GdbTarget<'_>) -> String {
    let session = target.debuggee.session();
    let mut text = format!("cycle {}\n", session.cycle());
    for (facts, reason) in waiting(session.hws()) {
        let id = facts.kernel.kernel_id;
        text += &format!(
            "entry {:>2}  kernel {id} ({}), {} of {} blocks of {} launched, trigger {}, estimate {}, offline {}\n          {reason}\n",
            facts.kernel.entry.get(),
            kernels::name(target.workload, id),
            facts.launched,
            facts.blocks,
            threads(facts.threads),
            facts.trigger,
            facts.est_exec_time,
            facts.offline_priority,
        );
    }
    if text.lines().count() == 1 {
        text += "the Ready Station is empty\n";
    }
    text
}

fn threads(count: u32) -> String {
    counted(count, "SIP")
}
