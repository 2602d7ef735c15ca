//! The integration tests of `hws-tests`, in one binary, because linking is most of a test binary's cost.

mod attached;
mod coverage;
mod dangers;
mod decisions;
mod environment;
mod far_future;
mod fuzz_corpora;
mod fuzz_differential;
mod fuzz_firmware;
mod fuzz_parsers;
mod fuzz_registers;
mod fuzz_snapshot;
mod golden;
mod invariants;
mod no_literals;
mod planner_properties;
mod random_advance;
mod random_model_vs_plain;
mod random_reach;
mod register_map;
mod repository;
mod rules;
mod serde_types;
mod snapshot;
mod tick_by_tick;
mod use_cases;
