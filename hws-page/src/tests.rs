use super::*;

const FRAME: &str = "<!-- head -->\na\n<!-- end -->\n";

fn written(page: &Page<'_>, data: &impl Serialize) -> String {
    let mut out = Vec::new();
    page.write(data, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_shared_modules_import_only_from_earlier_ones() {
    assert_eq!(Page { frame: FRAME, styles: &[], modules: &[] }.unmet_import(), None);
}

#[test]
fn partials_styles_data_and_program_replace_their_marks() {
    let page = Page {
        frame: FRAME,
        styles: &["one{}\n", "two{}\n"],
        modules: &["import { el } from \"./elements.mjs\";\nexport const first = 1;\nlet second = 2;\n"],
    };
    let html = written(&page, &["<"]);
    assert!(html.starts_with("<!DOCTYPE html>\n") && html.ends_with("</html>\n"), "{html}");
    assert!(
        html.contains(&format!("<style>\n{}one{{}}\ntwo{{}}\n</style>\n</head>\n<body>\na\n", frame::STYLE))
    );
    assert!(html.contains("id=\"data\">\n[\"\\u003c\"]\n</script>"), "{html}");
    assert!(html.contains("\nconst first = 1;\nlet second = 2;\n</script>"), "{html}");
    for mark in ["<!--", "import ", "export "] {
        assert!(!html.contains(mark), "{mark}");
    }
}

#[test]
fn an_unknown_mark_is_an_error() {
    let page = Page { frame: "a\n<!-- heads -->\n", styles: &[], modules: &[] };
    let error = page.write(&0, &mut Vec::new()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    assert_eq!(error.to_string(), "the frame includes `heads`, which is not a partial");
}

#[test]
fn an_import_is_met_by_a_function_a_class_or_a_constant() {
    let unmet = |earlier: &'static str, name: &str| {
        let later = format!("import {{ {name} }} from \"./earlier.mjs\";");
        Page { frame: "", styles: &[], modules: &[earlier, &later] }.unmet_import()
    };
    assert_eq!(unmet("export function mine() {}", "mine"), None);
    assert_eq!(unmet("export class Mine {}", "Mine"), None);
    assert_eq!(unmet("export const A = 1, B = 2;", "B"), None);
    assert_eq!(unmet("const A = 1;", "A").as_deref(), Some("A"));
    assert_eq!(unmet("export const AB = 1;", "A").as_deref(), Some("A"));
}

#[test]
fn an_import_is_not_met_by_a_later_module() {
    let modules = ["import { mine } from \"./later.mjs\";", "export function mine() {}"];
    assert_eq!(Page { frame: "", styles: &[], modules: &modules }.unmet_import().as_deref(), Some("mine"));
}
