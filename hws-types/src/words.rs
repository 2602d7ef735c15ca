//! The packed words of `interfaces.md` that only the encoders of this crate see, with the bits of every field.

/// Conversion between a packed struct and its word.
macro_rules! packed_as_u32 {
    ($($name:ident),*) => {$(
        impl From<u32> for $name {
            fn from(word: u32) -> Self {
                Self::from_bytes(word.to_le_bytes())
            }
        }
        impl From<$name> for u32 {
            fn from(packed: $name) -> Self {
                Self::from_le_bytes(packed.into_bytes())
            }
        }
    )*};
}
use packed_as_u32;

mod generated;

pub(crate) use generated::{
    MihBlockFinish, MihError, MihHeader, MihRequest, MihSchedInfo, MihTypeCode, NoticeCode, SourceCode,
};
