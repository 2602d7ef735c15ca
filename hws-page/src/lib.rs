//! Pages in one file of HTML that work without a network: what the timeline and the planners' pages share.
//!
//! * [`Page`]: a frame of HTML filled with styles, data and a program;
//! * `src/frame/`: the partials that a frame includes (head, tools, help, data and program) and the style;
//! * `src/shared/*.mjs`: what every page does: numbers, colours, themes, zoom and pan, elements, tables, keys,
//!   the address.
//!
//! A page is complete: it fetches nothing, and its content security policy forbids it to. Text from an input is
//! data: JSON without any `<`, which the program shows as text, never as markup. The same data gives the same bytes.
//!
//! Nothing here knows a workload, a plan or a run; each page brings its own modules.

mod frame;
mod program;
mod safe_json;

use std::error::Error;
use std::io;

use serde::Serialize;

use frame::Filling;

/// Numbers from 2^53 on are not exact in a browser: a page has to refuse them.
pub const EXACT_BELOW: u64 = 1 << 53;

/// The parts that make one kind of page, beside those that all pages share.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// HTML in which a line `<!-- NAME -->` includes a partial: `head` (doctype to `<body>`); `title` and `tools` of the
    /// header; `help: keys`, `help: marks` and `help: end`, between which the page has rows of its own; `end` (data,
    /// program, `</html>`).
    pub frame: &'a str,
    /// Styles, after the shared one.
    pub styles: &'a [&'a str],
    /// JavaScript modules, after the shared ones, each after those that it imports.
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

    /// The first import of a name that no earlier module exports. In the joined program it would not be declared.
    #[must_use]
    pub fn unmet_import(&self) -> Option<String> {
        program::unmet_import(self.modules)
    }
}

/// The error of a page that cannot show its data: [`io::ErrorKind::InvalidInput`].
pub fn refused(reason: impl Error + Send + Sync + 'static) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, reason)
}

#[cfg(test)]
mod tests;
