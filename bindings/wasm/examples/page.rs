//! Writes the page: `page MODULE [EXAMPLE…] >hws.html`; examples are files that it offers to open.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use hws_wasm::page::{Example, write};

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for path in env::args().skip(1) {
        let bytes =
            fs::read(&path).map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))?;
        let name = Path::new(&path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, bytes));
    }
    let Some(((_, module), examples)) = files.split_first() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "no module; give the path of hws_wasm.wasm"));
    };
    let examples: Vec<_> = examples.iter().map(|(name, bytes)| Example { name, bytes }).collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    write(module, &examples, &mut out)?;
    out.flush()
}
