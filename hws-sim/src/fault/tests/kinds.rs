use std::collections::BTreeSet;

use crate::fault::{BusFaults, FaultKind, FaultPlan, LineFaults, MachineFaults};

#[test]
fn a_kind_is_found_by_its_name() {
    let names: BTreeSet<&str> = FaultKind::ALL.into_iter().map(FaultKind::name).collect();
    assert_eq!(names.len(), FaultKind::ALL.len());
    assert!(FaultKind::ALL.into_iter().all(|kind| kind.to_string().parse() == Ok(kind)));
}

#[test]
fn an_unknown_name_gets_a_suggestion_and_the_list() {
    let error = "lost-reports".parse::<FaultKind>().unwrap_err().to_string();
    assert!(
        error.starts_with("unknown fault `lost-reports`; did you mean `lost-report`? expected bus-fault, "),
        "{error}"
    );
    assert!(error.ends_with(", reject"), "{error}");
}

#[test]
fn every_kind_belongs_to_exactly_one_place() {
    for kind in FaultKind::ALL {
        let plan = FaultPlan::new().with_fault_at(kind, 0..u64::MAX);
        let (machine, bus, line) = (MachineFaults::new(&plan), BusFaults::new(&plan), LineFaults::new(&plan));
        let none = FaultPlan::new();
        let places = [
            format!("{machine:?}") != format!("{:?}", MachineFaults::new(&none)),
            format!("{bus:?}") != format!("{:?}", BusFaults::new(&none)),
            format!("{line:?}") != format!("{:?}", LineFaults::new(&none)),
        ];
        assert_eq!(places.into_iter().filter(|is_here| *is_here).count(), 1, "{kind}");
    }
}
