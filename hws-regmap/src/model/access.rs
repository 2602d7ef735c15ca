//! The access to a field from the bus and from the hardware.

/// The effect of a bus read on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadEffect {
    /// The field cannot be read: 0, or a bus error if that is true of the whole register.
    Hidden,
    /// A read returns the value and changes nothing.
    Kept,
    /// A read returns the value and clears every bit.
    Clears,
    /// A read returns the value and sets every bit.
    Sets,
    /// A read removes what it returns.
    Pops,
}

/// The effect of a bus write on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteEffect {
    /// A write changes nothing; it is a bus error if that is true of the whole register.
    Ignored,
    /// The written value is stored.
    Stores,
    /// The first write after reset is stored, later ones change nothing.
    StoresOnce,
    /// Every 1 clears its bit.
    OneClears,
    /// Every 1 sets its bit.
    OneSets,
    /// Every 1 toggles its bit.
    OneToggles,
    /// Every 0 clears its bit.
    ZeroClears,
    /// Every 0 sets its bit.
    ZeroSets,
    /// Every 0 toggles its bit.
    ZeroToggles,
    /// Any write clears every bit.
    Clears,
    /// Any write sets every bit.
    Sets,
}

macro_rules! accesses {
    ($($(#[doc = $doc:literal])* $variant:ident = $text:literal, $read:ident, $write:ident;)*) => {
        /// The bus side of a field: the access policies of IEEE 1800.2, and one whose reads pop.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum MapAccess {
            $($(#[doc = $doc])* $variant,)*
        }

        impl MapAccess {
            /// Every access, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The words used in the file, in the same order.
            pub(crate) const WORDS: &'static [&'static str] = &[$($text,)*];

            /// Returns the word used in the file.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Returns the effect of a read.
            #[must_use]
            pub fn read(self) -> ReadEffect {
                match self { $(Self::$variant => ReadEffect::$read,)* }
            }

            /// Returns the effect of a write.
            #[must_use]
            pub fn write(self) -> WriteEffect {
                match self { $(Self::$variant => WriteEffect::$write,)* }
            }
        }
    };
}

accesses! {
    /// Read and write.
    Rw = "RW", Kept, Stores;
    /// Read only.
    Ro = "RO", Kept, Ignored;
    /// Write only.
    Wo = "WO", Hidden, Stores;
    /// Write one to clear.
    W1c = "W1C", Kept, OneClears;
    /// A read pops: it removes what it returns.
    Rp = "RP", Pops, Ignored;
    /// Write one to set.
    W1s = "W1S", Kept, OneSets;
    /// Write one to toggle.
    W1t = "W1T", Kept, OneToggles;
    /// Write zero to clear.
    W0c = "W0C", Kept, ZeroClears;
    /// Write zero to set.
    W0s = "W0S", Kept, ZeroSets;
    /// Write zero to toggle.
    W0t = "W0T", Kept, ZeroToggles;
    /// Any write clears.
    Wc = "WC", Kept, Clears;
    /// Any write sets.
    Ws = "WS", Kept, Sets;
    /// A read clears.
    Rc = "RC", Clears, Ignored;
    /// A read sets.
    Rs = "RS", Sets, Ignored;
    /// A write stores, a read clears.
    Wrc = "WRC", Clears, Stores;
    /// A write stores, a read sets.
    Wrs = "WRS", Sets, Stores;
    /// Any write clears, a read sets.
    Wcrs = "WCRS", Sets, Clears;
    /// Any write sets, a read clears.
    Wsrc = "WSRC", Clears, Sets;
    /// Write one to clear, a read sets.
    W1crs = "W1CRS", Sets, OneClears;
    /// Write one to set, a read clears.
    W1src = "W1SRC", Clears, OneSets;
    /// Write zero to clear, a read sets.
    W0crs = "W0CRS", Sets, ZeroClears;
    /// Write zero to set, a read clears.
    W0src = "W0SRC", Clears, ZeroSets;
    /// Write only, any write clears.
    Woc = "WOC", Hidden, Clears;
    /// Write only, any write sets.
    Wos = "WOS", Hidden, Sets;
    /// Write once: only the first write after reset is stored.
    W1 = "W1", Kept, StoresOnce;
    /// Write only, and only the first write after reset is stored.
    Wo1 = "WO1", Hidden, StoresOnce;
}

impl MapAccess {
    /// Returns the access with these effects, if it has a name.
    ///
    /// ```
    /// use hws_regmap::{MapAccess, ReadEffect, WriteEffect};
    /// assert_eq!(MapAccess::with(ReadEffect::Sets, WriteEffect::OneClears), Some(MapAccess::W1crs));
    /// assert_eq!(MapAccess::with(ReadEffect::Hidden, WriteEffect::OneClears), None);
    /// ```
    #[must_use]
    pub fn with(read: ReadEffect, write: WriteEffect) -> Option<Self> {
        Self::ALL.iter().copied().find(|access| access.read() == read && access.write() == write)
    }

    /// Returns whether a bus read gives the value.
    #[must_use]
    pub fn is_readable(self) -> bool {
        self.read() != ReadEffect::Hidden
    }

    /// Returns whether a bus write has an effect.
    #[must_use]
    pub fn is_writable(self) -> bool {
        self.write() != WriteEffect::Ignored
    }

    /// Returns whether the bus stores the written value, at least once.
    #[must_use]
    pub fn stores(self) -> bool {
        matches!(self.write(), WriteEffect::Stores | WriteEffect::StoresOnce)
    }

    /// Returns whether a read changes the field.
    #[must_use]
    pub fn has_read_effect(self) -> bool {
        matches!(self.read(), ReadEffect::Clears | ReadEffect::Sets | ReadEffect::Pops)
    }

    /// Returns the hardware side that this access has if the map does not say otherwise.
    #[must_use]
    pub fn usual_hardware(self) -> HardwareAccess {
        match (self.read(), self.write()) {
            (_, WriteEffect::Ignored) => HardwareAccess::Writes,
            (_, WriteEffect::OneClears | WriteEffect::ZeroClears | WriteEffect::Clears) => {
                HardwareAccess::Sets
            }
            (ReadEffect::Clears, _) => HardwareAccess::Sets,
            _ => HardwareAccess::Reads,
        }
    }

    /// Returns the usual hardware side in a register of which a write may be a command.
    pub(crate) fn usual_hardware_of(self, is_queued: bool) -> HardwareAccess {
        if is_queued && self == Self::Rw { HardwareAccess::Both } else { self.usual_hardware() }
    }
}

/// The hardware side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HardwareAccess {
    /// The hardware uses the value that the bus wrote.
    Reads,
    /// The hardware provides the value that the bus reads.
    Writes,
    /// The hardware sets bits, the bus clears them.
    Sets,
    /// The hardware uses the value and may change it; for a command: the bus writes a command and reads a state.
    Both,
    /// The hardware neither uses nor changes the value: scratch bits, constants.
    Neither,
}

impl HardwareAccess {
    /// Every hardware access, in declaration order.
    pub const ALL: [Self; 5] = [Self::Reads, Self::Writes, Self::Sets, Self::Both, Self::Neither];

    /// The words used in the file; the last three are short forms.
    pub(crate) const WORDS: &'static [&'static str] =
        &["reads", "writes", "sets", "both", "none", "r", "w", "rw"];

    /// Returns the word used in the file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Writes => "writes",
            Self::Sets => "sets",
            Self::Both => "both",
            Self::Neither => "none",
        }
    }

    /// Returns the hardware access of that word, long or short.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        match word {
            "reads" | "r" => Some(Self::Reads),
            "writes" | "w" => Some(Self::Writes),
            "both" | "rw" => Some(Self::Both),
            "sets" => Some(Self::Sets),
            "none" => Some(Self::Neither),
            _ => None,
        }
    }

    /// Returns the access to a group of bits: some bits have the one access, the others have the other.
    pub(crate) fn and(self, other: Self) -> Self {
        let is_reader = self.is_reader() || other.is_reader();
        match (is_reader, self.is_writer() || other.is_writer()) {
            _ if self == other => self,
            (true, true) => Self::Both,
            (true, false) => Self::Reads,
            (false, true) => Self::Writes,
            (false, false) => Self::Neither,
        }
    }

    /// Returns whether the hardware uses the value.
    #[must_use]
    pub fn is_reader(self) -> bool {
        matches!(self, Self::Reads | Self::Sets | Self::Both)
    }

    /// Returns whether the hardware may change the value.
    #[must_use]
    pub fn is_writer(self) -> bool {
        matches!(self, Self::Writes | Self::Sets | Self::Both)
    }
}
