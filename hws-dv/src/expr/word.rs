//! The words of an expression: names, numbers, operators.

/// The words of a text, in their order.
pub(super) fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut rest) = (Vec::<String>::new(), text.trim_start());
    let mut choices = 0_u32;
    while let Some(first) = rest.chars().next() {
        let length = if is_of_name(first) && !(first == ':' && choices > 0) {
            name_length(rest, choices > 0)
        } else {
            operator_length(rest, first)?
        };
        let word = &rest[..length];
        match word {
            "?" => choices += 1,
            ":" => choices = choices.saturating_sub(1),
            _ => (),
        }
        words.push(word.to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

pub(super) fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || "_.$[]:\\'".contains(character)
}

/// The length of a name. In a choice, a colon outside of brackets ends it; `(3)` after a name is an index, and so is
/// `(7 downto 4)`.
fn name_length(rest: &str, is_in_choice: bool) -> usize {
    if rest.starts_with('\\') {
        return rest.find(char::is_whitespace).unwrap_or(rest.len());
    }
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(character) = rest[at..].chars().next() {
        match character {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '+' | '-' | '*' | ' ' if depth > 0 => (),
            '(' if at > 0 => match index_length(&rest[at..]) {
                Some(length) => {
                    at += length;
                    continue;
                }
                None => break,
            },
            ':' if depth == 0 && is_in_choice => break,
            _ if is_of_name(character) => (),
            _ => break,
        }
        at += character.len_utf8();
    }
    at.max(1)
}

/// The length of `(3)`, `(1,2)` or `(7 downto 4)`.
fn index_length(rest: &str) -> Option<usize> {
    let (inside, _) = rest.strip_prefix('(')?.split_once(')')?;
    let plain = inside.replace(" downto ", ":").replace(" to ", ":");
    let is_index = plain.starts_with(|first: char| first.is_ascii_digit())
        && plain.chars().all(|character| character.is_ascii_digit() || ",: ".contains(character));
    is_index.then_some(inside.len() + 2)
}

fn operator_length(rest: &str, first: char) -> Result<usize, String> {
    if ["||", "&&", "==", "!=", "<=", ">="].iter().any(|operator| rest.starts_with(operator)) {
        return Ok(2);
    }
    if "()!~|&^<>{},?:".contains(first) {
        return Ok(1);
    }
    Err(format!(
        "`{first}` is not an operator of expressions (there are ! ~ & | ^ && || == != < <= > >= ?: and {{a, b}})"
    ))
}

/// Decimal, `0x`, `0b`, or Verilog's `8'hff`: the number, and its bits.
pub(super) fn number(word: &str) -> Option<(u64, u32)> {
    let word = word.replace('_', "").to_ascii_lowercase();
    if let Some((size, literal)) = word.split_once('\'') {
        let (base, digits) = literal.split_at_checked(1)?;
        let value = u64::from_str_radix(digits, radix(base)?).ok()?;
        let needed = bits_of(value);
        let width = if size.is_empty() { needed } else { size.parse().ok()? };
        return (needed <= width && width <= u64::BITS).then_some((value, width));
    }
    let value = match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => match word.strip_prefix("0b") {
            Some(digits) => u64::from_str_radix(digits, 2).ok(),
            None => word.parse().ok(),
        },
    }?;
    Some((value, bits_of(value)))
}

/// The fewest bits that show the value.
fn bits_of(value: u64) -> u32 {
    (u64::BITS - value.leading_zeros()).max(1)
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
