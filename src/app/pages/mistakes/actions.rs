//! What happens on the page of mistakes: what is stored is read, a drill begins, an attempt counts.

use std::rc::Rc;
use std::sync::Arc;

use drills::Verdict;
use leptos::prelude::*;
use rules::Move;
use send_wrapper::SendWrapper;

use super::looking::Look;
use super::state::{News, State};
use crate::app::game::drivers::{Drill, DrillNews};
use crate::app::game::saved_games::mistakes;
use crate::app::game::view::session::Session;
use crate::client::{self, storage};

/// The page: its state, and the driver of the board that is shown. A copy is the same one.
#[derive(Clone, Copy)]
pub struct MistakesPage {
    state: RwSignal<Arc<State>>,
    driver: StoredValue<Option<SendWrapper<Drill>>>,
    /// Counts the drills.
    number: StoredValue<u32>,
    /// The look at games that goes on.
    pub(super) look: StoredValue<Option<SendWrapper<Look>>>,
}

impl MistakesPage {
    pub fn new() -> MistakesPage {
        MistakesPage {
            state: RwSignal::new(Arc::default()),
            driver: StoredValue::new(None),
            number: StoredValue::new(0),
            look: StoredValue::new(None),
        }
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

    /// Reads what is stored.
    pub fn open(self) {
        self.read();
        client::begin_task();
        storage::finished(move |mut games| {
            let drills = mistakes::drills();
            games.retain(|id| !drills.has_game(id));
            games.reverse();
            self.change(|state| (state.games, state.is_read) = (games, true));
            client::end_task();
        });
    }

    fn read(self) {
        self.change(|state| (state.today, state.drills) = (Some(mistakes::today()), mistakes::drills()));
    }

    /// Begins the drills that are due; if none is, all that wait.
    pub fn practise(self) {
        self.stop_looking();
        self.read();
        self.change(|state| {
            let waiting = state.drills.queue().into_iter();
            let due = match state.due() {
                0 => waiting.cloned().collect(),
                due => waiting.take(due).cloned().collect::<Vec<_>>(),
            };
            state.rest = due.into_iter().rev().collect();
            state.found = None;
        });
        self.begin_next();
    }

    /// Begins the next drill; after the last one the page leads back to the overview.
    pub fn begin_next(self) {
        let before = self.peek().game();
        self.change(|state| {
            state.drill = state.rest.pop().map(Arc::new);
            (state.news, state.is_tried) = (None, false);
            state.said += 1;
        });
        let game = self.peek().game();
        if game.is_none() {
            return self.leave();
        }
        // Another game's board begins with its drill when it is there.
        if game == before {
            self.set_up();
        }
        client::defer(|| client::focus_from(".actions, .more", ".board"));
    }

    /// Gives a new board its driver, and the drill.
    pub fn drive(self, session: Session) {
        let driver = Drill::new(session, move |mv, what, sentence| self.judge(mv, what, sentence));
        session.set_driver(Rc::new(driver.clone()));
        self.driver.set_value(Some(SendWrapper::new(driver)));
        self.set_up();
    }

    fn set_up(self) {
        if let (Some(driver), Some(drill)) = (self.driver(), self.peek().drill.clone()) {
            self.number.update_value(|number| *number += 1);
            driver.begin(self.number.get_value(), &drill);
        }
    }

    /// Leads back to the overview.
    pub fn leave(self) {
        if let Some(driver) = self.driver() {
            driver.stop();
        }
        self.change(|state| {
            (state.drill, state.news) = (None, None);
            state.rest.clear();
        });
        client::defer(|| client::focus("#main .actions .button"));
    }

    pub fn show_best(self) {
        if let Some(driver) = self.driver().filter(|_| self.peek().can_show()) {
            driver.show_best();
        }
    }

    /// Removes the drill for good.
    pub fn remove(self) {
        if let Some(drill) = self.peek().drill.clone() {
            let drills = mistakes::change(|drills| drills.remove(&drill));
            self.change(|state| state.drills = drills);
            self.begin_next();
        }
    }

    /// Takes in what has become of a move. The first attempt counts; one that could not be proved is none.
    fn judge(self, mv: Move, what: DrillNews, sentence: String) {
        let state = self.peek();
        let Some(drill) = state.drill.clone() else { return };
        let solved = match what {
            DrillNews::Judged(Verdict::Keeps) => Some(true),
            DrillNews::Judged(Verdict::Loses(_)) | DrillNews::Shown => Some(false),
            DrillNews::Judged(Verdict::Unknown) | DrillNews::Checking => None,
        };
        let counts = solved.filter(|_| !state.is_tried);
        let today = state.today();
        let drills = counts.map(|solved| {
            mistakes::change(
                |drills| if solved { drills.solve(&drill, today) } else { drills.fail(&drill, today) },
            )
        });
        self.change(|state| {
            state.news = Some(News { mv, what, sentence });
            state.said += 1;
            state.is_tried |= counts.is_some();
            if let Some(drills) = drills {
                state.drills = drills;
            }
        });
    }

    fn driver(self) -> Option<Drill> {
        self.driver.try_get_value().flatten().map(SendWrapper::take)
    }
}
