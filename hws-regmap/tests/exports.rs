//! The export formats, as far as they can be checked without third-party tools (see `exports_readers.rs`).

use hws_regmap::emit::{self, ExportOptions, FORMATS};
use hws_regmap::{Code, Map, MapDiagnostic, check, fingerprint, load};
use hws_regs::REGMAP_YAML;
use rstest::rstest;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const NAMES: [&str; 13] = [
    "rust",
    "c",
    "systemverilog",
    "uvm",
    "systemrdl",
    "svd",
    "ipxact",
    "json",
    "markdown",
    "html",
    "python",
    "c-tests",
    "cocotb",
];

fn map(text: &str) -> Map {
    load(text, "regmap.yaml").unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"))
}

fn with(old: &str, new: &str) -> Map {
    assert!(REGMAP_YAML.contains(old), "{old}");
    map(&REGMAP_YAML.replacen(old, new, 1))
}

fn export(name: &str, map: &Map) -> String {
    (emit::format(name).unwrap().emit)(map, &ExportOptions::default()).unwrap()
}

#[test]
fn every_format_is_there_once() {
    let mut names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    let mut expected = NAMES;
    names.sort_unstable();
    expected.sort_unstable();
    assert_eq!(names, expected);
    assert!(FORMATS.iter().all(|format| !format.extension.is_empty() && !format.description.is_empty()));
}

#[test]
fn an_unknown_format_is_refused_with_the_known_ones() {
    let message = emit::format("vhdl").unwrap_err().to_string();
    assert!(message.contains("`vhdl`"), "{message}");
    assert!(NAMES.iter().all(|name| message.contains(name)), "{message}");
}

#[test]
fn every_export_is_deterministic_and_carries_the_fingerprint() {
    let map = map(REGMAP_YAML);
    let digits = format!("{:016x}", fingerprint(&map));
    for format in FORMATS {
        let text = (format.emit)(&map, &ExportOptions::default()).unwrap();
        assert_eq!(text, (format.emit)(&map, &ExportOptions::default()).unwrap(), "{}", format.name);
        assert!(text.replace('_', "").contains(&digits), "{} lacks the fingerprint", format.name);
        assert!(text.ends_with('\n') && !text.contains('\r'), "{} is not a text file", format.name);
    }
}

#[test]
fn every_export_has_every_register_and_field() {
    let map = map(REGMAP_YAML);
    let text = |format: &emit::ExportFormat| {
        (format.emit)(&map, &ExportOptions::default()).unwrap().to_ascii_uppercase()
    };
    for (format, text) in FORMATS.iter().map(|format| (format.name, text(format))) {
        for register in &map.registers {
            let word = register.name.value.rsplit('.').next().unwrap().trim_end_matches("[]");
            assert!(text.contains(word), "{format} lacks {word}");
            let missing = register.fields.iter().find(|field| !text.contains(&field.name.value));
            assert!(missing.is_none(), "{format} lacks {missing:?}");
        }
    }
}

#[rstest]
#[case("systemrdl", "} XMC_SIP_MAP_31 @0x02fc;", "} XMC_SIP_MAP[")]
#[case("svd", "<name>XMC_SIP_MAP_31</name>", "<name>XMC_SIP_MAP[%s]")]
#[case("ipxact", "<ipxact:name>XMC_SIP_MAP_31</ipxact:name>", "<ipxact:name>XMC_SIP_MAP</ipxact:name>")]
fn an_array_with_different_resets_is_unrolled(#[case] name: &str, #[case] there: &str, #[case] gone: &str) {
    let text = export(name, &map(REGMAP_YAML));
    assert!(text.contains(there), "{name} has no {there}");
    assert!(!text.contains(gone), "{name} has {gone}");
}

/// OUT and its alias CLEAR, whose writes of 1 clear.
fn with_an_alias(out: &str, alias: &str) -> Result<Map, Vec<MapDiagnostic>> {
    let text = format!(
        "name: P\nwindow_bytes: 0x10\npages: [{{name: M, registers: [\n\
         {{name: OUT, offset: 0, fields: [{{name: PINS, bits: [31, 0], reset: 0{out}}}]}},\n\
         {{name: CLEAR, offset: 4, alias_of: OUT, access: W1C{alias}}}]}}]\n"
    );
    load(&text, "alias.yaml")
}

/// With what the export says of PINS in CLEAR, if the hardware only reads OUT and if it writes OUT, too.
#[rstest]
#[case("systemrdl", "onwrite = woclr; hw = r;\n", "onwrite = woclr; hw = rw;")]
#[case("uvm", "PINS.configure(this, 32, 0, \"W1C\", 0, ", "PINS.configure(this, 32, 0, \"W1C\", 1, ")]
#[case("ipxact", "<ipxact:volatile>false</ipxact:volatile>", "<ipxact:volatile>true</ipxact:volatile>")]
#[case("c-tests", "WRITE_ONE_CLEARS, 1, 0, 0", "WRITE_ONE_CLEARS, 3, 0, 0")]
fn an_alias_has_the_hardware_side_of_its_target(
    #[case] name: &str,
    #[case] read: &str,
    #[case] written: &str,
) {
    let texts = ["", ", hardware: both"].map(|out| export(name, &with_an_alias(out, "").unwrap()));
    let clear = |text: &String| text[text.find("CLEAR").unwrap()..].to_owned();
    let [one, other] = &texts.map(|text| clear(&text));
    assert!(one.contains(read) && !one.contains(written), "{one}");
    assert!(other.contains(written) && !other.contains(read), "{other}");
}

#[test]
fn an_alias_that_states_another_hardware_side_is_refused() {
    assert!(with_an_alias(", hardware: both", ", hardware: both").is_ok());
    let found = with_an_alias(", hardware: both", ", hardware: sets").unwrap_err();
    let [found] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(found.code, Code::IllegalAccess);
    let message = "CLEAR cannot have another hardware side than OUT (hardware: sets)";
    assert_eq!((found.message.as_str(), found.notes.len()), (message, 1));
}

#[rstest]
#[case("systemrdl", "onread = ruser;")]
#[case("svd", "<readAction>modifyExternal</readAction>")]
#[case("ipxact", "A read removes what it returns.")]
fn an_export_documents_that_a_read_pops(#[case] name: &str, #[case] effect: &str) {
    assert!(export(name, &map(REGMAP_YAML)).contains(effect));
    let quiet = export(name, &with("access: RP", "access: RO"));
    assert!(!quiet.contains(effect), "{name} reports {effect} for a register without it");
}

#[test]
fn a_stride_with_gaps_is_unrolled_if_a_format_has_no_stride() {
    let holes = with("{count: N_SIP, stride: 4, index: \"logical SIP\"}", "{count: 4, stride: 8, index: x}");
    let text = export("ipxact", &holes);
    assert!(text.contains("<ipxact:name>XMC_SIP_MAP_3</ipxact:name>"));
    assert!(text.contains("<ipxact:addressOffset>'h198</ipxact:addressOffset>"), "0x298 - 0x100 of the page");
}

/// Text that would end a comment, a string, a cell or an element of some format.
#[test]
fn prose_cannot_break_out_of_its_place() {
    let hostile = r#"*/ \" </p><script>alert(1)</script> | --> `x` \\"#;
    let map = with("Master switch and soft reset.", hostile);
    for name in ["svd", "ipxact", "html"] {
        let text = export(name, &map);
        assert!(!text.contains("alert(1)</script>"), "{name}");
        assert!(text.contains("&lt;script&gt;"), "{name}");
    }
    assert!(!export("c", &map).contains("HWS_CTRL: */"));
    assert!(export("systemrdl", &map).contains(r#"*/ \" </p>"#));
    assert!(export("markdown", &map).contains(r"\<script\>alert(1)\</script\> \|"));
}

/// The page shows addresses in the system beside offsets, as far as 64 bits hold them.
#[rstest]
#[case(0, "data-base=\"0\"", false)]
#[case(0x4000_0000, "address 0x40000010", true)]
#[case(u64::MAX - 0x3fff, "address 0xffffffffffffc010", true)]
#[case(u64::MAX - 0x3ffe, "from 0xffffffffffffc001", false)]
fn a_page_has_the_addresses_of_its_base(#[case] base: u64, #[case] there: &str, #[case] has_addresses: bool) {
    let options = ExportOptions { base, ..ExportOptions::default() };
    let page = (emit::format("html").unwrap().emit)(&map(REGMAP_YAML), &options).unwrap();
    assert!(page.contains(there), "no {there}");
    assert_eq!(page.contains("<span class=\"tag\">address "), has_addresses);
}

#[test]
fn every_export_can_show_a_map_without_arrays_of_two_dimensions() {
    let map = map(include_str!("small.yaml"));
    assert!(map.registers.iter().all(|register| register.dims.len() < 2));
    for format in FORMATS {
        assert!(!(format.emit)(&map, &ExportOptions::default()).unwrap().is_empty(), "{}", format.name);
    }
}

#[test]
fn an_empty_map_has_no_form_in_systemrdl() {
    let map = map("{name: E, window_bytes: 4, pages: []}");
    for format in FORMATS {
        match (format.emit)(&map, &ExportOptions::default()) {
            Ok(text) => assert!(format.name != "systemrdl" && text.contains('E'), "{}", format.name),
            Err(found) => {
                assert_eq!(format.name, "systemrdl");
                assert!(found[0].to_string().contains("add a register"), "{}", found[0]);
            }
        }
    }
}

#[test]
fn reserved_words_of_the_language_are_avoided() {
    let text = export("systemverilog", &map(REGMAP_YAML));
    assert!(text.contains("logic [0:0] force_;"), "FORCE is a keyword in small letters");
    assert!(!text.contains(" force;"));
}

#[test]
fn a_parameter_reaches_every_export() {
    let (old, new) = (map(REGMAP_YAML), with("{name: N_RANK, value: 32", "{name: N_RANK, value: 20"));
    for format in FORMATS {
        assert_ne!(
            (format.emit)(&old, &ExportOptions::default()).unwrap(),
            (format.emit)(&new, &ExportOptions::default()).unwrap(),
            "{}",
            format.name
        );
    }
    assert!(!export("svd", &new).contains("SCALE_RATIO_TABLE_RANK_20"));
    assert!(export("svd", &new).contains("SCALE_RATIO_TABLE_RANK_19"));
}

/// The devices of other people in `examples/maps`; `exports_readers.rs` reads their exports.
#[rstest]
#[case::uart("uart", 13)]
#[case::dma("dma", 32)]
#[case::plic("plic", 5)]
fn other_devices_are_exported_in_every_format(#[case] name: &str, #[case] registers: usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../examples/maps/{name}.yaml"));
    let checked = check(&fs::read(file).unwrap(), name);
    let warnings: BTreeSet<Code> = checked.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert!(warnings.iter().all(|code| *code == Code::Gap), "{warnings:?}");
    let map = checked.map.unwrap();
    assert_eq!(map.registers.len(), registers);
    let options = ExportOptions { standalone: true, ..ExportOptions::default() };
    for format in FORMATS {
        let text = (format.emit)(&map, &options).unwrap();
        for field in map.registers.iter().flat_map(|register| &register.fields) {
            let name = field.name.value.to_lowercase();
            assert!(text.to_lowercase().contains(&name), "{} has no {name}", format.name);
        }
    }
}
