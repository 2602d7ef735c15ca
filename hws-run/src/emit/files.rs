//! The files: an image, lists as JSON Lines, and a readable script.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

use super::{EmitStep, Emitted};

/// A function that writes a file.
pub type WriteFile = fn(&Emitted, &mut dyn Write) -> io::Result<()>;

/// Every file: its name, and the function that writes it.
pub const FILES: [(&str, WriteFile); 6] = [
    ("descriptors.bin", image),
    ("descriptors.json", index),
    ("registers.txt", script),
    ("registers.jsonl", |emitted, out| lines(&emitted.registers, out)),
    ("edges.jsonl", |emitted, out| lines(&emitted.edges, out)),
    ("triggers.jsonl", |emitted, out| lines(&emitted.triggers, out)),
];

/// The words of all descriptors, little-endian, one after the other.
fn image(emitted: &Emitted, out: &mut dyn Write) -> io::Result<()> {
    let words = emitted.descriptors.iter().flat_map(|descriptor| descriptor.words);
    words.into_iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
}

/// The address of each descriptor of the image.
fn index(emitted: &Emitted, out: &mut dyn Write) -> io::Result<()> {
    let bytes = hws_types::TD_WORDS * 4;
    let placed = emitted.descriptors.iter().enumerate().map(|(place, descriptor)| {
        json!({
            "kernel": descriptor.kernel,
            "kernel_id": descriptor.kernel_id,
            "td_addr": descriptor.td_addr,
            "address": descriptor.address,
            "offset": place * bytes,
            "words": descriptor.words,
        })
    });
    let placed: Vec<_> = placed.collect();
    serde_json::to_writer_pretty(&mut *out, &json!({ "bytes": bytes, "descriptors": placed }))?;
    writeln!(out)
}

fn lines(list: &[impl Serialize], out: &mut dyn Write) -> io::Result<()> {
    list.iter().try_for_each(|line| {
        serde_json::to_writer(&mut *out, line)?;
        writeln!(out)
    })
}

/// Offset, value and name of each write, with a heading for each step.
fn script(emitted: &Emitted, out: &mut dyn Write) -> io::Result<()> {
    let mut before = None;
    for write in &emitted.registers {
        let step = (write.step, write.dag.as_deref());
        if before != Some(step) {
            match step {
                (EmitStep::BringUp, _) => writeln!(out, "# bring up")?,
                (EmitStep::OpenGraph, dag) => writeln!(out, "# open graph {}", dag.unwrap_or_default())?,
            }
            before = Some(step);
        }
        writeln!(out, "{:#06x} {:#010x} {}", write.addr, write.value, write.name)?;
    }
    Ok(())
}
