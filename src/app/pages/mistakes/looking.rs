//! Looking through games: the finished games of this device that were not looked through yet are reviewed one after the
//! other, the newest first. What is found is kept at once, so that stopping loses nothing.

use drills::{Drill, found};
use engine_protocol::review::Analysis;
use engine_protocol::{Answer, Task};
use leptos::prelude::*;
use room::fold;
use send_wrapper::SendWrapper;

use super::actions::MistakesPage;
use super::state::Looking;
use crate::app::game::saved_games::log::parse;
use crate::app::game::saved_games::mistakes::{self, played_here, today};
use crate::app::game::saved_games::slot::code;
use crate::client::engine_worker::{self, Ticket};
use crate::client::{self, storage};

/// The game that is looked through.
#[derive(Clone)]
pub struct Look {
    id: String,
    analysis: Analysis,
    /// The sides that people of this device played.
    own: [bool; 2],
    asked: Option<Ticket>,
}

impl MistakesPage {
    /// Begins with the newest game.
    pub fn look_through(self) {
        let all = self.peek().games.len() as u32;
        self.change(|state| {
            state.looking = Some(Looking { number: 0, all, moves: (0, 0) });
            state.found = Some(0);
        });
        self.next_game();
        client::defer(|| client::focus("#main .actions .button"));
    }

    /// Ends the look at games; the game that is not done will be looked through again.
    pub fn stop_looking(self) {
        if let Some(ticket) = self.look().and_then(|look| look.asked) {
            engine_worker::drop_question(ticket);
        }
        self.look.try_set_value(None);
        if self.peek().looking.is_some() {
            self.change(|state| state.looking = None);
            client::defer(|| client::focus("#main .actions .button"));
        }
    }

    fn next_game(self) {
        let Some(id) = self.peek().games.last().cloned() else { return self.stop_looking() };
        self.change(|state| {
            if let Some(looking) = &mut state.looking {
                (looking.number, looking.moves) = (looking.number + 1, (0, 0));
            }
        });
        storage::open(&id.clone(), move |text, _, _| {
            if self.peek().looking.is_none() {
                return;
            }
            let room = text.and_then(|text| parse(&text)).map(|log| fold(code(), &log));
            let game = room.as_ref().and_then(|room| Some((room, room.game.as_ref()?)));
            let look = game.and_then(|(room, game)| {
                let analysis = Analysis::behind_opening(game.record(), game.opening_ply() as usize)?;
                let own = played_here(room, game);
                Some(Look { id: id.clone(), analysis, own, asked: None })
            });
            match look {
                Some(look) => self.go_on(look),
                // It was deleted meanwhile, or cannot be read.
                None => self.end_game(&id, Vec::new()),
            }
        });
    }

    /// Asks the next question about the game. Estimates are of no interest.
    fn go_on(self, mut look: Look) {
        let question = loop {
            match look.analysis.question().filter(|_| look.analysis.is_judging()) {
                Some(question) if question.task == Task::Score => look.analysis.take(&Answer::default(), 0),
                question => break question,
            }
        };
        let drills = found(&look.analysis, look.own, today());
        let Some(question) = question else { return self.end_game(&look.id, drills) };
        self.keep(drills, None);
        let moves = look.analysis.record().moves.len();
        let (all, judged) = (moves - look.analysis.opening(), moves - question.record.moves.len());
        self.change(|state| {
            if let Some(looking) = &mut state.looking {
                looking.moves = (judged as u32, all as u32);
            }
        });
        let begun = client::now();
        look.asked = Some(engine_worker::ask(&question, move |answer| {
            let Some(mut look) = self.look() else { return };
            // The engine has failed: every answer has at least one node.
            if answer == Answer::default() {
                return self.stop_looking();
            }
            look.analysis.take(&answer, u32::try_from(client::now() - begun).unwrap_or_default());
            self.go_on(look);
        }));
        self.look.set_value(Some(SendWrapper::new(look)));
    }

    fn end_game(self, id: &str, drills: Vec<Drill>) {
        self.keep(drills, Some(id.to_owned()));
        self.look.set_value(None);
        self.change(|state| state.games.retain(|other| other != id));
        self.next_game();
    }

    /// Keeps what is known of the mistakes of a game, and counts the new ones.
    fn keep(self, found: Vec<Drill>, game: Option<String>) {
        let known = self.peek();
        let new = found.iter().filter(|drill| known.drills.state_of(drill).is_none()).count() as u32;
        if new > 0 || game.is_some() {
            let drills = mistakes::keep(found, game);
            self.change(|state| {
                state.found = state.found.map(|found| found + new);
                state.drills = drills;
            });
        }
    }

    fn look(self) -> Option<Look> {
        self.look.try_get_value().flatten().map(SendWrapper::take)
    }
}
