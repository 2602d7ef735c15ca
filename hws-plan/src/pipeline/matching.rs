//! `match`: whether a Soma primitive fits the Axon that feeds it (J7, J8, J9, J15).

use std::fmt;

use serde_json::{Value, json};

use super::read::{boolean_or, integer_or};
use super::shape::{BufferBytes, Shape};
use crate::PlannerAnswer;
use crate::input::{InputError, InputNode, integer};

/// The violations, and the size of the buffer.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    violations: Vec<String>,
    buffer: BufferBytes,
}

/// A Soma primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prim {
    X5,
    Soma06,
    Soma26,
    Soma07,
    Soma08,
    Merge,
    LifPlus,
}

const PRIMS: [(&str, Prim); 7] = [
    ("X5", Prim::X5),
    ("06", Prim::Soma06),
    ("26", Prim::Soma26),
    ("07", Prim::Soma07),
    ("08", Prim::Soma08),
    ("merge", Prim::Merge),
    ("lif+", Prim::LifPlus),
];

/// An input that a pipeline can feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    X1,
    Ciso,
    Uin,
}

const INPUTS: [(&str, Input); 3] = [("X1", Input::X1), ("ciso", Input::Ciso), ("Uin", Input::Uin)];

/// The keys of Soma: those of every primitive, and the parameters of J15.
const SOMA: [&str; 12] = [
    "prim",
    "pipeline_input",
    "out_ciso_sel",
    "row_pipeline_en",
    "range",
    "niy",
    "num_in",
    "length_in",
    "num_ciso",
    "length_ciso",
    "group_num",
    "neuron_num",
];

/// The keys of a primitive for its rows and their length.
#[derive(Clone, Copy, Debug, Default)]
struct Keys {
    rows: Option<&'static str>,
    length: Option<&'static str>,
}

/// The Soma part of an input.
struct Soma {
    prim: Prim,
    input: Option<Input>,
    is_out_ciso: bool,
    is_pipelined: bool,
    range: Option<(i64, i64)>,
}

impl Match {
    /// Reads both sides and compares them.
    pub(crate) fn of(root: &InputNode<'_, '_>) -> Result<Self, InputError> {
        root.has_only(&["op", "axon", "soma", "pipeline_num", "ky"])?;
        let (axon, node) = (root.key("axon")?, root.key("soma")?);
        axon.has_only(&["ny", "nx", "nf", "mlp", "range"])?;
        node.has_only(&SOMA)?;
        let (shape, axon_range) = (Shape::read(&axon)?, range(&axon)?);
        let soma = Soma::read(&node)?;
        let pipeline_num = root.key("pipeline_num")?.at_least(0)?;
        let ky = integer_or(root, "ky", 1, 1)?;
        let mut violations = Vec::new();
        if shape.is_split_badly {
            violations.push("nf is not a multiple of 32".to_owned());
        }
        let keys = soma.keys();
        violations.extend(parameter(&node, keys.rows, "rows", shape.rows));
        violations.extend(parameter(&node, keys.length, "row length", shape.row_length()));
        violations.extend(soma.wrong_input());
        violations.extend(wrong_pipeline_num(pipeline_num, shape.rows, ky, soma.prim));
        violations.extend(soma.wrong_ranges(axon_range));
        Ok(Self { violations, buffer: shape.buffer_bytes(pipeline_num)? })
    }
}

impl Soma {
    fn read(node: &InputNode<'_, '_>) -> Result<Self, InputError> {
        let out_ciso_sel = node.maybe("out_ciso_sel").map_or(Ok(0), |sel| sel.integer(0..=1))?;
        Ok(Self {
            prim: node.key("prim")?.word(&PRIMS)?,
            input: node.maybe("pipeline_input").map(|input| input.word(&INPUTS)).transpose()?,
            is_out_ciso: out_ciso_sel == 1,
            is_pipelined: boolean_or(node, "row_pipeline_en", true)?,
            range: range(node)?,
        })
    }

    /// 06 is fed on the side given by `pipeline_input`, 26 on the side that it forwards.
    fn keys(&self) -> Keys {
        let on_ciso = match self.prim {
            Prim::Soma06 => self.input == Some(Input::Ciso),
            _ => self.is_out_ciso,
        };
        match self.prim {
            Prim::X5 => Keys { rows: Some("niy"), length: None },
            Prim::Soma06 | Prim::Soma26 if on_ciso => {
                Keys { rows: Some("num_ciso"), length: Some("length_ciso") }
            }
            Prim::Soma06 | Prim::Soma26 => Keys { rows: Some("num_in"), length: Some("length_in") },
            Prim::Soma07 | Prim::Soma08 => Keys { rows: Some("group_num"), length: Some("neuron_num") },
            Prim::Merge | Prim::LifPlus => Keys::default(),
        }
    }

    /// Merge and lif+ have one input that can be pipelined, which is also the default.
    fn wrong_input(&self) -> Option<String> {
        let input = self.input?;
        let only = |name: &str, only: &str, right| {
            (input != right).then(|| format!("{name}: only {only} can be the pipelined input"))
        };
        match self.prim {
            Prim::Merge => only("merge", "X1", Input::X1),
            Prim::LifPlus => only("lif+", "Uin", Input::Uin),
            _ => None,
        }
    }

    /// A missing range counts as equal and overlapping.
    fn wrong_ranges(&self, axon: Option<(i64, i64)>) -> Vec<String> {
        let both = axon.zip(self.range);
        let mut wrong = Vec::new();
        if let Some(((lo, hi), (from, to))) = both.filter(|(axon, soma)| axon != soma) {
            wrong.push(format!("Axon writes [{lo}, {hi}), Soma reads [{from}, {to})"));
        }
        let overlap = both.is_none_or(|((lo, hi), (from, to))| lo < to && from < hi);
        if overlap && !self.is_pipelined {
            wrong.push("row_pipeline_en is off although Axon writes where Soma reads".to_owned());
        }
        wrong
    }
}

/// `[lo, hi)` with 0 <= lo < hi.
fn range(node: &InputNode<'_, '_>) -> Result<Option<(i64, i64)>, InputError> {
    let Some(range) = node.maybe("range") else { return Ok(None) };
    match range.value().as_array().map(|_| range.list()).transpose()?.as_deref() {
        Some([lo, hi]) => {
            let lo = lo.at_least(0)?;
            Ok(Some((lo, hi.at_least(lo + 1)?)))
        }
        _ => Err(range.unwanted("[first, end) of an address range")),
    }
}

/// Returns the violation of a parameter that has to be `wanted`, also if it is missing or not an integer.
fn parameter(soma: &InputNode<'_, '_>, key: Option<&'static str>, what: &str, wanted: i64) -> Option<String> {
    let key = key?;
    let Some(found) = soma.maybe(key) else {
        return Some(format!("{key} is missing; Axon's {what} is {wanted}"));
    };
    let Some(found) = integer(found.value()) else {
        return Some(format!("{key} is not an integer below 2^31 in size; Axon's {what} is {wanted}"));
    };
    (found != wanted).then(|| format!("{key} is {found}, but Axon's {what} is {wanted}"))
}

/// pipeline_num is 1 to the rows and, for X5, at least the rows of its pooling window (J7).
fn wrong_pipeline_num(pipeline_num: i64, rows: i64, ky: i64, prim: Prim) -> Vec<String> {
    let mut wrong = Vec::new();
    if !(1..=rows).contains(&pipeline_num) {
        wrong.push(format!("pipeline_num {pipeline_num} is not between 1 and the number of rows, {rows}"));
    }
    if prim == Prim::X5 && pipeline_num < ky {
        wrong.push(format!("pipeline_num {pipeline_num} is less than ky {ky}"));
    }
    wrong
}

impl PlannerAnswer for Match {
    fn json(&self) -> Value {
        json!({
            "ok": self.is_good(),
            "violations": self.violations,
            "buffer_bytes": self.buffer.plain,
            "buffer_bytes_padded": self.buffer.padded,
        })
    }

    fn is_good(&self) -> bool {
        self.violations.is_empty()
    }
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", if self.is_good() { "they match" } else { "they do not match" })?;
        self.violations.iter().try_for_each(|violation| writeln!(f, "  {violation}"))?;
        writeln!(f, "buffer: {}", self.buffer)
    }
}
