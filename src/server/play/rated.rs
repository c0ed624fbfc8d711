//! Which games and matches of strangers are rated, and as what.

use room::{Match, Reason, Room};
use rules::{Setup, Side};

use crate::model::rating::RatingCategory;
use crate::server::config::seeks::SeekFlags;
use crate::server::store::{RatedLimits, RatedResult};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct RatedRules {
    /// The moves that each side has to make, in both games of a match together.
    moves: u32,
    /// How many games and matches are rated in a day.
    limits: RatedLimits,
}

impl RatedRules {
    /// The rules by these flags.
    pub fn new(flags: &SeekFlags) -> Self {
        let limits = RatedLimits { same_address: flags.rated_same_address, same_pair: flags.rated_same_pair };
        Self { moves: flags.rated_moves, limits }
    }

    /// What is rated by the end of a room's game, which has just come: the game of strangers with a clock and enough
    /// moves of both sides, or the match whose second game it is. `None` if nothing is, as in every casual room.
    pub fn rated(&self, room: &Room) -> Option<RatedResult> {
        let game = room.game.as_ref()?;
        let ending = game.ending.filter(|ending| ending.reason != Reason::CalledOff)?;
        let category = RatingCategory::of(game.setup.game(), game.clock.control())?;
        if !room.settings.is_rated() || !is_even(room) {
            return None;
        }
        let (number, at) = (game.number, ending.at);
        let (number, at, moves, winner) = if game.match_game.is_none() {
            (number, at, game.moves_by_side(), ending.winner)
        } else {
            let over = room.current_match.filter(Match::is_over)?;
            let winner = over.leader().map(|seat| game.side_of(seat));
            if game.own_ply() == 0 {
                // The archive has only the first game, in which each had the other side. The match ends later than that
                // game, also if both end within a millisecond (`Store::rating_changes`).
                (over.first_number, at + 1, over.moves, winner.map(Side::other))
            } else {
                (number, at, over.moves, winner)
            }
        };
        let enough = moves.iter().all(|moves| *moves >= self.moves);
        let limits = self.limits;
        enough.then_some(RatedResult { category, number, winner, at, limits })
    }
}

/// Whether a game gives neither player an advantage by who begins. In Mancala that takes a match or the pie rule, unless
/// the settings are as matchmaking has made them: games of rooms from before there were matches are rated as ever.
fn is_even(room: &Room) -> bool {
    let Some(game) = &room.game else { return false };
    let Setup::Mancala(setup) = game.setup else { return true };
    game.match_game.is_some() || setup.variant.pie_rule || room.configured == 1
}

#[cfg(test)]
mod tests {
    use room::{
        Command, Company, GameSettings, MATCH_BREAK_MS, MancalaSettings, MatchLength, MemberId, Millis,
        RatingMode, RoomCode, Settings, Speed, TimeControl, decide, evolve, fold, paired_room_log, stamp,
        tick,
    };
    use rules::mancala::Variant;

    use super::*;

    const PLAYERS: [MemberId; 2] = [MemberId(1), MemberId(2)];
    const CLOCK: TimeControl = TimeControl::PerMove { seconds: 60 };

    fn rules() -> RatedRules {
        RatedRules { moves: 6, limits: RatedLimits { same_address: 2, same_pair: 10 } }
    }

    /// A room of strangers whose first game has begun.
    fn paired(settings: Settings) -> Room {
        let settings = Settings { company: Company::Strangers, ..settings };
        let code = RoomCode::from_seed(1);
        fold(code, &paired_room_log(code, settings, PLAYERS.map(|player| (player, "Guest")), 0).unwrap())
    }

    fn a_match() -> Settings {
        let game = MancalaSettings::fair(Variant::default(), 5).unwrap();
        let game = GameSettings::Mancala(game);
        Settings { game, clock: CLOCK, match_length: MatchLength::Two, ..Settings::default() }
    }

    fn act(room: &mut Room, by: MemberId, command: &Command) {
        let now = room.at;
        for logged in stamp(decide(room, by, command, now).unwrap(), room.seq, now, None) {
            evolve(room, &logged);
        }
    }

    fn wait(room: &mut Room, ms: Millis) {
        let now = room.at + ms;
        stamp(tick(room, now), room.seq, now, None).iter().for_each(|logged| evolve(room, logged));
    }

    fn play(room: &mut Room) {
        let game = room.running().unwrap();
        let by = PLAYERS[game.seat_of(game.position.to_move()).index()];
        let moves = game.position.legal_moves();
        let mv = moves[moves.len() / 2];
        let command = Command::Play { game: game.number, ply: game.ply(), mv };
        act(room, by, &command);
    }

    /// The fewest moves that a side of the running game has made.
    fn fewest(room: &Room) -> u32 {
        room.running().unwrap().moves_by_side().into_iter().min().unwrap()
    }

    /// Plays until each side has made so many moves.
    fn play_until(room: &mut Room, moves: u32) {
        while fewest(room) < moves {
            play(room);
        }
    }

    #[test]
    fn a_game_is_rated_only_with_six_moves_of_both_sides_and_a_clock() {
        let mapello = Settings::for_game(rules::Game::Mapello);
        let mut seen = [0, 0];
        for moves in 0..20 {
            for (clock, speed) in [
                (CLOCK, Some(Speed::Rapid)),
                (TimeControl::Increment { base: 60, increment: 0 }, Some(Speed::Bullet)),
                (TimeControl::DaysPerMove { days: 3 }, Some(Speed::Days)),
                (TimeControl::None, None),
            ] {
                let mut room = paired(Settings { clock, ..mapello });
                (0..moves).for_each(|_| play(&mut room));
                let expected = speed.is_some() && fewest(&room) >= 6;
                assert_eq!(rules().rated(&room), None, "it is not over");
                act(&mut room, PLAYERS[0], &Command::Resign);
                let rated = rules().rated(&room);
                assert_eq!(rated.map(|rated| rated.number), expected.then_some(1));
                let speed = speed.filter(|_| expected);
                let category = speed.map(|speed| RatingCategory { game: rules::Game::Mapello, speed });
                assert_eq!(rated.map(|rated| rated.category), category);
                assert_eq!(rated.map(|rated| rated.winner), expected.then_some(Some(Side::Second)));
                seen[usize::from(expected)] += 1;
            }
        }
        assert!(seen.iter().all(|seen| *seen > 5), "{seen:?}");
    }

    #[test]
    fn a_match_is_rated_once_by_the_sum_of_its_stones() {
        let mut room = paired(a_match());
        play_until(&mut room, 3);
        act(&mut room, PLAYERS[0], &Command::Resign);
        assert_eq!(rules().rated(&room), None, "the match is not over");
        wait(&mut room, MATCH_BREAK_MS);
        play_until(&mut room, 3);
        assert!(fewest(&room) < 6, "only both games have enough moves");
        // The first game was lost by more stones than the second one is won.
        act(&mut room, PLAYERS[1], &Command::OfferDraw);
        act(&mut room, PLAYERS[0], &Command::AnswerDraw(true));
        let rated = rules().rated(&room).unwrap();
        assert_eq!((rated.number, rated.winner), (2, Some(Side::First)), "of the second game");
        assert_eq!(rated.at, room.game.as_ref().unwrap().ending.unwrap().at);
    }

    #[test]
    fn a_forfeited_second_game_rates_the_match_at_its_first_game() {
        for (leaver, winner) in [(0, Side::Second), (1, Side::First)] {
            let mut room = paired(a_match());
            play_until(&mut room, 6);
            act(&mut room, PLAYERS[leaver], &Command::Resign);
            act(&mut room, PLAYERS[leaver], &Command::Leave);
            let rated = rules().rated(&room).unwrap();
            assert_eq!((rated.number, rated.winner), (1, Some(winner)), "whoever leaves has lost");
        }
        let mut room = paired(a_match());
        play_until(&mut room, 1);
        act(&mut room, PLAYERS[0], &Command::Resign);
        act(&mut room, PLAYERS[0], &Command::Leave);
        assert_eq!(rules().rated(&room), None, "too few moves");
    }

    #[test]
    fn a_match_that_was_lost_is_rated_if_its_second_game_is_not_begun() {
        let mut room = paired(a_match());
        play_until(&mut room, 6);
        act(&mut room, PLAYERS[1], &Command::Resign);
        wait(&mut room, MATCH_BREAK_MS);
        // The loser has the first move of the second game, and does not make it.
        let late = room.running().map(|game| game.seat_of(game.position.to_move()));
        assert_eq!(late, Some(room::Seat::Top));
        wait(&mut room, 60_000);
        let rated = rules().rated(&room).unwrap();
        assert_eq!((rated.number, rated.winner), (1, Some(Side::First)));
    }

    #[test]
    fn no_game_or_match_of_a_casual_room_is_rated() {
        for mode in [RatingMode::Rated, RatingMode::Casual] {
            let mapello = Settings { clock: CLOCK, ..Settings::for_game(rules::Game::Mapello) };
            for settings in [mapello, a_match()] {
                let mut room = paired(Settings { mode, ..settings });
                let mut rated = Vec::new();
                // A game or a match, and then the rematch.
                for _ in 0..2 {
                    let games = if settings.match_length == MatchLength::Two { 2 } else { 1 };
                    for _ in 0..games {
                        play_until(&mut room, 6);
                        act(&mut room, PLAYERS[0], &Command::Resign);
                        rated.push(rules().rated(&room).is_some());
                        wait(&mut room, MATCH_BREAK_MS);
                    }
                    if room.running().is_none() {
                        PLAYERS.iter().for_each(|player| act(&mut room, *player, &Command::Rematch));
                    }
                }
                let number = rated.iter().filter(|rated| **rated).count();
                assert_eq!(number, if mode == RatingMode::Rated { 2 } else { 0 }, "{mode:?}: {rated:?}");
            }
        }
    }

    #[test]
    fn a_single_game_of_mancala_is_rated_with_the_pie_rule_or_as_paired() {
        let single = Settings { clock: CLOCK, ..Settings::default() };
        let pie = GameSettings::Mancala(Variant { pie_rule: true, ..Variant::default() }.into());
        let rated_after = |settings: Settings, changed: Option<Settings>| {
            let mut room = paired(settings);
            if let Some(changed) = changed {
                act(&mut room, PLAYERS[0], &Command::Resign);
                let company = Company::Strangers;
                act(&mut room, PLAYERS[0], &Command::Configure(Settings { company, ..changed }));
                PLAYERS.iter().for_each(|player| act(&mut room, *player, &Command::Rematch));
            }
            play_until(&mut room, 6);
            act(&mut room, PLAYERS[0], &Command::Resign);
            rules().rated(&room).is_some()
        };
        assert!(rated_after(single, None), "as rooms were paired before there were matches");
        assert!(!rated_after(Settings { game: pie, ..single }, Some(single)), "whoever begins is ahead");
        assert!(rated_after(single, Some(Settings { game: pie, ..single })));
    }
}
