//! Parts of the server's state that a handler can take by themselves.

use std::sync::Arc;

use axum::extract::FromRef;
use leptos::config::LeptosOptions;

use super::AppState;
use super::config::Config;
use super::http::limits::AddressLimits;
use super::metrics::Metrics;
use super::push::Push;
use super::store::Store;

/// Parts of the state, so that a handler that needs no more of it can say so.
macro_rules! sub_states {
    ($($part:ident: $kind:ty),+ $(,)?) => {
        $(impl FromRef<AppState> for $kind {
            fn from_ref(app: &AppState) -> Self {
                app.$part.clone()
            }
        })+
    };
}

sub_states! {
    config: Arc<Config>,
    leptos: LeptosOptions,
    limits: Arc<AddressLimits>,
    metrics: Metrics,
    push: Push,
    store: Store,
}
