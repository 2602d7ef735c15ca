//! Random inputs, for runs without the guidance of coverage.

/// Returns the random input of a number; the same number gives the same bytes.
#[must_use]
pub fn random_input(number: u64) -> Vec<u8> {
    let mut state = number;
    // Mostly a few edits, of three to five bytes each; sometimes many.
    let edits = if next(&mut state).is_multiple_of(8) { 24 } else { 4 };
    let length = 4 + next(&mut state) % (3 * edits);
    let mut bytes: Vec<u8> = (0..length).map(|_| (next(&mut state) >> 24) as u8).collect();
    // Random bytes are not a file of any format: all but a few inputs are edits of an example.
    if !number.is_multiple_of(64) {
        bytes[0] |= 0x40;
    }
    bytes
}

/// The next number of SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
