//! Registers and register files of SystemRDL.

use super::json::{Common, Node, Place, Reg, Regfile};
use super::{ARRAYS, Reader, in_order};
use crate::import::draft::{DraftDim, DraftGroup, DraftRegister, legal_width, regular_dims};
use crate::import::{arrays, groups, origin};
use crate::model::SkippedTest;
use crate::names::ident;

impl Reader {
    /// Returns the name in the map that the file was exported from.
    pub(super) fn own_title(&self, common: &Common) -> Option<String> {
        common.title.clone().filter(|_| self.is_own)
    }

    /// Returns the description; names for people are a part of it in other files than ours.
    pub(super) fn about(&self, common: &Common) -> String {
        let told = common.description.clone().unwrap_or_default();
        if self.is_own {
            return told;
        }
        let told = origin::one_line(&told);
        let shown = common.title.as_deref().map(origin::one_line).filter(|shown| *shown != common.name);
        match shown {
            Some(shown) if told.is_empty() => shown,
            Some(shown) if !told.starts_with(&shown) => format!("{shown}: {told}"),
            _ => told,
        }
    }

    pub(super) fn register(&mut self, reg: Reg, path: &str) -> Option<DraftRegister> {
        let name = &reg.common.name;
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let at = self.losses.spot(reg.common.line, path);
        self.lost(&reg.common.lost, &at);
        if reg.width > 64 {
            self.losses
                .add(&at, format!("left out: a register of {} bits, where a map has at most 64", reg.width));
            return None;
        }
        let width = legal_width(reg.width);
        if reg.access_width < reg.width {
            let access = reg.access_width;
            self.losses.add(&at, format!("that an access has {access} bits: the whole register in the map"));
        }
        let title = self.own_title(&reg.common);
        let skipped = match (reg.donttest, reg.dontcompare) {
            (true, _) => vec![SkippedTest::Access, SkippedTest::BitBash],
            (_, true) => vec![SkippedTest::Reset],
            _ => Vec::new(),
        };
        let mut register = DraftRegister {
            at,
            name: title.as_ref().and_then(|title| unescaped(title, name)).unwrap_or(name.clone()),
            title,
            offset: reg.place.offset,
            width,
            dims: dims(&reg.place, u64::from(width / 8)),
            alias_of: reg.alias_of.clone(),
            skipped_tests: skipped,
            hdl_path: reg.hdl_path.clone(),
            description: self.about(&reg.common),
            ..DraftRegister::default()
        };
        register.fields = reg.fields.into_iter().filter_map(|field| self.field(field, &register)).collect();
        Some(register)
    }

    pub(super) fn group(&mut self, file: Regfile) -> DraftGroup {
        let title = self.own_title(&file.common).map(|title| title.trim_end_matches("[]").to_owned());
        let name = title.unwrap_or(file.common.name.clone());
        let dims = dims(&file.place, 0);
        let full = format!("{name}{}", "[]".repeat(dims.len()));
        let at = self.losses.spot(file.common.line, &full);
        self.lost(&file.common.lost, &at);
        let description = self.about(&file.common);
        let mut words = Vec::new();
        for node in in_order(file.contents) {
            match node {
                Node::Reg(reg) => words.extend(self.register(reg, &full)),
                Node::Regfile(inner) => {
                    let inner = self.group(inner);
                    words.extend(groups::outer_words(inner.words, &inner.name, inner.offset, &inner.dims));
                }
                Node::Mem(memory) => {
                    let at = self.losses.spot(memory.common.line, format!("{full}.{}", memory.common.name));
                    self.losses.add(&at, "left out: a memory in a register file");
                }
            }
        }
        let words = arrays::rolled(words, &[], dims.len(), ARRAYS);
        DraftGroup { at, name, offset: file.place.offset, dims, description, reserved: Vec::new(), words }
    }
}

/// Returns the dimensions of an array; the elements of the innermost are `stride` apart.
fn dims(place: &Place, bytes: u64) -> Vec<DraftDim> {
    regular_dims(place.dims.clone(), place.stride.unwrap_or(bytes))
}

/// Returns the name in the map, if the name in the file is that with an underscore because it is a reserved word.
fn unescaped(title: &str, name: &str) -> Option<String> {
    let own = title.rsplit('.').next().unwrap_or(title).trim_end_matches("[]");
    [ident(title), own.to_owned()].into_iter().find(|one| format!("{one}_") == name)
}
