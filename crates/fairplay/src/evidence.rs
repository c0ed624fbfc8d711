//! What an operator reads beside a score: how hard moves were played, by an honest player of the same strength and by
//! this one, and whether hard moves took longer.

use crate::assessment::AssessedMove;
use crate::model::{LossClass, MASTER, Model};
use crate::score::Score;

/// With fewer moves of known time no correlation is given.
const MIN_TIMES: usize = 30;

/// The reasons for a score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// Moves that tell something.
    pub moves: usize,
    /// Moves among them in hard positions, where a player who looks a few moves ahead often errs.
    pub hard: usize,
    /// How many of the hard moves were good.
    pub hard_found: usize,
    /// How many an honest player of the same strength would have found.
    pub hard_expected: f64,
    /// How many Master would have found.
    pub hard_by_master: f64,
    /// The mean loss in hard positions, in points.
    pub hard_loss: f64,
    /// The correlation (Pearson) of the logarithm of a move's time with the logarithm of the difficulty; `None` with few known times.
    /// It is no part of the score.
    pub time_correlation: Option<f64>,
}

impl Evidence {
    /// The evidence in the moves of a player whose score this is.
    #[must_use]
    pub fn of(model: &Model, moves: &[AssessedMove], score: &Score) -> Evidence {
        let hard: Vec<&AssessedMove> = moves.iter().filter(|assessed| assessed.cell.is_hard()).collect();
        let (level, above) = (score.strength as usize, score.strength.fract());
        let (mut hard_expected, mut hard_by_master) = (0.0, 0.0);
        for assessed in &hard {
            let good = model.probabilities(assessed.cell, LossClass::Good);
            hard_expected += good[level] * (1.0 - above) + good[(level + 1).min(MASTER - 1)] * above;
            hard_by_master += good[MASTER];
        }
        Evidence {
            moves: moves.len(),
            hard: hard.len(),
            hard_found: hard.iter().filter(|assessed| assessed.class == LossClass::Good).count(),
            hard_expected,
            hard_by_master,
            hard_loss: hard.iter().map(|assessed| assessed.loss).sum::<f64>() / hard.len().max(1) as f64,
            time_correlation: time_correlation(moves),
        }
    }
}

fn time_correlation(moves: &[AssessedMove]) -> Option<f64> {
    let timed = |assessed: &AssessedMove| {
        Some([f64::from(assessed.millis?.max(1)).ln(), (0.1 + assessed.difficulty.mean()).ln()])
    };
    let pairs: Vec<[f64; 2]> = moves.iter().filter_map(timed).collect();
    if pairs.len() < MIN_TIMES {
        return None;
    }
    let count = pairs.len() as f64;
    let mean = [0, 1].map(|of| pairs.iter().map(|pair| pair[of]).sum::<f64>() / count);
    let covariance = |a: usize, b: usize| -> f64 {
        pairs.iter().map(|pair| (pair[a] - mean[a]) * (pair[b] - mean[b])).sum()
    };
    let scale = (covariance(0, 0) * covariance(1, 1)).sqrt();
    (scale > 0.0).then(|| covariance(0, 1) / scale)
}
