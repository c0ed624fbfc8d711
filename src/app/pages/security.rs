//! The security page of an account, rendered by the server alone: notices of changes, passkeys, and the
//! browsers that are signed in, and bots with their tokens, with plain forms that end what is not the owner's.

mod bots;

use leptos::prelude::*;

use bots::{bots_card, token_card};

use super::page_head;
use crate::app::text::account::{browser_name, notice_text};
use crate::app::text::names::date_text;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::form::hidden_field;
use crate::model::security::{Notices, Outcome, PasskeyItem, Security, SecurityData, SessionItem};

/// The page.
pub fn security_page() -> AnyView {
    let main = el("main").id("main").class("page cards profile");
    let main = main.child(page_head(el("h1").child(words::SECURITY)));
    let data = match use_context::<Security>() {
        Some(Security::SignedIn(data)) => data,
        Some(Security::SignedOut) => {
            let link = el("a").class("button").href("/me").child(words::PROFILE);
            let card = el("section").class("card").child(soft(words::security_signed_out()));
            return main.child(card.child(el("div").class("actions").child(link))).any();
        }
        None => return main.child(el("p").class("problem").role("alert").child(words::UNAVAILABLE)).any(),
    };
    let SecurityData { notices, passkeys, sessions, bots, new_token, confirmed_for, outcome } = data;
    main.child(new_token.map(token_card))
        .child(outcome.map(outcome_card))
        .child(notices_card(notices, false))
        .child(passkeys_card(passkeys, confirmed_for))
        .child(sessions_card(sessions, confirmed_for))
        .child(bots_card(bots, confirmed_for))
        .any()
}

fn soft(text: String) -> El {
    el("p").class("soft").child(text)
}

fn card(id: &'static str, heading: String) -> El {
    el("section").class("card").attr("aria-labelledby", id).child(el("h2").id(id).child(heading))
}

/// What came of a form.
fn outcome_card(outcome: Outcome) -> El {
    let status = |text: String| el("p").class("card").role("status").child(text);
    let problem = |text: String| el("p").class("problem").role("alert").child(text);
    match outcome {
        Outcome::PasskeyRemoved => status(words::passkey_removed()),
        Outcome::Ended => status(words::sessions_ended()),
        Outcome::BotRemoved => status(words::bot_removed()),
        Outcome::TokenRevoked => status(words::token_revoked()),
        Outcome::BotNotMade => problem(words::bot_not_made()),
        Outcome::TokenNotMade => problem(words::token_not_made()),
        Outcome::PasskeyStays => problem(words::passkey_stays()),
        Outcome::Unconfirmed => {
            let confirm = button("button primary").attr("data-passkey", "confirm").attr("hidden", true);
            let actions = el("div").class("actions").child(confirm.child(words::CONFIRM_NOW));
            el("section").class("card").child(problem(words::confirm_first())).child(actions)
        }
    }
}

/// The changes of the account that have not been read in this browser; `links` to this page from others.
pub fn notices_card(notices: Notices, links: bool) -> Option<El> {
    if notices.all.is_empty() {
        return None;
    }
    let lines = notices.all.iter().map(|notice| {
        let what = notice_text(notice.kind, &browser_name(&notice.browser));
        el("li").child(what).child(" ").child(el("span").class("small soft").child(date_text(&notice.day)))
    });
    let until = hidden_field("until", notices.until.to_string());
    let read = el("form")
        .attr("action", "/security/read")
        .attr("method", "post")
        .child(until)
        .child(el("button").class("button").child(words::NOTICES_READ));
    let link = links.then(|| el("a").class("button").href("/security").child(words::SECURITY));
    let card = card("notices", words::notices())
        .child(el("ul").class("notices").children(lines))
        .child(soft(words::notices_not_you()))
        .child(el("div").class("actions").child(read).child(link));
    Some(card)
}

/// A form with the id of what it ends.
fn end_form(action: &'static str, confirmed_for: i64, id: String) -> El {
    el("form")
        .attr("action", action)
        .attr("method", "post")
        .attr("data-confirm", confirmed_for.to_string())
        .child(hidden_field("id", id))
}

/// A row of a list: the browser, since when and when last, and what can be done.
fn row(name: String, since: String, used: Option<String>, act: Option<El>) -> El {
    let used = used.map(|used| el("p").class("small soft").child(words::last_used(&date_text(&used))));
    let words = el("div")
        .class("grow")
        .child(el("p").class("name").child(name))
        .child(el("p").class("small soft").child(since))
        .child(used);
    el("li").class("account-row").child(words).child(act)
}

fn passkeys_card(passkeys: Vec<PasskeyItem>, confirmed_for: i64) -> El {
    let is_only = passkeys.len() == 1;
    let rows = passkeys.into_iter().map(|passkey| {
        let name = browser_name(&passkey.browser);
        let day = date_text(&passkey.made);
        let made = words::passkey_made_on(&day);
        let label = words::passkey_remove_one(&name, &day);
        let remove = el("button").class("button").aria_label(label).child(words::PASSKEY_REMOVE);
        let form = end_form("/security/passkey", confirmed_for, passkey.id).child(remove);
        row(name, made, passkey.used, (!is_only).then_some(form))
    });
    let more = button("button")
        .attr("data-passkey", "make")
        .attr("data-confirm", confirmed_for.to_string())
        .attr("hidden", true)
        .child(words::PASSKEY_MORE);
    let said = passkey_status();
    card("passkeys", words::passkeys_list())
        .child(soft(words::confirm_about()))
        .child(el("ul").class("account-rows").children(rows))
        .child(is_only.then(|| soft(words::passkey_only())))
        .child(el("div").class("actions").child(more))
        .child(said)
}

fn sessions_card(sessions: Vec<SessionItem>, confirmed_for: i64) -> El {
    let has_others = sessions.iter().any(|session| !session.is_this);
    let rows = sessions.into_iter().map(|session| {
        let name = browser_name(&session.browser);
        let day = date_text(&session.since);
        let since = words::session_since(&day);
        let this = session
            .is_this
            .then(|| el("span").class("badge").attr("data-kind", "soft").child(words::SESSION_THIS));
        let label = words::session_end_one(&name, &day);
        let end = el("button").class("button").aria_label(label).child(words::SESSION_END);
        let form = end_form("/security/session", confirmed_for, session.id).child(end);
        let act = if session.is_this { this } else { Some(form) };
        row(name, since, session.used, act)
    });
    let others = has_others.then(|| {
        let form = el("form")
            .attr("action", "/security/sessions")
            .attr("method", "post")
            .attr("data-confirm", confirmed_for.to_string())
            .child(el("button").class("button danger").child(words::SESSIONS_END_OTHERS));
        el("div").class("actions").child(form)
    });
    card("sessions", words::sessions())
        .child(soft(words::sessions_about()))
        .child(el("ul").class("account-rows").children(rows))
        .child(others)
}

/// The line that says how a ceremony with a passkey ended (`app/passkeys.js`).
pub(super) fn passkey_status() -> El {
    el("p")
        .id("said")
        .role("status")
        .attr("data-failed", words::PASSKEY_FAILED)
        .attr("data-unknown", words::PASSKEY_UNKNOWN)
        .attr("data-there", words::PASSKEY_THERE)
        .attr("data-closed", words::PASSKEY_CLOSED)
}
