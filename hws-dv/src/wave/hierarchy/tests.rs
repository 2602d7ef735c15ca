//! How deep scopes may be, and how long their paths.

use super::limits::DEEPEST;
use super::*;

type Grow = fn(&mut Hierarchy) -> Result<(), String>;

const BIT: (u32, VariableKind) = (1, VariableKind::Vector);

fn nested(levels: usize) -> Hierarchy {
    let mut hierarchy = Hierarchy::new();
    (0..levels).for_each(|level| hierarchy.enter(&format!("s{level}")).unwrap());
    hierarchy
}

/// The bytes of all paths, as they are kept for scopes and made for variables.
fn bytes(hierarchy: &Hierarchy) -> usize {
    let of_variables = hierarchy.variables.iter().map(|it| hierarchy.scope_of(it).len() + 1 + it.name.len());
    hierarchy.scopes.iter().map(String::len).chain(of_variables).sum()
}

#[test]
fn scopes_are_nested_up_to_the_limit() {
    let mut hierarchy = nested(DEEPEST);
    let refusal = hierarchy.enter("inner").unwrap_err();
    assert_eq!(
        refusal,
        "`inner`: scopes are nested more than 1000 deep; dump only the design under test, from its own scope"
    );
    assert_eq!((hierarchy.scopes.len(), hierarchy.open.len()), (DEEPEST + 1, DEEPEST));
    hierarchy.leave();
    assert_eq!(hierarchy.enter("beside"), Ok(()), "a scope beside another one is not deeper");
}

#[test]
fn many_scopes_and_signals_with_long_paths_take_memory_by_their_number() {
    let grows: [Grow; 2] = [
        |hierarchy| hierarchy.enter("x").map(|()| hierarchy.leave()),
        |hierarchy| hierarchy.add("x", BIT, SignalId(0)),
    ];
    for grow in grows {
        let mut hierarchy = nested(DEEPEST - 1);
        let refusal = (0..20_000).find_map(|_| grow(&mut hierarchy).err()).expect("the paths are refused");
        assert!(refusal.starts_with("`x`: paths have more than 512 bytes on average; dump"), "{refusal}");
        let number = hierarchy.scopes.len() + hierarchy.variables.len();
        assert!(bytes(&hierarchy) <= (16 << 20) + 512 * number, "{} of {number}", bytes(&hierarchy));
    }
}

#[test]
fn paths_of_usual_length_are_never_too_many() {
    let mut hierarchy = nested(90);
    for number in 0..200_000 {
        hierarchy.add(&format!("signal_{number}"), BIT, SignalId(number)).unwrap();
    }
    assert!(bytes(&hierarchy) > 16 << 20);
}

#[test]
fn a_path_with_all_scopes_around_it_has_the_same_limit() {
    let mut scopes = BTreeMap::new();
    let mut add =
        |path: &str| Hierarchy::new().add_nested(path, BIT, SignalId(0), &mut scopes).map_err(|it| it.len());
    assert_eq!(add(&("s.".repeat(DEEPEST) + "clk")), Ok(()));
    assert!(add(&("t.".repeat(DEEPEST + 1) + "clk")).is_err());
}
