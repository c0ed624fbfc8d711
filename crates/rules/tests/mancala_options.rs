//! Tests of each option of a variant: its effect, and its valid values.

mod common;
#[path = "common/sown.rs"]
mod sown;

use common::{after, position};
use rules::mancala::{
    Capture, Direction, FirstMove, Hole, Leftovers, Move, Pit, Preset, Setup, Sowing, Step, Variant,
};
use rules::{IllegalMove, Outcome, SetupError, Side};
use sown::play_move;

fn kalah() -> Variant {
    Variant::default()
}

#[test]
fn an_empty_capture_takes_the_last_stone_alone() {
    let variant = Variant { capture: Capture::OppositeOrSelf, ..kalah() };
    assert_eq!(after("2,0,0,0,0,2/1,0,1,0,0,1 0 0 S 1", variant, "A"), "2,0,0,0,0,2/0,0,1,0,0,1 1 0 N 2");
    assert_eq!(after("2,3,0,0,0,2/1,0,1,0,0,1 0 0 S 1", variant, "A x3"), "2,0,0,0,0,2/0,0,1,0,0,1 4 0 N 2");
}

#[test]
fn without_captures_the_last_stone_stays() {
    let variant = Variant { capture: Capture::Never, ..kalah() };
    assert_eq!(after("2,3,0,0,0,2/1,0,1,0,0,1 0 0 S 1", variant, "A"), "2,3,0,0,0,2/0,1,1,0,0,1 0 0 N 2");
}

#[test]
fn a_relay_sowing_continues_on_either_side_until_an_empty_pit() {
    let variant = Variant { sowing: Sowing::Relay, ..kalah() };
    let (end, steps) = play_move("0,0,0,3,0,1/0,0,0,1,2,1 0 0 S 1", variant, "D");
    // D → E (now 3) → F, store, a (now 2) → b, c (now 4) → d, e, f, A: empty, no capture.
    assert_eq!(end, "1,1,1,0,1,0/1,0,0,0,0,2 1 0 N 2");
    let lifted: Vec<(Side, u8, u8)> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Lift { from, stones } => Some((from.side, from.index, *stones)),
            _ => None,
        })
        .collect();
    assert_eq!(
        lifted,
        [(Side::First, 3, 1), (Side::First, 4, 3), (Side::Second, 0, 2), (Side::Second, 2, 4)]
    );
    assert!(!steps.iter().any(|step| matches!(step, Step::Capture { .. })));
}

#[test]
fn a_relay_ending_in_the_own_store_gives_an_extra_turn() {
    let variant = Variant { sowing: Sowing::Relay, ..kalah() };
    assert_eq!(after("1,0,0,0,0,0/0,0,0,1,1,1 0 0 S 1", variant, "D"), "1,0,0,0,0,0/0,0,0,0,0,2 1 0 S 1");
}

#[test]
fn a_relay_of_thirteen_stones_ends_in_the_pit_it_came_from() {
    let variant = Variant { sowing: Sowing::Relay, ..kalah() };
    assert_eq!(after("1,1,1,1,1,1/0,0,13,0,0,0 0 0 S 1", variant, "C"), "2,2,2,2,2,2/1,1,1,1,1,1 1 0 N 2");
}

#[test]
fn without_extra_turns_a_last_stone_in_the_store_ends_the_turn() {
    let variant = Variant { extra_turn: false, ..kalah() };
    assert_eq!(after("4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1", variant, "C"), "4,4,4,4,4,4/4,4,0,5,5,5 1 0 N 2");
}

#[test]
fn leftovers_go_where_the_options_say() {
    let end = |leftovers| play_move("0,1,0,0,0,2/0,0,0,0,0,1 0 0 S 1", Variant { leftovers, ..kalah() }, "F");
    let (text, _) = end(Leftovers::Owner);
    assert_eq!(text, "0,0,0,0,0,0/0,0,0,0,0,0 1 3 S 1");
    let (text, steps) = end(Leftovers::Emptier);
    assert_eq!(text, "0,0,0,0,0,0/0,0,0,0,0,0 4 0 S 1");
    assert_eq!(steps.last(), Some(&Step::End(Outcome::Win(Side::First))));
    let (text, steps) = end(Leftovers::Nobody);
    assert_eq!(text, "0,1,0,0,0,2/0,0,0,0,0,0 1 0 S 1");
    assert_eq!(steps.last(), Some(&Step::End(Outcome::Win(Side::First))));
}

#[test]
fn leftovers_go_to_the_empty_side_even_if_the_other_moved_last() {
    let variant = Variant { leftovers: Leftovers::Emptier, ..kalah() };
    assert_eq!(after("0,3,0,0,0,0/1,0,1,0,0,0 0 0 S 1", variant, "A"), "0,0,0,0,0,0/0,0,0,0,0,0 4 1 S 1");
}

#[test]
fn clockwise_sowing_is_the_mirror_image() {
    let variant = Variant { direction: Direction::Clockwise, ..kalah() };
    assert_eq!(after("4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1", variant, "B"), "5,5,4,4,4,4/5,0,4,4,4,4 1 0 N 2");
    assert_eq!(after("4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1", variant, "D"), "4,4,4,4,4,4/5,5,5,0,4,4 1 0 S 1");
}

#[test]
fn next_and_opposite_holes_follow_the_sowing_order() {
    let board = position("4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1", kalah());
    let pit = |side, index| Hole::Pit(Pit { side, index });
    let (south, north) = (Side::First, Side::Second);
    assert_eq!(board.next(pit(south, 5), south), Hole::Store(south));
    assert_eq!(board.next(Hole::Store(south), south), pit(north, 0));
    assert_eq!(board.next(pit(north, 5), south), pit(south, 0));
    assert_eq!(board.next(pit(south, 5), north), pit(north, 0));
    assert_eq!(board.opposite(Pit { side: south, index: 1 }), Pit { side: north, index: 4 });
}

#[test]
fn the_second_player_may_swap_instead_of_the_first_move() {
    let variant = Variant { pie_rule: true, ..kalah() };
    let start = "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1";
    assert_eq!(after(start, variant, "C-F"), "4,4,5,5,5,5/4,4,0,5,5,0 2 0 N 2 swap");
    assert_eq!(after(start, variant, "C-F swap"), "0,5,5,0,4,4/5,5,5,5,4,4 0 2 S 3");
    let (_, steps) = play_move("4,4,5,5,5,5/4,4,0,5,5,0 2 0 N 2 swap", variant, "swap");
    assert_eq!(steps, [Step::Swap, Step::NextTurn(Side::First)]);
}

#[test]
fn only_the_second_players_first_decision_can_be_a_swap() {
    let variant = Variant { pie_rule: true, ..kalah() };
    let check = |text: &str| position(text, variant).check(Move::Swap);
    let start = "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1";
    assert_eq!(check(start), Err(IllegalMove::SwapNotAllowed));
    assert_eq!(check(&after(start, variant, "C")), Err(IllegalMove::SwapNotAllowed));
    assert_eq!(check(&after(start, variant, "C-F")), Ok(()));
    assert_eq!(check(&after(start, variant, "E")), Ok(()));
    assert_eq!(check(&after(start, variant, "E c")), Err(IllegalMove::SwapNotAllowed));
    assert_eq!(check(&after(start, variant, "E swap")), Err(IllegalMove::SwapNotAllowed));
    assert_eq!(check(&after(start, variant, "E b")), Err(IllegalMove::SwapNotAllowed));
    assert_eq!(
        position(&after(start, kalah(), "E"), kalah()).check(Move::Swap),
        Err(IllegalMove::SwapNotAllowed)
    );
}

#[test]
fn a_game_that_ends_in_the_first_turn_leaves_nothing_to_swap() {
    let variant = Variant { pie_rule: true, ..kalah() };
    let (end, _) = play_move("1,0,0,0,0,0/0,0,0,0,0,1 0 0 S 1", variant, "F");
    assert_eq!(position(&end, variant).check(Move::Swap), Err(IllegalMove::GameOver));
}

#[test]
fn the_first_move_follows_the_options_through_a_match() {
    let starters = |first_move| [1, 2, 3].map(|game| Variant { first_move, ..kalah() }.starter(game));
    assert_eq!(starters(FirstMove::South), [Side::First; 3]);
    assert_eq!(starters(FirstMove::North), [Side::Second; 3]);
    assert_eq!(starters(FirstMove::Alternate), [Side::First, Side::Second, Side::First]);
    let variant = Variant { first_move: FirstMove::Alternate, ..kalah() };
    assert_eq!(rules::Setup::Mancala(Setup::new(variant, 2)).start().to_move(), Side::Second);
}

#[test]
fn the_presets_are_playable_and_found_by_their_options() {
    for preset in Preset::ALL {
        assert_eq!(preset.variant().validate(), Ok(()));
        assert_eq!(preset.variant().preset(), Some(preset));
    }
    let pits_stones = |pits, stones| Variant { pits, stones, ..kalah() };
    let capturing = |capture| Variant { capture, ..kalah() };
    let options = [
        kalah(),
        pits_stones(6, 3),
        pits_stones(6, 6),
        capturing(Capture::OppositeOrSelf),
        Variant { sowing: Sowing::Relay, ..capturing(Capture::Never) },
        capturing(Capture::Never),
        pits_stones(4, 3),
    ];
    assert_eq!(Preset::ALL.map(Preset::variant), options);
    assert_eq!(Variant { pits: 5, ..kalah() }.preset(), None);
    assert_eq!(Preset::Quick.name(), "Quick");
}

#[test]
fn numbers_out_of_range_are_refused_and_never_break_a_board() {
    let variant = |pits, stones| Variant { pits, stones, ..kalah() };
    assert_eq!(variant(2, 4).validate(), Err(SetupError::Pits(2)));
    assert_eq!(variant(10, 4).validate(), Err(SetupError::Pits(10)));
    assert_eq!(variant(6, 0).validate(), Err(SetupError::Stones(0)));
    assert_eq!(variant(6, 13).validate(), Err(SetupError::Stones(13)));
    assert_eq!(variant(3, 1).validate(), Ok(()));
    assert_eq!(variant(9, 12).validate(), Ok(()));
    for (pits, stones) in [(0, 0), (255, 255)] {
        let setup = rules::Setup::Mancala(Setup::new(variant(pits, stones), 1));
        assert!(setup.validate().is_err());
        assert!(!setup.start().legal_moves().is_empty());
    }
    assert_eq!(SetupError::Pits(2).to_string(), "2 pits per side cannot be played; choose 3 to 9.");
}
