//! The state digest: FNV-1a 64 over the registers that expose the state (interfaces.md §8).

use std::fmt;
use std::sync::LazyLock;

use hws_input::fnv_1a;
use hws_model::Hws;
use hws_regs::RegId;

/// The state of an HWS in 64 bits; shown as 16 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Digest(
    /// The hash.
    pub u64,
);

/// The registers in the order of interfaces.md §8, as the map names them. A name that ends in a dot means all
/// the words of a group, element by element.
const ORDER: [&str; 27] = [
    "SIP_IDLE_MASK",
    "SIP_PRE_IDLE_MASK",
    "SIP_PENDING_MASK",
    "SIP_COUNT_EN_MASK",
    "RESERVED_SIP_MASK",
    "HRM_FW_OWNED",
    "SIP_REMAIN_EXEC_TIME[]",
    "RSV_THREAD_NUM[]",
    "SIP_LAUNCH[]",
    "RS[].",
    "VC_POOL_FREE[][]",
    "DAG[].",
    "LAUNCH[].",
    "MIH_STATUS",
    "ERR_STATUS",
    "CNT_ATTEMPT",
    "CNT_FAIL",
    "CNT_LAUNCH_R",
    "CNT_LAUNCH_P",
    "CNT_LAUNCH_O",
    "CNT_BACKFILL",
    "CNT_EARLY",
    "CNT_PROMOTE",
    "CNT_CANCEL",
    "CNT_KERNEL_DONE",
    "CNT_TASK_REJECT",
    "CNT_MIH_DROP",
];

/// The elements of [`ORDER`], looked up once. Within a name, offset order is index order.
static REGISTERS: LazyLock<Vec<RegId>> = LazyLock::new(|| {
    ORDER.iter().flat_map(|pattern| RegId::all().filter(|register| is_of(*register, pattern))).collect()
});

fn is_of(register: RegId, pattern: &str) -> bool {
    let name = register.info().name;
    name == pattern || pattern.ends_with('.') && name.starts_with(pattern)
}

impl Digest {
    /// Computes the digest of the present state, without changing it.
    #[must_use]
    pub fn new(hws: &Hws) -> Self {
        Self::from_words(Self::registers().map(|register| hws.peek(register)))
    }

    /// Returns the registers that the digest covers, in its order.
    pub fn registers() -> impl Iterator<Item = RegId> {
        REGISTERS.iter().copied()
    }

    /// Computes the digest of a sequence of words, each in little-endian byte order.
    #[must_use]
    pub fn from_words(words: impl IntoIterator<Item = u32>) -> Self {
        Self(fnv_1a(words.into_iter().flat_map(u32::to_le_bytes)))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use hws_regs::RegIndex;

    use hws_regs::params;
    use hws_types::{Die, Entry, LaunchId, Sip};

    use super::*;

    #[test]
    fn words_are_hashed_in_little_endian_order() {
        assert_eq!(Digest::from_words([0x6463_6261, 0x6867_6665]), Digest(fnv_1a(*b"abcdefgh")));
    }

    #[test]
    fn leading_zeros_are_shown() {
        assert_eq!(Digest(0xAB).to_string(), "00000000000000ab");
    }

    #[test]
    fn every_name_matches_and_the_arrays_are_complete() {
        for pattern in ORDER {
            assert!(RegId::all().any(|register| is_of(register, pattern)), "{pattern}");
        }
        let (sips, entries, slots, launches) = (Sip::COUNT, Entry::COUNT, params::N_DAG, LaunchId::COUNT);
        // 6 masks, 3 words per SIP, 15 per entry, 2 words of VCs per die, 5 per DAG, 4 per launch, 2 and 12 registers.
        let counted = 6 + 3 * sips + 15 * entries + 2 * Die::COUNT + 5 * slots + 4 * launches + 2 + 12;
        assert_eq!(REGISTERS.len(), counted);
        assert_eq!(
            REGISTERS[6 + 3 * sips + 1],
            RegId::RsKernelId(RegIndex::at::<0>()),
            "element by element, not word by word"
        );
    }
}
