//! Tests of boards with Othello's centre: first moves, codes that older readers refuse, drawings, score.

#[path = "common/mapello_games.rs"]
#[allow(dead_code, reason = "the plies of a game are not used here")]
mod games;

use games::{boards, games, play};
use proptest::prelude::*;
use rules::mapello::notation::{cell_name, read_board, read_cell, read_code, write_board, write_code};
use rules::mapello::{Board, Cell, Centre, Position};
use rules::{Outcome, Side};

/// The digits of codes.
const DIGITS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The bit of the code behind the 60 inner cells and the 36 border squares of a board without extras.
const BITS: usize = 60 + 36;

fn cell(name: &str) -> Cell {
    read_cell(name).unwrap_or_else(|| panic!("no cell: {name}"))
}

/// The bits of a code without its checksum.
fn bits(code: &str) -> Vec<bool> {
    let digits: Vec<usize> = code.chars().filter_map(|sign| DIGITS.find(sign)).collect();
    let digits = &digits[..digits.len() - 3];
    digits.iter().flat_map(|digit| (0..5).map(move |place| digit >> (4 - place) & 1 == 1)).collect()
}

/// What is left of the bits of a code behind the jokers. Readers from before the centre had a bit took a code only if
/// these were fewer than five zeros.
fn filling(code: &str) -> Vec<bool> {
    let mut bits = bits(code).into_iter();
    for _ in 0..60 {
        if bits.next() == Some(true) {
            bits.next();
        }
    }
    bits.skip(36).collect()
}

fn is_read_by_older_versions(code: &str) -> bool {
    let filling = filling(code);
    filling.len() < 5 && !filling.contains(&true)
}

#[test]
fn othellos_start_has_white_on_d4_and_its_four_first_moves() {
    let start = Position::start(&Board::OTHELLO);
    for (name, side) in [("d4", Side::Second), ("e5", Side::Second), ("d5", Side::First), ("e4", Side::First)]
    {
        assert_eq!(start.disc(cell(name)), Some(side), "{name}");
    }
    assert_eq!(start.to_move(), Side::First);
    let moves: Vec<String> = start.legal_moves().map(cell_name).collect();
    assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
    assert_eq!(Board::OTHELLO.validate(), Ok(()));
    assert_eq!(Board::default(), Board::EMPTY);
}

#[test]
fn the_code_of_othellos_start_is_pinned() {
    let code = write_code(&Board::OTHELLO);
    assert_eq!(code, "00000-00000-00000-00008-ZXE");
    assert_eq!(read_code(&code), Ok(Board::OTHELLO));
    assert_eq!(bits(&code).iter().position(|bit| *bit), Some(BITS));
    assert!(!is_read_by_older_versions(&code));
}

#[test]
fn boards_without_discs_are_drawn_with_the_usual_centre() {
    let drawn = write_board(&Board::OTHELLO);
    assert!(drawn.contains("#...OX...#\n#...XO...#"), "{drawn}");
    assert_eq!(read_board(&drawn), Ok(Board::OTHELLO));
    assert_eq!(read_board(&drawn.replace(['X', 'O'], ".")), Ok(Board::EMPTY));
}

#[test]
fn the_shortest_game_of_othello_scores_64_to_0() {
    let mut position = Position::start(&Board::OTHELLO);
    for name in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
        assert_eq!(position.othello_score(), None);
        position = position.play(cell(name)).unwrap().0;
    }
    assert_eq!(Side::BOTH.map(|side| position.score(side)), [13, 0]);
    assert_eq!(position.othello_score(), Some([64, 0]));
}

#[test]
fn a_draw_shares_the_empty_cells_and_walls_are_none() {
    let walls = |names: &[&str]| names.iter().map(|name| cell(name).bit()).sum();
    let blocked = ["c4", "d3", "e6", "f5", "c5", "d6", "e3", "f4"];
    // Nobody can move: two discs each, and 52 empty cells, or 51 with another wall.
    let board = Board::new(walls(&blocked), 0, 0).unwrap();
    assert_eq!(Position::start(&board).othello_score(), Some([28, 28]));
    let board = Board::new(walls(&blocked) | cell("a1").bit(), 0, 0).unwrap();
    assert_eq!(Position::start(&board).othello_score(), Some([27, 27]));
}

proptest! {
    #[test]
    fn a_centre_changes_a_code_so_that_older_readers_refuse_it(board in boards()) {
        let [ours, theirs] = Centre::ALL.map(|centre| write_code(&board.with_centre(centre)));
        prop_assert!(is_read_by_older_versions(&ours));
        prop_assert!(!is_read_by_older_versions(&theirs));
        prop_assert_eq!(read_code(&ours), Ok(board.with_centre(Centre::Mirrored)));
        prop_assert_eq!(read_code(&theirs), Ok(board.with_centre(Centre::Othello)));
        let start = Position::start(&board.with_centre(Centre::Mirrored));
        prop_assert_ne!(start.hash(), Position::start(&board.with_centre(Centre::Othello)).hash());
    }

    #[test]
    fn a_game_with_othellos_centre_is_the_other_ones_mirror_image(
        choices in proptest::collection::vec(any::<u8>(), 1..61),
    ) {
        let mirror = |cell: Cell| rules::mapello::notation::mirrored(cell);
        let mut ours = Position::start(&Board::EMPTY);
        for ply in play(&Board::OTHELLO, choices) {
            ours = ours.play(mirror(ply.cell)).unwrap().0;
            for side in Side::BOTH {
                let theirs = Cell::all_of(ply.after.discs(side)).fold(0, |set, cell| set | mirror(cell).bit());
                prop_assert_eq!(ours.discs(side), theirs);
            }
            prop_assert_eq!(ours.outcome(), ply.after.outcome());
            prop_assert_eq!(ours.othello_score(), ply.after.othello_score());
        }
    }

    #[test]
    fn othellos_score_shares_out_all_cells_and_keeps_the_winner((board, choices) in games()) {
        for ply in play(&board, choices) {
            let Some([black, white]) = ply.after.othello_score() else {
                prop_assert_eq!(ply.after.outcome(), None);
                continue;
            };
            prop_assert_eq!(Some(Outcome::of_scores([black, white])), ply.after.outcome());
            let bonuses = Side::BOTH.map(|side| 3 * u16::from(ply.after.taken(side)));
            let cells = 64 - board.walls().count_ones() as u16;
            let odd = u16::from(black == white && !ply.after.empty().count_ones().is_multiple_of(2));
            prop_assert_eq!(black + white + odd, cells + bonuses[0] + bonuses[1]);
        }
    }
}
