//! Which file a path names.

use std::fs::{self, Metadata};
use std::path::{Component, Path, PathBuf};

use crate::files;

/// Links in a row, beyond which a path names nothing; the systems allow no more either.
const LINKS_MOST: usize = 40;
/// Names of the standard streams, whatever these are.
const STREAMS: [&str; 5] = ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];

/// A file; two names of it have the same identity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum FileIdentity {
    /// A file that exists.
    #[cfg(unix)]
    Node {
        /// The number of its device.
        device: u64,
        /// Its number on the device.
        inode: u64,
    },
    /// The only name of a file that does not exist yet; without inodes, of any file.
    Path(PathBuf),
}

impl FileIdentity {
    /// The file that is read; none if it is missing, a folder, or cannot be overwritten.
    pub(super) fn of_input(path: &Path) -> Option<Self> {
        if path == Path::new(files::STANDARD_INPUT) {
            return Self::of_standard_input();
        }
        Self::existing(path, &fs::metadata(path).ok()?)
    }

    /// The file that is written; none for what takes the bytes of several writers: devices, FIFOs, standard streams.
    pub(super) fn of_output(path: &Path) -> Option<Self> {
        let path = without_links(path)?;
        match fs::metadata(&path) {
            Ok(data) => Self::existing(&path, &data),
            Err(_) => Some(Self::Path(full(&path))),
        }
    }

    #[cfg(unix)]
    fn existing(_: &Path, data: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        data.is_file().then(|| Self::Node { device: data.dev(), inode: data.ino() })
    }

    #[cfg(not(unix))]
    fn existing(path: &Path, data: &Metadata) -> Option<Self> {
        data.is_file().then(|| Self::Path(full(path)))
    }

    /// The file that the caller has opened as standard input.
    #[cfg(unix)]
    fn of_standard_input() -> Option<Self> {
        use std::os::fd::AsFd;
        let stream = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
        Self::existing(Path::new(files::STANDARD_INPUT), &fs::File::from(stream).metadata().ok()?)
    }

    /// Elsewhere, the name of the file is not known.
    #[cfg(not(unix))]
    const fn of_standard_input() -> Option<Self> {
        None
    }
}

/// Follows the links at the end of a path, which may lead to a file that does not exist yet; none if they lead to a stream.
fn without_links(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MOST {
        if STREAMS.iter().any(|stream| path.starts_with(stream)) {
            return None;
        }
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Some(path)
}

/// The path without links and detours; folders that do not exist yet are taken as they are written.
fn full(path: &Path) -> PathBuf {
    let real = |path: &Path| {
        let is_here = path.as_os_str().is_empty();
        fs::canonicalize(if is_here { Path::new(".") } else { path }).ok()
    };
    let known = path.ancestors().find_map(|ancestor| Some((real(ancestor)?, ancestor)));
    let Some((mut real, known)) = known else { return path.to_owned() };
    let rest = path.strip_prefix(known).unwrap_or(path);
    for component in rest.components() {
        match component {
            Component::ParentDir => drop(real.pop()),
            other => real.push(other),
        }
    }
    real
}
