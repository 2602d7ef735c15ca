//! The schedule as tables for people.

use std::fmt;

use super::answer::DataflowSchedule;
use super::fifo::Fifo;
use super::function::Scheduled;
use super::input::{Edge, Function};
use crate::TextTable;

/// Each function with its nodes in schedule order and its edges, then the starts and the warnings.
impl fmt::Display for DataflowSchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (function, scheduled) in self.functions() {
            let unit = scheduled.unit;
            let stream = function.stream_size;
            let Function { name, .. } = function;
            writeln!(
                f,
                "function {name}: LAT {}, LFI {}, FPO {}, stream of {stream}\n",
                unit.lat, unit.lfi, unit.fpo
            )?;
            writeln!(f, "{}", nodes(function, scheduled))?;
            if !function.edges.is_empty() {
                writeln!(f, "{}", self.edges(function, scheduled))?;
            }
        }
        write!(f, "{}", self.starts())?;
        let blank = if self.warnings.is_empty() { "" } else { "\n" };
        f.write_str(blank)?;
        self.warnings.iter().try_for_each(|warning| writeln!(f, "warning: {warning}"))
    }
}

fn nodes(function: &Function, scheduled: &Scheduled) -> TextTable {
    let mut table = TextTable::new(&["node", "LAT", "LFI", "EFI", "AFI", "FPO", "SD", "D"]);
    for &node in &function.order {
        let timing = &scheduled.timings[node];
        let unit = timing.unit;
        let numbers = [unit.lat, unit.lfi, timing.efi, timing.afi, unit.fpo, timing.sd, timing.d];
        let id = function.operators[node].id.clone();
        table.row([id].into_iter().chain(numbers.map(|number| number.to_string())));
    }
    table
}

impl DataflowSchedule {
    fn edges(&self, function: &Function, scheduled: &Scheduled) -> TextTable {
        let head = ["edge", "tokens", "case 1", "case 2", "case 3", "fifo", "needed", "as valid", "note"];
        let mut table = TextTable::new(&head).ending_with_text();
        for (edge, fifo) in function.edges.iter().zip(&scheduled.fifos) {
            let Fifo { tokens, delay, case2, case3, depth, min_entries, actual_entries, .. } = *fifo;
            let numbers = [tokens, delay, case2, case3, depth, min_entries, actual_entries];
            let [from, to] = [edge.from, edge.to].map(|node| function.operators[node].id.as_str());
            let cells =
                [format!("{from} -> {to}")].into_iter().chain(numbers.map(|number| number.to_string()));
            table.row(cells.chain([self.note(edge, fifo)]));
        }
        table
    }

    fn note(&self, edge: &Edge, fifo: &Fifo) -> String {
        let buffer = edge.buffer.map(|buffer| match fifo.fits(buffer) {
            true => format!("buffer {buffer} is enough"),
            false => format!("buffer {buffer} is too small"),
        });
        let stall = self.is_stalled(fifo).then(|| "over the limit: stalls".to_owned());
        buffer.into_iter().chain(stall).collect::<Vec<_>>().join(", ")
    }

    fn starts(&self) -> TextTable {
        let mut table = TextTable::new(&["start of", "SD"]);
        self.absolute.iter().for_each(|(path, sd)| table.row([path.clone(), sd.to_string()]));
        table
    }
}
