//! The YAML of a workload as a tree, within limits.

use hws_input::yaml::{self, Limits, Oddities};
pub(super) use hws_input::yaml::{Key, Node, Value};

use super::error::{Fault, WorkloadReason};

/// Enough values for a graph of a million kernels; a workload has seven levels. Aliases are meant for what several
/// graphs share, not for whole graphs.
const LIMITS: Limits = Limits { depth: 16, nodes: 1 << 25, replayed: 1_000_000, oddities: Oddities::Refused };

/// Reads one document.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    yaml::parse(text, &LIMITS)
        .map_err(|error| Fault::at(error.place.position, WorkloadReason::Syntax { message: error.message }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_bounded() {
        assert!(parse(&"- ".repeat(LIMITS.depth)).is_ok());
        assert!(parse(&"- ".repeat(LIMITS.depth + 1)).is_err());
    }
}
