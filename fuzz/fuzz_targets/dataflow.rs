//! Interprets any bytes as programs for the dataflow planner.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz_parsers::DATAFLOW.fuzz(data));
