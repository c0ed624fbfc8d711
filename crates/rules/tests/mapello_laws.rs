//! Property tests of Mapello: what holds in every position of every game on every board, on random games.

#[path = "common/mapello_games.rs"]
mod games;
#[path = "common/mapello_reference.rs"]
#[allow(dead_code, reason = "counting and the board of Othello are not used here")]
mod reference;

use std::collections::{HashMap, HashSet};

use games::{Ply, boards, cells, games, play};
use proptest::prelude::*;
use reference::{Reference, Square};
use rules::mapello::notation::{read_position, write_board, write_position};
use rules::mapello::{BONUS_POINTS, Board, Cell, Position, Ray, Step};
use rules::{IllegalMove, Move, Outcome, Record, Setup, Side};

fn discs(position: &Position) -> u64 {
    position.discs(Side::First) | position.discs(Side::Second)
}

fn score(position: &Position) -> [u16; 2] {
    Side::BOTH.map(|side| position.score(side))
}

fn every_cell() -> impl Iterator<Item = Cell> {
    (0..64).filter_map(Cell::new)
}

/// The square of a cell on the whole board.
fn square(cell: Cell) -> Square {
    (usize::from(cell.row()) + 1, usize::from(cell.column()) + 1)
}

/// The text of a position as the reference writes it.
fn text_of(reference: &Reference) -> String {
    let rows = reference.squares.iter().map(String::from_iter).collect::<Vec<_>>().join("/");
    let [black, white] = reference.taken.map(|taken| taken * u32::from(BONUS_POINTS));
    format!("{rows} {} {black} {white}", reference.mover)
}

#[test]
fn a_hash_is_stable_and_covers_the_mover_and_taken_bonuses() {
    let start = Position::start(&Board::DEFAULT);
    assert_eq!(start.hash(), 0x126e_3221_ad80_ad8b);
    let drawing = write_position(&start).replace("..XO", ".XXO").replace(" X 0 0", "");
    let hashes = [" X 0 0", " O 0 0", " X 3 0", " X 0 3"]
        .map(|behind| read_position(&format!("{drawing}{behind}")).unwrap().hash());
    let different: HashSet<u64> = hashes.into_iter().collect();
    assert_eq!(different.len(), 4);
}

proptest! {
    #[test]
    fn discs_never_disappear_and_walls_and_jokers_never_change((board, choices) in games()) {
        for Ply { before, cell, after, .. } in play(&board, choices) {
            prop_assert_eq!(discs(&after), discs(&before) | cell.bit());
            prop_assert_eq!(after.discs(Side::First) & after.discs(Side::Second), 0);
            prop_assert_eq!(discs(&after) & (board.walls() | after.bonuses()), 0);
            prop_assert_eq!(after.bonuses(), before.bonuses() & !cell.bit());
            prop_assert_eq!(after.terrain(), before.terrain());
            prop_assert_eq!(after.terrain().board().walls(), board.walls());
            prop_assert_eq!(after.terrain().board().jokers(), board.jokers());
        }
    }

    #[test]
    fn the_score_is_discs_plus_three_for_every_taken_bonus((board, choices) in games()) {
        let mut taken = [0; 2];
        for Ply { before, cell, after, .. } in play(&board, choices) {
            taken[before.to_move().index()] += u16::from(board.is_bonus(cell));
            for side in Side::BOTH {
                let own = after.discs(side).count_ones() as u16;
                prop_assert_eq!(after.score(side), own + 3 * taken[side.index()]);
            }
            prop_assert_eq!((board.bonuses() & !after.bonuses()).count_ones(), u32::from(taken[0] + taken[1]));
        }
    }

    #[test]
    fn the_trace_applied_step_by_step_gives_the_next_position((board, choices) in games()) {
        for Ply { before, steps, after, .. } in play(&board, choices) {
            prop_assert_eq!(steps.iter().fold(before, |position, step| position.apply(step)), after);
        }
    }

    #[test]
    fn a_trace_places_flips_and_ends_with_the_next_turn((board, choices) in games()) {
        for Ply { before, cell, steps, after } in play(&board, choices) {
            let mover = before.to_move();
            prop_assert_eq!(steps[0], Step::Place { by: mover, on: cell });
            let lines = steps.iter().filter(|step| match step {
                Step::Flip { by, from, discs: 1..=7, .. } => (*by, *from) == (mover, cell),
                _ => false,
            });
            prop_assert!((1..=8).contains(&lines.count()));
            let ends = steps.iter().filter(|step| matches!(step, Step::NextTurn(_) | Step::End(_)));
            prop_assert_eq!(ends.count(), 1);
            let passes = steps.iter().filter(|step| matches!(step, Step::Pass(_))).count();
            match steps[1..] {
                [.., Step::Pass(side), Step::NextTurn(next)] => {
                    prop_assert_eq!((side, next, passes), (mover.other(), mover, 1));
                    prop_assert_eq!((after.moves_of(side), after.to_move()), (0, mover));
                }
                [.., Step::NextTurn(next)] => {
                    prop_assert_eq!((next, passes), (mover.other(), 0));
                    prop_assert_eq!(after.to_move(), next);
                }
                [.., Step::End(outcome)] => {
                    prop_assert_eq!((after.outcome(), passes), (Some(outcome), 0));
                    prop_assert_eq!(after.to_move(), mover);
                }
                ref other => prop_assert!(false, "a move ended with {other:?}"),
            }
            prop_assert_eq!(after.turn(), before.turn() + 1);
        }
    }

    #[test]
    fn exactly_the_legal_moves_are_accepted((board, choices) in games()) {
        for Ply { before, after, .. } in play(&board, choices) {
            for position in [before, after] {
                let legal: Vec<Cell> = position.legal_moves().collect();
                let accepted = every_cell().filter(|cell| position.play(*cell).is_ok());
                prop_assert_eq!(accepted.collect::<Vec<_>>(), legal.clone());
                prop_assert_eq!(legal.is_empty(), position.outcome().is_some());
                for cell in every_cell() {
                    prop_assert_eq!(position.check(cell), position.play(cell).map(|_| ()));
                }
            }
        }
    }

    #[test]
    fn the_flips_of_a_trace_match_the_terrain((board, choices) in games()) {
        for Ply { before, cell, after, .. } in play(&board, choices) {
            let (own, other) = (before.to_move(), before.to_move().other());
            let flips = before.terrain().flips(before.discs(own), before.discs(other), cell.bit());
            prop_assert_eq!(after.discs(own), before.discs(own) | cell.bit() | flips);
        }
    }

    #[test]
    fn every_move_matches_the_slow_reference((board, choices) in games()) {
        let mut reference = Reference::new(&write_board(&board));
        prop_assert_eq!(text_of(&reference), write_position(&Position::start(&board)));
        for Ply { before, cell, after, .. } in play(&board, choices) {
            let legal: Vec<_> = before.legal_moves().map(square).collect();
            prop_assert_eq!(reference.legal(), legal);
            reference.play(square(cell));
            // In our finished games the side that made the last move stays to move; the reference does the
            // same.
            prop_assert_eq!(reference.over, after.outcome().is_some());
            prop_assert_eq!(text_of(&reference), write_position(&after));
            prop_assert_eq!(reference.score(), score(&after).map(u32::from));
        }
    }

    #[test]
    fn every_game_ends_within_sixty_placements_and_the_points_decide(
        board in boards(),
        choices in proptest::collection::vec(any::<u8>(), 61),
    ) {
        let plies = play(&board, choices);
        prop_assert!(plies.len() <= 60 - board.walls().count_ones() as usize);
        let end = plies.last().map_or(Position::start(&board), |ply| ply.after);
        prop_assert_eq!(end.outcome(), Some(Outcome::of_scores(score(&end))));
        for cell in every_cell() {
            prop_assert_eq!(end.check(cell), Err(IllegalMove::GameOver));
        }
    }

    #[test]
    fn hashes_are_equal_exactly_if_positions_are_equal(games in proptest::collection::vec(games(), 4)) {
        let mut seen: HashMap<u64, Position> = HashMap::new();
        for (board, choices) in games {
            // The same discs with and without the extras: other boards are other positions.
            let bare = Board::new(board.walls(), 0, board.jokers());
            for board in [board, Board::EMPTY, bare.unwrap_or_default()] {
                for ply in play(&board, choices.iter().copied()) {
                    let known = *seen.entry(ply.after.hash()).or_insert(ply.after);
                    prop_assert_eq!(known, ply.after);
                    prop_assert_ne!(ply.before.hash(), ply.after.hash());
                }
            }
        }
        let mut positions: Vec<String> = seen.values().map(write_position).collect();
        positions.sort();
        positions.dedup();
        prop_assert_eq!(positions.len(), seen.len());
    }

    #[test]
    fn a_turned_or_mirrored_position_has_turned_or_mirrored_moves(
        (board, choices) in games(),
        turns in 0..4,
        mirrored in any::<bool>(),
    ) {
        let turned = |position: &Position| {
            let text = write_position(position);
            let (rows, behind) = text.split_once(' ').unwrap();
            let mut rows: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
            for _ in 0..turns {
                rows = (0..10).map(|row| (0..10).map(|column| rows[9 - column][row]).collect()).collect();
            }
            if mirrored {
                rows.reverse();
            }
            let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
            read_position(&format!("{} {behind}", rows.join("/"))).unwrap()
        };
        let turned_cell = |cell: Cell| {
            let (mut row, mut column) = (cell.row(), cell.column());
            for _ in 0..turns {
                (row, column) = (column, 7 - row);
            }
            Cell::at(if mirrored { 7 - row } else { row }, column).unwrap()
        };
        for Ply { before, cell, after, .. } in play(&board, choices) {
            let mut moves: Vec<Cell> = before.legal_moves().map(turned_cell).collect();
            moves.sort();
            prop_assert_eq!(moves, turned(&before).legal_moves().collect::<Vec<_>>());
            let (played, _) = turned(&before).play(turned_cell(cell)).unwrap();
            prop_assert_eq!(played, turned(&after));
        }
    }

    #[test]
    fn a_record_replays_to_every_position_of_its_game((board, choices) in games()) {
        let plies = play(&board, choices);
        let moves = cells(&plies).into_iter().map(Move::Mapello).collect();
        let record = Record { setup: Setup::Mapello(board), moves };
        for (index, ply) in plies.iter().enumerate() {
            let (position, after) = (record.position_at(index + 1).unwrap(), ply.after);
            prop_assert_eq!((position.score(), position.hash()), (score(&after), after.hash()));
            prop_assert_eq!((position.to_move(), position.turn()), (after.to_move(), after.turn()));
            prop_assert_eq!(position.outcome(), after.outcome());
            prop_assert_eq!(position.legal_moves().len(), after.legal_moves().count());
            prop_assert_eq!(position, rules::Position::Mapello(after));
        }
    }

    #[test]
    fn any_step_on_any_position_is_handled_without_panic((board, choices) in games(), wrong in any::<[u8; 4]>()) {
        let [from, discs, ray, times] = wrong;
        let mut position = play(&board, choices).last().map_or(Position::start(&board), |ply| ply.after);
        let (by, ray) = (Side::BOTH[usize::from(ray >> 7)], Ray::ALL[usize::from(ray % 8)]);
        for from in [Cell::new(from % 64), Cell::new(63)].into_iter().flatten() {
            position = position.apply(&Step::Flip { by, from, ray, discs, joker: None });
            for _ in 0..times {
                position = position.apply(&Step::Bonus { by, on: from });
            }
            position = position.apply(&Step::NextTurn(by)).apply(&Step::Place { by, on: from });
        }
        let _ = (write_position(&position), position.hash(), score(&position), position.legal_moves().count());
    }
}
