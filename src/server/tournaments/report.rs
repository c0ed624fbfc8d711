//! The report of a Swiss tournament in TRF-16, for pairing programs and federations.

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use room::{Millis, RoomCode, TimeControl, day};
use tournament::{Phase, TrfHead, trf};

use super::loading::find;
use crate::server::AppState;
use crate::server::http::origin;

/// `GET /e/CODE/report.trf`; 404 for what is no Swiss tournament or has no round that is over.
pub async fn report(State(app): State<AppState>, Path(code): Path<String>, headers: HeaderMap) -> Response {
    let Ok(code) = code.parse::<RoomCode>() else { return StatusCode::NOT_FOUND.into_response() };
    let live = match find(&app, code).await {
        Ok(Some(live)) => live,
        Ok(None) => return StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::warn!(%error, "a tournament could not be read");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let tournament = live.tournament();
    let ended = if let Phase::Finished(at) = tournament.phase { date(at) } else { String::new() };
    let head = TrfHead {
        start: date(tournament.plan.starts_at),
        end: ended,
        place: origin::base_url(&app.config, &headers),
        time_control: clock(tournament.plan.terms.clock),
    };
    let Some(report) = trf(&tournament, &head) else { return StatusCode::NOT_FOUND.into_response() };
    let name = format!("attachment; filename=\"{code}.trf\"");
    ([(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)], report)
        .into_response()
}

/// A day as FIDE writes it.
fn date(at: Millis) -> String {
    day(at).replace('-', "/")
}

fn clock(clock: TimeControl) -> String {
    match clock {
        TimeControl::Increment { base, increment } => format!("{base} s + {increment} s a turn"),
        TimeControl::PerMove { seconds } => format!("{seconds} s a move"),
        TimeControl::DaysPerMove { days } => format!("{days} d a move"),
        TimeControl::None => String::new(),
    }
}
