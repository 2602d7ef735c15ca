//! The changes between two maps, as users of the maps see them.
//!
//! Everything is identified by its name; another name at the same address or bits, and otherwise the same shape, is a
//! rename. Prose (descriptions, references to the specification, the meaning of an index) does not count. A change is
//! breaking when anything made for the old map ([`Dependent`]) is wrong for the new one: everything but additions and
//! widenings.

mod change;
mod dependent;
mod enumeration;
mod field;
mod kind;
mod legal;
mod matched;
mod memory;
mod page;
mod parameter;
mod register;
mod reserved;

pub use change::{Change, DiffSeverity};
pub use dependent::Dependent;
pub use kind::ChangeKind;

use crate::model::Map;

/// Returns every difference: of the map, its pages, parameters, shared enums and memories, then of the registers by their
/// offsets.
///
/// ```
/// use hws_regmap::{ChangeKind, diff, load};
/// use hws_regs::REGMAP_YAML;
/// let old = load(REGMAP_YAML, "old.yaml").unwrap();
/// let new = load(&REGMAP_YAML.replace("offset: 0x0028", "offset: 0x002c"), "new.yaml").unwrap();
/// let changes = diff(&old, &new);
/// assert_eq!(changes[0].kind, ChangeKind::RegisterMoved);
/// assert_eq!(
///     changes[0].to_string(),
///     "breaking: TIME_UNIT: moved from 0x0028 to 0x002c (breaks firmware, RTL)"
/// );
/// assert_eq!(diff(&old, &old), []);
/// ```
#[must_use]
pub fn diff(old: &Map, new: &Map) -> Vec<Change> {
    let mut changes = Changes::default();
    whole(old, new, &mut changes);
    let pages = page::compare(&old.pages, &new.pages, &mut changes);
    parameter::compare(old, new, &mut changes);
    let enums = enumeration::compare(old, new, &mut changes);
    memory::compare(old, new, &pages, &mut changes);
    register::compare(old, new, &pages, &enums, &mut changes);
    changes.0
}

/// What is said of the whole map.
fn whole(old: &Map, new: &Map, changes: &mut Changes) {
    let Map {
        name,
        description: _,
        window_bytes,
        same_cycle: _,
        // Defaults of the format show in what they apply to, groups in their registers.
        any_case: _,
        origin: _,
        width: _,
        groups: _,
        // Compared by themselves.
        parameters: _,
        shared_enums: _,
        pages: _,
        registers: _,
        memories: _,
        reserved: _,
    } = old;
    let place = name.value.as_str();
    changes.differ(ChangeKind::MapRenamed, place, place, &new.name.value);
    let (before, after) = (window_bytes.value, new.window_bytes.value);
    let kind = if after > before { ChangeKind::WindowGrown } else { ChangeKind::WindowShrunk };
    changes.differ(kind, place, hex(before), hex(after));
    let said = |map: &Map| Some(map.same_cycle.clone()).filter(|text| !text.is_empty());
    changes.same_cycle(place, said(old).as_deref(), said(new).as_deref());
}

/// The differences found so far.
#[derive(Default)]
struct Changes(Vec<Change>);

impl Changes {
    fn add(
        &mut self,
        kind: ChangeKind,
        place: impl Into<String>,
        before: impl ToString,
        after: impl ToString,
    ) {
        let (before, after) = (before.to_string(), after.to_string());
        self.0.push(Change { kind, place: place.into(), before, after });
    }

    /// Adds a change if the two are not told in the same words.
    fn differ(
        &mut self,
        kind: ChangeKind,
        place: impl Into<String>,
        before: impl ToString,
        after: impl ToString,
    ) {
        let (before, after) = (before.to_string(), after.to_string());
        if before != after {
            self.add(kind, place, before, after);
        }
    }

    /// The order within a cycle, which the map may leave open.
    fn same_cycle(&mut self, place: &str, old: Option<&str>, new: Option<&str>) {
        let kind = if old.is_none() { ChangeKind::SameCycleDefined } else { ChangeKind::SameCycleChanged };
        let said = |text: Option<&str>| text.map_or("left open".to_owned(), |text| format!("\"{text}\""));
        self.differ(kind, place, said(old), said(new));
    }

    /// A path in the RTL: one that was unknown disturbs nobody.
    fn hdl_path(&mut self, place: &str, old: Option<&String>, new: Option<&String>) {
        let kind = if old.is_none() { ChangeKind::HdlPathAdded } else { ChangeKind::HdlPathChanged };
        let said = |path: Option<&String>| path.map_or("unknown".to_owned(), |path| format!("`{path}`"));
        self.differ(kind, place, said(old), said(new));
    }
}

fn hex(value: u64) -> String {
    format!("0x{value:04x}")
}
