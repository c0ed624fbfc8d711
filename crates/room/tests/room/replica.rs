//! The replica of a room on a server node: idempotent commands, optimistic concurrency and conflict retry, by example and
//! over random interleavings of two replicas on one log.

mod server;

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use proptest::prelude::*;
use room::sync::replica::{NotAppended, Outcome, Replica, Source};
use room::{
    Command, Event, Gone, IncomingCommand, MemberId, Millis, Origin, Rejection, Settings, TimeControl, audit,
    fold,
};

use self::server::{Fault, Server, Shared, pause, run};
use crate::acts::{foolish, numbers, perform, sensible, settings};
use crate::common::{ANNA, BERT, Table, say, strangers};

fn anna(id: u64) -> Origin {
    Origin { member: ANNA, id }
}

/// Has a server execute a command of somebody who knows the whole log.
fn execute(
    replica: &mut Replica,
    server: &mut Server,
    origin: Origin,
    command: &Command,
) -> Result<Outcome, NotAppended<Fault>> {
    let after = server.shared.borrow().log.len() as u64;
    run(replica.execute(server, IncomingCommand { origin, after, command }))
}

#[test]
fn a_command_costs_one_append_and_no_read() {
    let table = Table::playing(Settings::default());
    let (mut server, mut replica) = Server::new(&table);
    let done = execute(&mut replica, &mut server, anna(900), &table.sowing(ANNA, 0));
    assert_eq!(done, Ok(Outcome::Appended));
    let shared = server.shared.borrow();
    assert_eq!((shared.appends, shared.reads, &*server.sources), (1, 0, &[Source::Own][..]));
    assert_eq!(*replica, fold(replica.code, &shared.log));
    assert_eq!(shared.log.last().unwrap().by, Some(anna(900)));
}

#[test]
fn a_command_that_the_log_has_answered_is_not_carried_out_again() {
    let table = Table::playing(Settings::default());
    let (mut server, mut replica) = Server::new(&table);
    let hello = say("hello");
    assert_eq!(execute(&mut replica, &mut server, anna(900), &hello), Ok(Outcome::Appended));
    assert_eq!(execute(&mut replica, &mut server, anna(900), &hello), Ok(Outcome::AlreadyDone));
    // Another server, which has not heard of it, appends nothing either.
    let (mut other, mut behind) = Server::beside(&server.shared, &table);
    let asked = IncomingCommand { origin: anna(900), after: table.room.seq, command: &hello };
    assert_eq!(run(behind.execute(&mut other, asked)), Ok(Outcome::AlreadyDone));
    assert_eq!(server.shared.borrow().log.len() as u64, table.room.seq + 1);
}

#[test]
fn a_command_whose_acknowledgement_was_lost_is_recognised() {
    let table = Table::playing(Settings::default());
    let (mut server, mut replica) = Server::new(&table);
    server.shared.borrow_mut().faults = vec![Fault::AnswerLost];
    let hello = say("hello");
    let lost = execute(&mut replica, &mut server, anna(900), &hello);
    assert_eq!(lost, Err(NotAppended::Failed(Fault::AnswerLost)));
    assert_eq!(replica.seq, table.room.seq, "what is not acknowledged is not folded");
    let again = run(replica
        .execute(&mut server, IncomingCommand { origin: anna(900), after: table.room.seq, command: &hello }));
    assert_eq!((again, server.shared.borrow().conflicts), (Ok(Outcome::AlreadyDone), 1));
}

#[test]
fn after_a_conflict_the_command_is_decided_anew() {
    let table = Table::playing(Settings::default());
    let (mut server, mut replica) = Server::new(&table);
    let said = Event::ChatSent { seat: table.room.seat_of(BERT).unwrap(), text: "hi".into() };
    server.overtaken_by = vec![vec![said]];
    let done = execute(&mut replica, &mut server, anna(900), &say("hello"));
    assert_eq!(done, Ok(Outcome::Appended));
    assert_eq!(
        (server.sources.as_slice(), replica.seq),
        (&[Source::Other, Source::Own][..], table.room.seq + 2)
    );
    // What is no longer possible is refused.
    let ended = Event::Ended { winner: None, reason: room::Reason::Agreed };
    server.overtaken_by = vec![vec![ended]];
    let late = execute(&mut replica, &mut server, anna(901), &Command::Resign);
    assert_eq!(late, Ok(Outcome::Refused(Rejection::NoGame)));
}

#[test]
fn a_replica_gives_up_when_it_is_overtaken_each_of_four_times() {
    let table = Table::playing(Settings::default());
    for (overtaken, outcome) in [(3, Ok(Outcome::Appended)), (4, Err(NotAppended::Conflict))] {
        let (mut server, mut replica) = Server::new(&table);
        let said = Event::ChatSent { seat: table.room.seat_of(BERT).unwrap(), text: "hi".into() };
        server.overtaken_by = vec![vec![said]; overtaken];
        assert_eq!(execute(&mut replica, &mut server, anna(900), &say("hello")), outcome);
        assert_eq!(server.shared.borrow().appends, 4);
    }
}

#[test]
fn a_refusal_holds_only_if_the_log_has_no_more() {
    let mut table = Table::seated(Settings::default());
    let (mut server, mut replica) = Server::new(&table);
    assert_eq!(
        execute(&mut replica, &mut server, anna(900), &Command::Resign),
        Ok(Outcome::Refused(Rejection::NoGame))
    );
    assert_eq!(server.shared.borrow().reads, 1);
    // Elsewhere a game has begun, and the command came with an old number.
    let known = table.room.seq;
    table.get_ready();
    server.shared.borrow_mut().log.clone_from(&table.log);
    server.shared.borrow_mut().now = table.now;
    let asked = IncomingCommand { origin: anna(901), after: known, command: &Command::Resign };
    assert_eq!(run(replica.execute(&mut server, asked)), Ok(Outcome::Appended));
}

#[test]
fn what_is_due_is_appended_before_a_command_is_decided() {
    let clock = TimeControl::PerMove { seconds: 10 };
    let mut table = Table::playing(strangers(Settings { clock, ..Settings::default() }));
    table.sow(ANNA, 0);
    let (mut server, mut replica) = Server::new(&table);
    server.shared.borrow_mut().now += 3_600_000;
    let late = execute(&mut replica, &mut server, anna(900), &Command::Resign);
    assert_eq!(late, Ok(Outcome::Refused(Rejection::NoGame)));
    assert_eq!(server.sources, [Source::Own], "the end of the game");
    // Nobody is charged for a time without servers.
    let (mut server, mut replica) = Server::new(&table);
    server.downtime = [table.now + 1, table.now + 3_600_000];
    server.shared.borrow_mut().now += 3_600_000;
    run(replica.tick(&mut server)).unwrap();
    let events: Vec<_> =
        server.shared.borrow().log[table.log.len()..].iter().map(|logged| logged.event.clone()).collect();
    assert_eq!(events, [Event::Interrupted { from: table.now + 1, until: table.now + 3_600_000 }]);
}

#[test]
fn a_changed_lag_precedes_a_move_and_presence_decides_claims() {
    let clock = TimeControl::Increment { base: 300, increment: 5 };
    let mut table = Table::playing(Settings { clock, ..Settings::default() });
    let (mut server, mut replica) = Server::new(&table);
    server.lag = Some(300);
    assert_eq!(execute(&mut replica, &mut server, anna(900), &table.sowing(ANNA, 0)), Ok(Outcome::Appended));
    let game = table.room.running().unwrap();
    let lag = Event::Lag { side: game.side_of(table.room.seat_of(BERT).unwrap()), ms: 300 };
    let first = server.shared.borrow().log[table.log.len()].clone();
    assert_eq!((first.event, first.by), (lag, Some(anna(900))));
    table.log.clone_from(&server.shared.borrow().log);
    let claim = execute(&mut replica, &mut server, anna(901), &Command::ClaimWin);
    assert!(matches!(claim, Ok(Outcome::Refused(_))), "{claim:?}");
    let gone = Gone { since: 0, left: false, claim: Some(table.now) };
    server.here.gone[table.room.seat_of(BERT).unwrap().index()] = Some(gone);
    assert_eq!(execute(&mut replica, &mut server, anna(901), &Command::ClaimWin), Ok(Outcome::Appended));
}

/// What goes on at a server.
type Work = Pin<Box<dyn Future<Output = (Server, Replica)>>>;

/// A member at one of the servers: sends commands, each again until it is answered.
async fn play(
    mut server: Server,
    mut replica: Replica,
    seed: u64,
    answered: Rc<RefCell<Vec<Origin>>>,
) -> (Server, Replica) {
    let mut number = numbers(seed);
    for id in 0..25 {
        let anybody = MemberId(number() % 3 + 1);
        let (member, command) = match number() % 5 {
            0 => (anybody, foolish(&replica, 70 + (number() % 30) as u8, number())),
            _ => sensible(&replica, anybody, number()),
        };
        let origin = Origin { member, id: seed << 32 | id };
        let after = replica.seq;
        for _ in 0..6 {
            match replica.execute(&mut server, IncomingCommand { origin, after, command: &command }).await {
                Ok(outcome) => {
                    let happened = matches!(outcome, Outcome::Appended | Outcome::AlreadyDone);
                    answered.borrow_mut().extend(happened.then_some(origin));
                    break;
                }
                Err(_) => pause().await,
            }
        }
    }
    (server, replica)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// However two servers take turns on one log that fails now and then: no command is in the log twice, none that
    /// was answered is missing, every event is allowed, and in the end both have the room that the log says.
    #[test]
    fn two_replicas_on_one_log_agree_and_no_command_is_lost_or_twice(seed: u64) {
        let mut number = numbers(seed);
        let valid = (seed >> 1..).map(settings).find(|settings| settings.check().is_ok()).unwrap();
        let mut table = Table::open(valid);
        for _ in 0..number() % 40 {
            perform(&mut table, (number() as u8, number() as u8, number(), number()));
        }
        // Only what the two servers do is to be judged.
        let before = table.log.len();
        let shared = Shared { log: table.log.clone(), now: table.now, ..Shared::default() };
        let shared = Rc::new(RefCell::new(shared));
        let answered = Rc::new(RefCell::new(Vec::new()));
        let mut running: Vec<Work> = Vec::new();
        for n in 1..=2 {
            let (server, replica) = Server::beside(&shared, &table);
            running.push(Box::pin(play(server, replica, n, Rc::clone(&answered))));
        }
        let mut ended = Vec::new();
        while !running.is_empty() {
            let turn = number() as usize % running.len();
            shared.borrow_mut().now += (number() % 400) as Millis;
            shared.borrow_mut().faults = match number() % 40 {
                0 => vec![Fault::NotWritten],
                1 => vec![Fault::AnswerLost],
                _ => Vec::new(),
            };
            let polled = running[turn].as_mut().poll(&mut Context::from_waker(Waker::noop()));
            if let Poll::Ready(work) = polled {
                drop(running.swap_remove(turn));
                ended.push(work);
            }
        }
        let room = fold(table.room.code, &shared.borrow().log);
        for (mut server, mut replica) in ended {
            run(replica.read(&mut server)).unwrap();
            prop_assert_eq!(&*replica, &room);
        }
        let shared = shared.borrow();
        let audited = audit(table.room.code, &shared.log);
        let audited = audited.map_err(|flaw| TestCaseError::fail(flaw.to_string()))?;
        let twice: Vec<_> = audited.repeated.iter().filter(|origin| origin.id >> 32 > 0).collect();
        prop_assert!(twice.is_empty(), "{:?}", twice);
        for origin in answered.borrow().iter() {
            let written = shared.log[before..].iter().any(|logged| logged.by == Some(*origin));
            prop_assert!(written, "answered and not written: {:?}", origin);
        }
    }
}
