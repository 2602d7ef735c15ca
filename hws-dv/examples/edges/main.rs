//! Prints a stimulus as the edges of a bench, for `rtl/simulate`.
//!
//! One line per operation: `mem ADDRESS WORD...`, `write ADDRESS VALUE`, `read ADDRESS`,
//! `hdr HDR_ID HDR_ENTRY_ID TD_ADDR` and `tick COUNT`, numbers in hexadecimal, addresses of the bus in the layout of
//! the reference RTL. The SIP reports of the reference environment are lines, too: they are those that the model
//! causes. So an RTL with a bug gets the inputs of the correct RTL.

mod bus_layout;
mod player;

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::process::ExitCode;

use hws_sim::stimulus::Reader;

use player::Player;

fn main() -> ExitCode {
    let Some(path) = env::args().nth(1) else {
        eprintln!("usage: edges STIMULUS");
        return ExitCode::from(2);
    };
    match print_edges(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn print_edges(path: &str) -> Result<(), Box<dyn Error>> {
    let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
    let mut player = Player::new(BufWriter::new(io::stdout().lock()));
    for operation in Reader::new(path, BufReader::new(file)) {
        player.play(&operation?)?;
    }
    player.into_output().flush()?;
    Ok(())
}
