//! Reads an SVD file with svd-parser, strictly, and prints every register and field it describes.

use svd_parser::svd::{Access, FieldInfo, RegisterCluster, RegisterInfo};
use svd_parser::{Config, ValidateLevel, parse_with_config};

fn access(access: Option<Access>) -> &'static str {
    match access {
        Some(Access::ReadOnly) => "RO",
        Some(Access::ReadWrite) => "RW",
        Some(Access::WriteOnly) => "WO",
        Some(Access::ReadWriteOnce) => "RW1",
        Some(Access::WriteOnce) => "WO1",
        _ => "?",
    }
}

fn word(kind: Option<impl std::fmt::Debug>) -> String {
    kind.map_or("-".to_owned(), |kind| format!("{kind:?}"))
}

fn field(field: &FieldInfo) {
    let values: Vec<String> = field
        .enumerated_values
        .iter()
        .flat_map(|list| &list.values)
        .map(|value| format!("{}={}", value.name, value.value.unwrap_or_default()))
        .collect();
    println!(
        "FIELD {} {} {} {} {} {} {}",
        field.name,
        field.lsb(),
        field.bit_width(),
        access(field.access),
        word(field.modified_write_values),
        word(field.read_action),
        values.join(",")
    );
}

fn register(register: &RegisterInfo, prefix: &str, base: u32) {
    let properties = &register.properties;
    println!(
        "REG {prefix}{} {} {} {} {} {}",
        register.name,
        base + register.address_offset,
        properties.size.unwrap_or_default(),
        access(properties.access),
        properties.reset_value.unwrap_or_default(),
        properties.reset_mask.unwrap_or_default()
    );
    register.fields().for_each(|entry| field(entry));
}

fn walk<'a>(children: impl Iterator<Item = &'a RegisterCluster>, prefix: &str, base: u32) {
    for child in children {
        match child {
            RegisterCluster::Register(entry) => register(entry, prefix, base),
            RegisterCluster::Cluster(cluster) => {
                let prefix = format!("{prefix}{}.", cluster.name);
                walk(cluster.children.iter(), &prefix, base + cluster.address_offset);
            }
        }
    }
}

fn main() {
    let path = std::env::args().nth(1).expect("the SVD file is the argument");
    let text = std::fs::read_to_string(path).expect("the SVD file can be read");
    let config = Config::default().validate_level(ValidateLevel::Strict).expand(true).expand_properties(true);
    let device = parse_with_config(&text, &config).unwrap_or_else(|error| panic!("{error:#}"));
    println!("DESCRIPTION {}", device.description);
    for peripheral in &device.peripherals {
        walk(peripheral.registers.iter().flatten(), "", peripheral.base_address as u32);
    }
}
