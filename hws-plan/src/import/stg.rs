//! Standard Task Graph files: `n`, then one line `id time count predecessors…` per task.
//!
//! The header may exclude the two dummies (`n` or `n + 2` task lines), `#` starts a comment line.
//! Ids are 0, 1, 2, … in order; predecessors may be any task. Communication costs are refused.
//!
//! Tasks of time 0 are skipped, since a kernel takes at least one cycle: their successors wait for their
//! predecessors instead. Paths, and with them ranks and the critical path, keep their lengths. This also
//! removes the usual source and sink dummies.

use hws_input::Position;

use super::error::{FilePlace, ImportError, ImportReason};
use super::lines::{self, number};
use crate::{GraphError, Task, TaskGraph, topo};

/// Most dependencies after skipping tasks of time 0.
const EDGES_MOST: usize = 1 << 22;
const ID: &str = "a task id (an integer from 0)";
const TIME: &str = "a time (an integer from 0)";
const COUNT: &str = "a count (an integer from 0)";

struct Row {
    line: usize,
    time: u64,
    preds: Vec<usize>,
}

/// Reads a graph.
pub(super) fn read(text: &str, name: &str) -> Result<TaskGraph, ImportError> {
    let mut lines = lines::of(text);
    let (header_line, header) =
        lines.next().ok_or_else(|| ImportError::new(FilePlace::File, ImportReason::Empty))?;
    let announced = read_header(header_line, header)?;
    let rows = lines.enumerate().map(|(id, (line, text))| read_row(id, line, text));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let found = rows.len() as u64;
    if found != announced && announced.checked_add(2) != Some(found) {
        let reason = ImportReason::TaskCount { header: announced, found: rows.len() };
        return Err(ImportError::line(header_line, reason));
    }
    check_predecessors(&rows)?;
    build(rows, name)
}

fn read_header(line: usize, text: &str) -> Result<u64, ImportError> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    match tokens.as_slice() {
        [count] => number(line, count, "the number of tasks"),
        _ => {
            let seen = "the first line has more than the number of tasks";
            Err(ImportError::line(line, ImportReason::CommunicationCosts { seen }))
        }
    }
}

fn read_row(id: usize, line: usize, text: &str) -> Result<Row, ImportError> {
    let mut tokens = text.split_whitespace();
    let found = tokens.clone().count();
    let mut next = |wanted| tokens.next().map_or(Ok(0), |token| number(line, token, wanted));
    let (given, time, count) = (next(ID)?, next(TIME)?, next(COUNT)?);
    check_length(line, found, count)?;
    if given != id as u64 {
        return Err(ImportError::line(line, ImportReason::IdOrder { found: given, wanted: id }));
    }
    let preds = tokens.map(|token| number(line, token, ID)).collect::<Result<Vec<_>, _>>()?;
    let mut preds: Vec<usize> =
        preds.into_iter().map(|pred| usize::try_from(pred).unwrap_or(usize::MAX)).collect();
    preds.sort_unstable();
    match preds.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(ImportError::line(line, ImportReason::PredecessorTwice { pred: pair[0] as u64 })),
        None => Ok(Row { line, time, preds }),
    }
}

/// With communication costs, a line has `pred cost` pairs, or its three numbers are followed by lines of pairs.
fn check_length(line: usize, found: usize, count: u64) -> Result<(), ImportError> {
    let wanted = count.saturating_add(3);
    let found_wide = found as u64;
    let reason = if found_wide == wanted {
        return Ok(());
    } else if count > 0 && found_wide == count.saturating_mul(2).saturating_add(3) {
        ImportReason::CommunicationCosts { seen: "each predecessor is followed by a cost" }
    } else if count > 0 && found == 3 {
        ImportReason::CommunicationCosts { seen: "the predecessors are not on the task's line" }
    } else {
        ImportReason::LineLength { found, count, wanted }
    };
    Err(ImportError::line(line, reason))
}

fn check_predecessors(rows: &[Row]) -> Result<(), ImportError> {
    for row in rows {
        if let Some(&pred) = row.preds.iter().find(|&&pred| pred >= rows.len()) {
            let reason = ImportReason::UnknownPredecessor { pred: pred as u64, last: rows.len() - 1 };
            return Err(ImportError::line(row.line, reason));
        }
    }
    Ok(())
}

fn build(mut rows: Vec<Row>, name: &str) -> Result<TaskGraph, ImportError> {
    let preds: Vec<&[usize]> = rows.iter().map(|row| row.preds.as_slice()).collect();
    let order = topo::topological(&preds)
        .map_err(|cycle| ImportError::line(rows[cycle.first()].line, ImportReason::Cycle(cycle)))?;
    skip_zero_times(&mut rows, &order)?;
    let kept: Vec<usize> = (0..rows.len()).filter(|&id| rows[id].time > 0).collect();
    if kept.is_empty() {
        return Err(ImportError::new(FilePlace::File, ImportReason::NoWork));
    }
    let mut index = vec![0; rows.len()];
    kept.iter().enumerate().for_each(|(at, &id)| index[id] = at);
    let mut task = |&id: &usize| {
        let mut preds = std::mem::take(&mut rows[id].preds);
        preds.iter_mut().for_each(|pred| *pred = index[*pred]);
        Task { id: id.to_string(), time: rows[id].time, core: None, preds }
    };
    let tasks = kept.iter().map(&mut task).collect();
    TaskGraph::new(name, tasks).map_err(|error| graph_error(error, &rows, &kept))
}

/// Replaces predecessors of time 0 by what they wait for, so that each task waits for tasks above time 0 only, ascending.
fn skip_zero_times(rows: &mut [Row], order: &[usize]) -> Result<(), ImportError> {
    let mut edges = 0;
    for &id in order {
        if rows[id].preds.iter().any(|&pred| rows[pred].time == 0) {
            rows[id].preds = without_zero_times(rows, id);
        }
        edges += rows[id].preds.len();
        if edges > EDGES_MOST {
            return Err(ImportError::line(rows[id].line, ImportReason::TooManyEdges { most: EDGES_MOST }));
        }
    }
    Ok(())
}

/// Returns what a task waits for, when that of its predecessors has been settled.
fn without_zero_times(rows: &[Row], id: usize) -> Vec<usize> {
    let mut preds = Vec::new();
    for &pred in &rows[id].preds {
        if rows[pred].time > 0 {
            preds.push(pred);
        } else {
            preds.extend(&rows[pred].preds);
        }
    }
    preds.sort_unstable();
    preds.dedup();
    preds
}

/// The only error that the checks above leave open is the sum of times.
fn graph_error(error: GraphError, rows: &[Row], kept: &[usize]) -> ImportError {
    let place = match error {
        GraphError::TimeOverflow { task } => FilePlace::At(Position::new(rows[kept[task]].line, 0)),
        _ => FilePlace::File,
    };
    ImportError::new(place, ImportReason::Graph(error))
}
