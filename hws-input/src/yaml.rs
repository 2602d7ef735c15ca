//! YAML as a tree in which every key and every value has its place.
//!
//! Deserialising into types with serde loses places inside enums and reports "did not match any variant"; a tree
//! avoids both. Depth, size and aliases are bounded, so that a malicious text fails quickly.
//!
//! ```
//! use hws_input::yaml::{Limits, Oddities, Value, parse};
//! let limits = Limits { depth: 16, nodes: 1000, replayed: 1000, oddities: Oddities::Refused };
//! let tree = parse("kernel: { threads: 0x4 }", &limits).unwrap();
//! let threads = tree.get("kernel").and_then(|kernel| kernel.get("threads")).unwrap();
//! assert_eq!(threads.value, Value::Integer(4_u64.into()));
//! assert_eq!((threads.place.line(), threads.place.column()), (1, 20));
//! assert_eq!(parse("a: [1", &limits).unwrap_err().place.column(), 4);
//! ```

mod build;
mod error;
mod file;
mod integer;
mod names;
mod node;
mod plain;
#[cfg(test)]
mod tests;

pub use error::YamlError;
pub use file::{YamlFile, YamlRead};
pub use integer::Integer;
pub use names::KeyName;
pub use node::{Key, Node, Value};

use serde_saphyr::options::{DuplicateKeyPolicy, NonFiniteFloatPolicy};
use serde_saphyr::{Budget, Options};

/// Limits on a text, and the treatment of [`Oddities`].
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The deepest nesting: each level of the parser takes tens of kilobytes of stack.
    pub depth: usize,
    /// The most values in the text.
    pub nodes: usize,
    /// The most parser events that aliases may repeat.
    pub replayed: usize,
    /// The treatment of valid YAML that hardly any format needs.
    pub oddities: Oddities,
}

/// Duplicate keys, infinite numbers and NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oddities {
    /// The first one is an error.
    Refused,
    /// They stay in the tree, for a caller that reports every error in one run.
    Kept,
}

/// Parses one document.
///
/// # Errors
/// Fails at the first text that is not YAML, or at the first limit exceeded; the rest has not been read.
pub fn parse(text: &str, limits: &Limits) -> Result<Node, YamlError> {
    plain::read(text, limits).map_or_else(|| parse_any(text, limits), Ok)
}

/// Parses any text with the library.
fn parse_any(text: &str, limits: &Limits) -> Result<Node, YamlError> {
    serde_saphyr::from_str_with_options(text, options(limits)).map_err(|error| YamlError::new(&error, text))
}

fn options(limits: &Limits) -> Options {
    let mut budget = Budget::default();
    (budget.max_nodes, budget.max_events) = (limits.nodes, limits.nodes.saturating_mul(2));
    (budget.max_total_scalar_bytes, budget.max_depth) = (usize::MAX, limits.depth);
    let mut options = Options::default();
    options.budget = Some(budget);
    options.alias_limits.max_total_replayed_events = limits.replayed;
    options.strict_booleans = true;
    options.with_snippet = false;
    if limits.oddities == Oddities::Kept {
        options.duplicate_keys = DuplicateKeyPolicy::PassThrough;
        options.non_finite_float_policy = NonFiniteFloatPolicy::PassThrough;
    }
    options
}
