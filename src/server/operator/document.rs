//! The document around an operator's page: head, navigation, policy. It has no script, and its style stands in it.

use std::sync::LazyLock;

use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use leptos::prelude::*;
use room::Millis;

use crate::server::admin::clock::written;
use crate::server::http::headers::{PRIVATE, policy_of_style};
use crate::server::store::StoreError;

const STYLE: &str = include_str!("style.css");

/// The policy: its own style and its own forms, and nothing else.
static POLICY: LazyLock<String> = LazyLock::new(|| policy_of_style(STYLE, "'self'"));

/// The pages in the navigation: address and name.
const PAGES: [(&str, &str); 6] = [
    ("/operator", "Overview"),
    ("/operator/players", "Players to look at"),
    ("/operator/reports", "Reports"),
    ("/operator/sanctions", "Sanctions"),
    ("/operator/audit", "Audit log"),
    ("/operator/tournaments", "Tournaments"),
];

/// A page in the navigation, or one that it leads to.
pub(super) fn page(path: &str, title: &str, content: impl IntoView) -> Response {
    let links = PAGES.map(|(href, name)| {
        let current = (href == path).then_some("page");
        view! { <a href=href aria-current=current>{name}</a> }
    });
    let body = view! {
        <a class="skip" href="#main">"To the content"</a>
        <header>
            <strong>"Duello"</strong>
            <nav aria-label="Operator">{links.collect_view()}</nav>
            <form method="post" action="/operator/sign-out"><button>"Sign out"</button></form>
        </header>
        <main id="main">
            <h1>{title.to_owned()}</h1>
            {content}
        </main>
    };
    document(StatusCode::OK, title, body)
}

/// The form that asks for the token, with what was wrong with the last one, and to which page it leads.
pub(super) fn sign_in_page(status: StatusCode, problem: Option<&str>, next: &str) -> Response {
    let problem = problem.map(|problem| view! { <p class="warn" role="alert">{problem.to_owned()}</p> });
    let body = view! {
        <main>
            <h1>"Operator"</h1>
            <p>"These pages are for whoever runs this server. They show reports, sanctions and whom to look at."</p>
            {problem}
            <form class="sign-in" method="post" action="/operator/sign-in">
                // For password managers.
                <input type="text" name="name" value="operator" autocomplete="username" hidden/>
                <input type="hidden" name="next" value=next.to_owned()/>
                <label for="token">"The token with which the server was started (--operator-token)"</label>
                <input id="token" name="token" type="password" autocomplete="current-password" required autofocus/>
                <button>"Sign in"</button>
            </form>
        </main>
    };
    document(status, "Operator", body)
}

/// What is said while the store does not answer.
pub(super) fn failed(error: &StoreError) -> Response {
    tracing::warn!(%error, "an operator's page could not be read");
    let body = view! { <main><h1>"Operator"</h1><p class="warn">"The database does not answer. Try again in a moment."</p></main> };
    // Not 503, which the service worker of a browser takes for being offline.
    document(StatusCode::INTERNAL_SERVER_ERROR, "Operator", body)
}

fn document(status: StatusCode, title: &str, body: impl IntoView) -> Response {
    let html = view! {
        <html lang="en">
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <title>{format!("{title} – Duello")}</title>
                <style inner_html=STYLE></style>
            </head>
            <body>{body.into_view()}</body>
        </html>
    };
    // The markers are for a program in the page, of which there is none. In texts of users the sign < is escaped.
    let html = format!("<!DOCTYPE html>{}", html.to_html().replace("<!>", ""));
    let mut answer = (status, PRIVATE, [(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response();
    if let Ok(policy) = HeaderValue::from_str(&POLICY) {
        answer.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    answer
}

/// A row of a table: its cells, and whether it stands out.
pub(super) struct TableRow<const N: usize> {
    pub stands_out: bool,
    pub cells: [AnyView; N],
}

impl<const N: usize> From<[AnyView; N]> for TableRow<N> {
    fn from(cells: [AnyView; N]) -> Self {
        Self { stands_out: false, cells }
    }
}

/// A table of this name whose columns have these names, or a sentence if it has no rows. On phones a row is a card, whose cells say of which
/// column they are. The roles are for browsers that take what is laid out otherwise for no table.
pub(super) fn table<const N: usize>(
    name: &'static str,
    columns: [&'static str; N],
    rows: Vec<TableRow<N>>,
    empty: &'static str,
) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="soft">{empty}</p> }.into_any();
    }
    let heads = columns.map(|name| view! { <th scope="col" role="columnheader">{name}</th> });
    let rows = rows.into_iter().map(|TableRow { stands_out, cells }| {
        let cells = columns.into_iter().zip(cells);
        let cells =
            cells.map(|(name, cell)| view! { <td role="cell" data-column=name><div>{cell}</div></td> });
        view! { <tr role="row" class=stands_out.then_some("look")>{cells.collect_view()}</tr> }
    });
    view! {
        <table role="table" aria-label=name>
            <thead role="rowgroup"><tr role="row">{heads.collect_view()}</tr></thead>
            <tbody role="rowgroup">{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// A text of somebody, in its own direction.
pub(super) fn text(text: impl Into<String>) -> AnyView {
    let text: String = text.into();
    view! { <bdi>{text}</bdi> }.into_any()
}

/// A code or a hash.
pub(super) fn id(text: impl ToString) -> AnyView {
    view! { <code>{text.to_string()}</code> }.into_any()
}

/// A guest, as a link to what is known of them. Long ids are shortened, as the commands take the first digits.
pub(super) fn guest_link(guest: &str) -> AnyView {
    if guest.is_empty() {
        return view! { <span class="soft">"deleted"</span> }.into_any();
    }
    let short: String = guest.chars().take(12).collect();
    view! { <a href=format!("/operator/guests/{guest}")><code>{short}</code></a> }.into_any()
}

/// A time.
pub(super) fn time(at: Millis) -> AnyView {
    written(at).into_any()
}
