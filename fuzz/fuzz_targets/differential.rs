//! A stimulus from bytes: the model by ticks, the model by advance and a snapshot, and the plain implementation agree.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_tests::differential::fuzz(data));
