//! `monitor time`: where the run is.

use crate::debuggee::Ending;
use crate::target::GdbTarget;

pub(super) fn answer(target: &GdbTarget<'_>) -> String {
    let debuggee = &target.debuggee;
    let session = debuggee.session();
    let line = |is_asserted| if is_asserted { "asserted" } else { "not asserted" };
    let mut text = format!(
        "cycle {}, after {} instructions\ninterrupt of the HWS: {}\n",
        session.cycle(),
        session.instructions(),
        line(session.hws().is_interrupt_asserted()),
    );
    if session.core().is_waiting() {
        text += "the core waits for an interrupt (`wfi`)\n";
    }
    match debuggee.depth() {
        0 => (),
        depth => text += &format!("the core is in an interrupt handler ({depth} deep)\n"),
    }
    match debuggee.ending() {
        None => (),
        Some(Ending::Exit(code)) => text += &format!("the image has ended with code {code}\n"),
        Some(Ending::Failed(reason)) => text += &format!("the run ends here: {reason}\n"),
    }
    text
}
