//! Expressions of integers: sizes, offsets, constants, and the conditions of `#if`.

use super::cursor::Cursor;
use super::token::TokenKind;
use crate::import::ImportError;
use crate::import::LanguageFault;
use crate::import::fault::shown;

/// Most brackets and signs around a number.
const DEPTH_MOST: usize = 64;

const OPERAND: &str = "a number or `(`";

/// Evaluates a sum of products: a size, an offset or a constant.
pub(super) fn sum(cursor: &mut Cursor<'_, '_>) -> Result<i64, ImportError> {
    Evaluation { cursor, depth: 0 }.sum()
}

/// Evaluates the condition of an `#if`: sums, comparisons, `!`, `&&` and `||`.
pub(super) fn condition(cursor: &mut Cursor<'_, '_>) -> Result<bool, ImportError> {
    Ok(Evaluation { cursor, depth: 0 }.either()? != 0)
}

struct Evaluation<'c, 'a, 't> {
    cursor: &'c mut Cursor<'a, 't>,
    depth: usize,
}

impl Evaluation<'_, '_, '_> {
    fn either(&mut self) -> Result<i64, ImportError> {
        let mut value = self.both()?;
        while self.take_pair('|', '|') {
            let right = self.both()?;
            value = i64::from(value != 0 || right != 0);
        }
        Ok(value)
    }

    fn both(&mut self) -> Result<i64, ImportError> {
        let mut value = self.comparison()?;
        while self.take_pair('&', '&') {
            let right = self.comparison()?;
            value = i64::from(value != 0 && right != 0);
        }
        Ok(value)
    }

    fn comparison(&mut self) -> Result<i64, ImportError> {
        let left = self.sum()?;
        let holds: fn(i64, i64) -> bool = if self.take_pair('=', '=') {
            |left, right| left == right
        } else if self.take_pair('!', '=') {
            |left, right| left != right
        } else if self.take_pair('<', '=') {
            |left, right| left <= right
        } else if self.take_pair('>', '=') {
            |left, right| left >= right
        } else if self.cursor.take_mark('<') {
            |left, right| left < right
        } else if self.cursor.take_mark('>') {
            |left, right| left > right
        } else {
            return Ok(left);
        };
        Ok(i64::from(holds(left, self.sum()?)))
    }

    fn take_pair(&mut self, first: char, second: char) -> bool {
        let is_next =
            self.cursor.is_mark(first) && self.cursor.peek_behind(1) == Some(TokenKind::Mark(second));
        if is_next {
            self.cursor.skip();
            self.cursor.skip();
        }
        is_next
    }

    fn sum(&mut self) -> Result<i64, ImportError> {
        let mut value = self.product()?;
        loop {
            let at = self.cursor.at();
            let next = if self.cursor.take_mark('+') {
                value.checked_add(self.product()?)
            } else if self.cursor.take_mark('-') {
                value.checked_sub(self.product()?)
            } else {
                return Ok(value);
            };
            value = next.ok_or_else(|| too_large().at(at))?;
        }
    }

    fn product(&mut self) -> Result<i64, ImportError> {
        let mut value = self.signed()?;
        loop {
            let at = self.cursor.at();
            let next = if self.cursor.take_mark('*') {
                value.checked_mul(self.signed()?)
            } else if self.cursor.take_mark('/') {
                let divisor = self.signed()?;
                if divisor == 0 {
                    return Err(LanguageFault::rule("division by 0", "divide by another number").at(at));
                }
                value.checked_div(divisor)
            } else {
                return Ok(value);
            };
            value = next.ok_or_else(|| too_large().at(at))?;
        }
    }

    /// A number, or an expression in brackets, behind any number of signs.
    fn signed(&mut self) -> Result<i64, ImportError> {
        let at = self.cursor.at();
        self.depth += 1;
        if self.depth > DEPTH_MOST {
            let what = format!("more than {DEPTH_MOST} brackets and signs around a number");
            return Err(LanguageFault::rule(what, "write the expression with fewer brackets").at(at));
        }
        let value = if self.cursor.take_mark('-') {
            self.signed()?.checked_neg().ok_or_else(|| too_large().at(at))
        } else if self.cursor.take_mark('+') {
            self.signed()
        } else if self.cursor.take_mark('!') {
            Ok(i64::from(self.signed()? == 0))
        } else if self.cursor.take_mark('(') {
            let value = self.either()?;
            self.cursor.mark(')', "`)`").map(|()| value)
        } else {
            self.number()
        };
        self.depth -= 1;
        value
    }

    fn number(&mut self) -> Result<i64, ImportError> {
        let (at, kind) = (self.cursor.at(), self.cursor.peek());
        let Some(TokenKind::Number(digits)) = kind else { return Err(self.cursor.unexpected(OPERAND)) };
        self.cursor.skip();
        let what = || format!("`{}` is not an integer below 2^63", shown(digits));
        digits.parse().map_err(|_| LanguageFault::rule(what(), "give an integer below 2^63").at(at))
    }
}

fn too_large() -> LanguageFault {
    LanguageFault::rule("the value of the expression is beyond 64 bits", "make it smaller")
}

#[cfg(test)]
mod tests {
    use hws_input::Position;
    use rstest::rstest;

    use super::super::token;
    use super::*;

    fn evaluated(text: &str) -> Result<i64, String> {
        let tokens = token::of_line(text, 1).map_err(|error| error.to_string())?;
        let mut cursor = Cursor::new(&tokens, Position::new(1, text.len() + 1));
        let evaluated = Evaluation { cursor: &mut cursor, depth: 0 }.either();
        evaluated.map_err(|error| error.to_string())
    }

    #[rstest]
    #[case("2+3*4", 14)]
    #[case("(2+3)*4", 20)]
    #[case("-2*-3", 6)]
    #[case("+7/2", 3)]
    #[case("10-4-3", 3)]
    #[case("1 == 1 && 2 != 2", 0)]
    #[case("0 || !0", 1)]
    #[case("1 || 0 && 0", 1)]
    #[case("3 <= 2", 0)]
    #[case("3 >= 3", 1)]
    #[case("2 < 3", 1)]
    #[case("2 > 3", 0)]
    #[case("1 + 1 == 2", 1)]
    fn values(#[case] text: &str, #[case] value: i64) {
        assert_eq!(evaluated(text), Ok(value));
    }

    #[rstest]
    #[case("1 +", "1:4: the end where a number or `(` is expected")]
    #[case("(1", "1:3: the end where `)` is expected")]
    #[case("4/0", "1:2: division by 0")]
    #[case("9223372036854775807+1", "1:20: the value of the expression is beyond 64 bits")]
    #[case("9223372036854775808", "1:1: `9223372036854775808` is not an integer below 2^63")]
    #[case("1.5", "1:1: `1.5` is not an integer")]
    #[case("x", "1:1: `x` where a number")]
    fn refused(#[case] text: &str, #[case] start: &str) {
        let said = evaluated(text).unwrap_err();
        assert!(said.starts_with(start) && said.contains("; "), "{said}");
    }

    /// The 65th level is refused, whatever makes the levels, and a million of them need no stack.
    #[rstest]
    #[case("(", ")")]
    #[case("-", "")]
    #[case("!", "")]
    fn nesting_is_limited(#[case] open: &str, #[case] close: &str) {
        let nested = |levels| format!("{}1{}", open.repeat(levels), close.repeat(levels));
        assert!(evaluated(&nested(DEPTH_MOST - 1)).is_ok());
        for levels in [DEPTH_MOST, 1_000_000] {
            let said = evaluated(&nested(levels)).unwrap_err();
            assert!(said.starts_with("1:65: more than 64 brackets and signs"), "{said}");
        }
    }
}
