//! `reg.NAME`: the registers that a workload may set, field by field.
//!
//! Firmware writes them at power-on, after its own settings and before it enables the HWS. What firmware has to know of the
//! machine has a key of its own, and is refused here.

use hws_input::nearest;
use hws_regs::{NameError, REGISTERS, RegId};

use super::error::PolicyReason;
use super::keys::{Act, PolicyGroup, PolicyKey, unknown};
use super::register_field::RegisterField;
use crate::workload::register_reserved;

/// How the keys begin.
pub(super) const PREFIX: &str = "reg.";

/// Every field of every such register; an array is one key, with its first element.
pub(super) fn keys() -> Vec<PolicyKey> {
    let mut keys = Vec::new();
    for info in REGISTERS {
        let first = info.name.replace("[]", "[0]");
        let Ok(register) = RegId::parse(&first) else { continue };
        if reserved(register).is_some() {
            continue;
        }
        let mut dims = info.dims.iter();
        let array: String = info.name.split_inclusive("[").map(|part| indexed(part, &mut dims)).collect();
        for field in info.fields {
            let own = RegisterField { register, field: Some(field) };
            keys.push(PolicyKey {
                name: format!("{PREFIX}{array}.{}", field.name).into(),
                group: PolicyGroup::Registers,
                values: own.values(),
                unit: own.unit(),
                sets: format!("{array}.{}", field.name).into(),
                doc: own.doc().into(),
                shapes_workload: false,
                act: Act::Field(own),
            });
        }
    }
    keys
}

/// A part of a name up to its bracket, with the range of the index.
fn indexed(part: &str, dims: &mut std::slice::Iter<'_, u16>) -> String {
    match part.strip_suffix('[').and_then(|_| dims.next()) {
        Some(count) => format!("{part}0..{}", count.saturating_sub(1)),
        None => part.to_owned(),
    }
}

/// Finds a register or a field by the name after `reg.`.
pub(super) fn parse(name: &str) -> Result<RegisterField, PolicyReason> {
    let (register, field) = match (RegId::parse(name), name.rsplit_once('.')) {
        (Ok(register), _) => (register, None),
        (Err(error), None) => return Err(misnamed(name, error)),
        (Err(_), Some((head, field))) => {
            (RegId::parse(head).map_err(|error| misnamed(name, error))?, Some(field))
        }
    };
    if let Some((problem, remedy)) = reserved(register) {
        return Err(PolicyReason::Register {
            problem: format!("{register} is not a setting: {problem}"),
            remedy,
        });
    }
    let Some(field) = field else { return Ok(RegisterField { register, field: None }) };
    match register.info().field(field) {
        Some(field) => Ok(RegisterField { register, field: Some(field) }),
        None => {
            let fields = register.info().fields.iter().map(|field| field.name);
            let closest = nearest(field, fields).map(|field| format!("{PREFIX}{register}.{field}"));
            let known: Vec<&str> = register.info().fields.iter().map(|field| field.name).collect();
            match closest {
                Some(_) => Err(PolicyReason::UnknownKey { closest }),
                None => Err(PolicyReason::Register {
                    problem: format!("{register} has no field `{field}`"),
                    remedy: format!("its fields are {}", known.join(", ")),
                }),
            }
        }
    }
}

fn misnamed(name: &str, error: NameError) -> PolicyReason {
    match error {
        NameError::Unknown => unknown(&format!("{PREFIX}{name}")),
        _ => PolicyReason::Register {
            problem: error.to_string(),
            remedy: "write an index in each pair of brackets, such as reg.SIP_USAGE_MASK[0][3].MASK"
                .to_owned(),
        },
    }
}

/// Why a register is not a policy, and the remedy.
fn reserved(register: RegId) -> Option<(&'static str, String)> {
    let of_firmware = match register {
        RegId::HwsWorkMode => {
            Some(("firmware has to know its paths", "set out_path, in_path or report".to_owned()))
        }
        RegId::XmcSipMap(_) => {
            Some(("only a permutation is legal", "set all of it with `registers:` in a file".to_owned()))
        }
        RegId::IrqEnable => Some(("firmware enables the interrupts that it handles", "remove it".to_owned())),
        _ => None,
    };
    let of_workload = || match register {
        RegId::SipTopology => Some(("it follows from the machine", "set topology".to_owned())),
        RegId::TimeUnit => Some(("it follows from the machine", "set time_unit".to_owned())),
        _ => register_reserved(register).map(|(why, remedy)| (why, remedy.to_owned())),
    };
    of_firmware.or_else(of_workload)
}
