//! The frame of a page: HTML with placeholder lines for partials, styles, data and the program.

use std::io;

use serde::Serialize;

use super::Page;
use super::program;
use super::safe_json::SafeJson;

/// The style of all pages: colours in light and dark, header, tabs, tables, help, print.
pub(crate) const STYLE: &str = include_str!("frame/page.css");

/// The partials that a line `<!-- NAME -->` includes.
const PARTIALS: [(&str, &str); 10] = [
    ("head", include_str!("frame/head.html")),
    ("head: wasm", include_str!("frame/head_wasm.html")),
    ("head: begin", include_str!("frame/head_begin.html")),
    ("head: end", include_str!("frame/head_end.html")),
    ("title", include_str!("frame/title.html")),
    ("tools", include_str!("frame/tools.html")),
    ("help: keys", include_str!("frame/help_begin.html")),
    ("help: marks", include_str!("frame/help_marks.html")),
    ("help: end", include_str!("frame/help_end.html")),
    ("end", include_str!("frame/end.html")),
];

/// A page with the data to write into it.
pub(crate) struct Filling<'a, D> {
    pub(crate) page: &'a Page<'a>,
    pub(crate) data: &'a D,
}

impl<D: Serialize> Filling<'_, D> {
    /// Writes HTML with every placeholder replaced.
    pub(crate) fn write(&self, html: &str, out: &mut impl io::Write) -> io::Result<()> {
        html.lines().try_for_each(|line| match mark(line) {
            Some(name) => self.include(name, out),
            None => writeln!(out, "{line}"),
        })
    }

    fn include(&self, name: &str, out: &mut impl io::Write) -> io::Result<()> {
        match name {
            "style" => [STYLE].iter().chain(self.page.styles).try_for_each(|style| write!(out, "{style}")),
            "data" => {
                serde_json::to_writer(SafeJson(&mut *out), self.data)?;
                writeln!(out)
            }
            "program" => program::write(self.page.modules, out),
            _ => {
                let partial = PARTIALS.iter().find(|(known, _)| *known == name);
                partial.map_or_else(|| unknown(name), |(_, html)| self.write(html, out))
            }
        }
    }
}

/// Returns the name in a line `<!-- NAME -->`.
fn mark(line: &str) -> Option<&str> {
    line.strip_prefix("<!-- ")?.strip_suffix(" -->")
}

fn unknown(name: &str) -> io::Result<()> {
    Err(io::Error::new(
        io::ErrorKind::InvalidData,
        format!("the frame includes `{name}`, which is not a partial"),
    ))
}
