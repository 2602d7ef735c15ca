//! The keys of a stimulus line, the range of their numbers, and which operation takes which keys.

use std::fmt;

use hws_regs::RsIds;

use crate::json_lines::{JsonKey, Word, json_key};

/// A key of a stimulus line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OperationKey {
    /// The cycle of the operation.
    At,
    /// The operation.
    Op,
    /// A byte address in shared memory, or an offset on the bus.
    Addr,
    /// Words of shared memory.
    Words,
    /// A register by name.
    Reg,
    /// The value written.
    Value,
    /// hdr_id.
    HdrId,
    /// hdr_entry_id.
    HdrEntryId,
    /// Byte address of a descriptor.
    TdAddr,
    /// Lead of pre-complete reports.
    PreLead,
}

impl OperationKey {
    /// Every key.
    pub(crate) const ALL: [Self; 10] = [
        Self::At,
        Self::Op,
        Self::Addr,
        Self::Words,
        Self::Reg,
        Self::Value,
        Self::HdrId,
        Self::HdrEntryId,
        Self::TdAddr,
        Self::PreLead,
    ];

    /// Returns the spelling of the key in the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.json().name
    }

    /// The key as it is written.
    #[inline]
    pub(crate) const fn json(self) -> JsonKey {
        match self {
            Self::At => json_key!("at"),
            Self::Op => json_key!("op"),
            Self::Addr => json_key!("addr"),
            Self::Words => json_key!("words"),
            Self::Reg => json_key!("reg"),
            Self::Value => json_key!("value"),
            Self::HdrId => json_key!("hdr_id"),
            Self::HdrEntryId => json_key!("hdr_entry_id"),
            Self::TdAddr => json_key!("td_addr"),
            Self::PreLead => json_key!("pre_lead"),
        }
    }

    /// The key of that name.
    pub(crate) fn parse(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name().as_bytes() == name)
    }

    /// The largest number it may hold.
    pub(crate) const fn limit(self) -> u64 {
        match self {
            Self::At => i64::MAX as u64,
            Self::HdrId => (1 << RsIds::HDR_ID.width) - 1,
            Self::HdrEntryId => (1 << RsIds::HDR_ENTRY_ID.width) - 1,
            _ => u32::MAX as u64,
        }
    }
}

impl fmt::Display for OperationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of keys.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct KeySet(u16);

impl KeySet {
    pub(crate) const fn from_keys(keys: &[OperationKey]) -> Self {
        let (mut set, mut at) = (0, 0);
        while at < keys.len() {
            set |= 1 << keys[at] as u16;
            at += 1;
        }
        Self(set)
    }

    pub(crate) const fn has(self, key: OperationKey) -> bool {
        self.0 >> key as u16 & 1 == 1
    }

    pub(crate) fn insert(&mut self, key: OperationKey) {
        self.0 |= 1 << key as u16;
    }

    /// The first key of this set that `other` lacks.
    pub(crate) fn first_not_in(self, other: Self) -> Option<OperationKey> {
        let rest = self.0 & !other.0;
        OperationKey::ALL.get(rest.trailing_zeros() as usize).copied()
    }

    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The operations, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpName {
    Mem,
    Write,
    Read,
    Hdr,
    SipArray,
    End,
}

impl OpName {
    pub(crate) const ALL: [Self; 6] =
        [Self::Mem, Self::Write, Self::Read, Self::Hdr, Self::SipArray, Self::End];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Mem => "mem",
            Self::Write => "write",
            Self::Read => "read",
            Self::Hdr => "hdr",
            Self::SipArray => "sip_array",
            Self::End => "end",
        }
    }

    /// The name as it is written.
    pub(crate) const fn word(self) -> Word {
        match self {
            Self::Mem => const { Word::new(Self::Mem.name()) },
            Self::Write => const { Word::new(Self::Write.name()) },
            Self::Read => const { Word::new(Self::Read.name()) },
            Self::Hdr => const { Word::new(Self::Hdr.name()) },
            Self::SipArray => const { Word::new(Self::SipArray.name()) },
            Self::End => const { Word::new(Self::End.name()) },
        }
    }

    pub(crate) fn parse(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.name().as_bytes() == name)
    }

    /// The keys it must have.
    pub(crate) const fn required(self) -> KeySet {
        KeySet::from_keys(match self {
            Self::Mem => &[OperationKey::At, OperationKey::Op, OperationKey::Addr, OperationKey::Words],
            Self::Write => &[OperationKey::At, OperationKey::Op, OperationKey::Value],
            Self::Hdr => &[
                OperationKey::At,
                OperationKey::Op,
                OperationKey::HdrId,
                OperationKey::HdrEntryId,
                OperationKey::TdAddr,
            ],
            Self::SipArray => &[OperationKey::At, OperationKey::Op, OperationKey::PreLead],
            Self::Read | Self::End => &[OperationKey::At, OperationKey::Op],
        })
    }

    /// Further keys it may have: a bus access names its target in one of two ways.
    pub(crate) const fn optional(self) -> KeySet {
        match self {
            Self::Write | Self::Read => KeySet::from_keys(&[OperationKey::Addr, OperationKey::Reg]),
            _ => KeySet::from_keys(&[]),
        }
    }
}
