//! Linear least-squares regression with a prior: the weights whose static evaluation is closest to the values of
//! searches.

use engine::mapello::eval::{FEATURES, STAGES, Weights};

/// Number of unknowns: a weight for each feature and stage.
const SIZE: usize = FEATURES * STAGES.len();
/// Ridge regularization towards the previous weights, in samples: weights of rare features hardly change.
const RIDGE: f64 = 20.0;

/// The normal equations of all samples so far.
pub struct Regression {
    /// Sums of the products of two factors.
    squares: Vec<[f64; SIZE]>,
    /// Sums of the products of a factor and the value.
    values: [f64; SIZE],
    /// Sum of the squared values.
    value_squares: f64,
    /// Number of samples; those of earlier rounds count less.
    pub samples: f64,
}

/// The best fit.
pub struct Solution {
    pub weights: Weights,
    /// Root mean square error of the previous weights, in hundredths of a point.
    pub before: f64,
    /// Root mean square error of the new weights.
    pub after: f64,
}

impl Regression {
    pub fn new() -> Regression {
        Regression { squares: vec![[0.0; SIZE]; SIZE], values: [0.0; SIZE], value_squares: 0.0, samples: 0.0 }
    }

    /// Halves the weight of all samples so far: they come from weaker weights, but still have information.
    pub fn halve_samples(&mut self) {
        let sums = self.squares.iter_mut().flatten().chain(&mut self.values);
        for sum in sums.chain([&mut self.value_squares, &mut self.samples]) {
            *sum /= 2.0;
        }
    }

    /// Adds a sample: the number of empty cells, the features, and the value in hundredths of a point.
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
        self.samples += 1.0;
    }

    /// The best fit near the previous weights.
    pub fn solve(&self, previous: &Weights) -> Solution {
        let old: Vec<f64> = previous.iter().flatten().map(|&weight| f64::from(weight)).collect();
        let mut squares = self.squares.clone();
        let mut values = self.values;
        for place in 0..SIZE {
            squares[place][place] += RIDGE;
            values[place] += RIDGE * old[place];
        }
        let new: Vec<f64> = eliminate(squares, values).iter().map(|weight| weight.round()).collect();
        let mut weights = *previous;
        for (weight, new) in weights.iter_mut().flatten().zip(&new) {
            *weight = *new as i32;
        }
        Solution { weights, before: self.error(&old), after: self.error(&new) }
    }

    /// Root mean square error of these weights.
    fn error(&self, weights: &[f64]) -> f64 {
        let mut sum = self.value_squares;
        for row in 0..SIZE {
            sum -= 2.0 * weights[row] * self.values[row];
            for column in 0..SIZE {
                sum += weights[row] * weights[column] * self.squares[row][column];
            }
        }
        (sum / self.samples.max(1.0)).sqrt()
    }
}

/// The factor of each unknown: the feature times the interpolation weight of the stage.
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

/// Gaussian elimination. The matrix is symmetric and positive definite, so it needs no pivoting.
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
