//! Least squares: the weights by which positions are worth what searches have said.

use engine::mapello::eval::{FEATURES, STAGES, Weights};

/// Unknowns: a weight for each feature at each stage.
const SIZE: usize = FEATURES * STAGES.len();
/// As if each weight had been seen so often to be what it was before: features that are hardly ever met stay where they are.
const FAITH: f64 = 20.0;

/// Positions and their values, added up.
pub struct Fit {
    /// The sums of products of two unknowns' factors.
    squares: Vec<[f64; SIZE]>,
    /// The sums of products of a factor and the value.
    values: [f64; SIZE],
    /// The sum of the values' squares.
    value_squares: f64,
    /// Positions added up; those of earlier rounds count less.
    pub rows: f64,
}

/// What fits best.
pub struct Found {
    pub weights: Weights,
    /// Root mean square of what the weights were wrong by before, in hundredths of a point.
    pub before: f64,
    /// The same with the new weights.
    pub after: f64,
}

impl Fit {
    pub fn new() -> Fit {
        Fit { squares: vec![[0.0; SIZE]; SIZE], values: [0.0; SIZE], value_squares: 0.0, rows: 0.0 }
    }

    /// Makes all that was added so far count half: it was found with weights that were not as good, but is not worthless.
    pub fn fade(&mut self) {
        let sums = self.squares.iter_mut().flatten().chain(&mut self.values);
        for sum in sums.chain([&mut self.value_squares, &mut self.rows]) {
            *sum /= 2.0;
        }
    }

    /// Adds a position with so many empty cells, these features and this value in hundredths.
    pub fn add(&mut self, empty: i32, features: &[i32; FEATURES], value: i32) {
        let factors = factors(empty, features);
        let value = f64::from(value);
        let used: Vec<usize> = (0..SIZE).filter(|&place| factors[place] != 0.0).collect();
        for &row in &used {
            self.values[row] += factors[row] * value;
            for &column in &used {
                self.squares[row][column] += factors[row] * factors[column];
            }
        }
        self.value_squares += value * value;
        self.rows += 1.0;
    }

    /// The weights that fit best, near those of before.
    pub fn solve(&self, before: &Weights) -> Found {
        let old: Vec<f64> = before.iter().flatten().map(|&weight| f64::from(weight)).collect();
        let mut squares = self.squares.clone();
        let mut values = self.values;
        for place in 0..SIZE {
            squares[place][place] += FAITH;
            values[place] += FAITH * old[place];
        }
        let new: Vec<f64> = eliminate(squares, values).iter().map(|weight| weight.round()).collect();
        let mut weights = *before;
        for (weight, new) in weights.iter_mut().flatten().zip(&new) {
            *weight = *new as i32;
        }
        Found { weights, before: self.deviation(&old), after: self.deviation(&new) }
    }

    /// Root mean square of what these weights are wrong by.
    fn deviation(&self, weights: &[f64]) -> f64 {
        let mut sum = self.value_squares;
        for row in 0..SIZE {
            sum -= 2.0 * weights[row] * self.values[row];
            for column in 0..SIZE {
                sum += weights[row] * weights[column] * self.squares[row][column];
            }
        }
        (sum / self.rows.max(1.0)).sqrt()
    }
}

/// What each unknown is multiplied by: the feature, as far as the stage counts.
fn factors(empty: i32, features: &[i32; FEATURES]) -> [f64; SIZE] {
    let mut factors = [0.0; SIZE];
    let stage = usize::from(empty < STAGES[1]);
    let (from, to) = (STAGES[stage], STAGES[stage + 1]);
    for (place, feature) in features.iter().enumerate() {
        let whole = f64::from(from - to);
        factors[stage * FEATURES + place] = f64::from(feature * (empty - to)) / whole;
        factors[(stage + 1) * FEATURES + place] = f64::from(feature * (from - empty)) / whole;
    }
    factors
}

/// Gauss's elimination. The matrix is symmetric and positive, so no rows have to change places.
fn eliminate(mut matrix: Vec<[f64; SIZE]>, mut values: [f64; SIZE]) -> [f64; SIZE] {
    for pivot in 0..SIZE {
        let pivot_row = matrix[pivot];
        for row in pivot + 1..SIZE {
            let factor = matrix[row][pivot] / pivot_row[pivot];
            for column in pivot..SIZE {
                matrix[row][column] -= factor * pivot_row[column];
            }
            values[row] -= factor * values[pivot];
        }
    }
    for row in (0..SIZE).rev() {
        let rest: f64 = (row + 1..SIZE).map(|column| matrix[row][column] * values[column]).sum();
        values[row] = (values[row] - rest) / matrix[row][row];
    }
    values
}
