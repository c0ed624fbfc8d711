//! Plays films: the heaps as they are shown, moved on by timers, brought to the end at once by any input.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use room::Game;
use rules::Trace;
use rules::mancala::{Move, Pit, Step};

use super::View;
use super::heaps::Heaps;
use super::motion::{Frame, frames};
use crate::app::game::film::film_speed;
use crate::app::game::session::Session;
use crate::app::ui::live::effect;

/// Moves the stones of a board.
#[derive(Clone, Copy)]
pub(crate) struct Player {
    session: Session,
    view: RwSignal<Arc<View>>,
    run: StoredValue<Run>,
}

/// The film that is being shown.
#[derive(Default)]
struct Run {
    /// Counts films: timers of an earlier one do nothing any more.
    number: u32,
    /// Where it leads.
    end: Option<Heaps>,
    /// The game and the moves that are shown, so that news of another kind starts no film.
    shown: Option<(u32, Vec<rules::Move>)>,
}

impl Player {
    /// Follows a session: each move becomes a film, everything else is shown as it stands.
    pub(super) fn new(session: Session, view: RwSignal<Arc<View>>) -> Self {
        let player = Self { session, view, run: StoredValue::new(Run::default()) };
        effect(move || {
            let game = session.with_seen(Game::clone);
            if let Some(game) = game {
                let key = Some((game.number, game.moves.clone()));
                let news =
                    player.run.try_update_value(|run| std::mem::replace(&mut run.shown, key.clone()) != key);
                if news == Some(true) {
                    untrack(|| player.show(&game));
                }
            }
        });
        player
    }

    /// Ends the running film at once.
    pub(super) fn finish(&self) {
        let end = self.run.try_update_value(|run| {
            run.number += 1;
            run.end.take()
        });
        if let Some(Some(end)) = end {
            self.change(|view| {
                view.still = true;
                view.heaps = end;
            });
        }
    }

    fn change(&self, change: impl FnOnce(&mut View)) {
        let Some(mut view) = self.view.try_get_untracked() else { return };
        change(Arc::make_mut(&mut view));
        self.view.set(view);
    }

    fn show(&self, game: &Game) {
        self.finish();
        let end = Heaps::of(game);
        let film = self
            .session
            .shown()
            .film
            .clone()
            .filter(|film| (film.game, film.ply) == (game.number, game.ply()));
        let last = last_move(game);
        let speed = film_speed(self.session);
        let (Some(film), true) = (film, speed > 0) else {
            self.change(|view| {
                view.still = true;
                view.heaps = end;
                view.glowing = None;
                view.last = last;
            });
            return;
        };
        let mut before = game.clone();
        before.moves.pop();
        self.change(|view| {
            view.still = false;
            view.heaps = Heaps::of(&before);
            view.glowing = None;
            view.last = last;
        });
        let Trace::Mancala(trace) = &film.trace else { return };
        let mut reel = frames(trace, speed);
        reel.reverse();
        let number = self.run.try_update_value(|run| {
            run.end = Some(end);
            run.number
        });
        self.next(reel, number.unwrap_or_default());
    }

    /// Shows the next frame of a reel (the last of the list) when its time has come.
    fn next(self, mut reel: Vec<Frame>, number: u32) {
        let Some(frame) = reel.pop() else {
            self.run.try_update_value(|run| run.end = None);
            return;
        };
        let show = move || {
            // The page may have gone on to another film, or away altogether.
            if self.run.try_with_value(|run| run.number) != Some(number) {
                return;
            }
            self.change(|view| {
                for step in &frame.steps {
                    view.heaps.apply(step);
                    if let Step::ExtraTurn(side) = step {
                        view.glowing = Some(*side);
                    }
                }
            });
            self.next(reel, number);
        };
        if frame.wait == 0 { show() } else { set_timeout(show, Duration::from_millis(frame.wait.into())) }
    }
}

/// The last move of a game, and the pits it captured.
fn last_move(game: &Game) -> Option<(Move, Vec<Pit>)> {
    let &rules::Move::Mancala(mv) = game.moves.last()? else { return None };
    let before = game.at(game.ply() - 1).position;
    let (_, trace) = before.as_mancala()?.play(mv).ok()?;
    let captured = trace.iter().find_map(|step| match *step {
        Step::Capture { last, opposite, .. } => Some(vec![last, opposite]),
        _ => None,
    });
    Some((mv, captured.unwrap_or_default()))
}
