//! Files of IP-XACT in the three editions.

use super::imported;
use hws_regmap::import;
use hws_regmap::{HardwareAccess, MapAccess, MapImportFormat, MapLegal, Reset, SkippedTest};
use rstest::rstest;

/// A component whose elements have this prefix.
fn component(prefix: &str, space: &str, map: &str) -> String {
    let text = format!(
        "<component xmlns:P=\"{space}\"><name>TIMER</name><memoryMaps><memoryMap><name>REGS</name>{map}\
         <addressUnitBits>8</addressUnitBits></memoryMap></memoryMaps><parameters><parameter parameterId=\"uuid_n\">\
         <name>N</name><value>4</value></parameter></parameters></component>"
    );
    let named = text
        .replace("</", "\u{1}")
        .replace('<', &format!("<{prefix}:"))
        .replace('\u{1}', &format!("</{prefix}:"));
    named.replace("xmlns:P", &format!("xmlns:{prefix}"))
}

fn block(contents: &str) -> String {
    format!(
        "<addressBlock><name>MAIN</name><baseAddress>'h100</baseAddress><range>'h40</range><width>32</width>{contents}</addressBlock>"
    )
}

const SPACE_2009: (&str, &str) = ("spirit", "http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009");
const SPACE_2014: (&str, &str) = ("ipxact", "http://www.accellera.org/XMLSchema/IPXACT/1685-2014");
const SPACE_2022: (&str, &str) = ("ipxact", "http://www.accellera.org/XMLSchema/IPXACT/1685-2022");

/// The same register in the words of each edition.
#[rstest]
#[case(
    SPACE_2009,
    "<register><name>CTRL</name><addressOffset>0x8</addressOffset><size>32</size><access>read-write</access>\
    <reset><value>0x5</value><mask>0xf</mask></reset><field><name>MODE</name><bitOffset>0</bitOffset><bitWidth>4</bitWidth>\
    <access>read-write</access><modifiedWriteValue>oneToClear</modifiedWriteValue></field></register>"
)]
#[case(
    SPACE_2014,
    "<register><name>CTRL</name><addressOffset>'h8</addressOffset><size>32</size><access>read-write</access>\
    <field><name>MODE</name><bitOffset>0</bitOffset><resets><reset><value>4'b0101</value></reset></resets>\
    <bitWidth>uuid_n</bitWidth><access>read-write</access><modifiedWriteValue>oneToClear</modifiedWriteValue></field></register>"
)]
#[case(
    SPACE_2022,
    "<register><name>CTRL</name><addressOffset>2 * uuid_n</addressOffset><size>32</size>\
    <accessPolicies><accessPolicy><access>read-write</access></accessPolicy></accessPolicies><field><name>MODE</name>\
    <bitOffset>0</bitOffset><bitWidth>$clog2(16)</bitWidth><resets><reset><value>'h5</value></reset></resets><fieldAccessPolicies>\
    <fieldAccessPolicy><access>read-write</access><modifiedWriteValue>oneToClear</modifiedWriteValue></fieldAccessPolicy>\
    </fieldAccessPolicies></field></register>"
)]
fn every_edition_is_read(#[case] space: (&str, &str), #[case] register: &str) {
    let import = imported(MapImportFormat::IpXact, &component(space.0, space.1, &block(register)));
    assert_eq!(import.losses, []);
    let [ctrl] = import.map.registers.as_slice() else { panic!("{}", import.yaml) };
    assert_eq!((ctrl.name.value.as_str(), ctrl.page.as_str(), ctrl.offset.value), ("CTRL", "MAIN", 0x108));
    let [mode] = ctrl.fields.as_slice() else { panic!("{}", import.yaml) };
    assert_eq!((mode.msb(), mode.lsb(), mode.reset.value), (3, 0, Reset::Constant(5)));
    assert_eq!(mode.access.value, MapAccess::W1c);
    assert_eq!(import.map.parameters[0].value.value, 4);
}

/// A bound that is missing is the value; limits that the value is outside of are listed and left out.
#[rstest]
#[case("minimum=\"2\" maximum=\"9\"", (2, 9), 0)]
#[case("maximum=\"'h10\"", (4, 16), 0)]
#[case("minimum=\"1\"", (1, 4), 0)]
#[case("", (4, 4), 0)]
#[case("minimum=\"5\" maximum=\"9\"", (4, 4), 1)]
#[case("minimum=\"9\" maximum=\"2\"", (4, 4), 1)]
#[case("minimum=\"few\" maximum=\"9\"", (4, 4), 1)]
fn limits_of_parameters_are_read(
    #[case] attributes: &str,
    #[case] limits: (u64, u64),
    #[case] losses: usize,
) {
    let text = component(SPACE_2014.0, SPACE_2014.1, &block(""));
    let text = text.replace("parameterId", &format!("{attributes} parameterId"));
    let import = imported(MapImportFormat::IpXact, &text);
    let parameter = &import.map.parameters[0];
    assert_eq!((parameter.min, parameter.max), limits, "{}", import.yaml);
    let listed = import.losses.iter().filter(|loss| loss.what.contains("limits")).count();
    assert_eq!(listed, losses, "{:?}", import.losses);
}

#[test]
fn arrays_files_and_memories_are_read() {
    let register = "<register><name>R</name><dim>2</dim><dim>3</dim><addressOffset>'h0</addressOffset><size>16</size></register>";
    let file = "<registerFile><name>CH</name><dim>2</dim><addressOffset>'h10</addressOffset><range>'h8</range><register>\
                <name>A</name><addressOffset>'h4</addressOffset><size>32</size></register></registerFile>";
    let memory = "<addressBlock><name>RAM</name><baseAddress>'h200</baseAddress><range>'h80</range><width>64</width>\
                  <usage>memory</usage><access>read-only</access></addressBlock>";
    let map = block(&format!("{register}{file}")) + memory;
    let import = imported(MapImportFormat::IpXact, &component(SPACE_2014.0, SPACE_2014.1, &map));
    let shapes: Vec<_> = import
        .map
        .registers
        .iter()
        .map(|one| {
            let dims = one.dims.iter().map(|dim| (dim.count.value, dim.stride.value)).collect::<Vec<_>>();
            (one.name.value.as_str(), one.offset.value, one.width.value, dims)
        })
        .collect();
    // The first word of a group is at its offset.
    assert_eq!(shapes, [("R[][]", 0x100, 16, vec![(2, 6), (3, 2)]), ("CH[].A", 0x114, 32, vec![(2, 8)])]);
    let [ram] = import.map.memories.as_slice() else { panic!("{}", import.yaml) };
    assert_eq!((ram.offset.value, ram.bytes.value, ram.width.value), (0x200, 0x80, 64));
    assert_eq!(ram.access.value, MapAccess::Ro);
}

#[test]
fn a_field_says_who_changes_it_and_whether_it_is_tested() {
    let field = |name: &str, bit: u32, more: &str| {
        format!("<field><name>{name}</name><bitOffset>{bit}</bitOffset><bitWidth>1</bitWidth>{more}</field>")
    };
    let fields = [
        field("BUSY", 0, "<volatile>true</volatile><access>read-write</access>"),
        field(
            "ID",
            1,
            "<resets><reset><value>1</value></reset></resets><volatile>false</volatile><access>read-only</access>",
        ),
        field("GO", 2, "<access>read-write</access><testable>false</testable>"),
        field(
            "MODE",
            3,
            "<access>read-write</access><enumeratedValues><enumeratedValue><name>ON</name><value>1</value>\
            </enumeratedValue></enumeratedValues><writeValueConstraint><useEnumeratedValues>true</useEnumeratedValues></writeValueConstraint>",
        ),
    ];
    let register = format!(
        "<register><name>R</name><addressOffset>0</addressOffset><size>32</size>{}</register>",
        fields.concat()
    );
    let import = imported(MapImportFormat::IpXact, &component(SPACE_2014.0, SPACE_2014.1, &block(&register)));
    let register = &import.map.registers[0];
    assert_eq!(register.field("BUSY").unwrap().hardware.value, HardwareAccess::Both);
    assert!(register.field("ID").unwrap().constant);
    assert_eq!(register.skipped_tests, [SkippedTest::Access, SkippedTest::BitBash]);
    let MapLegal::Enumerated(enumeration) = &register.field("MODE").unwrap().legal else {
        panic!("{}", import.yaml)
    };
    assert_eq!((enumeration.type_name.value.as_str(), enumeration.is_open), ("RMode", false));
}

#[test]
fn maps_of_one_component_are_blocks_and_what_is_not_read_is_listed() {
    let one = block("<register><name>R</name><addressOffset>x + 1</addressOffset><size>32</size></register>");
    let text = component(SPACE_2014.0, SPACE_2014.1, &one);
    let second = text.replace(
        "</ipxact:memoryMaps>",
        "<ipxact:memoryMap><ipxact:name>OTHER</ipxact:name><ipxact:bank/></ipxact:memoryMap></ipxact:memoryMaps>",
    );
    let blocks = import::read(MapImportFormat::IpXact, &second).unwrap();
    let names: Vec<String> = blocks.iter().map(|block| block.name().to_owned()).collect();
    assert_eq!(names, ["REGS", "OTHER"]);
    let lost: Vec<Vec<String>> = blocks
        .into_iter()
        .map(|block| block.into_map("x").unwrap().losses.iter().map(ToString::to_string).collect())
        .collect();
    assert!(lost[0].iter().any(|loss| loss.contains("left out: `x + 1` is not a number")), "{lost:?}");
    assert!(lost[1].iter().any(|loss| loss.contains("a bank of address blocks (`bank`)")), "{lost:?}");
}
