//! The operator's desk: reports, guests, rooms, tournaments, blocks, switches, ratings, and the audit log of all of it. The commands
//! work on the database beside running servers, which see what has changed within five seconds.

mod actor;
mod audit;
mod block;
mod bot;
pub(in crate::server) mod guest;
mod ratings;
pub(in crate::server) mod reports;
mod room;
mod switch;
mod tournament;

use std::fmt::Display;

use ::room::Millis;
use serde::Serialize;

use super::clock::written as when;
use super::{TaskError, open_current, print_line, store_error};
use crate::server::config::Config;
use crate::server::config::desk::DeskFlags;
use crate::server::config::task::Task;
use crate::server::database::Location;
use crate::server::identity::GuestKey;
use crate::server::store::{AuditEntry, ModerationChange, Store, StoreError};
use crate::server::time;

/// How often a change is tried if another one is written at the same moment.
const TRIES: u32 = 5;
/// So many digits of a guest's id are enough if no other one begins alike.
const SHORTEST_ID: usize = 8;

/// An open database, and who acts.
struct Desk<'t> {
    store: Store,
    location: Location,
    now: Millis,
    flags: &'t DeskFlags,
}

/// What a change is noted as in the audit log.
struct Act {
    action: &'static str,
    about: String,
    until: Option<Millis>,
}

/// Runs a command of the desk.
pub(super) async fn run(task: &Task, config: &Config, flags: &DeskFlags) -> Result<(), TaskError> {
    let location = config.database();
    let store = open_current(&location).await?;
    let now = store.database_time().await.map_err(|error| store_error(&location, error))?;
    let desk = Desk { store, location, now: now.unwrap_or_else(time::system_time), flags };
    let done = match task {
        Task::Reports { action, all, .. } => desk.reports(action.as_ref(), *all).await,
        Task::Guest { guest, action, .. } => desk.guest(guest, action.as_ref()).await,
        Task::Room { code, action, .. } => desk.room(*code, action.as_ref()).await,
        Task::Tournament { code, action, .. } => desk.tournament(*code, action.as_ref()).await,
        Task::Block { action, network, span, .. } => desk.block(action.as_ref(), *network, *span).await,
        Task::Bot { action, .. } => desk.bot(action.as_ref()).await,
        Task::Switch { feature, state, span, .. } => {
            desk.switch(feature.zip(*state), span.map(|span| span.0)).await
        }
        Task::UndoRatings { range, .. } => desk.undo_ratings(range).await,
        Task::Audit { since, .. } => desk.audit(*since).await,
        _ => Ok(()),
    };
    desk.store.close().await;
    done
}

impl Desk<'_> {
    /// Makes a change, with its row in the audit log.
    async fn moderate(&self, change: ModerationChange, act: Act) -> Result<(), TaskError> {
        let entry = self.entry(act);
        for _ in 1..TRIES {
            match self.store.moderate(change.clone(), entry.clone()).await {
                Err(StoreError::Conflict) => {}
                done => return done.map_err(|error| self.failed(error)),
            }
        }
        self.store.moderate(change, entry).await.map_err(|error| self.failed(error))
    }

    /// A row of the audit log.
    fn entry(&self, Act { action, about, until }: Act) -> AuditEntry {
        AuditEntry {
            at: self.now,
            os_user: actor::os_user(),
            name: self.flags.name.clone(),
            action,
            about,
            until,
            reason: self.flags.reason.clone(),
        }
    }

    fn failed(&self, error: StoreError) -> TaskError {
        store_error(&self.location, error)
    }

    /// Prints an answer, as text or as JSON.
    fn answer(&self, answer: &(impl Serialize + Display)) {
        if self.flags.json {
            print_line(format_args!("{}", serde_json::to_string(answer).unwrap_or_default()));
        } else {
            print_line(format_args!("{answer}"));
        }
    }

    /// Says what was done: a sentence for people, and the same with its facts for programs.
    fn done(&self, action: &str, about: &str, until: Option<Millis>, text: &str) {
        if self.flags.json {
            let done = serde_json::json!({ "done": action, "about": about, "until": until });
            print_line(format_args!("{done}"));
        } else {
            print_line(format_args!("{text}"));
        }
    }

    /// The guest that is meant by an id, its first digits, or a name.
    async fn find_guest(&self, text: &str) -> Result<GuestKey, TaskError> {
        // Of somebody who has nothing stored the id may be known from elsewhere.
        if let Some(guest) = GuestKey::from_text(text) {
            return Ok(guest);
        }
        let lower = text.to_lowercase();
        let is_id = lower.len() >= SHORTEST_ID && lower.bytes().all(|byte| byte.is_ascii_hexdigit());
        let found = self.store.guests_like(is_id.then_some(lower.as_str()), text).await;
        let found = found.map_err(|error| self.failed(error))?;
        match found.as_slice() {
            [guest] => Ok(*guest),
            [] => Err(TaskError::Unclear(format!(
                "nobody is known as {text}. Take the id from `duello reports` or `duello room CODE`, or the name that the \
                 guest has chosen."
            ))),
            several => {
                let ids: Vec<String> = several.iter().map(ToString::to_string).collect();
                Err(TaskError::Unclear(format!(
                    "{text} may be any of these guests; say which by its id:\n{}",
                    ids.join("\n")
                )))
            }
        }
    }
}
