//! The integration tests of `hws-regmap`, in one binary: linking dominates the cost of a test binary.

mod any_bytes;
mod built_in;
mod diagnostics;
mod diff;
mod diff_kinds;
mod explanations;
mod exports;
mod exports_readers;
mod includes;
mod map_import;
mod random_maps;
mod rust_layout;
mod schema;
mod ui;
