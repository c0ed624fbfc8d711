//! The privacy page: what the server stores, what for, for how long and who can see it, and what a deletion does.

use leptos::prelude::*;

use super::page_head;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::model::privacy::PrivacyData;

/// The page.
pub fn privacy_page() -> AnyView {
    let main = el("main").id("main").class("page cards profile");
    let main = main.child(page_head(el("h1").child(words::PRIVACY)));
    let Some(data) = use_context::<PrivacyData>() else {
        return main.child(el("p").class("problem").role("alert").child(words::UNAVAILABLE)).any();
    };
    let rooms_long = words::privacy_rooms_long(data.unplayed_hours, data.room_days, data.recoverable_days);
    let rows = [
        row(
            words::privacy_cookie(),
            words::privacy_cookie_about(),
            words::privacy_cookie_long(data.cookie_days),
            words::privacy_cookie_who(),
        ),
        row(
            words::privacy_name(),
            words::privacy_name_about(),
            words::privacy_until_deleted(),
            words::privacy_name_who(),
        ),
        row(words::privacy_rooms(), words::privacy_rooms_about(), rooms_long, words::privacy_rooms_who()),
        row(
            words::privacy_games(),
            words::privacy_games_about(),
            words::privacy_games_long(),
            words::privacy_games_who(),
        ),
        row(
            words::privacy_results(),
            words::privacy_results_about(),
            words::privacy_until_deleted(),
            words::privacy_results_who(),
        ),
        row(
            words::privacy_account(),
            words::privacy_account_about(),
            account_long(&data),
            words::privacy_you_alone(),
        ),
        row(
            words::privacy_players(),
            words::privacy_players_about(),
            words::privacy_players_long(),
            words::privacy_players_who(),
        ),
        row(
            words::privacy_tournaments(),
            words::privacy_tournaments_about(),
            words::privacy_games_long(),
            words::privacy_tournaments_who(),
        ),
        row(
            words::privacy_notes(),
            words::privacy_notes_about(),
            words::privacy_notes_long(),
            words::privacy_you_alone(),
        ),
        row(
            words::privacy_fair_play(),
            words::privacy_fair_play_about(),
            words::privacy_fair_play_long(data.screening_days),
            words::privacy_you_alone(),
        ),
        row(
            words::privacy_reports(),
            words::privacy_reports_about(),
            words::privacy_reports_long(data.report_days),
            words::privacy_operator(),
        ),
        row(
            words::privacy_address(),
            words::privacy_address_about(),
            words::privacy_address_long(),
            words::privacy_operator(),
        ),
        row(
            words::privacy_device(),
            words::privacy_device_about(),
            words::privacy_until_deleted(),
            words::privacy_device_who(),
        ),
    ];
    let profile = el("a").class("button").href("/me#data").child(words::PRIVACY_PROFILE);
    let deletion = card(words::privacy_deletion())
        .child(el("p").child(words::privacy_deletion_gone(&words::somebody())))
        .child(el("p").child(words::privacy_deletion_stays(data.report_days)))
        .child(el("div").class("actions").child(profile));
    let contact = data.contact.map(|contact| {
        let link = el("a").href(contact.clone()).child(contact.trim_start_matches("mailto:").to_owned());
        el("p").class("card").child(words::PRIVACY_CONTACT).child(" ").child(link)
    });
    main.child(el("p").child(words::PRIVACY_INTRO)).children(rows).child(deletion).child(contact).any()
}

fn card(heading: String) -> El {
    el("section").class("card").child(el("h2").child(heading))
}

/// Something that is stored: what it is and what for, how long, and who can see it.
fn row(what: String, about: String, how_long: String, who: String) -> El {
    let labelled = |label: String, text: String| {
        el("p").class("soft").child(el("strong").child(label)).child(" ").child(text)
    };
    card(what)
        .child(el("p").child(about))
        .child(labelled(words::privacy_how_long(), how_long))
        .child(labelled(words::privacy_who(), who))
}

/// How long an account and its sign-ins last.
fn account_long(data: &PrivacyData) -> String {
    let mut text = words::privacy_until_deleted();
    for (days, sentence) in [
        (data.idle_days, words::privacy_signin_idle as fn(u32) -> String),
        (data.session_days, words::privacy_signin_ends),
    ] {
        if days > 0 {
            text = format!("{text} {}", sentence(days));
        }
    }
    text
}
