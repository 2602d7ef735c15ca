//! Finds what the mutants of a file change.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::edit::Edit;
use crate::list::{Mutant, Place};

/// Returns the changes that make the mutants of a file, as far as they can be switched.
pub(crate) fn find(
    file: &syn::File,
    text: &str,
    mutants: &[&Mutant],
    constant: &BTreeSet<String>,
) -> Vec<Edit> {
    let mut at: BTreeMap<(&str, Place), Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        at.entry((&mutant.genre, mutant.start)).or_default().push(mutant);
    }
    let mut finder = Finder { at, constant, text, edits: Vec::new() };
    finder.visit_file(file);
    finder.edits
}

struct Finder<'a> {
    at: BTreeMap<(&'a str, Place), Vec<&'a Mutant>>,
    constant: &'a BTreeSet<String>,
    text: &'a str,
    edits: Vec<Edit>,
}

fn place(span: Span) -> Place {
    (span.start().line, span.start().column + 1)
}

fn bytes(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

impl Finder<'_> {
    /// Takes the mutants of a genre at a place, as numbers with their texts.
    fn take(&mut self, genre: &'static str, at: Place) -> Vec<(usize, String)> {
        let found = self.at.remove(&(genre, at)).unwrap_or_default();
        found.iter().map(|mutant| (mutant.number, mutant.replacement.clone())).collect()
    }

    /// A function: without `const`, unless it has to stay so; then it has no mutants.
    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) -> bool {
        if let Some(constness) = &signature.constness {
            if self.constant.contains(&signature.ident.to_string()) {
                return false;
            }
            self.edits.push(Edit::Removed { whole: bytes(constness) });
        }
        if let Some(first) = block.stmts.first() {
            let mutants = self.take("FnValue", place(first.span()));
            if !mutants.is_empty() {
                let at = bytes(&block.brace_token.span.open()).end;
                self.edits.push(Edit::Body { at, mutants });
            }
        }
        true
    }

    fn expression(&mut self, genre: &'static str, whole: Range<usize>, part: Span) {
        let mutants = self.take(genre, place(part));
        if !mutants.is_empty() {
            self.edits.push(Edit::Expression { whole, part: part.byte_range(), mutants });
        }
    }
}

/// Whether a condition binds names: such an expression is not a value, and cannot be switched.
fn binds(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => binds(&binary.left) || binds(&binary.right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        if self.function(&node.sig, &node.block) {
            visit::visit_item_fn(self, node);
        }
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        if self.function(&node.sig, &node.block) {
            visit::visit_impl_item_fn(self, node);
        }
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        let Some(block) = &node.default else { return };
        if self.function(&node.sig, block) {
            visit::visit_trait_item_fn(self, node);
        }
    }

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        if !binds(&node.left) && !binds(&node.right) {
            self.expression("BinaryOperator", bytes(node), node.op.span());
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        self.expression("UnaryOperator", bytes(node), node.op.span());
        visit::visit_expr_unary(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        let guard = node.guard.as_ref().map(|(_, guard)| guard);
        let binding = guard.is_some_and(|guard| binds(guard));
        if let Some((mutant, _)) = self.take("MatchArm", place(node.span())).pop().filter(|_| !binding) {
            let pattern_end = bytes(&node.pat).end;
            self.edits.push(Edit::Arm { pattern_end, guard: guard.map(|guard| bytes(&**guard)), mutant });
        }
        if let Some(guard) = guard.filter(|_| !binding) {
            let mutants = self.take("MatchArmGuard", place(guard.span()));
            if !mutants.is_empty() {
                self.edits.push(Edit::Guard { whole: bytes(&**guard), mutants });
            }
        }
        visit::visit_arm(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        for pair in node.fields.pairs() {
            let field = bytes(pair.value());
            let comma = self.text[field.end..].find(',').map_or(field.end, |comma| field.end + comma + 1);
            for (number, _) in self.take("StructField", place(pair.value().span())) {
                let mutants = vec![(number, String::new())];
                self.edits.push(Edit::Expression { whole: bytes(node), part: field.start..comma, mutants });
            }
        }
        visit::visit_expr_struct(self, node);
    }

    // What follows is computed by the compiler, where nothing can be switched.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_expr_repeat(&mut self, node: &'ast syn::ExprRepeat) {
        self.visit_expr(&node.expr);
    }
}
