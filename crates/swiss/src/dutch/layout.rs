//! Where each criterion stands in a weight: fields from the most important to the least, packed into words.

use crate::matching::Weight;

/// No word grows beyond this, so that sums and dual values stay within 64 bits.
const LARGEST_WORD: i64 = 1 << 40;

/// The place of a criterion in a weight.
#[derive(Clone, Copy, Default, Debug)]
pub struct Field {
    word: usize,
    unit: i64,
}

impl Field {
    /// A weight that has `value` in this field and nothing else. A field of range 0 has no place, and its weight is zero.
    pub fn weight<const N: usize>(self, value: i64) -> Weight<N> {
        let mut weight = Weight::ZERO;
        weight.0[self.word] = self.unit * value;
        weight
    }
}

/// Lays out fields, the most important first. `ranges` says for each by how much the sums of two matchings can differ at
/// most. Also says how many words that takes.
pub fn lay_out(ranges: &[i64]) -> (Vec<Field>, usize) {
    let mut fields = vec![Field::default(); ranges.len()];
    // Words are filled from the least important field on; they are counted from the other end in a weight.
    let (mut word, mut unit) = (0, 1);
    for (field, &range) in fields.iter_mut().zip(ranges).rev() {
        if range == 0 {
            continue;
        }
        if unit > LARGEST_WORD / (range + 1) {
            word += 1;
            unit = 1;
        }
        *field = Field { word, unit };
        unit *= range + 1;
    }
    for field in &mut fields {
        field.word = word - field.word;
    }
    (fields, word + 1)
}
