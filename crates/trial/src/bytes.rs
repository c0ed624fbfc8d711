//! Fuzz input as a source of choices: each choice reads bytes. When they run out, every choice is the first
//! one.

/// The remaining bytes.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.next().unwrap_or_default()
    }

    /// The next byte; `None` at the end.
    pub fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// A number read from so many bytes.
    pub fn number(&mut self, bytes: usize) -> u64 {
        (0..bytes).fold(0, |number, _| number << 8 | u64::from(self.byte()))
    }

    /// One of these values.
    pub fn one_of<T: Copy, const N: usize>(&mut self, choices: [T; N]) -> T {
        choices[usize::from(self.byte()) % N]
    }
}
