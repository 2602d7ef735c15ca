//! The parser of expressions: precedence climbing over a list of words.

use super::{Expr, Leaf, Operator};

/// The deepest nesting of brackets and negations.
const DEEPEST: usize = 100;

pub(super) fn parse(
    text: &str,
    signal: &mut dyn FnMut(&str) -> Result<Leaf, String>,
) -> Result<Expr, String> {
    let mut parser = Parser { words: words(text)?, next: 0, depth: 0, signal };
    let expr = parser.binary(0)?;
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
    signal: &'a mut dyn FnMut(&str) -> Result<Leaf, String>,
}

impl Parser<'_> {
    fn binary(&mut self, level: usize) -> Result<Expr, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.operator(operators) {
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
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("an expression is nested deeper than {DEEPEST}"));
        }
        let word = self
            .words
            .get(self.next)
            .cloned()
            .ok_or("an expression ends too early: expected a signal or a number")?;
        self.next += 1;
        let expr = match word.as_str() {
            "!" => Expr::Not(Box::new(self.unary()?)),
            "~" => Expr::Invert(Box::new(self.unary()?)),
            "(" => self.bracket()?,
            _ => self.leaf(&word)?,
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn bracket(&mut self) -> Result<Expr, String> {
        let inner = self.binary(0)?;
        match self.words.get(self.next).map(String::as_str) {
            Some(")") => {
                self.next += 1;
                Ok(inner)
            }
            _ => Err("`)` is missing in an expression".to_owned()),
        }
    }

    fn leaf(&mut self, word: &str) -> Result<Expr, String> {
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            return number(word).map(Expr::Number).ok_or_else(|| format!("`{word}` is not a valid number"));
        }
        if !is_of_name(word.chars().next().unwrap_or(' ')) {
            return Err(format!("unexpected `{word}` in an expression: expected a signal or a number"));
        }
        let leaf = (self.signal)(word)?;
        Ok(leaf.bit.map_or(Expr::Signal(leaf.signal), |bit| Expr::Bit(leaf.signal, bit)))
    }
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || "_.$[]:\\'".contains(character)
}

fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let length = if is_of_name(first) {
            rest.find(|character| !is_of_name(character)).unwrap_or(rest.len())
        } else {
            operator_length(rest, first)?
        };
        words.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

fn operator_length(rest: &str, first: char) -> Result<usize, String> {
    if ["||", "&&", "==", "!=", "<=", ">="].iter().any(|operator| rest.starts_with(operator)) {
        return Ok(2);
    }
    if "()!~|&^<>".contains(first) {
        return Ok(1);
    }
    Err(format!("`{first}` is not an operator of expressions (there are ! ~ & | ^ && || == != < <= > >=)"))
}

/// Decimal, `0x`, `0b`, or Verilog's `8'hff`.
fn number(word: &str) -> Option<u64> {
    let word = word.replace('_', "").to_ascii_lowercase();
    if let Some((_, literal)) = word.split_once('\'') {
        let (base, digits) = literal.split_at_checked(1)?;
        return u64::from_str_radix(digits, radix(base)?).ok();
    }
    match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => match word.strip_prefix("0b") {
            Some(digits) => u64::from_str_radix(digits, 2).ok(),
            None => word.parse().ok(),
        },
    }
}

fn radix(base: &str) -> Option<u32> {
    match base {
        "h" => Some(16),
        "d" => Some(10),
        "o" => Some(8),
        "b" => Some(2),
        _ => None,
    }
}
