//! The public interface of a crate: the names that its `lib.rs` re-exports, and its public modules.

use std::collections::BTreeSet;

use syn::{File, Item, UseTree, Visibility};

/// The public names of a crate.
#[derive(Clone)]
pub struct Exports {
    pub crate_name: String,
    names: BTreeSet<String>,
    modules: BTreeSet<String>,
    is_everything_public: bool,
}

/// Reads a `lib.rs`.
pub fn of(crate_name: &str, lib: &File) -> Exports {
    let mut exports = Exports {
        crate_name: crate_name.to_owned(),
        names: BTreeSet::new(),
        modules: BTreeSet::new(),
        is_everything_public: false,
    };
    for item in &lib.items {
        match item {
            Item::Use(used) if is_public(&used.vis) => collect(&used.tree, &mut exports.names),
            Item::Mod(module) if is_public(&module.vis) => exports.modules.extend([module.ident.to_string()]),
            _ => {}
        }
    }
    exports
}

pub fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn collect(tree: &UseTree, names: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(path) => collect(&path.tree, names),
        UseTree::Name(name) => names.extend([name.ident.to_string()]),
        UseTree::Group(group) => group.items.iter().for_each(|tree| collect(tree, names)),
        // `pub use other_crate as name`: checked with that crate.
        UseTree::Rename(_) => {}
        UseTree::Glob(_) => panic!("a glob re-export hides what is public"),
    }
}

impl Exports {
    /// For a file that `lib.rs` includes, in which everything `pub` is public.
    pub fn with_everything(&self) -> Self {
        Self { is_everything_public: true, ..self.clone() }
    }

    /// The path of an item of a module, if it is public.
    pub fn path(&self, module: &str, name: &str) -> Option<String> {
        let crate_name = &self.crate_name;
        if self.names.contains(name) || self.is_everything_public {
            return Some(format!("{crate_name}::{name}"));
        }
        self.modules.contains(module).then(|| format!("{crate_name}::{module}::{name}"))
    }
}
