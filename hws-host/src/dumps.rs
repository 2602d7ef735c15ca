//! The files that accompany waveform dumps: maps of names, waivers, initial snapshots.

use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use hws_dv::diff::{self, DiffMap, Waiver, WaiverDate, WaiverKind};
use hws_dv::map::NameMap;
use hws_dv::start::CheckStart;

use crate::{CommandFiles, HostError, files};

/// Seconds of a day, in UTC.
const DAY: u64 = 24 * 60 * 60;

/// Reads the map of dumps; without one, the names of the reference RTL.
///
/// # Errors
/// A file that cannot be read, or that is not a map.
pub fn name_map(path: Option<&Path>) -> Result<NameMap, HostError> {
    name_map_among(path, &mut CommandFiles::default())
}

/// Reads the map of dumps as [`name_map`] does, and adds the address map that it may name to the inputs of the command.
///
/// # Errors
/// Those of [`name_map`].
pub fn name_map_among(path: Option<&Path>, files: &mut CommandFiles) -> Result<NameMap, HostError> {
    let Some(path) = path else { return Ok(NameMap::default()) };
    let (name, text) = files::text(path)?;
    // The map reads through a shared reference.
    let files = RefCell::new(files);
    let open = |other: &str| {
        let bytes = files.borrow_mut().read_beside(&name, other)?;
        String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    };
    Ok(NameMap::from_yaml(&name, &text, &open)?)
}

/// Reads where a comparison begins: `quiet`, or a snapshot of `hws replay --snapshot`.
///
/// # Errors
/// A file that cannot be read, or that is not a snapshot.
pub fn start(path: &Path) -> Result<CheckStart, HostError> {
    if path == Path::new("quiet") {
        return Ok(CheckStart::Quiet);
    }
    let file = files::source(path)?;
    CheckStart::from_snapshot(&file.bytes).map_err(|reason| {
        let message = format!("is not a snapshot of `hws replay --snapshot`: {reason}");
        HostError::of_file("not-a-snapshot", &file.name, message)
    })
}

/// Reads which names of two dumps belong together.
///
/// # Errors
/// A file that cannot be read, or that is not such a map.
pub fn diff_map(path: &Path) -> Result<DiffMap, HostError> {
    let (name, text) = files::text(path)?;
    Ok(DiffMap::from_yaml(&name, &text)?)
}

/// Reads differences that are known; those that have expired on `today`, which is the present day by default, do not count.
///
/// # Errors
/// A file that cannot be read, or that is not a list of waivers.
pub fn waivers(
    path: Option<&Path>,
    kind: WaiverKind,
    today: Option<WaiverDate>,
) -> Result<Vec<Waiver>, HostError> {
    let Some(path) = path else { return Ok(Vec::new()) };
    let (name, text) = files::text(path)?;
    let today = today.unwrap_or_else(|| {
        // A clock before 1970 is wrong; nothing has expired then.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        WaiverDate::from_days(now.as_secs() / DAY)
    });
    diff::waivers(&name, &text, kind, today).map_err(|error| error.into_diagnostic().into())
}
