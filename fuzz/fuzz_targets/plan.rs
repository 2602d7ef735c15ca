//! Interprets any bytes as plan files and planner inputs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz_parsers::PLAN.fuzz(data));
