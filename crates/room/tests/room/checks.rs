//! The invariants of a room, checked before and after every event.

use room::{
    Company, Event, Game, LineContent, Logged, Match, MatchGame, MemberId, Reason, Room, Seat, TimeOut,
    UndoRule, evolve,
};
use rules::mancala::Leftovers;
use rules::mapello::BONUS_POINTS;
use rules::{Position, Record, Setup, Side};

use crate::acts::{Act, opened_with, perform};
use crate::common::Table;

/// Performs acts and checks every event.
pub fn run(seed: u64, undo: UndoRule, acts: &[Act]) -> Table {
    let mut table = opened_with(seed, undo);
    acts.iter().for_each(|&act| perform(&mut table, act));
    let (mut room, mut counted) = (Room::new(table.room.code), (0, 0));
    let mut sat = [None; 2];
    for logged in &table.log {
        let before = room.clone();
        evolve(&mut room, logged);
        let handed_over = matches!(logged.event, Event::SeatTransferred { .. });
        if has_new_member(&mut sat, &room) && !handed_over {
            counted = (0, 0);
        }
        check(&before, logged, &room, &mut counted);
        if let Some(origin) = logged.by {
            assert!(room.has_answered(origin), "a command is known again after its event");
        }
        let once = room.clone();
        evolve(&mut room, logged);
        assert_eq!(room, once, "a second fold of the same event changes nothing");
    }
    assert_eq!(room, table.room);
    table
}

/// Whether a seat has a new member, so that their series begins.
fn has_new_member(sat: &mut [Option<MemberId>; 2], room: &Room) -> bool {
    let mut other = false;
    for (last, occupant) in sat.iter_mut().zip(&room.seats) {
        if let Some(occupant) = occupant {
            other |= last.replace(occupant.member).is_some_and(|last| last != occupant.member);
        }
    }
    other
}

/// Checks one event between the rooms before and after it. `counted` is the number of games that count so
/// far, `points` the points of them.
fn check(before: &Room, logged: &Logged, after: &Room, (counted, points): &mut (u32, u32)) {
    assert_eq!((logged.seq, after.seq), (before.seq + 1, before.seq + 1), "numbers have no gaps");
    assert!(logged.at >= before.at && after.at == logged.at, "time never goes back");
    let in_game = matches!(
        logged.event,
        Event::Interrupted { .. }
            | Event::Lag { .. }
            | Event::TimeGiven(_)
            | Event::WentBerserk(_)
            | Event::Moved { .. }
            | Event::UndoRequested(_)
            | Event::UndoDeclined(_)
            | Event::Undone(_)
            | Event::DrawOffered(_)
            | Event::DrawDeclined(_)
            | Event::Ended { .. }
    );
    let between = matches!(
        logged.event,
        Event::Left(_)
            | Event::Configured { .. }
            | Event::Readied { .. }
            | Event::CountingDown(_)
            | Event::Started { .. }
            | Event::RematchOffered(_)
            | Event::SameBoardRematchOffered(_)
            | Event::DraftBegan(_)
            | Event::Built(_)
            | Event::DraftLeft(_)
    );
    let in_draft = matches!(logged.event, Event::Built(_) | Event::DraftLeft(_));
    let before_draft = matches!(
        logged.event,
        Event::Readied { .. }
            | Event::CountingDown(_)
            | Event::RematchOffered(_)
            | Event::SameBoardRematchOffered(_)
            | Event::DraftBegan(_)
    );
    assert!(!in_game || before.running().is_some(), "{logged:?} without a game");
    assert!(!between || before.running().is_none(), "{logged:?} during a game");
    assert!(!in_draft || before.draft.is_some(), "{logged:?} without a draft");
    assert!(!before_draft || before.draft.is_none(), "{logged:?} during a draft");
    if let (Event::Ended { reason, winner }, Some(game)) = (&logged.event, &after.game) {
        let is_single = game.match_game.is_none();
        *counted += u32::from(is_single && *reason != Reason::CalledOff);
        if let (Some(MatchGame::Second), Some(over)) = (game.match_game, after.current_match) {
            assert!(over.is_over() && *reason != Reason::CalledOff, "{logged:?}");
            check_match(game, &over);
            (*counted, *points) = (*counted + 1, *points + over.stones().map(u32::from).iter().sum::<u32>());
        }
        let scored = game.timeout == TimeOut::Score;
        assert!(!scored || matches!(game.setup, Setup::Mapello(_)), "the score decides in Mapello only");
        if *reason == Reason::Played || *reason == Reason::TimeOut && scored {
            let [first, second] = game.position.score();
            assert_eq!(*winner == Some(Side::First), first > second, "the score decides");
            assert_eq!(*winner == Some(Side::Second), second > first, "the score decides");
            *points += if is_single { u32::from(first + second) } else { 0 };
        }
    }
    assert_eq!(after.series.games(), *counted);
    assert_eq!(after.series.points.iter().sum::<u32>(), *points);
    if let [Some(bottom), Some(top)] = &after.seats {
        assert_ne!(bottom.member, top.member, "one seat a member");
    }
    let both_ready = after.seats.iter().flatten().filter(|o| o.ready).count() == 2;
    assert!(after.countdown.is_none() || both_ready || after.is_match_break());
    let both_sit = after.seats.iter().all(Option::is_some);
    assert!(!after.is_match_break() || both_sit && after.rematch_offer.is_none(), "nobody leaves a match");
    if let (Event::DraftBegan(seat), Some(last)) = (&logged.event, before.last_builder) {
        assert_eq!(*seat, last.other(), "the players build in turn");
    }
    if let Event::Configured { settings, .. } = &logged.event {
        assert_eq!(after.next_settings(), *settings, "what is agreed on is what comes next");
    }
    assert!(after.chat.len() <= room::MAX_LINES && after.settings.check().is_ok());
    check_talk(before, logged, after);
    check_berserk(before, logged, after);
    if after.draft.is_some() {
        assert!(after.seats.iter().flatten().count() == 2 && after.running().is_none(), "who drafts sits");
        assert_eq!((after.due(), after.rematch_offer), (None, None));
    }
    check_game(after);
}

/// The stones of a match are twice those of the board, unless the variant gives leftovers to nobody.
fn check_match(game: &Game, over: &Match) {
    let Setup::Mancala(setup) = game.setup else { panic!("a match is of Mancala") };
    let board = u32::from(setup.variant.pits) * u32::from(setup.variant.stones) * 2;
    let sum: u32 = over.stones().map(u32::from).iter().sum();
    let loses_stones = setup.variant.leftovers == Leftovers::Nobody;
    assert!(sum == 2 * board || loses_stones && sum < 2 * board, "{over:?}");
    assert_eq!(over.first_number + 1, game.number);
}

/// Who plays with half of the time has asked for it before the first move of the first game, or did so in the first game of
/// the match.
fn check_berserk(before: &Room, logged: &Logged, after: &Room) {
    let of = |room: &Room| room.game.as_ref().map_or([false; 2], |game| game.berserk);
    let Some(game) = &after.game else { return };
    let left = |room: &Room, side| room.game.as_ref().and_then(|game| game.clock.left(side, after.at));
    match &logged.event {
        Event::WentBerserk(seat) => {
            let side = game.side_of(*seat);
            assert_eq!(before.check_berserk(*seat), Ok(()));
            assert!(game.number == 1 && after.settings.berserk && game.moves_by_side()[side.index()] == 0);
            assert!(!of(before)[seat.index()] && of(after)[seat.index()]);
            assert_eq!(of(before)[seat.other().index()], of(after)[seat.other().index()]);
            assert_eq!(left(after, side), left(before, side).map(|left| left / 2));
            assert_eq!(left(after, side.other()), left(before, side.other()));
        }
        Event::Started { .. } => {
            let is_second = game.match_game == Some(MatchGame::Second);
            assert_eq!(of(after), if is_second { of(before) } else { [false; 2] });
            let one = |is_berserk| Seat::BOTH.into_iter().find(|seat| of(after)[seat.index()] == is_berserk);
            let time = |seat: Seat| left(after, game.side_of(seat));
            if let (Some(whole), Some(half)) = (one(false).map(time), one(true).map(time)) {
                assert_eq!(half, whole.map(|whole| whole / 2));
            }
        }
        _ => assert_eq!(of(after), of(before), "{logged:?}"),
    }
}

/// In Mancala the number of stones is constant; in Mapello walls stay, and every point is a disc on the board
/// or was a bonus.
fn check_position(game: &Game) {
    let scores = game.position.score();
    match &game.position {
        Position::Mancala(position) => {
            let total = u32::from(position.variant().pits) * u32::from(position.variant().stones) * 2;
            let pits = Side::BOTH.iter().flat_map(|&side| position.pits(side));
            let lying: u32 = pits.map(|pit| u32::from(position.stones(pit))).sum();
            assert_eq!(lying + scores.map(u32::from).iter().sum::<u32>(), total);
        }
        Position::Mapello(position) => {
            let Setup::Mapello(board) = game.setup else { panic!("a game goes on as it was set up") };
            let discs = Side::BOTH.map(|side| position.discs(side));
            assert_eq!((discs[0] & discs[1], (discs[0] | discs[1]) & board.walls()), (0, 0));
            assert_eq!((discs[0] | discs[1]).count_ones(), 4 + game.ply(), "one disc a move");
            let taken = (board.bonuses() & !position.bonuses()).count_ones();
            let points = (discs[0] | discs[1]).count_ones() + taken * u32::from(BONUS_POINTS);
            assert_eq!(scores.map(u32::from).iter().sum::<u32>(), points);
        }
    }
}

/// Checks who may chat, in which words, and how often (rate limit).
fn check_talk(before: &Room, logged: &Logged, after: &Room) {
    let in_order = after.chat.iter().zip(after.chat.iter().skip(1)).all(|(one, next)| one.seq < next.seq);
    assert!(in_order, "{:?}", after.chat);
    let (seat, said) = match &logged.event {
        Event::ChatSent { seat, text } => {
            assert!(before.may_chat(), "words of one's own where both have not allowed it");
            (*seat, LineContent::Text(text.clone()))
        }
        Event::PresetSent { seat, preset } => {
            assert!(before.presets_left(*seat, *preset) > 0, "a third one");
            assert_eq!(after.presets_left(*seat, *preset) + 1, before.presets_left(*seat, *preset));
            assert!(before.running().is_none() || !preset.is_after(), "before its time");
            (*seat, LineContent::Preset(*preset))
        }
        Event::ChatAllowed { seat, allowed } => {
            assert_eq!((before.settings.company, after.talk[seat.index()]), (Company::Strangers, *allowed));
            return;
        }
        _ => {
            let news = |room: &Room| room.chat.iter().filter(|line| line.draws_attention()).count();
            assert!(news(after) <= news(before), "nobody said anything: {logged:?}");
            return;
        }
    };
    let (Some(line), Some(speaker)) = (after.chat.back(), before.occupant(seat)) else {
        panic!("who speaks sits, and is heard")
    };
    assert_eq!(
        (line.seq, line.seat, line.member, &line.said),
        (logged.seq, Some(seat), speaker.member, &said)
    );
    let theirs =
        || before.chat.iter().rev().filter(|line| line.member == speaker.member && line.draws_attention());
    let burst = theirs().take_while(|line| logged.at - line.at < 10_000).count();
    assert!(burst < 4, "a fifth line in ten seconds");
    let spoken = theirs().filter(|line| !matches!(line.said, LineContent::Happened(_)));
    assert!(!spoken.take(2).any(|line| line.said == said), "the same again");
}

fn check_game(room: &Room) {
    let Some(game) = &room.game else { return };
    check_position(game);
    let record = Record { setup: game.setup, moves: game.moves.clone() };
    assert_eq!(record.replay().as_ref(), Ok(&game.position), "the position is a replay of the moves");
    for side in Side::BOTH {
        for later in [0, 1, 1_000_000_000] {
            assert!(game.clock.left(side, room.at + later).is_none_or(|left| left >= 0));
        }
        assert_eq!(game.side_of(game.seat_of(side)), side);
    }
    match game.ending {
        None => {
            assert!(
                room.seats.iter().all(Option::is_some)
                    && room.rematch_offer.is_none()
                    && room.countdown.is_none()
            );
            assert!(room.due().is_none_or(|due| due > room.at), "what was due has been done");
        }
        Some(_) => {
            assert_eq!((game.draw_offer, game.undo_request, game.clock.deadline()), (None, None, None));
        }
    }
}
