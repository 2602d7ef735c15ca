//! Commands: a line is understood as a whole, or refused.

use super::lines::Direction;
use super::number;

/// The most bytes of a transfer.
const MOST_BYTES: u64 = 1 << 20;
/// What is shown of a word that is not understood.
const SHOWN: usize = 40;

/// A command that can be carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Endianness,
    /// A read of an I/O port of so many bytes; there are none, but libqtest reads one to learn of interrupts.
    PortRead {
        bytes: u64,
    },
    PortWrite,
    /// A value of up to eight bytes.
    Read {
        address: u64,
        bytes: u64,
    },
    ReadHex {
        address: u64,
        bytes: u64,
    },
    ReadBase64 {
        address: u64,
        bytes: u64,
    },
    Write {
        address: u64,
        data: Vec<u8>,
    },
    /// By so many nanoseconds, or to the next deadline.
    Step(Option<u64>),
    /// To so many nanoseconds, unless they have passed.
    Set(u64),
    Intercept {
        direction: Direction,
        path: String,
    },
}

/// Every command with its arguments. Those in brackets may be absent.
const USAGES: [(&str, &str); 26] = [
    ("inb", "PORT"),
    ("inw", "PORT"),
    ("inl", "PORT"),
    ("outb", "PORT VALUE"),
    ("outw", "PORT VALUE"),
    ("outl", "PORT VALUE"),
    ("readb", "ADDR"),
    ("readw", "ADDR"),
    ("readl", "ADDR"),
    ("readq", "ADDR"),
    ("writeb", "ADDR VALUE"),
    ("writew", "ADDR VALUE"),
    ("writel", "ADDR VALUE"),
    ("writeq", "ADDR VALUE"),
    ("read", "ADDR SIZE"),
    ("write", "ADDR SIZE DATA"),
    ("b64read", "ADDR SIZE"),
    ("b64write", "ADDR SIZE B64_DATA"),
    ("memset", "ADDR SIZE VALUE"),
    ("clock_step", "[NS]"),
    ("clock_set", "NS"),
    ("irq_intercept_in", "QOM-PATH"),
    ("irq_intercept_out", "QOM-PATH"),
    ("endianness", ""),
    ("set_irq_in", "QOM-PATH NAME NUM LEVEL"),
    ("module_load", "PREFIX LIBRARY"),
];
const LAST_PORT: u64 = 0xFFFF;

impl Command {
    /// Understands a line; the error is what follows `FAIL`.
    pub(super) fn parse(line: &[u8]) -> Result<Self, String> {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_ascii_whitespace();
        let name = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        let Some(&(_, usage)) = USAGES.iter().find(|(known, _)| *known == name) else {
            return Err(format!("Unknown command '{}'", shown(name)));
        };
        let given = Given { name, usage, words: &words };
        given.check_number()?;
        given.command().map_err(|problem| format!("{name}: {problem}"))
    }
}

/// The words of a line.
struct Given<'w> {
    name: &'w str,
    usage: &'static str,
    words: &'w [&'w str],
}

impl Given<'_> {
    fn check_number(&self) -> Result<(), String> {
        let Self { name, usage, words } = self;
        let most = usage.split_ascii_whitespace().count();
        let missing = usage.split_ascii_whitespace().nth(words.len()).filter(|word| !word.starts_with('['));
        let problem = match (missing, words.get(most)) {
            (Some(missing), _) => format!("{missing} is missing"),
            (None, Some(word)) => format!("unexpected word `{}`", shown(word)),
            (None, None) => return Ok(()),
        };
        Err(format!("{name}: {problem}; give {}", format!("{name} {usage}").trim_end()))
    }

    fn command(&self) -> Result<Command, String> {
        Ok(match self.name {
            "endianness" => Command::Endianness,
            "inb" => self.port_read(1)?,
            "inw" => self.port_read(2)?,
            "inl" => self.port_read(4)?,
            "outb" => self.port_write(1)?,
            "outw" => self.port_write(2)?,
            "outl" => self.port_write(4)?,
            "readb" => self.value_read(1)?,
            "readw" => self.value_read(2)?,
            "readl" => self.value_read(4)?,
            "readq" => self.value_read(8)?,
            "writeb" => self.value_write(1)?,
            "writew" => self.value_write(2)?,
            "writel" => self.value_write(4)?,
            "writeq" => self.value_write(8)?,
            "read" => Command::ReadHex { address: self.number(0)?, bytes: self.size(1)? },
            "b64read" => Command::ReadBase64 { address: self.number(0)?, bytes: self.size(0)? },
            "write" => self.data_write(1, number::from_hex)?,
            "b64write" => self.data_write(1, number::from_base64)?,
            "memset" => Command::Write {
                address: self.number(0)?,
                // QEMU takes the lowest byte.
                data: vec![self.number(2)? as u8; self.size(0)? as usize],
            },
            "clock_step" => Command::Step(self.words.first().map(|_| self.number(0)).transpose()?),
            "clock_set" => Command::Set(self.number(0)?),
            "irq_intercept_in" => self.intercept(Direction::In),
            "irq_intercept_out" => self.intercept(Direction::Out),
            "set_irq_in" => {
                return Err("no interrupt line can be set from outside; use the registers".to_owned());
            }
            _ => return Err("there are no modules".to_owned()),
        })
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).copied().unwrap_or_default()
    }

    fn number(&self, at: usize) -> Result<u64, String> {
        let word = self.word(at);
        number::parse(word).ok_or_else(|| {
            let name = self.usage.split_ascii_whitespace().nth(at).unwrap_or_default();
            format!(
                "{} is `{}`, which is not a number from 0 to 2^64 - 1",
                name.trim_matches(['[', ']']),
                shown(word)
            )
        })
    }

    /// The number of bytes, which is the second word.
    fn size(&self, least: u64) -> Result<u64, String> {
        let size = self.number(1)?;
        if (least..=MOST_BYTES).contains(&size) {
            return Ok(size);
        }
        Err(format!("SIZE is {size}, which is not from {least} to {MOST_BYTES}; transfer it in parts"))
    }

    fn port(&self) -> Result<(), String> {
        let port = self.number(0)?;
        (port <= LAST_PORT).then_some(()).ok_or_else(|| format!("PORT is {port:#x}, above {LAST_PORT:#x}"))
    }

    fn port_read(&self, bytes: u64) -> Result<Command, String> {
        self.port().map(|()| Command::PortRead { bytes })
    }

    fn port_write(&self, bytes: u32) -> Result<Command, String> {
        self.port().and_then(|()| self.value_write(bytes)).map(|_| Command::PortWrite)
    }

    fn value_read(&self, bytes: u64) -> Result<Command, String> {
        Ok(Command::Read { address: self.number(0)?, bytes })
    }

    fn value_write(&self, bytes: u32) -> Result<Command, String> {
        let value = self.number(1)?;
        if value.checked_shr(8 * bytes).unwrap_or(0) != 0 {
            return Err(format!("VALUE is {value:#x}, which does not fit in {} bits", 8 * bytes));
        }
        let data = value.to_le_bytes().into_iter().take(bytes as usize).collect();
        Ok(Command::Write { address: self.number(0)?, data })
    }

    fn data_write(
        &self,
        least: u64,
        data: impl Fn(&str, usize) -> Result<Vec<u8>, String>,
    ) -> Result<Command, String> {
        let address = self.number(0)?;
        // At most 2^20.
        let bytes = self.size(least)? as usize;
        Ok(Command::Write { address, data: data(self.word(2), bytes)? })
    }

    fn intercept(&self, direction: Direction) -> Command {
        Command::Intercept { direction, path: self.word(0).to_owned() }
    }
}

/// The beginning of a word, printable.
fn shown(word: &str) -> String {
    let is_cut = word.chars().nth(SHOWN).is_some();
    let beginning: String = word.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if is_cut { format!("{beginning}…") } else { beginning }
}
