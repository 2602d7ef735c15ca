//! Rules of a map: what they make of the names of a dump.

use hws_input::yaml::YamlFile;
use regex_lite::Regex;

use super::candidates::Hit;
use super::compose::{Composer, Given, given_width, overlaps};
use super::keys::{ByName, Key};
use super::resolve::path_of;
use crate::expr::Expr;
use crate::map::MapError;
use crate::map::computed::Piece;
use crate::map::file::NameRule;

impl Composer<'_> {
    /// The rules, on all names.
    pub(super) fn rules(&mut self) -> Result<(), MapError> {
        let names = ByName::new(self.targets);
        for rule in &self.map.rules {
            // It was checked when the map was read.
            let Ok(regex) = Regex::new(&rule.from) else { continue };
            self.rule(rule, &regex, &names)?;
        }
        Ok(())
    }

    fn rule(&mut self, rule: &NameRule, regex: &Regex, names: &ByName<'_>) -> Result<(), MapError> {
        let (mut is_used, mut other) = (false, None);
        for (number, variable) in self.hierarchy.variables().iter().enumerate().filter(|(_, it)| it.width > 0)
        {
            let path = path_of(self.hierarchy, variable);
            let Some(captures) = regex.captures(&path) else { continue };
            let mut ours = String::new();
            captures.expand(&rule.to, &mut ours);
            let (coding, name) = Coding::of(&ours);
            match names.find(name) {
                Some(key) => {
                    self.rule_gives(rule, &key, coding, (number, &path))?;
                    is_used = true;
                }
                None => other = other.or(Some((path, name.to_owned()))),
            }
        }
        if is_used { Ok(()) } else { Err(self.unused(rule, other, names)) }
    }

    /// No name that a rule makes is one of the HWS, or it fits no name.
    fn unused(&self, rule: &NameRule, other: Option<(String, String)>, names: &ByName<'_>) -> MapError {
        if let Some((path, ours)) = other {
            let message = format!(
                "the rule makes `{ours}` of `{path}`, which is not a port, a lane, a register or a field"
            );
            let fault = self.at_rule(rule, message, "`$1` is the first group");
            return Box::new(fault.suggest(names.nearest(&ours)));
        }
        let message = format!("the rule `{}` fits no signal of the dump", rule.from);
        let first = self.hierarchy.variables().first().map(|first| path_of(self.hierarchy, first));
        self.at_rule(
            rule,
            message,
            &format!("names have their scopes, such as `{}`", first.unwrap_or_default()),
        )
    }

    /// A variable is a target, or bits of one; lines of `signals` come first.
    fn rule_gives(
        &mut self,
        rule: &NameRule,
        key: &Key,
        coding: Coding,
        (number, path): (usize, &str),
    ) -> Result<(), MapError> {
        if self.renamed.contains(&key.place) {
            return Ok(());
        }
        let variable = &self.hierarchy.variables()[number];
        let is_whole = key.low == 0 && key.width == self.targets[key.place].width();
        if is_whole && coding == Coding::Plain && !self.made.pieces.contains_key(&key.place) {
            let hit = Hit { place: key.place, rank: 0, variable: number, bit: None, is_explicit: true };
            let known = *self.made.whole.entry(key.place).or_insert(hit);
            return match self.hierarchy.variables()[known.variable].id == variable.id {
                true => Ok(()),
                false => Err(self.twice(rule, key, path)),
            };
        }
        let whole = self.resolver.whole(number);
        let whole =
            whole.map_err(|reason| self.at_rule(rule, reason, "list it under `signals`, with the bits"))?;
        let expr = coding.decoded(whole);
        let width = given_width(&expr, key.width);
        if width > key.width {
            let message = format!("`{path}` has {width} bits, and `{}` has {}", key.name, key.width);
            return Err(self.at_rule(rule, message, "list it under `signals`, with the bits that are meant"));
        }
        let piece = Piece { low: key.low, width, expr };
        let others = self.made.pieces.entry(key.place).or_default();
        match others.iter().find(|other| overlaps(&other.piece, &piece)) {
            Some(other) if other.by_rule && other.piece.expr != piece.expr => {
                Err(self.twice(rule, key, path))
            }
            Some(_) => Ok(()),
            None => {
                others.push(Given { piece, text: path.to_owned(), by_rule: true });
                Ok(())
            }
        }
    }

    fn twice(&self, rule: &NameRule, key: &Key, path: &str) -> MapError {
        let message = format!("`{}` is `{path}` and another signal by the rules", key.name);
        self.at_rule(rule, message, "make the rule narrower, or list one of them under `signals`")
    }

    fn at_rule(&self, rule: &NameRule, message: String, remedy: &str) -> MapError {
        YamlFile::new(&self.map.file).at("map-does-not-fit", rule.place, message, remedy)
    }
}

/// How a signal shows what a rule says that it is: `NAME`, `~NAME`, `onehot(NAME)`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coding {
    Plain,
    Inverted,
    OneHot,
}

impl Coding {
    fn of(text: &str) -> (Self, &str) {
        let one_hot = || text.strip_prefix("onehot(").and_then(|rest| rest.strip_suffix(')'));
        match text.strip_prefix('~') {
            Some(name) => (Self::Inverted, name),
            None => one_hot().map_or((Self::Plain, text), |name| (Self::OneHot, name)),
        }
    }

    fn decoded(self, expr: Expr) -> Expr {
        match self {
            Self::Plain => expr,
            Self::Inverted => Expr::Invert(Box::new(expr)),
            Self::OneHot => Expr::OneHot(Box::new(expr)),
        }
    }
}
