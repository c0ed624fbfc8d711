//! Tests of moves and of how a game ends at the board: turns, illegal moves, the end by the rules,
//! resignation, the pie rule.

use room::{Command, Event, Reason, Rejection, Seat, Settings};
use rules::mancala::{self, Variant};
use rules::{IllegalMove, Move, Outcome, Side};

use crate::common::{ANNA, BERT, Table, mancala, sow, tiny};

#[test]
fn a_move_is_played_and_the_turn_passes() {
    let mut table = Table::playing(Settings::default());
    let mv = sow(Side::First, 0);
    assert_eq!(table.sow(ANNA, 0), [Event::Moved { side: Side::First, mv }]);
    assert_eq!((table.game().moves.as_slice(), table.game().ply()), (&[mv][..], 1));
    assert_eq!(table.game().position.to_move(), Side::Second);
    table.sow(BERT, 5);
    assert_eq!(table.game().position.to_move(), Side::First);
}

#[test]
fn an_extra_turn_keeps_the_turn() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 2);
    assert_eq!(table.game().position.to_move(), Side::First);
    let early = table.sowing(BERT, 0);
    assert_eq!(table.refused(BERT, early), Rejection::NotYourTurn);
    table.sow(ANNA, 5);
    assert_eq!(table.game().position.to_move(), Side::Second);
}

#[test]
fn a_move_out_of_turn_is_refused() {
    let mut table = Table::playing(Settings::default());
    for mv in [sow(Side::Second, 0), sow(Side::First, 0)] {
        let command = table.playing_move(mv);
        assert_eq!(table.refused(BERT, command), Rejection::NotYourTurn);
    }
}

#[test]
fn a_move_for_an_earlier_position_or_another_game_is_stale() {
    let mut table = Table::playing(Settings::default());
    let command = table.sowing(ANNA, 0);
    table.sow(ANNA, 2);
    assert_eq!(table.refused(ANNA, command), Rejection::Stale, "sent twice, or from a second tab");
    let mv = sow(Side::First, 5);
    for (game, ply) in [(1, 0), (1, 2), (0, 1), (2, 1), (u32::MAX, u32::MAX)] {
        assert_eq!(table.refused(ANNA, Command::Play { game, ply, mv }), Rejection::Stale);
    }
    table.must(ANNA, Command::Play { game: 1, ply: 1, mv });
}

#[test]
fn a_move_against_the_rules_is_refused_with_their_reason() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 2);
    let swap = Move::Mancala(mancala::Move::Swap);
    let cases = [
        (sow(Side::First, 2), IllegalMove::EmptyPit),
        (sow(Side::Second, 0), IllegalMove::WrongSide),
        (sow(Side::First, 6), IllegalMove::NoSuchPit),
        (sow(Side::First, 255), IllegalMove::NoSuchPit),
        (swap, IllegalMove::SwapNotAllowed),
    ];
    for (mv, why) in cases {
        let command = table.playing_move(mv);
        assert_eq!(table.refused(ANNA, command), Rejection::Illegal(why));
    }
}

#[test]
fn moves_are_refused_before_and_after_a_game() {
    let mut table = Table::seated(Settings::default());
    let mv = sow(Side::First, 0);
    let game_words = |ply| {
        [
            Command::Play { game: 1, ply, mv },
            Command::Resign,
            Command::RequestUndo,
            Command::AnswerUndo(true),
            Command::OfferDraw,
            Command::AnswerDraw(true),
        ]
    };
    for command in game_words(0) {
        assert_eq!(table.refused(ANNA, command), Rejection::NoGame);
    }
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 0);
    table.must(BERT, Command::Resign);
    for command in game_words(1) {
        assert_eq!(table.refused(BERT, command), Rejection::NoGame);
    }
}

#[test]
fn the_last_move_comes_with_the_event_of_the_end() {
    let mut table = Table::playing(tiny());
    table.sow(ANNA, 2);
    table.sow(ANNA, 1);
    table.sow(BERT, 2);
    let last = Event::Moved { side: Side::Second, mv: sow(Side::Second, 1) };
    assert_eq!(table.sow(BERT, 1), [last, Event::Ended { winner: None, reason: Reason::Played }]);
    assert_eq!(table.game().position.score(), [3, 3]);
    assert_eq!((table.room.series.wins, table.room.series.draws), ([0, 0], 1));
}

#[test]
fn the_rules_decide_the_winner_and_the_series_counts_the_seat() {
    let mut wins = [0; 2];
    for pits in 3..=9 {
        for stones in 1..=6 {
            let mut table = Table::playing(mancala(Variant { pits, stones, ..Variant::default() }));
            let last = table.play_to_the_end();
            let winner = match table.game().position.outcome().unwrap() {
                Outcome::Win(side) => Some(side),
                Outcome::Draw => None,
            };
            assert!(matches!(last[0], Event::Moved { .. }) && last.len() == 2);
            assert_eq!(last[1], Event::Ended { winner, reason: Reason::Played });
            let ending = table.game().ending.unwrap();
            assert_eq!((ending.winner, ending.at, table.room.due()), (winner, table.now, None));
            let [south, north] = table.game().position.score();
            assert_eq!(table.room.series.wins, [u32::from(south > north), u32::from(north > south)]);
            assert_eq!(table.room.series.games(), 1);
            wins = [wins[0] + u32::from(south > north), wins[1] + u32::from(north > south)];
        }
    }
    assert!(wins.iter().all(|&wins| wins > 0), "both sides must have won some: {wins:?}");
}

#[test]
fn a_player_can_resign_out_of_turn_but_only_once() {
    for (loser, winner, wins) in [(ANNA, Side::Second, [0, 1]), (BERT, Side::First, [1, 0])] {
        let mut table = Table::playing(Settings::default());
        let ended = Event::Ended { winner: Some(winner), reason: Reason::Resigned };
        assert_eq!(table.must(loser, Command::Resign), [ended]);
        assert_eq!(table.refused(loser, Command::Resign), Rejection::NoGame);
        assert_eq!(table.room.series.wins, wins);
    }
}

#[test]
fn the_pie_rule_swaps_the_board_and_passes_the_turn() {
    let mut table = Table::playing(mancala(Variant { pie_rule: true, ..Variant::default() }));
    let swap = Move::Mancala(mancala::Move::Swap);
    let early = table.playing_move(swap);
    assert_eq!(table.refused(ANNA, early), Rejection::Illegal(IllegalMove::SwapNotAllowed));
    table.sow(ANNA, 2);
    table.sow(ANNA, 5);
    let [south, north] = table.game().position.score();
    let command = table.playing_move(swap);
    assert_eq!(table.must(BERT, command), [Event::Moved { side: Side::Second, mv: swap }]);
    assert_eq!(table.game().position.score(), [north, south]);
    assert_eq!(table.game().position.to_move(), Side::First);
    assert_eq!(table.game().first, Seat::Bottom, "the people keep their sides; the board was turned");
    table.must(BERT, Command::RequestUndo);
    assert_eq!(table.must(ANNA, Command::AnswerUndo(true)), [Event::Undone(2)], "a swap is a turn");
    let command = table.playing_move(swap);
    table.must(BERT, command);
}

#[test]
fn earlier_positions_of_a_game_can_be_replayed() {
    let mut table = Table::playing(Settings::default());
    assert_eq!(table.game().began, table.room.seq);
    let before = table.game().clone();
    table.sow(ANNA, 0);
    let first = table.game().position.clone();
    table.must(BERT, Command::OfferDraw);
    table.must(ANNA, Command::RequestUndo);
    let game = table.game();
    assert_eq!((game.draw_offer, game.undo_request), (Some(Seat::Top), Some(Seat::Bottom)));
    for keep in [0, 1] {
        let then = game.at(keep);
        assert_eq!(
            (then.draw_offer, then.undo_request),
            (None, None),
            "what is asked now was not asked then"
        );
    }
    table.sow(BERT, 0);
    table.must(ANNA, Command::Resign);
    let game = table.game();
    assert_eq!((game.at(0).position, game.at(0).moves), (before.position, Vec::new()));
    assert_eq!((game.at(1).position, game.at(1).moves.len(), game.at(1).ending), (first, 1, None));
    assert_eq!(game.at(1).number, 1);
    for beyond in [2, u32::MAX] {
        assert_eq!((game.at(beyond).position, game.at(beyond).ending), (game.position.clone(), game.ending));
    }
    assert!(game.began < table.room.seq);
}
