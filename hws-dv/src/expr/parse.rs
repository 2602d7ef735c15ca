//! The parser of expressions: precedence climbing over a list of words.

use super::word::{is_of_name, number, words};
use super::{Expr, Operator};
use crate::wave::Bits;

/// The deepest nesting of brackets and negations.
const DEEPEST: usize = 200;

pub(super) fn parse(
    text: &str,
    signal: &mut dyn FnMut(&str) -> Result<Expr, String>,
) -> Result<Expr, String> {
    let mut parser = Parser { words: words(text)?, next: 0, depth: 0, signal };
    let expr = parser.choice()?;
    match parser.words.get(parser.next) {
        None => Ok(expr),
        Some(word) => Err(format!("unexpected `{word}` in expression `{text}`")),
    }
}

/// Binary operators, from weak to strong.
const LEVELS: [&[(&str, Operator)]; 7] = [
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[("|", Operator::BitOr)],
    &[("^", Operator::BitXor)],
    &[("&", Operator::BitAnd)],
    &[("==", Operator::Equal), ("!=", Operator::Unequal)],
    &[
        ("<=", Operator::LessEqual),
        (">=", Operator::GreaterEqual),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ],
];

struct Parser<'a> {
    words: Vec<String>,
    next: usize,
    depth: usize,
    signal: &'a mut dyn FnMut(&str) -> Result<Expr, String>,
}

impl Parser<'_> {
    /// `a ? b : c`, or what binds stronger.
    fn choice(&mut self) -> Result<Expr, String> {
        self.deeper()?;
        let condition = self.binary(0)?;
        let expr = if self.takes("?") {
            let yes = self.choice()?;
            self.expect(":")?;
            Expr::Choose(Box::new([condition, yes, self.choice()?]))
        } else {
            condition
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn deeper(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("an expression is nested deeper than {DEEPEST}"));
        }
        Ok(())
    }

    fn binary(&mut self, level: usize) -> Result<Expr, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        // The tree is as deep as the chain is long, and dropping it recurses.
        let mut chain = 0;
        while let Some(operator) = self.operator(operators) {
            chain += 1;
            if chain > LONGEST {
                return Err(format!("an expression has more than {LONGEST} operators in a row"));
            }
            let right = self.binary(level + 1)?;
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn operator(&mut self, operators: &[(&str, Operator)]) -> Option<Operator> {
        let word = self.words.get(self.next)?;
        let (_, operator) = operators.iter().find(|(text, _)| text == word)?;
        self.next += 1;
        Some(*operator)
    }

    fn unary(&mut self) -> Result<Expr, String> {
        self.deeper()?;
        let word = self
            .words
            .get(self.next)
            .cloned()
            .ok_or("an expression ends too early: expected a signal or a number")?;
        self.next += 1;
        let expr = match word.as_str() {
            "!" => Expr::Not(Box::new(self.unary()?)),
            "~" => Expr::Invert(Box::new(self.unary()?)),
            "&" => Expr::Reduce(Operator::BitAnd, Box::new(self.unary()?)),
            "|" => Expr::Reduce(Operator::BitOr, Box::new(self.unary()?)),
            "^" => Expr::Reduce(Operator::BitXor, Box::new(self.unary()?)),
            "(" => self.bracket()?,
            "{" => self.join()?,
            "onehot" if self.takes("(") => Expr::OneHot(Box::new(self.bracket()?)),
            _ => self.leaf(&word)?,
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn bracket(&mut self) -> Result<Expr, String> {
        let inner = self.choice()?;
        self.expect(")")?;
        Ok(inner)
    }

    /// After `{`: `a, b}`, or `4{a}}`.
    fn join(&mut self) -> Result<Expr, String> {
        self.deeper()?;
        let is_repeated = self.words.get(self.next + 1).is_some_and(|word| word == "{");
        let count = self.words.get(self.next).filter(|_| is_repeated).and_then(|word| number(word));
        let parts = match count {
            Some((count, _)) => {
                self.next += 2;
                let inner = self.join()?;
                if !(1..=u64::from(Bits::MAX_WIDTH)).contains(&count) {
                    return Err(format!(
                        "`{{{count}{{…}}}}` repeats 0 or more than {} times",
                        Bits::MAX_WIDTH
                    ));
                }
                self.expect("}")?;
                vec![inner; count as usize]
            }
            None => self.parts()?,
        };
        self.depth -= 1;
        joined(parts)
    }

    fn parts(&mut self) -> Result<Vec<Expr>, String> {
        let mut parts = vec![self.choice()?];
        while self.takes(",") {
            parts.push(self.choice()?);
        }
        self.expect("}")?;
        Ok(parts)
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.next).is_some_and(|next| next == word);
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.takes(word) { Ok(()) } else { Err(format!("`{word}` is missing in an expression")) }
    }

    fn leaf(&mut self, word: &str) -> Result<Expr, String> {
        if word.starts_with(|first: char| first.is_ascii_digit() || first == '\'') {
            let read = number(word).map(|(value, width)| Expr::Number(value, width));
            return read.ok_or_else(|| format!("`{word}` is not a valid number"));
        }
        if !is_of_name(word.chars().next().unwrap_or(' ')) {
            return Err(format!("unexpected `{word}` in an expression: expected a signal or a number"));
        }
        (self.signal)(word)
    }
}

/// The longest chain of operators of one strength.
const LONGEST: usize = 1_000;

/// Parts side by side, if each has a width and all have 64 bits at most.
fn joined(parts: Vec<Expr>) -> Result<Expr, String> {
    if parts.iter().any(|part| part.width() == 0) {
        return Err("a column without a declared width cannot be a part of `{…}`".to_owned());
    }
    let expr = Expr::Join(parts);
    match expr.width() {
        width if width > Bits::MAX_WIDTH => {
            Err(format!("`{{…}}` has {width} bits: at most {} can be compared", Bits::MAX_WIDTH))
        }
        _ => Ok(expr),
    }
}
