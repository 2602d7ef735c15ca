//! One tree from the trees of a map and the files that it includes.

use std::mem;

use hws_input::yaml::{Key, Node, Value};

/// Keys whose lists begin with the elements of the included files.
const LISTS: [&str; 3] = ["parameters", "enums", "pages"];

/// Returns the map with the contents of the included files before its own.
pub(super) fn merged(mut map: Node, included: Vec<Node>) -> Node {
    let place = map.place;
    let Value::Map(own) = &mut map.value else { return map };
    let mut entries = mem::take(own).into_vec();
    for list in LISTS {
        let mut elements: Vec<Node> =
            included.iter().filter_map(|node| node.get(list)).flat_map(Node::elements).cloned().collect();
        if elements.is_empty() {
            continue;
        }
        match entries.iter_mut().find(|(key, _)| key.name == list) {
            Some((_, Node { value: Value::List(own), .. })) => {
                elements.extend(mem::take(own));
                *own = elements.into();
            }
            // A value that is not a list has been reported.
            Some((_, node)) => node.value = Value::List(elements.into()),
            None => {
                let key = Key { place, name: list.into() };
                entries.push((key, Node { place, value: Value::List(elements.into()) }));
            }
        }
    }
    map.value = Value::Map(entries.into());
    map
}
