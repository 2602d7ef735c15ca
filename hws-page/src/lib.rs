//! Single-file HTML pages that work without a network: shared code of the timeline and the planners' pages.
//!
//! * [`Page`]: an HTML frame filled with styles, data and a program;
//! * `src/frame/`: the partials that a frame includes (head, tools, help, data and program) and the style;
//! * `src/shared/*.mjs`: the modules that all pages use: numbers, colours, themes, zoom and pan, elements, tables,
//!   keys, the address.
//!
//! A page is self-contained: it fetches nothing, and its content security policy forbids fetching. Text from an input
//! is data: JSON without any `<`, which the program shows as text, never as markup. The same data gives the same bytes.
//!
//! The crate is independent of workloads, plans and runs; each page brings its own modules.

mod frame;
mod program;
mod safe_json;

use std::error::Error;
use std::io;

use serde::Serialize;

use frame::Filling;

/// Numbers of 2^53 or more are not exact in a browser: a page has to refuse them.
pub const EXACT_BELOW: u64 = 1 << 53;

/// The parts that are specific to one kind of page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// HTML in which a line `<!-- NAME -->` includes a partial: `head` (doctype to `<body>`), or `head: wasm` for a page
    /// that compiles a WebAssembly module; `title` and `tools` of the header; `help: keys`, `help: marks` and `help: end`, between which the page has rows of its own; `end` (data,
    /// program, `</html>`).
    pub frame: &'a str,
    /// Styles, which follow the shared one.
    pub styles: &'a [&'a str],
    /// JavaScript modules, which follow the shared ones; each comes after the modules that it imports.
    pub modules: &'a [&'a str],
}

impl Page<'_> {
    /// Writes the page with its data, in UTF-8.
    ///
    /// # Errors
    /// Those of `out` and of the serialisation of the data.
    pub fn write(&self, data: &impl Serialize, out: &mut impl io::Write) -> io::Result<()> {
        Filling { page: self, data }.write(self.frame, out)
    }

    /// Returns the first import of a name that no earlier module exports; the joined program would not declare it.
    #[must_use]
    pub fn unmet_import(&self) -> Option<String> {
        program::unmet_import(self.modules)
    }
}

/// Returns the error of a page that cannot show its data: [`io::ErrorKind::InvalidInput`].
pub fn refused(reason: impl Error + Send + Sync + 'static) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, reason)
}

#[cfg(test)]
mod tests;
