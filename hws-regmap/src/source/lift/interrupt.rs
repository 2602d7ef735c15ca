//! Sets of interrupt sources.

use super::register::skipped_tests;
use super::{Lift, name, optional_text, text};
use crate::source::{InterruptCauseSource, InterruptRegisterSource, InterruptSource};
use hws_input::yaml::Node;

impl Lift {
    pub(super) fn interrupt(&mut self, node: &Node) -> Option<InterruptSource> {
        let status = node.get("status").and_then(|part| self.interrupt_register(part));
        let enable = node.get("enable").and_then(|part| self.interrupt_register(part));
        let test = node.get("test").and_then(|part| self.interrupt_register(part));
        let mut next = 0;
        let sources = self.all(node, "sources", |lift, node| lift.cause(node, &mut next));
        Some(InterruptSource { status: status?, enable, test, sources: sources?, spec: text(node, "spec") })
    }

    fn interrupt_register(&mut self, node: &Node) -> Option<InterruptRegisterSource> {
        Some(InterruptRegisterSource {
            name: name(node, "name")?,
            offset: self.number(node, "offset")?,
            skipped_tests: skipped_tests(node),
            hdl_path: optional_text(node, "hdl_path"),
            description: text(node, "description"),
        })
    }

    /// `next` is the bit of a source that does not name one.
    fn cause(&mut self, node: &Node, next: &mut u64) -> Option<InterruptCauseSource> {
        let name = name(node, "name")?;
        let bit = self.optional(node, "bit")?.unwrap_or(name.with(*next));
        *next = bit.value.saturating_add(1);
        let reset = self.optional(node, "reset")?;
        Some(InterruptCauseSource {
            is_level: node.get("kind").and_then(Node::text) == Some("level"),
            description: text(node, "description"),
            name,
            bit,
            reset,
        })
    }
}
