//! Warnings about keys that have no effect, which only the file shows.

use super::Lift;
use crate::diagnostic::{Code, MapDiagnostic};
use hws_input::yaml::Node;

impl Lift {
    /// Warns about a key that has an effect only together with one of others.
    pub(super) fn needs(&mut self, node: &Node, key: &str, others: &[&str]) {
        if others.iter().any(|other| node.get(other).is_some()) {
            return;
        }
        let others: Vec<String> = others.iter().map(|other| format!("`{other}`")).collect();
        let others = others.join(" or ");
        self.ineffective(
            node,
            key,
            &format!("without {others}"),
            &format!("add {others}, or remove `{key}`"),
        );
    }

    fn ineffective(&mut self, node: &Node, key: &str, why: &str, remedy: &str) {
        if let Some((key, _)) = node.entries().iter().find(|(known, _)| known.name == key) {
            let message = format!("`{}` has no effect {why}", key.name);
            let diagnostic = MapDiagnostic::new(Code::IneffectiveKey, key.place, message);
            self.report(diagnostic.label("no effect").remedy(remedy));
        }
    }
}
