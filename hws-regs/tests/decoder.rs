//! The address decoder: every offset of the window has exactly one answer, the one in the map.

use hws_regs::{Access, Decoded, DecodedWrite, HwsParam0, HwsParam1, REGISTERS, RegId, WINDOW_BYTES, params};
use rstest::rstest;
use std::collections::BTreeSet;

#[test]
fn decoding_the_offset_of_a_register_returns_the_register() {
    for id in RegId::all() {
        assert_eq!(RegId::decode(id.offset()), Decoded::Register(id));
    }
}

#[test]
fn all_lists_every_element_once_in_offset_order() {
    let offsets: Vec<u32> = RegId::all().map(RegId::offset).collect();
    assert!(offsets.is_sorted_by(|a, b| a < b));
    let elements: usize =
        REGISTERS.iter().map(|info| info.dims.iter().map(|n| usize::from(*n)).product::<usize>()).sum();
    assert_eq!(offsets.len(), elements);
}

#[test]
fn every_offset_of_the_window_is_what_the_map_says() {
    let map = hws_regmap::load(hws_regs::REGMAP_YAML, "regmap.yaml").unwrap();
    let registers: BTreeSet<u64> = map.registers.iter().flat_map(|register| register.offsets()).collect();
    let reserved: BTreeSet<u64> = map.reserved.iter().flat_map(|reserved| reserved.offsets()).collect();
    for offset in 0..WINDOW_BYTES {
        let decoded = RegId::decode(offset);
        let offset = u64::from(offset);
        assert_eq!(decoded == Decoded::Unaligned, offset % 4 != 0);
        assert_eq!(matches!(decoded, Decoded::Register(_)), registers.contains(&offset), "{offset:#x}");
        assert_eq!(decoded == Decoded::Reserved, reserved.contains(&offset), "{offset:#x}");
    }
}

#[rstest]
#[case(WINDOW_BYTES, Decoded::Unmapped)]
#[case(WINDOW_BYTES + 1, Decoded::Unaligned)]
#[case(u32::MAX, Decoded::Unaligned)]
#[case(u32::MAX - 3, Decoded::Unmapped)]
fn outside_the_window_nothing_is_mapped(#[case] offset: u32, #[case] expected: Decoded) {
    assert_eq!(RegId::decode(offset), expected);
}

/// The published layout (registers.md pages): a change here breaks software in the field.
#[rstest]
#[case("HWS_ID", 0x0000)]
#[case("TIME_UNIT", 0x0028)]
#[case("SIP_USAGE_MASK[3][4]", 0x0140 + 3 * 20 + 4 * 4)]
#[case("XMC_SIP_MAP[31]", 0x02fc)]
#[case("HRM_FW_REFUSED", 0x0430)]
#[case("BLOCK_TRIGGER_CNT[31]", 0x04fc)]
#[case("ERR_FIRST", 0x0618)]
#[case("VC_POOL_FREE[1][1]", 0x082c)]
#[case("GRP16_REMAIN[1]", 0x0974)]
#[case("CNT_MIH_DROP", 0x0c34)]
#[case("RS[0].FLAGS", 0x1000)]
#[case("RS[31].RSC_REQ", 0x1000 + 31 * 64 + 14 * 4)]
#[case("DAG[31].TOP_OFFLINE", 0x1800 + 31 * 32 + 4 * 4)]
#[case("LAUNCH[63].KERNEL_SEQ", 0x2000 + 63 * 16 + 3 * 4)]
fn published_addresses_stay(#[case] name: &str, #[case] offset: u32) {
    assert_eq!(RegId::parse(name).unwrap().offset(), offset);
}

#[test]
fn what_can_be_read_and_is_stored_resets_to_a_legal_value() {
    for id in RegId::all().filter(|id| id.info().access != Access::Wo) {
        assert!(id.is_legal(id.reset()), "{id}");
        assert_eq!(id.reset() & !id.info().field_mask, 0, "{id}");
    }
}

#[rstest]
#[case("HWS_VERSION", 0x0001_0000)]
#[case("SIP_TOPOLOGY", 0x0000_0210)]
#[case("PROMOTE", 0x0004_1001)]
#[case("SCALE_RATIO_TABLE_RANK[0]", 100)]
#[case("SCALE_RATIO_TABLE_RANK[9]", 1000)]
#[case("XMC_SIP_MAP[31]", 31)]
fn resets_are_those_of_the_table(#[case] name: &str, #[case] reset: u32) {
    assert_eq!(RegId::parse(name).unwrap().reset(), reset);
}

/// The registers that report the parameters follow any parameters.
#[test]
fn the_parameter_registers_report_the_parameters() {
    let first = HwsParam0::default();
    assert_eq!((first.n_rs() as usize, first.n_dag() as usize), (params::N_RS, params::N_DAG));
    assert_eq!((first.n_sip() as usize, first.n_rank() as usize), (params::N_SIP, params::N_RANK));
    let second = HwsParam1::default();
    assert_eq!(
        (second.attempt_cycles(), second.td_read_cycles()),
        (params::ATTEMPT_CYCLES, params::TD_READ_CYCLES)
    );
    assert_eq!((second.n_launch() as usize, second.n_ctx() as usize), (params::N_LAUNCH, params::N_CTX));
}

/// Every word of the window and the first ones behind it, with offsets between them.
#[test]
fn the_decoder_of_writes_says_what_the_description_of_the_register_says() {
    for offset in 0..WINDOW_BYTES + 8 {
        let expected = match RegId::decode(offset) {
            Decoded::Register(id) if !id.info().access.is_writable() => DecodedWrite::ReadOnly,
            Decoded::Register(id) if id.info().restricted => DecodedWrite::Restricted(id),
            Decoded::Register(id) => DecodedWrite::Free(id),
            Decoded::Reserved => DecodedWrite::ReadOnly,
            Decoded::Unmapped => DecodedWrite::Unmapped,
            Decoded::Unaligned => DecodedWrite::Unaligned,
        };
        assert_eq!(RegId::decode_write(offset), expected, "{offset:#x}");
    }
}
