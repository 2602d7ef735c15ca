//! Interprets any bytes as calls of the C libraries.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_c_fuzz::fuzz(data));
