//! A workload in YAML as a tree, within the limits of a workload.

use hws_input::yaml::{self, Limits, Oddities};
pub(super) use hws_input::yaml::{Key, Node, Value};

use super::error::{Fault, WorkloadReason};

/// Most values in a file: enough for a graph of a million kernels. A workload has seven levels. Aliases repeat
/// what several graphs share, not whole graphs.
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
