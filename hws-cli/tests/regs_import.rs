//! `hws regs import`: standard output, standard error, files and exit status.

use std::fs;
use std::path::Path;

use rstest::rstest;

use crate::common::{self, Said, fed, hws, said};

fn import(arguments: &[&str]) -> Said {
    said(&hws(&[&["regs", "import"], arguments].concat()))
}

fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    common::file(&format!("regs-import/{name}"), content)
}

fn peripheral(name: &str, register: &str) -> String {
    format!(
        "<peripheral><name>{name}</name><baseAddress>0x40001000</baseAddress><registers>\n<register><name>{register}</name>\
         <addressOffset>0</addressOffset></register></registers></peripheral>"
    )
}

fn device(peripherals: &[String]) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<!-- A chip. -->\n<device><name>CHIP</name><peripherals>{}</peripherals></device>",
        peripherals.concat()
    )
}

fn chip() -> String {
    device(&[peripheral("UART0", "CTRL"), peripheral("UART1", "8BIT"), peripheral("uart0", "R")])
}

#[test]
fn an_export_is_imported_and_exported_as_the_same_file() {
    for format in ["svd", "ipxact"] {
        let first = common::printed(&["regs", "export", "--format", format]);
        let map = file(&format!("same.{format}.yaml"), "");
        let (status, out, err) =
            import(&[&file(&format!("same.{format}"), &first), "--out", &map, "--force"]);
        assert_eq!((status, out.as_str()), (Some(0), ""), "{err}");
        assert!(err.contains("HWS: 98 registers, 193 fields; nothing in the file is lost\n"), "{err}");
        assert!(err.contains("not said in"), "{err}");
        assert_eq!(common::printed(&["regs", "export", "--format", format, &map]), first);
        let checked = common::printed(&["regs", "check", &map]);
        assert!(checked.contains("no errors, 98 registers"), "{checked}");
    }
}

#[test]
fn a_map_goes_to_standard_output_and_what_is_lost_to_standard_error() {
    let text = device(&[peripheral("UART", "8BIT")]);
    let (status, out, err) = import(&[&file("one.svd", &text)]);
    assert_eq!(status, Some(0));
    assert!(out.contains("name: N8BIT"), "{out}");
    assert!(err.contains("one.svd:4: lost: 8BIT: `8BIT` is not a name of a map: called `N8BIT`\n"), "{err}");
    assert!(err.contains("UART: 1 register, 1 field; 1 thing lost\n"), "{err}");
    assert!(err.contains("exports take --base 0x40001000\n"), "{err}");
    let said = fed(&["regs", "import", "-"], text.as_bytes());
    assert_eq!((said.0, said.1), (Some(0), out.replace("one.svd", "-")));
}

#[test]
fn a_block_is_chosen_listed_or_missed() {
    let chip = file("chip.svd", chip());
    let (status, out, _) = import(&[&chip, "--list"]);
    assert_eq!((status, out.as_str()), (Some(0), "UART0\nUART1\nuart0\n"));
    let (status, out, err) = import(&[&chip]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(
        err.contains("3 blocks (UART0, UART1, uart0); choose one with --block, or write all with --all"),
        "{err}"
    );
    let (status, _, err) = import(&[&chip, "--block", "UART2"]);
    assert_eq!(status, Some(2));
    assert!(
        err.contains("no block `UART2`; did you mean `UART0`?") || err.contains("did you mean `UART"),
        "{err}"
    );
    let (status, out, _) = import(&[&chip, "--block", "UART1"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("\nname: UART1\n"), "{out}");
}

#[test]
fn all_blocks_are_written_and_nothing_is_overwritten() {
    let chip = file("all.svd", chip());
    let folder = common::file("regs-import/all", "");
    fs::remove_file(&folder).unwrap();
    let (status, out, err) = import(&[&chip, "--all", "--out", &folder]);
    assert_eq!((status, out.as_str()), (Some(0), ""), "{err}");
    let mut names: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    // File systems without case have room for all of them.
    assert_eq!(names, ["uart0.yaml", "uart0_2.yaml", "uart1.yaml"]);
    let one = Path::new(&folder).join("uart1.yaml");
    fs::write(&one, "mine").unwrap();
    fs::remove_file(Path::new(&folder).join("uart0.yaml")).unwrap();
    let (status, _, err) = import(&[&chip, "--all", "--out", &folder]);
    assert_eq!(status, Some(2));
    assert!(err.contains("--force overwrites it"), "{err}");
    assert_eq!(fs::read_to_string(&one).unwrap(), "mine");
    assert!(!Path::new(&folder).join("uart0.yaml").exists(), "a refused import writes nothing");
    assert_eq!(import(&[&chip, "--all", "--out", &folder, "--force"]).0, Some(0));
    assert_ne!(fs::read_to_string(&one).unwrap(), "mine");
    fs::remove_dir_all(&folder).unwrap();
}

/// A peripheral that is more text than a map may have.
fn too_large(name: &str) -> String {
    let description = format!("<description>{}</description><registers>", "x".repeat(17 << 20));
    peripheral(name, "R").replace("<registers>", &description)
}

#[test]
fn a_block_that_is_not_a_map_does_not_take_the_others_with_it() {
    let chip = file("bad.svd", device(&[too_large("HUGE"), peripheral("UART", "CTRL")]));
    let folder = common::file("regs-import/bad", "");
    fs::remove_file(&folder).unwrap();
    let written = || fs::read_dir(&folder).unwrap().map(|one| one.unwrap().file_name()).collect::<Vec<_>>();
    let (status, out, err) = import(&[&chip, "--all", "--out", &folder, "--strict"]);
    assert_eq!((status, out.as_str()), (Some(1), ""), "{err}");
    assert!(!Path::new(&folder).exists(), "a refused import writes nothing");
    let (status, out, err) = import(&[&chip, "--all", "--out", &folder]);
    assert_eq!((status, out.as_str()), (Some(1), ""), "{err}");
    assert!(err.contains("bad.svd: HUGE: the registers do not make a map: "), "{err}");
    assert!(err.contains("UART: 1 register, 1 field; nothing in the file is lost\n"), "{err}");
    assert!(err.contains("bad.svd: 1 of 2 blocks left out: not a map\n"), "{err}");
    assert_eq!(written(), ["uart.yaml"]);
    fs::remove_dir_all(&folder).unwrap();
    let (status, out, err) = import(&[&chip, "--block", "HUGE", "--out", &folder]);
    assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
    assert!(!Path::new(&folder).exists());
}

#[test]
fn strict_writes_nothing_if_anything_is_lost() {
    let text = file("strict.svd", device(&[peripheral("UART", "8BIT")]));
    let (status, out, err) = import(&[&text, "--strict"]);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(err.contains("nothing is written, because of --strict"), "{err}");
    let text = file("lossless.svd", device(&[peripheral("UART", "CTRL")]));
    assert_eq!(import(&[&text, "--strict"]).0, Some(0));
}

/// Each with a part of the message.
#[rstest]
#[case("empty.svd", "", "not a description of registers: not XML")]
#[case("html.xml", "<html><body/></html>", "not a description of registers: XML of `<html>`")]
#[case("cut.svd", "<device><peripherals><peripheral><name>A", "cut.svd:1: this is not XML")]
#[case("none.svd", "<device><peripherals/></device>", "no registers: the file describes no block")]
#[case("none.xml", "<component><name>A</name></component>", "no registers: the file describes no block")]
fn what_is_not_a_description_is_refused(#[case] name: &str, #[case] text: &str, #[case] expected: &str) {
    let (status, out, err) = import(&[&file(name, text)]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.contains(expected), "{err}");
}

#[test]
fn files_in_other_encodings_are_read() {
    let text = device(&[peripheral("UART", "CTRL")]).replace("A chip.", "Größe.");
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
    let wide: Vec<u8> = [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for (name, bytes) in [("latin.svd", latin), ("marked.svd", marked), ("wide.svd", wide)] {
        let (status, out, err) = import(&[&file(name, bytes)]);
        assert_eq!(status, Some(0), "{name}: {err}");
        assert!(out.contains("name: CTRL"), "{name}: {out}");
    }
}

#[test]
fn a_missing_file_or_interpreter_is_named_with_the_remedy() {
    let (status, _, err) = import(&["no-such.svd"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("no-such.svd: cannot be read"), "{err}");
    let rdl = file("timer.rdl", "addrmap timer { reg { field {} f[0:0]; } one @ 0; };");
    let (status, out, err) = import(&[&rdl, "--python", "no-such-python"]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.contains("no-such-python: cannot be started") && err.contains("systemrdl-compiler"), "{err}");
}

/// An interpreter without the package, as most are.
#[cfg(unix)]
#[test]
fn a_missing_package_is_named_with_the_command_that_installs_it() {
    use std::os::unix::fs::PermissionsExt;
    let rdl = file("package.rdl", "addrmap timer { reg { field {} f[0:0]; } one @ 0; };");
    for (name, script, expected) in [
        (
            "without",
            "cat >/dev/null; echo 'No module named systemrdl' >&2; exit 3",
            "-m pip install systemrdl-compiler`",
        ),
        (
            "refusing",
            "cat >/dev/null; echo 'timer.rdl:1:2: error: no' >&2; exit 1",
            "systemrdl-compiler refuses the file:\ntimer.rdl:1:2",
        ),
        (
            "crashing",
            "cat >/dev/null; echo 'Traceback' >&2; exit 7",
            "the reader of SystemRDL failed:\nTraceback",
        ),
    ] {
        let python = file(name, format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
        let (status, out, err) = import(&[&rdl, "--python", &python]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{name}: {err}");
        assert!(err.contains(expected), "{name}: {err}");
    }
}
