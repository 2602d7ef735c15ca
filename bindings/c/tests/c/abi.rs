//! The version of the binary interface rises with every change of it. `abi.txt` of each library records what its header
//! declared, and with which version: functions, members of structs, values.
//!
//! `BLESS=1 cargo test -p hws-fw-c --test c abi` records a change, if the version has risen as the change demands.

use std::collections::BTreeSet;
use std::fs;

use crate::gcc::folder;
use hws_fw::{HWS_FW_ABI_VERSION, hws_fw_abi_fits, hws_fw_abi_version};
use hws_model_c::{HWS_MODEL_ABI_VERSION, hws_model_abi_fits, hws_model_abi_version};

/// Major numbers count in thousands.
const MAJOR: u32 = 1000;

/// What a program may rely on: a line for each function, struct, type and value.
type Interface = BTreeSet<String>;

/// Reads a header: its constants, and every declaration on a line of its own, an enumerator as one.
fn interface(header: &str) -> Interface {
    let lines: Vec<_> = without_comments(header).lines().map(str::to_owned).collect();
    let constants =
        lines.iter().filter_map(|line| line.strip_prefix("#define ")).filter(|line| is_value(line));
    let code: String =
        lines.iter().filter(|line| !is_scaffold(line)).map(|line| format!("{line} ")).collect();
    let declarations = statements(&code).into_iter().flat_map(|declaration| parts(&declaration));
    constants.map(normal).map(|line| format!("#define {line}")).chain(declarations).collect()
}

fn without_comments(header: &str) -> String {
    let mut pieces = header.split("/*");
    let first = pieces.next().unwrap_or_default().to_owned();
    let text = pieces.fold(first, |text, piece| text + piece.split_once("*/").map_or("", |(_, code)| code));
    text.lines().map(|line| format!("{}\n", line.split("//").next().unwrap_or_default())).collect()
}

/// A constant with a value; not a guard, and not a list of all values, which grows with them.
fn is_value(line: &str) -> bool {
    line.split_once(' ').is_some_and(|(name, value)| !name.ends_with("_ALL") && !value.trim().is_empty())
}

/// Directives, and the lines around the declarations for C++.
fn is_scaffold(line: &str) -> bool {
    line.starts_with('#') || line.starts_with("extern \"C\"") || line.trim_end() == "}"
}

fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits at the semicolons outside braces.
fn statements(code: &str) -> Vec<String> {
    let (mut depth, mut statements) = (0, vec![String::new()]);
    for letter in code.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ';' && depth == 0 {
            statements.push(String::new());
        } else if let Some(last) = statements.last_mut() {
            last.push(letter);
        }
    }
    statements.iter().map(|statement| normal(statement)).filter(|statement| !statement.is_empty()).collect()
}

/// The enumerators of an enum, each by itself; any other declaration as it is.
fn parts(declaration: &str) -> Vec<String> {
    let enumerators = declaration.strip_prefix("enum ").and_then(|rest| rest.split_once('{'));
    let Some((name, values)) = enumerators else { return vec![declaration.to_owned()] };
    let values = values.trim_end_matches('}').split(',').map(str::trim).filter(|value| !value.is_empty());
    values.map(|value| format!("enum {}: {value}", name.trim())).collect()
}

/// The least version after a change: the same if there is none, the next minor one if something was added, the next major
/// one if something was changed or removed.
fn least(version: u32, recorded: &Interface, now: &Interface) -> u32 {
    if recorded == now {
        version
    } else if recorded.is_subset(now) {
        version + 1
    } else {
        (version / MAJOR + 1) * MAJOR
    }
}

/// The text of a record, which begins with the version; and its parts.
fn record(version: u32, interface: &Interface) -> String {
    let lines: String = interface.iter().map(|line| format!("{line}\n")).collect();
    format!("version {version}\n{lines}")
}

fn recorded(text: &str) -> (u32, Interface) {
    let (version, lines) = text.strip_prefix("version ").unwrap().split_once('\n').unwrap();
    (version.parse().unwrap(), lines.lines().map(str::to_owned).collect())
}

/// Compares a header with the record, or records it.
fn check(header: &str, record_file: &str, constant: &str, version: u32) {
    let mut now = interface(&fs::read_to_string(folder(header)).unwrap());
    assert!(now.remove(&format!("#define {constant} {version}")), "{header} has another {constant}");
    let file = folder(record_file);
    let old = fs::read_to_string(&file).unwrap_or_default();
    if let Some((before, old)) = (!old.is_empty()).then(|| recorded(&old)) {
        let least = least(before, &old, &now);
        let removed: Vec<_> = old.difference(&now).collect();
        let added: Vec<_> = now.difference(&old).collect();
        assert!(
            version >= least,
            "{header} differs from {record_file}: {constant} is {version} and has to be {least} at least (abi.rs)\n\
             no longer there: {removed:#?}\nnew: {added:#?}"
        );
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, record(version, &now)).unwrap();
    }
    let text = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(text, record(version, &now), "{record_file}; BLESS=1 rewrites it");
}

#[test]
fn the_version_of_the_firmware_api_rises_with_its_interface() {
    check("include/hws_fw.h", "abi.txt", "HWS_FW_ABI_VERSION", hws_fw_abi_version());
}

#[test]
fn the_version_of_the_model_rises_with_its_interface() {
    let (header, record) = ("../c-model/include/hws_model.h", "../c-model/abi.txt");
    check(header, record, "HWS_MODEL_ABI_VERSION", hws_model_abi_version());
}

#[test]
fn a_library_fits_headers_of_its_major_version_that_are_not_newer() {
    for (version, fits) in [
        (HWS_FW_ABI_VERSION, hws_fw_abi_fits as extern "C" fn(u32) -> bool),
        (HWS_MODEL_ABI_VERSION, hws_model_abi_fits),
    ] {
        let major = version / MAJOR * MAJOR;
        assert!((major..=version).all(|header| fits(header)));
        for header in [0, major - 1, version + 1, major + MAJOR, version + MAJOR, u32::MAX] {
            assert!(!fits(header), "{header}");
        }
    }
}

const SMALL: &str = "#ifndef X_H\n#define X_H\n/* text; of\n * lines */\n#define X_SIZE 3\n// All.\n#define X_ALL { A, }\n\
    enum x\n#if C\n  : int32_t\n#endif\n {\n  // One.\n  A = 0,\n  B = 1,\n};\ntypedef struct {\n  int a; // one\n  int b;\n} pair;\n\
    extern \"C\" {\nint f(const pair *p,\n      int n);\n}  // extern\n#endif\n";

#[test]
fn a_header_is_read_declaration_by_declaration() {
    let expected = [
        "#define X_SIZE 3",
        "enum x : int32_t: A = 0",
        "enum x : int32_t: B = 1",
        "int f(const pair *p, int n)",
        "typedef struct { int a; int b; } pair",
    ];
    assert_eq!(interface(SMALL).into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn the_kind_of_a_change_decides_which_number_rises() {
    let old = interface(SMALL);
    let after = |from: &str, to: &str| {
        assert!(SMALL.contains(from), "{from}");
        least(2003, &old, &interface(&SMALL.replacen(from, to, 1)))
    };
    assert_eq!(after("// One.", "// First."), 2003);
    assert_eq!(after("  B = 1,", "  B = 1,\n  C = 2,"), 2004);
    assert_eq!(after("}  //", "int g(void);\n}  //"), 2004);
    assert_eq!(after("X_SIZE 3", "X_SIZE 4"), 3000);
    assert_eq!(after("B = 1", "B = 2"), 3000);
    assert_eq!(after("int a; // one\n  int b;", "int b; int a;"), 3000);
    assert_eq!(after("int b;", "int b; int c;"), 3000);
    assert_eq!(after("int n)", "long n)"), 3000);
    assert_eq!(after("int f(const pair *p,\n      int n);", ""), 3000);
}
