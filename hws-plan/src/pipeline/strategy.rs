//! `strategy`: how much of the producer's output each pipelining strategy buffers (J13).

use std::fmt;

use serde_json::{Map, Value, json};

use super::read::integer_or;
use crate::input::{InputError, InputFault, InputNode, fit};
use crate::{PlannerAnswer, TextTable};

/// The keys of an input.
const KEYS: [&str; 10] = ["op", "width", "height", "nf", "elem_bytes", "ky", "kx", "sy", "sx", "block"];

/// A strategy and the least that it buffers.
#[derive(Clone, Copy, Debug)]
struct Need {
    strategy: &'static str,
    elements: i64,
    bytes: i64,
}

/// The strategies, from the most to the least independent; block only if a block is given.
#[derive(Clone, Debug)]
pub(crate) struct Strategies(Vec<Need>);

impl Strategies {
    /// Reads the map, the window and the block.
    pub(crate) fn of(root: &InputNode<'_, '_>) -> Result<Self, InputError> {
        root.has_only(&KEYS)?;
        let (w, h) = (root.key("width")?.at_least(1)?, root.key("height")?.at_least(1)?);
        let or_1 = |key| integer_or(root, key, 1, 1);
        let (ky, kx) =
            (window(root, "ky", ("rows", "height", h))?, window(root, "kx", ("columns", "width", w))?);
        let (sy, sx, nf) = (or_1("sy")?, or_1("sx")?, or_1("nf")?);
        let element = i128::from(nf) * i128::from(integer_or(root, "elem_bytes", 4, 1)?);
        let mut sizes = vec![("graph", w * h), ("row", ky * w), ("point", (ky - 1) * w + kx)];
        if let Some((bh, bw)) = block(root)? {
            let (rows, columns) = ((bh - 1) * sy + ky, (bw - 1) * sx + kx);
            sizes.push(("block", h.min(rows) * w.min(columns)));
        }
        let need = |(strategy, elements)| {
            let bytes = fit(i128::from(elements) * element, &format!("bytes.{strategy}"))?;
            Ok(Need { strategy, elements, bytes })
        };
        sizes.into_iter().map(need).collect::<Result<_, _>>().map(Self)
    }

    fn by_strategy(&self, value: impl Fn(&Need) -> i64) -> Map<String, Value> {
        self.0.iter().map(|need| (need.strategy.to_owned(), value(need).into())).collect()
    }
}

/// Returns the size of the window in one direction, at most that of the map: without padding, a larger window has no
/// output.
fn window(root: &InputNode<'_, '_>, key: &str, map: (&str, &str, i64)) -> Result<i64, InputError> {
    let (unit, side, most) = map;
    let size = integer_or(root, key, 1, 1)?;
    if size <= most {
        return Ok(size);
    }
    let what = format!("a window of {size} {unit} is larger than the map, whose {side} is {most}");
    Err(root
        .key(key)?
        .error(InputFault::Infeasible { what, remedy: "make the window smaller or the map larger" }))
}

/// `[bh, bw]` in output values of the consumer.
fn block(root: &InputNode<'_, '_>) -> Result<Option<(i64, i64)>, InputError> {
    let Some(block) = root.maybe("block") else { return Ok(None) };
    match block.value().as_array().map(|_| block.list()).transpose()?.as_deref() {
        Some([bh, bw]) => Ok(Some((bh.at_least(1)?, bw.at_least(1)?))),
        _ => Err(block.unwanted("[height, width] of a block")),
    }
}

impl PlannerAnswer for Strategies {
    fn json(&self) -> Value {
        json!({
            "elements": self.by_strategy(|need| need.elements),
            "bytes": self.by_strategy(|need| need.bytes),
        })
    }
}

impl fmt::Display for Strategies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = TextTable::new(&["strategy", "elements", "bytes"]);
        for need in &self.0 {
            table.row([need.strategy.to_owned(), need.elements.to_string(), need.bytes.to_string()]);
        }
        table.fmt(f)
    }
}
