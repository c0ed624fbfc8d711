//! Health checks for monitoring and load balancers. `/healthz` (liveness): the process answers. `/readyz`
//! (readiness): the store reads and writes, and pages open in time, so players may be routed here.

use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use tokio::sync::Mutex;

use crate::server::AppState;

/// Within this time a page's first look-up has to be answered, and a write.
const READY_WITHIN: Duration = Duration::from_secs(3);
/// How long an outcome is given to everybody who asks. Checking writes, and anybody may ask.
const KEPT: Duration = Duration::from_millis(500);
/// The same for a failure: long enough for those who waited for it.
const FAILURE_KEPT: Duration = Duration::from_millis(50);

/// The outcome of the latest check of the store. Who asks while one is under way waits for it.
#[derive(Debug, Default)]
pub struct Readiness(Mutex<Option<(Instant, Outcome)>>);

pub(super) type Outcome = Result<&'static str, &'static str>;

/// Liveness: the process answers.
pub async fn healthz() -> &'static str {
    "ok"
}

/// Readiness: the store reads and writes in time, and the server is neither shutting down nor isolated from
/// live nodes.
pub async fn readyz(State(app): State<AppState>) -> impl IntoResponse {
    match readiness(&app).await {
        Ok(ready) => (StatusCode::OK, ready),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, why),
    }
}

/// Whether players may be routed here, and if not, why.
pub(super) async fn readiness(app: &AppState) -> Outcome {
    if app.stop.is_cancelled() {
        return Err("stopping");
    }
    if *app.isolated.borrow() {
        return Err("cut off from the other nodes");
    }
    let mut latest = app.readiness.0.lock().await;
    match *latest {
        Some((at, outcome)) if at.elapsed() < if outcome.is_ok() { KEPT } else { FAILURE_KEPT } => outcome,
        _ => {
            let outcome = check(app).await;
            *latest = Some((Instant::now(), outcome));
            outcome
        }
    }
}

/// Checks the store by the connections that pages use, behind those that wait for one.
async fn check(app: &AppState) -> Outcome {
    match tokio::time::timeout(READY_WITHIN, app.store.check()).await {
        Ok(Ok(())) => Ok("ready"),
        Ok(Err(error)) => {
            tracing::error!(%error, "not ready");
            Err("the database does not answer")
        }
        Err(_) => {
            tracing::error!("not ready: the database does not answer in time");
            Err("the database does not answer in time")
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use axum::http::header::COOKIE;

    use super::*;
    use crate::server::auth::account::resolve_session;
    use crate::server::config::Config;
    use crate::server::identity::Identity;
    use room::Settings;

    #[tokio::test]
    async fn pages_that_hold_all_readers_stop_no_game_and_show_in_readyz() {
        let folder = tempfile::tempdir().unwrap();
        let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
        let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let app = &running.app;
        let code = app.rooms.create(Settings::default(), None).await.unwrap();
        let ready = async || readyz(State(app.clone())).await.into_response().status();
        assert_eq!(ready().await, StatusCode::OK);
        let held = app.store.hold_readers().await;
        let anna = Identity::of_test(1);
        let cookie = format!("duello_guest={}; duello_code={}", anna.secret(), app.cookie_key.sign(&anna));
        let request = Request::builder().header(COOKIE, cookie).body(()).unwrap();
        let played = async {
            assert!(resolve_session(app, request.headers()).await.unwrap().is_some());
            assert!(app.rooms.get_or_load(code).await.unwrap().is_some());
        };
        tokio::time::timeout(Duration::from_secs(20), played).await.expect("players do not wait for pages");
        tokio::time::sleep(KEPT).await;
        assert_eq!(ready().await, StatusCode::SERVICE_UNAVAILABLE);
        drop(held);
        tokio::time::sleep(KEPT).await;
        assert_eq!(ready().await, StatusCode::OK);
        running.stop().await;
    }
}
