//! `registers: {PROMOTE: {THRESHOLD: 1}}`: fields that are not named keep their reset values.

use hws_input::yaml::Node;
use hws_input::{did_you_mean, nearest};
use hws_regs::{REGISTERS, RegId};

use crate::configuration::fields::{File, Read};

pub(super) fn read(file: File<'_>, node: &Node) -> Read<Vec<(RegId, u32)>> {
    let mut found = Vec::new();
    for (key, fields) in file.map(node, "registers with their fields")? {
        let Ok(register) = RegId::parse(&key.name) else {
            let known = REGISTERS.iter().map(|register| register.name);
            let meant = did_you_mean(nearest(&key.name, known));
            let reason = format!("unknown register `{}`; {meant}`hws regs list` lists them", key.name);
            return file.refuse(key.place, reason);
        };
        if !register.info().is_stored() {
            let reason = format!("{} is not a register that keeps what is written", key.name);
            return file.refuse(key.place, reason);
        }
        found.push((register, word(file, register, fields)?));
    }
    Ok(found)
}

fn word(file: File<'_>, register: RegId, node: &Node) -> Read<u32> {
    let info = register.info();
    let known: Vec<&str> = info.fields.iter().map(|field| field.name).collect();
    let mut word = register.reset();
    for (key, value) in file.entries(node, &known)? {
        let Some(field) = info.field(&key.name) else { continue };
        let number = file.number::<u32>(value, "a number")?;
        if let Err(error) = field.check(number) {
            return file.refuse(value.place, error.to_string());
        }
        word = word & !field.mask() | number << field.lsb;
    }
    Ok(word)
}
