//! What every program around the crates needs of its host: files, folders, threads. The command `hws` and the Python package `hws` are
//! such programs; each adds only how it is called and how it answers.
//!
//! * [`CommandFiles`]: the files of a command, no two of which are the same;
//! * [`files`]: opening inputs; [`outputs`]: writing files as a whole; [`stimuli`]: recognising stimuli;
//! * [`replay`](mod@replay): a stimulus to its trace, read and written beside the simulation;
//! * [`run`](mod@run): a workload from its files to report and timeline, with the files of a folder;
//! * [`sweep`]: many runs on several threads, with a journal, tables as Parquet and CSV;
//! * [`plan`]: the planners on files in any format;
//! * [`dumps`]: the maps and waivers of waveform dumps;
//! * [`HostError`]: why one of these is refused, with its place.
//!
//! Nothing here prints, reads arguments or installs handlers. Formats and rules are those of the crates below.

mod command_files;
pub mod dumps;
mod error;
pub mod files;
pub mod outputs;
pub mod plan;
pub mod replay;
pub mod run;
pub mod stimuli;
pub mod sweep;

pub use command_files::CommandFiles;
pub use error::HostError;
