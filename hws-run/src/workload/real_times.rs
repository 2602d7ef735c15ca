//! `error_model:`, a kind alone or with its seed.

use hws_input::Position;

use super::error::{Fault, WorkloadError, WorkloadReason};
use super::error_model::{ErrorKind, ErrorModel, RealTimeTooLong, WANTED};
use super::fields::Fields;
use super::node::{Node, Value};
use super::scalar;

/// Keys of an error model written as a map.
pub(super) const KEYS: &[&str] = &["kind", "seed"];

/// Reads `error_model`.
pub(super) fn read(node: &Node) -> Result<ErrorModel, Fault> {
    let Value::Map(_) = &node.value else { return Ok(ErrorModel { kind: kind(node)?, seed: 0 }) };
    let fields = Fields::of(node, "an error model", KEYS)?;
    let seed = fields.integer("seed", 0..=u64::MAX)?.unwrap_or(0);
    Ok(ErrorModel { kind: kind(fields.required("kind")?)?, seed })
}

fn kind(node: &Node) -> Result<ErrorKind, Fault> {
    let parsed = match &node.value {
        Value::Text(text) => text.parse().ok(),
        _ => None,
    };
    parsed.ok_or_else(|| scalar::wrong(node, "an error model", WANTED))
}

/// The error for a real time that the model makes too long.
pub(super) fn too_long(model: &ErrorModel, error: RealTimeTooLong) -> WorkloadError {
    let name = format!("error model {}", model.kind);
    Fault::at(Position::UNKNOWN, WorkloadReason::RealTimeTooLong(error)).in_file(&name)
}

/// The error for a seed without an error model.
pub(super) fn no_model(seed: u64) -> WorkloadError {
    Fault::at(Position::UNKNOWN, WorkloadReason::NothingRandom).in_file(&format!("seed {seed}"))
}
