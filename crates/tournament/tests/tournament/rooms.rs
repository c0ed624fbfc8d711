//! Tests with real rooms: what the log of a room says of its pairing.

use std::ops::Deref;

use room::{
    Command, Logged, MemberId, Millis, Room, Seat, decide, evolve, fold, paired_room_log, stamp, tick,
};
use tournament::{Format, Outcome, Paired, PairingResult, Plan, Terms, TournamentGame};

use crate::common::{MINUTE, Run, arena_plan, round_robin_plan, swiss_plan};

const PLAYERS: [MemberId; 2] = [MemberId(1), MemberId(2)];

/// A room with its log.
struct Table {
    room: Room,
    log: Vec<Logged>,
}

impl Deref for Table {
    type Target = Room;

    fn deref(&self) -> &Room {
        &self.room
    }
}

/// The room of the first pairing of a tournament, as a server opens it.
fn opened(plan: Plan) -> (Table, Millis) {
    let mut run = Run::begun(plan, 2);
    let Paired { room, start, .. } = run.pair()[0];
    let settings = run.tournament.plan.room_settings(start);
    let log = paired_room_log(room, settings, [(PLAYERS[0], "Ada"), (PLAYERS[1], "Bert")], run.now).unwrap();
    (Table { room: fold(room, &log), log }, run.now)
}

fn append(table: &mut Table, events: Vec<room::Event>, now: Millis) {
    for logged in stamp(events, table.seq, now, None) {
        evolve(&mut table.room, &logged);
        table.log.push(logged);
    }
}

fn send(room: &mut Table, seat: Seat, command: &Command, now: Millis) {
    append(room, decide(room, PLAYERS[seat.index()], command, now).unwrap(), now);
}

/// Lets time do its part.
fn time(room: &mut Table, now: Millis) {
    let events = tick(room, now);
    append(room, events, now);
}

/// Plays the first legal moves, at most so many.
fn play(room: &mut Table, moves: u32, now: Millis) {
    for _ in 0..moves {
        let Some(game) = room.running() else { return };
        let seat = game.seat_of(game.position.to_move());
        let mv = game.position.legal_moves()[0];
        let command = Command::Play { game: game.number, ply: game.ply(), mv };
        send(room, seat, &command, now);
    }
}

fn mapello() -> Plan {
    Plan { terms: Terms { game: TournamentGame::Mapello, ..arena_plan().terms }, ..arena_plan() }
}

fn result(table: &Table) -> Option<PairingResult> {
    PairingResult::of_log(table.code, &table.log)
}

#[test]
fn the_first_player_of_a_pairing_sits_at_the_bottom_and_begins() {
    for plan in [arena_plan(), mapello()] {
        let (room, _) = opened(plan);
        let game = room.running().unwrap();
        assert_eq!(game.seat_of(game.position.to_move()), Seat::Bottom);
        assert_eq!(result(&room), None);
    }
}

#[test]
fn a_single_game_is_a_pairing() {
    let (mut room, now) = opened(mapello());
    play(&mut room, 9, now);
    send(&mut room, Seat::Bottom, &Command::Resign, now + 7);
    let found = result(&room).unwrap();
    assert_eq!(found.moves.iter().sum::<u16>(), 9);
    let expected = PairingResult {
        outcome: Outcome::Won(Seat::Top),
        moves: found.moves,
        berserk: [false; 2],
        ended: now + 7,
    };
    assert_eq!((found, found.absent()), (expected, None));
}

#[test]
fn a_match_is_a_pairing_when_both_games_are_over() {
    let (mut room, now) = opened(arena_plan());
    play(&mut room, 500, now);
    assert!(room.is_match_break());
    assert_eq!(result(&room), None, "one game is not the match");
    let later = room.due().unwrap();
    time(&mut room, later);
    play(&mut room, 500, later);
    let played = room.current_match.unwrap();
    let found = result(&room).unwrap();
    assert!(played.is_over());
    assert_eq!(found.outcome, played.leader().map_or(Outcome::Drawn, Outcome::Won));
    assert_eq!(found.moves.map(u32::from), played.moves);
}

#[test]
fn who_does_not_begin_has_lost_and_was_absent() {
    for (moves, absent) in [(0, Seat::Bottom), (1, Seat::Top)] {
        for plan in [arena_plan(), mapello()] {
            let (mut room, now) = opened(plan);
            while room.running().is_some_and(|game| {
                let seat = game.seat_of(game.position.to_move());
                moves == 1 && seat == Seat::Bottom
            }) {
                play(&mut room, 1, now);
            }
            time(&mut room, now + 5 * MINUTE);
            let found = result(&room).unwrap();
            assert_eq!((found.outcome, found.absent()), (Outcome::Won(absent.other()), Some(absent)));
        }
    }
}

/// As the operator does.
fn call_off(room: &mut Table, now: Millis) {
    append(room, vec![room::Event::Ended { winner: None, reason: room::Reason::CalledOff }], now);
}

#[test]
fn a_match_whose_second_game_the_operator_calls_off_is_void() {
    for moves in [0, 6] {
        let (mut room, now) = opened(arena_plan());
        play(&mut room, 500, now);
        let later = room.due().unwrap();
        time(&mut room, later);
        play(&mut room, moves, later);
        call_off(&mut room, later + 1);
        assert_eq!(result(&room), Some(PairingResult::void(later + 1)), "after {moves} moves");
    }
}

#[test]
fn a_game_that_the_operator_calls_off_is_void() {
    for plan in [arena_plan(), mapello()] {
        for moves in [0, 1, 6] {
            let (mut room, now) = opened(plan.clone());
            play(&mut room, moves, now);
            let game = room.running().unwrap();
            let deadline = game.deadline().unwrap();
            // Only a first move that is late is a loss: a flag that falls at the same moment is not.
            let is_begun = !game.clock.in_grace(game.position.to_move());
            assert!(is_begun || moves < 6);
            for ended in [now, deadline - 1].into_iter().chain(is_begun.then_some(deadline)) {
                let mut room = Table { room: room.room.clone(), log: room.log.clone() };
                call_off(&mut room, ended);
                assert_eq!(result(&room), Some(PairingResult::void(ended)), "after {moves} moves");
            }
        }
    }
}

#[test]
fn who_halved_the_time_in_the_room_did_so_in_the_result() {
    for seat in Seat::BOTH {
        // A game from a random opening begins with moves that nobody has made.
        let terms = Terms { game: TournamentGame::Reversi, ..mapello().terms };
        for plan in [arena_plan(), mapello(), Plan { terms, ..mapello() }] {
            let (mut room, now) = opened(plan);
            send(&mut room, seat, &Command::GoBerserk, now);
            play(&mut room, 500, now);
            if let Some(later) = room.due() {
                assert_eq!(result(&room), None);
                time(&mut room, later);
                play(&mut room, 500, later);
            }
            let found = result(&room).unwrap();
            assert_eq!(found.berserk, Seat::BOTH.map(|one| one == seat));
        }
    }
}

#[test]
fn rooms_allow_berserk_in_an_arena_that_has_it_and_nowhere_else() {
    let format = Format::Arena { minutes: 60, berserk: false };
    for (plan, allowed) in [
        (arena_plan(), true),
        (Plan { format, ..arena_plan() }, false),
        (swiss_plan(3), false),
        (round_robin_plan(false), false),
    ] {
        assert_eq!(plan.room_settings(7).berserk, allowed, "{:?}", plan.format);
    }
    let (room, now) = opened(Plan { format, ..arena_plan() });
    assert!(decide(&room, PLAYERS[0], &Command::GoBerserk, now).is_err());
}

#[test]
fn a_rematch_says_nothing_of_the_pairing() {
    let (mut room, now) = opened(mapello());
    send(&mut room, Seat::Top, &Command::GoBerserk, now);
    play(&mut room, 9, now);
    send(&mut room, Seat::Bottom, &Command::Resign, now);
    send(&mut room, Seat::Bottom, &Command::Rematch, now);
    send(&mut room, Seat::Top, &Command::Rematch, now);
    while let Some(due) = room.countdown {
        time(&mut room, due);
    }
    play(&mut room, 9, now);
    send(&mut room, Seat::Top, &Command::Resign, now + MINUTE);
    assert_eq!(room.game.as_ref().unwrap().number, 2);
    let found = result(&room).unwrap();
    assert_eq!((found.outcome, found.ended), (Outcome::Won(Seat::Top), now));
    assert_eq!(found.berserk, [false, true]);
}
