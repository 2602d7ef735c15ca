//! Collects the public functions of a source file: inherent methods, free functions, trait methods, derives.

use quote::ToTokens;
use syn::{Attribute, FnArg, Generics, ImplItem, Item, ItemImpl, Signature, Type, TypeReference};

use crate::exports::{Exports, is_public};
use crate::types::{Unknown, arguments, last, name_of, turbofish};

/// Traits whose methods are not generic over the caller's types: name, path, methods.
const TRAITS: [(&str, &str, &[&str]); 22] = [
    ("Clone", "Clone", &["clone"]),
    ("PartialEq", "PartialEq", &["eq"]),
    ("PartialOrd", "PartialOrd", &["partial_cmp"]),
    ("Ord", "Ord", &["cmp"]),
    ("Hash", "core::hash::Hash", &["hash::<crate::probe::Probe>"]),
    ("Default", "Default", &["default"]),
    ("Drop", "Drop", &[]), // called by the owner of the value
    ("Copy", "Copy", &[]),
    ("Eq", "Eq", &[]),
    ("Error", "core::error::Error", &["source"]),
    ("BitAnd", "core::ops::BitAnd", &["bitand"]),
    ("BitOr", "core::ops::BitOr", &["bitor"]),
    ("Not", "core::ops::Not", &["not"]),
    ("Sub", "core::ops::Sub", &["sub"]),
    ("BitAndAssign", "core::ops::BitAndAssign", &["bitand_assign"]),
    ("BitOrAssign", "core::ops::BitOrAssign", &["bitor_assign"]),
    ("SubAssign", "core::ops::SubAssign", &["sub_assign"]),
    ("Iterator", "Iterator", &["next"]),
    ("DoubleEndedIterator", "DoubleEndedIterator", &["next_back"]),
    ("FusedIterator", "core::iter::FusedIterator", &[]),
    ("Bus", "fw_api::Bus", &["read32", "write32"]),
    ("Register", "hws_regs::Register", &["id", "from_bits", "bits", "is_legal"]),
];
/// Traits without methods of their own.
const MARKERS: [&str; 3] = ["Readable", "Writable", "Modifiable"];

/// What has been found so far.
#[derive(Default)]
pub struct Collected {
    /// Paths of functions.
    pub entries: Vec<String>,
    /// Paths of `fmt` functions.
    pub formatting: Vec<String>,
    /// What `src/by_hand.rs` must mention.
    pub by_hand: Vec<String>,
}

impl Collected {
    /// Reads one file of a crate.
    pub fn file(&mut self, exports: &Exports, module: &str, file: &syn::File) {
        // A file behind a feature is not part of the bare-metal build.
        if is_test(&file.attrs) {
            return;
        }
        for item in &file.items {
            match item {
                Item::Impl(block) if !is_test(&block.attrs) => self.block(exports, module, block),
                Item::Fn(function) if is_public(&function.vis) => {
                    if let Some(path) = exports.path(module, &function.sig.ident.to_string()) {
                        self.function(&path, &function.sig);
                    }
                }
                Item::Struct(item) => {
                    self.derives(exports, module, &item.ident.to_string(), &item.generics, &item.attrs)
                }
                Item::Enum(item) => {
                    self.derives(exports, module, &item.ident.to_string(), &item.generics, &item.attrs)
                }
                Item::Macro(item) if last(&item.mac.path).is_some_and(|name| name == "index_type") => {
                    self.by_hand.push(format!("index_type!({})", index_type_name(&item.mac.tokens)));
                }
                _ => {}
            }
        }
    }

    fn block(&mut self, exports: &Exports, module: &str, block: &ItemImpl) {
        let Some(name) = implementor(&block.self_ty) else { return };
        match &block.trait_ {
            Some((path, _)) => {
                let trait_name = last(path).unwrap_or_default();
                let key = format!("{} as {}", block.self_ty.to_token_stream(), path.to_token_stream());
                self.trait_block(exports, module, &name, &trait_name, &block.generics, key);
            }
            None => self.inherent_block(exports, module, &name, block),
        }
    }

    fn inherent_block(&mut self, exports: &Exports, module: &str, name: &str, block: &ItemImpl) {
        let Some(path) = exports.path(module, name) else { return };
        for item in &block.items {
            let ImplItem::Fn(method) = item else { continue };
            if !is_public(&method.vis) {
                continue;
            }
            match arguments(&block.generics) {
                Ok(types) => {
                    self.function(&format!("{path}{}::{}", turbofish(&types), method.sig.ident), &method.sig)
                }
                Err(Unknown) => self.by_hand.push(format!("{name}::{}", method.sig.ident)),
            }
        }
    }

    /// Adds a function by its path, which may still lack the function's own generic arguments.
    fn function(&mut self, path: &str, signature: &Signature) {
        match arguments(&signature.generics) {
            Ok(types) if !has_impl_argument(signature) => {
                self.entries.push(format!("{path}{}", turbofish(&types)));
            }
            _ => self.by_hand.push(last_two(path)),
        }
    }

    fn trait_block(
        &mut self,
        exports: &Exports,
        module: &str,
        name: &str,
        trait_name: &str,
        generics: &Generics,
        key: String,
    ) {
        if MARKERS.contains(&trait_name) {
            return;
        }
        let known = trait_name == "Display"
            || trait_name == "Debug"
            || TRAITS.iter().any(|(known, ..)| *known == trait_name);
        match (exports.path(module, name), arguments(generics)) {
            (Some(path), Ok(types)) if known => {
                self.trait_methods(&format!("{path}{}", turbofish(&types)), trait_name)
            }
            // A private type is reached through public items.
            (None, _) if known => {}
            _ => self.by_hand.push(key),
        }
    }

    fn trait_methods(&mut self, path: &str, trait_name: &str) {
        if let "Display" | "Debug" = trait_name {
            return self.formatting.push(format!("<{path} as core::fmt::{trait_name}>::fmt"));
        }
        for (_, trait_path, methods) in TRAITS.iter().filter(|(known, ..)| *known == trait_name) {
            let entries = methods.iter().map(|method| format!("<{path} as {trait_path}>::{method}"));
            self.entries.extend(entries);
        }
    }

    fn derives(
        &mut self,
        exports: &Exports,
        module: &str,
        name: &str,
        generics: &Generics,
        attributes: &[Attribute],
    ) {
        let (Some(path), Ok(types)) = (exports.path(module, name), arguments(generics)) else { return };
        let path = format!("{path}{}", turbofish(&types));
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            let _ = attribute.parse_nested_meta(|derived| {
                self.trait_methods(&path, &last(&derived.path).unwrap_or_default());
                Ok(())
            });
        }
    }
}

/// `Hws::tick` of `hws_model::Hws::tick`.
fn last_two(path: &str) -> String {
    let start = path.rmatch_indices("::").nth(1).map_or(0, |(at, colons)| at + colons.len());
    path[start..].to_owned()
}

/// The name of the type of an `impl`, through a reference.
fn implementor(ty: &Type) -> Option<String> {
    match ty {
        Type::Reference(TypeReference { elem, .. }) => name_of(elem),
        Type::Tuple(_) => Some("a tuple".to_owned()),
        ty => name_of(ty),
    }
}

fn has_impl_argument(signature: &Signature) -> bool {
    signature.inputs.iter().any(|input| match input {
        FnArg::Typed(typed) => typed.ty.to_token_stream().to_string().contains("impl "),
        FnArg::Receiver(_) => false,
    })
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg"))
}

/// The first name after the documentation: `Sip` of `/// … Sip, 5`.
fn index_type_name(tokens: &proc_macro2::TokenStream) -> String {
    let idents = tokens.clone().into_iter().filter_map(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    });
    idents.last().unwrap_or_default()
}
