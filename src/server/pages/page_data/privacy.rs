//! The figures of the privacy page, from where they are in force.

use axum::extract::Request;
use axum::http::request::Parts;
use leptos::prelude::provide_context;
use room::Millis;

use crate::model::privacy::PrivacyData;
use crate::server::AppState;
use crate::server::http::limits::TryAgain;
use crate::server::identity::MAX_AGE;
use crate::server::play::sweep::{ENDED_RETENTION, PLAYED_RETENTION, REPORT_RETENTION, UNPLAYED_RETENTION};

const HOUR: Millis = 3_600_000;

/// Loads the figures; there always is such a page.
pub(super) fn load(app: &AppState, request: &mut Request) -> Result<bool, TryAgain> {
    request.extensions_mut().insert(privacy_data(app));
    Ok(true)
}

/// Provides them to the page.
pub(super) fn provide(parts: &Parts) {
    if let Some(privacy) = parts.extensions.get::<PrivacyData>() {
        provide_context(privacy.clone());
    }
}

fn privacy_data(app: &AppState) -> PrivacyData {
    let hours = |time: Millis| u32::try_from(time / HOUR).unwrap_or(u32::MAX);
    let (retention, sessions) = (&app.config.retention, &app.config.sessions);
    PrivacyData {
        cookie_days: MAX_AGE / (24 * 3_600),
        unplayed_hours: hours(UNPLAYED_RETENTION),
        room_days: hours(PLAYED_RETENTION) / 24,
        recoverable_days: retention.recoverable_days,
        report_days: hours(REPORT_RETENTION) / 24,
        screening_days: hours(ENDED_RETENTION) / 24,
        idle_days: sessions.session_idle_days,
        session_days: sessions.session_days,
        contact: app.config.security_contact.clone(),
    }
}
