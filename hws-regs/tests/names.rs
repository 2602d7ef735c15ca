//! Names: parse reads what Display writes and refuses anything else with the reason.

use hws_regs::{IndexError, NameError, RegId, RegIndex};
use rstest::rstest;

#[test]
fn parse_reads_what_display_writes() {
    for id in RegId::all() {
        assert_eq!(RegId::parse(&id.to_string()), Ok(id));
    }
}

#[test]
fn an_element_has_the_indices_that_are_given() {
    let mask = RegId::parse("SIP_USAGE_MASK[0][0]").unwrap().info();
    let pattern = "SIP_USAGE_MASK[][]";
    assert_eq!(mask.element(&[3, 2]), RegId::parse("SIP_USAGE_MASK[3][2]"));
    assert_eq!(mask.element(&[3]), Err(NameError::MissingIndex { register: pattern }));
    assert_eq!(mask.element(&[3, 5]), Err(past(pattern, 1, 5, 5)));
}

#[rstest]
#[case(RegId::Promote, "PROMOTE")]
#[case(RegId::SipUsageMask(RegIndex::at::<0>(), RegIndex::at::<3>()), "SIP_USAGE_MASK[0][3]")]
#[case(RegId::RsFlags(RegIndex::at::<4>()), "RS[4].FLAGS")]
fn names_are_the_datasheets(#[case] id: RegId, #[case] name: &str) {
    assert_eq!(id.to_string(), name);
}

#[rstest]
#[case("", NameError::Unknown)]
#[case("promote", NameError::Unknown)]
#[case("RS[0]", NameError::Unknown)]
#[case("RS[4]FLAGS", NameError::Unknown)]
#[case("RS.FLAGS", NameError::MissingIndex { register: "RS[].FLAGS" })]
#[case("RS[].FLAGS", NameError::MissingIndex { register: "RS[].FLAGS" })]
#[case("SIP_USAGE_MASK[1]", NameError::MissingIndex { register: "SIP_USAGE_MASK[][]" })]
#[case("PROMOTE[0]", NameError::ExtraIndex { register: "PROMOTE" })]
#[case("RS[4].FLAGS[0]", NameError::ExtraIndex { register: "RS[].FLAGS" })]
#[case("RS.FLAGS[4]", NameError::ExtraIndex { register: "RS[].FLAGS" })]
#[case("RS[4.FLAGS", NameError::Unknown)]
#[case("PROMOTE]", NameError::ExtraIndex { register: "PROMOTE" })]
#[case("XMC_SIP_MAP[+1]", NameError::BadIndex { register: "XMC_SIP_MAP[]" })]
#[case("XMC_SIP_MAP[0x1]", NameError::BadIndex { register: "XMC_SIP_MAP[]" })]
#[case("XMC_SIP_MAP[32]", past("XMC_SIP_MAP[]", 0, 32, 32))]
#[case("SIP_USAGE_MASK[0][5]", past("SIP_USAGE_MASK[][]", 1, 5, 5))]
#[case("XMC_SIP_MAP[99999999999]", past("XMC_SIP_MAP[]", 0, u32::MAX, 32))]
fn invalid_names_are_refused_with_the_reason(#[case] text: &str, #[case] reason: NameError) {
    assert_eq!(RegId::parse(text), Err(reason));
    assert!(!reason.to_string().is_empty());
}

fn past(register: &'static str, dimension: u8, index: u32, count: u16) -> NameError {
    NameError::IndexOutOfRange(IndexError { register, dimension, index, count })
}
