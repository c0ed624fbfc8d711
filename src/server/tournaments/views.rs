//! What pages and the archive show of tournaments.

use std::sync::Arc;

use room::{MemberId, Millis, RoomCode, Speed};
use rules::Game;
use tournament::{
    Command, Entrant, EntrantId, EntrantKind, Entry, Pairing, PairingId, Phase, Standing, Tournament, decide,
    next_round, standings,
};

use super::live::Live;
use super::loading::find;
use crate::model::rating::RatingCategory;
use crate::model::tournaments::{
    EntrantData, OwnPart, RunningPairing, TABLE_ROWS, TournamentData, TournamentGameLink, TournamentLine,
    TournamentLists, TournamentProblem, TournamentRow, TournamentTable, TournamentView,
};
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::bots::BotOnline;
use crate::server::identity::GuestKey;
use crate::server::store::{FinishedTournament, StoreError};

/// The running games that are listed.
const RUNNING: usize = 12;
/// The running and the announced tournaments that are listed, at most.
const LISTED: usize = 50;
/// The finished tournaments of a page.
const FINISHED: u32 = 20;

/// The category in which the games of a tournament are rated.
pub(super) fn category(tournament: &Tournament) -> RatingCategory {
    let speed = Speed::of(tournament.plan.terms.clock).unwrap_or(Speed::Rapid);
    RatingCategory { game: game_of(tournament.plan.terms.game), speed }
}

/// The game that a tournament is played in.
pub(super) fn game_of(game: tournament::TournamentGame) -> Game {
    match game {
        tournament::TournamentGame::Mancala(_) => Game::Mancala,
        tournament::TournamentGame::Mapello | tournament::TournamentGame::Reversi => Game::Mapello,
    }
}

/// The rating of a bot at a game, as an entry has it.
pub(super) fn points_of(bot: &BotOnline, game: tournament::TournamentGame) -> Option<u16> {
    let rating = bot.ratings.get(game_of(game) as usize).copied().flatten();
    u16::try_from(rating.map_or_else(|| bot.expected_points(), |rating| rating.points)).ok()
}

/// The lists of tournaments for a visitor; `page` counts the finished ones from 1.
pub async fn tournament_lists(
    app: &AppState,
    session: Option<&Session>,
    page: u32,
) -> Result<TournamentLists, StoreError> {
    let now = app.time.now();
    let guests = guests_of(session);
    let mut lists = TournamentLists { now, page, ..TournamentLists::default() };
    for live in app.tournaments.all() {
        let tournament = live.tournament();
        let own = live.entrant_of(guests.iter().copied());
        let takes_part = own.and_then(|own| tournament.entrant(own)).is_some_and(|entrant| !entrant.has_left);
        let is_maker = guests.iter().any(|guest| tournament.plan.maker == Some(guest.entrant(live.code)));
        let is_listed = tournament.plan.visibility == tournament::Visibility::Listed;
        if !(is_listed || takes_part || is_maker) || tournament.is_missed(now) {
            continue;
        }
        let line = TournamentLine { is_own: takes_part, ..live.shown().line.clone() };
        match tournament.phase {
            Phase::Running(_) => lists.running.push(line),
            Phase::Announced => lists.upcoming.push(line),
            Phase::Finished(_) | Phase::Cancelled => {}
        }
    }
    lists.running.sort_by_key(|line| (line.ends_at.unwrap_or(Millis::MAX), line.code));
    lists.upcoming.sort_by_key(|line| (line.plan.starts_at, line.code));
    for list in [&mut lists.running, &mut lists.upcoming] {
        // One's own is never cut off.
        let mut places = 0..LISTED;
        list.retain(|line| places.next().is_some() || line.is_own);
    }
    let from = (page.max(1) - 1) * FINISHED;
    let mut finished = app.store.finished_tournaments(from, FINISHED + 1).await?;
    lists.has_more = finished.len() > FINISHED as usize;
    finished.truncate(FINISHED as usize);
    lists.finished = finished.into_iter().map(archived).collect();
    Ok(lists)
}

fn archived(finished: FinishedTournament) -> TournamentLine {
    let FinishedTournament { code, plan, ended, entered, winner } = finished;
    let (phase, ends_at) = (Phase::Finished(ended), None);
    TournamentLine { code, plan, phase, ends_at, entrants: entered, leader: winner, is_own: false }
}

/// The guests that a visitor is.
pub fn guests_of(session: Option<&Session>) -> Vec<GuestKey> {
    let Some(session) = session else { return Vec::new() };
    let own = [session.identity].into_iter().chain(session.merged.iter().copied());
    own.map(|identity| identity.guest()).collect()
}

/// The page of a tournament; `None` if there is none. The standing begins with the row at this place, from 1.
pub async fn tournament_data(
    app: &AppState,
    code: RoomCode,
    visitor: Option<(&Session, String)>,
    from: usize,
) -> Result<Option<TournamentData>, StoreError> {
    let Some(live) = find(app, code).await? else { return Ok(None) };
    let shown = live.shown();
    let own = visitor.map(|(session, name)| own_part(app, &live, &shown, &guests_of(Some(session)), name));
    Ok(Some(TournamentData {
        tournament: view_of(&live, &shown, app.time.now()),
        table: shown.table(&live, from),
        own,
        problem: None::<TournamentProblem>,
        base: String::new(),
    }))
}

/// The page of an entrant; `None` if there is none.
pub async fn entrant_data(
    app: &AppState,
    code: RoomCode,
    entrant: EntrantId,
) -> Result<Option<EntrantData>, StoreError> {
    let Some(live) = find(app, code).await? else { return Ok(None) };
    let shown = live.shown();
    let place = shown.rows.iter().position(|row| row.entrant == entrant);
    Ok(place.map(|at| EntrantData {
        line: shown.line.clone(),
        row: shown.row(&live, &shown.rows[at]),
        place: at + 1,
    }))
}

/// A tournament with its standing, which is reckoned once for all that is shown of it.
#[derive(Debug)]
pub struct Shown {
    /// The tournament.
    pub tournament: Arc<Tournament>,
    /// Its row in lists.
    pub line: TournamentLine,
    /// Who leads, or has won.
    pub leader: Option<EntrantId>,
    rows: Vec<Standing>,
}

impl Shown {
    /// As it is now.
    pub(super) fn of(code: RoomCode, tournament: Arc<Tournament>) -> Self {
        let rows = standings(&tournament);
        let first = rows.iter().find(|row| row.rank == Some(1) && !row.played.is_empty());
        let leader = first.map(|row| row.entrant);
        let name = leader.and_then(|leader| Some(tournament.entrant(leader)?.entry.name.clone()));
        let takes_part = |one: &&Entrant| {
            let has_played = one.last_opponent.is_some() || one.has_taken_part();
            !one.is_house_bot() && (!one.has_left || has_played)
        };
        let entrants = tournament.entrants.iter().filter(takes_part).count();
        let (plan, phase, ends_at) = (tournament.plan.clone(), tournament.phase, tournament.ends_at);
        let line = TournamentLine { code, plan, phase, ends_at, entrants, leader: name, is_own: false };
        Self { tournament, line, leader, rows }
    }

    /// The rows from a place on, from 1.
    pub fn table(&self, live: &Live, from: usize) -> TournamentTable {
        let from = if from > self.rows.len() { 1 } else { from.max(1) };
        let rows = self.rows.iter().skip(from - 1).take(TABLE_ROWS);
        TournamentTable { from, total: self.rows.len(), rows: rows.map(|row| self.row(live, row)).collect() }
    }

    /// The row of an entrant.
    pub(super) fn standing(&self, entrant: EntrantId) -> Option<&Standing> {
        self.rows.iter().find(|row| row.entrant == entrant)
    }

    fn row(&self, live: &Live, standing: &Standing) -> TournamentRow {
        let entrant = self.tournament.entrant(standing.entrant);
        let games = standing.played.iter().map(|played| TournamentGameLink {
            room: self.tournament.pairing(played.pairing).map_or(live.code, |pairing| pairing.paired.room),
            opponent: self.name(played.opponent),
        });
        let playing = entrant.and_then(|entrant| entrant.playing).and_then(|id| self.opened(live, id));
        TournamentRow {
            games: games.collect(),
            name: self.name(standing.entrant),
            rating: entrant.and_then(|entrant| entrant.entry.rating),
            kind: entrant.map_or(EntrantKind::Guest, |entrant| entrant.entry.kind),
            rounds: entrant.map(|entrant| entrant.rounds.clone()).unwrap_or_default(),
            has_left: entrant.is_some_and(|entrant| entrant.has_left),
            playing: playing.map(|pairing| TournamentGameLink {
                room: pairing.paired.room,
                opponent: self.opponents(pairing, standing.entrant),
            }),
            standing: standing.clone(),
        }
    }

    /// The name of whom an entrant is paired with.
    fn opponents(&self, pairing: &Pairing, entrant: EntrantId) -> String {
        let other = pairing.paired.players.into_iter().find(|player| *player != entrant);
        other.map(|other| self.name(other)).unwrap_or_default()
    }

    fn name(&self, entrant: EntrantId) -> String {
        self.tournament.entrant(entrant).map(|entrant| entrant.entry.name.clone()).unwrap_or_default()
    }

    /// A pairing of which the room exists.
    fn opened(&self, live: &Live, id: PairingId) -> Option<&Pairing> {
        self.tournament.pairing(id).filter(|pairing| live.is_opened(pairing.paired.room))
    }

    fn running(&self, pairing: &Pairing) -> RunningPairing {
        let names = pairing.paired.players.map(|player| self.name(player));
        RunningPairing { room: pairing.paired.room, names }
    }
}

/// What all visitors see of a tournament beside its standing.
pub fn view_of(live: &Live, shown: &Shown, now: Millis) -> TournamentView {
    let place = |entrant| shown.rows.iter().position(|row| row.entrant == entrant).unwrap_or(usize::MAX);
    let open = shown.tournament.open_pairings().filter(|pairing| live.is_opened(pairing.paired.room));
    let is_shown = |pairing: &&Pairing| shown.tournament.is_running() || pairing.result.is_none();
    let mut open: Vec<(usize, &Pairing)> = open
        .filter(is_shown)
        .map(|pairing| (pairing.paired.players.map(place).into_iter().min().unwrap_or(usize::MAX), pairing))
        .collect();
    open.sort_by_key(|(best, pairing)| (*best, pairing.paired.id));
    let counts = |pairing: &&Pairing| pairing.result.is_some_and(|result| shown.tournament.counts(&result));
    TournamentView {
        line: shown.line.clone(),
        now,
        playing: open.into_iter().take(RUNNING).map(|(_, pairing)| shown.running(pairing)).collect(),
        played: shown.tournament.pairings.iter().filter(counts).count(),
        next_round: next_round(&shown.tournament, now),
        rounds: shown.tournament.rounds_paired(),
    }
}

/// What a tournament is to a visitor who is known as these guests, and would enter under this name.
pub fn own_part(app: &AppState, live: &Live, shown: &Shown, guests: &[GuestKey], name: String) -> OwnPart {
    let (tournament, now) = (&shown.tournament, app.time.now());
    let own = live.entrant_of(guests.iter().copied());
    let entrant = own.and_then(|own| tournament.entrant(own));
    let place = own.and_then(|own| shown.rows.iter().position(|row| row.entrant == own));
    let is_in = entrant.is_some_and(|entrant| !entrant.has_left);
    let is_of = |pairing: &&Pairing| own.is_some_and(|own| pairing.seat_of(own).is_some());
    let rooms =
        tournament.open_pairings().filter(is_of).filter(|pairing| live.is_opened(pairing.paired.room));
    let maker = tournament.plan.maker;
    let is_maker = guests.iter().any(|guest| maker == Some(guest.entrant(live.code)));
    OwnPart {
        row: place.and_then(|at| shown.rows.get(at)).map(|row| shown.row(live, row)),
        place: place.map(|at| at + 1),
        is_in,
        was_absent: !is_in && entrant.is_some_and(|entrant| was_absent(tournament, entrant)),
        may_enter: !is_in && may_enter(tournament, entrant, now),
        rooms: rooms.map(|pairing| shown.running(pairing)).collect(),
        last_pairing: own.and_then(|own| last_pairing(tournament, own)).map_or(0, |id| id.0),
        may_cancel: is_maker && tournament.phase == Phase::Announced,
        name,
    }
}

/// The number of an entrant's last pairing.
pub fn last_pairing(tournament: &Tournament, entrant: EntrantId) -> Option<PairingId> {
    let own = tournament.pairings.iter().rev().find(|pairing| pairing.seat_of(entrant).is_some());
    own.map(|pairing| pairing.paired.id)
}

/// Whether an entrant has lost the last pairing by not being there.
fn was_absent(tournament: &Tournament, entrant: &Entrant) -> bool {
    let last = entrant.played.last().and_then(|id| tournament.pairing(*id));
    let absent = last.and_then(|pairing| pairing.result?.absent());
    absent.is_some() && absent == last.and_then(|pairing| pairing.seat_of(entrant.id))
}

/// Whether somebody can enter, or come back.
fn may_enter(tournament: &Tournament, known: Option<&Entrant>, now: Millis) -> bool {
    let newcomer =
        Entry { member: MemberId(0), name: "Guest".to_owned(), kind: EntrantKind::Guest, rating: None };
    let entry = known.map_or(newcomer, |entrant| entrant.entry.clone());
    decide(tournament, &Command::Enter(entry), now).is_ok()
}
