//! Where each criterion stands in a weight: fields from the most important to the least, packed into words.

use crate::matching::Weight;

/// No word grows beyond this, so that sums and dual values stay within 64 bits.
const LARGEST_WORD: i64 = 1 << 40;

/// A field of a layout.
#[derive(Clone, Copy, Debug)]
pub struct Field(usize);

/// Fields in the order in which they were added, the most important first.
#[derive(Default)]
pub struct Layout {
    /// By how much the sums of a field can differ in two matchings at most; 0 for a field that decides nothing.
    ranges: Vec<i64>,
    /// The word and the unit of each field, once all are known.
    places: Vec<(usize, i64)>,
}

impl Layout {
    /// Adds the next less important field.
    pub fn add(&mut self, range: i64) -> Field {
        self.ranges.push(range);
        Field(self.ranges.len() - 1)
    }

    /// Packs the fields; returns how many words a weight has.
    pub fn pack(&mut self) -> usize {
        self.places = vec![(0, 0); self.ranges.len()];
        // Words are filled from the least important field on; in a weight they are counted from the other end.
        let (mut word, mut unit) = (0, 1);
        for (place, &range) in self.places.iter_mut().zip(&self.ranges).rev() {
            if range == 0 {
                continue;
            }
            if unit > LARGEST_WORD / (range + 1) {
                word += 1;
                unit = 1;
            }
            *place = (word, unit);
            unit *= range + 1;
        }
        for place in &mut self.places {
            place.0 = word - place.0;
        }
        word + 1
    }

    /// A weight that has `value` in a field and nothing else.
    pub fn weight<const N: usize>(&self, field: Field, value: i64) -> Weight<N> {
        let (word, unit) = self.places[field.0];
        let mut weight = Weight::ZERO;
        weight.0[word] = unit * value;
        weight
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_more_important_field_outweighs_all_that_follow() {
        let ranges = [7, 0, 250, 125_000, 1 << 20, 3, 500, 1];
        let mut layout = Layout::default();
        let fields = ranges.map(|range| layout.add(range));
        assert_eq!(layout.pack(), 2);
        for (at, field) in fields.iter().enumerate().filter(|(at, _)| ranges[*at] > 0) {
            let rest = fields.iter().zip(ranges).skip(at + 1);
            let all = rest.fold(Weight::<2>::ZERO, |sum, (&field, range)| sum + layout.weight(field, range));
            assert!(layout.weight(*field, 1) > all, "field {at}");
        }
        assert_eq!(layout.weight::<2>(fields[1], 1), Weight::ZERO);
    }
}
