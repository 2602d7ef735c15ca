//! Register values: fields, setters that refuse, enums, and the descriptions.

use hws_regs::{
    Access, BlockTriggerCnt, DagCmd, DagCmdStatus, DagResult, FieldError, HwsCtrl, HwsWorkMode, Legal, Op,
    OutPath, PAGES, PTopK, PreIdleOffset, Promote, REGISTERS, RegId, RegIndex, Register, SipTopology,
    SipUsageMask, TdpCfg,
};

#[test]
fn fields_are_where_the_table_says() {
    let promote = Promote::from_bits(0x1234_8103);
    assert!(promote.rule_threshold() && promote.rule_top1_full_vg() && promote.most_failed_first());
    assert!(!promote.rule_top1() && !promote.rule_on_cp());
    assert_eq!((promote.rtask_max(), promote.threshold()), (8, 0x1234));
    assert_eq!(promote.bits(), 0x1234_8103);
}

#[test]
fn reserved_bits_become_zero() {
    assert_eq!(Promote::from_bits(u32::MAX).bits(), Promote::INFO.field_mask);
    assert_eq!(PTopK::from_bits(0xffff_fff8).bits(), 0);
}

#[test]
fn a_setter_refuses_what_does_not_fit() {
    let error = Promote::default().with_threshold(0x1_0000).unwrap_err();
    let expected =
        FieldError::TooWide { register: "PROMOTE", field: "THRESHOLD", value: 0x1_0000, max: 0xffff };
    assert_eq!(error, expected);
    assert_eq!(error.to_string(), "65536 does not fit in PROMOTE.THRESHOLD, which holds at most 65535");
}

#[test]
fn a_setter_refuses_what_is_not_legal() {
    let illegal = |register, field, value| FieldError::Illegal { register, field, value };
    assert_eq!(Promote::default().with_rtask_max(9), Err(illegal("PROMOTE", "RTASK_MAX", 9)));
    assert_eq!(PTopK::default().with_k(0), Err(illegal("P_TOP_K", "K", 0)));
    assert_eq!(TdpCfg::default().with_offset(6), Err(illegal("TDP_CFG", "OFFSET", 6)));
}

#[test]
fn a_setter_changes_its_field_only() {
    let promote = Promote::default().with_rule_top1(true).with_rtask_max(5).unwrap();
    assert_eq!(promote.bits(), (Promote::default().bits() & !0xf000) | 0x5004);
    assert_eq!(Promote::default().with_threshold_masked(0x1_0007).threshold(), 7);
    assert_eq!(PreIdleOffset::default().with_units(u32::MAX).units(), u32::MAX);
}

#[test]
fn enums_name_what_has_a_name() {
    let mode = HwsWorkMode::default().with_out_path(OutPath::Mih);
    assert_eq!((mode.out_path(), mode.out_path_bits(), mode.bits()), (OutPath::Mih, 1, 1));
    assert_eq!(DagCmd::from_bits(3).op(), None);
    assert_eq!(DagCmd::default().with_op(Op::Reset).op(), Some(Op::Reset));
    assert_eq!(DagCmdStatus::from_bits(4 << 1).result(), Some(DagResult::Dropped));
}

#[test]
fn only_the_listed_topologies_are_legal() {
    let legal =
        [(3, 4), (6, 2), (12, 1), (4, 4), (8, 2), (16, 1), (3, 8), (6, 4), (12, 2), (4, 8), (8, 4), (16, 2)];
    for sips in 0..32 {
        for clusters in 0..16 {
            let topology =
                SipTopology::default().with_cluster_sip_num_masked(sips).with_cluster_num_masked(clusters);
            assert_eq!(topology.is_legal(), legal.contains(&(sips, clusters)), "{sips}x{clusters}");
            assert_eq!(RegId::SipTopology.is_legal(topology.bits() | 0xffff_f0e0), topology.is_legal());
        }
    }
}

#[test]
fn debug_names_the_fields() {
    let text = format!("{:?}", HwsCtrl::from_bits(5));
    assert_eq!(text, "HwsCtrl { enable: true, soft_reset: false, force: true }");
}

#[test]
fn ids_and_infos_agree_with_the_types() {
    assert_eq!(
        SipUsageMask::id((RegIndex::at::<2>(), RegIndex::at::<3>())),
        RegId::SipUsageMask(RegIndex::at::<2>(), RegIndex::at::<3>())
    );
    assert_eq!(RegId::SipUsageMask(RegIndex::at::<2>(), RegIndex::at::<3>()).info(), SipUsageMask::INFO);
    assert_eq!(Promote::id(()), RegId::Promote);
    assert_eq!(Promote::default().bits(), RegId::Promote.reset());
    assert!(BlockTriggerCnt::INFO.queued && !BlockTriggerCnt::INFO.is_stored());
}

#[test]
fn every_description_is_consistent() {
    for info in REGISTERS {
        let masks = info.fields.iter().map(|field| field.mask());
        assert_eq!(masks.clone().fold(0, |all, mask| all | mask), info.field_mask, "{}", info.name);
        assert_eq!(masks.map(u32::count_ones).sum::<u32>(), info.field_mask.count_ones(), "{}", info.name);
        assert_eq!(
            info.write_mask,
            if info.access.is_writable() { info.field_mask } else { 0 },
            "{}",
            info.name
        );
        assert_eq!(info.dims.len(), info.strides.len());
        assert!(info.pulse_mask == 0 || info.access == Access::Rw);
        assert!(
            info.fields
                .iter()
                .all(|field| info.name == field.register && info.field(field.name) == Some(field))
        );
    }
    assert_eq!(Promote::RTASK_MAX.legal, Legal::Range { min: 1, max: 8 });
}

#[test]
fn every_register_is_in_a_page_of_the_map() {
    let page = |name| RegId::parse(name).unwrap().info().page().unwrap().name;
    assert_eq!(["HWS_ID", "XMC_SIP_MAP[31]", "ERR_FIRST"].map(page), ["CTRL", "FEATURE", "MIH_IRQ_ERR"]);
    assert_eq!(["RS[31].RSC_REQ", "LAUNCH[63].KERNEL_SEQ"].map(page), ["RS", "LAUNCH"]);
    assert!(REGISTERS.iter().all(|info| info.page().is_some()));
    assert_eq!(PAGES.len(), 9);
    assert!(PAGES.windows(2).all(|pair| pair[0].base + pair[0].size <= pair[1].base));
}

#[test]
fn indices_are_those_of_the_name() {
    assert_eq!(RegId::SipUsageMask(RegIndex::at::<1>(), RegIndex::at::<3>()).indices(), [1, 3]);
    assert_eq!(RegId::RsFlags(RegIndex::at::<7>()).indices(), [7, 0]);
    assert_eq!(RegId::Promote.indices(), [0, 0]);
}
