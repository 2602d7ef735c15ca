//! The names that targets may have in a dump, and the variables that have them.

use std::collections::HashMap;

use hws_input::nearest;
use hws_input::yaml::YamlFile;

use super::keys::{self, Key};
use crate::expr::Expr;
use crate::map::file::{BusKind, NameMap, Rename};
use crate::map::{MapError, SignalTarget};
use crate::pattern::{filled, fits};
use crate::wave::{Hierarchy, normalised};

/// A variable that may be a target, or one bit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    /// The place of the target.
    pub(super) place: usize,
    /// The place of the name in the list of names of the target: 0 is the best one.
    pub(super) rank: usize,
    /// The number of the variable.
    pub(super) variable: usize,
    pub(super) bit: Option<u8>,
    /// The map names it, so that its scope does not matter.
    pub(super) is_explicit: bool,
}

/// A name that a target may have.
#[derive(Clone, Debug)]
struct Name {
    place: usize,
    rank: usize,
    /// The end of the path of its scope.
    scope: Option<String>,
    is_explicit: bool,
}

/// The names that a map gives a target.
#[derive(Debug, Default)]
pub(in crate::map) struct TargetNames {
    /// The best one first.
    pub(in crate::map) names: Vec<String>,
    /// The rename of the map that gives the name.
    pub(in crate::map) rename: Option<usize>,
}

/// All names, looked up but never iterated.
pub(super) struct Candidates {
    names: HashMap<String, Vec<Name>>,
    /// The targets of each rename of the map, and the text for each of them.
    pub(super) renamed: Vec<Vec<(usize, String)>>,
    /// The fields and bits of targets that a rename gives.
    pub(super) parts: Vec<Vec<Key>>,
}

impl Candidates {
    pub(super) fn new(map: &NameMap, targets: &[SignalTarget]) -> Result<Self, MapError> {
        let renamed = vec![Vec::new(); map.renames.len()];
        let mut candidates = Self { names: HashMap::new(), renamed, parts: Vec::new() };
        for (place, target) in targets.iter().enumerate() {
            let TargetNames { names, rename } = names_of(map, *target)?;
            if let Some(number) = rename {
                candidates.renamed[number].push((place, names[0].clone()));
            }
            for (rank, name) in names.iter().enumerate() {
                candidates.add(place, rank, name, rename.is_some());
            }
        }
        for (rename, places) in map.renames.iter().zip(&candidates.renamed) {
            let parts = if places.is_empty() { keys::parts(&rename.ours, targets) } else { Vec::new() };
            if places.is_empty() && parts.is_empty() {
                return Err(unknown(map, rename, targets));
            }
            candidates.parts.push(parts);
        }
        Ok(candidates)
    }

    /// A name with dots is that of a variable, or of a scope and a variable in it.
    fn add(&mut self, place: usize, rank: usize, name: &str, is_explicit: bool) {
        let name = normalised(name);
        if let Some((scope, leaf)) = name.rsplit_once('.') {
            let scope = Some(scope.to_owned());
            let within = Name { place, rank, scope, is_explicit };
            self.names.entry(leaf.to_owned()).or_default().push(within);
        }
        self.names.entry(name).or_default().push(Name { place, rank, scope: None, is_explicit });
    }

    /// The variables with these names.
    pub(super) fn hits(&self, hierarchy: &Hierarchy) -> Vec<Hit> {
        let mut hits = Vec::new();
        for (number, variable) in hierarchy.variables().iter().enumerate().filter(|(_, it)| it.width > 0) {
            let scope = hierarchy.scope_of(variable);
            self.note(&variable.name, scope, number, None, &mut hits);
            if variable.width == 1
                && let Some((base, bit)) = bit_of(&variable.name)
            {
                self.note(base, scope, number, Some(bit), &mut hits);
            }
        }
        hits
    }

    fn note(&self, name: &str, scope: &str, variable: usize, bit: Option<u8>, hits: &mut Vec<Hit>) {
        let Some(names) = self.names.get(name) else { return };
        for known in names {
            if known.scope.as_deref().is_none_or(|end| is_end_of(end, scope)) {
                let Name { place, rank, is_explicit, .. } = *known;
                hits.push(Hit { place, rank, variable, bit, is_explicit });
            }
        }
    }
}

/// The dump does not have what a rename names.
pub(super) fn absent(map: &NameMap, rename: &Rename, hierarchy: &Hierarchy) -> MapError {
    let names = hierarchy.variables().iter().map(|variable| variable.name.as_str());
    let leaf = rename.theirs.rsplit('.').next().unwrap_or(&rename.theirs);
    let meant = nearest(leaf, names);
    let message = format!("the dump has no signal `{}` for `{}`", rename.theirs, rename.ours);
    Box::new(at(map, rename, message, "names are compared without ranges and escapes").suggest(meant))
}

/// The names of all targets that the map has a use for.
pub(in crate::map) fn names(map: &NameMap) -> Result<Vec<(SignalTarget, TargetNames)>, MapError> {
    let targets = SignalTarget::all();
    // Every rename has a target.
    Candidates::new(map, &targets)?;
    let mut all = Vec::new();
    for target in targets {
        let names = names_of(map, target)?;
        if !names.names.is_empty() {
            all.push((target, names));
        }
    }
    Ok(all)
}

/// The names of a target, the best one first; none if the map has no use for it.
fn names_of(map: &NameMap, target: SignalTarget) -> Result<TargetNames, MapError> {
    if !is_used(target, map.bus) {
        return Ok(TargetNames::default());
    }
    if let Some((number, theirs)) = renamed(map, target)? {
        return Ok(TargetNames { names: vec![theirs], rename: Some(number) });
    }
    let of_bus = matches!(target, SignalTarget::Port(port) if port.is_of_wrapper());
    let prefix = if of_bus { &map.bus_prefix } else { &map.prefix };
    let names = target.default_names().iter().map(|name| format!("{prefix}{name}")).collect();
    Ok(TargetNames { names, rename: None })
}

/// `TOP.hws` ends in `hws`, not in `ws`.
fn is_end_of(end: &str, scope: &str) -> bool {
    scope.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// A bus that is not flat has other signals.
pub(in crate::map) fn is_used(target: SignalTarget, bus: BusKind) -> bool {
    match target {
        SignalTarget::Port(port) if port.is_of_wrapper() => match bus {
            BusKind::Flat => false,
            BusKind::Apb => port.name().starts_with('p'),
            BusKind::Axi4Lite => !port.name().starts_with('p'),
        },
        SignalTarget::Port(port) if port.is_of_flat_bus() => bus == BusKind::Flat,
        _ => true,
    }
}

/// The last rename of a target: its number, and the name in the dump.
fn renamed(map: &NameMap, target: SignalTarget) -> Result<Option<(usize, String)>, MapError> {
    if map.renames.is_empty() {
        return Ok(None);
    }
    let names = target.default_names();
    for (number, rename) in map.renames.iter().enumerate().rev() {
        let ours = names.iter().chain([&target.name()]).find(|name| fits(&rename.ours, name)).cloned();
        let Some(ours) = ours else { continue };
        let is_array = rename.theirs.contains("[]") && Expr::is_name(&rename.theirs);
        let has_all = rename.theirs.matches("[]").count() == ours.matches('[').count();
        return match filled(&rename.theirs, &ours).filter(|_| !is_array || has_all) {
            Some(theirs) => Ok(Some((number, theirs))),
            // A pattern for one element of an array names it directly.
            None if !rename.theirs.contains("[]") => Ok(Some((number, rename.theirs.clone()))),
            None => {
                let message =
                    format!("`{}` and `{}` have different numbers of `[]`", rename.ours, rename.theirs);
                Err(at(map, rename, message, "give both as many"))
            }
        };
    }
    Ok(None)
}

fn unknown(map: &NameMap, rename: &Rename, targets: &[SignalTarget]) -> MapError {
    let names: Vec<String> = targets.iter().map(|target| target.name()).collect();
    let meant = nearest(&rename.ours, names.iter().map(String::as_str));
    let message = format!(
        "`{}` is not a port, a lane or a readable register of the HWS, or a later line or the kind of the bus replaces it",
        rename.ours
    );
    Box::new(at(map, rename, message, "`hws regs show` lists the registers").suggest(meant))
}

/// The fault of a rename.
pub(super) fn at(map: &NameMap, rename: &Rename, message: String, remedy: &str) -> MapError {
    YamlFile::new(&map.file).at("map-does-not-fit", rename.place, message, remedy)
}

/// `a[3]` is bit 3 of `a`.
fn bit_of(name: &str) -> Option<(&str, u8)> {
    let (base, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    let bit = index.parse::<u8>().ok().filter(|&bit| bit < 64)?;
    Some((base, bit))
}
