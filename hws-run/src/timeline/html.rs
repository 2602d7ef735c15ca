//! `timeline.html`: a page that shows a run, contained in one file, that works without a network.
//!
//! A [`Page`] of `page.html`, the style and the modules of `html/`, after those that all pages share.
//!
//! docs/timeline.md explains how to read the page.

mod columns;
mod data;
mod lists;
mod refusal;

use std::io;

use hws_page::Page;

use super::Timeline;
use data::Data;

const PAGE: Page<'_> = Page {
    frame: include_str!("html/page.html"),
    styles: &[include_str!("html/page.css")],
    modules: &MODULES,
};

/// What the page does, each module after those that it imports.
const MODULES: [&str; 27] = [
    include_str!("html/decode.mjs"),
    include_str!("html/palette.mjs"),
    include_str!("html/intervals.mjs"),
    include_str!("html/series.mjs"),
    include_str!("html/firmware.mjs"),
    include_str!("html/deadlines.mjs"),
    include_str!("html/derive.mjs"),
    include_str!("html/layout.mjs"),
    include_str!("html/search.mjs"),
    include_str!("html/stats.mjs"),
    include_str!("html/lifecycle.mjs"),
    include_str!("html/story.mjs"),
    include_str!("html/fragment.mjs"),
    include_str!("html/draw_density.mjs"),
    include_str!("html/draw_blocks.mjs"),
    include_str!("html/draw_firmware.mjs"),
    include_str!("html/draw_deadlines.mjs"),
    include_str!("html/draw_strips.mjs"),
    include_str!("html/draw_axis.mjs"),
    include_str!("html/draw_overview.mjs"),
    include_str!("html/panel.mjs"),
    include_str!("html/tooltip_firmware.mjs"),
    include_str!("html/tooltip.mjs"),
    include_str!("html/legend.mjs"),
    include_str!("html/tables.mjs"),
    include_str!("html/input.mjs"),
    include_str!("html/main.mjs"),
];

/// Writes the page of a run, in UTF-8.
///
/// # Errors
/// Those of `out`; and [`io::ErrorKind::InvalidInput`], with nothing written, if the timeline cannot be shown:
/// it contains a time of 2^52 cycles or more, or the index of a kernel or graph that does not exist. Those of the file of its
/// [lists](super::StoredLists).
pub fn write(timeline: &Timeline, title: &str, out: &mut impl io::Write) -> io::Result<()> {
    refusal::judge(timeline).map_err(hws_page::refused)?;
    PAGE.write(&Data { timeline, title }, out)?;
    timeline.check_stored()
}

#[cfg(test)]
mod tests;
