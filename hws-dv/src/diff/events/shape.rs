//! What two logs have in common: kinds, the fields of each, and the key of its streams.

use std::collections::{BTreeMap, BTreeSet};

use super::log::{EventLogFile, Logged, Origin};
use super::names::{Name, Names};

/// The fields by which events of a kind form streams: the first one that both sides have.
const KEYS: [&str; 4] = ["entry", "kernel_id", "sip", "op"];

/// A kind that is compared.
#[derive(Debug)]
pub(super) struct SharedKind {
    /// The field that tells the streams of the kind apart.
    pub(super) key: Option<Name>,
    /// The fields that both sides have.
    pub(super) fields: Vec<Name>,
}

/// What is compared.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) kinds: BTreeMap<Name, SharedKind>,
    /// The kinds that only one side can have, with the number of events.
    pub(super) only: [Vec<(String, u64)>; 2],
    /// The fields that only one side has: "launch.pool".
    pub(super) fields_only: [Vec<String>; 2],
}

impl Shape {
    pub(super) fn new(sides: &mut [EventLogFile; 2], names: &mut Names) -> Self {
        add_kernels(sides, names);
        let shapes = [sides[0].shape(), sides[1].shape()];
        let all: BTreeSet<Name> = shapes.iter().flat_map(BTreeMap::keys).copied().collect();
        let mut shape = Self::default();
        for kind in all {
            // Of two logs, neither says what it leaves out.
            let are_logs = sides.iter().all(|log| log.origin == Origin::Log);
            let has = [0, 1].map(|side| are_logs || sides[side].may_have(kind, &shapes[side]));
            match has.iter().position(|has| !has) {
                Some(absent) => {
                    let other = 1 - absent;
                    let count = sides[other].events.iter().filter(|event| event.kind == kind).count();
                    shape.only[other].push((names.text(kind).to_owned(), count as u64));
                }
                None => shape.add(kind, [0, 1].map(|side| shapes[side].get(&kind)), names),
            }
        }
        shape
    }

    fn add(&mut self, kind: Name, fields: [Option<&BTreeSet<Name>>; 2], names: &Names) {
        let shared: Vec<Name> = match fields {
            [Some(a), Some(b)] => a.intersection(b).copied().collect(),
            [Some(one), None] | [None, Some(one)] => one.iter().copied().collect(),
            [None, None] => Vec::new(),
        };
        for (side, own) in fields.into_iter().enumerate() {
            let only = own.into_iter().flatten().filter(|field| !shared.contains(field));
            let shown = only.map(|field| format!("{}.{}", names.text(kind), names.text(*field)));
            self.fields_only[side].extend(shown);
        }
        let key = KEYS.iter().filter_map(|key| names.find(key)).find(|key| shared.contains(key));
        self.kinds.insert(kind, SharedKind { key, fields: shared });
    }
}

/// If one side has kernels in its events, the other one gets them from its admissions.
fn add_kernels(sides: &mut [EventLogFile; 2], names: &mut Names) {
    let kernel = names.number("kernel_id");
    let kinds = |log: &EventLogFile| -> BTreeSet<Name> {
        let of = |event: &&Logged| log.value(event, kernel).is_some();
        log.events.iter().filter(of).map(|event| event.kind).collect()
    };
    let [a, b] = sides;
    let (of_a, of_b) = (kinds(a), kinds(b));
    for (log, kinds) in [(a, of_b), (b, of_a)] {
        if log.origin != Origin::Log {
            log.add_kernels(&kinds, names);
        }
    }
}
