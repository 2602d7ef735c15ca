//! Waveforms: the files of `--vcd` and `--fst`.

use std::fs;
use std::path::{Path, PathBuf};

use hws_dv::write::WaveWriter;

use crate::args::waves::Waves;
use crate::failure::Failure;

/// Creates the files, if the command line asks for any; `others` are the other files of the command.
pub(super) fn create(args: &Waves, others: &[PathBuf]) -> Result<Option<WaveWriter>, Failure> {
    if args.vcd.is_none() && args.fst.is_none() {
        return match args.every_tick {
            Some(_) => {
                Err(Failure::Use("--every-tick needs a waveform; give --vcd FILE or --fst FILE".to_owned()))
            }
            None => Ok(None),
        };
    }
    refuse_shared(args, others)?;
    Ok(Some(WaveWriter::create(&args.options())?))
}

/// A waveform must not replace a file that the command reads, or another one that it writes.
fn refuse_shared(args: &Waves, others: &[PathBuf]) -> Result<(), Failure> {
    let mut taken: Vec<&Path> = others.iter().map(PathBuf::as_path).collect();
    for (option, path) in [("--vcd", &args.vcd), ("--fst", &args.fst)] {
        let Some(path) = path else { continue };
        if taken.iter().any(|other| is_same(other, path)) {
            let path = path.display();
            return Err(Failure::Use(format!(
                "{path}: {option} would overwrite another file of this command; give it a name of its own"
            )));
        }
        taken.push(path);
    }
    Ok(())
}

/// Whether two paths name one file, which may not exist yet.
fn is_same(a: &Path, b: &Path) -> bool {
    a == b || matches!((full(a), full(b)), (Some(a), Some(b)) if a == b)
}

fn full(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?.join(path.file_name()?))
    })
}
