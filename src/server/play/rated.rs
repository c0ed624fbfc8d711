//! Which games of strangers are rated.

use room::Finished;

use crate::server::config::seeks::SeekFlags;
use crate::server::store::RatedLimits;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct RatedRules {
    /// The moves that each side has to make.
    moves: u32,
    /// How many games are rated in a day.
    pub limits: RatedLimits,
}

impl RatedRules {
    /// The rules by these flags.
    pub fn new(flags: &SeekFlags) -> Self {
        let limits = RatedLimits { same_address: flags.rated_same_address, same_pair: flags.rated_same_pair };
        Self { moves: flags.rated_moves, limits }
    }

    /// Whether a game of strangers counts for ratings: with a live clock, and enough moves of both sides.
    pub fn rates(&self, game: &Finished) -> bool {
        game.clock.is_live() && moves_by_side(game).iter().all(|moves| *moves >= self.moves)
    }
}

/// How many moves each side has made.
fn moves_by_side(game: &Finished) -> [u32; 2] {
    let (mut position, mut moves) = (game.setup.start(), [0; 2]);
    for &mv in &game.moves {
        let side = position.to_move();
        let Ok(played) = position.play(mv) else { break };
        moves[side.index()] += 1;
        position = played.position;
    }
    moves
}

#[cfg(test)]
mod tests {
    use room::TimeControl;
    use rules::Record;

    use super::*;

    #[test]
    fn a_game_is_rated_only_with_six_moves_of_both_sides_and_a_live_clock() {
        let rules = RatedRules { moves: 6, limits: RatedLimits { same_address: 2, same_pair: 10 } };
        let setup = room::Settings::for_game(rules::Game::Mapello).game.setup(1).unwrap();
        let mut record = Record::new(setup);
        for _ in 0..40 {
            let mut game = Finished::from_record(["A".into(), "B".into()], record.clone()).unwrap();
            let enough = moves_by_side(&game).iter().all(|moves| *moves >= 6);
            assert!(!rules.rates(&game), "without a clock");
            game.clock = TimeControl::PerMove { seconds: 60 };
            assert_eq!(rules.rates(&game), enough);
            assert_eq!(moves_by_side(&game).iter().sum::<u32>() as usize, record.moves.len());
            let Some(mv) = record.replay().unwrap().legal_moves().first().copied() else { break };
            record.moves.push(mv);
        }
        assert!(record.moves.len() > 12);
    }
}
