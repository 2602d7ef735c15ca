//! A node of a function: its kind and its timing (T1, T3, T5, T6, T18).

use std::collections::BTreeMap;

use super::find;
use super::options::ReductionModel;
use crate::input::{InputError, InputFault, InputNode};

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Kind {
    /// An input port.
    In,
    /// An output port.
    Out,
    /// An instruction.
    Op,
    /// A call of the function with this index.
    Call(usize),
    /// A constant: always available.
    Const,
    /// A counter that fires by itself.
    Autoindex,
    /// An asynchronous gate: always ready.
    Gate,
}

/// The timing of a node by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Unit {
    /// Latency.
    pub(in super::super) lat: i64,
    /// Local firing interval, at least 1.
    pub(in super::super) lfi: i64,
    /// Firings per output, at least 1.
    pub(in super::super) fpo: i64,
}

impl Unit {
    /// A port: no latency, one token per firing.
    pub(in super::super) const WIRE: Self = Self { lat: 0, lfi: 1, fpo: 1 };
}

/// A checked node.
#[derive(Clone, Debug)]
pub(in super::super) struct Operator {
    /// Its id.
    pub(in super::super) id: String,
    /// Its kind.
    pub(in super::super) kind: Kind,
    /// LAT, LFI and FPO; 0, 1 and 1 for a call, whose values come from its function.
    pub(in super::super) unit: Unit,
    /// Whether it folds tokens, and so may feed itself.
    pub(in super::super) is_reduction: bool,
    /// Whether it is an output of its function.
    pub(in super::super) is_output: bool,
}

/// What is needed to read a node.
pub(super) struct Context<'a> {
    /// Functions, ascending.
    pub(super) names: &'a [&'a str],
    /// Latency by opcode.
    pub(super) costs: &'a BTreeMap<&'a str, i64>,
    /// Timing of linear reductions.
    pub(super) reductions: ReductionModel,
}

/// Latency by opcode; none is built in.
pub(super) fn read_costs<'v>(root: &InputNode<'v, '_>) -> Result<BTreeMap<&'v str, i64>, InputError> {
    let Some(costs) = root.maybe("costs") else { return Ok(BTreeMap::new()) };
    costs.entries()?.into_iter().map(|(opcode, lat)| Ok((opcode, lat.at_least(1)?))).collect()
}

impl Operator {
    pub(super) fn read(node: &InputNode<'_, '_>, context: &Context<'_>) -> Result<Self, InputError> {
        node.has_only(&["id", "kind", "lat", "lfi", "fpo", "opcode", "reduction", "callee", "output"])?;
        let kind = read_kind(node, context)?;
        let unit = match kind {
            Kind::Gate | Kind::Call(_) => Unit::WIRE,
            _ => Unit {
                lat: read_lat(node, kind, context)?,
                lfi: one_or_more(node, "lfi")?,
                fpo: one_or_more(node, "fpo")?,
            },
        };
        let reduction = read_reduction(node, kind)?;
        let unit = reduction.map_or(unit, |reduction| reduction.applied(unit, context.reductions));
        let is_output = read_output(node, kind)? || kind == Kind::Out;
        let id = node.key("id")?.text()?.to_owned();
        Ok(Self { id, kind, unit, is_reduction: reduction.is_some(), is_output })
    }
}

fn read_kind(node: &InputNode<'_, '_>, context: &Context<'_>) -> Result<Kind, InputError> {
    let kind = node.key("kind")?.word(&[
        ("in", Kind::In),
        ("out", Kind::Out),
        ("op", Kind::Op),
        ("call", Kind::Call(0)),
        ("const", Kind::Const),
        ("autoindex", Kind::Autoindex),
        ("gate", Kind::Gate),
    ])?;
    match kind {
        Kind::Call(_) => Ok(Kind::Call(find(&node.key("callee")?, context.names)?)),
        other => Ok(other),
    }
}

/// `lat` wins over `opcode`.
fn read_lat(node: &InputNode<'_, '_>, kind: Kind, context: &Context<'_>) -> Result<i64, InputError> {
    let lat = node.maybe("lat");
    match kind {
        Kind::Op => match (lat, node.maybe("opcode")) {
            (Some(lat), _) => lat.at_least(1),
            (None, Some(opcode)) => cost(&opcode, context),
            (None, None) => Ok(1),
        },
        Kind::Autoindex => lat.map_or(Ok(1), |lat| lat.at_least(0)),
        _ => lat.map_or(Ok(0), |lat| lat.integer(0..=0)),
    }
}

fn cost(opcode: &InputNode<'_, '_>, context: &Context<'_>) -> Result<i64, InputError> {
    let name = opcode.text()?;
    let unknown =
        || opcode.error(InputFault::Unknown { what: "opcode", id: format!("{name:?}"), list: "costs" });
    context.costs.get(name).copied().ok_or_else(unknown)
}

fn one_or_more(node: &InputNode<'_, '_>, key: &str) -> Result<i64, InputError> {
    node.maybe(key).map_or(Ok(1), |value| value.at_least(1))
}

fn read_output(node: &InputNode<'_, '_>, kind: Kind) -> Result<bool, InputError> {
    let Some(output) = node.maybe("output") else { return Ok(false) };
    match (output.boolean()?, kind) {
        (true, Kind::Op | Kind::Call(_)) => Ok(true),
        (true, _) => Err(output.unwanted("false or absent, as only `op` and `call` may be outputs")),
        (false, _) => Ok(false),
    }
}

/// N tokens folded into one.
#[derive(Clone, Copy)]
struct Reduction {
    size: i64,
    is_tree: bool,
}

fn read_reduction(node: &InputNode<'_, '_>, kind: Kind) -> Result<Option<Reduction>, InputError> {
    let Some(reduction) = node.maybe("reduction") else { return Ok(None) };
    if kind != Kind::Op {
        return Err(reduction.unwanted("absent, as only `op` may have it"));
    }
    reduction.has_only(&["size", "type"])?;
    let size = reduction.key("size")?.at_least(1)?;
    let is_tree =
        reduction.maybe("type").map_or(Ok(false), |t| t.word(&[("linear", false), ("tree", true)]))?;
    Ok(Some(Reduction { size, is_tree }))
}

impl Reduction {
    /// T5 and T6: the timing of an operator that folds; the reduction alone sets FPO.
    fn applied(self, unit: Unit, model: ReductionModel) -> Unit {
        // Latency and size are below 2^31, so nothing overflows.
        let (lat, fpo) = match (self.is_tree, model) {
            (true, _) => (unit.lat * levels(self.size).max(1), 1),
            (false, ReductionModel::Fpo) => (unit.lat, self.size),
            (false, ReductionModel::Latency) => (unit.lat + self.size - 1, 1),
            (false, ReductionModel::Literal) => (unit.lat + self.size - 1, self.size),
        };
        Unit { lat, lfi: unit.lfi, fpo }
    }
}

/// Returns ceil(log2 size).
fn levels(size: i64) -> i64 {
    i64::from((size - 1).checked_ilog2().map_or(0, |log| log + 1))
}
