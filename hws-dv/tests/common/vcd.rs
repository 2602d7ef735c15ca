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
    /// The kind of the variables; `wire` by default.
    pub(crate) kind: Option<&'static str>,
    /// No space between name and range: `a[7:0]`.
    pub(crate) is_glued: bool,
    /// The left bit of a range has the number 0: `a [0:7]`.
    pub(crate) is_ascending: bool,
    /// Reals, strings, events, parameters and memories, in scopes of every kind, that change too.
    pub(crate) has_others: bool,
    /// `$dumpoff` and `$dumpon` between clock edges: all x, then all values again.
    pub(crate) turns_off: bool,
    /// A `$dumpvars` at the start that is never closed.
    pub(crate) is_unclosed: bool,
    /// Lines end as on Windows, and are indented.
    pub(crate) is_windows: bool,
    /// The unit is 1000 times larger than the steps of the first bench, or written in two words.
    pub(crate) timescale: Option<&'static str>,
}

pub(crate) fn text(wave: &Wave, dialect: Dialect) -> String {
    let mut text = header(wave, dialect);
    if dialect.is_unclosed {
        text.push_str("#0\n$dumpvars\n");
    }
    if dialect.starts_unknown {
        text.push_str("#0\n");
        dump_section(&mut text, "$dumpvars", wave, dialect, &vec![None; wave.signals.len()]);
    }
    let shift = if dialect.starts_unknown { 1000 } else { 0 };
    let mut now = vec![None; wave.signals.len()];
    for (number, (time, changes)) in wave.stamps.iter().enumerate() {
        stamp(&mut text, wave, dialect, number, (time + shift, changes));
        changes.iter().for_each(|&(place, value)| now[place] = Some(value));
        if dialect.turns_off && number % 50 == 8 {
            let _ = writeln!(text, "#{}", time + shift + 1);
            dump_section(&mut text, "$dumpoff", wave, dialect, &vec![None; now.len()]);
            let _ = writeln!(text, "#{}", time + shift + 2);
            dump_section(&mut text, "$dumpon", wave, dialect, &now);
        }
    }
    let _ = writeln!(text, "#{}", wave.stamps.last().unwrap().0 + shift + 1);
    if dialect.is_windows { text.replace('\n', "\r\n\t ") } else { text }
}

/// The changes of one time stamp.
fn stamp(
    text: &mut String,
    wave: &Wave,
    dialect: Dialect,
    number: usize,
    (time, changes): (u64, &[(usize, u64)]),
) {
    let separator = if dialect.is_one_line { ' ' } else { '\n' };
    let has_noise = dialect.has_noise && number % 50 == 7;
    let _ = write!(text, "#{time}{separator}");
    if has_noise {
        text.push_str("$comment 1! b0 ! #99 $end\n$end\n$dumpall\n");
    }
    if dialect.has_others {
        let _ = write!(text, "r{number}.5 ~r\nsIDLE ~s\n1~e\nb{number:b} ~m\n");
    }
    for &(place, value) in changes.iter().filter(|(place, _)| wave.signals[*place].width > 0) {
        let width = wave.signals[place].width;
        if dialect.has_glitches {
            change(text, place, width, !value, dialect, separator);
        }
        change(text, place, width, value, dialect, separator);
    }
    if has_noise {
        text.push_str("$end\n");
    }
    if dialect.is_one_line {
        text.push('\n');
    }
}

/// A section with the values of all signals; those without one are x.
fn dump_section(text: &mut String, keyword: &str, wave: &Wave, dialect: Dialect, values: &[Option<u64>]) {
    let _ = writeln!(text, "{keyword}");
    for (place, signal) in shown(wave) {
        match values[place] {
            Some(value) => change(text, place, signal.width, value, dialect, '\n'),
            None => bits(place, signal.width, dialect).for_each(|(code, width, _)| {
                text.push_str(&if width == 1 { format!("x{code}\n") } else { format!("bx {code}\n") });
            }),
        }
    }
    text.push_str("$end\n");
}

fn shown(wave: &Wave) -> impl Iterator<Item = (usize, &super::wave::Signal)> {
    wave.signals.iter().enumerate().filter(|(_, signal)| signal.width > 0)
}

fn header(wave: &Wave, dialect: Dialect) -> String {
    let timescale = dialect.timescale.unwrap_or("1ps");
    let mut text = format!("$date today $end\n$version a test $end\n$timescale {timescale} $end\n");
    let scopes: Vec<&str> = dialect.scope.unwrap_or("TOP.hws").split('.').collect();
    for (number, scope) in scopes.iter().enumerate() {
        let _ = writeln!(text, "$scope module {scope} $end");
        if number + 1 == scopes.len() || dialect.has_aliases {
            variables(&mut text, wave, dialect);
        }
    }
    if dialect.has_others {
        text.push_str(OTHERS);
    }
    scopes.iter().for_each(|_| text.push_str("$upscope $end\n"));
    text.push_str("$enddefinitions $end\n");
    text
}

/// What is beside the signals of a design, in scopes of every kind.
const OTHERS: &str = "\
$scope task step $end
$var real 64 ~r load $end
$upscope $end
$scope function select $end
$var string 1 ~s state $end
$upscope $end
$scope begin unnamedblk1 $end
$var event 1 ~e done $end
$upscope $end
$scope fork join_all $end
$var integer 32 ~m i [31:0] $end
$upscope $end
$scope vhdl_architecture rtl $end
$var parameter 32 ~p N [31:0] $end
$var reg 8 ~q own[0] [7:0] $end
$var reg 8 ~t own[1][0] [7:0] $end
$var supply0 1 ~g gnd [-1] $end
$upscope $end
";

fn variables(text: &mut String, wave: &Wave, dialect: Dialect) {
    let escape = if dialect.is_escaped { "\\" } else { "" };
    let kind = dialect.kind.unwrap_or("wire");
    let space = if dialect.is_glued { "" } else { " " };
    for (place, signal) in shown(wave) {
        let name = &signal.name;
        if dialect.has_attributes {
            text.push_str("$attrbegin array packed bounds 3 0 $end\n");
        }
        for (code, width, bit) in bits(place, signal.width, dialect) {
            let range = match bit {
                Some(bit) => format!("{space}[{bit}]"),
                None if width > 1 && dialect.is_ascending => format!("{space}[0:{}]", width - 1),
                None if width > 1 => format!("{space}[{}:0]", width - 1),
                None => String::new(),
            };
            let _ = writeln!(text, "$var {kind} {width} {code} {escape}{name}{range} $end");
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
