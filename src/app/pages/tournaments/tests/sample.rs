//! Made-up tournaments.

use room::{Millis, RatingMode, RoomCode, Seat};
use tournament::{
    EntrantId, EntrantKind, Format, PairingId, Phase, Plan, Played, Score, Standing, Taken, Terms,
    TournamentGame, Visibility,
};

use crate::model::tournaments::{
    ARENA_CLOCKS, DAY_CLOCKS, GAMES, OwnPart, RunningPairing, TournamentData, TournamentGameLink,
    TournamentLine, TournamentRow, TournamentTable, TournamentView,
};

/// 28 November 2026, 20:05 UTC.
pub const NOW: Millis = 1_795_896_300_000;
pub const ARENA: Format = Format::Arena { minutes: 45, berserk: false };
pub const ROUND_ROBIN: Format = Format::RoundRobin { double: false };

const NAMES: [&str; 6] = ["Anna", "Bruno", "سلمى", "@dora", "BOT Emil", "Fenja"];

pub fn code(text: &str) -> RoomCode {
    text.parse().unwrap()
}

pub fn with_game(format: Format, game: TournamentGame) -> Plan {
    let clock = match format {
        Format::Arena { .. } | Format::Swiss { .. } => ARENA_CLOCKS[2].1,
        Format::RoundRobin { .. } => DAY_CLOCKS[1].1,
    };
    Plan {
        title: "Saturday Arena".to_owned(),
        format,
        terms: Terms { game, clock, mode: RatingMode::Rated },
        starts_at: NOW + 20 * 60_000,
        visibility: Visibility::Listed,
        house_bots: false,
        open_to_bots: false,
        maker: None,
    }
}

pub fn line(format: Format, phase: Phase) -> TournamentLine {
    TournamentLine {
        code: code("ABCDEFGH"),
        plan: with_game(format, GAMES[0].1),
        phase,
        ends_at: matches!((phase, format), (Phase::Running(_), Format::Arena { .. }))
            .then_some(NOW + 25 * 60_000),
        entrants: 6,
        leader: (phase != Phase::Announced).then(|| "Anna".to_owned()),
        is_own: false,
    }
}

pub fn with_phase(format: Format, phase: Phase) -> TournamentView {
    let is_running = matches!(phase, Phase::Running(_));
    let playing =
        RunningPairing { room: code("PAYNGAAA"), names: ["Anna".to_owned(), "سلمى".to_owned()] };
    TournamentView {
        line: line(format, phase),
        now: NOW,
        playing: if is_running { vec![playing] } else { Vec::new() },
        played: if phase == Phase::Announced { 0 } else { 9 },
        next_round: None,
        rounds: 0,
    }
}

/// An arena that is announced.
pub fn arena() -> TournamentView {
    with_phase(ARENA, Phase::Announced)
}

pub fn running(format: Format) -> TournamentView {
    with_phase(format, Phase::Running(NOW - 20 * 60_000))
}

/// The row of the entrant with this number, who has played so many times, and won all but every third.
pub fn row(id: u32, played: u32) -> TournamentRow {
    let name = NAMES.get(id as usize).map_or_else(|| format!("Player {id}"), |name| (*name).to_owned());
    let is_bot = name.starts_with(room::BOT_MARK);
    let mut score = Score::default();
    let played: Vec<Played> = (0..played)
        .map(|at| {
            let (taken, points) = match at % 3 {
                0 | 1 if at > 2 => (Taken::Win, 4),
                0 | 1 => (Taken::Win, 2),
                _ => (Taken::Loss, 0),
            };
            score.points += points;
            score.wins += u32::from(taken == Taken::Win);
            score.losses += u32::from(taken == Taken::Loss);
            let opponent = EntrantId((id + at + 1) % 6);
            Played {
                pairing: PairingId(at + 1),
                opponent,
                seat: Seat::Bottom,
                taken: Some(taken),
                points,
                is_berserk: at == 2,
            }
        })
        .collect();
    let games = played.iter().map(|played| TournamentGameLink {
        room: code("GAMEAAAA"),
        opponent: NAMES[played.opponent.0 as usize].to_owned(),
    });
    TournamentRow {
        games: games.collect(),
        standing: Standing {
            rank: (!is_bot).then_some(id + 1),
            entrant: EntrantId(id),
            is_on_fire: id == 1 && score.points > 0,
            performance: (score.points > 0).then_some(1_600 + score.points),
            sonneborn_berger: score.points * 3,
            direct_encounter: 0,
            buchholz: 0,
            buchholz_cut_1: 0,
            score,
            played,
        },
        name,
        rating: (id != 2).then_some(1_500 + id as u16),
        kind: if is_bot { EntrantKind::HouseBot } else { EntrantKind::Guest },
        has_left: false,
        rounds: Vec::new(),
        playing: (id == 0)
            .then(|| TournamentGameLink { room: code("PAYNGAAA"), opponent: "Bert".to_owned() }),
    }
}

pub fn data(tournament: TournamentView) -> TournamentData {
    let played = if tournament.played == 0 { 0 } else { 5 };
    let rows: Vec<TournamentRow> = (0..6).map(|id| row(id, played)).collect();
    let table = TournamentTable { from: 1, total: rows.len(), rows };
    TournamentData { tournament, table, own: None, problem: None, base: "https://example.org".to_owned() }
}

/// The part of a visitor who is the entrant of this number, or has not entered.
pub fn own_of(entrant: Option<u32>) -> OwnPart {
    OwnPart {
        row: entrant.map(|id| row(id, 5)),
        place: entrant.map(|id| id as usize + 1),
        is_in: entrant.is_some(),
        was_absent: false,
        may_enter: entrant.is_none(),
        rooms: Vec::new(),
        last_pairing: 0,
        may_cancel: false,
        name: "Zoë".to_owned(),
    }
}
