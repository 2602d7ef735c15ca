use super::*;

#[test]
fn a_module_imports_only_from_those_before_it() {
    let kinds = [
        PageKind::Periodic,
        PageKind::Dataflow,
        PageKind::Pipeline,
        PageKind::Rank,
        PageKind::Gemini,
        PageKind::Compare,
    ];
    for kind in kinds {
        let page = kind.page();
        assert_eq!(page.unmet_import(), None, "{kind:?}");
        let turned: Vec<&str> = page.modules.iter().rev().copied().collect();
        assert!(Page { modules: &turned, ..page }.unmet_import().is_some(), "{kind:?}: order counts");
    }
}
