//! Reads and checks a row pipeline.

use crate::input::{InputError, InputFault, InputNode};
use crate::pipeline::credits::Credits;
use crate::pipeline::read::{MOST_ROWS, integer_or};
use crate::pipeline::shape::Shape;
use crate::pipeline::times::Times;

/// The keys of a row pipeline.
const KEYS: [&str; 13] = [
    "op",
    "ny",
    "pipeline_num",
    "ky",
    "sy",
    "pad_top",
    "pad_bottom",
    "t_axon",
    "t_soma",
    "nx",
    "nf",
    "mlp",
    "fw_latency",
];

/// A checked input.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// Its credit rules.
    pub(crate) credits: Credits,
    /// Axon's rows.
    pub(crate) shape: Shape,
    /// Cycles until firmware passes on a credit; not part of the timeline.
    pub(crate) fw_latency: i64,
}

impl Problem {
    /// Reads and checks an input; the error names the first breach.
    pub(crate) fn read(root: &InputNode<'_, '_>) -> Result<Self, InputError> {
        root.has_only(&KEYS)?;
        let shape = Shape::read_whole(root)?;
        let pipeline_num = root.key("pipeline_num")?.at_least(1)?;
        let (ky, sy) = (integer_or(root, "ky", 1, 1)?, integer_or(root, "sy", 1, 1)?);
        let (pad_top, pad_bottom) = (pad(root, "pad_top", ky)?, pad(root, "pad_bottom", ky)?);
        let outputs = outputs(root, shape.rows + pad_top + pad_bottom, ky, sy)?;
        let credits = Credits {
            rows: shape.rows,
            outputs,
            ky,
            sy,
            pad_top,
            pipeline_num,
            producer: Times::read(root, "t_axon", shape.rows)?,
            consumer: Times::read(root, "t_soma", outputs)?,
        };
        Ok(Self { credits, shape, fw_latency: integer_or(root, "fw_latency", 0, 0)? })
    }
}

/// Reads a padding: 0 to ky - 1.
fn pad(root: &InputNode<'_, '_>, key: &str, ky: i64) -> Result<i64, InputError> {
    root.maybe(key).map_or(Ok(0), |pad| pad.integer(0..=ky - 1))
}

/// Returns the number of windows of `ky` rows that fit into the padded rows, one every `sy`.
fn outputs(root: &InputNode<'_, '_>, padded: i64, ky: i64, sy: i64) -> Result<i64, InputError> {
    let refuse = |what, remedy| Err(root.error(InputFault::Infeasible { what, remedy }));
    if padded < ky {
        return refuse(
            format!("there is no output row: {padded} rows with padding, but ky is {ky}"),
            "lower ky or pad more",
        );
    }
    match (padded - ky) / sy + 1 {
        outputs @ ..=MOST_ROWS => Ok(outputs),
        outputs => refuse(format!("{outputs} output rows, more than {MOST_ROWS}"), "pad less"),
    }
}
