//! Interprets any bytes as waveforms, tables, memory images and event logs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz_parsers::WAVEFORM.fuzz(data));
