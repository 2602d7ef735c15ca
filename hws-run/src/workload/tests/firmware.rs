//! `firmware:`, and the keys of kernels and graphs that concern it.

use fw_api::{InPath, OutPath};
use hws_types::SipMask;
use rstest::rstest;

use super::read_text;
use crate::workload::{FirmwareOptions, Needs, Params, Pin, Scheduler, Vc, VcBy, Workload};

fn with(firmware: &str, dag: &str, kernel: &str) -> String {
    format!(
        "firmware: {firmware}\ndags:\n- id: g\n  {dag}\n  kernels:\n  - {{ id: a, threads: 2, blocks: 4, est: 9{kernel} }}\n"
    )
}

fn read(firmware: &str, dag: &str, kernel: &str) -> Workload {
    read_text(&with(firmware, dag, kernel)).unwrap()
}

#[test]
fn missing_keys_have_their_defaults() {
    let workload = read("{}", "kind: static", "");
    assert_eq!(workload.firmware, FirmwareOptions::default());
    assert_eq!(workload.dags[0].scheduler, Scheduler::Hws);
    assert_eq!(workload.dags[0].kernels[0].needs, Needs { ahead: 1, ..Needs::default() });
}

#[test]
fn every_key_is_read() {
    let firmware =
        "{ out_path: mih, in_path: firmware, report: false, pin: least_loaded, l2_bytes: 1e6, vcs: 9 }";
    let workload = read(
        firmware,
        "sips: 0xFF",
        ", l2: 4096, vc: { count: 3, by: firmware }, ahead: 7, params: { entry_bytes: 16, queue: 3 }",
    );
    let expected = FirmwareOptions {
        out_path: OutPath::Mih,
        in_path: InPath::Firmware,
        report: false,
        pin: Pin::LeastLoaded,
        l2_bytes: 1_000_000,
        vcs: 9,
    };
    assert_eq!(workload.firmware, expected);
    let kernel = &workload.dags[0].kernels[0];
    let vc = Some(Vc { count: 3, by: VcBy::Firmware });
    let params = Some(Params { entry_bytes: 16, queue: 3 });
    assert_eq!(kernel.needs, Needs { l2: Some(4096), vc, ahead: 7, params });
    assert_eq!(kernel.affinity, SipMask(0xFF), "the graph's SIPs narrow those of its kernels");
}

#[rstest]
#[case(
    "{ outpath: mih }",
    "kind: static",
    "",
    "1:13: unknown key `outpath` in `firmware`; did you mean `out_path`?"
)]
#[case(
    "{ pin: some }",
    "kind: static",
    "",
    "1:18: `pin` is the text \"some\"; give none or fixed or least_loaded"
)]
#[case("{ report: 1 }", "kind: static", "", "1:21: `report` is 1; give true or false")]
#[case("{}", "scheduler: fw", "", "4:14: `scheduler` is the text \"fw\"; give hws or firmware")]
#[case("{}", "sips: [3]", "", "4:9: no block of 2 threads fits")]
#[case("{}", "scheduler: firmware", ", l2: 8", "6:5: kernel `a` has `l2` in a graph that firmware schedules")]
#[case("{}", "scheduler: firmware", ", vc: { count: 1 }", "6:5: kernel `a` has `vc`")]
#[case("{}", "kind: static", ", vc: { num: 1 }", "6:51: unknown key `num` in `vc`")]
#[case("{}", "kind: static", ", vc: { count: 65 }", "6:58: `count` is 65; give an integer from 1 to 64")]
#[case("{}", "kind: static", ", ahead: 3", "6:52: `ahead` is 3; give it only with")]
#[case("{}", "kind: static", ", vc: { count: 1 }, ahead: 3", "6:70: `ahead` is 3; give it only with")]
#[case(
    "{}",
    "kind: static",
    ", params: { entry_bytes: 10, queue: 1 }",
    "6:68: `entry_bytes` is 10; give a multiple of 4"
)]
#[case(
    "{}",
    "kind: static",
    ", coop: true, params: { entry_bytes: 8, queue: 3 }",
    "6:65: `params` is a map; give a queue of 4"
)]
fn errors_have_a_place_and_a_remedy(
    #[case] firmware: &str,
    #[case] dag: &str,
    #[case] kernel: &str,
    #[case] start: &str,
) {
    let error = read_text(&with(firmware, dag, kernel)).unwrap_err().to_string();
    let message = error.split_once(':').map_or("", |(_, message)| message);
    assert!(message.starts_with(start), "\n found {message}\nwanted {start}");
    assert!(error.contains("; "), "no remedy: {error}");
}
