//! Tests of premoves: laws over games by chance, and the cases that a plan must not survive.

use room::{Event, Game, Room, RoomCode, Seat, Settings, evolve, stamp};
use rules::mancala::{Move as Sowing, Pit, Preset, Setup as Mancala};
use rules::mapello::notation::read_cell;
use rules::mapello::{self, Board};
use rules::{Move, Setup, Side};

use super::{NextStep, Premove};

struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
}

fn started(setup: Setup) -> Room {
    let mut room = Room::new(RoomCode::from_seed(1));
    tell(&mut room, Event::Opened(Settings::for_game(setup.game())));
    tell(&mut room, Event::started(1, setup, Seat::Bottom));
    room
}

fn tell(room: &mut Room, event: Event) {
    for logged in stamp(vec![event], room.seq, room.at + 1, None) {
        evolve(room, &logged);
    }
}

fn play(room: &mut Room, mv: Move) {
    let side = game(room).position.to_move();
    tell(room, Event::Moved { side, mv });
}

fn game(room: &Room) -> &Game {
    room.game.as_ref().unwrap()
}

fn kalah() -> Room {
    started(Setup::Mancala(Mancala::new(Preset::Kalah.variant(), 1)))
}

fn pit(side: Side, index: u8) -> Move {
    Move::Mancala(Sowing::Sow(Pit { side, index }))
}

fn cell(name: &str) -> Move {
    Move::Mapello(read_cell(name).unwrap())
}

fn planned(room: &Room, side: Side, moves: &[Move]) -> Option<Premove> {
    moves.iter().fold(None, |plan, mv| Premove::choose(plan.as_ref(), game(room), side, *mv).unwrap())
}

fn setups() -> Vec<Setup> {
    let mancala = Preset::ALL.map(|preset| Setup::Mancala(Mancala::new(preset.variant(), 1)));
    let mapello = (0..6).map(|seed| Setup::Mapello(Board::random(seed)));
    mancala.into_iter().chain(mapello).collect()
}

/// Anything that a player might press: any pit of either side, any cell.
fn any_press(room: &Room, chance: &mut Chance) -> Move {
    match game(room).setup.game() {
        rules::Game::Mancala => pit(Side::BOTH[chance.below(2)], chance.below(7) as u8),
        rules::Game::Mapello => {
            Move::Mapello(mapello::Cell::at(chance.below(8) as u8, chance.below(8) as u8).unwrap())
        }
    }
}

#[test]
fn planned_moves_are_legal_and_of_the_very_next_turn() {
    let (mut played, mut followed) = (0, 0);
    for (number, setup) in setups().into_iter().enumerate() {
        for seed in 0..40 {
            let chance = &mut Chance((number * 1_000 + seed) as u64);
            let mut room = started(setup);
            let side = Side::BOTH[chance.below(2)];
            let mut plan: Option<Premove> = None;
            let mut made_in = 0;
            while game(&room).position.outcome().is_none() {
                let position = game(&room).position.clone();
                if position.to_move() == side.other() && chance.below(2) == 0 {
                    for _ in 0..=chance.below(6) {
                        let press = any_press(&room, chance);
                        plan = Premove::choose(plan.as_ref(), game(&room), side, press).unwrap_or(plan);
                    }
                    made_in = position.turn();
                }
                match plan.take().map(|plan| (plan.next(game(&room)), plan)) {
                    Some((NextStep::Play(mv, rest), before)) => {
                        assert_eq!(position.to_move(), side);
                        assert_eq!(position.turn(), made_in + 1);
                        assert_eq!(position.check(mv), Ok(()));
                        followed += u32::from(before.begun);
                        played += 1;
                        play(&mut room, mv);
                        plan = rest;
                        continue;
                    }
                    Some((NextStep::Wait, waits)) => {
                        assert_eq!(position.to_move(), side.other());
                        plan = Some(waits);
                    }
                    Some((NextStep::Drop, _)) | None => {}
                }
                let moves = position.legal_moves();
                play(&mut room, moves[chance.below(moves.len())]);
            }
        }
    }
    assert!(played > 1_000 && followed > 20, "{played} played, {followed} of them later in a chain");
}

#[test]
fn a_chain_is_played_while_the_extra_moves_come() {
    // North's c ends in its store, and then comes a.
    let mut room = kalah();
    let plan = planned(&room, Side::Second, &[pit(Side::Second, 2), pit(Side::Second, 0)]).unwrap();
    assert_eq!(plan.next(game(&room)), NextStep::Wait);
    play(&mut room, pit(Side::First, 0));
    let NextStep::Play(mv, rest) = plan.next(game(&room)) else { panic!("c is legal") };
    assert_eq!(mv, pit(Side::Second, 2));
    play(&mut room, mv);
    assert_eq!(rest.unwrap().next(game(&room)), NextStep::Play(pit(Side::Second, 0), None));
}

#[test]
fn the_rest_of_a_chain_is_dropped_on_another_board() {
    let mut room = kalah();
    let plan = planned(&room, Side::Second, &[pit(Side::Second, 2), pit(Side::Second, 0)]).unwrap();
    // South's d drops a stone into North's a: c still wins an extra move, but a is not as planned.
    play(&mut room, pit(Side::First, 3));
    let NextStep::Play(mv, rest) = plan.next(game(&room)) else {
        panic!("the first move is played if it is legal")
    };
    play(&mut room, mv);
    assert_eq!(rest.unwrap().next(game(&room)), NextStep::Drop);
}

#[test]
fn a_move_without_an_extra_move_is_replaced_and_a_chosen_one_given_up() {
    let room = kalah();
    let [a, b, c] = [0, 1, 2].map(|index| pit(Side::Second, index));
    let moves = |presses: &[Move]| {
        planned(&room, Side::Second, presses).map_or_else(Vec::new, |plan| plan.moves().collect())
    };
    let none: Vec<Move> = Vec::new();
    assert_eq!(moves(&[a, b]), [b]);
    assert_eq!(moves(&[c, b]), [c, b]);
    assert_eq!(moves(&[c, b, b]), [c]);
    assert_eq!(moves(&[c, b, c]), none);
}

#[test]
fn a_premove_need_not_be_legal_yet_but_must_be_possible() {
    let room = started(Setup::Mapello(Board::EMPTY));
    let choose = |name| Premove::choose(None, game(&room), Side::Second, cell(name));
    assert!(choose("a1").is_ok_and(|plan| plan.is_some()), "nothing can be turned from a1 now");
    assert!(choose("d4").is_err(), "taken");
    assert!(Premove::choose(None, game(&room), Side::First, cell("a1")).is_err(), "it is Black's turn");
    let kalah = kalah();
    assert!(Premove::choose(None, game(&kalah), Side::Second, pit(Side::First, 0)).is_err(), "not its pit");
    assert!(Premove::choose(None, game(&kalah), Side::Second, pit(Side::Second, 6)).is_err(), "no such pit");
}

#[test]
fn a_premove_survives_no_takeback_adjournment_end_swap_or_other_game() {
    let opened = || {
        let mut room = kalah();
        play(&mut room, pit(Side::First, 2));
        play(&mut room, pit(Side::First, 0));
        play(&mut room, pit(Side::Second, 1));
        let plan = planned(&room, Side::Second, &[pit(Side::Second, 0)]).unwrap();
        (room, plan)
    };
    let (mut room, plan) = opened();
    assert_eq!(plan.next(game(&room)), NextStep::Wait);
    tell(&mut room, Event::Undone(2));
    play(&mut room, pit(Side::Second, 3));
    play(&mut room, pit(Side::First, 1));
    assert_eq!(plan.next(game(&room)), NextStep::Drop, "another game since the takeback");
    let (mut room, plan) = opened();
    tell(&mut room, Event::Adjourned(Seat::Bottom));
    assert_eq!(plan.next(game(&room)), NextStep::Drop);
    let mut room = kalah();
    let plan = planned(&room, Side::Second, &[pit(Side::Second, 0)]).unwrap();
    tell(
        &mut room,
        Event::started(2, Setup::Mancala(Mancala::new(Preset::Kalah.variant(), 1)), Seat::Bottom),
    );
    assert_eq!(plan.next(game(&room)), NextStep::Drop);
    let mut room = kalah();
    let plan = planned(&room, Side::Second, &[pit(Side::Second, 0)]).unwrap();
    for mv in [pit(Side::First, 0), pit(Side::Second, 1), pit(Side::First, 3)] {
        play(&mut room, mv);
    }
    assert_eq!(game(&room).position.to_move(), Side::Second);
    assert_eq!(plan.next(game(&room)), NextStep::Drop, "its turn has gone by unseen");
    let mut over = game(&opened().0).clone();
    over.ending = Some(room::Ending { winner: None, reason: room::Reason::Agreed, at: 0 });
    assert_eq!(opened().1.next(&over), NextStep::Drop);
    let pie = rules::mancala::Variant { pie_rule: true, ..Preset::Kalah.variant() };
    let mut room = started(Setup::Mancala(Mancala::new(pie, 1)));
    play(&mut room, pit(Side::First, 0));
    let plan = planned(&room, Side::First, &[pit(Side::First, 1)]).unwrap();
    play(&mut room, Move::Mancala(Sowing::Swap));
    assert_eq!(plan.next(game(&room)), NextStep::Drop, "the stones are others now");
}
