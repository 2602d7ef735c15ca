//! Registers of pages and words of groups.

use super::{Lift, flag, is_absent_or_list, name, optional_text, place, text, word};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{HardwareAccess, MapAccess, MapCombinations, Placed, SkippedTest};
use crate::source::{Defaults, GuardSource, RegisterSource};
use hws_input::yaml::Node;

impl Lift {
    pub(super) fn register(&mut self, node: &Node) -> Option<RegisterSource> {
        let offset = self.number(node, "offset");
        self.at(node, offset)
    }

    pub(super) fn word(&mut self, node: &Node) -> Option<RegisterSource> {
        let offset = match (node.get("word"), node.get("offset")) {
            (Some(word), None) => {
                self.value(word).map(|number| number.map(|number| number.saturating_mul(4)))
            }
            (None, Some(offset)) => self.value(offset),
            (word, _) => {
                let at = word.map_or(node.place, |word| word.place);
                let message = match word {
                    Some(_) => "a word has both `word` and `offset`",
                    None => "missing key `word` or `offset` in a word",
                };
                let diagnostic =
                    MapDiagnostic::new(Code::MissingKey, at, message).label("where is this word?");
                self.report(diagnostic.remedy("give one: `word` in words of 4 bytes, or `offset` in bytes"));
                None
            }
        };
        self.at(node, offset)
    }

    fn at(&mut self, node: &Node, offset: Option<Placed<u64>>) -> Option<RegisterSource> {
        let dims = self.all(node, "dims", Self::dim);
        let defaults = self.defaults(node);
        let fields = self.entries(node, "fields", Self::field);
        let is_whole = is_absent_or_list(node, "fields")
            && fields.len() == node.get("fields").map_or(0, |fields| fields.elements().len());
        let legal = node.get("legal").and_then(|legal| self.combinations(legal));
        Some(RegisterSource {
            name: name(node, "name")?,
            offset: offset?,
            dims: dims?,
            defaults: defaults?,
            queued: flag(node, "queued"),
            fields,
            is_whole,
            // If a field is left out, the combinations would name one that does not exist.
            legal: legal.filter(|_| is_whole),
            alias_of: name(node, "alias_of"),
            skipped_tests: skipped_tests(node),
            hdl_path: optional_text(node, "hdl_path"),
            same_cycle: optional_text(node, "same_cycle"),
            description: text(node, "description"),
        })
    }

    /// Returns what an entry says about its fields; `None` when a part of it cannot be read.
    pub(super) fn defaults(&mut self, node: &Node) -> Option<Defaults> {
        let width = self.optional_width(node)?;
        let access = match node.get("access") {
            Some(_) => Some(word(node, "access", MapAccess::ALL, MapAccess::as_str)?),
            None => None,
        };
        let hardware = match node.get("hardware") {
            Some(value) => Some(place(value, HardwareAccess::from_word(value.text()?)?)),
            None => None,
        };
        let guard = |key, opens_at| Some(GuardSource { target: name(node, key)?, opens_at });
        let guards = [guard("write_enable", true), guard("lock", false)].into_iter().flatten().collect();
        let (constant, spec) = (flag(node, "constant"), optional_text(node, "spec"));
        Some(Defaults { width, access, hardware, guards, constant, spec })
    }

    /// Returns nothing when a part cannot be read: fewer combinations would be legal than are meant.
    fn combinations(&mut self, node: &Node) -> Option<MapCombinations> {
        node.get("combinations")?;
        Some(MapCombinations {
            fields: self.all(node, "fields", |_, name| Some(place(name, name.text()?.to_owned())))?,
            tuples: self.all(node, "combinations", Self::numbers)?,
        })
    }
}

/// Returns the automatic tests to be left out; `all` stands for each of them.
pub(super) fn skipped_tests(node: &Node) -> Vec<SkippedTest> {
    let words = node.get("skip_tests").map_or(&[][..], Node::elements);
    let has = |word: &str| words.iter().any(|node| node.text() == Some(word));
    SkippedTest::ALL.iter().copied().filter(|test| has("all") || has(test.as_str())).collect()
}
