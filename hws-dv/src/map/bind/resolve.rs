//! The signals that expressions of a map name, in any spelling: `r_flags_q(0)`, `gen[0].u_entry.flags_q`, `flags[7:4]`.

use std::collections::HashMap;

use hws_input::{did_you_mean, nearest};

use crate::expr::{Expr, Leaf};
use crate::map::computed::{Cell, Cells};
use crate::unescape::Unescape;
use crate::wave::{Bits, Hierarchy, Variable};

/// How a message begins if a name is missing.
pub(super) const NOT_THERE: &str = "the dump has no signal";

/// The signals of a dump by the ends of their paths.
pub(super) struct Resolver<'h> {
    hierarchy: &'h Hierarchy,
    scope: String,
    /// The path of each variable in one spelling.
    paths: Vec<String>,
    /// The variables by the last part of the path.
    by_leaf: HashMap<String, Vec<usize>>,
    pub(super) cells: Cells,
}

impl<'h> Resolver<'h> {
    pub(super) fn new(hierarchy: &'h Hierarchy, scope: &str, first: usize) -> Self {
        let mut by_leaf: HashMap<String, Vec<usize>> = HashMap::new();
        let mut paths = Vec::new();
        for (number, variable) in hierarchy.variables().iter().enumerate() {
            let path = spelled(&path_of(hierarchy, variable));
            if variable.width > 0 {
                by_leaf.entry(leaf_of(&path).to_owned()).or_default().push(number);
            }
            paths.push(path);
        }
        let cells = Cells::from(first);
        Self { hierarchy, scope: spelled(scope), paths, by_leaf, cells }
    }

    /// Parses an expression over the signals.
    pub(super) fn parse(&mut self, text: &str) -> Result<Expr, String> {
        Expr::parse(text, &mut |name| self.signal(name))
    }

    /// All bits of a variable.
    pub(super) fn whole(&mut self, number: usize) -> Result<Expr, String> {
        let variable = &self.hierarchy.variables()[number];
        if variable.width > Bits::MAX_WIDTH {
            let name = &self.paths[number];
            return Err(format!("`{name}` has {} bits: select at most {}", variable.width, Bits::MAX_WIDTH));
        }
        if Leaf::whole(0, variable).width > 0 {
            return Ok(self.bits(number, 0, variable.width));
        }
        let signal = self.cells.place(Cell { signal: variable.id, word: 0 });
        Ok(Expr::Signal(Leaf { signal, low: 0, width: 0 }))
    }

    /// Bits of a variable; they may be in two words.
    fn bits(&mut self, number: usize, low: u32, width: u32) -> Expr {
        let signal = self.hierarchy.variables()[number].id;
        let mut leaf = |low: u32, width: u32| {
            let place = self.cells.place(Cell { signal, word: low / Bits::MAX_WIDTH });
            Expr::Signal(Leaf { signal: place, low: low % Bits::MAX_WIDTH, width })
        };
        let mut parts = Vec::new();
        let (mut at, end) = (low, low.saturating_add(width));
        while at < end {
            let next = (at / Bits::MAX_WIDTH + 1) * Bits::MAX_WIDTH;
            parts.push(leaf(at, end.min(next) - at));
            at = next;
        }
        parts.reverse();
        if parts.len() == 1 { parts.remove(0) } else { Expr::Join(parts) }
    }

    /// A signal, bits of one, or signals of one bit each.
    fn signal(&mut self, word: &str) -> Result<Expr, String> {
        let name = spelled(word);
        if let Some(number) = self.find(&name)? {
            return self.whole(number);
        }
        let Some((base, select)) = last_group(&name) else {
            return Err(self.missing(&name));
        };
        let (left, right) =
            selected(select).ok_or_else(|| format!("`[{select}]` is not an index or a range of `{base}`"))?;
        match self.find(base)? {
            Some(number) => self.select(number, word, (left, right)),
            None => self.elements(base, (left, right)),
        }
    }

    fn select(&mut self, number: usize, word: &str, (left, right): (i64, i64)) -> Result<Expr, String> {
        let variable = &self.hierarchy.variables()[number];
        let ends = variable.bit(left).zip(variable.bit(right));
        match ends {
            Some((high, low)) if high >= low && high - low >= Bits::MAX_WIDTH => {
                Err(format!("`{word}` has {} bits: select at most {}", high - low + 1, Bits::MAX_WIDTH))
            }
            Some((high, low)) if high >= low => Ok(self.bits(number, low, high - low + 1)),
            Some(_) => Err(format!("`{word}` has its range the other way round than the dump")),
            None => Err(format!("`{word}` is not within the {} bits of the signal", variable.width)),
        }
    }

    /// `a[3:0]` of a vector whose bits are signals of their own.
    fn elements(&mut self, base: &str, (left, right): (i64, i64)) -> Result<Expr, String> {
        let count = left.abs_diff(right);
        if left == right || count >= Bits::MAX_WIDTH.into() {
            return Err(self.missing(base));
        }
        let step = if left > right { -1 } else { 1 };
        let mut parts = Vec::new();
        for offset in 0..=count as i64 {
            let name = format!("{base}[{}]", left + step * offset);
            let number = self.find(&name)?.ok_or_else(|| self.missing(base))?;
            if self.hierarchy.variables()[number].width != 1 {
                return Err(format!(
                    "`{name}` has more than one bit: name the elements, as in `{{a[1], a[0]}}`"
                ));
            }
            parts.push(self.whole(number)?);
        }
        Ok(Expr::Join(parts))
    }

    /// The variable of a name: of the scope of the HWS, of one inside it, or anywhere, the outermost first.
    fn find(&self, name: &str) -> Result<Option<usize>, String> {
        let Some(found) = self.by_leaf.get(leaf_of(name)) else { return Ok(None) };
        let rank = |number: usize| {
            let path = &self.paths[number];
            let outer = path.strip_suffix(name)?;
            let here = if self.scope.is_empty() { "" } else { self.scope.as_str() };
            let scope = outer.strip_suffix('.').or_else(|| outer.is_empty().then_some(""))?;
            let is_inside = here.is_empty()
                || scope.strip_prefix(here).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
            Some((!outer.is_empty() && !is_inside, path.matches('.').count()))
        };
        let mut ranked: Vec<_> = found.iter().filter_map(|&number| Some((rank(number)?, number))).collect();
        ranked.sort();
        let Some(&(best, number)) = ranked.first() else { return Ok(None) };
        let id = |number: usize| self.hierarchy.variables()[number].id;
        let other = ranked.iter().find(|(rank, other)| *rank == best && id(*other) != id(number));
        match other {
            Some((_, other)) => Err(format!(
                "`{name}` is `{}` or `{}`; give more of the path",
                self.paths[number], self.paths[*other]
            )),
            None => Ok(Some(number)),
        }
    }

    fn missing(&self, name: &str) -> String {
        let mut leaves: Vec<&str> = self.by_leaf.keys().map(String::as_str).collect();
        leaves.sort_unstable();
        let meant = did_you_mean(nearest(leaf_of(name), leaves));
        let meant = meant.trim_end_matches([' ', ';']);
        let meant = if meant.is_empty() { String::new() } else { format!("; {meant}") };
        format!("{NOT_THERE} `{name}`{meant}")
    }
}

/// The path of a variable as the dump writes it.
pub(super) fn path_of(hierarchy: &Hierarchy, variable: &Variable) -> String {
    match hierarchy.scope_of(variable) {
        "" => variable.name.clone(),
        scope => format!("{scope}.{}", variable.name),
    }
}

fn leaf_of(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, leaf)| leaf)
}

/// A name without escapes, with indices in square brackets.
fn spelled(name: &str) -> String {
    let name = name.trim().trim_start_matches('\\').replace(" downto ", ":").replace(" to ", ":");
    let name: String = name.chars().filter(|character| !character.is_whitespace()).collect();
    let name = Unescape::Verilator.apply(&name).into_owned();
    Unescape::Brackets.apply(&name).replace(',', "][")
}

/// `a[1][[2]*8+:8]`: the name before the last brackets, and what is in them.
fn last_group(name: &str) -> Option<(&str, &str)> {
    let inside = name.strip_suffix(']')?;
    let mut depth = 1_u32;
    let open = inside.char_indices().rev().find(|(_, character)| {
        match character {
            ']' => depth += 1,
            '[' => depth -= 1,
            _ => (),
        }
        depth == 0
    })?;
    Some((&inside[..open.0], &inside[open.0 + 1..]))
}

/// A number, or a product such as `[3]*32`: an element of a flat vector.
fn product(text: &str) -> Option<i64> {
    let factor = |text: &str| text.trim_start_matches('[').trim_end_matches(']').parse::<i32>().ok();
    let whole = text.split('*').try_fold(1_i64, |product, text| product.checked_mul(factor(text)?.into()))?;
    i32::try_from(whole).ok().map(i64::from)
}

/// Both ends of `3`, `7:4`, `4+:4` or `7-:4`.
fn selected(select: &str) -> Option<(i64, i64)> {
    if let Some((from, count)) = select.split_once("+:") {
        let (from, count) = (product(from)?, product(count)?);
        return (count > 0).then_some((from + count - 1, from));
    }
    if let Some((from, count)) = select.split_once("-:") {
        let (from, count) = (product(from)?, product(count)?);
        return (count > 0).then_some((from, from - count + 1));
    }
    match select.split_once(':') {
        Some((left, right)) => Some((product(left)?, product(right)?)),
        None => product(select).map(|index| (index, index)),
    }
}
