use room::{RatingMode, TimeControl};
use rules::mancala::Preset;
use tournament::{
    EntrantKind, Entry, Fact, Format, Paired, Plan, Terms, TournamentGame, Visibility, fold, opened_log,
    stamp,
};

use super::*;
use crate::server::store::profile::tests::{guest, store};

pub(in crate::server) const START: Millis = 1_000_000;

pub(in crate::server) fn code(n: u64) -> RoomCode {
    RoomCode::from_seed(n)
}

pub(in crate::server) fn plan(code: RoomCode) -> Plan {
    Plan {
        title: "Evening arena".to_owned(),
        format: Format::Arena { minutes: 45, berserk: false },
        terms: Terms {
            game: TournamentGame::Mancala(Preset::Kalah),
            clock: TimeControl::Increment { base: 180, increment: 2 },
            mode: RatingMode::Rated,
        },
        starts_at: START,
        visibility: Visibility::Listed,
        house_bots: false,
        open_to_bots: false,
        maker: Some(guest(1).entrant(code)),
    }
}

/// A tournament of guest 1, just opened.
async fn opened(store: &Store, code: RoomCode) {
    let log = opened_log(plan(code), START - 10).unwrap();
    let facts = Facts { log, ..Facts::default() };
    let open = TournamentChange::Open { code, maker: Some(guest(1)), facts, starts_at: START, listed: true };
    store.change_tournament(open).await.unwrap();
}

fn entry(code: RoomCode, n: u8) -> Entry {
    let kind = EntrantKind::Guest;
    Entry { member: guest(n).entrant(code), name: format!("Guest {n}"), kind, rating: None }
}

/// Appends facts behind `seq`.
async fn append(store: &Store, code: RoomCode, seq: u64, facts: Vec<Fact>) -> Result<(), StoreError> {
    let entrants = facts.iter().zip(0..).filter(|(fact, _)| matches!(fact, Fact::Entered(_)));
    let entrants = entrants.map(|(_, n)| (EntrantId(n), guest(n as u8 + 1))).collect();
    let started = facts.contains(&Fact::Started).then_some((PhaseWord::Running, START));
    let facts = Facts { log: stamp(facts, seq, START), entrants, phase: started };
    store.change_tournament(TournamentChange::Append { code, facts }).await
}

/// Two guests have entered, and are paired.
async fn paired(store: &Store, code: RoomCode, room: RoomCode) {
    let players = [EntrantId(0), EntrantId(1)];
    let pairing = Paired { id: PairingId(1), players, room, start: 7 };
    let facts = vec![
        Fact::Entered(entry(code, 1)),
        Fact::Entered(entry(code, 2)),
        Fact::Started,
        Fact::Paired { round: 1, pairings: vec![pairing], bye: None },
    ];
    append(store, code, 1, facts).await.unwrap();
}

#[tokio::test]
async fn a_log_comes_back_as_it_was_appended_with_what_stands_beside_it() {
    let (store, _fresh) = store().await;
    let (one, room) = (code(1), code(50));
    opened(&store, one).await;
    let live = |seq| vec![LiveTournament { code: one, seq, reminded: 0, redacted: 0 }];
    assert_eq!(store.live_tournaments(0).await.unwrap(), live(1));
    paired(&store, one, room).await;
    assert_eq!(store.live_tournaments(0).await.unwrap(), live(5));
    let tournament = fold(&store.facts(one, 0).await.unwrap()).unwrap();
    assert_eq!((tournament.entrants.len(), tournament.pairings.len()), (2, 1));
    assert_eq!(store.facts(one, 4).await.unwrap().len(), 1);
    assert_eq!(store.entrants(one).await.unwrap(), [(EntrantId(0), guest(1)), (EntrantId(1), guest(2))]);
    assert_eq!(store.pairing_of_room(room).await.unwrap(), Some((one, PairingId(1))));
    assert_eq!(store.pairing_of_room(one).await.unwrap(), None);
    assert_eq!(store.opened_by(guest(1), 0).await.unwrap(), (1, 1));
    assert_eq!(store.opened_by(guest(2), 0).await.unwrap(), (0, 0));
}

#[tokio::test]
async fn of_two_who_append_the_same_number_or_pair_the_same_room_one_fails() {
    let (store, _fresh) = store().await;
    let (one, other, room) = (code(1), code(2), code(50));
    opened(&store, one).await;
    opened(&store, other).await;
    paired(&store, one, room).await;
    let again = append(&store, one, 4, vec![Fact::Finished]).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    let pairing = Paired { id: PairingId(1), players: [EntrantId(0), EntrantId(1)], room, start: 7 };
    let taken =
        vec![Fact::Entered(entry(other, 1)), Fact::Paired { round: 1, pairings: vec![pairing], bye: None }];
    let taken = append(&store, other, 1, taken).await;
    assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
    assert_eq!(store.facts(other, 0).await.unwrap().len(), 1, "nothing of it was written");
    assert!(store.entrants(other).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_reminder_is_claimed_once() {
    let (store, _fresh) = store().await;
    opened(&store, code(1)).await;
    let claim = |sent| store.change_tournament(TournamentChange::Remind { code: code(1), sent });
    claim(0).await.unwrap();
    assert!(matches!(claim(0).await, Err(StoreError::Conflict)));
    claim(1).await.unwrap();
    assert_eq!(store.live_tournaments(0).await.unwrap()[0].reminded, 2);
}

#[tokio::test]
async fn the_archive_lists_what_is_over_and_only_dropped_ones_are_deleted() {
    let (store, _fresh) = store().await;
    for n in [1, 2, 3] {
        opened(&store, code(n)).await;
    }
    for (n, phase) in [(1, PhaseWord::Finished), (2, PhaseWord::Cancelled)] {
        let facts = Facts {
            log: stamp(vec![Fact::Finished], 1, START),
            phase: Some((phase, START)),
            ..Facts::default()
        };
        store.change_tournament(TournamentChange::Append { code: code(n), facts }).await.unwrap();
    }
    assert!(store.finished_tournaments(0, 9).await.unwrap().is_empty(), "not summarised yet");
    let summary = TournamentChange::Summarise { code: code(1), entered: 2, winner: None };
    store.change_tournament(summary).await.unwrap();
    let plan = plan(code(1));
    let finished = FinishedTournament { code: code(1), plan, ended: START, entered: 2, winner: None };
    assert_eq!(store.finished_tournaments(0, 9).await.unwrap(), [finished]);
    assert!(store.finished_tournaments(1, 9).await.unwrap().is_empty());
    assert_eq!(store.live_tournaments(START + 1).await.unwrap().len(), 1, "the one that is announced");
    assert!(store.dropped_tournaments(START).await.unwrap().is_empty());
    let mut dropped = store.dropped_tournaments(START + 1).await.unwrap();
    dropped.sort_unstable();
    let mut expected = [code(2), code(3)];
    expected.sort_unstable();
    assert_eq!(dropped, expected);
    store.change_tournament(TournamentChange::Delete { code: code(2) }).await.unwrap();
    assert!(store.facts(code(2), 0).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_deleted_guest_leaves_neither_name_nor_title_nor_a_way_back() {
    let (store, _fresh) = store().await;
    let one = code(1);
    opened(&store, one).await;
    paired(&store, one, code(50)).await;
    assert_eq!(store.tournaments_of(guest(1)).await.unwrap().len(), 2, "entered and opened");
    assert!(store.is_stored(guest(2)).await.unwrap());
    store.delete_guest(guest(1), START).await.unwrap();
    let tournament = fold(&store.facts(one, 0).await.unwrap()).unwrap();
    assert_eq!(tournament.plan.title, tournament::REMOVED_TITLE);
    let names: Vec<&str> = tournament.entrants.iter().map(|entrant| entrant.entry.name.as_str()).collect();
    assert_eq!(names, [room::REMOVED_NAME, "Guest 2"]);
    assert_eq!(tournament.pairings.len(), 1, "what was played stays");
    assert!(store.tournaments_of(guest(1)).await.unwrap().is_empty());
    assert_eq!(store.entrants(one).await.unwrap(), [(EntrantId(1), guest(2))]);
    assert!(!store.is_stored(guest(1)).await.unwrap());
    assert_eq!(store.live_tournaments(0).await.unwrap()[0].redacted, 1, "servers read it anew");
    store.change_tournament(TournamentChange::Redact { code: one, seq: 3 }).await.unwrap();
    let tournament = fold(&store.facts(one, 0).await.unwrap()).unwrap();
    assert_eq!(tournament.entrants[1].entry.name, room::REMOVED_NAME);
}
