//! Waveforms out: VCD and FST of a replay or a run.
//!
//! A [`WaveWriter`] observes a machine. Its signals are all registers of the map that can be read, in a scope for each
//! page, and the ports and event lanes of the RTL, under the same names (`docs/waveforms.md`).
//!
//! * Each access and each tick has a clock edge of its own. After it, the registers have the values that a bus read
//!   would return (MIH_DATA_HI without popping).
//! * A tick is written if it, or an access before it, changes a value that does not change by itself. Values that do
//!   (CNT_CYCLE_LO, remaining times) are exact after every written tick. Idle time costs nothing.
//! * The same run gives the same bytes.

mod access;
mod clock;
mod edge;
mod error;
mod files;
mod fst;
mod groups;
mod lanes;
mod ports;
mod range;
mod registers;
mod save;
mod signals;
mod stream;
mod vcd;
mod writer;

pub use error::WaveWriteError;
pub use files::WaveOptions;
pub use range::{TickRange, TickRangeError};
pub(crate) use save::{BITS, HEXADECIMAL, with_ending};
pub use writer::WaveWriter;
