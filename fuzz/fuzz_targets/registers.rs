//! Interprets any bytes as operations on the interface of an HWS; after each, the invariants must hold.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz::registers::fuzz(data));
