//! Writes a wave as VCD, in the dialects that simulators really write.

use std::fmt::Write;

use super::wave::Wave;

/// What a dialect does differently.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Dialect {
    /// Vectors without leading zeros, as Icarus writes them.
    pub(crate) is_short: bool,
    /// Upper-case `B`.
    pub(crate) is_upper: bool,
    /// Names are escaped, with a space before the range.
    pub(crate) is_escaped: bool,
    /// Every vector is split into bits `a [3]`.
    pub(crate) is_split: bool,
    /// Every variable is declared twice, in `TOP` and in `TOP.hws`.
    pub(crate) has_aliases: bool,
    /// Comments, a stray `$end`, and `$dumpall` in the middle.
    pub(crate) has_noise: bool,
    /// Every change is written twice, first with a wrong value.
    pub(crate) has_glitches: bool,
    /// `$attrbegin` lines.
    pub(crate) has_attributes: bool,
    /// All x for some time stamps before the first value.
    pub(crate) starts_unknown: bool,
    /// All changes of a time stamp are in one line.
    pub(crate) is_one_line: bool,
    /// The value of a scope path; `TOP.hws` by default.
    pub(crate) scope: Option<&'static str>,
}

pub(crate) fn text(wave: &Wave, dialect: Dialect) -> String {
    let mut text = header(wave, dialect);
    if dialect.starts_unknown {
        text.push_str("#0\n$dumpvars\n");
        for (place, signal) in shown(wave) {
            bits(place, signal.width, dialect).for_each(|(code, width, _)| {
                text.push_str(&if width == 1 { format!("x{code}\n") } else { format!("bx {code}\n") });
            });
        }
        text.push_str("$end\n");
    }
    let shift = if dialect.starts_unknown { 1000 } else { 0 };
    for (number, (time, changes)) in wave.stamps.iter().enumerate() {
        let separator = if dialect.is_one_line { ' ' } else { '\n' };
        let _ = write!(text, "#{}{separator}", time + shift);
        if dialect.has_noise && number % 50 == 7 {
            text.push_str("$comment 1! b0 ! #99 $end\n$end\n$dumpall\n");
        }
        for &(place, value) in changes {
            let width = wave.signals[place].width;
            if width == 0 {
                continue;
            }
            if dialect.has_glitches {
                change(&mut text, place, width, !value, dialect, separator);
            }
            change(&mut text, place, width, value, dialect, separator);
        }
        if dialect.has_noise && number % 50 == 7 {
            text.push_str("$end\n");
        }
        if dialect.is_one_line {
            text.push('\n');
        }
    }
    let _ = writeln!(text, "#{}", wave.stamps.last().unwrap().0 + shift + 1);
    text
}

fn shown(wave: &Wave) -> impl Iterator<Item = (usize, &super::wave::Signal)> {
    wave.signals.iter().enumerate().filter(|(_, signal)| signal.width > 0)
}

fn header(wave: &Wave, dialect: Dialect) -> String {
    let mut text = "$date today $end\n$version a test $end\n$timescale 1ps $end\n".to_owned();
    let scopes: Vec<&str> = dialect.scope.unwrap_or("TOP.hws").split('.').collect();
    for (number, scope) in scopes.iter().enumerate() {
        let _ = writeln!(text, "$scope module {scope} $end");
        if number + 1 == scopes.len() || dialect.has_aliases {
            variables(&mut text, wave, dialect);
        }
    }
    scopes.iter().for_each(|_| text.push_str("$upscope $end\n"));
    text.push_str("$enddefinitions $end\n");
    text
}

fn variables(text: &mut String, wave: &Wave, dialect: Dialect) {
    let escape = if dialect.is_escaped { "\\" } else { "" };
    for (place, signal) in shown(wave) {
        let name = &signal.name;
        if dialect.has_attributes {
            text.push_str("$attrbegin array packed bounds 3 0 $end\n");
        }
        for (code, width, bit) in bits(place, signal.width, dialect) {
            let range = match bit {
                Some(bit) => format!(" [{bit}]"),
                None if width > 1 => format!(" [{}:0]", width - 1),
                None => String::new(),
            };
            let _ = writeln!(text, "$var wire {width} {code} {escape}{name}{range} $end");
        }
    }
}

/// The code, the width and the bit of each variable of a signal.
fn bits(place: usize, width: u32, dialect: Dialect) -> impl Iterator<Item = (String, u32, Option<u32>)> {
    let is_split = dialect.is_split && width > 1;
    let count = if is_split { width } else { 1 };
    (0..count).map(move |bit| match is_split {
        true => (code(place * 64 + bit as usize), 1, Some(bit)),
        false => (code(place * 64), width, None),
    })
}

fn code(mut number: usize) -> String {
    let mut code = String::new();
    loop {
        code.push(char::from(b'!' + (number % 94) as u8));
        number /= 94;
        if number == 0 {
            return code;
        }
    }
}

fn change(text: &mut String, place: usize, width: u32, value: u64, dialect: Dialect, separator: char) {
    for (code, width, bit) in bits(place, width, dialect) {
        let value = match bit {
            Some(bit) => value >> bit & 1,
            None if width < 64 => value & ((1 << width) - 1),
            None => value,
        };
        let letter = if dialect.is_upper { 'B' } else { 'b' };
        let _ = match (width, dialect.is_short) {
            (1, _) => write!(text, "{value}{code}{separator}"),
            (_, true) => write!(text, "{letter}{value:b} {code}{separator}"),
            (_, false) => write!(text, "{letter}{value:0width$b} {code}{separator}", width = width as usize),
        };
    }
}
