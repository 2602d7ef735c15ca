//! Who depends on a map.

/// Something that was made for a map and that a change of the map may break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dependent {
    /// Sources that use the C header: they no longer compile, or mean something else.
    C,
    /// Sources that use the SystemVerilog package or the UVM model, in the same sense.
    SystemVerilog,
    /// Sources that use the Rust types, in the same sense.
    Rust,
    /// Sources that use the Python module, in the same sense.
    Python,
    /// An image that was built for the old map and runs on hardware of the new one.
    Firmware,
    /// RTL and benches of the old map: an access that software of the old map makes has another effect or another result
    /// by the new one, or a path or parameter that a bench relies on is different.
    Rtl,
}

impl Dependent {
    /// Everyone, in declaration order.
    pub const ALL: [Self; 6] =
        [Self::C, Self::SystemVerilog, Self::Rust, Self::Python, Self::Firmware, Self::Rtl];

    /// Returns the word of `hws regs diff --json`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::SystemVerilog => "systemverilog",
            Self::Rust => "rust",
            Self::Python => "python",
            Self::Firmware => "firmware",
            Self::Rtl => "rtl",
        }
    }

    /// Returns the name as people write it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::SystemVerilog => "SystemVerilog",
            Self::Rust => "Rust",
            Self::Python => "Python",
            Self::Firmware => "firmware",
            Self::Rtl => "RTL",
        }
    }
}
