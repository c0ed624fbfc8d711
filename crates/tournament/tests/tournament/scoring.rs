//! Tests of what results are worth in an arena: streaks, draws in a row, wins with half of the time.

use room::Seat;
use tournament::{EntrantId, Format, LONG_DRAW_MOVES, Outcome, PairingResult, Plan};

use crate::common::{MINUTE, Run, arena_plan};

/// What entrant 0 takes from a pairing.
#[derive(Clone, Copy)]
enum Take {
    Win,
    Draw,
    Loss,
    /// A draw after few moves.
    Short,
    /// A win with half of the time, after so many moves.
    Berserk(u16),
    Void,
}
use Take::{Berserk, Draw, Loss, Short, Void, Win};

/// Plays pairings in which entrant 0 takes this; gives the points for each.
fn points_of(plan: Plan, takes: &[Take]) -> Vec<u32> {
    let mut run = Run::begun(plan, 6);
    for take in takes {
        run.now += MINUTE;
        let paired = run.pair();
        for paired in paired {
            let seat = run.pairing(paired.id).seat_of(EntrantId(0));
            let seat_of_0 = seat.unwrap_or(Seat::Bottom);
            let mut result = PairingResult {
                outcome: Outcome::Won(seat_of_0),
                moves: [20; 2],
                berserk: [false; 2],
                ended: run.now,
            };
            match take {
                _ if seat.is_none() => {}
                Win => {}
                Draw => result.outcome = Outcome::Drawn,
                Loss => result.outcome = Outcome::Won(seat_of_0.other()),
                Short => {
                    result.outcome = Outcome::Drawn;
                    result.moves = [2 * LONG_DRAW_MOVES - 1; 2];
                }
                Berserk(moves) => {
                    result.berserk[seat_of_0.index()] = true;
                    result.moves[seat_of_0.index()] = *moves;
                }
                Void => result.outcome = Outcome::Void,
            }
            run.report(paired.id, result);
        }
    }
    let row = run.row(0);
    assert_eq!(row.score.points, row.played.iter().map(|played| played.points).sum::<u32>());
    row.played.iter().map(|played| played.points).collect()
}

#[test]
fn after_two_wins_in_a_row_points_are_double_until_a_game_is_not_won() {
    for (takes, points) in [
        (vec![Win, Win, Draw], vec![2, 2, 2]),
        (vec![Win, Win, Win, Win, Loss, Win], vec![2, 2, 4, 4, 0, 2]),
        (vec![Win, Draw, Win, Win, Win], vec![2, 1, 2, 2, 4]),
        (vec![Win, Win, Draw, Win, Win, Win], vec![2, 2, 2, 2, 2, 4]),
        (vec![Loss, Loss, Win], vec![0, 0, 2]),
    ] {
        assert_eq!(points_of(arena_plan(), &takes), points);
    }
}

#[test]
fn a_void_pairing_neither_gives_points_nor_ends_a_streak() {
    assert_eq!(points_of(arena_plan(), &[Win, Win, Void, Win]), [2, 2, 0, 4]);
}

#[test]
fn a_short_draw_counts_only_once_until_the_next_win() {
    for (takes, points) in [
        (vec![Short, Short, Short], vec![1, 0, 0]),
        (vec![Short, Draw, Short, Draw], vec![1, 1, 0, 1]),
        (vec![Short, Loss, Short], vec![1, 0, 0]),
        (vec![Short, Win, Short], vec![1, 2, 1]),
    ] {
        assert_eq!(points_of(arena_plan(), &takes), points);
    }
}

#[test]
fn a_win_with_half_of_the_time_gives_one_point_more_after_seven_moves() {
    let takes = [Berserk(6), Berserk(7), Berserk(30)];
    assert_eq!(points_of(arena_plan(), &takes), [2, 3, 5], "not doubled on fire");
    let without = Plan { format: Format::Arena { minutes: 60, berserk: false }, ..arena_plan() };
    assert_eq!(points_of(without, &takes), [2, 2, 4], "only where the event allows it");
}
