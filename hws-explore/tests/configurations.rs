//! Every mistake in a configuration is named with its place, its reason and what would be valid.

use hws_explore::Configuration;

/// A configuration with this line in the place of `sips`, and the message that follows its place.
const MISTAKES: [(&str, &str); 22] = [
    (
        "sip: [0]",
        "3:1: unknown key `sip` in a configuration; did you mean `sips`? the keys are version, topology",
    ),
    ("sips: [32]", "3:8: `32` is not legal here; give a SIP, 0 to 31"),
    ("sips: [3]", "3:7: SIPs 0x00000008; give some of 0x00007777, which 3x4 has"),
    ("sips: 3", "3:7: `3` is not legal here; give a list of SIPs, 0 to 31"),
    ("time: cycles", "3:7: `cycles` is not legal here; give `events` or `ticks`"),
    ("pre_complete: yes", "3:15: `yes` is not legal here; give `true` or `false`"),
    ("dag_resets: 256", "3:13: `256` is not legal here; give a number, 0 to 255"),
    ("starves: [b]", "3:10: no kernel is named `b`"),
    ("registers: {PROMOT: {}}", "3:13: unknown register `PROMOT`; did you mean `PROMOTE`?"),
    ("registers: {HWS_ID: {}}", "3:13: HWS_ID is not a register that keeps what is written"),
    (
        "registers: {PROMOTE: {THRESHHOLD: 1}}",
        "3:23: unknown key `THRESHHOLD` in a register; did you mean `THRESHOLD`?",
    ),
    ("registers: {PROMOTE: {RTASK_MAX: 9}}", "3:34: 9 is not a legal value of PROMOTE.RTASK_MAX"),
    (
        "registers: {LAUNCH_SIP_DELAY: {UNITS: 1}}",
        "1:1: with estimates, LAUNCH_SIP_DELAY or estimated pre-idle",
    ),
    ("dags: [{tags: 1}]", "3:9: unknown key `tags` in a DAG; did you mean `tag`?"),
    ("usage_masks: [0]", "3:15: `0` is not legal here; give a list of SIPs, 0 to 31"),
    ("kernels: []", "3:10: 0 kernels; give 1 to 8"),
    ("kernels: [{threads: 1}]", "3:11: missing key `name` in a kernel; add it"),
    ("kernels: [{name: a}, {name: a}]", "3:22: the name `a` is used twice"),
    ("kernels: [{name: a, times: 0}]", "3:28: `0` is not legal here; give a number from 1 to 255"),
    ("kernels: [{name: a, after: [b]}]", "3:29: no kernel before this one is named `b`"),
    ("kernels: [{name: a, estimate: 1}]", "1:1: with estimates, LAUNCH_SIP_DELAY or estimated pre-idle"),
    ("kernels: [{name: a, context: 4}]", "3:30: `4` is not legal here; give a context, 0 to 3"),
];

#[test]
fn mistakes_are_named_with_their_place() {
    for (line, message) in MISTAKES {
        let kernels = if line.starts_with("kernels") { "" } else { "kernels: [{name: a}]\n" };
        let sips = if line.starts_with("sip") { "" } else { "sips: [0]\n" };
        let text = format!("version: 1\ntopology: 3x4\n{line}\n{sips}{kernels}");
        let error = Configuration::read("test.yaml", &text).expect_err(line).to_string();
        assert!(error.starts_with(&format!("test.yaml:{message}")), "{line}: {error}");
    }
}

#[test]
fn the_version_is_needed_and_known() {
    let read = |text| Configuration::read("test.yaml", text).unwrap_err().to_string();
    assert_eq!(
        read("sips: [0]"),
        "test.yaml:1:1: missing key `version` in a configuration; add `version: 1`"
    );
    assert_eq!(read("version: 2"), "test.yaml:1:10: `2` is not legal here; give the version 1");
    assert!(
        read("version: 1\ntopology: 5x4")
            .contains(":2:11: `5x4` is not legal here; give a topology of scheduler.md §8.8")
    );
    assert!(read("sips: [").starts_with("test.yaml:1:"));
}
