//! A draft as the text of a map.
//!
//! Everything that may be wrong is on lines of its own, so that a diagnostic of the text leads back to the draft.

mod entry;

use super::draft::{
    Draft, DraftCombinations, DraftDim, DraftEnum, DraftGroup, DraftMemory, DraftPage, DraftRegister,
};
use crate::model::{MapAccess, Unit};
use entry::{common_access, entry, field_entry, local, name, number, prose, quoted, tests};
use std::fmt::Write;

/// The text of a map.
pub(super) struct Text {
    pub(super) yaml: String,
    /// The first line of everything that has an identity, in the order of the lines.
    marks: Vec<(u32, usize)>,
}

impl Text {
    /// Returns the identity of what is written at a line.
    pub(super) fn at(&self, line: u32) -> Option<usize> {
        let after = self.marks.partition_point(|(first, _)| *first <= line);
        after.checked_sub(1).and_then(|before| self.marks.get(before)).map(|(_, id)| *id)
    }
}

/// Writes the text; `head` are comment lines.
pub(super) fn write(draft: &Draft, head: &[String]) -> Text {
    let mut writer = Writer { out: String::new(), line: 1, marks: Vec::new() };
    head.iter().for_each(|line| writer.line(0, &format!("# {line}").trim_end().replace(['\n', '\r'], " ")));
    writer.map(draft);
    Text { yaml: writer.out, marks: writer.marks }
}

struct Writer {
    out: String,
    line: u32,
    marks: Vec<(u32, usize)>,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.out, "{:width$}{text}", "", width = 2 * depth);
        self.line += 1;
    }

    fn mark(&mut self, id: usize) {
        self.marks.push((self.line, id));
    }

    fn text(&mut self, depth: usize, key: &str, text: &str) {
        if !text.is_empty() {
            self.line(depth, &format!("{key}: {}", quoted(text)));
        }
    }

    fn map(&mut self, draft: &Draft) {
        self.line(0, &format!("name: {}", name(&draft.name)));
        self.text(0, "description", &draft.description);
        if has_small_letters(draft) {
            self.line(0, "names: any");
        }
        self.line(0, &format!("window_bytes: 0x{:x}", draft.window_bytes));
        if draft.width != 32 {
            self.line(0, &format!("width: {}", draft.width));
        }
        self.text(0, "same_cycle", &draft.same_cycle);
        if !draft.parameters.is_empty() {
            self.line(0, "");
            self.line(0, "parameters:");
        }
        for parameter in &draft.parameters {
            self.mark(parameter.at.id);
            let mut keys = vec![("name", name(&parameter.name)), ("value", number(parameter.value))];
            if let Some((min, max)) =
                parameter.limits.filter(|limits| *limits != (parameter.value, parameter.value))
            {
                keys.extend([("min", number(min)), ("max", number(max))]);
            }
            if parameter.unit != Unit::Count {
                keys.push(("unit", parameter.unit.as_str().to_owned()));
            }
            keys.extend(parameter.fixed.then(|| ("fixed", "true".to_owned())));
            keys.extend(prose("description", &parameter.description));
            keys.extend(prose("spec", &parameter.spec));
            self.line(1, &entry(&keys));
        }
        if !draft.enums.is_empty() {
            self.line(0, "");
            self.line(0, "enums:");
        }
        draft.enums.iter().for_each(|one| self.enumeration(one));
        self.line(0, "");
        self.line(0, if draft.pages.is_empty() { "pages: []" } else { "pages:" });
        draft.pages.iter().for_each(|page| self.page(page, draft.width));
    }

    fn enumeration(&mut self, enumeration: &DraftEnum) {
        self.mark(enumeration.at.id);
        self.line(1, &format!("- name: {}", name(&enumeration.name)));
        self.text(2, "description", &enumeration.description);
        self.line(2, "values:");
        for value in &enumeration.values {
            self.mark(value.at.id);
            let mut keys = vec![("name", name(&value.name)), ("value", number(value.value))];
            keys.extend(prose("description", &value.description));
            self.line(3, &entry(&keys));
        }
    }

    fn page(&mut self, page: &DraftPage, width: u32) {
        self.mark(page.at.id);
        self.line(1, &format!("- name: {}", name(&page.name)));
        if let Some((base, size)) = page.range {
            self.line(2, &format!("base: 0x{base:x}"));
            self.line(2, &format!("size: 0x{size:x}"));
        }
        self.text(2, "description", &page.description);
        if !page.registers.is_empty() {
            self.line(2, "registers:");
        }
        page.registers.iter().for_each(|register| self.register(3, register, None, width));
        if !page.groups.is_empty() {
            self.line(2, "groups:");
        }
        page.groups.iter().for_each(|group| self.group(group, width));
        if !page.memories.is_empty() {
            self.line(2, "memories:");
        }
        page.memories.iter().for_each(|memory| self.memory(memory));
    }

    fn group(&mut self, group: &DraftGroup, width: u32) {
        self.mark(group.at.id);
        self.line(3, &format!("- name: {}", name(&group.name)));
        self.line(4, &format!("offset: 0x{:x}", group.offset));
        self.dims(4, &group.dims);
        self.text(4, "description", &group.description);
        if !group.reserved.is_empty() {
            let numbers: Vec<String> = group.reserved.iter().map(u64::to_string).collect();
            self.line(4, &format!("reserved: [{}]", numbers.join(", ")));
        }
        self.line(4, if group.words.is_empty() { "words: []" } else { "words:" });
        let full = format!("{}{}", group.name, "[]".repeat(group.dims.len()));
        group.words.iter().for_each(|word| self.register(5, word, Some(&full), width));
    }

    fn memory(&mut self, memory: &DraftMemory) {
        self.mark(memory.at.id);
        let mut keys = vec![
            ("name", name(&memory.name)),
            ("offset", format!("0x{:x}", memory.offset)),
            ("bytes", format!("0x{:x}", memory.bytes)),
            ("width", memory.width.to_string()),
        ];
        if memory.access != MapAccess::Rw {
            keys.push(("access", memory.access.as_str().to_owned()));
        }
        keys.extend(memory.hdl_path.iter().map(|path| ("hdl_path", quoted(path))));
        keys.extend(prose("description", &memory.description));
        self.line(3, &entry(&keys));
    }

    fn dims(&mut self, depth: usize, dims: &[DraftDim]) {
        if dims.is_empty() {
            return;
        }
        self.line(depth, "dims:");
        for dim in dims {
            let mut keys = vec![("count", dim.count.to_string()), ("stride", number(dim.stride))];
            keys.extend(prose("index", &dim.index));
            self.line(depth + 1, &entry(&keys));
        }
    }

    fn register(&mut self, depth: usize, register: &DraftRegister, group: Option<&str>, width: u32) {
        self.mark(register.at.id);
        self.line(depth, &format!("- name: {}", name(&register.name)));
        let depth = depth + 1;
        self.line(depth, &format!("offset: 0x{:x}", register.offset));
        if register.width != width {
            self.line(depth, &format!("width: {}", register.width));
        }
        self.dims(depth, &register.dims);
        let access = common_access(register);
        if access != MapAccess::Rw {
            self.line(depth, &format!("access: {}", access.as_str()));
        }
        if register.queued {
            self.line(depth, "queued: true");
        }
        if let Some(alias) = &register.alias_of {
            self.line(depth, &format!("alias_of: {}", quoted(&local(alias, group))));
        }
        if !register.skipped_tests.is_empty() {
            self.line(depth, &format!("skip_tests: [{}]", tests(&register.skipped_tests)));
        }
        if let Some(combinations) = &register.combinations {
            self.combinations(depth, combinations);
        }
        self.text(depth, "hdl_path", register.hdl_path.as_deref().unwrap_or_default());
        self.text(depth, "same_cycle", &register.same_cycle);
        self.text(depth, "description", &register.description);
        self.text(depth, "spec", &register.spec);
        self.line(depth, if register.fields.is_empty() { "fields: []" } else { "fields:" });
        for field in &register.fields {
            self.mark(field.at.id);
            self.line(depth + 1, &field_entry(field, access, register.queued, group));
        }
    }

    fn combinations(&mut self, depth: usize, combinations: &DraftCombinations) {
        let fields: Vec<String> = combinations.fields.iter().map(|field| name(field)).collect();
        let tuple = |tuple: &Vec<u64>| {
            format!("[{}]", tuple.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", "))
        };
        let tuples: Vec<String> = combinations.tuples.iter().map(tuple).collect();
        self.line(depth, "legal:");
        self.line(depth + 1, &format!("fields: [{}]", fields.join(", ")));
        self.line(depth + 1, &format!("combinations: [{}]", tuples.join(", ")));
    }
}

fn has_small_letters(draft: &Draft) -> bool {
    let is_small = |name: &String| name.contains(|c: char| c.is_ascii_lowercase());
    let of_register = |register: &DraftRegister| {
        is_small(&register.name) || register.fields.iter().any(|field| is_small(&field.name))
    };
    is_small(&draft.name)
        || draft.parameters.iter().any(|one| is_small(&one.name))
        || draft.enums.iter().flat_map(|one| &one.values).any(|value| is_small(&value.name))
        || draft.pages.iter().any(|page| {
            is_small(&page.name)
                || page.registers.iter().any(of_register)
                || page.memories.iter().any(|memory| is_small(&memory.name))
                || page
                    .groups
                    .iter()
                    .any(|group| is_small(&group.name) || group.words.iter().any(of_register))
        })
}
