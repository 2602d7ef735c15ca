//! Targets that are not one signal of the dump: expressions, fields, and what rules make of names.

use std::collections::{BTreeMap, BTreeSet};

use hws_input::yaml::YamlFile;

use super::candidates::{Candidates, Hit, absent, at};
use super::keys::Key;
use super::resolve::{NOT_THERE, Resolver};
use crate::expr::Expr;
use crate::map::computed::{Cells, Computed, ComputedTarget, Piece};
use crate::map::file::{NameMap, Rename};
use crate::map::{MapError, SignalTarget};
use crate::pattern::filled;
use crate::wave::{Hierarchy, parts};

/// What is not found by name alone.
#[derive(Default)]
pub(super) struct Composition {
    /// By the place of the target: its bits, and what they are in the dump.
    pub(super) pieces: BTreeMap<usize, Vec<Given>>,
    /// The variables that rules make whole targets.
    pub(super) whole: BTreeMap<usize, Hit>,
    enable: Option<Expr>,
    cells: Cells,
}

/// Bits of a target, and the text that gives them.
pub(super) struct Given {
    pub(super) piece: Piece,
    pub(super) text: String,
    pub(super) by_rule: bool,
}

/// Composes the targets of a map; `targets` are all that there are.
pub(super) fn compose(
    map: &NameMap,
    hierarchy: &Hierarchy,
    scope: &str,
    targets: &[SignalTarget],
    candidates: &Candidates,
    hits: &[Hit],
) -> Result<Composition, MapError> {
    let left = left(candidates, hierarchy, hits);
    let is_needed = left.iter().any(|left| !left.is_empty())
        || candidates.parts.iter().any(|parts| !parts.is_empty())
        || !map.rules.is_empty()
        || map.enable.is_some();
    if !is_needed {
        return Ok(Composition::default());
    }
    // The first place after the targets is that of the enable.
    let resolver = Resolver::new(hierarchy, scope, targets.len() + 1);
    let renamed = candidates.renamed.iter().flatten().map(|(place, _)| *place).collect();
    let mut composer = Composer { map, hierarchy, targets, resolver, renamed, made: Composition::default() };
    for (number, left) in left.iter().enumerate() {
        composer.rename(number, left, candidates)?;
    }
    composer.rules()?;
    composer.enable()?;
    composer.made.cells = composer.resolver.cells;
    Ok(composer.made)
}

/// The targets of each rename that no signal has by its name, or of which the map names bits.
fn left<'c>(
    candidates: &'c Candidates,
    hierarchy: &Hierarchy,
    hits: &[Hit],
) -> Vec<Vec<&'c (usize, String)>> {
    let renamed = candidates.renamed.iter();
    let is_found = |(place, text): &(usize, String)| {
        let range = parts(text).1;
        hits.iter().any(|hit| {
            let of_dump = hierarchy.variables()[hit.variable].range;
            let is_whole =
                hit.bit.is_some() || range.is_none_or(|range| of_dump.is_none_or(|it| it == range));
            hit.place == *place && hit.is_explicit && is_whole
        })
    };
    renamed.map(|places| places.iter().filter(|place| !is_found(place)).collect()).collect()
}

/// A composition that is being made.
pub(super) struct Composer<'a> {
    pub(super) map: &'a NameMap,
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) targets: &'a [SignalTarget],
    pub(super) resolver: Resolver<'a>,
    /// The targets that lines of `signals` give as a whole.
    pub(super) renamed: BTreeSet<usize>,
    pub(super) made: Composition,
}

impl Composer<'_> {
    /// One line of `signals`.
    fn rename(
        &mut self,
        number: usize,
        left: &[&(usize, String)],
        candidates: &Candidates,
    ) -> Result<(), MapError> {
        let rename = &self.map.renames[number];
        let (mut found, mut first) = (left.len() < candidates.renamed[number].len(), None);
        for (place, text) in left {
            let width = self.targets[*place].width();
            let key = Key { place: *place, low: 0, width, name: String::new() };
            match self.resolver.parse(text) {
                Ok(expr) => {
                    self.give(rename, &key, expr, text, true)?;
                    found = true;
                }
                Err(reason) => first = first.or(Some(reason)),
            }
        }
        for key in &candidates.parts[number] {
            let Some(text) = filled(&rename.theirs, &key.name) else {
                let message =
                    format!("`{}` and `{}` have different numbers of `[]`", rename.ours, rename.theirs);
                return Err(at(self.map, rename, message, "give both as many"));
            };
            match self.resolver.parse(&text) {
                Ok(expr) => {
                    self.give(rename, key, expr, &text, false)?;
                    found = true;
                }
                Err(reason) => first = first.or(Some(reason)),
            }
        }
        match first {
            // Some elements of an array may be missing, but an expression must be right for all.
            Some(reason) if !Expr::is_name(&rename.theirs) || !candidates.parts[number].is_empty() => {
                let message = format!("`{}`: {reason}", rename.ours);
                Err(at(self.map, rename, message, "expressions are described in docs/dv.md, Maps"))
            }
            Some(reason) if !found && !reason.starts_with(NOT_THERE) => {
                let message = format!("`{}`: {reason}", rename.ours);
                Err(at(self.map, rename, message, "names are compared without escapes"))
            }
            Some(_) if !found => Err(absent(self.map, rename, self.hierarchy)),
            _ => Ok(()),
        }
    }

    /// An expression gives bits of a target.
    fn give(
        &mut self,
        rename: &Rename,
        key: &Key,
        expr: Expr,
        text: &str,
        is_whole: bool,
    ) -> Result<(), MapError> {
        let width = given_width(&expr, key.width);
        if !is_whole && width > key.width {
            let message = format!("`{}` has {} bits, and `{text}` has {width}", rename.ours, key.width);
            return Err(at(self.map, rename, message, "select the bits, as in `a[3:0]`"));
        }
        let piece = Piece { low: key.low, width, expr };
        let others = self.made.pieces.entry(key.place).or_default();
        let is_given = !is_whole && self.renamed.contains(&key.place);
        if is_given || others.iter().any(|other| overlaps(&other.piece, &piece)) {
            let name = self.targets[key.place].name();
            let message = format!("`{}` gives bits of `{name}` that another line gives", rename.ours);
            return Err(at(self.map, rename, message, "give each bit once"));
        }
        others.push(Given { piece, text: text.to_owned(), by_rule: false });
        Ok(())
    }

    fn enable(&mut self) -> Result<(), MapError> {
        let Some((place, text)) = &self.map.enable else { return Ok(()) };
        let parsed = self.resolver.parse(text).map_err(|reason| {
            let message = format!("`enable`: {reason}");
            YamlFile::new(&self.map.file).at(
                "map-does-not-fit",
                *place,
                message,
                "name a signal, or an expression",
            )
        })?;
        self.made.enable = Some(parsed);
        Ok(())
    }
}

/// A number without a size, or a column without a width, is as wide as what it is for.
pub(super) fn given_width(expr: &Expr, wanted: u32) -> u32 {
    match expr {
        Expr::Number(_, width) => wanted.max(*width),
        _ if expr.width() == 0 => wanted,
        _ => expr.width(),
    }
}

pub(super) fn overlaps(one: &Piece, other: &Piece) -> bool {
    one.low < other.low + other.width && other.low < one.low + one.width
}

impl Composition {
    /// The program that computes them.
    pub(super) fn computed(self, targets: usize) -> Computed {
        let of_target = |(place, given): (usize, Vec<Given>)| {
            let pieces = given.into_iter().map(|given| given.piece).collect();
            ComputedTarget { place, pieces }
        };
        let mut all: Vec<ComputedTarget> = self.pieces.into_iter().map(of_target).collect();
        let enable = self.enable.map(|expr| {
            let width = expr.width();
            all.push(ComputedTarget {
                place: targets,
                pieces: vec![Piece { low: 0, width: if width == 0 { 64 } else { width }, expr }],
            });
            targets
        });
        Computed { targets: all, cells: self.cells, wide: Vec::new(), enable }
    }
}
