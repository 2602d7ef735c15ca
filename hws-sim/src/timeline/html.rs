//! `timeline.html`: a page that shows a run, complete in one file, that works without a network.
//!
//! The page is `page.html` with its style, its data and its program put in. The program is the modules of
//! `html/`, each with what it needs above it, joined to one: lines that import are left out and what is
//! exported is just declared, so names are unique among all of them. Names from a workload are data: JSON
//! in which no `<` is left, and the program writes them as text, never as markup.
//!
//! docs/timeline.md says how to read the page.

mod columns;
mod data;
mod lists;
mod refusal;
mod safe_json;
mod words;

use std::io;

use super::Timeline;
use data::Data;
use safe_json::SafeJson;

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");

/// What the page does, each module after those it imports.
const MODULES: [&str; 26] = [
    include_str!("html/decode.mjs"),
    include_str!("html/colour.mjs"),
    include_str!("html/numbers.mjs"),
    include_str!("html/intervals.mjs"),
    include_str!("html/series.mjs"),
    include_str!("html/derive.mjs"),
    include_str!("html/view.mjs"),
    include_str!("html/layout.mjs"),
    include_str!("html/search.mjs"),
    include_str!("html/stats.mjs"),
    include_str!("html/story.mjs"),
    include_str!("html/fragment.mjs"),
    include_str!("html/elements.mjs"),
    include_str!("html/theme.mjs"),
    include_str!("html/patterns.mjs"),
    include_str!("html/draw_density.mjs"),
    include_str!("html/draw_blocks.mjs"),
    include_str!("html/draw_strips.mjs"),
    include_str!("html/draw_axis.mjs"),
    include_str!("html/draw_overview.mjs"),
    include_str!("html/panel.mjs"),
    include_str!("html/tooltip.mjs"),
    include_str!("html/legend.mjs"),
    include_str!("html/tables.mjs"),
    include_str!("html/input.mjs"),
    include_str!("html/main.mjs"),
];

/// Writes the page of a run, in UTF-8.
///
/// # Errors
/// Those of `out`; and [`io::ErrorKind::InvalidInput`], with nothing written, when the timeline cannot be
/// shown as it is: a time of 2^52 cycles or more, or an index of a kernel or graph that is not there.
pub fn write(timeline: &Timeline, title: &str, out: &mut impl io::Write) -> io::Result<()> {
    refusal::judge(timeline).map_err(|refusal| io::Error::new(io::ErrorKind::InvalidInput, refusal))?;
    let (before_style, rest) = cut(PAGE, "/* STYLE */");
    let (before_data, rest) = cut(rest, "/* DATA */");
    let (before_program, after) = cut(rest, "/* PROGRAM */");
    out.write_all(before_style.as_bytes())?;
    out.write_all(STYLE.as_bytes())?;
    out.write_all(before_data.as_bytes())?;
    serde_json::to_writer(SafeJson(&mut *out), &Data::new(timeline, title))?;
    out.write_all(before_program.as_bytes())?;
    MODULES.iter().try_for_each(|module| join(module, out))?;
    out.write_all(after.as_bytes())
}

/// What is before a mark and what is behind it.
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

#[cfg(test)]
mod tests;
