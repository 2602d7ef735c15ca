//! The options of waveforms.

use std::path::PathBuf;

use hws_dv::write::{TickRange, WaveOptions};

/// Which waveforms to write; `docs/waveforms.md` describes their signals.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Waves {
    /// Write every register and port as a VCD, with save files for GTKWave (FILE.gtkw) and Surfer (FILE.sucl) beside
    /// it unless they exist.
    #[arg(long, value_name = "FILE")]
    pub(crate) vcd: Option<PathBuf>,
    /// Write the same as an FST, which is far smaller.
    #[arg(long, value_name = "FILE")]
    pub(crate) fst: Option<PathBuf>,
    /// Also write the ticks from A to B, both included, in which only the clock, the cycle counter and remaining
    /// times change.
    #[arg(long, value_name = "A..B")]
    pub(crate) every_tick: Option<TickRange>,
}

impl Waves {
    pub(crate) fn options(&self) -> WaveOptions {
        WaveOptions { vcd: self.vcd.clone(), fst: self.fst.clone(), every_tick: self.every_tick }
    }
}
