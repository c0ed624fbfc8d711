//! The rooms of pairings: opened once their pairing is in the log, looked after until they have a result.

use std::sync::Arc;

use room::{Millis, RoomCode, clean_name};
use tokio::sync::oneshot;
use tournament::{Entrant, Pairing, Tournament};

use super::live::Live;
use super::reminders::send_paired;
use super::results::report;
use crate::app::text::language::Language;
use crate::server::AppState;
use crate::server::auth::guest_name::generated_name;
use crate::server::identity::GuestKey;
use crate::server::play::room_task::{Letter, Visitor};
use crate::server::store::StoreError;

/// How many rooms are opened at a time. They share commits with the moves of others, which must not wait for a whole round.
const AT_A_TIME: usize = 8;
/// After so long a room that does not exist is opened by whichever server notices, in milliseconds: the one that has paired
/// may have crashed.
const MISSING_AFTER_MS: Millis = 4_000;

/// Opens the rooms of pairings that do not exist yet.
pub(super) async fn open_rooms(app: AppState, live: Arc<Live>, rooms: Vec<RoomCode>) {
    let tournament = live.tournament();
    for some in rooms.chunks(AT_A_TIME) {
        let opened =
            some.iter().filter_map(|room| tournament.pairings.iter().find(|one| one.paired.room == *room));
        let opened = opened.map(|pairing| open_room(&app, &live, &tournament, pairing));
        for (room, opened) in some.iter().zip(futures_util::future::join_all(opened).await) {
            match opened {
                Ok(()) => live.note_opened([*room]),
                Err(error) => tracing::warn!(%room, %error, "the room of a pairing could not be opened"),
            }
        }
    }
}

async fn open_room(
    app: &AppState,
    live: &Live,
    tournament: &Tournament,
    pairing: &Pairing,
) -> Result<(), StoreError> {
    let paired = pairing.paired;
    let entrants = paired.players.map(|player| tournament.entrant(player).zip(live.guest_of(player)));
    let [Some((first, first_guest)), Some((second, second_guest))] = entrants else {
        // Whoever was deleted since has no seat: the pairing has no room, and is void.
        return Err(StoreError::Refused("an entrant is not known any more".to_owned()));
    };
    let settings = tournament.plan.room_settings(paired.start);
    // A name that was removed is none that a player can have.
    let name = |entrant: &Entrant, guest| {
        clean_name(&entrant.entry.name).unwrap_or_else(|| generated_name(guest, Language::default()))
    };
    let names = [name(first, first_guest), name(second, second_guest)];
    let players = [(first_guest, &*names[0]), (second_guest, &*names[1])];
    match app.rooms.create_for_pairing(paired.room, settings, players).await {
        // Another server was faster.
        Err(StoreError::Conflict) => Ok(()),
        Err(error) => Err(error),
        Ok(()) => {
            send_paired(app, live, pairing);
            Ok(())
        }
    }
}

/// Looks after the pairings without a result: opens rooms that are missing, and reports those that are over.
pub(super) async fn look_after(app: &AppState, live: &Arc<Live>) -> Result<(), StoreError> {
    let (tournament, now) = (live.tournament(), app.time.now());
    let open: Vec<&Pairing> = tournament.open_pairings().collect();
    if open.is_empty() || tournament.final_at().is_some_and(|end| now > end) {
        return Ok(());
    }
    give_up_of_leavers(app, live, &tournament).await?;
    let codes = |wanted: bool| {
        let rooms = open.iter().map(|pairing| pairing.paired.room);
        rooms.filter(|room| live.is_opened(*room) == wanted).collect::<Vec<_>>()
    };
    let unseen = codes(false);
    let existing = app.store.existing_rooms(&unseen).await?;
    let is_missing = |pairing: &&&Pairing| {
        let room = pairing.paired.room;
        unseen.contains(&room) && !existing.contains(&room) && pairing.at + MISSING_AFTER_MS < now
    };
    let missing: Vec<RoomCode> = open.iter().filter(is_missing).map(|pairing| pairing.paired.room).collect();
    if !existing.is_empty() {
        live.note_opened(existing);
    }
    open_rooms(app.clone(), Arc::clone(live), missing).await;
    let opened = codes(true);
    let running = app.store.running_rooms(&opened).await?;
    for pairing in open {
        let room = pairing.paired.room;
        let is_shut = app.moderation.rules().is_shut(room);
        let is_lost = pairing.paired.players.iter().any(|player| live.guest_of(*player).is_none());
        if is_shut || is_lost || opened.contains(&room) && !running.contains(&room) {
            report(app, live, pairing).await?;
        }
    }
    Ok(())
}

/// Where moves take days, whoever has left gives up the games that are not over, so that nobody waits for them.
async fn give_up_of_leavers(app: &AppState, live: &Live, tournament: &Tournament) -> Result<(), StoreError> {
    if !tournament.plan.leaving_gives_up() {
        return Ok(());
    }
    for pairing in tournament.open_pairings().filter(|pairing| live.is_opened(pairing.paired.room)) {
        for player in pairing.paired.players {
            let has_left = tournament.entrant(player).is_some_and(|entrant| entrant.has_left);
            if let Some(guest) = live.guest_of(player).filter(|_| has_left) {
                give_up(app, pairing.paired.room, guest).await?;
            }
        }
    }
    Ok(())
}

/// Gives up the game of a pairing.
async fn give_up(app: &AppState, room: RoomCode, guest: GuestKey) -> Result<(), StoreError> {
    let Some(mailbox) = app.rooms.get_or_load(room).await? else { return Ok(()) };
    let (done, answer) = oneshot::channel();
    let gone = || StoreError::Unavailable("a room has ended".to_owned());
    let member = guest.entrant(room);
    let visitor =
        Visitor { member, guest: Some(guest), address: None, language: Language::default(), bot: None };
    mailbox.send(Box::new(Letter::GiveUp { visitor, done })).await.map_err(|_| gone())?;
    answer.await.map_err(|_| gone())?
}
