//! `hws fuzz to-stimulus`: the stimulus, what is told about it, and the refusals.

use crate::common::{absent, as_text, fed, file, hws, refused, said};

/// Bytes that mean many operations, and let commands be taken as they appear.
fn input(salt: u32) -> Vec<u8> {
    (0..2048_u32).map(|byte| (byte.wrapping_add(salt).wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

#[test]
fn the_stimulus_of_an_input_is_its_run() {
    let out = as_text(&absent("fuzz/run.jsonl"));
    let artifact = file("fuzz/input", input(1));
    let (status, printed_out, told) = said(&hws(&["fuzz", "to-stimulus", &artifact, "-o", &out]));
    assert_eq!((status, printed_out.as_str()), (Some(0), ""), "{told}");
    let (first, command) = told.trim_end().split_once('\n').unwrap();
    assert!(first.starts_with("no failure in "), "{told}");
    let arguments: Vec<&str> = command.split_whitespace().skip_while(|word| *word != "replay").collect();
    let (status, _, verdict) = said(&hws(&arguments));
    assert_eq!(status, Some(0), "{verdict}");
    assert!(verdict.starts_with("I1-I"), "{verdict}");
}

#[test]
fn without_a_file_the_stimulus_is_printed_and_the_input_may_be_standard_input() {
    let (status, out, told) = fed(&["fuzz", "to-stimulus", "-"], []);
    assert_eq!((status, out.as_str()), (Some(0), "{\"at\":0,\"op\":\"end\"}\n"), "{told}");
}

#[test]
fn an_input_without_a_failure_is_not_shrunk() {
    let out = absent("fuzz/none.jsonl");
    let artifact = file("fuzz/healthy", input(1));
    let error = refused(&["fuzz", "to-stimulus", &artifact, "--shrink", "-o", &as_text(&out)]);
    assert!(error.ends_with("has no failure to shrink; leave out `--shrink`\n"), "{error}");
    assert!(!out.exists(), "nothing is written");
}

#[test]
fn a_missing_input_and_an_unknown_target_are_refused() {
    let error = refused(&["fuzz", "to-stimulus", "absent.bin"]);
    assert!(error.starts_with("error: absent.bin: cannot be read: "), "{error}");
    let error = refused(&["fuzz", "to-stimulus", "absent.bin", "--target", "registres"]);
    assert!(error.contains("registers"), "{error}");
}
