//! Save files for viewers: which signals GTKWave and Surfer show when they open the waveform.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::error::WaveWriteError;
use super::files::cannot_write;
use super::signals::{Signal, TOP};

/// The flags of GTKWave in front of signals: shown as bits, shown in hexadecimal.
pub(crate) const BITS: &str = "@28";
pub(crate) const HEXADECIMAL: &str = "@22";

/// Writes `FILE.gtkw` and `FILE.sucl` beside a waveform. A file that exists is kept: it may have been edited, and the
/// signals have the same names in every waveform.
pub(crate) fn write(waveform: &Path, signals: &[Signal]) -> Result<(), WaveWriteError> {
    let dump = fs::canonicalize(waveform).unwrap_or_else(|_| waveform.to_owned());
    write_new(&with_ending(waveform, ".gtkw"), &gtkwave(&dump, signals))?;
    write_new(&with_ending(waveform, ".sucl"), &surfer(signals))
}

/// `run.fst` with `.gtkw` is `run.fst.gtkw`.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn write_new(path: &Path, text: &str) -> Result<(), WaveWriteError> {
    match File::create_new(path) {
        Ok(mut file) => file.write_all(text.as_bytes()).map_err(cannot_write(path)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(cannot_write(path)(error)),
    }
}

/// A GTKWave save file: a group for each scope, those of arrays closed.
fn gtkwave(dump: &Path, signals: &[Signal]) -> String {
    let mut lines = vec![
        format!("[dumpfile] \"{}\"", dump.display()),
        "[timestart] 0".to_owned(),
        "[size] 1600 1000".to_owned(),
        "[signals_width] 320".to_owned(),
    ];
    for group in groups(signals) {
        let name = group.name();
        lines.extend([if group.is_array { "@c00200" } else { "@800200" }.to_owned(), format!("-{name}")]);
        for signal in group.signals {
            let range = if signal.has_range() { format!("[{}:0]", signal.width - 1) } else { String::new() };
            let flag = if signal.width == 1 { BITS } else { HEXADECIMAL };
            lines.extend([flag.to_owned(), format!("{}{range}", path(signal))]);
        }
        lines.extend([if group.is_array { "@1401200" } else { "@1000200" }.to_owned(), format!("-{name}")]);
    }
    lines.join("\n") + "\n"
}

/// A Surfer command file: everything but arrays, below a divider for each scope.
fn surfer(signals: &[Signal]) -> String {
    let mut lines = Vec::new();
    for group in groups(signals).into_iter().filter(|group| !group.is_array) {
        lines.push(format!("divider_add {}", group.name()));
        lines.extend(group.signals.iter().map(|signal| format!("variable_add {}", path(signal))));
    }
    lines.push("zoom_fit".to_owned());
    lines.join("\n") + "\n"
}

/// The arrays of a scope, or its other signals.
struct Group<'a> {
    scope: Option<&'static str>,
    is_array: bool,
    signals: Vec<&'a Signal>,
}

impl Group<'_> {
    fn name(&self) -> String {
        let scope = self.scope.unwrap_or(TOP);
        if self.is_array { format!("{scope} arrays") } else { scope.to_owned() }
    }
}

/// Each scope once or twice, in the order of the file.
fn groups(signals: &[Signal]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for signal in signals {
        let (scope, is_array) = (signal.scope, signal.name.ends_with(']'));
        match groups.iter_mut().find(|group| (group.scope, group.is_array) == (scope, is_array)) {
            Some(group) => group.signals.push(signal),
            None => groups.push(Group { scope, is_array, signals: vec![signal] }),
        }
    }
    groups
}

/// The full name of a signal.
fn path(signal: &Signal) -> String {
    match signal.scope {
        Some(scope) => format!("{TOP}.{scope}.{}", signal.name),
        None => format!("{TOP}.{}", signal.name),
    }
}

#[cfg(test)]
mod tests {
    use super::super::signals::signals;
    use super::*;

    #[test]
    fn gtkwave_shows_every_signal_once() {
        let text = gtkwave(Path::new("/a/run.fst"), &signals());
        assert!(text.starts_with("[dumpfile] \"/a/run.fst\"\n"));
        assert_eq!(text.matches("\nhws.").count(), signals().len());
        let ports =
            "@800200\n-bus\n@28\nhws.bus.bus_valid\n@28\nhws.bus.bus_write\n@22\nhws.bus.bus_addr[31:0]\n";
        assert!(text.contains(ports), "{text}");
        assert!(text.contains("@c00200\n-RS arrays\n@22\nhws.RS.RS_FLAGS[0][25:0]\n"), "{text}");
        assert_eq!(text.matches("@800200").count(), text.matches("@1000200").count());
        assert_eq!(text.matches("@c00200").count(), text.matches("@1401200").count());
    }

    #[test]
    fn surfer_shows_what_is_no_array() {
        let text = surfer(&signals());
        assert!(text.starts_with("divider_add hws\nvariable_add hws.clk\n"));
        assert!(text.contains("variable_add hws.STATUS.SIP_IDLE_MASK\n"));
        assert!(!text.contains('['));
        assert!(text.ends_with("zoom_fit\n"));
    }
}
