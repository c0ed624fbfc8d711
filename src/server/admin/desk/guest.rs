//! `duello guest`: what is known of a guest, and what is done about them.

use std::fmt;

use ::room::{Millis, RoomCode, fold};
use serde::Serialize;

use super::reports::report_id;
use super::{Act, Desk, when};
use crate::model::rating::RatingCategory;
use crate::server::admin::TaskError;
use crate::server::config::desk::{GuestAction, Span};
use crate::server::identity::GuestKey;
use crate::server::store::{AccountSummary, ModerationChange, Sanction, SanctionKind, Store, StoreError};

/// The most rooms that are shown.
const MAX_ROOMS: u32 = 50;
/// The most reports that are named.
const MAX_REPORTS: u32 = 200;

/// What is known of a guest.
#[derive(Serialize)]
pub(in crate::server) struct GuestCard {
    pub id: String,
    /// The guest who was asked for, if they have come along into this guest's account.
    pub came_along: Option<String>,
    /// The name that they have chosen.
    pub name: Option<String>,
    pub account: Option<AccountSummary>,
    pub sanctions: Vec<ListedSanction>,
    pub ratings: Vec<ListedRating>,
    pub games: i64,
    /// Rooms in which they hold a seat, the latest first, with what they are there.
    pub rooms: Vec<HeldRoom>,
    /// Reports about them.
    pub reports: Vec<String>,
}

#[derive(Serialize)]
pub(in crate::server) struct ListedSanction {
    pub kind: &'static str,
    pub since: Millis,
    pub until: Millis,
    pub reason: String,
}

#[derive(Serialize)]
pub(in crate::server) struct ListedRating {
    pub game: &'static str,
    pub speed: &'static str,
    pub points: u32,
    pub games: u32,
}

#[derive(Serialize)]
pub(in crate::server) struct HeldRoom {
    pub room: RoomCode,
    pub member: Option<String>,
    pub name: Option<String>,
}

impl Desk<'_> {
    /// Shows a guest, or does something about them. Whoever has come along into an account acts as the guest of that
    /// account since, whom it has to concern as well.
    pub(super) async fn guest(&self, text: &str, action: Option<&GuestAction>) -> Result<(), TaskError> {
        let asked = self.find_guest(text).await?;
        let adopter = self.store.account_guest(asked).await.map_err(|error| self.failed(error))?;
        let guest = adopter.unwrap_or(asked);
        let Some(action) = action else {
            let card = GuestCard::read(&self.store, guest, self.now).await;
            let mut card = card.map_err(|error| self.failed(error))?;
            card.came_along = adopter.map(|_| asked.to_string());
            self.answer(&card);
            return Ok(());
        };
        let until = match action {
            GuestAction::Mute { span } | GuestAction::Suspend { span } => Some(self.now + span.0),
            _ => None,
        };
        let (word, text) = self.said(guest, action).await?;
        // The account's guest first: if the rest fails, the command can be given again.
        for one in [guest].into_iter().chain(adopter.map(|_| asked)) {
            let act = Act { action: word, about: one.to_string(), until };
            self.moderate(self.change(one, action), act).await?;
        }
        let along = adopter.map(|_| format!("Guest {asked} has come along into an account. Its "));
        let along = along.unwrap_or_default();
        self.done(word, &guest.to_string(), until, &format!("{along}guest {guest}: {text}"));
        Ok(())
    }

    fn change(&self, guest: GuestKey, action: &GuestAction) -> ModerationChange {
        let sanction = |kind, Span(span): Span| {
            let reason = self.flags.reason.clone();
            ModerationChange::Sanction(Sanction {
                guest,
                kind,
                since: self.now,
                until: self.now + span,
                reason,
            })
        };
        match action {
            GuestAction::RenameAway => ModerationChange::RemoveName(guest),
            GuestAction::Mute { span } => sanction(SanctionKind::Mute, *span),
            GuestAction::Suspend { span } => sanction(SanctionKind::Suspend, *span),
            GuestAction::EndSignIns => ModerationChange::EndSignIns(guest),
            GuestAction::Lift => ModerationChange::Lift(guest),
        }
    }

    /// The word of an action in the audit log, and what is said of it.
    async fn said(&self, guest: GuestKey, action: &GuestAction) -> Result<(&'static str, String), TaskError> {
        let until = |Span(span): Span| when(self.now + span);
        Ok(match action {
            GuestAction::RenameAway => (
                "rename_away",
                "The chosen name is removed. Where it was used already, `duello room CODE` shows it."
                    .to_owned(),
            ),
            GuestAction::Mute { span } => (
                SanctionKind::Mute.word(),
                format!("They can neither write nor choose a name until {}.", until(*span)),
            ),
            GuestAction::Suspend { span } => {
                (SanctionKind::Suspend.word(), format!("They can take no part until {}.", until(*span)))
            }
            GuestAction::EndSignIns => {
                let account = self.store.account_summary(guest).await.map_err(|error| self.failed(error))?;
                let Some(account) = account else {
                    return Err(TaskError::Unclear(
                        "this guest has no account, so there is no sign-in. `suspend` keeps them out."
                            .to_owned(),
                    ));
                };
                ("end_sign_ins", format!("{} sign-ins are ended.", account.sign_ins))
            }
            GuestAction::Lift => ("lift", "The guest may do everything again.".to_owned()),
        })
    }
}

impl GuestCard {
    /// Reads what is known of a guest.
    pub(in crate::server) async fn read(
        store: &Store,
        guest: GuestKey,
        now: Millis,
    ) -> Result<Self, StoreError> {
        let mut rooms = Vec::new();
        for (code, seat) in store.rooms_of(guest, MAX_ROOMS).await? {
            let room = fold(code, &store.log(code).await?);
            let occupant = room.occupant(seat);
            rooms.push(HeldRoom {
                room: code,
                member: occupant.map(|occupant| occupant.member.to_string()),
                name: occupant.map(|occupant| occupant.name.clone()),
            });
        }
        let in_force =
            store.sanctions(Some(guest)).await?.into_iter().filter(|sanction| sanction.until > now);
        let ratings = store.ratings(guest).await?.into_iter();
        Ok(Self {
            id: guest.to_string(),
            came_along: None,
            name: store.guest_name(guest).await?,
            account: store.account_summary(guest).await?,
            sanctions: in_force
                .map(|Sanction { kind, since, until, reason, .. }| ListedSanction {
                    kind: kind.word(),
                    since,
                    until,
                    reason,
                })
                .collect(),
            ratings: ratings
                .map(|(RatingCategory { game, speed }, rating)| ListedRating {
                    game: game.word(),
                    speed: speed.word(),
                    points: rating.rounded(),
                    games: rating.games,
                })
                .collect(),
            games: store.count_games(guest).await?,
            rooms,
            reports: store.all_reports(true, Some(guest), MAX_REPORTS).await?.iter().map(report_id).collect(),
        })
    }
}

impl fmt::Display for GuestCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(guest) = &self.came_along {
            writeln!(f, "Guest {guest} has come along into the account of this guest.")?;
        }
        writeln!(f, "Guest {}", self.id)?;
        match &self.name {
            Some(name) => writeln!(f, "  name: {name:?}")?,
            None => writeln!(f, "  name: none chosen")?,
        }
        match &self.account {
            Some(AccountSummary { since, passkeys, sign_ins }) => {
                writeln!(f, "  account: since {}, {passkeys} passkeys, {sign_ins} sign-ins", when(*since))?;
            }
            None => writeln!(f, "  account: none")?,
        }
        for ListedSanction { kind, since, until, reason } in &self.sanctions {
            writeln!(f, "  {kind}: {} until {}  {reason}", when(*since), when(*until))?;
        }
        for ListedRating { game, speed, points, games } in &self.ratings {
            writeln!(f, "  rating: {game} {speed} {points} after {games} rated games")?;
        }
        writeln!(f, "  finished games: {}", self.games)?;
        for HeldRoom { room, member, name } in &self.rooms {
            let member = member.as_deref().unwrap_or("unknown");
            let name = name.as_deref().unwrap_or_default();
            writeln!(f, "  room {room}: member {member}, {name:?}")?;
        }
        write!(f, "  reports about them: {}", self.reports.len())?;
        self.reports.iter().try_for_each(|id| write!(f, " {id}"))
    }
}
