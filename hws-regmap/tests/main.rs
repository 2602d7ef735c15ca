//! The integration tests of `hws-regmap`, in one binary: linking is most of what a test binary costs.

mod any_bytes;
mod built_in;
mod diagnostics;
mod diff;
mod explanations;
mod exports;
mod exports_readers;
mod schema;
mod ui;
