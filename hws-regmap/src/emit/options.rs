//! What a user may choose about an export, and the formats that heed it.

use super::ExportFormat;
use crate::model::Map;
use thiserror::Error;

/// What a user may choose about an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// Rust: one file that needs no other crate.
    pub standalone: bool,
    /// The address of the window's first byte in the system; 0 if the system adds it.
    pub base: u64,
    /// What names in the export begin with, instead of the name of the map.
    pub prefix: Option<String>,
}

/// One of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportOption {
    /// [`ExportOptions::standalone`].
    Standalone,
    /// [`ExportOptions::base`].
    Base,
    /// [`ExportOptions::prefix`].
    Prefix,
}

impl ExportOption {
    /// Returns its name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Standalone => "--standalone",
            Self::Base => "--base",
            Self::Prefix => "--prefix",
        }
    }
}

/// Options that an export cannot have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OptionRefused {
    /// The format has nothing that the option changes.
    #[error("{} is not for format `{format}`; it is for {}", option.as_str(), formats(*option))]
    NotForFormat {
        /// The option.
        option: ExportOption,
        /// The format's name.
        format: &'static str,
    },
    /// Rust types for `hws-regs` have no base address.
    #[error("{} needs --standalone for format `rust`: types for hws-regs have byte offsets only", option.as_str())]
    NeedsStandalone {
        /// The option.
        option: ExportOption,
    },
    /// Accesses at this base would not be aligned.
    #[error("the base 0x{base:x} is not a multiple of {alignment}, the bytes of the widest access")]
    Unaligned {
        /// The base.
        base: u64,
        /// Bytes of the widest access.
        alignment: u64,
    },
    /// The window does not fit behind this base.
    #[error("a window of 0x{bytes:x} bytes at 0x{base:x} would end beyond the 64-bit address space")]
    BeyondAddresses {
        /// The base.
        base: u64,
        /// Bytes of the window.
        bytes: u64,
    },
    /// Names could not begin so.
    #[error(
        "`{prefix}` is not a prefix of names; use letters, digits and underscores, starting with a letter"
    )]
    IllegalPrefix {
        /// The prefix.
        prefix: String,
    },
}

fn formats(option: ExportOption) -> String {
    let heed = super::FORMATS.iter().filter(|format| format.options.contains(&option));
    heed.map(|format| format.name).collect::<Vec<_>>().join(", ")
}

impl ExportOptions {
    /// Checks that the format heeds every option that was chosen, and that the map allows it.
    ///
    /// # Errors
    /// The first option that does not apply.
    pub fn check(&self, format: &ExportFormat, map: &Map) -> Result<(), OptionRefused> {
        let chosen = [
            (self.standalone, ExportOption::Standalone),
            (self.base != 0, ExportOption::Base),
            (self.prefix.is_some(), ExportOption::Prefix),
        ];
        for (_, option) in chosen.into_iter().filter(|(is_chosen, _)| *is_chosen) {
            if !format.options.contains(&option) {
                return Err(OptionRefused::NotForFormat { option, format: format.name });
            }
            if format.name == "rust" && !self.standalone {
                return Err(OptionRefused::NeedsStandalone { option });
            }
        }
        self.check_base(map)?;
        self.check_prefix()
    }

    fn check_base(&self, map: &Map) -> Result<(), OptionRefused> {
        let (base, bytes) = (self.base, map.window_bytes.value);
        let registers = map.registers.iter().map(|register| register.width.value);
        let memories = map.memories.iter().map(|memory| memory.width.value);
        let alignment = u64::from(registers.chain(memories).max().unwrap_or(map.width) / 8).max(1);
        if !base.is_multiple_of(alignment) {
            return Err(OptionRefused::Unaligned { base, alignment });
        }
        match base.checked_add(bytes.saturating_sub(1)) {
            Some(_) => Ok(()),
            None => Err(OptionRefused::BeyondAddresses { base, bytes }),
        }
    }

    fn check_prefix(&self) -> Result<(), OptionRefused> {
        let Some(prefix) = &self.prefix else { return Ok(()) };
        let is_word = prefix.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let starts = prefix.starts_with(|c: char| c.is_ascii_alphabetic());
        match is_word && starts {
            true => Ok(()),
            false => Err(OptionRefused::IllegalPrefix { prefix: prefix.clone() }),
        }
    }
}
