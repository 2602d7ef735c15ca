//! The integration tests of `hws-explore`, in one binary, because linking is most of a test binary's cost.

mod configurations;
mod counts;
mod dangers;
mod safety;

use std::path::{Path, PathBuf};

use hws_explore::{Configuration, Exploration, Scenario, explore};

/// The scenario of a text.
fn scenario(text: &str) -> Scenario {
    Scenario::new(Configuration::read("test.yaml", text).unwrap())
}

fn explored(text: &str) -> Exploration {
    explore(&scenario(text))
}

/// The folder of the examples.
fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/explore")
}

/// The text of an example.
fn example(name: &str) -> String {
    std::fs::read_to_string(examples().join(name).with_extension("yaml")).unwrap()
}
