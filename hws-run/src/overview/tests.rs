//! The overview of a small workload.

use std::sync::Arc;

use hws_json_schema::Schema;
use hws_types::SipMask;

use super::{Overview, RegisterOverview, schema};
use crate::workload::{InputFile, Inputs, Understood, built_in};

const FILE: &str = "\
hardware: { topology: 6x4, time_unit: 2, registers: { P_TOP_K: 2, 'SIP_USAGE_MASK[0][0]': 0xF } }
contexts: { 0: { 2: 0xC0 } }
error_model: uniform:1%
dags:
  - id: g
    arrival: 100
    kernels:
      - { id: a, threads: 2, blocks: 3, est: 50, actual: 120 }
      - { id: p, prefetch: b }
      - { id: b, threads: 1, est: 7, actual: 10, coop: true, trigger: { window: 1 }, deps: [a] }
";
const CONFIG: &str = "hardware: { bus_cycles: 2, registers: { DYN_DAG_PRIO: 1 } }\n";

fn understood() -> Understood {
    let source =
        |name: &str, text: &str| InputFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() };
    let inputs = Inputs {
        files: vec![source("w.yaml", FILE)],
        config: Some(source("c.yaml", CONFIG)),
        policies: vec![("p_top_k".to_owned(), "4".to_owned()), ("launch_delay".to_owned(), "5".to_owned())],
        ..Inputs::default()
    };
    inputs.understand(&mut |_, _| Err(std::io::ErrorKind::NotFound.into())).unwrap()
}

/// 24 attempt units of 2 cycles, a delay of 5 and one more: the safe margin is 30, positive. TIME_UNIT
/// counts from 0; the topology 6x4 is 0x406.
#[test]
fn every_register_that_differs_has_its_source() {
    let overview = Overview::new(&understood()).unwrap();
    let row = |register: &str, value, reset, source: &str| RegisterOverview {
        register: register.to_owned(),
        value,
        reset,
        set_by: source.to_owned(),
    };
    let expected = [
        row("HWS_CTRL", 1, 0, "firmware"),
        row("HWS_WORK_MODE", 4, 0, "firmware"),
        row("SIP_TOPOLOGY", 0x406, 0x210, "w.yaml"),
        row("TIME_UNIT", 1, 0, "w.yaml"),
        row("ENABLE_SECOND_RSC_SCH", 1, 0, "firmware"),
        row("LAUNCH_SIP_DELAY", 5, 0, "policy launch_delay=5"),
        row("RSVD_SIP_BACKFILL_MARGIN_OFFSET", 0x8000_001E, 0, "firmware"),
        row("P_TOP_K", 4, 1, "policy p_top_k=4"),
        row("DYN_DAG_PRIO", 1, 0, "c.yaml"),
        row("SIP_USAGE_MASK[0][0]", 0xF, u32::MAX, "w.yaml"),
        row("SIP_USAGE_MASK[0][1]", 0xC0, u32::MAX, "w.yaml"),
        row("IRQ_ENABLE", 3, 0, "firmware"),
    ];
    let mut found = overview.registers;
    let mut expected = expected.to_vec();
    found.sort_by(|a, b| a.register.cmp(&b.register));
    expected.sort_by(|a, b| a.register.cmp(&b.register));
    assert_eq!(found, expected);
}

#[test]
fn the_machine_and_its_sources() {
    let machine = Overview::new(&understood()).unwrap().machine;
    assert_eq!((machine.topology.as_str(), machine.sips), ("6x4", 24));
    assert_eq!((machine.time_unit, machine.bus_cycles, machine.pre_complete_lead), (2, 2, 0));
    let sources: Vec<_> = machine.set_by.iter().map(|(key, source)| (*key, source.as_str())).collect();
    assert_eq!(sources, [("bus_cycles", "c.yaml"), ("time_unit", "w.yaml"), ("topology", "w.yaml")]);
}

/// 6x4 has a cluster in each byte, with six SIPs from bit 0 on. Blocks of two do not fit in 0xC0, because SIPs 6
/// and 7 are not present; blocks of one fit four times in 0xF.
#[test]
fn masks_are_those_of_the_machine() {
    let overview = Overview::new(&understood()).unwrap();
    let kernels = &overview.dags[0].kernels;
    assert_eq!((kernels[0].sip_mask, kernels[0].places), (0, 0));
    assert_eq!((kernels[2].sip_mask, kernels[2].places), (0xF, 4));
    let text = overview.to_string();
    assert!(text.contains("CANNOT RUN\n"), "{text}");
    assert_eq!(text.matches("CANNOT RUN").count(), 1);
}

/// `a` is 3 blocks of 2 threads and 120 cycles, `b` one of 10: 730 SIP cycles, a path of 130. On 24 SIPs the
/// work is 31 cycles, so the path bounds; Graham: ceil((730 + 23 · 130) / 24) = 155, and 100 of arrival.
#[test]
fn times_and_bounds() {
    let overview = Overview::new(&understood()).unwrap();
    let dag = &overview.dags[0];
    assert_eq!((overview.kernels, overview.work, dag.work), (3, 730, 730));
    assert_eq!((dag.arrival, dag.critical_path), (100, 130));
    assert_eq!((overview.lower_bound, overview.graham_bound), (230, 255));
}

#[test]
fn the_text_describes_kernels() {
    let text = Overview::new(&understood()).unwrap().to_string();
    for said in [
        "machine           6x4, 24 SIPs  (w.yaml)\n",
        "register access   2 cycles  (c.yaml)\n",
        "pre-complete lead none\n",
        "error model       uniform:1%, seed 0\n",
        "  allocates for b; coop\n",
        "  coop; window 1; after a, the launch of p\n",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
}

/// The critical path has 130 cycles.
#[test]
fn deadlines_and_priorities_are_noted() {
    let mut understood = understood();
    let text = |understood: &Understood| Overview::new(understood).unwrap().to_string();
    let workload = Arc::make_mut(&mut understood.workload);
    let dag = &mut workload.dags[0];
    (dag.deadline, dag.priority, dag.kernels[0].deadline) = (Some(130), 3, Some(77));
    let said = text(&understood);
    assert!(said.contains("static  priority 3, deadline 130\n"), "{said}");
    assert!(said.contains("  deadline 77; CANNOT RUN\n"), "{said}");
    Arc::make_mut(&mut understood.workload).dags[0].deadline = Some(129);
    assert!(text(&understood).contains(", deadline 129, which NO SCHEDULE MEETS\n"));
}

#[test]
fn the_json_fits_its_schema() {
    let validator = Schema::new(schema());
    let built_in = Understood {
        workload: built_in().into(),
        origins: Default::default(),
        error_model: None,
        reading: Default::default(),
    };
    for understood in [understood(), built_in] {
        let overview = serde_json::to_value(Overview::new(&understood).unwrap()).unwrap();
        assert_eq!(validator.errors(&overview), [""; 0]);
    }
    let full = Overview::new(&Inputs::default().understand(&mut |_, _| unreachable!()).unwrap()).unwrap();
    assert!(full.dags.iter().flat_map(|dag| &dag.kernels).all(|kernel| kernel.sip_mask == SipMask::ALL.0));
}
