//! Opening books: every start that offers perfect play has one, and their values agree with one another.

use engine::mancala::Book;
use engine_protocol::Level;
use rules::mancala::{Capture, Direction, Move, Position, Preset, Setup, Variant};

/// The setups that have a book, in both directions.
fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for preset in [Preset::Kalah, Preset::EmptyCapture] {
        for direction in [Direction::CounterClockwise, Direction::Clockwise] {
            let variant = Variant { direction, ..preset.variant() };
            let starts = Book::starts(&variant);
            setups.extend(starts.into_iter().map(|start| Setup { start, ..Setup::new(variant, 1) }));
        }
    }
    setups
}

#[test]
fn every_fair_start_with_perfect_play_and_the_plain_one_have_a_book() {
    let setups = setups();
    assert_eq!(setups.len(), 2 * (12 + 17));
    for setup in setups {
        assert!(Level::Perfect.is_offered(&rules::Setup::Mancala(setup)), "{setup:?}");
        let book = Book::of(&setup);
        assert!(book.is_some(), "{setup:?}");
        let start = Position::start(&setup);
        let (value, mv) = book.and_then(|book| book.look_up(&start)).unwrap_or((99, Move::Swap));
        assert!(start.play_with(mv, |_| ()).is_ok(), "{setup:?}");
        match (setup.start, setup.variant.capture) {
            (Some(_), _) => assert_eq!(value, 0, "{setup:?}"),
            (None, Capture::Opposite) => assert_eq!(value, 8),
            (None, _) => assert_eq!(value, 10),
        }
    }
}

#[test]
fn a_value_in_a_book_is_that_of_its_best_move_and_no_move_has_more() {
    let (mut best, mut others) = (0, 0);
    for setup in setups() {
        let Some(book) = Book::of(&setup) else { continue };
        let mut positions = vec![Position::start(&setup)];
        for _ in 0..9 {
            let mut next = Vec::new();
            for position in &positions {
                let known = book.look_up(position);
                for mv in position.legal_moves() {
                    let Ok(after) = position.play_with(mv, |_| ()) else { continue };
                    let value = book
                        .look_up(&after)
                        .map(|(value, _)| if after.to_move() == position.to_move() { value } else { -value });
                    if let (Some((most, best_move)), Some(value)) = (known, value) {
                        assert!(value <= most, "{setup:?} {position:?} {mv:?}");
                        if mv == best_move {
                            assert_eq!(value, most, "{setup:?} {position:?} {mv:?}");
                            best += 1;
                        }
                        others += 1;
                    }
                    if value.is_some() || known.is_some() {
                        next.push(after);
                    }
                }
            }
            positions = next;
        }
    }
    assert!(best > 1_000 && others > best + 1_000, "{best} of {others} moves");
}
