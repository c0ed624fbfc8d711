use rules::mancala::{Setup, Variant};

use super::*;
use crate::Limits;
use crate::mancala::Solver;

/// A variant whose whole book is proved in no time.
fn small() -> Setup {
    Setup::new(Variant { pits: 3, stones: 3, ..Variant::default() }, 1)
}

fn proved(setup: &Setup) -> Vec<u8> {
    let mut solver = Solver::new(setup.variant, 1 << 18, 4);
    let bytes = Book::write(setup, |position| {
        let mut never = || false;
        let (value, mv) = solver.best_move(position, &mut Limits::new(&mut never))?;
        let Move::Sow(best) = mv else { return None };
        let side = position.to_move();
        let lead = i32::from(position.store(side)) - i32::from(position.store(side.other()));
        Some(Entry::new(position, value - lead, best))
    });
    bytes.unwrap_or_default()
}

#[test]
fn a_book_that_was_written_is_read_with_the_same_values() {
    let setup = small();
    let file = [proved(&setup), proved(&setup)].concat();
    let mut solver = Solver::new(setup.variant, 1 << 18, 4);
    for place in 0..2 {
        let book = nth_book(&file, place).and_then(|bytes| Book::read(&setup, bytes));
        let book = book.unwrap_or_default();
        assert!(book.entries.len() > 60, "{} positions", book.entries.len());
        let (mut positions, mut found) = (vec![Position::start(&setup)], 0);
        while let Some(position) = positions.pop() {
            let Some((value, mv)) = book.look_up(&position) else { continue };
            let mut never = || false;
            assert_eq!(solver.value(&position, &mut Limits::new(&mut never)), Some(value), "{position:?}");
            assert!(position.play_with(mv, |_| ()).is_ok(), "{position:?}");
            positions.extend(position.legal_moves().filter_map(|mv| position.play_with(mv, |_| ()).ok()));
            found += 1;
        }
        assert!(found > 30, "{found} positions");
    }
    assert!(nth_book(&file, 2).is_none());
}

#[test]
fn bytes_of_no_book_or_of_a_part_of_one_are_not_read() {
    let setup = small();
    let file = proved(&setup);
    let bytes = nth_book(&file, 0).unwrap_or_default();
    assert!(Book::read(&setup, bytes).is_some());
    for end in [0, 1, 2, bytes.len() / 2, bytes.len() - 2] {
        assert!(Book::read(&setup, &bytes[..end]).is_none(), "{end} bytes");
    }
    assert!(Book::read(&setup, &[bytes, &[0, 0]].concat()).is_none(), "two bytes more");
    assert!(Book::read(&setup, &vec![77; bytes.len()]).is_none(), "moves that are none");
    for end in 0..file.len() {
        assert!(nth_book(&file[..end], 0).is_none(), "a file of {end} bytes");
    }
}
