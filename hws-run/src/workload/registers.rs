//! `registers:`, settings by name: only plain RW registers, with legal values.

use hws_input::nearest;
use hws_regs::{FieldInfo, Legal, NameError, REGISTERS, RegId};

use super::error::{Fault, WorkloadReason};
use super::node::{Key, Node};
use super::scalar;

/// Reads the settings in file order.
pub(super) fn read(node: &Node) -> Result<Vec<(RegId, u32)>, Fault> {
    let wanted = "a map from register names such as P_TOP_K or SIP_USAGE_MASK[0][3] to values";
    let settings = scalar::map(node, "`registers`", wanted)?;
    settings.iter().map(|(key, value)| setting(key, value)).collect()
}

fn setting(key: &Key, value: &Node) -> Result<(RegId, u32), Fault> {
    let register = RegId::parse(&key.name).map_err(|error| unknown(key, error))?;
    if let Some((why, remedy)) = reserved(register) {
        return Err(Fault::at(key.position(), WorkloadReason::NotASetting { register, why, remedy }));
    }
    let bits = scalar::word(value, &format!("`{register}`"))?;
    if register.is_legal(bits) {
        return Ok((register, bits));
    }
    let legal = legal_values(register);
    Err(Fault::at(value.position(), WorkloadReason::IllegalSetting { register, value: bits, legal }))
}

fn unknown(key: &Key, error: NameError) -> Fault {
    let bare = |name: &'static str| name.split('[').next().unwrap_or(name);
    let settings = REGISTERS.iter().filter(|info| info.is_stored()).map(|info| bare(info.name));
    let similar = nearest(key.name.split('[').next().unwrap_or(""), settings).map(str::to_owned);
    // A correct name with wrong indices needs no suggestion.
    let closest = similar.filter(|_| error == NameError::Unknown);
    let (name, problem) = (scalar::shortened(&key.name), error.to_string());
    Fault::at(key.position(), WorkloadReason::UnknownRegister { name, problem, closest })
}

/// Whether a workload may set a register.
pub(super) fn is_setting(register: RegId) -> bool {
    reserved(register).is_none()
}

/// Why a register is not a setting, and the remedy.
pub(crate) fn reserved(register: RegId) -> Option<(&'static str, &'static str)> {
    let remove = "remove it";
    match register {
        RegId::HwsCtrl => Some(("firmware enables the HWS itself", remove)),
        RegId::SipTopology => Some(("the topology has its own key", "set `hardware.topology`")),
        RegId::TimeUnit => Some(("the time unit has its own key", "set `hardware.time_unit`")),
        RegId::DagCmdTag | RegId::DagCmdTotal | RegId::FwTaskTdAddr => {
            Some(("it is an operand of a command", remove))
        }
        _ if register.info().is_stored() => None,
        _ if register.info().access.is_writable() => Some(("writing it takes effect at once", remove)),
        _ => Some(("it is read-only", remove)),
    }
}

/// The legal values of the fields that do not accept every value of their bits.
fn legal_values(register: RegId) -> String {
    let info = register.info();
    let fields = info.fields.iter().filter_map(|field| Some(format!("{} {}", field.name, legal(field)?)));
    let mut rules: Vec<String> = fields.collect();
    if info.combinations.is_some() {
        rules.push("fields only in certain combinations".to_owned());
    }
    format!("legal: {}", rules.join(", "))
}

fn legal(field: &FieldInfo) -> Option<String> {
    (field.legal != Legal::Any).then(|| field.legal.to_string())
}
