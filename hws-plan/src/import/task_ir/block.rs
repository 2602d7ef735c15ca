//! Blocks and edges, as the file has them.

use std::collections::BTreeMap;

use hws_input::Position;

use super::kind::{self, Kind};
use super::text::{Field, Text};
use crate::import::error::ImportError;
use crate::import::fault::{LanguageFault, shown};

/// The graph of the file. Edges are between existing blocks.
pub(super) struct TaskIr {
    pub(super) blocks: Vec<Block>,
    pub(super) edges: Vec<Edge>,
}

/// A block.
pub(super) struct Block {
    pub(super) id: i64,
    pub(super) at: Position,
    pub(super) kind: Kind,
    pub(super) shape: Dims,
    /// Bits of a value of its output.
    pub(super) bits: u64,
    /// Whether one of its inputs is a vector of biases.
    pub(super) has_bias_vector: bool,
    /// The sizes of the parts that single edges bring, by edge.
    parts: BTreeMap<i64, Dims>,
}

/// An edge between two blocks, by their indices.
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The size of the part that it carries, if a block gives it.
    pub(super) part: Option<Dims>,
}

/// A shape: the product of its dimensions is its volume. A dimension that is 0 is not there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Dims {
    nx: u64,
    ny: u64,
    nf: u64,
    nr: u64,
    nkx: u64,
    nky: u64,
    /// The branches of a CADD.
    pub(super) branches: u64,
    /// The product of extra dimensions.
    extra: u64,
}

const BLOCK: [&str; 13] = [
    "id",
    "type",
    "precision",
    "shape",
    "input_clusters",
    "output_clusters",
    "data",
    "attributes",
    "is_virtual",
    "master_task_id",
    "pipeline_num",
    "bias_type",
    "socket_id",
];
const SHAPE: [&str; 10] =
    ["nx", "ny", "nf", "nr", "nkx", "nky", "niy", "nix", "n_branch", "extra_dimensions"];
const EDGE: [&str; 4] = ["id", "src_block_id", "dst_block_id", "rearrange_info"];
const CLUSTER: [&str; 2] = ["shape", "interfaces"];
const INTERFACE: [&str; 3] = ["position", "size", "edge_id"];
const FILE: [&str; 4] = ["blocks", "edges", "groups", "test_config"];

/// Reads a file.
pub(super) fn read(text: &str) -> Result<TaskIr, ImportError> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut edges = Vec::new();
    Text::new(text).file(|text, field| {
        match field.name {
            "blocks" => blocks.push(block(text, field.at)?),
            "edges" => edges.push(edge(text, field.at)?),
            "groups" | "test_config" => text.skip()?,
            _ => return Err(unknown(field, "the file", &FILE)),
        }
        Ok(())
    })?;
    let index = by_id(&blocks)?;
    let edges = resolve(&edges, &blocks, &index)?;
    Ok(TaskIr { blocks, edges })
}

impl Block {
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.kind.name, self.id)
    }

    /// The bytes of so many values of this block.
    pub(super) fn bytes(&self, values: u64) -> Result<u64, ImportError> {
        let bits = values.checked_mul(self.bits).ok_or_else(|| self.too_large())?;
        Ok(bits.div_ceil(8))
    }

    /// The number of values that leave it: of a block that computes, its points without what it sums over.
    pub(super) fn output(&self) -> Result<u64, ImportError> {
        let shape = if self.kind.computes() { self.shape.output() } else { self.shape };
        shape.volume().ok_or_else(|| self.too_large())
    }

    pub(super) fn too_large(&self) -> ImportError {
        let what = format!("block {} is too large: its operations or bytes exceed 64 bits", self.id);
        LanguageFault::rule(what, "split the block").at(self.at)
    }
}

impl Dims {
    fn all(self) -> [u64; 7] {
        [self.nx, self.ny, self.nf, self.nr, self.nkx, self.nky, self.extra]
    }

    /// The product of the dimensions that are there, 0 if none is; `None` beyond 64 bits.
    pub(super) fn volume(self) -> Option<u64> {
        let mut there = self.all().into_iter().filter(|&dim| dim > 0).peekable();
        if there.peek().is_none() {
            return Some(0);
        }
        there.try_fold(1, u64::checked_mul)
    }

    /// Without what a convolution, product or pool sums over.
    fn output(self) -> Self {
        Self { nr: 0, nkx: 0, nky: 0, ..self }
    }

    pub(super) fn channels(self) -> u64 {
        self.nf.max(1)
    }
}

fn block(text: &mut Text<'_>, at: Position) -> Result<Block, ImportError> {
    let (mut id, mut kind, mut bits, mut shape) = (None, None, None, None);
    let (mut has_bias_vector, mut parts) = (false, BTreeMap::new());
    text.message(|text, field| {
        match field.name {
            "id" => id = Some(number(text)?),
            "type" => kind = Some(named(text, "type", Kind::find, Kind::names())?),
            "precision" => bits = Some(named(text, "precision", kind::bits, kind::precisions())?),
            "shape" => shape = Some(dims(text)?),
            "input_clusters" | "output_clusters" => cluster(text, &mut parts)?,
            "bias_type" => has_bias_vector = matches!(text.scalar("VECTOR or CONSTANT")?.1, "VECTOR" | "1"),
            "is_virtual" => not_virtual(text)?,
            "data" | "attributes" | "master_task_id" | "pipeline_num" | "socket_id" => text.skip()?,
            _ => return Err(unknown(field, "a block", &BLOCK)),
        }
        Ok(())
    })?;
    let id = id.ok_or_else(|| missing("a block", "id", at))?;
    let of = || format!("block {id}");
    Ok(Block {
        id,
        at,
        kind: kind.ok_or_else(|| missing(&of(), "type", at))?,
        shape: shape.ok_or_else(|| missing(&of(), "shape", at))?,
        bits: bits.ok_or_else(|| missing(&of(), "precision", at))?,
        has_bias_vector,
        parts,
    })
}

/// A virtual block stands for another one, its master, on another core.
fn not_virtual(text: &mut Text<'_>) -> Result<(), ImportError> {
    let (at, word) = text.scalar("true or false")?;
    match word {
        "false" | "False" | "f" | "0" => Ok(()),
        _ => Err(LanguageFault::unsupported("a virtual block", "give the graph before it is mapped").at(at)),
    }
}

fn cluster(text: &mut Text<'_>, parts: &mut BTreeMap<i64, Dims>) -> Result<(), ImportError> {
    text.message(|text, field| match field.name {
        "interfaces" => interface(text, parts),
        "shape" => text.skip(),
        _ => Err(unknown(field, "a cluster of edges", &CLUSTER)),
    })
}

fn interface(text: &mut Text<'_>, parts: &mut BTreeMap<i64, Dims>) -> Result<(), ImportError> {
    let (mut edge, mut size) = (None, None);
    text.message(|text, field| {
        match field.name {
            "edge_id" => edge = Some(number(text)?),
            "size" => size = Some(dims(text)?),
            "position" => text.skip()?,
            _ => return Err(unknown(field, "an interface", &INTERFACE)),
        }
        Ok(())
    })?;
    if let (Some(edge), Some(size)) = (edge, size.filter(|&size| size != Dims::default())) {
        parts.insert(edge, size);
    }
    Ok(())
}

fn dims(text: &mut Text<'_>) -> Result<Dims, ImportError> {
    let mut dims = Dims::default();
    text.message(|text, field| {
        let place = match field.name {
            "nx" => &mut dims.nx,
            "ny" => &mut dims.ny,
            "nf" => &mut dims.nf,
            "nr" => &mut dims.nr,
            "nkx" => &mut dims.nkx,
            "nky" => &mut dims.nky,
            "n_branch" => &mut dims.branches,
            "niy" | "nix" => return text.skip(),
            "extra_dimensions" => return extra(text, &mut dims.extra),
            _ => return Err(unknown(field, "a shape", &SHAPE)),
        };
        *place = dimension(text)?;
        Ok(())
    })?;
    Ok(dims)
}

fn extra(text: &mut Text<'_>, product: &mut u64) -> Result<(), ImportError> {
    text.scalars("a dimension", |at, word| {
        let dim = u64::from(in_range::<u32>(at, word, DIMENSION)?);
        *product = (*product).max(1).saturating_mul(dim.max(1));
        Ok(())
    })
}

const DIMENSION: &str = "an integer from 0 to 2^31 - 1";
const ID: &str = "an integer of 32 bits";

fn dimension(text: &mut Text<'_>) -> Result<u64, ImportError> {
    let (at, word) = text.scalar(DIMENSION)?;
    let dim = in_range::<i32>(at, word, DIMENSION)?;
    u64::try_from(dim).map_err(|_| not_in_range(at, word, DIMENSION))
}

fn number(text: &mut Text<'_>) -> Result<i64, ImportError> {
    let (at, word) = text.scalar(ID)?;
    in_range::<i32>(at, word, ID).map(i64::from)
}

fn in_range<T: std::str::FromStr>(at: Position, word: &str, wanted: &'static str) -> Result<T, ImportError> {
    word.parse().map_err(|_| not_in_range(at, word, wanted))
}

fn not_in_range(at: Position, word: &str, wanted: &'static str) -> ImportError {
    LanguageFault::Unexpected { found: format!("`{}`", shown(word)), wanted }.at(at)
}

fn named<T>(
    text: &mut Text<'_>,
    what: &'static str,
    find: fn(&str) -> Option<T>,
    names: impl Iterator<Item = &'static str>,
) -> Result<T, ImportError> {
    let (at, word) = text.scalar(what)?;
    let names: Vec<&str> = names.collect();
    find(word).ok_or_else(|| LanguageFault::none_of(what, word, &names).at(at))
}

fn unknown(field: Field<'_>, of: &'static str, known: &[&str]) -> ImportError {
    let remedy = format!("the fields of {of} are {}", known.join(", "));
    LanguageFault::unknown("field", field.name, known.iter().copied(), remedy).at(field.at)
}

fn missing(of: &str, what: &str, at: Position) -> ImportError {
    LanguageFault::rule(format!("{of} has no {what}"), "give it").at(at)
}

/// An edge with the ids of its ends.
struct Given {
    id: i64,
    at: Position,
    from: i64,
    to: i64,
}

fn edge(text: &mut Text<'_>, at: Position) -> Result<Given, ImportError> {
    let (mut id, mut from, mut to) = (None, None, None);
    text.message(|text, field| {
        match field.name {
            "id" => id = Some(number(text)?),
            "src_block_id" => from = Some(number(text)?),
            "dst_block_id" => to = Some(number(text)?),
            "rearrange_info" => text.skip()?,
            _ => return Err(unknown(field, "an edge", &EDGE)),
        }
        Ok(())
    })?;
    let id = id.ok_or_else(|| missing("an edge", "id", at))?;
    let end = |end: Option<i64>, what| end.ok_or_else(|| missing(&format!("edge {id}"), what, at));
    Ok(Given { id, at, from: end(from, "src_block_id")?, to: end(to, "dst_block_id")? })
}

fn by_id(blocks: &[Block]) -> Result<BTreeMap<i64, usize>, ImportError> {
    let mut index = BTreeMap::new();
    for (at, block) in blocks.iter().enumerate() {
        if index.insert(block.id, at).is_some() {
            let what = format!("there are two blocks with the id {}", block.id);
            return Err(LanguageFault::rule(what, "give each block an id of its own").at(block.at));
        }
    }
    Ok(index)
}

fn resolve(
    given: &[Given],
    blocks: &[Block],
    index: &BTreeMap<i64, usize>,
) -> Result<Vec<Edge>, ImportError> {
    let end = |edge: &Given, id: i64| {
        let what = || format!("edge {} names block {id}, which does not exist", edge.id);
        let fault = || LanguageFault::rule(what(), "name an existing block").at(edge.at);
        index.get(&id).copied().ok_or_else(fault)
    };
    let resolved = |edge: &Given| {
        let (from, to) = (end(edge, edge.from)?, end(edge, edge.to)?);
        let part = [to, from].iter().find_map(|&block| blocks[block].parts.get(&edge.id).copied());
        Ok(Edge { from, to, part })
    };
    given.iter().map(resolved).collect()
}
