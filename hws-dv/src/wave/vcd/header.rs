//! The declarations of a VCD, up to `$enddefinitions`.

use super::Tokens;
use super::ids::Ids;
use crate::wave::name::shortened;
use crate::wave::{Hierarchy, Timing, VariableKind, WaveError, WaveTimeUnit};

/// The widest variable that is believed.
const WIDEST: u32 = 1 << 26;

/// Reads the declarations.
pub(super) fn read(tokens: &mut Tokens) -> Result<(Hierarchy, Ids), WaveError> {
    let (mut hierarchy, mut ids) = (Hierarchy::new(), Ids::default());
    loop {
        let keyword = word(tokens)?;
        match keyword.as_str() {
            "$enddefinitions" => {
                to_end(tokens)?;
                return Ok((hierarchy, ids));
            }
            "$scope" => enter(tokens, &mut hierarchy)?,
            "$upscope" => {
                to_end(tokens)?;
                hierarchy.leave();
            }
            "$timescale" => {
                let unit = WaveTimeUnit::parse(&to_end(tokens)?.concat());
                hierarchy.set_timing(Timing { unit, ..Timing::default() });
            }
            "$var" => variable(tokens, &mut hierarchy, &mut ids)?,
            // A stray end.
            "$end" => (),
            // Dates, versions, comments, attributes: `to_end` skips them.
            other if other.starts_with('$') => {
                to_end(tokens)?;
            }
            other => {
                let reason = format!("expected a declaration such as `$var`, found `{}`", shortened(other));
                return Err(malformed(tokens, reason));
            }
        }
    }
}

fn enter(tokens: &mut Tokens, hierarchy: &mut Hierarchy) -> Result<(), WaveError> {
    let words = to_end(tokens)?;
    // The first word is the kind of the scope; some tools leave the name empty.
    let entered = hierarchy.enter(&words.get(1..).unwrap_or_default().join(" "));
    entered.map_err(|reason| malformed(tokens, reason))
}

/// `$var KIND WIDTH CODE NAME [RANGE] $end`.
fn variable(tokens: &mut Tokens, hierarchy: &mut Hierarchy, ids: &mut Ids) -> Result<(), WaveError> {
    let words = to_end(tokens)?;
    let [kind, width, code, name @ ..] = words.as_slice() else {
        return Err(malformed(tokens, "`$var` needs a kind, a width, a code and a name".to_owned()));
    };
    let width = match width.parse::<u32>() {
        Ok(width) if width <= WIDEST => width,
        _ => {
            return Err(malformed(
                tokens,
                format!("`{}` is not a valid width of a variable", shortened(width)),
            ));
        }
    };
    let kind = match kind.as_str() {
        "real" | "realtime" | "real_parameter" | "shortreal" => VariableKind::Real,
        "string" | "event" => VariableKind::Other,
        _ => VariableKind::Vector,
    };
    let width = if kind == VariableKind::Vector { width } else { 0 };
    let id = ids.declare(code.as_bytes(), width);
    let added = hierarchy.add(&name.join(" "), (width, kind), id);
    added.map_err(|reason| malformed(tokens, reason))
}

/// The words up to `$end`.
fn to_end(tokens: &mut Tokens) -> Result<Vec<String>, WaveError> {
    let mut words = Vec::new();
    loop {
        match word(tokens)? {
            end if end == "$end" => return Ok(words),
            word => words.push(word),
        }
    }
}

fn word(tokens: &mut Tokens) -> Result<String, WaveError> {
    match tokens.next()? {
        // An incomplete word can only be the last of the file.
        Some(token) if token.is_complete => Ok(String::from_utf8_lossy(token.text).into_owned()),
        _ => Err(WaveError::CutHeader { inside: "the declarations", byte: tokens.offset() }),
    }
}

fn malformed(tokens: &Tokens, reason: String) -> WaveError {
    WaveError::Malformed { line: tokens.line(), reason }
}
