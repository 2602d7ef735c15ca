//! `--suggest-map`: a map file with pairs for the signals that have no partner, each with a confidence.
//!
//! Names are compared word by word, widths must be equal, and values are compared at the first sampled cycles; what
//! differs in any of them lowers the confidence. The text is a proposal to be read, and can be given to `--map` as it is.

mod rate;
mod values;
mod words;

use std::fmt::Write;
use std::path::Path;

use hws_input::grouped;

use super::names::{Named, Names};
use super::options::DiffOptions;
use super::pair::Pairing;
use super::plan::SidePlan;
use super::side::{Opened, Opening};
use super::{DiffError, SideOptions};
use crate::wave::VariableKind;
pub(crate) use rate::Rated;
use rate::{Candidate, rated};
use values::{Sampled, sampled};
use words::Words;

/// The most signals of a side that are looked at.
pub(crate) const MOST: usize = 10_000;
/// A pair of this confidence (in percent) is proposed, and one below it as a comment.
pub(crate) const PROPOSED: u32 = 50;
pub(crate) const MENTIONED: u32 = 30;

/// A path, the number of bits, and what the values are.
pub(crate) type PathAndShape = (String, u32, VariableKind);

/// Returns a map file for two dumps.
///
/// # Errors
/// [`DiffError`] if a dump cannot be read or does not have what an option names.
pub fn suggest_map(a: &Path, b: &Path, options: &DiffOptions) -> Result<String, DiffError> {
    let (opening_a, opening_b) = (Opening::new(a, &options.a), Opening::new(b, &options.b));
    let mut opened = [opening_a.wait()?, opening_b.wait()?];
    let hierarchies = opened.each_mut().map(|side| std::mem::take(&mut side.hierarchy));
    let pairing = Pairing::new(&hierarchies[0], &hierarchies[1], options)?;
    let mut options = options.clone();
    let mut notes = Vec::new();
    find_clock("A", &mut options.a, &pairing.a, &mut notes);
    find_clock("B", &mut options.b, &pairing.b, &mut notes);
    let left = [numbers(&pairing.a, &pairing.alone[0]), numbers(&pairing.b, &pairing.alone[1])];
    let sampled = values_of(opened, &pairing, &left, &options).unwrap_or_else(|reason| {
        notes.push(format!("values are not compared: {reason}"));
        Sampled::default()
    });
    let candidates = |names: &Names<'_>, numbers: &[usize], side: usize| -> Vec<Candidate> {
        let one = |(at, &number): (usize, &usize)| candidate(names, number, sampled.track(side, at));
        numbers.iter().enumerate().map(one).collect()
    };
    let (of_a, of_b) = (candidates(&pairing.a, &left[0], 0), candidates(&pairing.b, &left[1], 1));
    let found = rated(&of_a, &of_b);
    Ok(Proposal { pairing: &pairing, of_a: &of_a, of_b: &of_b, found: &found, notes: &notes }.text())
}

/// The best partners of signals by path, width and kind alone.
pub(crate) fn by_name(of_a: &[PathAndShape], of_b: &[PathAndShape]) -> Vec<Rated> {
    let candidates = |all: &[PathAndShape]| -> Vec<Candidate> {
        let one = |(number, (path, width, kind)): (usize, &PathAndShape)| Candidate {
            number,
            words: Words::new(path),
            width: *width,
            kind: *kind,
            track: None,
        };
        all.iter().enumerate().map(one).collect()
    };
    rated(&candidates(of_a), &candidates(of_b))
}

/// The variables of the names without a partner.
fn numbers(names: &Names<'_>, alone: &[Named]) -> Vec<usize> {
    let numbers = alone.iter().map(|named| named.number);
    numbers.filter(|number| names.variable(*number).kind != VariableKind::Other).take(MOST).collect()
}

fn candidate(names: &Names<'_>, number: usize, track: Option<values::Track>) -> Candidate {
    let variable = names.variable(number);
    let path = format!("{}.{}", names.hierarchy.scope_of(variable), variable.name);
    Candidate { number, words: Words::new(&path), width: variable.width, kind: variable.kind, track }
}

/// A clock of another name than the default one.
fn find_clock(letter: &str, side: &mut SideOptions, names: &Names<'_>, notes: &mut Vec<String>) {
    if side.clock.is_some() || names.find("clk").is_some() {
        return;
    }
    let mut of_one_bit = names.ordered.iter().filter(|named| names.variable(named.number).width == 1);
    if let Some(clock) = of_one_bit.find(|named| Words::new(&named.name).has_clock()) {
        let option = letter.to_ascii_lowercase();
        notes.push(format!(
            "the clock of {letter} is taken to be `{}`: give --clock-{option} {}",
            clock.name, clock.name
        ));
        side.clock = Some(clock.name.to_string());
    }
}

fn values_of(
    opened: [Opened; 2],
    pairing: &Pairing<'_>,
    left: &[Vec<usize>; 2],
    options: &DiffOptions,
) -> Result<Sampled, DiffError> {
    let plan_a = SidePlan::of_variables(pairing, &left[0], options, true)?;
    let plan_b = SidePlan::of_variables(pairing, &left[1], options, false)?;
    let [a, b] = opened;
    Ok(sampled([a.start(plan_a), b.start(plan_b)], [left[0].len(), left[1].len()]))
}

struct Proposal<'p> {
    pairing: &'p Pairing<'p>,
    of_a: &'p [Candidate],
    of_b: &'p [Candidate],
    found: &'p [Rated],
    notes: &'p [String],
}

impl Proposal<'_> {
    fn text(&self) -> String {
        let mut text = String::from(
            "# A proposal: the comment of each pair has its confidence in percent and the reasons. Check it before use.\n",
        );
        self.notes.iter().for_each(|note| line(&mut text, format_args!("# {note}")));
        text.push_str("version: 1\n");
        for (key, names) in [("a", &self.pairing.a), ("b", &self.pairing.b)] {
            if !names.prefix.is_empty() {
                line(&mut text, format_args!("{key}: {{prefix: {}}}", quoted(&names.prefix)));
            }
        }
        let is_proposed = |rated: &&Rated| rated.confidence >= PROPOSED;
        if self.found.iter().any(|rated| is_proposed(&rated)) {
            text.push_str("pairs:\n");
        }
        self.found
            .iter()
            .filter(is_proposed)
            .for_each(|rated| line(&mut text, format_args!("  {}", self.pair(rated))));
        let doubtful = self.found.iter().filter(|it| (MENTIONED..PROPOSED).contains(&it.confidence));
        doubtful.for_each(|rated| line(&mut text, format_args!("  # doubtful: {}", self.pair(rated))));
        let is_used =
            |side: usize, at| self.found.iter().any(|it| it.confidence >= PROPOSED && it.places[side] == at);
        self.rest("A", &self.pairing.a, self.of_a, &|at| is_used(0, at), &mut text);
        self.rest("B", &self.pairing.b, self.of_b, &|at| is_used(1, at), &mut text);
        text
    }

    fn pair(&self, rated: &Rated) -> String {
        let (a, b) = (&self.of_a[rated.places[0]], &self.of_b[rated.places[1]]);
        let (name_a, name_b) = (self.pairing.a.name(a.number), self.pairing.b.name(b.number));
        format!("{}: {}  # {}: {}", quoted(&name_a), quoted(&name_b), rated.confidence, rated.why)
    }

    fn rest(
        &self,
        letter: &str,
        names: &Names<'_>,
        all: &[Candidate],
        is_used: &dyn Fn(usize) -> bool,
        text: &mut String,
    ) {
        let left: Vec<String> =
            (0..all.len()).filter(|at| !is_used(*at)).map(|at| names.name(all[at].number)).collect();
        if left.is_empty() {
            return;
        }
        let shown = left.iter().take(MENTIONED as usize).cloned().collect::<Vec<_>>().join(", ");
        let more = if left.len() > MENTIONED as usize { ", …" } else { "" };
        line(
            text,
            format_args!("# no proposal for {} of {letter}: {shown}{more}", grouped(left.len() as u64)),
        );
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

/// A text in double quotes, which YAML reads as JSON does.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
