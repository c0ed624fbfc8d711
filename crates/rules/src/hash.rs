//! Position hashing: mixes the words of a position into 64 bits, the same on every platform and in every
//! build (which `core::hash` does not promise). The positions decide which words they feed in.

/// Hashes words into one well mixed 64-bit value. Their order and number matter.
#[must_use]
pub fn fold(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, |state, word| mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word))
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection in which every bit of the input changes
/// about half of the bits of the output.
pub(crate) fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
