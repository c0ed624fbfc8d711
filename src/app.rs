//! The page: its routes, and what stands around all of them.

pub mod api;
pub mod game;
pub mod pages;
pub mod shell;
pub mod text;
pub mod ui;

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{FlatRoutes, Route, Router};
use leptos_router::path;

use pages::{Home, LocalGame, NotFound, RoomPage};

/// The whole page, on the server and in the browser.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    ui::toast::provide();
    view! {
        <Title text="Duello"/>
        <a class="skip" href="#main">"Skip to the board"</a>
        <Router>
            <FlatRoutes fallback=|| view! { <NotFound/> }>
                <Route path=path!("/") view=Home/>
                <Route path=path!("/r/:code") view=RoomPage/>
                <Route path=path!("/local") view=LocalGame/>
            </FlatRoutes>
        </Router>
        <ui::toast::Toasts/>
    }
}
