//! The ports as a list for a macro of Rust.

use std::fmt::Write;

use super::GENERATED;
use super::names::{camel, quoted, variant};
use crate::model::{Interfaces, Port, Sampled};

/// Returns the macro `with_ports`, which calls another one with the ports that are sampled, and with more of them:
/// `with_ports!(declare, Psel = "psel", 1, None;)`. What it gives is `before { … } after { … }`, in the order of the file, with
/// variant, name, width and rule of each.
#[must_use]
pub fn ports(interfaces: &Interfaces) -> String {
    let mut text = format!("// {GENERATED}\n\n");
    text += "/// Calls a macro with all ports: those that are sampled before the edge, then the given ones, and those after it.\n";
    text += "macro_rules! with_ports {\n    ($declare:ident, $($more:tt)*) => {\n        $declare! {\n            before {\n";
    sampled(interfaces, Sampled::Before, &mut text);
    text += "                $($more)*\n            }\n            after {\n";
    sampled(interfaces, Sampled::After, &mut text);
    text + "            }\n        }\n    };\n}\n\npub(super) use with_ports;\n"
}

fn sampled(interfaces: &Interfaces, moment: Sampled, text: &mut String) {
    for Port { field, .. } in interfaces.ports.iter().filter(|port| port.sampled == moment) {
        let rule = field
            .rule
            .as_ref()
            .map_or_else(|| "None".to_owned(), |rule| format!("Some(Rule::{})", variant(rule)));
        let (name, quoted) = (camel(&field.name), quoted(&field.name));
        let _ = writeln!(text, "                /// {}", field.doc);
        let _ = writeln!(text, "                {name} = {quoted}, {}, {rule};", field.width);
    }
}
