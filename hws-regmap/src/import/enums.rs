//! Types of named values: formats repeat them in every field, a map defines each once.

use super::draft::{Draft, DraftEnum, DraftField, DraftLegal, DraftRegister, DraftValue};
use super::names::type_name;
use std::collections::BTreeMap;

/// Gives each list of named values one type, with the name that the file gives it or that of the first field that has
/// it, and adds the types to those of the draft.
pub(super) fn share(draft: &mut Draft) {
    let mut types = Types::default();
    for enumeration in std::mem::take(&mut draft.enums) {
        let name = enumeration.name.clone();
        types.named(enumeration, &name);
    }
    for page in &mut draft.pages {
        page.registers.iter_mut().for_each(|register| types.register(register, None));
        for group in &mut page.groups {
            let name = group.name.clone();
            group.words.iter_mut().for_each(|word| types.register(word, Some(&name)));
        }
    }
    draft.enums = types.list;
}

/// The name, the number and the description of each value.
type Values = Vec<(String, u64, String)>;

#[derive(Default)]
struct Types {
    list: Vec<DraftEnum>,
    /// The place in the list of each list of values, with the name that the file gives it.
    known: BTreeMap<(String, Values), usize>,
    /// The number of types that were to have a name.
    names: BTreeMap<String, usize>,
}

impl Types {
    fn register(&mut self, register: &mut DraftRegister, group: Option<&str>) {
        let prefix = group.map_or(String::new(), |group| format!("{group}_"));
        let register_name = format!("{prefix}{}", register.name);
        for field in &mut register.fields {
            self.field(field, &register_name);
        }
    }

    fn field(&mut self, field: &mut DraftField, register: &str) {
        let DraftLegal::Named { enumeration, .. } = &mut field.legal else { return };
        let wanted = match enumeration.name.as_str() {
            "" => format!("{register}_{}", field.name),
            name => name.to_owned(),
        };
        let number = self.named(enumeration.clone(), &wanted);
        if let Some(shared) = self.list.get(number) {
            enumeration.name.clone_from(&shared.name);
        }
    }

    /// Returns the place of the type in the list; it is added under the name if there is none with its values.
    fn named(&mut self, enumeration: DraftEnum, wanted: &str) -> usize {
        let values = |value: &DraftValue| (value.name.clone(), value.value, value.description.clone());
        let key = (enumeration.name.clone(), enumeration.values.iter().map(values).collect());
        if let Some(number) = self.known.get(&key) {
            return *number;
        }
        let (name, is_invented) = (self.unique(type_name(wanted)), enumeration.name.is_empty());
        self.list.push(DraftEnum { name, is_invented, ..enumeration });
        self.known.insert(key, self.list.len() - 1);
        self.list.len() - 1
    }

    fn unique(&mut self, name: String) -> String {
        let used = self.names.entry(name.clone()).or_default();
        *used += 1;
        if *used == 1 { name } else { format!("{name}{used}") }
    }
}
