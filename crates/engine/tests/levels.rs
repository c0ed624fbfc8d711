//! Every level makes legal moves, the same for the same seed, and gives one however short its time is.

use engine::{Level, Limits, ScoredMove, choose, score_moves, search};
use rules::mapello::Board;
use rules::{Move, Position, Setup, Side, mancala};

/// What a level plays, with at most so many positions looked at.
fn play(position: &Position, level: Level, nodes: u64, seed: u64) -> Option<Move> {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = nodes;
    choose(position, level, &mut limits, seed).mv
}

/// Positions of games of both kinds that are played by chance.
fn positions() -> Vec<Position> {
    let kalah = mancala::Setup::new(mancala::Variant::default(), 1);
    let starts = (0..4).flat_map(|seed| {
        [Setup::Mancala(kalah), Setup::Mapello(Board::random(seed))].map(|setup| (setup.start(), seed))
    });
    let mut all = Vec::new();
    for (mut position, seed) in starts {
        while let Some(next) = play(&position, Level::Random, 1, seed).and_then(|mv| position.play(mv).ok()) {
            all.push(std::mem::replace(&mut position, next.position));
        }
        assert!(position.outcome().is_some());
        all.push(position);
    }
    all
}

#[test]
fn every_level_plays_a_legal_move_at_once_if_it_must_and_none_when_the_game_is_over() {
    for position in positions().iter().step_by(5) {
        for level in Level::ALL {
            match play(position, level, 1, 3) {
                Some(mv) => assert_eq!(position.check(mv), Ok(()), "{}", level.name()),
                None => assert!(position.outcome().is_some(), "{}", level.name()),
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_move_and_seeds_give_different_ones() {
    let start = Setup::Mancala(mancala::Setup::new(mancala::Variant::default(), 1)).start();
    for level in Level::ALL {
        assert_eq!(play(&start, level, 2_000, 9), play(&start, level, 2_000, 9), "{}", level.name());
    }
    let different = |level: Level| {
        let mut moves: Vec<String> =
            (0..40).map(|seed| format!("{:?}", play(&start, level, 2_000, seed))).collect();
        moves.sort();
        moves.dedup();
        moves.len()
    };
    assert_eq!(different(Level::Random), 6);
    assert!(different(Level::Beginner) > 1);
    assert_eq!(different(Level::Master), 1);
}

#[test]
fn greedy_in_mapello_is_the_one_of_the_original() {
    for position in positions() {
        let Some(mapello) = position.as_mapello() else { continue };
        // From the rules alone: discs that change hands, three for a bonus, the last of equal ones.
        let mut best: Option<(u32, Move)> = None;
        for mv in position.legal_moves() {
            let after = position.play(mv).unwrap().position;
            let after = after.as_mapello().unwrap();
            let side = mapello.to_move();
            let flipped = (mapello.discs(side.other()) & after.discs(side)).count_ones();
            let bonus = u32::from(after.taken(side) - mapello.taken(side)) * 3;
            if best.is_none_or(|(gain, _)| flipped + bonus >= gain) {
                best = Some((flipped + bonus, mv));
            }
        }
        assert_eq!(play(&position, Level::Greedy, 1, 0), best.map(|(_, mv)| mv));
    }
}

#[test]
fn every_legal_move_has_a_value_and_the_best_comes_first() {
    for position in positions().iter().step_by(7) {
        let mut never = || false;
        let values = score_moves(position, 3, &mut Limits::new(&mut never));
        assert_eq!(values.len(), position.legal_moves().len());
        assert!(values.is_sorted_by_key(|valued| -valued.value));
    }
}

/// Boards of both games that are soon over.
fn endings() -> Vec<Position> {
    let small = mancala::Variant { pits: 3, stones: 2, ..mancala::Variant::default() };
    let mut all = vec![Setup::Mancala(mancala::Setup::new(small, 1)).start()];
    for position in positions() {
        let cells = position.as_mapello().map(|position| {
            !(position.discs(Side::First) | position.discs(Side::Second) | position.terrain().board().walls())
        });
        if cells.is_some_and(|cells| (1..10).contains(&cells.count_ones())) {
            all.push(position);
        }
    }
    all
}

#[test]
fn without_limits_every_value_is_proved_and_that_of_the_position_after_the_move() {
    let (mut seen, mut bonuses) = (0, 0);
    for position in endings() {
        let mut never = || false;
        for ScoredMove { mv, value, proved } in score_moves(&position, u32::MAX, &mut Limits::new(&mut never))
        {
            let after = position.play(mv).unwrap().position;
            let mut never = || false;
            let whole = search(&after, &mut Limits::new(&mut never));
            let sign = if after.to_move() == position.to_move() { 1 } else { -1 };
            assert!(proved && whole.proved);
            assert_eq!(value, sign * whole.value, "{mv:?} of {position:?}");
            seen += 1;
            bonuses += after
                .as_mapello()
                .map_or(0, |after| after.taken(Side::First).abs_diff(after.taken(Side::Second)));
        }
    }
    assert!(seen > 80 && bonuses > 0, "{seen} moves, {bonuses} bonuses more on one side");
}

#[test]
fn values_reach_equally_far_for_all_moves_when_a_limit_comes_between() {
    for position in positions().iter().step_by(11) {
        let valued = |depth, nodes| {
            let mut never = || false;
            let mut limits = Limits::new(&mut never);
            limits.nodes = nodes;
            score_moves(position, depth, &mut limits)
        };
        // A limit of one position leaves the first look.
        assert_eq!(valued(9, 1), valued(1, u64::MAX));
    }
}

#[test]
fn the_strongest_take_a_win_that_is_there() {
    // A move ends the game with a win; the strongest may take a longer way to a higher one.
    let near = positions().into_iter().filter(|position| {
        let mut wins = position.legal_moves().into_iter();
        wins.any(|mv| {
            position.play(mv).unwrap().position.outcome() == Some(rules::Outcome::Win(position.to_move()))
        })
    });
    let mut found = 0;
    for position in near {
        let side: Side = position.to_move();
        let after = position.play(play(&position, Level::Master, 50_000, 1).unwrap()).unwrap().position;
        let mut rest = after;
        while let Some(mv) = play(&rest, Level::Master, 50_000, 1) {
            rest = rest.play(mv).unwrap().position;
        }
        assert_eq!(rest.outcome(), Some(rules::Outcome::Win(side)));
        found += 1;
    }
    assert!(found > 4, "{found} positions with a win at hand");
}
