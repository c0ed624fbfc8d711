//! The forms of tournaments: to open one, to enter, to leave, to cancel.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use room::{Millis, RoomCode};
use tournament::{Canceller, Command, EntrantKind, Entry, Plan, Rejection, Visibility, opened_log};

use super::deciding::{Refusal, command, enter as enter_as};
use super::live::Live;
use super::loading::{live_or_load, load};
use super::nodes;
use super::plan_form::TournamentForm;
use super::rooms::look_after;
use super::views::{category, guests_of};
use crate::model::tournaments::TournamentProblem;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::guest_name::guest_of;
use crate::server::auth::private_actions::refusal;
use crate::server::config::desk::Feature;
use crate::server::http::language;
use crate::server::http::listen::Address;
use crate::server::identity::{GuestKey, Identity};
use crate::server::profile::{current_ratings, rating_at};
use crate::server::store::ladder::Ladder;
use crate::server::store::{Facts, StoreError, TournamentChange};

/// How many tournaments that are not over a guest may have opened …
const MAX_OPEN: i64 = 5;
/// … and how many in a day.
const MAX_A_DAY: i64 = 10;
const DAY_MS: Millis = 24 * 3_600_000;
/// Attempts to draw a free code.
const TRIES: usize = 4;

/// Who sends a form: a guest with a cookie.
fn sender(session: Option<Extension<Session>>, headers: &HeaderMap) -> Option<Session> {
    let Extension(session) = session?;
    (session.bot.is_none() && Identity::from_headers(headers).is_some()).then_some(session)
}

/// Opens a tournament and leads to it; the problem if it is refused.
pub async fn open(
    app: &AppState,
    session: &Session,
    address: Option<Address>,
    form: &TournamentForm,
) -> Result<RoomCode, TournamentProblem> {
    let (now, maker) = (app.time.now(), session.identity.guest());
    if app.moderation.rules().is_off(Feature::Rooms, now) {
        return Err(TournamentProblem::Off);
    }
    let plan = form.plan(now).ok_or(TournamentProblem::NotUnderstood)?;
    plan.clone().checked(now).map_err(TournamentProblem::Rejected)?;
    let (open, today) = app.store.opened_by(maker, now - DAY_MS).await.map_err(unavailable)?;
    let is_over =
        address.is_some_and(|Address(address)| app.limits.tournaments.take(address, Instant::now()).is_err());
    if open >= MAX_OPEN || today >= MAX_A_DAY || is_over {
        return Err(TournamentProblem::TooMany);
    }
    for _ in 0..TRIES {
        let seed = getrandom::u64().map_err(|_| TournamentProblem::Unavailable)?;
        let code = RoomCode::from_seed(seed);
        let plan = Plan { maker: Some(maker.entrant(code)), ..plan.clone() };
        match open_as(app, code, plan, Some(maker)).await {
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(unavailable(error)),
            Ok(()) => return Ok(code),
        }
    }
    Err(TournamentProblem::Unavailable)
}

/// Opens a tournament under a code.
///
/// # Errors
/// [`StoreError::Conflict`] if the code is taken.
pub(super) async fn open_as(
    app: &AppState,
    code: RoomCode,
    plan: Plan,
    maker: Option<GuestKey>,
) -> Result<(), StoreError> {
    let (starts_at, listed) = (plan.starts_at, plan.visibility == Visibility::Listed);
    let log = opened_log(plan, app.time.now()).map_err(|reason| StoreError::Refused(reason.to_string()))?;
    let facts = Facts { log, ..Facts::default() };
    app.store.change_tournament(TournamentChange::Open { code, maker, facts, starts_at, listed }).await?;
    if let Some(live) = load(app, code).await? {
        nodes::tell_appended(app, &live);
    }
    Ok(())
}

fn unavailable(error: StoreError) -> TournamentProblem {
    tracing::warn!(%error, "a form of a tournament could not be stored");
    TournamentProblem::Unavailable
}

fn problem_of(refusal: Refusal) -> TournamentProblem {
    match refusal {
        Refusal::Rejected(reason) => TournamentProblem::Rejected(reason),
        Refusal::Unavailable(error) => unavailable(error),
    }
}

/// Leads back to the page of a tournament, which says what was wrong.
fn back(code: RoomCode, problem: Option<TournamentProblem>) -> Response {
    let query = problem.map(|problem| format!("?{}", problem.word())).unwrap_or_default();
    Redirect::to(&format!("/e/{code}{query}")).into_response()
}

/// What all forms of one tournament need: it, and who sends them.
async fn of_form(
    app: &AppState,
    code: &str,
    session: Option<Extension<Session>>,
    headers: &HeaderMap,
) -> Result<(Arc<Live>, Session), Response> {
    let session = sender(session, headers).ok_or_else(|| refusal(StatusCode::FORBIDDEN))?;
    let code: RoomCode = code.parse().map_err(|_| refusal(StatusCode::NOT_FOUND))?;
    match live_or_load(app, code).await {
        Ok(Some(live)) => Ok((live, session)),
        Ok(None) => Err(refusal(StatusCode::NOT_FOUND)),
        Err(error) => Err(back(code, Some(unavailable(error)))),
    }
}

/// Has the visitor enter, or come back.
pub async fn enter(
    State(app): State<AppState>,
    Path(code): Path<String>,
    address: Option<Extension<Address>>,
    session: Option<Extension<Session>>,
    headers: HeaderMap,
) -> Response {
    let (live, session) = match of_form(&app, &code, session, &headers).await {
        Ok(found) => found,
        Err(refused) => return refused,
    };
    if app.moderation.rules().is_off(Feature::Rooms, app.time.now()) {
        return back(live.code, Some(TournamentProblem::Off));
    }
    let entered = async {
        let (tournament, guests) = (live.tournament(), guests_of(Some(&session)));
        // Somebody whose earlier guest has entered comes back as that one.
        let known = live.entrant_of(guests.iter().copied());
        let address = address.filter(|_| known.is_none()).map(|Extension(Address(address))| address);
        if address.is_some_and(|address| app.limits.entries.take(address, Instant::now()).is_err()) {
            return Err(TournamentProblem::TooManyEnter);
        }
        let guest = known.and_then(|entrant| live.guest_of(entrant)).unwrap_or(session.identity.guest());
        let name = guest_of(&app.store, session.identity.guest(), language::of_request(&headers));
        let name = name.await.map_err(unavailable)?.name;
        let ratings =
            current_ratings(&app, Ladder::People, session.identity.guest()).await.map_err(unavailable)?;
        let rating = rating_at(&ratings, category(&tournament));
        let entry = Entry {
            member: guest.entrant(live.code),
            name,
            kind: if session.account.is_some() { EntrantKind::Account } else { EntrantKind::Guest },
            rating: rating.and_then(|rating| u16::try_from(rating.points).ok()),
        };
        enter_as(&app, &live, guest, entry).await.map_err(problem_of)
    };
    back(live.code, entered.await.err())
}

/// Has the visitor leave. Where moves take days, whoever leaves gives up the games that are not over.
pub async fn leave(
    State(app): State<AppState>,
    Path(code): Path<String>,
    session: Option<Extension<Session>>,
    headers: HeaderMap,
) -> Response {
    match of_form(&app, &code, session, &headers).await {
        Ok((live, session)) => {
            let mut problem = None;
            for guest in guests_of(Some(&session)) {
                problem = problem.or(leave_as(&app, &live, guest).await.err());
            }
            back(live.code, problem)
        }
        Err(refused) => refused,
    }
}

/// Has a guest leave who has entered; nothing of one who has not.
pub(super) async fn leave_as(
    app: &AppState,
    live: &Arc<Live>,
    guest: GuestKey,
) -> Result<(), TournamentProblem> {
    if live.entrant_of([guest]).is_none() {
        return Ok(());
    }
    command(app, live, Command::Leave(guest.entrant(live.code))).await.map_err(problem_of)?;
    // What was left is given up at once, and if that fails, when pairings are looked after.
    look_after(app, live)
        .await
        .unwrap_or_else(|error| tracing::warn!(%error, "a game could not be given up"));
    Ok(())
}

/// Cancels a tournament that has not begun, if the visitor has made it.
pub async fn cancel(
    State(app): State<AppState>,
    Path(code): Path<String>,
    session: Option<Extension<Session>>,
    headers: HeaderMap,
) -> Response {
    match of_form(&app, &code, session, &headers).await {
        Ok((live, session)) => {
            let maker = live.tournament().plan.maker;
            let members = guests_of(Some(&session)).into_iter().map(|guest| guest.entrant(live.code));
            let by = members.into_iter().find(|member| maker == Some(*member));
            let cancelled = match by {
                Some(by) => {
                    command(&app, &live, Command::Cancel(Canceller::Maker(by))).await.map_err(problem_of)
                }
                None => Err(TournamentProblem::Rejected(Rejection::NotMaker)),
            };
            back(live.code, cancelled.err())
        }
        Err(refused) => refused,
    }
}
