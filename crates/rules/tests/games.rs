//! Tests of the common type of both games: positions and moves belong to one game, and errors explain
//! themselves.

use std::collections::BTreeSet;
use std::fmt::Display;

use rules::mancala::{self, Capture, Direction, FirstMove, Leftovers, PartsError, Pit, Sowing, Variant};
use rules::mapello::{self, Board, Cell};
use rules::{Game, IllegalMove, Move, Position, Setup, SetupError, Side};

const SETUPS: [Game; 2] = Game::ALL;

fn setup(game: Game) -> Setup {
    match game {
        Game::Mancala => Setup::Mancala(mancala::Setup::new(Variant::default(), 1)),
        Game::Mapello => Setup::Mapello(Board::DEFAULT),
    }
}

#[test]
fn positions_and_moves_belong_to_exactly_one_game() {
    for game in SETUPS {
        let setup = setup(game);
        assert_eq!((setup.game(), setup.validate()), (game, Ok(())));
        let start = setup.start();
        let is = [start.as_mancala().is_some(), start.as_mapello().is_some()];
        assert_eq!(is, SETUPS.map(|other| other == game));
        for mv in start.legal_moves() {
            let is = [mv.as_mancala().is_some(), mv.as_mapello().is_some()];
            assert_eq!(is, SETUPS.map(|other| other == game));
            assert_eq!(mv.as_mancala().map(Move::Mancala).or(mv.as_mapello().map(Move::Mapello)), Some(mv));
            for other in SETUPS.map(|other| self::setup(other).start()) {
                let legal = if other == start { Ok(()) } else { Err(IllegalMove::OtherGame) };
                assert_eq!(other.check(mv), legal);
                assert_eq!(other.play(mv).map(|_| ()), legal);
            }
        }
    }
}

#[test]
fn a_game_has_one_word_which_wire_addresses_and_tables_share() {
    assert_eq!(Game::ALL.map(Game::word), ["mancala", "mapello"]);
    for game in Game::ALL {
        assert_eq!(Game::from_word(game.word()), Some(game));
        #[cfg(feature = "serde")]
        assert_eq!(serde_json::to_value(game).unwrap(), game.word());
        assert_eq!([setup(game).game(), setup(game).start().game()], [game; 2]);
    }
    assert!(["", "Mancala", "mancala ", "chess"].into_iter().all(|word| Game::from_word(word).is_none()));
}

#[test]
fn position_answers_what_the_position_of_its_game_answers() {
    for game in SETUPS {
        let mut position = setup(game).start();
        while let Some(&mv) = position.legal_moves().last() {
            position = position.play(mv).unwrap_or_else(|why| panic!("{mv:?}: {why}")).position;
            let general = (position.to_move(), position.turn(), position.outcome(), position.hash());
            let (own, points) = match &position {
                Position::Mancala(own) => (
                    (own.to_move(), own.turn(), own.outcome(), own.hash()),
                    Side::BOTH.map(|side| u16::from(own.store(side))),
                ),
                Position::Mapello(own) => (
                    (own.to_move(), own.turn(), own.outcome(), own.hash()),
                    Side::BOTH.map(|side| own.score(side)),
                ),
            };
            assert_eq!((general, position.score()), (own, points));
        }
        assert!(position.outcome().is_some());
    }
}

/// Checks that the reasons are different sentences for people.
fn are_sentences<T: Display>(reasons: &[T]) {
    let sentences: Vec<String> = reasons.iter().map(T::to_string).collect();
    let different: BTreeSet<&String> = sentences.iter().collect();
    assert_eq!(different.len(), sentences.len(), "{sentences:?}");
    assert!(
        sentences.iter().all(|sentence| sentence.len() > 10 && sentence.ends_with(['.', '?'])),
        "{sentences:?}"
    );
}

#[test]
fn every_reason_has_its_own_message() {
    use IllegalMove as No;
    are_sentences(&[No::WrongSide, No::EmptyPit, No::NoSuchPit, No::GameOver, No::SwapNotAllowed]);
    are_sentences(&[No::Wall, No::Occupied, No::NoFlip, No::OtherGame, No::GameOver]);
    let [nine, ten] = [9, 10];
    are_sentences(&[
        SetupError::Pits(ten),
        SetupError::Stones(ten),
        SetupError::Walls(nine),
        SetupError::Walls(ten),
    ]);
    are_sentences(&[
        SetupError::Bonuses(nine),
        SetupError::Jokers(nine),
        SetupError::Place,
        SetupError::NobodyCanMove,
        SetupError::Start,
    ]);
    use mancala::StartError;
    are_sentences(&[
        StartError::Rows,
        StartError::Hole(32),
        StartError::Total(47),
        StartError::Over,
        StartError::Plain,
    ]);
    are_sentences(&[
        PartsError::Pits(0),
        PartsError::Pits(10),
        PartsError::RowLength { side: Side::First, given: 5 },
        PartsError::RowLength { side: Side::Second, given: 5 },
        PartsError::StoneCount,
        PartsError::Unswept,
        PartsError::TurnZero,
        PartsError::SwapNotPossible,
    ]);
    let (token, value, why) = ("x".to_owned(), "y".to_owned(), IllegalMove::EmptyPit);
    use mancala::notation::ReadError as Mancala;
    are_sentences(&[
        Mancala::Number(token.clone()),
        Mancala::Parts(PartsError::TurnZero),
        Mancala::Token(token.clone()),
        Mancala::Illegal { token: token.clone(), why },
        Mancala::Goal(token.clone()),
        Mancala::Captured { token: token.clone(), stones: 2 },
        Mancala::Captured { token: token.clone(), stones: 3 },
        Mancala::Case(token.clone()),
        Mancala::Tag { name: "Pits", value },
        Mancala::Setup(SetupError::Pits(2)),
        Mancala::StartCode,
        Mancala::Start(StartError::Over),
    ]);
    use mapello::notation::ReadError as Mapello;
    are_sentences(&[
        Mapello::Size,
        Mapello::Sign('q'),
        Mapello::Code,
        Mapello::Setup(SetupError::Place),
        Mapello::Token(token.clone()),
        Mapello::Illegal { token, why: IllegalMove::Wall },
        Mapello::Pass,
    ]);
}

#[test]
fn cells_border_squares_and_pits_accept_only_numbers_in_range() {
    for number in 0..=u8::MAX {
        assert_eq!(Cell::try_from(number).ok().map(u8::from), (number < 64).then_some(number));
        let border = mapello::Border::try_from(number).ok().map(u8::from);
        assert_eq!(border, (number < mapello::Border::COUNT).then_some(number));
    }
    let start = mancala::Position::start(&mancala::Setup::new(Variant::default(), 1));
    let full = (0..=u8::MAX).filter(|&index| start.stones(Pit { side: Side::First, index }) > 0);
    assert_eq!(full.collect::<Vec<_>>(), (0..6).collect::<Vec<_>>());
}

#[test]
fn out_of_range_pits_and_stones_are_clamped() {
    for number in 0..=u8::MAX {
        for (pits, stones) in [(number, 4), (6, number), (number, number)] {
            let variant = Variant { pits, stones, ..Variant::default() };
            let start = mancala::Position::start(&mancala::Setup::new(variant, 1));
            let (pits, stones) = (pits.clamp(1, 9), stones.clamp(1, 12));
            assert_eq!(start.variant(), &Variant { pits, stones, ..variant });
            for side in Side::BOTH {
                assert!(start.pits(side).map(|pit| start.stones(pit)).eq((0..pits).map(|_| stones)));
                assert_eq!(start.row_total(side), pits * stones);
            }
        }
    }
}

#[test]
fn positions_of_different_variants_have_different_hashes() {
    let mut hashes = BTreeSet::new();
    let mut count = 0;
    for capture in [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never] {
        for sowing in [Sowing::Single, Sowing::Relay] {
            for leftovers in [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody] {
                for direction in [Direction::CounterClockwise, Direction::Clockwise] {
                    for first_move in [FirstMove::South, FirstMove::North, FirstMove::Alternate] {
                        for (extra_turn, pie_rule) in
                            [(false, false), (false, true), (true, false), (true, true)]
                        {
                            let variant = Variant {
                                capture,
                                sowing,
                                leftovers,
                                direction,
                                first_move,
                                extra_turn,
                                pie_rule,
                                ..Variant::default()
                            };
                            let setup = mancala::Setup { variant, starts: Side::First, start: None };
                            hashes.insert(mancala::Position::start(&setup).hash());
                            count += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(hashes.len(), count);
}
