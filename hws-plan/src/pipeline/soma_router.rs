//! `soma_router`: packets of 16 bytes from Soma1 to the Router (J10, J11, J16).

use std::fmt;

use serde_json::{Value, json};

use super::credits::Credits;
use super::event_loop::{Run, run};
use super::read::{integer_or, rows};
use super::times::Times;
use crate::PlannerAnswer;
use crate::input::{InputError, InputNode, fit};

/// Bytes of a packet.
const PACKET: i128 = 16;

/// The keys of an input; the last four are for memory 2.
const KEYS: [&str; 10] =
    ["op", "packets", "dout_length", "t_soma", "t_send", "mem", "ny", "nx", "nf", "precision"];

/// Where the packets wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    /// 16-byte registers; addresses are ignored.
    Mem3,
    /// Soma's output is kept as well.
    Mem2,
}

/// A packet pipeline and the result of its run; with a window of one packet it always ends.
#[derive(Clone, Debug)]
pub(crate) struct SomaRouter {
    credits: Credits,
    run: Run,
    memory: Memory,
    mem_bytes: i64,
}

impl SomaRouter {
    /// Reads and runs a packet pipeline.
    pub(crate) fn of(root: &InputNode<'_, '_>) -> Result<Self, InputError> {
        root.has_only(&KEYS)?;
        let packets = rows(root, "packets")?;
        let length = root.key("dout_length")?.at_least(1)?;
        let credits = Credits {
            rows: packets,
            outputs: packets,
            ky: 1,
            sy: 1,
            pad_top: 0,
            pipeline_num: length,
            producer: Times::Same(integer_or(root, "t_soma", 1, 1)?),
            consumer: Times::Same(integer_or(root, "t_send", 1, 1)?),
        };
        let memory = read_memory(root)?;
        let mem_bytes = match memory {
            Memory::Mem3 => PACKET * i128::from(length),
            Memory::Mem2 => whole_output(root)?,
        };
        let run = run(&credits, &mut |_| ());
        Ok(Self { credits, run, memory, mem_bytes: fit(mem_bytes, "mem_bytes")? })
    }

    /// Its credit rules.
    pub(crate) fn credits(&self) -> &Credits {
        &self.credits
    }

    /// Memory of the waiting packets.
    pub(crate) fn mem_bytes(&self) -> i64 {
        self.mem_bytes
    }

    fn settings(&self) -> [(&'static str, u8); 3] {
        let is_mem3 = u8::from(self.memory == Memory::Mem3);
        [("memory_select", is_mem3), ("Soma_in_en", 1), ("Dout_Mem_sel", is_mem3)]
    }
}

fn read_memory(root: &InputNode<'_, '_>) -> Result<Memory, InputError> {
    let mem = root.maybe("mem").map_or(Ok(3), |mem| mem.integer(2..=3))?;
    Ok(if mem == 2 { Memory::Mem2 } else { Memory::Mem3 })
}

/// ny × nx × nf × precision; each is below 2^31.
fn whole_output(root: &InputNode<'_, '_>) -> Result<i128, InputError> {
    let (nx, nf) = (integer_or(root, "nx", 1, 1)?, integer_or(root, "nf", 1, 1)?);
    let precision = root.key("precision")?.at_least(1)?;
    Ok([rows(root, "ny")?, nx, nf, precision].into_iter().map(i128::from).product())
}

impl PlannerAnswer for SomaRouter {
    fn json(&self) -> Value {
        json!({
            "deadlock": false,
            "total": self.run.consumer_end,
            "peak_unsent": self.run.peak,
            "mem_bytes": self.mem_bytes,
            "settings": self.settings().into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        })
    }
}

impl fmt::Display for SomaRouter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Credits { rows: packets, pipeline_num: length, .. } = self.credits;
        writeln!(f, "{packets} packets sent in {} cycles", self.run.consumer_end)?;
        writeln!(f, "unsent at once: at most {} of {length}", self.run.peak)?;
        writeln!(f, "memory: {} bytes", self.mem_bytes)?;
        self.settings().into_iter().try_for_each(|(key, value)| writeln!(f, "{key} = {value}"))
    }
}
