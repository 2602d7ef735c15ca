//! Changed snapshots: refused, or restored to a state that satisfies the invariants and runs on.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz::snapshot::fuzz(data));
