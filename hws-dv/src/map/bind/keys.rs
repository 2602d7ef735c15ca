//! Keys of a map that are a part of a target: a field of a register, or bits.

use std::collections::HashMap;

use hws_input::nearest;

use crate::map::SignalTarget;
use crate::pattern::fits;

/// Bits of a target that a key means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) place: usize,
    pub(super) low: u32,
    pub(super) width: u32,
    /// The name, with its indices.
    pub(super) name: String,
}

/// The parts of targets that fit: `RS[].FLAGS.VALID`, `SIP_READY_MASK[]`, `CNT_CYCLE[31:0]`.
pub(super) fn parts(pattern: &str, targets: &[SignalTarget]) -> Vec<Key> {
    let fields = || pattern.rsplit_once('.').map(|(base, field)| of_field(base, field, targets));
    let found = fields().unwrap_or_default();
    if !found.is_empty() {
        return found;
    }
    let inside = pattern.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    inside.map(|(base, bits)| of_bits(base, bits, targets)).unwrap_or_default()
}

fn named<'t>(
    base: &'t str,
    targets: &'t [SignalTarget],
) -> impl Iterator<Item = (usize, SignalTarget, String)> + 't {
    targets.iter().enumerate().filter_map(move |(place, target)| {
        let mut names = target.default_names();
        names.push(target.name());
        let name = names.into_iter().find(|name| fits(base, name))?;
        Some((place, *target, name))
    })
}

fn of_field(base: &str, field: &str, targets: &[SignalTarget]) -> Vec<Key> {
    named(base, targets).filter_map(|(place, target, name)| field_of(place, target, &name, field)).collect()
}

fn of_bits(base: &str, bits: &str, targets: &[SignalTarget]) -> Vec<Key> {
    named(base, targets).flat_map(|(place, target, name)| bits_of(place, target, &name, bits)).collect()
}

fn field_of(place: usize, target: SignalTarget, name: &str, field: &str) -> Option<Key> {
    let SignalTarget::Register(id) = target else { return None };
    let found = id.info().fields.iter().find(|known| known.name.eq_ignore_ascii_case(field))?;
    let name = format!("{name}.{}", found.name);
    Some(Key { place, low: found.lsb.into(), width: found.width.into(), name })
}

/// `3`, `7:4`, or every bit.
fn bits_of(place: usize, target: SignalTarget, name: &str, bits: &str) -> Vec<Key> {
    let one = |high: u32, low: u32| Key { place, low, width: high - low + 1, name: format!("{name}[{low}]") };
    if bits.is_empty() {
        return (0..target.width()).map(|bit| one(bit, bit)).collect();
    }
    let (high, low) = bits.split_once(':').unwrap_or((bits, bits));
    match (high.parse::<u32>(), low.parse::<u32>()) {
        (Ok(high), Ok(low)) if low <= high && high < target.width() => vec![one(high, low)],
        _ => Vec::new(),
    }
}

/// The targets by all of their names, in capitals: what a rule makes of a name of the dump.
pub(super) struct ByName<'t> {
    targets: &'t [SignalTarget],
    places: HashMap<String, usize>,
}

impl<'t> ByName<'t> {
    pub(super) fn new(targets: &'t [SignalTarget]) -> Self {
        let mut places = HashMap::new();
        for (place, target) in targets.iter().enumerate() {
            for name in target.default_names().into_iter().chain([target.name()]) {
                places.entry(name.to_uppercase()).or_insert(place);
            }
        }
        Self { targets, places }
    }

    /// The target, or the part of one, that has the name.
    pub(super) fn find(&self, name: &str) -> Option<Key> {
        let name = name.to_uppercase();
        let known = |name: &str| self.places.get(name).map(|&place| (place, self.targets[place]));
        if let Some((place, target)) = known(&name) {
            return Some(Key { place, low: 0, width: target.width(), name });
        }
        let field = || {
            let (base, field) = name.rsplit_once('.')?;
            known(base).and_then(|(place, target)| field_of(place, target, base, field))
        };
        let bits = || {
            let (base, bits) = name.strip_suffix(']')?.rsplit_once('[')?;
            let (place, target) = known(base).filter(|_| !bits.is_empty())?;
            bits_of(place, target, base, bits).pop()
        };
        field().or_else(bits)
    }

    /// The name that is most like it.
    pub(super) fn nearest(&self, name: &str) -> Option<String> {
        let mut names: Vec<&str> = self.places.keys().map(String::as_str).collect();
        names.sort_unstable();
        nearest(&name.to_uppercase(), names).map(str::to_owned)
    }
}
