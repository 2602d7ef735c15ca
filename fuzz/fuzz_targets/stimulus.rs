//! Interprets any bytes as stimuli.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz_parsers::STIMULUS.fuzz(data));
