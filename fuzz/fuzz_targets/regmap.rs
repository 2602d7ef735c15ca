//! Interprets any bytes as register maps.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz_parsers::REGMAP.fuzz(data));
