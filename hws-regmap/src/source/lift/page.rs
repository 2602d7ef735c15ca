//! Pages, groups, memories and dimensions.

use super::{Lift, flag, name, optional_text, place, text, word};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{MapAccess, MapMemory, Placed};
use crate::source::{DimSource, GroupSource, PageSource};
use hws_input::yaml::Node;

impl Lift {
    pub(super) fn page(&mut self, node: &Node) -> Option<PageSource> {
        // The contents are read even if the page is left out, for the faults in them.
        let registers = self.entries(node, "registers", Self::register);
        let groups = self.entries(node, "groups", Self::group);
        let interrupts = self.entries(node, "interrupts", Self::interrupt);
        let memories = self.entries(node, "memories", Self::memory);
        let (base, size) = (self.optional(node, "base"), self.optional(node, "size"));
        // Without this flag, nothing is known about the offsets.
        node.get("relative").is_none_or(|flag| flag.boolean().is_some()).then_some(())?;
        Some(PageSource {
            name: name(node, "name")?,
            base: base?.unwrap_or(place(node, 0)),
            size: size?,
            relative: flag(node, "relative"),
            description: text(node, "description"),
            registers,
            groups,
            interrupts,
            memories,
        })
    }

    fn group(&mut self, node: &Node) -> Option<GroupSource> {
        let words = self.entries(node, "words", Self::word);
        let (offset, dims) = (self.number(node, "offset"), self.group_dims(node));
        let reserved = self.entries(node, "reserved", Self::value);
        Some(GroupSource {
            name: name(node, "name")?,
            offset: offset?,
            dims: dims?,
            defaults: self.defaults(node)?,
            description: text(node, "description"),
            reserved,
            words,
        })
    }

    /// Returns the dimensions, which one-dimensional groups give without a list.
    fn group_dims(&mut self, node: &Node) -> Option<Vec<DimSource>> {
        let single = ["count", "stride"].into_iter().find(|key| node.get(key).is_some());
        match single {
            None => {
                // `dims` say what their indices mean; a single element has none.
                self.needs(node, "index", &["count"]);
                self.all(node, "dims", Self::dim)
            }
            Some(key) if node.get("dims").is_some() => {
                let at = node.get(key).map_or(node.place, |value| value.place);
                let diagnostic = MapDiagnostic::new(Code::IllegalArray, at, "the dimensions are given twice");
                self.report(
                    diagnostic.label("also in `dims`").remedy("keep `dims`, or `count` and `stride`"),
                );
                None
            }
            Some(_) => Some(vec![self.dim_of_group(node)?]),
        }
    }

    fn dim_of_group(&mut self, node: &Node) -> Option<DimSource> {
        for (key, other) in [("count", "stride"), ("stride", "count")] {
            if node.get(key).is_none() {
                let message = format!("missing key `{key}` in a group");
                let diagnostic = MapDiagnostic::new(Code::MissingKey, node.place, message);
                let label = format!("this group has `{other}` but no `{key}`");
                self.report(diagnostic.label(label).remedy(format!("add `{key}:`")));
            }
        }
        self.dim(node)
    }

    pub(super) fn dim(&mut self, node: &Node) -> Option<DimSource> {
        let count = node.get("count")?;
        let (value, stride) = (self.value(count), self.number(node, "stride"));
        Some(DimSource {
            // One element, if the number has been reported, so that the rest of the register is checked.
            count: value.unwrap_or(place(count, 1)),
            parameter: self.parameter_of(count),
            stride: stride?,
            index: text(node, "index"),
        })
    }

    fn memory(&mut self, node: &Node) -> Option<MapMemory> {
        let access = match node.get("access") {
            Some(_) => word(node, "access", MapAccess::ALL, MapAccess::as_str)?,
            None => place(node, MapAccess::Rw),
        };
        Some(MapMemory {
            name: name(node, "name")?,
            page: String::new(),
            offset: self.number(node, "offset")?,
            bytes: self.number(node, "bytes")?,
            width: self.optional_width(node)?.unwrap_or(place(node, 32)),
            access,
            hdl_path: optional_text(node, "hdl_path"),
            description: text(node, "description"),
        })
    }

    /// Returns the width; `None` when it is there but has no value.
    pub(super) fn optional_width(&mut self, node: &Node) -> Option<Option<Placed<u32>>> {
        match node.get("width") {
            Some(_) => self.small(node, "width").map(Some),
            None => Some(None),
        }
    }
}
