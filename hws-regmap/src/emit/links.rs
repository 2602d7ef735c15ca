//! Links from prose to what it names: `PROMOTE.RTASK_MAX`, `RS[3].FLAGS`, `RS[]`, `ERR_STATUS`, `N_RANK`.
//!
//! A name without a dot and without an index is only a link if it has an underscore: `STATUS` or `mask` may be an
//! ordinary word.

use super::filters::markup;
use crate::model::Map;
use std::collections::BTreeMap;

/// The anchors of the HTML export, by the names that prose uses.
pub(super) struct Links {
    /// Without indices: `RS.FLAGS.BUSY`.
    anchors: BTreeMap<String, String>,
}

impl Links {
    /// Creates the links to everything that a map names.
    pub(super) fn new(map: &Map) -> Self {
        let mut anchors = BTreeMap::new();
        for parameter in map.parameters.iter().map(|parameter| &parameter.name.value) {
            anchors.insert(parameter.clone(), format!("parameter-{parameter}"));
        }
        for register in &map.registers {
            let name = without_indices(&register.name.value);
            let anchor = name.replace('.', "_");
            if let Some((group, _)) = name.split_once('.') {
                anchors.insert(group.to_owned(), format!("group-{group}"));
            }
            for field in register.fields.iter().map(|field| &field.name.value) {
                anchors.insert(format!("{name}.{field}"), format!("{anchor}.{field}"));
            }
            anchors.insert(name, anchor);
        }
        Self { anchors }
    }

    /// Returns the text as HTML, in which names are links.
    pub(super) fn link(&self, text: &str) -> String {
        let (mut html, mut rest) = (String::new(), text);
        while !rest.is_empty() {
            let plain = rest.find(is_word).unwrap_or(rest.len());
            html.push_str(&markup(&rest[..plain]));
            rest = &rest[plain..];
            let name = &rest[..name_length(rest)];
            html.push_str(&self.named(name));
            rest = &rest[name.len()..];
        }
        html
    }

    /// Returns the longest beginning of the name that is known as a link, and what follows as text.
    fn named(&self, name: &str) -> String {
        let mut ends = vec![name.len()];
        ends.extend(name.rmatch_indices('.').map(|(place, _)| place));
        let found = ends.into_iter().find_map(|end| Some((end, self.anchor(&name[..end])?)));
        found.map_or_else(
            || markup(name),
            |(end, anchor)| {
                format!("<a href=\"#{anchor}\">{}</a>{}", markup(&name[..end]), markup(&name[end..]))
            },
        )
    }

    fn anchor(&self, name: &str) -> Option<&String> {
        self.anchors.get(&without_indices(name)).filter(|_| name.contains(['.', '[', '_']))
    }
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Returns the length of the words at the beginning of the text, joined by dots, each with its indices.
fn name_length(text: &str) -> usize {
    let mut end = 0;
    loop {
        end += text[end..].find(|letter| !is_word(letter)).unwrap_or(text.len() - end);
        while let Some(index) = index_length(&text[end..]) {
            end += index;
        }
        match text[end..].strip_prefix('.') {
            Some(rest) if rest.starts_with(is_word) => end += 1,
            _ => return end,
        }
    }
}

/// Returns the length of `[3]`, `[i]` or `[]` at the beginning of the text.
fn index_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?;
    let end = inside.find(['[', ']'])?;
    inside[end..].starts_with(']').then_some(end + 2)
}

/// `RS[3].FLAGS` as `RS.FLAGS`.
fn without_indices(name: &str) -> String {
    let mut depth = 0_u32;
    let outside = |letter: &char| {
        depth = match letter {
            '[' => depth + 1,
            ']' => depth.saturating_sub(1),
            _ => depth,
        };
        depth == 0 && *letter != ']'
    };
    name.chars().filter(outside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(text: &str) -> String {
        let map = crate::load(include_str!("../../tests/maps/everything.yaml"), "everything.yaml").unwrap();
        Links::new(&map).link(text)
    }

    fn link(anchor: &str, name: &str) -> String {
        format!("<a href=\"#{anchor}\">{name}</a>")
    }

    #[test]
    fn names_of_registers_and_fields_are_links() {
        assert_eq!(linked("See ctrl.ENABLE."), format!("See {}.", link("ctrl.ENABLE", "ctrl.ENABLE")));
        assert_eq!(linked("CH[i].LOCK.FROZEN"), link("CH_LOCK.FROZEN", "CH[i].LOCK.FROZEN"));
        assert_eq!(linked("(CH[].LINK[2])"), format!("({})", link("CH_LINK", "CH[].LINK[2]")));
        assert_eq!(
            linked("CH[2] or CUBE[1][0][3]"),
            [link("group-CH", "CH[2]"), link("CUBE", "CUBE[1][0][3]")].join(" or ")
        );
        assert_eq!(
            linked("INTR_STATE, N_CHANNELS"),
            [link("INTR_STATE", "INTR_STATE"), link("parameter-N_CHANNELS", "N_CHANNELS")].join(", ")
        );
    }

    #[test]
    fn a_name_that_only_begins_like_one_links_its_beginning() {
        assert_eq!(linked("INTR_STATE.NONE"), format!("{}.NONE", link("INTR_STATE", "INTR_STATE")));
        assert_eq!(linked("INTR_STATES INTR_STATE2 xINTR_STATE"), "INTR_STATES INTR_STATE2 xINTR_STATE");
    }

    #[test]
    fn ordinary_words_and_markup_stay_text() {
        assert_eq!(linked("TIME and LOCK, e.g. ctrl"), "TIME and LOCK, e.g. ctrl");
        assert_eq!(linked("a < b[c & \"§1\" ["), "a &lt; b[c &amp; &quot;§1&quot; [");
        assert_eq!(linked("x[<i>].y"), "x[&lt;i&gt;].y");
        assert_eq!(linked(""), "");
    }
}
