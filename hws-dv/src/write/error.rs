//! Errors of waveform files.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::clock::LAST_CYCLE;

/// Why a waveform is missing or incomplete.
#[derive(Debug, Error)]
pub enum WaveWriteError {
    /// A file could not be created or written.
    #[error("{}: cannot be written: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// An FST was to be written to something that cannot be rewound.
    #[error(
        "{}: cannot be written as FST: the head of the file is completed at the end, and a pipe cannot be \
         rewound; give a file, or write VCD",
        path.display()
    )]
    Pipe {
        /// The file.
        path: PathBuf,
    },
    /// A cycle is beyond the times that viewers can show.
    #[error(
        "cycle {cycle} cannot be in a waveform: its times end at cycle {}; the files end before it",
        LAST_CYCLE
    )]
    TooLate {
        /// The cycle.
        cycle: u64,
    },
}
