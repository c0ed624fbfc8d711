//! Tests of the clocks after a takeback: what the moves earned goes back, thinking time stays spent, and stored games fold to
//! the clocks that they had (ADR 0063).

use room::{
    Command, Event, GIVEN_MS, Logged, MemberId, Millis, RoomCode, Settings, TimeControl, fold, stamp,
};
use rules::{Game, Side};

use crate::acts::numbers;
use crate::common::{ANNA, BERT, Table, timed};

/// Games played before version 6: the log, a moment, what both clocks showed then, when something was due, and the lag of the turn.
const OLD_CLOCKS: &str = include_str!("data/clocks_v5.jsonl");

const MINUTE_A_TURN: TimeControl = TimeControl::Increment { base: 180, increment: 60 };

/// Anna takes her last turn back, and Bert agrees.
fn take_back(table: &mut Table, asks: MemberId) -> bool {
    let other = if asks == ANNA { BERT } else { ANNA };
    let asked = table.ask(asks, Command::RequestUndo).is_ok();
    if asked {
        table.must(other, Command::AnswerUndo(true));
    }
    asked
}

fn faces(table: &Table) -> [Millis; 2] {
    Side::BOTH.map(|side| table.game().clock.left(side, table.now).unwrap())
}

#[test]
fn clocks_of_games_stored_before_version_6_are_what_they_were() {
    type Stored = (Vec<Logged>, Millis, [Millis; 2], Option<Millis>, Millis);
    let (mut games, mut undone) = (0, 0);
    for line in OLD_CLOCKS.lines() {
        let (log, now, left, due, free): Stored = serde_json::from_str(line).unwrap();
        let room = fold(RoomCode::from_seed(7), &log);
        let game = room.game.as_ref().unwrap();
        assert_eq!(Side::BOTH.map(|side| game.clock.left(side, now).unwrap()), left);
        assert_eq!((room.due(), game.clock.free(game.position.to_move())), (due, free));
        games += 1;
        undone += log.iter().filter(|logged| matches!(logged.event, Event::Undone(_))).count();
    }
    assert_eq!((games, undone), (6, 18));
}

#[test]
fn sowing_and_taking_back_again_and_again_gains_no_time() {
    let mut table = Table::playing(timed(MINUTE_A_TURN));
    table.sow(ANNA, 0);
    assert_eq!(faces(&table), [240_000, 180_000]);
    for n in 1..=3 {
        assert!(take_back(&mut table, ANNA));
        assert_eq!(faces(&table)[0], 181_000 - n * 1_000, "the increment is back");
        table.wait(1_000);
        table.sow(ANNA, 0);
        assert_eq!(faces(&table)[0], 240_000 - n * 1_000, "and what was thought stays spent");
    }
}

#[test]
fn a_turn_of_several_sowings_gives_back_one_increment() {
    let mut table = Table::playing(timed(MINUTE_A_TURN));
    table.sow(ANNA, 2);
    table.sow(ANNA, 5);
    table.wait(4_000);
    table.sow(BERT, 0);
    assert_eq!(faces(&table), [240_000, 240_000]);
    assert!(take_back(&mut table, ANNA));
    assert_eq!(faces(&table), [180_000, 180_000], "both turns are taken back");
}

#[test]
fn given_time_outlives_a_takeback() {
    let mut table = Table::playing(timed(MINUTE_A_TURN));
    table.sow(ANNA, 0);
    table.must(BERT, Command::GiveTime);
    assert!(take_back(&mut table, ANNA));
    assert_eq!(faces(&table)[0], 180_000 + GIVEN_MS);
}

#[test]
fn nobody_loses_by_a_takeback_and_the_rest_is_owed() {
    let mut table = Table::playing(timed(TimeControl::Increment { base: 15, increment: 60 }));
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    table.wait(70_000);
    assert_eq!(faces(&table), [5_000, 75_000]);
    assert!(take_back(&mut table, ANNA));
    assert_eq!(faces(&table), [5_000, 15_000], "5 s are less than what a takeback leaves");
    table.sow(ANNA, 0);
    assert_eq!(faces(&table)[0], 5_000, "60 s were owed");
    table.sow(BERT, 0);
    table.sow(ANNA, 3);
    assert_eq!(faces(&table)[0], 65_000, "and are paid");
}

#[test]
fn a_time_per_move_goes_on_from_where_it_was_taken_back() {
    let mut table = Table::playing(timed(TimeControl::PerMove { seconds: 60 }));
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    table.wait(40_000);
    table.sow(ANNA, 3);
    table.wait(8_000);
    assert!(take_back(&mut table, ANNA));
    assert_eq!(faces(&table), [20_000, 60_000], "Bert answers another move, with all of his time");
    table.wait(15_000);
    table.sow(ANNA, 3);
    assert!(take_back(&mut table, ANNA));
    assert_eq!(faces(&table), [10_000, 60_000], "at least ten seconds are left");
}

/// What a side has got and used, by a reckoning of its own: the increments of the turns that stand, and every millisecond.
struct Ledger {
    spent: [Millis; 2],
    gifts: [Millis; 2],
}

/// The increments that a log without takebacks of the same moves would have given.
fn increments(table: &Table, increment: Millis) -> [Millis; 2] {
    let game = table.game();
    let mut position = game.setup.start();
    let mut sum = [0; 2];
    for mv in &game.moves {
        let after = position.play(*mv).unwrap().position;
        sum[position.to_move().index()] += if after.turn() == position.turn() { 0 } else { increment };
        position = after;
    }
    sum
}

#[test]
fn time_is_neither_made_nor_lost_over_random_games_with_takebacks() {
    let (mut takebacks, mut moves) = (0, 0);
    for seed in 0..600 {
        let mut next = numbers(seed);
        let game = Game::ALL[seed as usize % 2];
        // Long enough that no takeback meets its least.
        let clock = TimeControl::Increment { base: 3_600, increment: 30 };
        let mut table = Table::playing(Settings { clock, ..Settings::for_game(game) });
        let mut ledger = Ledger { spent: [0; 2], gifts: [0; 2] };
        for _ in 0..60 {
            let side = table.game().position.to_move();
            let think = (next() % 9_000) as Millis;
            if !table.game().clock.in_grace(side) {
                ledger.spent[side.index()] += think;
            }
            table.now += think;
            match next() % 5 {
                0 | 1 => {
                    let asks = [ANNA, BERT][next() as usize % 2];
                    takebacks += u32::from(take_back(&mut table, asks));
                }
                2 if table.ask(ANNA, Command::GiveTime).is_ok() => {
                    let to = table.game().side_of(room::Seat::Top);
                    ledger.gifts[to.index()] += GIVEN_MS;
                }
                _ => {
                    table.now -= 10;
                    table.play_on();
                    moves += 1;
                }
            }
            if table.room.running().is_none() {
                break;
            }
            let earned = increments(&table, 30_000);
            for side in Side::BOTH.map(Side::index) {
                let expected = 3_600_000 + earned[side] + ledger.gifts[side] - ledger.spent[side];
                assert_eq!(faces(&table)[side], expected, "seed {seed}, side {side}");
            }
        }
        // A restart folds the log anew.
        assert_eq!(fold(table.room.code, &table.log), table.room);
    }
    assert!(takebacks > 2_000 && moves > 5_000, "{takebacks} {moves}");
}

#[test]
fn lag_compensation_earned_by_a_move_goes_back_with_it() {
    let blitz = TimeControl::Increment { base: 180, increment: 2 };
    let mut table = Table::playing(timed(blitz));
    table.commit(vec![Event::Lag { side: Side::First, ms: 60_000 }], None);
    for _ in 0..12 {
        table.sow(ANNA, 0);
        assert!(take_back(&mut table, ANNA));
    }
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    let free = table.game().clock.free(Side::First);
    assert_eq!(free, 4_000, "three moves' worth at the start, and one for the move that stands");
}

#[test]
fn a_game_begun_by_the_old_rules_keeps_them() {
    let mut table = Table::playing(timed(MINUTE_A_TURN));
    let mut log = table.log.clone();
    if let Some(Event::Started { clock_rules, .. }) = log.last_mut().map(|last| &mut last.event) {
        *clock_rules = room::ClockRules::V5;
    }
    table.room = fold(table.room.code, &log);
    table.sow(ANNA, 0);
    let undone = stamp(vec![Event::Undone(0)], table.room.seq, table.now, None);
    room::evolve(&mut table.room, &undone[0]);
    assert_eq!(faces(&table)[0], 240_000);
}
