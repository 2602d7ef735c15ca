//! Legal firmware over fw-api, decoded from bytes; the machine must drain to all idle.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz::firmware::fuzz(data));
