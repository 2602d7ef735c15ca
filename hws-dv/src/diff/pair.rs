//! Which signal of A is compared with which signal of B.

mod bits;
mod extent;
mod named;
mod part;
mod shape;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::class::{Class, Targets};
use super::map::{self, DiffMap, Listed};
use super::names::{Named, Names, split};
use super::options::{DiffOptions, SampleAt, chosen};
use super::{DiffError, scope};
use crate::map::SignalTarget;
use crate::wave::{Hierarchy, SignalId};
use named::{fits_names, is_left_out};
use shape::Shape;

/// Where one side has the value of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    /// A variable.
    Whole(usize),
    /// One variable per bit, the lowest first.
    Bits(Vec<usize>),
    /// One of the lowest 64 bits of a variable.
    Bit(usize, u32),
}

impl Matched {
    fn new(a: &Named, name_b: Rc<str>, b: usize) -> Self {
        Self { name: Rc::clone(&a.name), name_b, a: Source::Whole(a.number), b: Source::Whole(b) }
    }
}

impl Source {
    /// The variables.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> {
        let (whole, bits) = match self {
            Self::Whole(number) | Self::Bit(number, _) => (Some(*number), [].as_slice()),
            Self::Bits(bits) => (None, bits.as_slice()),
        };
        whole.into_iter().chain(bits.iter().copied())
    }
}

/// Two signals whose names belong together.
#[derive(Debug)]
pub(super) struct Matched {
    pub(super) name: Rc<str>,
    pub(super) name_b: Rc<str>,
    pub(super) a: Source,
    pub(super) b: Source,
}

/// Two signals that are compared.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The name below the prefix of A.
    pub(super) name: String,
    /// The name below the prefix of B.
    name_b: String,
    pub(super) class: Class,
    /// The width of the wider one; 64 for reals.
    pub(super) width: u32,
    pub(super) is_real: bool,
    pub(super) a: Source,
    pub(super) b: Source,
    /// What it is in the HWS.
    pub(super) target: Option<SignalTarget>,
    /// Other names of the same signals.
    pub(super) aliases: Vec<String>,
    pub(super) is_volatile: bool,
    /// Both sides are sampled or numbered by it, so that it is equal whatever the dumps show.
    pub(super) is_steering: bool,
    /// The first of its lanes, one per 64 bits.
    pub(super) lane: usize,
}

impl Pair {
    /// Whether a pattern of an option means this pair.
    pub(super) fn is_named(&self, pattern: &str) -> bool {
        fits_names(pattern, &self.name, &self.name_b, self.class, self.target)
    }

    pub(super) fn words(&self) -> usize {
        self.width.div_ceil(64).max(1) as usize
    }
}

/// The signals of both sides, and whether each is sampled before the edge: pairs with equal keys are aliases.
#[derive(PartialEq, Eq, Hash)]
enum PairKey {
    /// A dump may have a million of these.
    Whole(SignalId, SignalId, [bool; 2]),
    Bits(Vec<SignalId>, Vec<SignalId>, [bool; 2]),
    Bit(Vec<SignalId>, Vec<SignalId>, u32, [bool; 2]),
}

/// All pairs, and what has no partner.
pub(super) struct Pairing<'h> {
    pub(super) targets: Targets,
    pub(super) a: Names<'h>,
    pub(super) b: Names<'h>,
    pub(super) pairs: Vec<Pair>,
    pub(super) lanes: usize,
    /// The signals of each side that have no partner.
    pub(super) alone: [Vec<Named>; 2],
    /// Reals, strings, events.
    pub(super) not_digital: Vec<String>,
    pub(super) ignored: usize,
    /// "`a` has 5 bits in A and 32 in B".
    pub(super) widths: Vec<String>,
    /// "`q` has 4 bits in A, of which B has only q[1]".
    pub(super) partial: Vec<String>,
}

impl<'h> Pairing<'h> {
    pub(super) fn new(a: &'h Hierarchy, b: &'h Hierarchy, options: &DiffOptions) -> Result<Self, DiffError> {
        let map = options.map.as_ref();
        let of_map = |side, hierarchy| map.map_or(Ok(None), |map| map.prefix(side, hierarchy));
        let given =
            (options.a.prefix.as_deref().or(of_map(0, a)?), options.b.prefix.as_deref().or(of_map(1, b)?));
        let (prefix_a, prefix_b) = scope::find(a, b, given)?;
        let (a, b) = (Names::new(a, prefix_a), Names::new(b, prefix_b));
        let mut pairing = Self {
            targets: Targets::new(),
            a,
            b,
            pairs: Vec::new(),
            lanes: 0,
            alone: Default::default(),
            not_digital: Vec::new(),
            ignored: 0,
            widths: Vec::new(),
            partial: Vec::new(),
        };
        pairing.check_patterns(options)?;
        let mut found = match map {
            Some(map) => pairing.use_map(map)?,
            None => Listed::default(),
        };
        pairing.match_names(&mut found);
        pairing.add_pairs(found.0, options);
        Ok(pairing)
    }

    /// Notes the pairs of signals by which both sides are sampled or numbered.
    pub(super) fn note_steering(&mut self, of_a: &[SignalId], of_b: &[SignalId]) {
        for pair in &mut self.pairs {
            let steers = |names: &Names<'_>, source: &Source, steering: &[SignalId]| {
                source.numbers().any(|number| steering.contains(&names.variable(number).id))
            };
            pair.is_steering = steers(&self.a, &pair.a, of_a) && steers(&self.b, &pair.b, of_b);
        }
    }

    /// The pairs that the map lists; the other names are changed by its rules.
    fn use_map(&mut self, map: &DiffMap) -> Result<Listed, DiffError> {
        let listed = map::listed(map, &self.a, &self.b)?;
        map::renamed(map, 0, &mut self.a, &listed.1[0])?;
        map::renamed(map, 1, &mut self.b, &listed.1[1])?;
        Ok(listed)
    }

    /// Adds the pairs of names: equal ones, those of one register, vectors split into bits.
    fn match_names(&mut self, (found, used): &mut Listed) {
        let mut rest_a = Vec::new();
        for named in self.a.ordered.iter().filter(|named| !used[0].contains(&named.number)) {
            match self.b.by_key(&named.key).filter(|other| !used[1].contains(other)) {
                Some(other) => {
                    let name_b = Rc::clone(&named.key);
                    found.push(Matched::new(named, name_b, other));
                }
                None => rest_a.push(named.clone()),
            }
        }
        used[1].extend(found.iter().flat_map(|it| it.b.numbers()));
        let rest_b = self.b.ordered.iter().filter(|named| !used[1].contains(&named.number));
        let mut rest_b: Vec<Named> = rest_b.cloned().collect();
        match_registers(&self.targets, &mut rest_a, &mut rest_b, found);
        bits::match_bits((&self.a, &mut rest_a), (&self.b, &mut rest_b), found);
        self.partial = part::match_parts((&self.a, &mut rest_a), (&self.b, &mut rest_b), found);
        self.alone = [rest_a, rest_b];
    }

    fn add_pairs(&mut self, found: Vec<Matched>, options: &DiffOptions) {
        let targets = &self.targets;
        let hws = (targets.scopes(self.a.hierarchy), targets.scopes(self.b.hierarchy));
        let mut known: HashMap<PairKey, usize> = HashMap::new();
        for Matched { name, name_b, a, b } in found {
            let (name, name_b) = (name.to_string(), name_b.to_string());
            let (shape_a, shape_b) = (Shape::of(&self.a, &a), Shape::of(&self.b, &b));
            let Some((width, is_real)) = shape_a.with(shape_b) else {
                self.not_digital.push(name);
                continue;
            };
            let is_hws = hws.0.contains(&scope_of(&self.a, &a)) || hws.1.contains(&scope_of(&self.b, &b));
            // With a map, only one of the two may have the name of the HWS.
            let of_hws = |name: &String| targets.target(split(name).1);
            let target = of_hws(&name).or_else(|| of_hws(&name_b)).filter(|_| is_hws);
            let class = target.map_or(Class::Other, Class::of);
            if is_left_out(&name, &name_b, class, target, options) {
                self.ignored += 1;
                continue;
            }
            let before = [is_before(&options.a.samples, class), is_before(&options.b.samples, class)];
            let key = match (&a, &b) {
                (Source::Whole(a), Source::Whole(b)) => {
                    PairKey::Whole(self.a.variable(*a).id, self.b.variable(*b).id, before)
                }
                (Source::Bit(_, bit), _) | (_, Source::Bit(_, bit)) => {
                    PairKey::Bit(ids(&self.a, &a), ids(&self.b, &b), *bit, before)
                }
                _ => PairKey::Bits(ids(&self.a, &a), ids(&self.b, &b), before),
            };
            if let Some(&alias) = known.get(&key) {
                self.pairs[alias].aliases.push(name);
                continue;
            }
            if !is_real && shape_a.differs_from(shape_b) {
                let (in_a, in_b) = (shape_a.bits(), shape_b.bits());
                self.widths.push(format!("`{name}` has {in_a} bits in A and {in_b} in B"));
            }
            known.insert(key, self.pairs.len());
            let is_volatile =
                options.volatile.iter().any(|pattern| fits_names(pattern, &name, &name_b, class, target));
            let pair = Pair {
                name,
                name_b,
                class,
                width,
                is_real,
                a,
                b,
                target,
                aliases: Vec::new(),
                is_volatile,
                is_steering: false,
                lane: self.lanes,
            };
            self.lanes += pair.words();
            self.pairs.push(pair);
        }
    }
}

/// Whether the signal is sampled before the edge.
pub(super) fn is_before(samples: &[super::options::PerClass<SampleAt>], class: Class) -> bool {
    chosen(samples, class).map_or(class == Class::Input, |at| at == SampleAt::Pre)
}

/// The names that are left.
type Rest = Vec<Named>;

/// One register has several spellings: `VC_POOL_FREE[1][0]` and `VC_POOL_FREE[2]`.
fn match_registers(targets: &Targets, rest_a: &mut Rest, rest_b: &mut Rest, found: &mut Vec<Matched>) {
    let key = |named: &Named| {
        let (scope, leaf) = split(&named.key);
        Some((scope.to_owned(), targets.place(leaf)?))
    };
    let mut of_b: HashMap<(String, usize), usize> = HashMap::new();
    for (place, named) in rest_b.iter().enumerate() {
        if let Some(key) = key(named) {
            of_b.entry(key).or_insert(place);
        }
    }
    let mut used = HashSet::new();
    rest_a.retain(|named| {
        let Some(place) = key(named).and_then(|key| of_b.remove(&key)) else { return true };
        used.insert(place);
        let other = &rest_b[place];
        found.push(Matched::new(named, Rc::clone(&other.name), other.number));
        false
    });
    let mut place = 0;
    rest_b.retain(|_| {
        place += 1;
        !used.contains(&(place - 1))
    });
}

fn scope_of(names: &Names<'_>, source: &Source) -> u32 {
    match source {
        Source::Whole(number) | Source::Bit(number, _) => names.variable(*number).scope,
        Source::Bits(bits) => names.variable(bits[0]).scope,
    }
}

fn ids(names: &Names<'_>, source: &Source) -> Vec<SignalId> {
    source.numbers().map(|number| names.variable(number).id).collect()
}
