//! Strength levels and MultiPV: legal moves within any node limit, the same result for the same seed.

use engine::{Level, Limits, ScoredMove, choose, score_moves, search};
use rules::mapello::Board;
use rules::{Move, Position, Setup, Side, mancala};

/// The move of a level within a node limit.
fn play(position: &Position, level: Level, nodes: u64, seed: u64) -> Option<Move> {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = nodes;
    choose(position, level, &mut limits, seed).mv
}

/// All positions of random games of both kinds.
fn random_positions() -> Vec<Position> {
    let kalah = mancala::Setup::new(mancala::Variant::default(), 1);
    let laid = mancala::Start::new([&[0, 9, 4, 4, 1, 6], &[4, 4, 5, 0, 5, 2]], [1, 3]).ok();
    assert!(laid.is_some());
    let starts = (0..4).flat_map(|seed| {
        let start = laid.filter(|_| seed % 2 > 0);
        let kalah = mancala::Setup { start, ..kalah };
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
fn all_levels_return_a_legal_move_with_a_node_limit_of_one() {
    for position in random_positions().iter().step_by(5) {
        for level in Level::ALL {
            match play(position, level, 1, 3) {
                Some(mv) => assert_eq!(position.check(mv), Ok(()), "{}", level.name()),
                None => assert!(position.outcome().is_some(), "{}", level.name()),
            }
        }
    }
}

#[test]
fn a_level_returns_the_same_move_for_the_same_seed() {
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
fn greedy_in_mapello_plays_like_the_original() {
    for position in random_positions() {
        let Some(mapello) = position.as_mapello() else { continue };
        // The reference uses the rules alone: discs flipped, three for a bonus, ties to the last cell.
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
fn score_moves_returns_all_legal_moves_sorted() {
    for position in random_positions().iter().step_by(7) {
        let mut never = || false;
        let scored = score_moves(position, 3, &mut Limits::new(&mut never));
        assert_eq!(scored.len(), position.legal_moves().len());
        assert!(scored.is_sorted_by_key(|candidate| -candidate.value));
    }
}

/// Positions of both games near the end.
fn endgames() -> Vec<Position> {
    let small = mancala::Variant { pits: 3, stones: 2, ..mancala::Variant::default() };
    let mut all = vec![Setup::Mancala(mancala::Setup::new(small, 1)).start()];
    for position in random_positions() {
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
fn unlimited_scores_equal_the_proved_values_of_the_children() {
    let (mut moves, mut bonuses) = (0, 0);
    for position in endgames() {
        let mut never = || false;
        for ScoredMove { mv, value, proved } in score_moves(&position, u32::MAX, &mut Limits::new(&mut never))
        {
            let after = position.play(mv).unwrap().position;
            let mut never = || false;
            let child = search(&after, &mut Limits::new(&mut never));
            let sign = if after.to_move() == position.to_move() { 1 } else { -1 };
            assert!(proved && child.proved);
            assert_eq!(value, sign * child.value, "{mv:?} of {position:?}");
            moves += 1;
            bonuses += after
                .as_mapello()
                .map_or(0, |after| after.taken(Side::First).abs_diff(after.taken(Side::Second)));
        }
    }
    assert!(moves > 80 && bonuses > 0, "{moves} moves, bonus leads of {bonuses}");
}

#[test]
fn a_node_limit_leaves_all_scores_at_the_same_depth() {
    for position in random_positions().iter().step_by(11) {
        let scored = |depth, nodes| {
            let mut never = || false;
            let mut limits = Limits::new(&mut never);
            limits.nodes = nodes;
            score_moves(position, depth, &mut limits)
        };
        // A limit of one node leaves the scores of depth 1.
        assert_eq!(scored(9, 1), scored(1, u64::MAX));
    }
}

#[test]
fn master_never_misses_a_win_in_one() {
    // Master may take a longer way to a higher win, so the game is played to its end.
    let win_in_one = random_positions().into_iter().filter(|position| {
        let mut wins = position.legal_moves().into_iter();
        wins.any(|mv| {
            position.play(mv).unwrap().position.outcome() == Some(rules::Outcome::Win(position.to_move()))
        })
    });
    let mut checked = 0;
    for position in win_in_one {
        let side: Side = position.to_move();
        let after = position.play(play(&position, Level::Master, 50_000, 1).unwrap()).unwrap().position;
        let mut rest = after;
        while let Some(mv) = play(&rest, Level::Master, 50_000, 1) {
            rest = rest.play(mv).unwrap().position;
        }
        assert_eq!(rest.outcome(), Some(rules::Outcome::Win(side)));
        checked += 1;
    }
    assert!(checked > 4, "{checked} positions with a win in one");
}
