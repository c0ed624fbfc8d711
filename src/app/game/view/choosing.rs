//! What a choice on the board means, and what becomes of it: it is played, it waits for a confirmation, or it is a premove.

use leptos::prelude::{GetValue, SetValue, untrack};
use room::{Command, Game, Millis, Room, TimeControl};
use rules::{Move, Side};

use super::moves::DOUBLE_CLICK_MS;
use super::plan::{Choice, Meaning, Plan, PlanNews, Press};
use super::premove::{NextStep, Premove};
use super::session::{Notice, Session, Viewer};
use super::state::ViewState;
use crate::client::{self, look};

/// A finger that rests for so long looks at the preview of a move, and does not play it.
const HOLD_MS: Millis = 500;

impl ViewState {
    /// The place of a move in the premove, from 1; `None` if it is not in it.
    pub fn place_in_premove(&self, mv: Move) -> Option<usize> {
        let Some(Plan::Premove(premove)) = &self.plan else { return None };
        premove.moves().position(|planned| planned == mv).map(|place| place + 1)
    }

    /// The move that waits for its confirmation.
    pub fn unconfirmed(&self) -> Option<Move> {
        match self.plan {
            Some(Plan::Unconfirmed { mv, .. }) => Some(mv),
            _ => None,
        }
    }
}

impl Session {
    /// The side that the viewer may move, if it is to move: their own; on one device, and in an attempt of a review, the
    /// side to move.
    pub fn playable_side(&self) -> Option<Side> {
        if self.is_attempt() {
            return self.with_displayed_game(|game| game.position.to_move());
        }
        let seat = self.seat()?;
        self.with_game(|game| game.side_of(seat))
    }

    /// Whether the viewer waits for the opponent, and may plan a move meanwhile.
    pub fn may_premove(&self) -> bool {
        self.premove_side().is_some()
    }

    /// The side for which the viewer may plan a move now.
    fn premove_side(&self) -> Option<Side> {
        let state = self.state();
        let is_game = matches!(state.viewer, Viewer::Member(_)) && state.lesson.is_none();
        if !is_game || state.replay.is_some() || look::get("premove").is_some() {
            return None;
        }
        let own = self.own_side()?;
        let waits = |game: &Game| {
            let confirmed_first = is_confirmed_first(&state, game);
            game.put_away.is_none() && game.position.to_move() != own && !confirmed_first
        };
        self.with_room(|room| room.running().is_some_and(waits))?.then_some(own)
    }

    /// What choosing a move means now.
    fn meaning(&self) -> Meaning {
        let state = self.state();
        let Some(running) = state.room.as_deref().and_then(Room::running) else { return Meaning::Nothing };
        let (game, ply) = (running.number, running.ply());
        if self.may_premove() {
            Meaning::Premove { game, turn: running.position.turn() }
        } else if self.may_play() && is_confirmed_first(&state, running) {
            Meaning::Propose { game, ply }
        } else {
            Meaning::Play { game, ply }
        }
    }

    /// Remembers what a press means: the game may change before the finger is lifted.
    pub fn press(&self, is_touch: bool) {
        let press = Press { at: client::input_time(), meaning: untrack(|| self.meaning()), is_touch };
        self.pressed.set_value(Some(press));
    }

    /// Chooses the move on which a pointer was pressed and lifted again: nothing if that means something else by now,
    /// or if the finger only wanted to see the preview.
    pub fn choose_by_pointer(&self, mv: Move) {
        let now = client::input_time();
        let pressed = self.pressed.try_get_value().flatten();
        self.pressed.set_value(None);
        let last = self.chosen.try_get_value().flatten().filter(|last| last.mv == mv);
        let meaning = untrack(|| self.meaning());
        if pressed.is_some_and(|press| press.meaning != meaning) {
            return;
        }
        let is_play = matches!(meaning, Meaning::Play { .. });
        let is_hold = |press: Press| press.is_touch && now - press.at >= HOLD_MS;
        let held = is_play
            && !last.is_some_and(|last| last.held)
            && pressed.is_some_and(is_hold)
            && untrack(|| self.is_legal(mv));
        // The other half of a double click neither confirms a move nor gives a premove up.
        let is_second_click = !is_play && last.is_some_and(|last| now - last.at < DOUBLE_CLICK_MS);
        self.chosen.set_value(Some(Choice { mv, at: now, held }));
        if held {
            self.notify(Notice::TapAgain);
        } else if !is_second_click {
            self.choose(mv);
        }
    }

    /// Chooses a move: plays it, plans it, or asks for a confirmation.
    pub fn choose(&self, mv: Move) {
        let Some(state) = self.peek() else { return };
        if state.is_attempt() {
            return self.attempt(mv);
        }
        match untrack(|| self.meaning()) {
            Meaning::Nothing => {}
            Meaning::Premove { .. } => {
                if self.is_second_click(mv) {
                    return;
                }
                let before = match &state.plan {
                    Some(Plan::Premove(premove)) => Some(premove),
                    _ => None,
                };
                let side = untrack(|| self.premove_side());
                let game = state.room.as_deref().and_then(Room::running);
                let chosen = side.zip(game).map(|(side, game)| Premove::choose(before, game, side, mv));
                match chosen {
                    Some(Ok(Some(premove))) => self.plan(Plan::Premove(premove)),
                    Some(Ok(None)) => self.cancel_plan(),
                    // The room says why it is not possible.
                    Some(Err(_)) | None => self.play(mv),
                }
            }
            Meaning::Propose { game, ply } => {
                let proposal = Plan::Unconfirmed { mv, game, ply };
                if state.plan.as_ref() == Some(&proposal) {
                    self.confirm_plan();
                } else if untrack(|| self.is_legal(mv)) {
                    self.plan(proposal);
                } else {
                    self.play(mv);
                }
            }
            Meaning::Play { .. } => self.play(mv),
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.may_play() && self.with_game(|game| game.position.check(mv).is_ok()) == Some(true)
    }

    fn plan(&self, plan: Plan) {
        self.change(|state| {
            state.plan = Some(plan);
            state.plan_news = PlanNews::Nothing;
        });
    }

    /// Gives the plan up.
    pub fn cancel_plan(&self) {
        if let Some(plan) = self.peek().and_then(|state| state.plan.clone()) {
            self.change(|state| {
                state.plan = None;
                state.plan_news = plan.cancelled();
            });
        }
    }

    /// Plays the move that waits for its confirmation.
    pub fn confirm_plan(&self) {
        if let Some(Plan::Unconfirmed { mv, game, ply }) = self.peek().and_then(|state| state.plan.clone()) {
            self.change(|state| state.plan = None);
            self.send(Command::Play { game, ply, mv });
        }
    }

    /// Follows the game with the plan: plays what is due, and drops what is void. To be called after each change.
    pub fn follow_plan(&self) {
        let Some(state) = self.peek() else { return };
        let Some(plan) = &state.plan else { return };
        let Some(game) = state.room.as_deref().and_then(|room| room.game.as_ref()) else { return };
        let next = match plan {
            _ if state.replay.is_some() => NextStep::Drop,
            // Only what the server has confirmed moves a premove.
            Plan::Premove(_) if state.is_ahead() => NextStep::Wait,
            Plan::Premove(_) if look::get("premove").is_some() => NextStep::Drop,
            Plan::Premove(premove) => premove.next(game),
            Plan::Unconfirmed { game: number, ply, .. } => {
                let is_same = (game.number, game.ply()) == (*number, *ply);
                let stands = is_same && game.put_away.is_none() && untrack(|| self.may_play());
                if stands { NextStep::Wait } else { NextStep::Drop }
            }
        };
        match next {
            NextStep::Wait => {}
            NextStep::Drop => self.cancel_plan(),
            NextStep::Play(mv, rest) => {
                let (game, ply) = (game.number, game.ply());
                self.change(|state| state.plan = rest.map(Plan::Premove));
                self.send(Command::Play { game, ply, mv });
            }
        }
    }
}

/// Whether the player confirms each move of this game: as the settings say, or else in games of days.
fn is_confirmed_first(state: &ViewState, game: &Game) -> bool {
    if state.lesson.is_some() {
        return false;
    }
    match look::get("confirm").as_deref() {
        Some("on") => true,
        Some(_) => false,
        None => matches!(game.clock.control(), TimeControl::DaysPerMove { .. }),
    }
}
