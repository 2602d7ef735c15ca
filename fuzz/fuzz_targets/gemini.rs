//! Interprets any bytes as Gemini schedules.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz_parsers::GEMINI.fuzz(data));
