//! What happens on the page of puzzles: the pack is fetched, a puzzle begins, a move is judged, results are stored.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use puzzles::{Attempt, Day, Pack, Results, Storm, Wanted, choose};
use rules::Game;
use send_wrapper::SendWrapper;

use super::state::{Mode, State, Status};
use crate::app::game::drivers::{Puzzle, PuzzleNews};
use crate::app::game::view::session::Session;
use crate::client::{self, storage};

/// How long the next puzzle of a storm waits after the last one, in milliseconds.
const NEXT_MS: u64 = 500;
/// How long a mistake is to be seen in a storm.
const MISTAKE_MS: u64 = 1_200;

/// The page: its session and its state. A copy is the same one.
#[derive(Clone, Copy)]
pub struct PuzzlePage {
    pub session: Session,
    pub game: Game,
    state: RwSignal<Arc<State>>,
    driver: StoredValue<Option<SendWrapper<Puzzle>>>,
}

impl PuzzlePage {
    pub fn new(session: Session, game: Game) -> PuzzlePage {
        PuzzlePage { session, game, state: RwSignal::new(Arc::default()), driver: StoredValue::new(None) }
    }

    /// The state; the caller is notified of changes.
    pub fn state(self) -> Arc<State> {
        self.state.get()
    }

    /// The state without tracking.
    pub fn peek(self) -> Arc<State> {
        self.state.try_get_untracked().unwrap_or_default()
    }

    pub fn change(self, change: impl FnOnce(&mut State)) {
        let mut state = self.peek();
        change(Arc::make_mut(&mut state));
        self.state.try_set(state);
    }

    /// Begins: reads the results, and fetches the puzzles.
    pub fn open(self) {
        let driver =
            Puzzle::new(self.session, move |attempt, news, sentence| self.judge(attempt, news, sentence));
        self.session.set_driver(Rc::new(driver.clone()));
        self.driver.set_value(Some(SendWrapper::new(driver)));
        let today = Day(client::today());
        let results = self.stored_results().unwrap_or_default();
        self.change(|state| (state.today, state.results) = (today, results));
        self.fetch();
        client::interval(Duration::from_secs(1), move || {
            if self.peek().is_storming() {
                self.tick();
            }
        });
    }

    /// Fetches the puzzles, and begins with that of the day in the address, or of today.
    pub fn fetch(self) {
        self.change(|state| state.failed = false);
        client::begin_task();
        spawn_local(async move {
            let address = client::find("[data-pack]").and_then(|main| main.get_attribute("data-pack"));
            let text = client::fetch_text(&address.unwrap_or_default()).await;
            match text.ok().and_then(|text| Pack::read(&text).ok()).filter(|pack| pack.game() == self.game) {
                Some(pack) => {
                    self.change(|state| state.pack = Some(Arc::new(pack)));
                    let today = self.peek().today;
                    let named = client::last_of_path().and_then(|text| Day::parse(&text));
                    self.begin_day(named.filter(|day| *day < today).unwrap_or(today));
                }
                None => self.change(|state| state.failed = true),
            }
            client::end_task();
        });
    }

    /// Begins the puzzle of a day.
    pub fn begin_day(self, day: Day) {
        self.change(|state| (state.mode, state.puzzle) = (Mode::Day(day), None));
        let number = self.peek().pack.as_ref().and_then(|pack| day.puzzle(pack.len()));
        if let Some(number) = number {
            self.begin(number);
        }
    }

    /// Begins another mode; today's puzzle is that of a day.
    pub fn choose_mode(self, mode: Mode) {
        if let Mode::Day(_) = mode {
            let today = Day(client::today());
            self.change(|state| state.today = today);
            return self.begin_day(today);
        }
        self.change(|state| (state.mode, state.storm) = (mode, None));
        if mode == Mode::Training { self.begin_next() } else { self.end_puzzle() }
    }

    /// Changes what is wanted in training.
    pub fn want(self, wanted: Wanted) {
        self.change(|state| state.wanted = wanted);
        self.begin_next();
    }

    /// Begins the next puzzle of training.
    pub fn begin_next(self) {
        self.change(|state| state.mode = Mode::Training);
        self.begin_chosen(self.peek().wanted);
    }

    fn begin_chosen(self, wanted: Wanted) {
        let state = self.peek();
        let seed = u64::from(client::random_below(u32::MAX)) << 20 ^ client::now().unsigned_abs();
        let number =
            state.pack.as_ref().and_then(|pack| choose(pack, &state.results, wanted, state.today, seed));
        match number {
            Some(number) => self.begin(number),
            None => self.change(|state| state.puzzle = None),
        }
    }

    fn begin(self, number: usize) {
        let puzzle = self.peek().pack.as_ref().and_then(|pack| pack.puzzle(number).ok());
        let Some(puzzle) = puzzle else { return };
        if let Some(driver) = self.driver() {
            driver.begin(number, &puzzle);
        }
        self.change(|state| {
            state.puzzle = Some((number, Arc::new(puzzle)));
            state.status = Status::Task;
            state.sentence.clear();
            state.said += 1;
        });
    }

    pub fn show_solution(self) {
        if let Some(driver) = self.driver().filter(|_| self.peek().can_show()) {
            driver.show_solution();
        }
    }

    /// Takes in what a move came to.
    fn judge(self, attempt: &Attempt, news: PuzzleNews, sentence: String) {
        let state = self.peek();
        let Some((number, _)) = state.puzzle else { return };
        let is_over = news == PuzzleNews::Over;
        let status = match news {
            PuzzleNews::Right => Status::GoOn,
            PuzzleNews::Wrong(verdict) => Status::Wrong(verdict),
            PuzzleNews::Over => Status::Over(Arc::new(attempt.clone())),
        };
        let is_wrong = matches!(status, Status::Wrong(_));
        self.change(|state| {
            (state.status, state.sentence) = (status, sentence);
            state.said += 1;
        });
        if !is_over && !is_wrong {
            return;
        }
        match state.mode {
            Mode::Storm => self.count_in_storm(attempt, is_wrong),
            mode => self.store(|results| {
                // A puzzle counts as missed with its first wrong move, however it goes on.
                results.finish(number, attempt);
                if let (Mode::Day(day), true) = (mode, is_over) {
                    // Whoever has begun before midnight was in time.
                    results.finish_day(day, state.today, attempt.marks());
                }
            }),
        }
    }

    /// Begins a storm.
    pub fn begin_storm(self) {
        let now = client::now().unsigned_abs();
        self.change(|state| {
            (state.mode, state.storm, state.now) = (Mode::Storm, Some(Storm::begin(now)), now)
        });
        self.next_of_storm();
        client::focus(".board");
    }

    fn next_of_storm(self) {
        self.tick();
        if let Some(storm) = self.peek().storm.filter(|_| self.peek().is_storming()) {
            self.begin_chosen(Wanted { difficulty: Some(storm.difficulty()), theme: None });
        }
    }

    fn count_in_storm(self, attempt: &Attempt, is_wrong: bool) {
        let now = client::now().unsigned_abs();
        self.change(|state| {
            state.now = now;
            if let Some(storm) = &mut state.storm {
                storm.count(attempt, now);
            }
        });
        self.end_storm_if_over();
        let began = self.peek().storm;
        let wait = if is_wrong { MISTAKE_MS } else { NEXT_MS };
        client::after(Duration::from_millis(wait), move || {
            // Unless another one has begun meanwhile.
            if self.peek().storm == began && self.peek().is_storming() {
                self.next_of_storm();
            }
        });
    }

    /// Reads the storm's clock.
    fn tick(self) {
        self.change(|state| state.now = client::now().unsigned_abs());
        self.end_storm_if_over();
    }

    fn end_storm_if_over(self) {
        let state = self.peek();
        let Some(storm) = state.storm.filter(|storm| storm.is_over(state.now)) else { return };
        if state.puzzle.is_some() {
            self.store(|results| results.best_storm = results.best_storm.max(storm.solved));
            self.end_puzzle();
        }
    }

    /// Ends the puzzle on the board.
    fn end_puzzle(self) {
        if let Some(driver) = self.driver() {
            driver.stop();
        }
        self.change(|state| state.puzzle = None);
    }

    /// Changes the stored results. They are read first: another tab may have stored some. Those of a later version are
    /// left alone.
    fn store(self, change: impl FnOnce(&mut Results)) {
        let stored = self.stored_results();
        let is_foreign = stored.is_none();
        let mut results = stored.unwrap_or_else(|| self.peek().results.clone());
        change(&mut results);
        if !is_foreign {
            storage::save(storage::keys::puzzles(self.game), &results.write());
        }
        self.change(|state| state.results = results);
    }

    /// The stored results, none of them if there are none; `None` if they are of a later version.
    fn stored_results(self) -> Option<Results> {
        storage::load(storage::keys::puzzles(self.game))
            .map_or(Some(Results::default()), |text| Results::read(&text))
    }

    fn driver(self) -> Option<Puzzle> {
        self.driver.try_get_value().flatten().map(SendWrapper::take)
    }
}
