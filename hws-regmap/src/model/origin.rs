//! Where a map was imported from.

/// The export of another map that a map was imported from.
///
/// A format does not hold everything that is in a map, so that the imported map has another fingerprint than the one
/// that the file carries. While nobody has changed it, its export in the same format is the same file again, with that
/// fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapOrigin {
    /// The format of the file.
    pub format: MapImportFormat,
    /// The fingerprint that it carries.
    pub fingerprint: u64,
    /// The fingerprint of the imported map when it was imported.
    pub unchanged: u64,
}

/// A format that maps are imported from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MapImportFormat {
    /// SystemRDL 2.0.
    SystemRdl,
    /// CMSIS-SVD.
    Svd,
    /// IP-XACT.
    IpXact,
}

impl MapImportFormat {
    /// Every format, in declaration order.
    pub const ALL: &'static [Self] = &[Self::SystemRdl, Self::Svd, Self::IpXact];

    /// The words used in the file and on the command line, in the same order.
    pub(crate) const WORDS: &'static [&'static str] = &["systemrdl", "svd", "ipxact"];

    /// Returns the word used in the file, which is the name of the export format too.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SystemRdl => "systemrdl",
            Self::Svd => "svd",
            Self::IpXact => "ipxact",
        }
    }
}
