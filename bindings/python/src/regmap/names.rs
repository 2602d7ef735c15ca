//! Names of registers, arrays, groups and fields, looked up in tables.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use hws_input::{did_you_mean, nearest};
use hws_regs::{FieldInfo, NameError, REGISTERS, RegId, RegInfo};

/// What a name stands for.
pub(crate) enum Node {
    /// A register, or an element of an array.
    Register(RegId),
    /// A field of a register; the register is missing if the field is that of a whole array.
    Field(Option<RegId>, &'static FieldInfo),
    /// An array of registers, written with `[]`.
    Array(&'static RegInfo),
}

/// The names that are written from left to right as attributes and indices.
pub(crate) struct Names {
    /// Every register and element.
    pub(crate) registers: BTreeMap<String, RegId>,
    /// The number of elements behind a beginning that takes an index, such as `RS`.
    pub(crate) arrays: BTreeMap<String, u32>,
    /// The beginnings that take a further name, such as `RS[3]`.
    pub(crate) groups: BTreeSet<String>,
}

/// The names of the map.
pub(crate) static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut names = Names { registers: BTreeMap::new(), arrays: BTreeMap::new(), groups: BTreeSet::new() };
    for id in RegId::all() {
        names.add(id);
    }
    names
});

impl Names {
    fn add(&mut self, id: RegId) {
        let name = id.to_string();
        for (at, character) in name.char_indices() {
            match character {
                '[' => {
                    let index = name[at + 1..].split(']').next().and_then(|index| index.parse().ok());
                    let count = self.arrays.entry(name[..at].to_owned()).or_default();
                    *count = index.map_or(*count, |index: u32| (*count).max(index + 1));
                }
                '.' => _ = self.groups.insert(name[..at].to_owned()),
                _ => (),
            }
        }
        self.registers.insert(name, id);
    }

    /// Returns the names that may follow a beginning, which ends in a dot or is empty.
    pub(crate) fn following(&self, beginning: &str) -> BTreeSet<&str> {
        let names = self.registers.keys().filter_map(|name| name.strip_prefix(beginning));
        names.filter_map(|rest| rest.split(['.', '[']).next()).collect()
    }
}

/// Finds a name, with an index or nothing in every pair of brackets.
pub(crate) fn find(name: &str) -> Result<Node, String> {
    if let Some(&id) = NAMES.registers.get(name) {
        return Ok(Node::Register(id));
    }
    if let Some(info) = array(name) {
        return Ok(Node::Array(info));
    }
    let problem = match RegId::parse(name) {
        Ok(id) => return Ok(Node::Register(id)),
        Err(problem) => problem,
    };
    if let Some((register, field)) = name.rsplit_once('.')
        && let Some((id, info)) = register_or_array(register)
    {
        let found = info.fields.iter().find(|known| known.name == field);
        return found.map(|field| Node::Field(id, field)).ok_or_else(|| unknown_field(info, field));
    }
    Err(explain(name, problem))
}

fn array(name: &str) -> Option<&'static RegInfo> {
    REGISTERS.iter().copied().find(|info| info.name == name || info.name.replace("[]", "") == name)
}

fn register_or_array(name: &str) -> Option<(Option<RegId>, &'static RegInfo)> {
    match RegId::parse(name) {
        Ok(id) => Some((Some(id), id.info())),
        Err(_) => array(name).map(|info| (None, info)),
    }
}

/// Names the problem of a register's name, or of the register before a field.
fn explain(name: &str, problem: NameError) -> String {
    let of_register = name.rsplit_once('.').and_then(|(register, _)| match RegId::parse(register) {
        Err(problem) if problem != NameError::Unknown => Some(problem),
        _ => None,
    });
    match of_register.unwrap_or(problem) {
        NameError::Unknown => unknown_name(name, REGISTERS.iter().map(|info| info.name)),
        problem => format!("`{name}`: {problem}"),
    }
}

/// Says that there is no register of this name, and what may be meant.
pub(crate) fn unknown_name<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> String {
    let meant = did_you_mean(nearest(name, known));
    format!("unknown register `{name}`; {meant}`hws.regmap.registers` has all names")
}

/// Says that a register has no such field, and what may be meant.
pub(crate) fn unknown_field(info: &RegInfo, name: &str) -> String {
    let names = || info.fields.iter().map(|field| field.name);
    let meant = did_you_mean(nearest(name, names()));
    let fields = names().collect::<Vec<_>>().join(", ");
    format!("unknown field `{name}` of {}; {meant}its fields are {fields}", info.name)
}
