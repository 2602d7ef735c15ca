//! Files of CMSIS-SVD as vendors write them.

use super::imported;
use hws_regmap::import::{self, MapImportError};
use hws_regmap::{HardwareAccess, MapAccess, MapImportFormat, MapLegal, MapRegister, Reset};
use rstest::rstest;

/// A device with one peripheral of these registers.
fn device(registers: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<device><name>CHIP</name><width>32</width><size>32</size>\n<access>read-write</access>\
         <peripherals><peripheral>\n<name>UART</name><description>A\n  UART.</description><baseAddress>0x40000000</baseAddress>\
         <addressBlock><offset>0</offset><size>0x100</size><usage>registers</usage></addressBlock>\n<registers>{registers}\
         </registers></peripheral></peripherals></device>"
    )
}

fn register(name: &str, offset: u64, more: &str) -> String {
    format!("\n<register><name>{name}</name><addressOffset>{offset}</addressOffset>{more}</register>")
}

fn field(name: &str, bits: &str, more: &str) -> String {
    format!("<field><name>{name}</name><bitRange>{bits}</bitRange>{more}</field>")
}

#[test]
fn a_register_takes_what_it_does_not_say_from_around_it() {
    let text = device(&register(
        "CTRL",
        4,
        "<resetValue>0x11</resetValue><resetMask>0x0F</resetMask><fields>\
        <field><name>A</name><bitOffset>0</bitOffset><bitWidth>2</bitWidth></field>\
        <field><name>B</name><lsb>4</lsb><msb>7</msb></field></fields>",
    ));
    let import = imported(MapImportFormat::Svd, &text);
    assert_eq!(
        (import.name.as_str(), import.base, import.map.description.as_str()),
        ("UART", 0x4000_0000, "A UART.")
    );
    assert!(import.yaml.contains("exports take `--base 0x40000000`"), "{}", import.yaml);
    assert_eq!(import.map.window_bytes.value, 0x100);
    let ctrl = import.map.register("CTRL").unwrap();
    let fields: Vec<_> = ctrl
        .fields
        .iter()
        .map(|field| (field.name.value.as_str(), field.msb(), field.lsb(), field.reset.value))
        .collect();
    // The mask does not reset B.
    assert_eq!(fields, [("A", 1, 0, Reset::Constant(1)), ("B", 7, 4, Reset::Unknown)]);
    assert!(ctrl.fields.iter().all(|field| field.access.value == MapAccess::Rw));
}

#[rstest]
#[case("read-only", "", "", MapAccess::Ro, false)]
#[case("write-only", "", "", MapAccess::Wo, false)]
#[case("read-write", "oneToClear", "", MapAccess::W1c, false)]
#[case("read-write", "zeroToSet", "", MapAccess::W0s, false)]
#[case("read-write", "oneToToggle", "", MapAccess::W1t, false)]
#[case("read-write", "clear", "set", MapAccess::Wcrs, false)]
#[case("read-only", "", "clear", MapAccess::Rc, false)]
#[case("read-only", "", "modifyExternal", MapAccess::Rp, false)]
#[case("read-writeOnce", "", "", MapAccess::W1, false)]
#[case("writeOnce", "", "", MapAccess::Wo1, false)]
#[case("read-write", "", "modifyExternal", MapAccess::Rw, true)]
#[case("write-only", "oneToClear", "", MapAccess::Wo, true)]
fn accesses_and_effects_are_one_word(
    #[case] access: &str,
    #[case] written: &str,
    #[case] read: &str,
    #[case] expected: MapAccess,
    #[case] is_lost: bool,
) {
    let tag = |name: &str, text: &str| {
        if text.is_empty() { String::new() } else { format!("<{name}>{text}</{name}>") }
    };
    let more = tag("access", access) + &tag("modifiedWriteValues", written) + &tag("readAction", read);
    let text = device(&register("R", 0, &format!("<fields>{}</fields>", field("F", "[0:0]", &more))));
    let import = imported(MapImportFormat::Svd, &text);
    assert_eq!(import.map.registers[0].fields[0].access.value, expected);
    assert_eq!(!import.losses.is_empty(), is_lost, "{:?}", import.losses);
}

#[test]
fn arrays_have_indices_and_lists_have_names() {
    let dim = |count: u32, index: &str| {
        format!(
            "<dim>{count}</dim><dimIncrement>4</dimIncrement>{}",
            if index.is_empty() { String::new() } else { format!("<dimIndex>{index}</dimIndex>") }
        )
    };
    let text = device(
        &[
            register("A[%s]", 0x00, &dim(3, "")),
            register("B%s_CTRL", 0x10, &dim(2, "0-1")),
            register("C%s", 0x20, &dim(2, "X,Y")),
            register("D%s", 0x30, &dim(2, "1-2")),
            register("E_%s", 0x40, &dim(4, "0_0,0_1,1_0,1_1")),
        ]
        .concat(),
    );
    let import = imported(MapImportFormat::Svd, &text);
    let shape = |register: &MapRegister| {
        let dims = register.dims.iter().map(|dim| (dim.count.value, dim.stride.value));
        (register.name.value.clone(), register.offset.value, dims.collect::<Vec<_>>())
    };
    let found: Vec<_> = import.map.registers.iter().map(shape).collect();
    let single = |name: &str, offset| (name.to_owned(), offset, Vec::new());
    assert_eq!(
        found,
        [
            ("A[]".to_owned(), 0, vec![(3, 4)]),
            ("B_CTRL[]".to_owned(), 0x10, vec![(2, 4)]),
            single("CX", 0x20),
            single("CY", 0x24),
            single("D1", 0x30),
            single("D2", 0x34),
            ("E[][]".to_owned(), 0x40, vec![(2, 8), (2, 4)]),
        ]
    );
}

#[test]
fn clusters_in_clusters_become_words_of_one_group() {
    let inner = format!(
        "<cluster><name>IN[%s]</name><dim>2</dim><dimIncrement>8</dimIncrement><addressOffset>8</addressOffset>{}</cluster>",
        register("R", 4, "")
    );
    let outer = format!(
        "<cluster><name>OUT[%s]</name><description>Outer.</description><dim>3</dim><dimIncrement>0x20</dimIncrement>\
         <addressOffset>0x40</addressOffset>{}{inner}</cluster>",
        register("S", 0, "")
    );
    let import = imported(MapImportFormat::Svd, &device(&outer));
    let names: Vec<_> =
        import.map.registers.iter().map(|one| (one.name.value.as_str(), one.offset.value)).collect();
    assert_eq!(names, [("OUT[].S", 0x40), ("OUT[].IN_R[]", 0x4c)]);
    let dims: Vec<_> =
        import.map.registers[1].dims.iter().map(|dim| (dim.count.value, dim.stride.value)).collect();
    assert_eq!(dims, [(3, 0x20), (2, 8)]);
    assert_eq!(import.map.groups[0].description, "Outer.");
}

#[test]
fn what_is_derived_has_everything_of_its_base_that_it_does_not_say() {
    let values = "<enumeratedValues><name>Mode</name><enumeratedValue><name>OFF</name><value>0</value></enumeratedValue>\
                  <enumeratedValue><name>ON</name><value>#1</value></enumeratedValue></enumeratedValues>";
    let text = device(
        &[
            register(
                "A",
                0,
                &format!(
                    "<description>First.</description><resetValue>1</resetValue><fields>{}{}</fields>",
                    field("M", "[0:0]", values),
                    field("N", "[1:1]", "<enumeratedValues derivedFrom=\"Mode\"/>")
                ),
            ),
            "\n<register derivedFrom=\"A\"><name>B</name><addressOffset>8</addressOffset></register>"
                .to_owned(),
        ]
        .concat(),
    );
    let text = text.replace("</peripherals>", "<peripheral derivedFrom=\"UART\"><name>UART2</name><baseAddress>0x50000000</baseAddress></peripheral></peripherals>");
    let blocks = import::read(MapImportFormat::Svd, &text).unwrap();
    let names: Vec<&str> = blocks.iter().map(|block| block.name()).collect();
    assert_eq!(names, ["UART", "UART2"]);
    for block in blocks {
        let import = block.into_map("x").unwrap();
        let [a, b] = import.map.registers.as_slice() else { panic!("{}", import.yaml) };
        assert_eq!((b.offset.value, b.description.as_str(), b.fields.len()), (8, "First.", a.fields.len()));
        for field in a.fields.iter().chain(&b.fields) {
            let MapLegal::Enumerated(enumeration) = &field.legal else { panic!("{}", import.yaml) };
            assert_eq!((enumeration.type_name.value.as_str(), enumeration.is_open), ("Mode", true));
        }
        assert_eq!(import.map.shared_enums.len(), 1);
    }
}

/// Each with what the list of losses says of it.
#[rstest]
#[case::overlap(&[register("RBR", 0, "<access>read-only</access>"), register("THR", 0, "<access>write-only</access>")].concat(), "THR: left out:", 1)]
#[case::unaligned(&register("R", 2, ""), "R: left out:", 0)]
#[case::field_beyond(&register("R", 0, &format!("<fields>{}{}</fields>", field("A", "[3:0]", ""), field("B", "[40:33]", ""))), "R.B: left out:", 1)]
#[case::no_offset("<register><name>R</name></register>", "left out: a register without an offset", 0)]
#[case::name(&register("8BIT", 0, ""), "8BIT: `8BIT` is not a name of a map: called `N8BIT`", 1)]
#[case::twice(&[register("R", 0, ""), register("R", 4, "")].concat(), "R: called `R_2`:", 2)]
#[case::no_size(&register("R", 0, "<size>24</size>"), "a register of 24 bits: 32 bits in the map", 1)]
#[case::do_not_care(&register("R", 0, &format!("<fields>{}</fields>", field("A", "[1:0]",
    "<enumeratedValues><enumeratedValue><name>X</name><value>#1x</value></enumeratedValue></enumeratedValues>"))), "R.A.X: left out: `#1x` stands for several values", 1)]
#[case::names_of_flags(&register("R", 0, &format!("<fields>{}</fields>", field("A", "[0:0]",
    "<modifiedWriteValues>oneToClear</modifiedWriteValues><enumeratedValues><enumeratedValue><name>X</name><value>1</value></enumeratedValue></enumeratedValues>"))), "R.A: the names of the values of a field that is W1C: X", 1)]
#[case::alternate(&register("R", 0, "<alternateRegister>S</alternateRegister>"), "R: that another register has the same address (`alternateRegister`: S)", 1)]
#[case::reset_of_nothing(&register("R", 0, &format!("<resetValue>0x101</resetValue><fields>{}</fields>", field("A", "[0:0]", ""))), "R: the reset value of bits without a field: 0x100", 1)]
fn what_a_map_cannot_hold_is_listed(#[case] registers: &str, #[case] expected: &str, #[case] left: usize) {
    let import = imported(MapImportFormat::Svd, &device(registers));
    let said: Vec<String> = import.losses.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|one| one.contains(expected)), "{said:#?}");
    assert!(import.losses.iter().all(|loss| loss.line > 0), "{said:#?}");
    assert_eq!(import.map.registers.len(), left, "{}", import.yaml);
}

/// Names of values that are the same without underscores, or without case, and what the map calls them: GAIN1_5_2 would be GAIN_15_2 again.
#[rstest]
#[case(&["GAIN_1_5", "GAIN_15", "GAIN1_5"], &["GAIN_1_5", "GAIN_15_2", "GAIN1_5_3"])]
#[case(&["On", "ON"], &["On", "ON_2"])]
#[case(&["X", "X", "X_2"], &["X", "X_3", "X_2"])]
fn values_whose_names_clash_are_told_apart(#[case] names: &[&str], #[case] expected: &[&str]) {
    let value = |(number, name): (usize, &&str)| {
        format!("<enumeratedValue><name>{name}</name><value>{number}</value></enumeratedValue>")
    };
    let values: String = names.iter().enumerate().map(value).collect();
    let values = format!("<enumeratedValues>{values}</enumeratedValues>");
    let text = device(&register("R", 0, &format!("<fields>{}</fields>", field("A", "[3:0]", &values))));
    let import = imported(MapImportFormat::Svd, &text);
    let enumeration = import.map.registers[0].fields[0].enumeration().unwrap();
    let variants: Vec<_> = enumeration.variants.iter().map(|one| one.name.value.as_str()).collect();
    assert_eq!(variants, expected);
    assert_eq!(enumeration.type_name.value, "RA", "the type keeps its name");
    let said: Vec<String> = import.losses.iter().map(ToString::to_string).collect();
    for (name, new) in names.iter().zip(expected).filter(|(name, new)| name != new) {
        assert!(said.iter().any(|one| one.contains(&format!("R.A.{name}: called `{new}`: "))), "{said:#?}");
    }
}

#[test]
fn a_name_may_be_there_a_hundred_times() {
    let registers: String = (0..100).map(|number| register("R", 4 * number, "")).collect();
    let import = imported(MapImportFormat::Svd, &device(&registers));
    let names: Vec<_> = import.map.registers.iter().map(|one| one.name.value.clone()).collect();
    let expected: Vec<_> = (2..=100).map(|number| format!("R_{number}")).collect();
    assert_eq!((names[0].as_str(), &names[1..], import.losses.len()), ("R", expected.as_slice(), 99));
}

#[test]
fn a_closed_type_whose_reset_has_no_name_is_open() {
    let values = "<writeConstraint><useEnumeratedValues>true</useEnumeratedValues></writeConstraint><enumeratedValues>\
                  <enumeratedValue><name>ONE</name><value>1</value></enumeratedValue></enumeratedValues>";
    let text = device(&register(
        "R",
        0,
        &format!("<resetValue>0</resetValue><fields>{}</fields>", field("A", "[1:0]", values)),
    ));
    let import = imported(MapImportFormat::Svd, &text);
    let MapLegal::Enumerated(enumeration) = &import.map.registers[0].fields[0].legal else {
        panic!("{}", import.yaml)
    };
    assert!(enumeration.is_open);
    assert_eq!(import.losses.len(), 1, "{:?}", import.losses);
}

#[test]
fn hardware_access_is_the_usual_one() {
    let text = device(&register(
        "R",
        0,
        &format!("<fields>{}</fields>", field("A", "[0:0]", "<access>read-only</access>")),
    ));
    let import = imported(MapImportFormat::Svd, &text);
    assert_eq!(import.map.registers[0].fields[0].hardware.value, HardwareAccess::Writes);
}

#[rstest]
#[case("<device>", 1)]
#[case("not XML", 1)]
#[case("<component/>", 1)]
#[case("<device>\n<peripherals>\n</device>", 3)]
fn what_is_not_svd_is_refused_with_its_line(#[case] text: &str, #[case] expected: u32) {
    match import::read(MapImportFormat::Svd, text).map(|_| ()).unwrap_err() {
        MapImportError::Malformed { line, reason } => assert_eq!(line, expected, "{reason}"),
        other => panic!("{other}"),
    }
}

#[test]
fn a_device_without_peripherals_has_no_blocks() {
    assert!(import::read(MapImportFormat::Svd, "<device><peripherals/></device>").unwrap().is_empty());
}
