//! The table of the keys: names, registers, defaults, and the documentation.

use std::collections::BTreeSet;

use hws_regs::REGISTERS;
use hws_sim::fault::FaultKind;
use rstest::rstest;

use super::super::overlap::{halves, places};
use super::super::{KEYS, PolicyGroup, entries, get, list, markdown, overlap, set};
use super::*;
use crate::workload::legal_topologies;

#[test]
fn each_key_has_one_entry_with_all_its_columns() {
    let names: BTreeSet<_> = KEYS.iter().map(|key| &*key.name).collect();
    assert_eq!(names.len(), KEYS.len());
    let (list, markdown) = (list(), markdown());
    for entry in entries() {
        assert!(list.contains(&format!("\n{}\n", entry.key)), "{}", entry.key);
        assert!(markdown.contains(&format!("\n| `{}` |", entry.key)), "{}", entry.key);
        let columns = [&*entry.values, &*entry.sets, &*entry.effect];
        assert!(columns.iter().all(|column| !column.is_empty() && !column.contains('|')), "{}", entry.key);
        assert!(entry.default.is_some() || entry.key == "workload", "{}", entry.key);
    }
    for group in PolicyGroup::ALL {
        assert!(KEYS.iter().any(|key| key.group == group), "{group}");
    }
}

/// Every place exists in the register map, so that two policies of one field are recognised.
#[test]
fn every_register_that_is_named_exists() {
    let of_registers =
        KEYS.iter().filter(|key| matches!(key.group, PolicyGroup::Scheduling | PolicyGroup::Registers));
    for place in of_registers.flat_map(|key| places(&key.sets)) {
        let (register, field) = halves(place);
        let name = register.split('[').next().unwrap();
        let info = REGISTERS.iter().find(|info| info.name.split('[').next() == Some(name)).unwrap();
        let is_field = |field: &str| {
            let start = field.trim_end_matches('*');
            info.fields
                .iter()
                .any(|known| known.name == field || field != start && known.name.starts_with(start))
        };
        assert!(field.is_none_or(is_field), "{place}");
    }
}

/// Each default is a legal value, and setting it changes no register's value.
#[test]
fn a_default_is_what_a_run_has() {
    for key in KEYS.iter() {
        let Some(default) = key.default() else { continue };
        // An element of an array, instead of its range of indices.
        let name = key.name.replace("0..3]", "0]").replace("0..4]", "0]").replace("0..31]", "0]");
        let mut settings = RunSettings::default();
        set(&mut settings, &name, &default).unwrap();
        assert_eq!(get(&settings, &name).as_deref(), Some(&*default), "{name}");
        // What firmware would decide is a setting now, of the same field.
        let others = KEYS.iter().filter(|other| !other.name.contains("..") && !overlap(&name, &other.name));
        let changed: Vec<&str> = others
            .filter(|other| other.default() != get(&settings, &other.name))
            .map(|other| &*other.name)
            .collect();
        assert!(changed.is_empty(), "{name} changed {changed:?}");
    }
}

/// The values of registers.md and of a workload file without keys.
#[rstest]
#[case("promote.rules", "threshold")]
#[case("promote.threshold", "4")]
#[case("backfill.margin", "safe")]
#[case("p_top_k", "1")]
#[case("early_launch", "off")]
#[case("scale.curve", "linear:100:3200")]
#[case("topology", "16x2")]
#[case("bus_cycles", "4")]
#[case("cost.overhead", "1000")]
#[case("l2_bytes", "4194304")]
#[case("vcs", "64")]
#[case("report", "on")]
#[case("scale", "auto")]
#[case("transfers", "on")]
#[case("error_model", "none")]
#[case("inject.reject", "off")]
#[case("reg.PROMOTE.RTASK_MAX", "1")]
#[case("reg.SIP_USAGE_MASK[1][3].MASK", "4294967295")]
#[case("reg.SCALE_RATIO_TABLE_RANK[31]", "3200")]
fn defaults(#[case] key: &str, #[case] default: &str) {
    assert_eq!(get(&RunSettings::default(), key).as_deref(), Some(default));
}

#[test]
fn every_topology_and_every_fault_is_a_value_or_a_key() {
    let topology = KEYS.iter().find(|key| key.name == "topology").unwrap().values_in_words();
    let listed: Vec<String> = topology.replace(" or ", ", ").split(", ").map(str::to_owned).collect();
    assert_eq!(listed, legal_topologies());
    for kind in FaultKind::ALL {
        assert!(KEYS.iter().any(|key| key.name == format!("inject.{kind}")));
    }
}

#[rstest]
#[case("promote.threshold", "reg.PROMOTE.THRESHOLD", true)]
#[case("promote.threshold", "reg.PROMOTE", true)]
#[case("promote.rules", "reg.PROMOTE.RULE_TOP1", true)]
#[case("promote.rules", "reg.PROMOTE.RTASK_MAX", false)]
#[case("scale.curve", "reg.SCALE_RATIO_TABLE_RANK[7].RATIO", true)]
#[case("reg.SCALE_RATIO_TABLE_RANK[8].RATIO", "reg.SCALE_RATIO_TABLE_RANK[7].RATIO", false)]
#[case("reg.SCALE_RATIO_TABLE_RANK[7]", "reg.SCALE_RATIO_TABLE_RANK[7].RATIO", true)]
#[case("early_launch", "reg.EARLY_LAUNCH_MODE.MODE", true)]
#[case("early_launch", "early_launch.offset", false)]
#[case("promote.threshold", "promote.rtask_max", false)]
#[case("topology", "time_unit", false)]
#[case("inject.reject", "inject.stuck-sip", false)]
#[case("p_top_k", "p_top_k", false)]
#[case("p_top_q", "reg.P_TOP_K", false)]
fn policies_of_one_field_overlap(#[case] one: &str, #[case] other: &str, #[case] is_overlap: bool) {
    assert_eq!((overlap(one, other), overlap(other, one)), (is_overlap, is_overlap));
}

/// The documentation shows the tables as they are.
#[test]
fn the_documentation_has_the_tables() {
    let page = include_str!("../../../../docs/workloads.md");
    let tables = format!("\n{}## ", markdown());
    assert!(page.contains(&tables), "put this into docs/workloads.md:\n{}", markdown());
}
