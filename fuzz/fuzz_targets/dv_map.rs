//! Interprets any bytes as the files beside a dump: maps and waivers.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz_parsers::DV_MAP.fuzz(data));
