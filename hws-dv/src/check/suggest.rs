//! `hws check --suggest-map`: a line of a map for each signal of the HWS that a dump does not have by its name.
//!
//! Names and widths are compared, by what `hws diff --suggest-map` compares them; values are not, because there is nothing to
//! compare them with before the inputs are known.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use hws_input::{Diagnostic, Place, grouped};

use super::CheckOptions;
use crate::diff::suggest::{MENTIONED, MOST, PathAndShape, Rated, by_name, quoted};
use crate::input;
use crate::map::{Binding, NameMap, SignalTarget, is_constant};
use crate::wave::{Hierarchy, UNREADABLE, VariableKind};

/// So many signals without a proposal are named.
const LISTED: usize = 40;

/// Names alone are proposed from this confidence on: no value speaks for them.
const PROPOSED: u32 = 70;

/// Returns the lines of a map for what a dump does not have by its name, each with its confidence in a comment.
///
/// # Errors
/// The dump cannot be read, or the map does not fit it.
pub fn suggest_map(path: &Path, map: &NameMap, options: &CheckOptions) -> Result<String, Box<Diagnostic>> {
    let name = input::name(path);
    let dump = input::open(path, options.opening()).map_err(|error| error.in_file(&name))?;
    let hierarchy = dump.hierarchy();
    let binding = Binding::as_far_as_found(map, hierarchy)
        .map_err(|error| Diagnostic::new(UNREADABLE, Place::UNKNOWN, error.to_string()).in_file(&name))?;
    let absent = absent(&binding, map);
    let free = free(&binding, hierarchy);
    let shapes =
        |all: &[(usize, PathAndShape)]| all.iter().map(|(_, shape)| shape.clone()).collect::<Vec<_>>();
    let found = by_name(&shapes(&absent), &shapes(&free));
    Ok(text(&absent, &free, &found))
}

/// The targets that the dump does not have and should. A register may have fewer bits than the data sheet shows.
fn absent(binding: &Binding, map: &NameMap) -> Vec<(usize, PathAndShape)> {
    let used = |(place, target): (usize, &SignalTarget)| {
        let kind = match target {
            SignalTarget::Register(_) => VariableKind::Digits { needed: 1 },
            _ => VariableKind::Vector,
        };
        let is_needless = matches!(target, SignalTarget::Register(id) if is_constant(*id));
        let is_wanted =
            binding.bound[place].is_none() && !is_needless && map.uses(*target) && !map.ignores(*target);
        is_wanted.then(|| (place, (target.name(), target.width(), kind)))
    };
    binding.targets.iter().enumerate().filter_map(used).collect()
}

/// The signals that no target has, each once.
fn free(binding: &Binding, hierarchy: &Hierarchy) -> Vec<(usize, PathAndShape)> {
    let mut taken: BTreeSet<_> = binding.select.iter().copied().collect();
    let mut free = Vec::new();
    for (number, variable) in hierarchy.variables().iter().enumerate() {
        if variable.width > 0 && free.len() < MOST && taken.insert(variable.id) {
            let scope = hierarchy.scope_of(variable);
            let path =
                if scope.is_empty() { variable.name.clone() } else { format!("{scope}.{}", variable.name) };
            free.push((number, (path, variable.width, variable.kind)));
        }
    }
    free
}

fn text(absent: &[(usize, PathAndShape)], free: &[(usize, PathAndShape)], found: &[Rated]) -> String {
    let mut text = String::from(
        "# A proposal by names and widths: the comment of each line has its confidence in percent. Check it before use.\n\
         version: 1\n",
    );
    // Only a register may be narrower than its target.
    let fits = |rated: &&Rated| free[rated.places[1]].1.1 <= absent[rated.places[0]].1.1;
    let mut line = |start: &str, rated: &Rated| {
        let (ours, theirs) = (&absent[rated.places[0]].1.0, &free[rated.places[1]].1.0);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{start}{}: {}  # {}: {}",
            quoted(ours),
            quoted(theirs),
            rated.confidence,
            rated.why
        );
    };
    let (sure, doubtful): (Vec<&Rated>, Vec<&Rated>) =
        found.iter().filter(fits).partition(|rated| rated.confidence >= PROPOSED);
    sure.iter()
        .enumerate()
        .for_each(|(number, rated)| line(if number == 0 { "signals:\n  " } else { "  " }, rated));
    let doubtful: Vec<_> = doubtful.into_iter().filter(|rated| rated.confidence >= MENTIONED).collect();
    doubtful.iter().for_each(|rated| line("  # doubtful: ", rated));
    let is_proposed = |place: usize| sure.iter().any(|rated| rated.places[0] == place);
    let left = absent.iter().enumerate().filter(|(place, _)| !is_proposed(*place));
    let left: Vec<&str> = left.map(|(_, (_, (name, ..)))| name.as_str()).collect();
    for name in left.iter().take(LISTED) {
        let _ = writeln!(text, "# no proposal for {name}");
    }
    if left.len() > LISTED {
        let _ = writeln!(
            text,
            "# no proposal for {} more signals of the HWS",
            grouped((left.len() - LISTED) as u64)
        );
    }
    text
}
