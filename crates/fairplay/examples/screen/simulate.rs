//! Simulated players with their games: honest players among one another, and cheats against honest players.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::mancala::Solver;
use fairplay::{AssessedMove, Assessor, PlayedGame};
use rules::{Game, Side};

use crate::players::{Played, Player, play};
use crate::random::Rng;

/// What is simulated.
pub struct Task {
    pub players: u64,
    pub cheats: u64,
    pub games: u64,
    pub threads: u64,
    pub seed: u64,
    pub nodes: u64,
    /// The only game that is played; `None` for both in turn.
    pub only: Option<Game>,
    /// What threads keep.
    pub pool: Mutex<Vec<Kept>>,
}

impl Task {
    /// The game of a player, or of a game by number.
    pub fn game(&self, number: u64) -> Game {
        self.only.unwrap_or(Game::ALL[number as usize % 2])
    }
}

/// Does all jobs in some threads, each with what it keeps from job to job, and gives back to the pool; the results are in
/// the order of the jobs.
pub fn in_threads<J: Sync, K: Default + Send, R: Send>(
    threads: u64,
    pool: &Mutex<Vec<K>>,
    jobs: &[J],
    work: impl Fn(&mut K, &J) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let do_some = || {
        let (mut kept, mut done) = (lock(pool).pop().unwrap_or_default(), Vec::new());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { break };
            done.push((index, work(&mut kept, job)));
        }
        lock(pool).push(kept);
        done
    };
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(do_some)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

fn lock<K>(pool: &Mutex<Vec<K>>) -> MutexGuard<'_, Vec<K>> {
    pool.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The assessed moves of these sides of a game, by side.
pub fn assess(assessor: &mut Assessor, played: &Played, sides: &[Side]) -> [Vec<AssessedMove>; 2] {
    let game = PlayedGame { setup: played.setup, moves: &played.moves, opening: 0, millis: &[] };
    let moves = assessor.assess(&game, sides).unwrap_or_default();
    Side::BOTH.map(|side| moves.iter().filter(|assessed| assessed.side == side).copied().collect())
}

/// What a thread keeps: the memory of two solvers.
#[derive(Default)]
pub struct Kept {
    pub assessor: Assessor,
    pub solver: Option<Solver>,
}

/// A player with all games.
pub struct Career {
    pub player: Player,
    pub game: Game,
    /// Assessed moves, and whether they are Master's.
    pub moves: Vec<(AssessedMove, bool)>,
}

impl Career {
    fn new(player: Player, game: Game) -> Career {
        Career { player, game, moves: Vec::new() }
    }

    fn add(&mut self, played: &Played, moves: &[AssessedMove]) {
        self.moves.extend(moves.iter().map(|&assessed| (assessed, played.by_engine[assessed.ply])));
    }
}

/// Honest players, of each game a half, who play one another: whoever is about as strong.
pub fn honest_careers(task: &Task, group: u64, players: u64) -> Vec<Career> {
    let base = task.seed << 40 | group << 20;
    let mut rng = Rng(base);
    let mut careers: Vec<Career> = (0..players)
        .map(|number| {
            // Uniform, but with a tenth of the players at each end.
            let player = Player::honest(5.0 * rng.unit() - 0.5);
            Career::new(player, task.game(number))
        })
        .collect();
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for _ in 0..task.games {
        for game in Game::ALL {
            let mut order: Vec<(f64, usize)> = (0..careers.len())
                .filter(|&of| careers[of].game == game)
                .map(|of| (careers[of].player.strength + 0.4 * rng.normal(), of))
                .collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0));
            for pair in order.chunks_exact(2) {
                let swapped = usize::from(rng.unit() < 0.5);
                pairs.push([pair[swapped].1, pair[1 - swapped].1]);
            }
        }
    }
    let numbered: Vec<(u64, [usize; 2])> = (1..).zip(pairs).collect();
    let games = in_threads(task.threads, &task.pool, &numbered, |kept: &mut Kept, (number, pair)| {
        let mut rng = Rng(base | number);
        let players = pair.map(|of| careers[of].player);
        let played = play(careers[pair[0]].game, players, &mut kept.solver, &mut rng);
        let moves = assess(&mut kept.assessor, &played, &Side::BOTH);
        (*pair, played, moves)
    });
    for (pair, played, moves) in games {
        for side in [0, 1] {
            careers[pair[side]].add(&played, &moves[side]);
        }
    }
    careers
}

/// Cheats with a share of Master's moves, of each game a half, against honest players.
pub fn cheating_careers(task: &Task, group: u64, players: u64, share: f64) -> Vec<Career> {
    let jobs: Vec<u64> = (0..players).collect();
    in_threads(task.threads, &task.pool, &jobs, |kept: &mut Kept, &number| {
        let mut rng = Rng(task.seed << 40 | 1 << 39 | group << 20 | number << 8 | (share * 100.0) as u64);
        let own = Player::honest(5.0 * rng.unit() - 0.5);
        let cheat = Player { engine_share: share, nodes: task.nodes, ..own };
        let mut career = Career::new(cheat, task.game(number));
        for round in 0..task.games {
            let opponent = Player::honest(own.strength + 1.5 * share + 0.6 * rng.normal());
            let side = round as usize % 2;
            let players = if side == 0 { [cheat, opponent] } else { [opponent, cheat] };
            let played = play(career.game, players, &mut kept.solver, &mut rng);
            let moves = assess(&mut kept.assessor, &played, &Side::BOTH[side..=side]);
            career.add(&played, &moves[side]);
        }
        career
    })
}
