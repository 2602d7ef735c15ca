//! scheduler.md §2: from the HDR to the Ready Station.

mod checks;
mod dag_slots;
mod loader;
mod record;
mod sources;

use hws_model::Event;
use hws_regs::{HwsWorkMode, InPath};
use hws_tests::rig::Rig;

fn firmware_input(rig: &mut Rig) {
    rig.write((), HwsWorkMode::default().with_in_path(InPath::Firmware));
}

fn hdr_input(rig: &mut Rig) {
    rig.write((), HwsWorkMode::default());
}

/// The cycles in which kernels were admitted.
fn admissions(rig: &Rig) -> Vec<u64> {
    let admits = rig.events().iter().filter(|recorded| matches!(recorded.event, Event::Admit { .. }));
    admits.map(|recorded| recorded.cycle).collect()
}
