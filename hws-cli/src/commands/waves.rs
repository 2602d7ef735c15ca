//! Waveforms: the files of `--vcd` and `--fst`.

use hws_dv::write::WaveWriter;

use crate::args::waves::Waves;
use crate::failure::Failure;

/// Creates the files, if the command line asks for any.
pub(super) fn create(args: &Waves) -> Result<Option<WaveWriter>, Failure> {
    if args.vcd.is_some() || args.fst.is_some() {
        return Ok(Some(WaveWriter::create(&args.options())?));
    }
    match args.every_tick {
        Some(_) => {
            Err(Failure::usage("--every-tick needs a waveform; give --vcd FILE or --fst FILE".to_owned()))
        }
        None => Ok(None),
    }
}
