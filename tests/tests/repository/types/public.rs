//! The public types of a source.
//!
//! `unreachable_pub` is a warning in the workspace, and warnings are refused, so a `pub` item is public wherever
//! its module is. Types that a macro call spells out (`pub struct Entry`) count too.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Attribute, Item, Visibility};

/// Names with their lines, in order; without those under `#[cfg(test)]`.
///
/// # Panics
/// If the text is not Rust.
pub(crate) fn types(text: &str) -> Vec<(usize, String)> {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("not Rust: {error}"));
    let mut found = Vec::new();
    collect(&file.items, &mut found);
    found.iter().map(|name| (name.span().start().line, name.to_string())).collect()
}

fn collect(items: &[Item], found: &mut Vec<Ident>) {
    for item in items {
        match item {
            Item::Mod(module) if !module.attrs.iter().any(is_cfg_test) => {
                module.content.iter().for_each(|(_, items)| collect(items, found));
            }
            Item::Macro(call) if call.ident.is_none() => found.extend(spelled_out(&call.mac.tokens)),
            _ => found.extend(public_type(item).cloned()),
        }
    }
}

fn public_type(item: &Item) -> Option<&Ident> {
    let (attributes, visibility, name) = match item {
        Item::Enum(item) => (&item.attrs, &item.vis, &item.ident),
        Item::Struct(item) => (&item.attrs, &item.vis, &item.ident),
        Item::Trait(item) => (&item.attrs, &item.vis, &item.ident),
        Item::Type(item) => (&item.attrs, &item.vis, &item.ident),
        Item::Union(item) => (&item.attrs, &item.vis, &item.ident),
        _ => return None,
    };
    (matches!(visibility, Visibility::Public(_)) && !attributes.iter().any(is_cfg_test)).then_some(name)
}

fn is_cfg_test(attribute: &Attribute) -> bool {
    let is_test = |list: &syn::MetaList| list.tokens.to_string() == "test";
    attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(is_test)
}

/// `pub struct NAME` in the tokens of a macro call.
fn spelled_out(tokens: &TokenStream) -> Vec<Ident> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let name = |window: &[TokenTree]| match window {
        [TokenTree::Ident(visibility), TokenTree::Ident(kind), TokenTree::Ident(name)] => {
            let is_type = ["enum", "struct", "trait", "type"].iter().any(|word| kind == word);
            (visibility == "pub" && is_type).then(|| name.clone())
        }
        _ => None,
    };
    tokens.windows(3).filter_map(name).collect()
}

#[test]
fn only_public_types_outside_tests_count() {
    let text = "pub struct A;\nenum B {}\npub(crate) struct C;\npub trait D {}\nmod inner { pub type E = u8; }\n\
                #[cfg(test)]\nmod tests { pub struct F; }\nids! { /// One.\n pub struct G(u8); pub fn h() {} }\n\
                macro_rules! m { () => { pub struct I; } }\npub fn f() { struct J; }\npub use x::K;\npub enum L {}";
    let names: Vec<String> = types(text).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["A", "D", "E", "G", "L"]);
    assert_eq!(types("\n\npub enum L {}"), [(3, "L".to_owned())]);
}
