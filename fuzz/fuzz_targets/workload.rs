//! Interprets any bytes as workloads and imported graphs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz_parsers::WORKLOAD.fuzz(data));
