//! Registers in serde: fields by name, nothing too wide or illegal, no pulses.

use hws_regs::{
    DagCmd, DagCmdStatus, HwsCtrl, HwsWorkMode, PTopK, Promote, RegFile, RegId, RegIndex, SipTopology, TdpCfg,
};
use rstest::rstest;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn written(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

fn refused<T: DeserializeOwned>(value: &Value) -> String {
    serde_json::from_value::<T>(value.clone())
        .err()
        .unwrap_or_else(|| panic!("{value} is accepted"))
        .to_string()
}

#[test]
fn a_register_is_written_field_by_field() {
    assert_eq!(
        written(HwsWorkMode::from_bits(1)),
        json!({"OUT_PATH": "MIH", "IN_PATH": "HDR", "REPORT_EN": false})
    );
    let promote = written(Promote::default());
    assert_eq!(
        (&promote["RULE_THRESHOLD"], &promote["RTASK_MAX"], &promote["THRESHOLD"]),
        (&json!(true), &json!(1), &json!(4))
    );
}

#[test]
fn what_is_written_is_read_back() {
    for bits in [0, 1, 3, 7] {
        let mode = HwsWorkMode::from_bits(bits);
        assert_eq!(serde_json::from_value::<HwsWorkMode>(written(mode)).unwrap(), mode);
    }
    // Without a name: 0 is not a command, and 7 is not a result.
    assert_eq!(serde_json::from_value::<DagCmd>(written(DagCmd::from_bits(0x100))).unwrap().bits(), 0x100);
    assert_eq!(written(DagCmdStatus::from_bits(14)), json!({"BUSY": false, "RESULT": 7}));
}

#[test]
fn a_value_without_a_name_may_be_a_number() {
    let mode = json!({"OUT_PATH": 1, "IN_PATH": "FIRMWARE", "REPORT_EN": 1});
    assert_eq!(serde_json::from_value::<HwsWorkMode>(mode).unwrap().bits(), 7);
}

#[rstest]
#[case(json!({"K": 8}), "8 is not a legal value of P_TOP_K.K (legal: from 1 to 4)")]
#[case(json!({"K": 5}), "5 is not a legal value of P_TOP_K.K (legal: from 1 to 4)")]
#[case(json!({"K": 0}), "0 is not a legal value of P_TOP_K.K (legal: from 1 to 4)")]
#[case(json!({"K": 0x1_0000_0001_u64}), "invalid value: integer `4294967297`, expected a number for P_TOP_K.K, at most 7")]
#[case(json!({"K": -1}), "invalid value: integer `-1`, expected a number for P_TOP_K.K, at most 7")]
#[case(json!({"K": true}), "invalid type: boolean `true`, expected a number for P_TOP_K.K, at most 7")]
#[case(json!({"K": "ONE"}), "invalid value: string \"ONE\", expected a number for P_TOP_K.K, at most 7")]
#[case(json!({"K": 1, "L": 1}), "P_TOP_K has no field L")]
#[case(json!({}), "missing field `K`")]
#[case(json!(1), "invalid type: integer `1`, expected the fields of P_TOP_K")]
fn a_wrong_value_is_refused_with_the_reason(#[case] value: Value, #[case] reason: &str) {
    assert_eq!(refused::<PTopK>(&value), reason);
}

#[test]
fn a_field_twice_is_refused() {
    let error = serde_json::from_str::<PTopK>(r#"{"K": 1, "K": 2}"#).unwrap_err().to_string();
    assert!(error.starts_with("duplicate field `K`"), "{error}");
}

#[test]
fn multiples_names_and_combinations_are_checked() {
    assert!(refused::<TdpCfg>(&json!({"OFFSET": 6})).contains("6 is not a legal value"));
    assert!(
        refused::<HwsWorkMode>(&json!({"OUT_PATH": "MIHH", "IN_PATH": "HDR", "REPORT_EN": false}))
            .contains("MIHH")
    );
    assert!(
        refused::<SipTopology>(&json!({"CLUSTER_SIP_NUM": 16, "CLUSTER_NUM": 3})).contains("SIP_TOPOLOGY")
    );
    assert!(
        refused::<DagCmd>(&json!({"OP": 4, "DYNAMIC": false}))
            .contains("4 is not a legal value of DAG_CMD.OP (legal: one of ")
    );
}

#[test]
fn pulses_are_neither_serialized_nor_deserialized() {
    assert_eq!(written(HwsCtrl::from_bits(7)), json!({"ENABLE": true}));
    assert_eq!(serde_json::from_value::<HwsCtrl>(json!({"ENABLE": true})).unwrap().bits(), 1);
    let error = refused::<HwsCtrl>(&json!({"ENABLE": true, "SOFT_RESET": false}));
    assert_eq!(error, "HWS_CTRL.SOFT_RESET is a pulse, not part of a value");
}

#[test]
fn a_register_file_round_trips_without_its_pulses() {
    let mut file = RegFile::reset();
    file.write(RegId::ScaleRatioTableRank(RegIndex::at::<7>()), 42).unwrap();
    file.write(RegId::HwsWorkMode, 5).unwrap();
    assert_eq!(serde_json::from_value::<RegFile>(written(file)).unwrap(), file);
    let pulsing = RegFile { hws_ctrl: HwsCtrl::from_bits(7), ..file };
    let back = serde_json::from_value::<RegFile>(written(pulsing)).unwrap();
    assert_eq!(back, RegFile { hws_ctrl: HwsCtrl::from_bits(1), ..file });
}

#[test]
fn a_file_with_an_illegal_register_is_refused() {
    let mut file = written(RegFile::reset());
    assert_eq!(file["p_top_k"], json!({"K": 1}));
    file["p_top_k"] = json!({"K": 7});
    assert!(refused::<RegFile>(&file).contains("7 is not a legal value of P_TOP_K.K"));
}
