//! Tests that the board shows what the rules say: over whole games the heaps match the position, animations
//! end in the move's result, and every stone lies on the board.

use room::{Game, TimeControl};
use rules::mancala::{Direction, Hole, Preset, Setup, Step, Variant};
use rules::{Side, Trace};

use super::heaps::Heaps;
use super::ids::hole_id;
use super::layout::{Shape, all_holes, heap_places, stone_places};
use super::motion::timeline;
use super::timing::{duration_ms, step_timings};
use crate::app::game::animation::timeline::{Act, Lying};

/// A whole game of a variant, with moves chosen by `seed` among the legal moves; each position with the trace
/// that led to it.
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

fn count(position: &rules::mancala::Position, hole: Hole) -> usize {
    match hole {
        Hole::Pit(pit) => position.stones(pit).into(),
        Hole::Store(side) => position.store(side).into(),
    }
}

#[test]
fn drawn_stones_match_the_position_without_loss_or_duplicates() {
    for preset in Preset::ALL {
        let variant = preset.variant();
        for seed in 0..5 {
            let played = game(variant, seed);
            let mut heaps = Heaps::numbered(&played[0].0);
            let total = heaps.total();
            for (position, trace) in &played {
                trace.iter().for_each(|step| heaps.apply(step));
                let mut seen = Vec::new();
                for hole in all_holes(shape(&variant)) {
                    assert_eq!(heaps.heap(hole).len(), count(position, hole), "{} {hole:?}", preset.name());
                    seen.extend_from_slice(heaps.heap(hole));
                }
                seen.sort_unstable();
                assert_eq!(seen, (0..total as u8).collect::<Vec<_>>(), "every stone once");
            }
        }
    }
}

/// All moves of a game of every variant, each with the heaps before it.
fn films() -> Vec<(Variant, Heaps, Vec<Step>)> {
    let mut films = Vec::new();
    for (seed, preset) in Preset::ALL.into_iter().enumerate() {
        let played = game(preset.variant(), seed);
        let mut heaps = Heaps::numbered(&played[0].0);
        for (_, trace) in played.into_iter().skip(1) {
            let before = heaps.clone();
            trace.iter().for_each(|step| heaps.apply(step));
            films.push((preset.variant(), before, trace));
        }
    }
    films
}

fn shape(variant: &Variant) -> Shape {
    Shape { pits: variant.pits, near: Side::First, direction: variant.direction }
}

#[test]
fn stones_land_at_most_90_ms_apart_and_a_sowing_takes_at_most_900_ms() {
    let mut longest = 0;
    for (_, _, trace) in films() {
        let drops: Vec<_> = trace
            .iter()
            .zip(step_timings(&trace))
            .filter(|(step, _)| matches!(step, Step::Drop { .. }))
            .map(|(_, timing)| timing)
            .collect();
        let laps = trace.iter().filter(|step| matches!(step, Step::Lift { .. })).count();
        longest = longest.max(drops.len());
        for pair in drops.windows(2) {
            assert!(pair[0].land < pair[1].land, "one after the other: {pair:?}");
            assert!(laps > 1 || pair[1].land - pair[0].land <= 90);
        }
        assert!(drops.iter().all(|timing| timing.start < timing.land && timing.land <= 900), "{drops:?}");
    }
    assert!(longest >= 13, "there are long sowings");
}

#[test]
fn a_capture_takes_350_ms_after_the_last_stone_and_a_sweep_600_ms() {
    let (mut captures, mut sweeps) = (0, 0);
    for (_, _, trace) in films() {
        let timings = step_timings(&trace);
        for (at, step) in trace.iter().enumerate() {
            if let Step::Capture { .. } = step {
                captures += 1;
                assert!(timings[at].start > timings[at - 1].land);
                assert_eq!(timings[at].land - timings[at].start, 350);
            }
        }
        let swept = || trace.iter().zip(&timings).filter(|(step, _)| matches!(step, Step::Sweep { .. }));
        if let (Some((_, first)), Some((_, last))) = (swept().next(), swept().next_back()) {
            sweeps += 1;
            assert!(last.land - first.start <= 600);
        }
        assert_eq!(duration_ms(&trace), timings.iter().map(|timing| timing.land).max().unwrap());
    }
    assert!(captures > 5 && sweeps > 3, "{captures} captures, {sweeps} sweeps");
}

#[test]
fn an_animation_starts_and_ends_with_the_positions_of_its_move() {
    for (variant, before, trace) in films() {
        let shape = shape(&variant);
        let timeline = timeline(&trace, &before, shape, 7);
        let mut after = before.clone();
        trace.iter().for_each(|step| after.apply(step));
        let (from, to) = (stone_places(&before, shape, 7), stone_places(&after, shape, 7));
        for (stone, (from, to)) in from.iter().zip(&to).enumerate() {
            let legs: Vec<_> = timeline
                .acts
                .iter()
                .filter_map(|act| match act {
                    Act::Fly { stone: number, lift, start, land, from, to, .. }
                        if usize::from(*number) == stone =>
                    {
                        Some((*lift, *start, *land, *from, *to))
                    }
                    _ => None,
                })
                .collect();
            assert!(!legs.is_empty() || from == to, "what lies elsewhere has flown");
            let [from, to] = [from.unwrap(), to.unwrap()].map(|place| Lying {
                at: [place.at.x, place.at.y],
                diameter: place.diameter,
                layer: place.layer,
            });
            assert!(legs.first().is_none_or(|leg| leg.3 == from), "from where it lay");
            assert!(legs.last().is_none_or(|leg| leg.4 == to), "to where it lies");
            assert!(legs.windows(2).all(|pair| pair[0].4 == pair[1].3), "without a gap");
            assert!(
                legs.iter()
                    .all(|(lift, start, land, ..)| lift <= start && start < land && *land <= timeline.end)
            );
            assert!(legs.windows(2).all(|pair| pair[0].2 <= pair[1].0), "one flight after the other");
        }
        for hole in all_holes(shape) {
            let id = hole_id(hole);
            let shown: Vec<_> = timeline
                .acts
                .iter()
                .filter_map(|act| match act {
                    Act::Count { on, until, shown } if *on == id => Some((*until, usize::from(*shown))),
                    _ => None,
                })
                .collect();
            let (old, new) = (before.heap(hole).len(), after.heap(hole).len());
            assert_eq!(shown.first().map_or(new, |first| first.1), old, "{id} begins with what it held");
            assert!(shown.windows(2).all(|pair| pair[0].0 <= pair[1].0), "{id}: {shown:?}");
        }
    }
}

#[test]
fn every_landing_stone_has_a_sound_at_its_landing_time() {
    for (variant, before, trace) in films() {
        let timeline = timeline(&trace, &before, shape(&variant), 7);
        let heard: Vec<u32> = timeline
            .acts
            .iter()
            .filter_map(|act| match act {
                Act::Sound { name: "stone", at, .. } => Some(*at),
                _ => None,
            })
            .collect();
        for (step, timing) in trace.iter().zip(step_timings(&trace)) {
            assert!(!matches!(step, Step::Drop { .. }) || heard.contains(&timing.land));
        }
        let text = timeline.to_text();
        assert_eq!(text.lines().count(), timeline.acts.len() + 1);
        assert_eq!(text.lines().next(), Some(timeline.end.to_string().as_str()));
    }
}

#[test]
fn every_stone_lies_inside_its_pit_in_both_orientations() {
    for direction in [Direction::CounterClockwise, Direction::Clockwise] {
        for near in Side::BOTH {
            let shape = Shape { pits: 6, near, direction };
            let mut columns = Vec::new();
            for hole in all_holes(shape) {
                for place in heap_places(42, hole, 30, shape) {
                    let within = (0.0..1.0).contains(&place.at.x) && (0.0..1.0).contains(&place.at.y);
                    assert!(within, "{hole:?} {place:?}");
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
fn the_stones_drawn_for_a_game_match_its_record() {
    let settings = room::Settings { clock: TimeControl::None, ..room::Settings::default() };
    let mut log = vec![room::Event::Opened(settings)];
    log.push(room::Event::started(1, settings.game.setup(1).unwrap(), room::Seat::Bottom));
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
    all_holes(shape(position.variant()))
        .for_each(|hole| assert_eq!(heaps.heap(hole).len(), count(position, hole)));
    let film = crate::app::game::animation::film::Film::between(&game.at(game.ply() - 1), game).unwrap();
    let Trace::Mancala(last) = film.trace else { panic!("another game") };
    assert!(matches!(last.first(), Some(Step::Lift { .. })), "one move further is a film");
}
