//! The HTML file: the module, examples and the program in one.

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};
use hws_page::Page;
use serde::Serialize;

/// The page without its data.
const PAGE: Page<'_> = Page {
    frame: include_str!("../page/page.html"),
    styles: &[include_str!("../page/page.css")],
    modules: &MODULES,
};

/// What the page does, each module after those that it imports.
const MODULES: [&str; 8] = [
    include_str!("../page/engine.mjs"),
    include_str!("../page/fields.mjs"),
    include_str!("../page/registers.mjs"),
    include_str!("../page/station.mjs"),
    include_str!("../page/sips.mjs"),
    include_str!("../page/decision.mjs"),
    include_str!("../page/trace.mjs"),
    include_str!("../page/main.mjs"),
];

/// A file that the page offers to open.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
}

#[derive(Serialize)]
struct Data<'a> {
    module: String,
    examples: Vec<Listed<'a>>,
    version: &'static str,
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    content: String,
}

/// Writes the page around a WebAssembly module.
///
/// # Errors
/// Those of `out`.
pub fn write<'a>(module: &[u8], examples: &[Example<'a>], out: &mut impl io::Write) -> io::Result<()> {
    let listed =
        |example: &Example<'a>| Listed { name: example.name, content: STANDARD.encode(example.bytes) };
    let examples = examples.iter().map(listed).collect();
    PAGE.write(
        &Data { module: STANDARD.encode(compressed(module)?), examples, version: env!("CARGO_PKG_VERSION") },
        out,
    )
}

/// A module is mostly tables and names: compressed, it is a third of its size.
fn compressed(module: &[u8]) -> io::Result<Vec<u8>> {
    // Without a time, so that the same module gives the same page.
    let mut gzip = GzBuilder::new().write(Vec::new(), Compression::best());
    gzip.write_all(module)?;
    gzip.finish()
}

#[cfg(test)]
mod tests {
    use super::{Example, PAGE, write};

    #[test]
    fn every_import_is_met() {
        assert_eq!(PAGE.unmet_import(), None);
    }

    #[test]
    fn the_page_is_one_file_with_its_data() {
        let mut out = Vec::new();
        write(b"\0asm", &[Example { name: "</script>.yaml", bytes: b"dags: []" }], &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("<!DOCTYPE html>") && text.contains("\"module\":\"H4sI"), "{text}");
        assert_eq!(text.matches("</script>").count(), 2, "the name of a file does not end the data");
        assert!(text.contains("'wasm-unsafe-eval'") && !text.contains("://"), "nothing comes from outside");
    }
}
