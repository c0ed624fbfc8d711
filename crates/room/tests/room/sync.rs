//! The client core of the protocol: optimistic update, rollback, resend and sequence gaps, by example and over
//! random deliveries of random logs.

use proptest::prelude::*;
use room::message::{ClientMessage, Presence, ServerMessage};
use room::sync::client::{Client, Effect, MAX_PENDING, NotSent, Surroundings};
use room::{Command, Logged, Millis, Origin, Rejection, Settings, fold, stamp};

use crate::acts::{numbers, perform};
use crate::common::{ANNA, BERT, Table, say};

/// The surroundings of a client whose clock is the server's.
const HERE: Surroundings =
    Surroundings { ahead: 0, here: Presence { seats: [false; 2], watching: 0, gone: [None; 2] } };

fn welcome(table: &Table, log: &[Logged]) -> ServerMessage {
    ServerMessage::Welcome { you: ANNA, now: table.now, log: log.to_vec(), here: Presence::default() }
}

/// Anna's client, which has the whole log of a game that runs.
fn client_of(table: &Table) -> Client {
    let mut client = Client::new(table.room.code, 1 << 16);
    assert_eq!(client.receive(&welcome(table, &table.log), table.now), []);
    client
}

fn id_of(message: &ClientMessage) -> u64 {
    match message {
        ClientMessage::Cmd { id, .. } => *id,
        other => panic!("{other:?} is no command"),
    }
}

/// What the server makes of a client's command: the events with the client's id.
fn carried_out(table: &Table, message: &ClientMessage) -> Vec<Logged> {
    let ClientMessage::Cmd { id, cmd, .. } = message else { panic!("no command") };
    let events = room::decide(&table.room, ANNA, cmd, table.now).unwrap();
    stamp(events, table.room.seq, table.now, Some(Origin { member: ANNA, id: *id }))
}

#[test]
fn a_command_is_shown_before_its_answer_and_confirmed_by_it() {
    let table = Table::playing(Settings::default());
    let mut client = client_of(&table);
    let message = client.submit(table.sowing(ANNA, 0), table.now, &HERE).unwrap();
    let shown = client.optimistic(&HERE).unwrap();
    assert_eq!(shown.running().unwrap().ply(), 1, "it is shown at once");
    assert_eq!(client.confirmed(), Some(&table.room), "and not confirmed");
    let events = carried_out(&table, &message);
    let effects = client.receive(&ServerMessage::Events { events }, table.now);
    assert_eq!(effects, [Effect::Acknowledged(id_of(&message))]);
    assert_eq!(client.pending(), []);
    assert_eq!(client.confirmed(), Some(&client.optimistic(&HERE).unwrap()));
    assert_eq!(shown.running().unwrap().position, client.confirmed().unwrap().running().unwrap().position);
}

#[test]
fn a_refused_command_is_rolled_back() {
    let table = Table::playing(Settings::default());
    let mut client = client_of(&table);
    let command = table.sowing(ANNA, 0);
    let id = id_of(&client.submit(command.clone(), table.now, &HERE).unwrap());
    let refused = ServerMessage::Refused { id, reason: Rejection::Stale, events: Vec::new() };
    assert_eq!(client.receive(&refused, table.now), [Effect::Refused(Some(command), Rejection::Stale)]);
    assert_eq!(client.optimistic(&HERE).as_ref(), Some(&table.room));
    let again = client.receive(&refused, table.now);
    assert_eq!(
        again,
        [Effect::Refused(None, Rejection::Stale)],
        "an answer that comes twice changes nothing"
    );
}

#[test]
fn a_command_that_is_no_longer_possible_is_not_shown() {
    let mut table = Table::playing(Settings::default());
    let mut client = client_of(&table);
    client.submit(table.sowing(ANNA, 0), table.now, &HERE).unwrap();
    let known = table.log.len();
    table.must(BERT, Command::Resign);
    let events = table.log[known..].to_vec();
    client.receive(&ServerMessage::Events { events }, table.now);
    assert_eq!(client.pending().len(), 1, "its refusal is still to come");
    assert_eq!(client.optimistic(&HERE).as_ref(), Some(&table.room));
}

#[test]
fn a_pending_command_is_resent_with_the_same_id_and_after() {
    let table = Table::playing(Settings::default());
    let mut client = client_of(&table);
    let first = client.submit(say("hello"), table.now, &HERE).unwrap();
    assert_eq!(client.resend(table.now + 2_499, 2_500), []);
    assert_eq!(client.resend(table.now + 2_500, 2_500), std::slice::from_ref(&first));
    assert_eq!(client.resend(table.now + 2_500, 2_500), [], "it has just been sent");
    assert!(client.has_waited(table.now + 300, 300) && !client.has_waited(table.now + 299, 300));
    let after_a_reconnect = client.receive(&welcome(&table, &[]), table.now + 9_000);
    assert_eq!(after_a_reconnect, [Effect::Send(first)]);
}

#[test]
fn a_command_that_cannot_be_sent_is_not_pending() {
    let table = Table::playing(Settings::default());
    let mut stranger = Client::new(table.room.code, 0);
    assert_eq!(stranger.submit(say("hello"), 0, &HERE), Err(NotSent::NotWelcomed));
    let mut client = client_of(&table);
    assert!(matches!(client.submit(Command::Ready(true), table.now, &HERE), Err(NotSent::Refused(_))));
    for _ in 0..MAX_PENDING {
        client.submit(Command::Rename { name: "Anna".into() }, table.now, &HERE).unwrap();
    }
    let one_more = client.submit(Command::Resign, table.now, &HERE);
    assert_eq!((one_more, client.pending().len()), (Err(NotSent::TooManyPending), MAX_PENDING));
}

#[test]
fn losing_a_seat_is_reported_only_after_a_seat_transfer() {
    let table = Table::seated(Settings::default());
    for (event, told) in [
        (room::transfer_seat(&table.room, ANNA, room::MemberId(77)).unwrap(), vec![Effect::SeatHandedOver]),
        (room::Event::Left(table.room.seat_of(ANNA).unwrap()), Vec::new()),
    ] {
        let mut client = client_of(&table);
        let events = stamp(vec![event], table.room.seq, table.now, None);
        assert_eq!(client.receive(&ServerMessage::Events { events }, table.now), told);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// However the log is delivered (in pieces, twice, out of order, with pieces lost), what is confirmed is a prefix of the log;
    /// each gap is reported; and who asks for what is missing has all of it.
    #[test]
    fn confirmed_is_always_a_prefix_of_the_log_and_gaps_are_reported(seed: u64) {
        let mut number = numbers(seed);
        let mut table = Table::open(crate::acts::settings(seed));
        for _ in 0..60 {
            perform(&mut table, (number() as u8, number() as u8, number(), number()));
        }
        let mut client = Client::new(table.room.code, 0);
        client.receive(&welcome(&table, &table.log[..1]), 0);
        for now in 0..40 {
            let from = number() as usize % table.log.len();
            let to = from + number() as usize % (table.log.len() - from + 1);
            let events = table.log[from..to].to_vec();
            let is_gap = events.first().is_some_and(|first| first.seq > client.seq() + 1);
            let effects = client.receive(&ServerMessage::Events { events }, now as Millis);
            prop_assert_eq!(effects.contains(&Effect::Gap), is_gap);
            let prefix = &table.log[..client.seq() as usize];
            prop_assert_eq!(client.confirmed(), Some(&fold(table.room.code, prefix)));
        }
        let missing = table.log[client.seq() as usize..].to_vec();
        client.receive(&ServerMessage::Events { events: missing }, 0);
        prop_assert_eq!(client.optimistic(&HERE), Some(table.room));
    }
}
