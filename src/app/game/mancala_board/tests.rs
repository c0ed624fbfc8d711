//! What the board shows is what the rules say: over whole games the heaps hold what the position holds, films end where
//! their move ends, and every stone lies on the board.

use room::{Game, TimeControl};
use rules::mancala::{Direction, Hole, Preset, Setup, Step, Variant};
use rules::{Side, Trace};

use super::heaps::Heaps;
use super::motion::frames;
use super::place::{Shape, spot};

/// A whole game of a variant, by a fixed choice among the legal moves; each position with the trace that led to it.
fn game(variant: Variant, seed: usize) -> Vec<(rules::mancala::Position, Vec<Step>)> {
    let mut position = rules::mancala::Position::start(&Setup::new(variant, 1));
    let mut played = vec![(position, Vec::new())];
    for turn in 0..400 {
        let moves: Vec<_> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        let (next, trace) = position.play(moves[(seed * 7 + turn * 5) % moves.len()]).unwrap();
        position = next;
        played.push((position, trace));
    }
    played
}

fn holes(variant: &Variant) -> impl Iterator<Item = Hole> + use<> {
    let pits = variant.pits;
    Side::BOTH.into_iter().flat_map(move |side| {
        (0..pits).map(move |index| Hole::Pit(rules::mancala::Pit { side, index })).chain([Hole::Store(side)])
    })
}

fn count(position: &rules::mancala::Position, hole: Hole) -> usize {
    match hole {
        Hole::Pit(pit) => position.stones(pit).into(),
        Hole::Store(side) => position.store(side).into(),
    }
}

#[test]
fn heaps_hold_what_the_position_holds_and_no_stone_is_lost_or_doubled() {
    for preset in Preset::ALL {
        let variant = preset.variant();
        for seed in 0..5 {
            let played = game(variant, seed);
            let mut heaps = Heaps::lay_out(&played[0].0);
            let total = heaps.total();
            for (position, trace) in &played {
                trace.iter().for_each(|step| heaps.apply(step));
                let mut seen = Vec::new();
                for hole in holes(&variant) {
                    assert_eq!(heaps.heap(hole).len(), count(position, hole), "{} {hole:?}", preset.name());
                    seen.extend_from_slice(heaps.heap(hole));
                }
                seen.sort_unstable();
                assert_eq!(seen, (0..total as u8).collect::<Vec<_>>(), "every stone once");
                assert_eq!(heaps.hand(), None);
            }
        }
    }
}

#[test]
fn a_film_shows_every_step_in_order_and_a_sowing_takes_no_longer_than_a_second() {
    for preset in Preset::ALL {
        for (_, trace) in game(preset.variant(), 3).iter().skip(1) {
            let reel = frames(trace, 100);
            let shown: Vec<Step> = reel.iter().flat_map(|frame| frame.steps.clone()).collect();
            assert_eq!(&shown, trace);
            let sown =
                |frame: &&super::motion::Frame| frame.steps.iter().any(|s| matches!(s, Step::Drop { .. }));
            let sowing: u32 = reel.iter().filter(sown).map(|frame| frame.wait).sum();
            assert!(sowing <= 1_000, "{sowing} ms");
        }
    }
}

#[test]
fn every_stone_lies_in_its_hollow_seen_from_either_side() {
    for direction in [Direction::CounterClockwise, Direction::Clockwise] {
        for near in Side::BOTH {
            let shape = Shape { pits: 6, near, direction };
            let variant = Variant::default();
            let mut columns = Vec::new();
            for hole in holes(&variant) {
                for slot in 0..80 {
                    let spot = spot(42, hole, slot, shape);
                    assert!((0.0..1.0).contains(&spot.x) && (0.0..1.0).contains(&spot.y), "{hole:?} {slot}");
                }
                columns.push((shape.column(hole), matches!(hole, Hole::Store(_))));
            }
            columns.sort_unstable();
            assert_eq!(
                columns.iter().filter(|(_, store)| *store).map(|(c, _)| *c).collect::<Vec<_>>(),
                [0, 7]
            );
        }
    }
}

#[test]
fn heaps_of_a_game_are_those_of_its_record() {
    let settings = room::Settings { clock: TimeControl::None, ..room::Settings::default() };
    let mut log = vec![room::Event::Opened(settings)];
    log.push(room::Event::Started {
        number: 1,
        setup: settings.game.setup(1).unwrap(),
        first: room::Seat::Bottom,
    });
    let code = room::RoomCode::from_seed(7);
    let mut room = room::fold(code, &room::stamp(log, 0, 1_000, None));
    for turn in 0..30 {
        let Some(game) = room.running() else { break };
        let moves = game.position.legal_moves();
        let moved = room::Event::Moved { side: game.position.to_move(), mv: moves[turn % moves.len()] };
        room::stamp(vec![moved], room.seq, 1_000, None).iter().for_each(|e| room::evolve(&mut room, e));
    }
    let game: &Game = room.game.as_ref().unwrap();
    let position = game.position.as_mancala().unwrap();
    let heaps = Heaps::of(game);
    holes(position.variant()).for_each(|hole| assert_eq!(heaps.heap(hole).len(), count(position, hole)));
    let film = crate::app::game::film::Film::between(&game.at(game.ply() - 1), game).unwrap();
    let Trace::Mancala(last) = film.trace else { panic!("another game") };
    assert!(matches!(last.first(), Some(Step::Lift { .. })), "one move further is a film");
}
