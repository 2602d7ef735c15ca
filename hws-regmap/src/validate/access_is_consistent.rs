//! The bus side, the hardware side, queue and pulses agree: a command can be written, a status is written by the hardware.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Access, Hardware, Map, Register};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    map.registers.iter().filter_map(judge).collect()
}

fn judge(register: &Register) -> Option<Diagnostic> {
    let access = register.access.value;
    let remedy = if register.hardware != expected(register) {
        format!("{} goes with hardware: {}", describe(register), expected(register).as_str())
    } else if register.queued && !access.is_writable() {
        "only a register that can be written can be queued".to_owned()
    } else if register.pulse_mask() != 0 && access != Access::Rw {
        "only a RW register has pulse fields".to_owned()
    } else {
        return None;
    };
    let message = format!("{} cannot be {}", register.name.value, describe(register));
    Some(Diagnostic::new(Code::IllegalAccess, register.access.position, message, remedy))
}

fn expected(register: &Register) -> Hardware {
    match register.access.value {
        Access::Rw if register.queued => Hardware::Both,
        Access::Rw | Access::Wo => Hardware::Reads,
        Access::Ro | Access::Rp => Hardware::Writes,
        Access::W1c => Hardware::Sets,
    }
}

fn describe(register: &Register) -> String {
    let queued = if register.queued { " and queued" } else { "" };
    let pulse = if register.pulse_mask() != 0 { " with a pulse" } else { "" };
    format!("{}{queued}{pulse} (hardware: {})", register.access.value.as_str(), register.hardware.as_str())
}
