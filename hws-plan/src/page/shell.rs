//! The assembly of a page: one file that works without a network.
//!
//! A page is an HTML frame into which styles, data and program are inserted. The program is a concatenation of
//! modules, each after those it needs: `import` lines are dropped and `export` is removed, so names are unique
//! among all modules of a page. Names from an input are data: JSON without any `<`, which the program writes as
//! text, never as markup.

use std::io;

use serde::Serialize;

use super::safe_json::SafeJson;

/// The style of all pages: colours in light and dark, header, tabs, tables, help, print.
pub const STYLE: &str = include_str!("shared/shell.css");

/// The modules of all pages, each after those it imports.
pub const MODULES: [&str; 11] = [
    include_str!("shared/colour.mjs"),
    include_str!("shared/numbers.mjs"),
    include_str!("shared/by_key.mjs"),
    include_str!("shared/view.mjs"),
    include_str!("shared/elements.mjs"),
    include_str!("shared/theme.mjs"),
    include_str!("shared/hatch.mjs"),
    include_str!("shared/hint.mjs"),
    include_str!("shared/gestures.mjs"),
    include_str!("shared/keys.mjs"),
    include_str!("shared/sort_table.mjs"),
];

/// The parts that differ from page to page.
#[derive(Clone, Copy, Debug)]
pub struct PageParts<'a> {
    /// HTML with the markers `/* STYLE */`, `/* DATA */` and `/* PROGRAM */`, in this order.
    pub frame: &'a str,
    /// Styles, added after [`STYLE`].
    pub styles: &'a [&'a str],
    /// Modules, added after [`MODULES`], each after those it imports.
    pub modules: &'a [&'a str],
}

impl PageParts<'_> {
    /// Writes the page with its data, in UTF-8.
    ///
    /// # Errors
    /// Errors of `out` and of the serialisation of the data.
    pub fn write(&self, data: &impl Serialize, out: &mut impl io::Write) -> io::Result<()> {
        let (before_style, rest) = cut(self.frame, "/* STYLE */");
        let (before_data, rest) = cut(rest, "/* DATA */");
        let (before_program, after) = cut(rest, "/* PROGRAM */");
        out.write_all(before_style.as_bytes())?;
        std::iter::once(&STYLE).chain(self.styles).try_for_each(|style| out.write_all(style.as_bytes()))?;
        out.write_all(before_data.as_bytes())?;
        serde_json::to_writer(SafeJson(&mut *out), data)?;
        out.write_all(before_program.as_bytes())?;
        MODULES.iter().chain(self.modules).try_for_each(|module| join(module, out))?;
        out.write_all(after.as_bytes())
    }

    /// The first import of a name that no earlier module declares, which the browser would not find.
    #[must_use]
    pub fn unmet_import(&self) -> Option<String> {
        let modules: Vec<&str> = MODULES.iter().chain(self.modules).copied().collect();
        let imports = modules.iter().enumerate().flat_map(|(place, module)| {
            module.lines().filter(|line| line.starts_with("import ")).map(move |line| (place, line))
        });
        let mut imports = imports.flat_map(|(place, line)| names(line).map(move |name| (place, name)));
        let unmet = imports.find(|(place, name)| !modules[..*place].iter().any(|one| declares(one, name)));
        unmet.map(|(_, name)| name.to_owned())
    }
}

/// The text before and after a marker.
fn cut<'a>(page: &'a str, mark: &str) -> (&'a str, &'a str) {
    page.split_once(mark).unwrap_or((page, ""))
}

/// A module as a part of the program.
fn join(module: &str, out: &mut impl io::Write) -> io::Result<()> {
    for line in module.lines().filter(|line| !line.starts_with("import ")) {
        writeln!(out, "{}", line.strip_prefix("export ").unwrap_or(line))?;
    }
    Ok(())
}

/// The names of `import { a, b } from "…";`.
fn names(import: &str) -> impl Iterator<Item = &str> {
    let list = import.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    list.map_or("", |(list, _)| list).split(',').map(str::trim)
}

/// Whether a module exports a name: a function, a class, or the first or a further constant of a line.
fn declares(module: &str, name: &str) -> bool {
    let kinds = ["function ", "class ", "const "];
    kinds.iter().any(|kind| {
        let start = format!("export {kind}{name}");
        module.match_indices(&start).any(|(at, _)| {
            !module[at + start.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_')
        })
    }) || module
        .lines()
        .any(|line| line.starts_with("export const ") && line.contains(&format!(", {name} = ")))
}
