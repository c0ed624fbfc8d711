//! Random acts of random members: each act is four numbers, read against the room so that games go deep even
//! though most commands make no sense.

use room::message::Presence;
use room::{
    Audience, BoardChoice, Command, Company, GameSettings, Gone, MancalaSettings, MatchLength, MemberId,
    Patience, Preset, RatingMode, Room, Seat, Settings, Sides, TimeControl, TimeOut, claim_at, tick,
};
use rules::mancala::notation::read_start_code;
use rules::mancala::{self, Capture, Direction, FirstMove, Leftovers, Pit, Sowing, Start, Variant};
use rules::mapello::{Board, Cell};
use rules::{Move, Side};

use crate::common::{Table, built, narrow, rename, say, sit};

/// Who acts, with which command and details, and how much later.
pub type Act = (u8, u8, u64, u64);

/// Performs an act: first time does its part (`tick`), as in every running room, then the command is decided
/// on.
pub fn perform(table: &mut Table, (who, what, detail, later): Act) {
    table.now = match later % 32 {
        0 => table.room.due().unwrap_or(table.now),
        1 => table.room.due().map_or(table.now, |due| due.saturating_sub(1)),
        2 => table.now.saturating_sub(5_000),
        3 => table.now.saturating_add((later >> 5) as i64 % 3_600_000),
        4..8 => table.now.saturating_add((later >> 5) as i64 % 40_000),
        _ => table.now.saturating_add((later >> 5) as i64 % 900),
    };
    let now = table.now.max(table.room.at);
    let due = tick(&table.room, now);
    table.commit(due, None);
    let anybody = MemberId(u64::from(who % 4) + 1);
    let (by, command) = match what % 100 {
        0..70 => sensible(&table.room, anybody, detail),
        _ => (anybody, foolish(&table.room, what % 100, detail)),
    };
    table.here = random_presence(&table.room, detail >> 40);
    // Most random commands are refused, which is a fine answer here.
    let before = table.room.clone();
    if table.ask(by, command).is_err() {
        assert_eq!(table.room, before, "a refused command changes nothing");
    }
}

/// A presence in which members are gone now and then, for longer or shorter.
fn random_presence(room: &Room, chance: u64) -> Presence {
    let gone = |seat: Seat| {
        let chance = chance >> (4 * seat.index());
        let since = room.at.saturating_sub([0, 9_999, 60_000, 400_000][(chance >> 2 & 3) as usize]);
        let left = chance & 2 == 0;
        let claim = claim_at(room, seat, since, left, Patience::default());
        (chance & 1 == 0).then_some(Gone { since, left, claim })
    };
    Presence { gone: Seat::BOTH.map(gone), ..Presence::default() }
}

/// A command that brings a game forward: sitting down, ready, a board, an answer, a legal move of the side to
/// move.
pub fn sensible(room: &Room, anybody: MemberId, detail: u64) -> (MemberId, Command) {
    if let Some(game) = room.running() {
        let answerer = game.draw_offer.or(game.undo_request).and_then(|seat| room.occupant(seat.other()));
        if let Some(answerer) = answerer.filter(|_| detail >> 32 & 1 == 0) {
            let yes = detail >> 33 & 1 == 0;
            let draw = game.draw_offer.is_some();
            return (answerer.member, if draw { Command::AnswerDraw(yes) } else { Command::AnswerUndo(yes) });
        }
        let answerer = game.put_away_asked.and_then(|seat| room.occupant(seat.other()));
        if let Some(answerer) = answerer.filter(|_| detail >> 34 & 1 == 0) {
            return (answerer.member, Command::AnswerAdjourn(detail >> 33 & 1 == 0));
        }
        // Also in rooms, and at moments, in which nobody can.
        if game.number == 1 && game.own_ply() < 3 && detail >> 35 & 3 == 0 {
            let player = room.occupant(Seat::BOTH[(detail >> 37 & 1) as usize]);
            return (player.map_or(anybody, |player| player.member), Command::GoBerserk);
        }
        let moves = game.position.legal_moves();
        let mover = room.occupant(game.seat_of(game.position.to_move())).map_or(anybody, |o| o.member);
        let Some(&mv) = moves.get(detail as usize % moves.len().max(1)) else {
            return (anybody, Command::Resign);
        };
        return (mover, Command::Play { game: game.number, ply: game.ply(), mv });
    }
    let sitting = |seat: Seat| room.occupant(seat).map_or(anybody, |occupant| occupant.member);
    if let Some(draft) = room.draft {
        return match draft.board {
            _ if detail >> 33 & 15 == 0 => (anybody, Command::LeaveDraft),
            Some(_) if detail & 3 > 0 => {
                (sitting(draft.builder.other()), Command::Pick(Side::BOTH[(detail >> 32 & 1) as usize]))
            }
            _ => (sitting(draft.builder), Command::Build(board(detail >> 32))),
        };
    }
    if let Some(offer) = room.rematch_offer.filter(|_| detail >> 32 & 1 == 0) {
        let same_board = offer.same_board == (detail >> 33 & 3 > 0);
        return (
            sitting(offer.seat.other()),
            if same_board { Command::SameBoardRematch } else { Command::Rematch },
        );
    }
    if room.game.is_some() && detail >> 32 & 3 == 0 {
        return (anybody, if detail >> 34 & 1 == 0 { Command::SameBoardRematch } else { Command::Rematch });
    }
    match room.seats.iter().flatten().find(|occupant| !occupant.ready) {
        _ if room.free_seat().is_some() => (anybody, sit("Somebody")),
        Some(occupant) => (occupant.member, Command::Ready(true)),
        None => (anybody, Command::Ready(true)),
    }
}

/// Any command a member can send, whether it makes sense or not.
pub fn foolish(room: &Room, what: u8, detail: u64) -> Command {
    let yes = detail % 3 < 2;
    let small = (detail >> 8) as u8;
    match what {
        70..74 => {
            let game = room.game.as_ref();
            let side = Side::BOTH[usize::from(small & 1)];
            let mv = match small {
                0..120 => Move::Mancala(mancala::Move::Sow(Pit { side, index: (detail >> 16) as u8 % 12 })),
                120..160 => Move::Mancala(mancala::Move::Swap),
                _ => Move::Mapello(Cell::new((detail >> 16) as u8 % 64).unwrap()),
            };
            let ply = game.map_or(0, |game| game.ply()).wrapping_add((detail % 7).saturating_sub(5) as u32);
            Command::Play {
                game: game.map_or(1, |game| game.number).wrapping_add(u32::from(detail % 11 < 1)),
                ply,
                mv,
            }
        }
        74..78 => Command::RequestUndo,
        78 => Command::AnswerUndo(yes),
        79..82 => [
            Command::Adjourn,
            Command::AnswerAdjourn(yes),
            Command::Resume,
            Command::ClaimWin,
            Command::ClaimDraw,
        ][usize::from(small % 5)]
        .clone(),
        82 => Command::OfferDraw,
        83 => Command::GiveTime,
        84..86 => Command::AnswerDraw(yes),
        86 => Command::Resign,
        87 | 88 => Command::Rematch,
        89 => Command::SameBoardRematch,
        90 => Command::Ready(yes),
        91 => [Command::LeaveDraft, Command::Pick(Side::First), Command::Build(board(detail >> 8))]
            [usize::from(small % 3)]
        .clone(),
        92 => sit(["", "Anna", "\u{202E}x", "Somebody"][usize::from(small % 4)]),
        93 => rename(["A", "Berta", "Berta ", "\u{0}"][usize::from(small % 4)]),
        94 if small.is_multiple_of(8) => Command::Close(yes),
        94 => Command::Leave,
        95 => Command::Configure(Settings {
            company: room.settings.company,
            mode: room.settings.mode,
            berserk: room.settings.berserk,
            ..settings(detail >> 8)
        }),
        96 => match small % 8 {
            0..4 => Command::AllowChat(yes),
            4 => Command::SendSpectatorPreset(Preset::Hello),
            5 => Command::SendSpectatorChat("Who wins?".into()),
            _ => Command::Report(MemberId(u64::from(small % 3) + 1)),
        },
        97 => Command::SendPreset(
            [Preset::BEFORE[usize::from(small % 3)], Preset::AFTER[usize::from(small % 4)]]
                [(detail & 1) as usize],
        ),
        _ => say(["", "Hello", "Well played", &"x".repeat(141)][usize::from(small % 4)]),
    }
}

/// Any board: random, with walls that leave few moves, and now and then one that cannot be played on.
fn board(seed: u64) -> Board {
    match seed % 8 {
        0 => Board::new(0x1FF, 0, 0).unwrap(),
        1 => built(&["c4", "d3", "e6", "f5", "c5", "d6", "e3", "f4"], &[]),
        2..5 => narrow(),
        _ => Board::random(seed >> 3),
    }
}

/// A start with one seed moved, now and then one of another board, or none.
fn start(variant: &Variant, way: usize) -> Option<Start> {
    match way {
        0 => read_start_code("333-234").ok(),
        1..4 => Start::all_with_seeds_moved(variant, 1).pop(),
        _ => None,
    }
}

/// Any settings of either game: every option, and now and then numbers out of range.
pub fn settings(mut seed: u64) -> Settings {
    let mut pick = |n: u64| {
        let picked = seed % n;
        seed = (seed / n).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (seed >> 7);
        picked as usize
    };
    let variant = Variant {
        pits: [3, 3, 4, 4, 5, 6, 7, 8, 9, 255][pick(10)],
        stones: [1, 2, 2, 3, 3, 4, 5, 6, 12, 13][pick(10)],
        capture: [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never][pick(3)],
        sowing: [Sowing::Single, Sowing::Relay][pick(2)],
        extra_turn: pick(3) > 0,
        leftovers: [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody][pick(3)],
        direction: [Direction::CounterClockwise, Direction::Clockwise][pick(2)],
        pie_rule: pick(2) > 0,
        first_move: [FirstMove::South, FirstMove::North, FirstMove::Alternate][pick(3)],
    };
    let number = pick(usize::MAX as u64) as u32;
    let choice = match pick(8) {
        0 => BoardChoice::Empty,
        1 => BoardChoice::Default,
        2 => BoardChoice::Random([number, u32::MAX][pick(2)]),
        3 => BoardChoice::Daily([number, u32::MAX][pick(2)]),
        4 => BoardChoice::Custom(board(u64::from(number))),
        5 => BoardChoice::Opening([number, u32::MAX][pick(2)]),
        _ => BoardChoice::Draft,
    };
    let settings = Settings {
        game: [GameSettings::Mancala(variant.into()), GameSettings::Mapello(choice)][pick(2)],
        clock: match pick(5) {
            0 | 1 => TimeControl::None,
            2 if pick(4) == 0 => TimeControl::DaysPerMove { days: [0, 1, 14, 15][pick(4)] },
            2 => TimeControl::PerMove { seconds: [4, 5, 60, 3_600][pick(4)] },
            _ => TimeControl::Increment {
                base: [15, 180, 10_800, u32::MAX][pick(4)],
                increment: [0, 2, 180][pick(3)],
            },
        },
        sides: [Sides::Bottom, Sides::Top, Sides::Random][pick(3)],
        undo: room::UndoRule::Consent,
        timeout: [TimeOut::Loses, TimeOut::Score][pick(2)],
        audience: [Audience::Invited, Audience::Public, Audience::Nobody][pick(3)],
        company: Company::Friends,
        match_length: MatchLength::One,
        mode: RatingMode::Rated,
        berserk: false,
    };
    let start = start(&variant, pick(9));
    let match_length = [MatchLength::One, MatchLength::Two][usize::from(pick(5) < 2)];
    match settings.game {
        GameSettings::Mancala(_) => Settings {
            game: GameSettings::Mancala(MancalaSettings { variant, start }),
            match_length,
            ..settings
        },
        // A match of Mapello is refused.
        GameSettings::Mapello(_) if pick(16) == 0 => Settings { match_length, ..settings },
        GameSettings::Mapello(_) => settings,
    }
}

/// A room opened with the first valid settings from this seed on.
pub fn opened_with(seed: u64, undo: room::UndoRule) -> Table {
    let valid = (seed..=u64::MAX).map(settings).find(|settings| settings.check().is_ok()).unwrap_or_default();
    let company = [Company::Friends, Company::Strangers][(seed >> 7 & 1) as usize];
    let mode = [RatingMode::Rated, RatingMode::Casual][(seed >> 8 & 1) as usize];
    let berserk = seed >> 9 & 3 == 0;
    let clock = if berserk { TimeControl::Increment { base: 180, increment: 2 } } else { valid.clock };
    Table::open(Settings { clock, undo, company, mode, berserk, ..valid })
}

/// Deterministic random numbers (SplitMix64).
pub fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
