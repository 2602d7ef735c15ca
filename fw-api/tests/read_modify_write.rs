//! Calls of `modify` on registers that must not be read, modified and written back do not compile. Their
//! twins, which differ only in the offending call, do.

mod compiler;

use std::fs;
use std::path::{Path, PathBuf};

use compiler::Compiler;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/read_modify_write/cases");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_case = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.ends_with(".rs") && !name.ends_with("_twin.rs")
    };
    let mut cases: Vec<PathBuf> = files.filter(is_case).collect();
    cases.sort();
    cases
}

fn twin(case: &Path) -> PathBuf {
    case.with_file_name(format!("{}_twin.rs", case.file_stem().unwrap().to_str().unwrap()))
}

/// The name of a register's type, which every case imports as its last word.
fn register(case: &Path) -> String {
    let text = fs::read_to_string(case).unwrap();
    let import = text.lines().find(|line| line.starts_with("use fw_api::")).unwrap();
    import.strip_suffix("};").and_then(|line| line.rsplit("::").next()).unwrap().to_owned()
}

/// The calls are refused for the intended reason and for no other.
#[test]
fn the_call_does_not_compile_and_its_twin_does() {
    let compiler = Compiler::new();
    for case in cases() {
        let refusal = compiler.check(&case).expect_err(&case.display().to_string());
        let reason = format!(
            "error[E0277]: `fw_api::hws_regs::{}` cannot be read, modified and written back\n",
            register(&case)
        );
        assert!(refusal.starts_with(&reason), "{refusal}");
        assert_eq!(refusal.matches("\nerror[").count(), 0, "{refusal}");
        for part in
            ["not plain RW: it has a pulse", "write the whole value,", "required by a bound in `modify`\n"]
        {
            assert!(refusal.contains(part), "{refusal}");
        }
        assert_eq!(compiler.check(&twin(&case)), Ok(()));
    }
}

#[test]
fn a_twin_differs_in_one_line_with_the_other_call() {
    for case in cases() {
        let (text, other) = (fs::read_to_string(&case).unwrap(), fs::read_to_string(twin(&case)).unwrap());
        assert_eq!(text.lines().count(), other.lines().count());
        let differing: Vec<(&str, &str)> =
            text.lines().zip(other.lines()).filter(|(one, two)| one != two).collect();
        let [(offending, twin)] = differing[..] else { panic!("{}: {differing:?}", case.display()) };
        assert!(offending.contains("bus.modify(") && !twin.contains("bus.modify("), "{offending}");
    }
}

#[test]
fn every_kind_of_register_has_a_case() {
    let stems: Vec<String> =
        cases().iter().map(|case| case.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    for kind in [
        "err_status",
        "mih_data_hi",
        "hws_ctrl",
        "dag_cmd",
        "td_refresh",
        "hrm_fw_claim",
        "hrm_fw_release",
        "block_trigger_cnt",
    ] {
        assert!(stems.iter().any(|stem| stem == kind), "{kind}");
    }
}
