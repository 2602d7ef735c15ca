use super::*;

#[test]
fn a_module_needs_only_those_before_it() {
    for kind in [PageKind::Periodic, PageKind::Dataflow, PageKind::Pipeline] {
        let parts = kind.parts();
        assert_eq!(parts.unmet_import(), None, "{kind:?}");
        let turned: Vec<&str> = parts.modules.iter().rev().copied().collect();
        assert!(PageParts { modules: &turned, ..parts }.unmet_import().is_some(), "{kind:?}: order counts");
    }
}

#[test]
fn parts_stand_in_the_frame_in_order() {
    let parts = PageParts {
        frame: "a/* STYLE */b/* DATA */c/* PROGRAM */d",
        styles: &["one{}", "two{}"],
        modules: &["import { el } from \"./elements.mjs\";\nexport const first = 1;\nlet second = 2;\n"],
    };
    let mut page = Vec::new();
    parts.write(&["<"], &mut page).unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(page.starts_with(&format!("a{}one{{}}two{{}}b[\"\\u003c\"]c", shell::STYLE)), "{page}");
    assert!(page.ends_with("\nconst first = 1;\nlet second = 2;\nd"), "{page}");
}

#[test]
fn an_import_is_met_by_a_function_a_class_or_a_constant() {
    let unmet = |above: &'static str, name: &str| {
        let below = format!("import {{ {name} }} from \"./above.mjs\";");
        PageParts { frame: "", styles: &[], modules: &[above, &below] }.unmet_import()
    };
    assert_eq!(unmet("export function mine() {}", "mine"), None);
    assert_eq!(unmet("export class Mine {}", "Mine"), None);
    assert_eq!(unmet("export const A = 1, B = 2;", "B"), None);
    assert_eq!(unmet("const A = 1;", "A").as_deref(), Some("A"));
    assert_eq!(unmet("export const AB = 1;", "A").as_deref(), Some("A"));
}
