//! From a draft to a valid map: the repair renames, loosens or omits what the rules of maps refuse, and lists it.
//!
//! The rules are those of [`crate::load`], so that none is here a second time: the text is checked, each error leads
//! back to what is written at its line, and the text is written anew until there is none.

use super::draft::{Draft, DraftEnum, DraftField, DraftLegal, DraftPage, DraftRegister, DraftReset, Spot};
use super::losses::Losses;
use super::renames::Renames;
use super::yaml::{self, Text};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::Map;
use std::collections::BTreeMap;

/// Each round mends all independent errors; a file that needs more is not a description of registers.
const MOST_ROUNDS: usize = 64;

/// Returns the text of the map, and the map itself.
///
/// # Errors
/// Errors that nothing in the draft causes, or that do not end.
pub(super) fn repaired(
    draft: &mut Draft,
    head: &[String],
    losses: &mut Losses,
) -> Result<(Text, Map), Vec<MapDiagnostic>> {
    let (mut found, mut renames) = (Vec::new(), Renames::default());
    for _ in 0..MOST_ROUNDS {
        let text = yaml::write(draft, head);
        match crate::load(&text.yaml, "map") {
            Ok(map) => return Ok((text, map)),
            Err(diagnostics) => found = diagnostics,
        }
        let mut mender = Mender::new(draft, &text, &found, losses, &mut renames);
        mender.draft(draft);
        if !mender.has_mended {
            break;
        }
    }
    Err(found)
}

struct Mender<'a> {
    /// The first error of each thing.
    faults: BTreeMap<usize, &'a MapDiagnostic>,
    losses: &'a mut Losses,
    renames: &'a mut Renames,
    has_mended: bool,
}

impl<'a> Mender<'a> {
    fn new(
        draft: &Draft,
        text: &Text,
        diagnostics: &'a [MapDiagnostic],
        losses: &'a mut Losses,
        renames: &'a mut Renames,
    ) -> Self {
        let types = types(draft);
        let mut faults = BTreeMap::new();
        for diagnostic in diagnostics {
            let others = diagnostic.notes.iter().map(|note| note.place.line());
            let ids = [diagnostic.place.line()].into_iter().chain(others).map(|line| text.at(line));
            let ids: Vec<usize> = ids.flatten().collect();
            if let Some(id) = culprit(diagnostic.code, &ids, &types, renames) {
                faults.entry(id).or_insert(diagnostic);
            }
        }
        Self { faults, losses, renames, has_mended: false }
    }

    fn draft(&mut self, draft: &mut Draft) {
        draft.parameters.retain_mut(|one| self.keeps(&one.at, &mut one.name, "_"));
        // The type of that name; none if it is left out.
        let mut types: BTreeMap<String, Option<String>> = BTreeMap::new();
        draft.enums.retain_mut(|one| {
            one.values.retain_mut(|value| self.keeps(&value.at, &mut value.name, "_"));
            let before = one.name.clone();
            let is_kept = !one.values.is_empty() && self.keeps_type(one);
            types.insert(before, is_kept.then(|| one.name.clone()));
            is_kept
        });
        draft.pages.iter_mut().for_each(|page| self.page(page, &types));
    }

    /// Nobody misses a name that the file does not have.
    fn keeps_type(&mut self, one: &mut DraftEnum) -> bool {
        let is_free = one.is_invented && self.faults.get(&one.at.id).is_some_and(|fault| is_name(fault.code));
        if is_free {
            one.name = self.renames.next(&one.at, &one.name, "");
            self.has_mended = true;
        }
        is_free || self.keeps(&one.at, &mut one.name, "")
    }

    fn page(&mut self, page: &mut DraftPage, types: &BTreeMap<String, Option<String>>) {
        page.registers.retain_mut(|register| self.register(register, types));
        page.groups.retain_mut(|group| {
            group.words.retain_mut(|word| self.register(word, types));
            !group.words.is_empty() && self.keeps(&group.at, &mut group.name, "_")
        });
        page.memories.retain_mut(|memory| self.keeps(&memory.at, &mut memory.name, "_"));
        if self.faults.get(&page.at.id).is_some_and(|fault| fault.code == Code::DuplicateName) {
            self.keeps(&page.at, &mut page.name, "_");
        }
    }

    fn register(&mut self, register: &mut DraftRegister, types: &BTreeMap<String, Option<String>>) -> bool {
        register.fields.retain_mut(|field| {
            if let DraftLegal::Named { enumeration, .. } = &mut field.legal
                && let Some(new) = types.get(&enumeration.name)
            {
                match new {
                    Some(name) => enumeration.name.clone_from(name),
                    None => field.legal = DraftLegal::Any,
                }
            }
            self.field(field)
        });
        let alias = register.alias_of.take_if(|_| self.has(&register.at, &[Code::UnknownRegister]));
        if let Some(target) = alias {
            self.lost(
                &register.at,
                format!("the storage is that of {target}, to which a map cannot refer here"),
            );
            return true;
        }
        let values = [Code::IllegalRange, Code::IllegalAccess, Code::ResetIllegal];
        if self.has(&register.at, &values) && register.combinations.take().is_some() {
            self.lost(&register.at, "which combinations of fields are legal".to_owned());
            return true;
        }
        self.keeps(&register.at, &mut register.name, "_")
    }

    /// What restricts a field is left out before the field is.
    fn field(&mut self, field: &mut DraftField) -> bool {
        let reason = self.faults.get(&field.at.id).map(|fault| fault.message.clone()).unwrap_or_default();
        let values = [Code::ResetIllegal, Code::IllegalRange, Code::IllegalAccess, Code::DuplicateValue];
        if self.has(&field.at, &[Code::UnknownRegister, Code::IllegalAccess]) && !field.guards.is_empty() {
            field.guards.clear();
            self.lost(&field.at, format!("its write enable or lock is left out: {reason}"));
        } else if self.has(&field.at, &[Code::IllegalAccess]) && (field.constant || field.hardware.is_some())
        {
            (field.constant, field.hardware) = (false, None);
            self.lost(&field.at, format!("its hardware access is left out: {reason}"));
        } else if let (true, DraftLegal::Named { is_open: is_open @ false, .. }) =
            (self.has(&field.at, &[Code::ResetIllegal]), &mut field.legal)
        {
            *is_open = true;
            self.lost(&field.at, format!("that values without a name are not legal: {reason}"));
        } else if self.has(&field.at, &values) && field.legal != DraftLegal::Any {
            field.legal = DraftLegal::Any;
            self.lost(&field.at, format!("its legal or named values are left out: {reason}"));
        } else if self.has(&field.at, &[Code::ResetOutsideField, Code::ResetIllegal]) {
            field.reset = DraftReset::Unknown;
            self.lost(&field.at, format!("its reset value is left out: {reason}"));
        } else {
            return self.keeps(&field.at, &mut field.name, "_");
        }
        true
    }

    fn has(&self, at: &Spot, codes: &[Code]) -> bool {
        self.faults.get(&at.id).is_some_and(|fault| codes.contains(&fault.code))
    }

    fn lost(&mut self, at: &Spot, what: String) {
        self.losses.add(at, what);
        self.has_mended = true;
    }

    /// Renames what has an illegal name; returns whether it is kept.
    fn keeps(&mut self, at: &Spot, name: &mut String, joint: &str) -> bool {
        let Some(fault) = self.faults.get(&at.id) else { return true };
        if !is_name(fault.code) {
            self.lost(at, format!("left out: {}", fault.message));
            return false;
        }
        let (message, new) = (fault.message.clone(), self.renames.next(at, name, joint));
        self.lost(at, format!("called `{new}`: {message}"));
        *name = new;
        true
    }
}

fn is_name(code: Code) -> bool {
    matches!(code, Code::DuplicateName | Code::IllegalName | Code::ReservedWord)
}

/// Returns what has to change so that the fault is gone.
fn culprit(code: Code, ids: &[usize], types: &BTreeMap<usize, usize>, renames: &Renames) -> Option<usize> {
    let first = ids.first().copied();
    if !is_name(code) || ids.len() < 2 {
        return first;
    }
    // A name that is not of the file gives way to one that is.
    let invented = ids.iter().copied().find(|id| renames.has(*id));
    // Of two names, that of a type gives way: the hardware knows registers and fields, only programs know types.
    let of_type = ids.iter().find_map(|id| types.get(id)).copied();
    invented.or(of_type.filter(|_| !are_of_one_type(ids, types))).or(first)
}

/// Returns whether all of them are values of the same type.
fn are_of_one_type(ids: &[usize], types: &BTreeMap<usize, usize>) -> bool {
    let mut owners = ids.iter().map(|id| types.get(id).filter(|owner| *owner != id));
    let first = owners.next().flatten();
    first.is_some() && owners.all(|owner| owner == first)
}

/// Returns the types by their identities and those of their values.
fn types(draft: &Draft) -> BTreeMap<usize, usize> {
    let ids = |one: &DraftEnum| {
        let id = one.at.id;
        one.values.iter().map(|value| value.at.id).chain([id]).map(move |part| (part, id)).collect::<Vec<_>>()
    };
    draft.enums.iter().flat_map(ids).collect()
}
