//! The program cut into blocks: every node becomes a streaming kernel (planner §5).
//!
//! A block produces B output tokens of its node: it fires B x FPO times and takes LAT + (B x FPO - 1) x AFI.
//! The graph is then scheduled once more with blocks as tokens: LAT = LFI = that time, the same FPO (a block takes
//! FPO blocks from each producer), and a stream of ceil(`stream_size` / B).

use super::fifo::Fifo;
use super::flat::Flat;
use super::input::{SdRule, Unit};
use super::net::{Timing, div_ceil};
use crate::input::{InputError, fit};

/// How a program is cut into blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataflowBlocks {
    /// Output tokens of a block, at least 1.
    pub tokens: u32,
    /// Bytes of a token.
    pub token_bytes: u32,
}

/// The kernels of a program.
#[derive(Debug)]
pub(super) struct Kernels {
    /// Time of a block, at least 1, by node.
    pub(super) est: Vec<i64>,
    /// Blocks, by node.
    pub(super) block_num: Vec<i64>,
    /// Tokens of a stream in blocks.
    pub(super) stream: i64,
    /// The schedule of the blocks.
    pub(super) timings: Vec<Timing>,
    /// The FIFO of each edge, in blocks of its producer.
    pub(super) fifos: Vec<Fifo>,
}

impl Kernels {
    /// Cuts a program into blocks of `tokens` tokens.
    pub(super) fn of(flat: &Flat, stream_size: i64, tokens: i64, rule: SdRule) -> Result<Self, InputError> {
        let firing = flat.schedule(&flat.units, rule)?;
        let est = flat.names.iter().zip(&firing).map(|(name, timing)| est(name, timing, tokens));
        let est: Vec<i64> = est.collect::<Result<_, _>>()?;
        let unit = |(&est, unit): (&i64, &Unit)| Unit { lat: est, lfi: est, fpo: unit.fpo };
        let units: Vec<Unit> = est.iter().zip(&flat.units).map(unit).collect();
        let timings = flat.schedule(&units, rule)?;
        let stream = (stream_size + tokens - 1) / tokens;
        let fifo = |&(from, to): &(usize, usize)| {
            let (from, to): (&Timing, &Timing) = (&timings[from], &timings[to]);
            Fifo::between(from, to, from.unit.fpo, stream, rule)
        };
        let fifos = flat.edges.iter().map(fifo).collect();
        let block_num = timings.iter().map(|timing| timing.tokens(stream)).collect();
        Ok(Self { est, block_num, stream, timings, fifos })
    }

    /// Returns how many blocks a node takes from each producer, one per firing: it stops when any producer has no more.
    pub(super) fn firings(&self, node: usize) -> i128 {
        div_ceil(self.stream.into(), self.timings[node].d.into())
    }
}

/// LAT + (B x FPO - 1) x AFI, at least 1, as no kernel takes no time.
fn est(name: &str, timing: &Timing, tokens: i64) -> Result<i64, InputError> {
    let firings = i128::from(tokens) * i128::from(timing.unit.fpo);
    let rest = (firings - 1).checked_mul(timing.afi.into());
    let est = rest.and_then(|rest| rest.checked_add(timing.unit.lat.into()));
    fit(est.unwrap_or(i128::MAX), &format!("kernel {name:?}")).map(|est| est.max(1))
}
