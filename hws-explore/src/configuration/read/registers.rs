//! `registers: {PROMOTE: {THRESHOLD: 1}}`: fields that are not named keep their reset values.

use hws_input::nearest;
use hws_input::yaml::{Node, YamlFile, YamlRead};
use hws_regs::{REGISTERS, RegId};

pub(super) fn read(file: YamlFile<'_>, node: &Node) -> YamlRead<Vec<(RegId, u32)>> {
    let mut found = Vec::new();
    for (key, fields) in file.map(node, "registers with their fields")? {
        let Ok(register) = RegId::parse(&key.name) else {
            let known = REGISTERS.iter().map(|register| register.name);
            let message = format!("unknown register `{}`", key.name);
            let found = file.at("unknown-register", key.place, message, "`hws regs show` lists them");
            return Err(Box::new(found.suggest(nearest(&key.name, known))));
        };
        if !register.info().is_stored() {
            let message = format!("{} is not a register that keeps what is written", key.name);
            return Err(file.at("not-a-setting", key.place, message, "leave it out"));
        }
        found.push((register, word(file, register, fields)?));
    }
    Ok(found)
}

fn word(file: YamlFile<'_>, register: RegId, node: &Node) -> YamlRead<u32> {
    let info = register.info();
    let known: Vec<&str> = info.fields.iter().map(|field| field.name).collect();
    let mut word = register.reset();
    for (key, value) in file.entries(node, "a register", &known)? {
        let Some(field) = info.field(&key.name) else { continue };
        let number = file.number::<u32>(value, "a number")?;
        if let Err(error) = field.check(number) {
            return Err(file.at("illegal-value", value.place, error.to_string(), ""));
        }
        word = word & !field.mask() | number << field.lsb;
    }
    Ok(word)
}
