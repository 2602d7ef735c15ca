//! The kinds of changes, and the users that each kind breaks.

use super::{Dependent, DiffSeverity};
use Dependent::{C, Firmware, Python, Rtl, Rust, SystemVerilog};

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal, $phrase:literal, [$($dependent:ident),*];)*) => {
        /// What a change does; it determines whom the change breaks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ChangeKind {
            $($(#[doc = $doc])* $variant,)*
        }

        impl ChangeKind {
            /// Every kind, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the name, as in the table of `docs/map-changes.md`; it never changes once published.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns what is said of the change, with `{before}` and `{after}` in place of what was and what is.
            pub(super) fn phrase(self) -> &'static str {
                match self { $(Self::$variant => $phrase,)* }
            }

            /// Returns whom it breaks; nobody if code written for the old map is still right.
            #[must_use]
            pub fn breaks(self) -> &'static [Dependent] {
                match self { $(Self::$variant => &[$($dependent),*],)* }
            }

            /// Returns the meaning in one sentence.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

kinds! {
    /// The map has another name.
    MapRenamed = "map-renamed", "renamed to {after}", [C, SystemVerilog, Rust];
    /// The window has more bytes.
    WindowGrown = "window-grown", "the window was {before} bytes and is {after}", [];
    /// The window has fewer bytes.
    WindowShrunk = "window-shrunk", "the window was {before} bytes and is {after}", [Firmware, Rtl];
    /// Another order of a bus access and a hardware event in the same cycle.
    SameCycleChanged = "same-cycle-changed", "the order within a cycle was {before} and is {after}", [Firmware, Rtl];
    /// The order of a bus access and a hardware event in the same cycle is no longer left open.
    SameCycleDefined = "same-cycle-defined", "the order within a cycle was {before} and is {after}", [Rtl];

    /// A new page.
    PageAdded = "page-added", "page added at {after}", [];
    /// A page is gone.
    PageRemoved = "page-removed", "page removed from {before}", [C, SystemVerilog, Rust, Python];
    /// The page at this address has another name.
    PageRenamed = "page-renamed", "page renamed to {after}", [C, SystemVerilog, Rust, Python];
    /// The page begins elsewhere.
    PageMoved = "page-moved", "page moved from {before} to {after}", [Firmware, Rtl];
    /// The page has another size.
    PageResized = "page-resized", "page had {before} bytes and has {after}", [];

    /// A new parameter.
    ParameterAdded = "parameter-added", "parameter added", [];
    /// A parameter is gone.
    ParameterRemoved = "parameter-removed", "parameter removed", [C, SystemVerilog, Rust, Python];
    /// The parameter has another value.
    ParameterChanged = "parameter-changed", "parameter was {before} and is {after}", [Firmware, Rtl];
    /// Values of the parameter that were legal no longer are.
    ParameterNarrowed = "parameter-narrowed", "may be {after} instead of {before}", [Rtl];
    /// More values of the parameter are legal.
    ParameterWidened = "parameter-widened", "may be {after} instead of {before}", [];
    /// The parameter counts something else.
    ParameterUnitChanged = "parameter-unit-changed", "unit was {before} and is {after}", [C, SystemVerilog, Rust, Python, Firmware, Rtl];
    /// The parameter can no longer be set.
    ParameterFixed = "parameter-fixed", "parameter became fixed", [Rtl];
    /// The parameter can now be set.
    ParameterFreed = "parameter-freed", "parameter is no longer fixed", [];

    /// A new shared type of named values.
    EnumAdded = "enum-added", "enum added", [];
    /// A shared type of named values is gone.
    EnumRemoved = "enum-removed", "enum removed", [C, SystemVerilog, Rust, Python];
    /// The type of named values has another name, or is another one.
    EnumRenamed = "enum-renamed", "enum was {before} and is {after}", [C, SystemVerilog, Rust, Python];
    /// The field has named values now, and with them another type in typed languages.
    EnumAttached = "enum-attached", "has the named values of {after}", [SystemVerilog, Rust];
    /// The field has no named values any longer.
    EnumDetached = "enum-detached", "no longer has the named values of {before}", [C, SystemVerilog, Rust, Python];
    /// A new named value of a field that software writes.
    ValueAdded = "value-added", "value {after} added", [];
    /// A new named value of a field that software only reads: an exhaustive reader does not know it.
    StatusValueAdded = "status-value-added", "value {after} added, which may be read", [C, SystemVerilog, Rust, Python, Firmware];
    /// A named value is gone.
    ValueRemoved = "value-removed", "value {before} removed", [C, SystemVerilog, Rust, Python, Firmware, Rtl];
    /// The value has another name.
    ValueRenamed = "value-renamed", "value {before} renamed to {after}", [C, SystemVerilog, Rust, Python];
    /// The name stands for another value.
    ValueChanged = "value-changed", "value {before} is now {after}", [Firmware, Rtl];

    /// A new register where there was none.
    RegisterAdded = "register-added", "added at {after}", [];
    /// A register is gone.
    RegisterRemoved = "register-removed", "removed from {before}", [C, SystemVerilog, Rust, Python, Firmware, Rtl];
    /// The same register with another name.
    RegisterRenamed = "register-renamed", "renamed to {after}", [C, SystemVerilog, Rust, Python];
    /// The register has another offset.
    RegisterMoved = "register-moved", "moved from {before} to {after}", [Firmware, Rtl];
    /// The register, at the same address, is on another page.
    RegisterRepaged = "register-repaged", "was on page {before} and is on {after}", [Python];
    /// The register has another number of bits.
    RegisterResized = "register-resized", "was {before} bits wide and is {after}", [C, SystemVerilog, Rust, Python, Firmware, Rtl];
    /// The array has another number of dimensions.
    IndicesChanged = "indices-changed", "had {before} and has {after}", [C, SystemVerilog, Rust, Python, Firmware, Rtl];
    /// The elements of the array are a different number of bytes apart.
    StrideChanged = "stride-changed", "stride was {before} and is {after}", [Firmware, Rtl];
    /// The array has more elements.
    ArrayGrown = "array-grown", "had {before} elements and has {after}", [];
    /// The array has fewer elements.
    ArrayShrunk = "array-shrunk", "had {before} elements and has {after}", [Firmware, Rtl];
    /// Writes became commands that take effect at the next boundary, or are no longer commands.
    QueuedChanged = "queued-changed", "was {before} and is {after}", [Firmware, Rtl];
    /// The register shows another register than before, became an alias, or is no longer one.
    AliasChanged = "alias-changed", "was {before} and is {after}", [Firmware, Rtl];
    /// The register plays another part in an interrupt, or together with other registers.
    InterruptChanged = "interrupt-changed", "part in an interrupt was {before} and is {after}", [Firmware, Rtl];
    /// More combinations of fields are legal.
    CombinationsWidened = "combinations-widened", "more combinations of fields are legal", [];
    /// Combinations of fields that were legal no longer are.
    CombinationsNarrowed = "combinations-narrowed", "fewer or other combinations of fields are legal", [Firmware, Rtl];
    /// Other automatic tests leave the register alone.
    SkippedTestsChanged = "skipped-tests-changed", "automatic tests left out were {before} and are {after}", [];
    /// A new unnamed word of a group, which reads 0, where nothing was mapped.
    ReservedAdded = "reserved-added", "word {after} of each element became mapped and reads 0", [];
    /// An unnamed word of a group is no longer mapped, or has become a register that software which does not know it disturbs.
    ReservedRemoved = "reserved-removed", "word {before} of each element is no longer mapped as an unnamed word", [Firmware, Rtl];

    /// A new field in reserved bits that resets to 0 and takes any value, or takes no writes.
    FieldAdded = "field-added", "added at {after}", [];
    /// A new field whose reset is not 0: software that writes 0 to reserved bits changes it.
    FieldAddedWithReset = "field-added-with-reset", "added at {after}", [Firmware, Rtl];
    /// A new field with restricted values: a write of ones to its bits, ignored before, may be refused as a whole.
    FieldAddedRestricted = "field-added-restricted", "added at {after}", [Firmware, Rtl];
    /// A new field that a read of its register changes.
    FieldAddedReadEffect = "field-added-read-effect", "added at {after}", [Firmware, Rtl];
    /// A new field that a write of 0 sets or toggles: software writes 0 to reserved bits.
    FieldAddedWriteEffect = "field-added-write-effect", "added at {after}", [Firmware, Rtl];
    /// A field is gone.
    FieldRemoved = "field-removed", "removed from {before}", [C, SystemVerilog, Rust, Python, Firmware, Rtl];
    /// The field in these bits has another name.
    FieldRenamed = "field-renamed", "renamed to {after}", [C, SystemVerilog, Rust, Python];
    /// The field has other bits, as many as before.
    FieldMoved = "field-moved", "moved from {before} to {after}", [Firmware, Rtl];
    /// The field has more bits: masks and types change.
    FieldWidened = "field-widened", "widened from {before} to {after}", [SystemVerilog, Rust, Firmware, Rtl];
    /// The field has fewer bits.
    FieldNarrowed = "field-narrowed", "narrowed from {before} to {after}", [SystemVerilog, Rust, Firmware, Rtl];
    /// Reads or writes of the bus have another effect.
    AccessChanged = "access-changed", "was {before} and is {after}", [SystemVerilog, Rust, Python, Firmware, Rtl];
    /// The hardware has another access.
    HardwareChanged = "hardware-changed", "hardware access was {before} and is {after}", [Firmware, Rtl];
    /// The field has another value after reset.
    ResetChanged = "reset-changed", "reset was {before} and is {after}", [Firmware, Rtl];
    /// Reset determines the field, which it left undefined.
    ResetDefined = "reset-defined", "reset was unknown and is {after}", [Rtl];
    /// The field always reads its reset value.
    BecameConstant = "became-constant", "became constant", [];
    /// The field may now read something else than its reset value.
    NoLongerConstant = "no-longer-constant", "is no longer constant", [Firmware];
    /// A write of 1 now acts at once and is not stored.
    BecamePulse = "became-pulse", "became a pulse", [Firmware, Rtl];
    /// A write of 1 no longer acts at once.
    NoLongerPulse = "no-longer-pulse", "is no longer a pulse", [Firmware, Rtl];
    /// The field became a counter, counts differently, or no longer counts.
    CounterChanged = "counter-changed", "was {before} and is {after}", [Firmware, Rtl];
    /// Other bits decide whether a write has an effect.
    GuardsChanged = "guards-changed", "was {before} and is {after}", [Firmware, Rtl];
    /// Software may write more values.
    LegalWidened = "legal-widened", "legal was {before} and is {after}", [];
    /// Values that software could write are refused.
    LegalNarrowed = "legal-narrowed", "legal was {before} and is {after}", [Firmware, Rtl];
    /// The hardware may report more values.
    StatusWidened = "status-widened", "may read as {after} instead of {before}", [C, SystemVerilog, Rust, Python, Firmware];
    /// The hardware no longer reports some values.
    StatusNarrowed = "status-narrowed", "may read as {after} instead of {before}", [Rtl];

    /// A new memory or window.
    MemoryAdded = "memory-added", "memory added at {after}", [];
    /// A memory or window is gone.
    MemoryRemoved = "memory-removed", "memory removed from {before}", [C, SystemVerilog, Rust, Python, Firmware, Rtl];
    /// The memory at this address has another name.
    MemoryRenamed = "memory-renamed", "memory renamed to {after}", [C, SystemVerilog, Rust, Python];
    /// The memory begins elsewhere.
    MemoryMoved = "memory-moved", "memory moved from {before} to {after}", [Firmware, Rtl];
    /// The memory has more bytes.
    MemoryGrown = "memory-grown", "memory had {before} bytes and has {after}", [];
    /// The memory has fewer bytes.
    MemoryShrunk = "memory-shrunk", "memory had {before} bytes and has {after}", [Firmware, Rtl];
    /// The entries of the memory have another number of bits.
    MemoryWidthChanged = "memory-width-changed", "entries were {before} bits wide and are {after}", [C, SystemVerilog, Rust, Python, Firmware, Rtl];
    /// The bus has another access to the memory.
    MemoryAccessChanged = "memory-access-changed", "was {before} and is {after}", [SystemVerilog, Rust, Python, Firmware, Rtl];

    /// The path in the RTL is another one, or no longer known: backdoor accesses fail.
    HdlPathChanged = "hdl-path-changed", "path in the RTL was {before} and is {after}", [Rtl];
    /// The path in the RTL became known.
    HdlPathAdded = "hdl-path-added", "path in the RTL is {after}", [];
}

impl ChangeKind {
    /// Returns whether code written for the old map is wrong for the new one.
    #[must_use]
    pub fn severity(self) -> DiffSeverity {
        match self.breaks() {
            [] => DiffSeverity::Compatible,
            _ => DiffSeverity::Breaking,
        }
    }
}
