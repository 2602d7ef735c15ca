//! `--out`: what is drawn from the timeline, each into a file of its own.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use hws_sim::timeline::{Timeline, html, perfetto};

use super::run::create;
use crate::failure::Failure;

type Writer = fn(&Timeline, &mut BufWriter<File>) -> io::Result<()>;

/// Graphs that a title names.
const NAMED: usize = 4;

/// Every file: its name, and what writes it.
const FILES: [(&str, Writer); 2] = [("timeline.html", page), ("trace.json", perfetto::write)];

/// The page is called after the graphs.
fn page(timeline: &Timeline, out: &mut BufWriter<File>) -> io::Result<()> {
    let names: Vec<&str> = timeline.dags.iter().map(|dag| dag.name.as_str()).take(NAMED).collect();
    let more = if timeline.dags.len() > NAMED { ", …" } else { "" };
    html::write(timeline, &format!("{}{more}", names.join(", ")), out)
}

pub(super) fn write(timeline: &Timeline, folder: &Path) -> Result<(), Failure> {
    FILES.iter().try_for_each(|&(name, writer)| {
        let path = folder.join(name);
        let mut file = BufWriter::new(create(&path)?);
        writer(timeline, &mut file).and_then(|()| file.flush()).map_err(Failure::write(&path))
    })
}
