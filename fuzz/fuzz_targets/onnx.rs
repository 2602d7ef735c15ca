//! Interprets any bytes as ONNX models.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hws_fuzz_parsers::ONNX.fuzz(data));
