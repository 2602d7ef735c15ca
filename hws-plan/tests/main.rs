//! The integration tests of `hws-plan`, in one binary: linking dominates the cost of a test binary.

mod cnn;
mod common;
mod dataflow;
mod example;
mod gemini;
mod gemini_rules;
mod gemini_schedules;
mod gemini_trace;
mod onnx;
mod page;
mod periodic;
mod pipeline;
mod plan_check;
mod plan_file;
mod plan_import;
mod plan_lint;
mod rank;
mod rank_schedules;
mod recognise;
mod stg;
mod task_ir;
mod wfcommons;
