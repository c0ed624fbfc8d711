//! Laws of a match over random games, and forged logs of matches, which the audit finds.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use room::{
    Command, Event, FlawKind, GameSettings, Logged, MATCH_BREAK_MS, MancalaSettings, Match, Reason, Room,
    Seat, Settings, Sides, audit, evolve, fold, stamp,
};
use rules::mancala::{Leftovers, Variant};

use crate::common::{ANNA, BERT, Table, of_two, tiny};

/// What the player to move does: most of all a move, now and then something that ends the game.
type Deed = (u8, u8);

/// Plays a match in which each deed is that of whoever is to move, then resigns what is not over. The player who
/// begins sits on `first`.
fn play(game: MancalaSettings, first: Sides, deeds: &[Deed]) -> Table {
    let settings = Settings { game: GameSettings::Mancala(game), sides: first, ..Settings::default() };
    let mut table = Table::playing(of_two(settings));
    for &(what, detail) in deeds {
        if table.room.is_match_break() {
            table.wait(MATCH_BREAK_MS);
        }
        if table.room.running().is_none() {
            break;
        }
        act(&mut table, what, detail);
    }
    while !table.room.current_match.is_some_and(|current| current.is_over()) {
        table.wait(MATCH_BREAK_MS);
        let mover = mover(&table);
        table.must(mover, Command::Resign);
    }
    table
}

fn mover(table: &Table) -> room::MemberId {
    let game = table.game();
    table.room.occupant(game.seat_of(game.position.to_move())).unwrap().member
}

fn act(table: &mut Table, what: u8, detail: u8) {
    let mover = mover(table);
    let other = if mover == ANNA { BERT } else { ANNA };
    match what {
        0 => drop(table.must(mover, Command::Resign)),
        1 => drop(table.must(other, Command::Resign)),
        2 => {
            let _ = table.ask(mover, Command::OfferDraw);
            let _ = table.ask(other, Command::AnswerDraw(true));
        }
        _ => {
            let moves = table.game().position.legal_moves();
            let command = table.playing_move(moves[usize::from(detail) % moves.len()]);
            drop(table.must(mover, command));
        }
    }
}

fn over(table: &Table) -> Match {
    table.room.current_match.filter(Match::is_over).unwrap()
}

fn games() -> impl Strategy<Value = MancalaSettings> {
    let fair = any::<u32>().prop_map(|number| MancalaSettings::fair(Variant::default(), number).unwrap());
    let leftovers = prop_oneof![Just(Leftovers::Owner), Just(Leftovers::Emptier)];
    let small =
        (3_u8..6, 1_u8..5, any::<bool>(), leftovers).prop_map(|(pits, stones, pie_rule, leftovers)| {
            Variant { pits, stones, pie_rule, leftovers, ..Variant::default() }.into()
        });
    prop_oneof![fair, small]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_stones_of_a_match_are_twice_those_of_the_board(
        game in games(), deeds in vec((0_u8..80, any::<u8>()), 0..200),
    ) {
        let table = play(game, Sides::Bottom, &deeds);
        let board = u16::from(game.variant.pits) * u16::from(game.variant.stones) * 2;
        prop_assert_eq!(over(&table).stones().iter().sum::<u16>(), 2 * board);
        prop_assert_eq!(table.room.series.games(), 1);
        let moves: u32 = over(&table).moves.iter().sum();
        let moved = table.log.iter().filter(|logged| matches!(logged.event, Event::Moved { .. })).count();
        prop_assert_eq!(moves, moved as u32);
    }

    #[test]
    fn swapping_who_does_what_swaps_the_result_of_a_match(
        game in games(), deeds in vec((0_u8..80, any::<u8>()), 0..200),
    ) {
        let [one, other] = [Sides::Bottom, Sides::Top].map(|first| over(&play(game, first, &deeds)));
        let swapped = |[bottom, top]: [u16; 2]| [top, bottom];
        prop_assert_eq!(one.stones(), swapped(other.stones()));
        prop_assert_eq!(one.leader().map(Seat::other), other.leader());
        prop_assert_eq!(one.moves, [other.moves[1], other.moves[0]]);
    }

    #[test]
    fn every_prefix_of_a_match_folds_and_passes_the_audit(
        game in games(), deeds in vec((0_u8..80, any::<u8>()), 0..60),
    ) {
        let table = play(game, Sides::Bottom, &deeds);
        let mut room = Room::new(table.room.code);
        let mut seen = BTreeSet::new();
        for (count, logged) in (1..).zip(&table.log) {
            evolve(&mut room, logged);
            prop_assert_eq!(&fold(room.code, &table.log[..count]), &room);
            prop_assert_eq!(&audit(room.code, &table.log[..count]).unwrap().room, &room);
            prop_assert!(seen.insert(room.fingerprint()), "{:?}", logged);
        }
        prop_assert_eq!(room, table.room);
    }
}

/// The flaw of a whole match whose log was changed so.
fn flaw_in(change: impl FnOnce(&mut Vec<Logged>)) -> FlawKind {
    let mut table = Table::playing(of_two(tiny()));
    table.play_to_the_end();
    table.wait(MATCH_BREAK_MS);
    table.play_to_the_end();
    assert!(audit(table.room.code, &table.log).is_ok());
    change(&mut table.log);
    audit(table.room.code, &table.log).unwrap_err().what
}

/// Where the countdown of the break stands.
fn the_break(log: &[Logged]) -> usize {
    log.iter().rposition(|logged| matches!(logged.event, Event::CountingDown(_))).unwrap()
}

#[test]
fn the_audit_finds_forged_logs_of_a_match() {
    let next = |change: fn(&mut Event)| {
        flaw_in(|log| {
            let at = the_break(log) + 1;
            change(&mut log[at].event);
        })
    };
    let swapped = next(|event| {
        let Event::Started { first, .. } = event else { panic!("{event:?}") };
        *first = first.other();
    });
    assert_eq!(swapped, FlawKind::Start, "the sides were not swapped");
    let other_start = next(|event| {
        let Event::Started { setup: rules::Setup::Mancala(setup), .. } = event else { panic!("{event:?}") };
        setup.variant.pie_rule = true;
    });
    assert_eq!(other_start, FlawKind::Start);
    let settings = of_two(tiny());
    let waits = [
        Event::Left(Seat::Top),
        Event::Configured { seat: Seat::Top, settings },
        Event::Readied { seat: Seat::Top, ready: false },
        Event::RematchOffered(Seat::Top),
        Event::SameBoardRematchOffered(Seat::Top),
        Event::DraftBegan(Seat::Top),
    ];
    for event in waits {
        let flaw = flaw_in(|log| {
            let at = the_break(log) + 1;
            log[at].event = event.clone();
        });
        assert_eq!(flaw, FlawKind::MatchBreak, "{event:?}");
    }
    let no_countdown = flaw_in(|log| {
        let at = the_break(log);
        log[at].event = Event::Readied { seat: Seat::Top, ready: true };
        log.truncate(at + 2);
    });
    assert_eq!(no_countdown, FlawKind::MatchBreak);
    let called_off = flaw_in(|log| {
        let at = the_break(log) + 2;
        assert!(log[at].by.is_some());
        log[at].event = Event::Ended { winner: None, reason: Reason::CalledOff };
        log.truncate(at + 1);
    });
    assert_eq!(called_off, FlawKind::Result, "a match cannot be escaped from");
}

#[test]
fn an_operator_may_call_off_either_game_of_a_match() {
    for games in [0, 1] {
        let mut table = Table::playing(of_two(tiny()));
        for _ in 0..games {
            table.play_to_the_end();
            table.wait(MATCH_BREAK_MS);
        }
        let room = &table.room;
        let ended = Event::Ended { winner: None, reason: Reason::CalledOff };
        table.log.extend(stamp(vec![ended], room.seq, room.at, None));
        let report = audit(room.code, &table.log).unwrap();
        assert!(report.room.running().is_none());
        assert!(!report.room.is_match_break(), "no second game begins by itself");
    }
}
