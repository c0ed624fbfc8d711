//! The profile page, for the visitor alone: name, counts of won, drawn and lost games, opponents, ratings,
//! passkeys and data. Rendered by the server alone.

mod counts;
mod graph;
mod known;
mod opponent;
mod own_name;
mod own_tournaments;

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use room::RoomCode;

pub use self::opponent::head_to_head_page;
use super::home::name_said;
use super::page_head;
use super::security::{notices_card, passkey_status};
use crate::app::api::Rename;
use crate::app::text::isolate::dated;
use crate::app::text::names::shown_name;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::form::hidden_field;
use crate::app::ui::mark::mark;
use crate::model::players::OwnStanding;
use crate::model::profile::{Account, DeletionOutcome, Opponent, ProfileData, ResultCounts};
use crate::model::security::{BrowserGames, Notices};
use counts::computer_results;
pub(in crate::app::pages) use counts::online_results;
use known::known_cards;
use own_name::own_name_card;
use own_tournaments::own_tournaments_card;

/// The page.
pub fn profile_page() -> AnyView {
    let head = page_head(el("h1").child(words::PROFILE));
    let main = el("main").id("main").class("page cards profile").child(head);
    let Some(data) = use_context::<ProfileData>() else {
        return main.child(el("p").class("problem").role("alert").child(words::UNAVAILABLE)).any();
    };
    let deletion = use_context::<DeletionOutcome>().map(|outcome| match outcome {
        DeletionOutcome::Deleted => el("p").class("card").role("status").child(words::DATA_DELETED),
        DeletionOutcome::OfAnother => el("p").class("card").role("alert").child(words::DATA_NOT_DELETED),
    });
    let games = use_context::<BrowserGames>().map(games_card);
    let notices = use_context::<Notices>().and_then(|notices| notices_card(notices, true));
    let standing = use_context::<OwnStanding>().map(|OwnStanding { name, known, outcome }| {
        // Without passkeys nobody can claim a name here.
        let is_possible = data.account != Account::Impossible;
        (is_possible.then(|| own_name_card(name, outcome)), known_cards(known))
    });
    let (own_name, known) = standing.unwrap_or_default();
    main.child(deletion)
        .child(games)
        .child(notices)
        .child(name_form(&data.name))
        .child(own_name)
        .child(use_context().as_ref().and_then(own_tournaments_card))
        .children(data.games.iter().map(online_results))
        .child(computer_results())
        .child(opponents_card(data.opponents))
        .children(known.into_iter().flatten())
        .child(muted_card(data.muted))
        .child(passkey_card(data.account))
        .child(data_card(data.account, data.guest))
        .any()
}

/// A section of the page with its heading.
fn card(id: &'static str, heading: String) -> El {
    el("section").class("card").attr("aria-labelledby", id).child(el("h2").id(id).child(heading))
}

fn soft_paragraph(text: String) -> El {
    el("p").class("soft").child(text)
}

/// The question whether the games of this browser come along, or the way back if they did. While some of them
/// are being played, the default is no.
fn games_card(games: BrowserGames) -> El {
    let form = |action: &'static str| el("form").attr("action", action).attr("method", "post");
    let card = card("browser-games", words::browser_games());
    let BrowserGames::Unanswered { running } = games else {
        let take_back = el("button").class("button").child(words::GAMES_TAKE_BACK);
        return card
            .child(soft_paragraph(words::games_adopted()))
            .child(form("/me/adopt/undo").child(take_back));
    };
    let answer = |value: &'static str, name: String, is_default: bool| {
        let class = if is_default { "button primary" } else { "button" };
        el("button").class(class).attr("name", "answer").attr("value", value).child(name)
    };
    let yes = answer("yes", words::games_bring(), !running);
    let no = answer("no", words::games_leave(), running);
    // The first button is the one that the Enter key presses.
    let answers = if running { [no, yes] } else { [yes, no] };
    let about = if running { words::games_ask_running() } else { words::games_ask() };
    card.child(soft_paragraph(about)).child(form("/me/adopt").class("actions").children(answers))
}

/// The form with mark and name.
fn name_form(name: &str) -> El {
    let input = el("input")
        .class("input")
        .id("name")
        .attr("name", "name")
        .attr("value", name.to_owned())
        .attr("required", true)
        .attr("minlength", "2")
        .attr("maxlength", "20")
        .attr("autocomplete", "nickname");
    let row = el("div")
        .class("field-row")
        .child(mark(name.to_owned()))
        .child(input)
        .child(el("button").class("button").child(words::SAVE_NAME));
    el("form")
        .class("card field")
        .attr("action", Rename::PATH)
        .attr("method", "post")
        .child(el("label").attr("for", "name").child(words::YOUR_NAME))
        .child(row)
        .child(name_said())
}

/// The list of opponents in finished games.
fn opponents_card(opponents: Vec<Opponent>) -> El {
    let card = card("opponents", words::opponents());
    if opponents.is_empty() {
        return card.child(soft_paragraph(words::no_opponents()));
    }
    let row = |met: Opponent| {
        let name = shown_name(&met.name);
        let words = el("span")
            .class("grow")
            .child(el("span").class("name").child(name.clone()))
            .child(el("span").class("small soft").child(dated(&results_text(met.count), &met.day)));
        let link = el("a").class("game-row").href(format!("/me/with/{}", met.last));
        el("li").child(link.child(mark(name)).child(words))
    };
    card.child(el("ul").class("games").children(opponents.into_iter().map(row)))
}

/// The rooms of which no push message comes, each with the way back.
fn muted_card(rooms: Vec<String>) -> Option<El> {
    let row = |room: String| {
        let name =
            words::room_named(&room.parse().map_or_else(|_| room.clone(), |code: RoomCode| code.grouped()));
        let field = hidden_field("room", room.clone());
        let button =
            el("button").class("button").aria_label(words::hear_room_again(&name)).child(words::HEAR_ROOM);
        let form = el("form").attr("action", "/me/unmute").attr("method", "post").child(field).child(button);
        let link = el("a").href(format!("/r/{room}")).child(name);
        el("li").class("actions").child(link).child(form)
    };
    (!rooms.is_empty()).then(|| {
        card("muted", words::muted_rooms())
            .child(soft_paragraph(words::muted_rooms_about()))
            .child(el("ul").class("games").children(rooms.into_iter().map(row)))
    })
}

/// The buttons to sign in with a passkey, to be the same guest on several devices. They are hidden until the
/// page's script runs.
fn passkey_card(account: Account) -> Option<El> {
    let act = |act: &'static str, name: String| {
        let button = button("button").attr("data-passkey", act);
        button.attr("hidden", true).child(name)
    };
    let (about, ways) = match account {
        Account::Impossible => return None,
        Account::Possible => {
            let ways = vec![act("make", words::passkey_make()), act("ask", words::passkey_enter())];
            (words::passkey_about(), ways)
        }
        Account::SwitchedOff => {
            let ways = vec![act("ask", words::passkey_enter())];
            (words::accounts_off(), ways)
        }
        Account::SignedIn { .. } => {
            let security = el("a").class("button").href("/security").child(words::SECURITY);
            let leave = el("form")
                .attr("action", "/me/passkey/leave")
                .attr("method", "post")
                .child(el("button").class("button").child(words::PASSKEY_LEAVE));
            (words::passkey_is(), vec![security, leave])
        }
    };
    let card = card("passkeys", words::passkeys()).child(soft_paragraph(about));
    let ways = el("div").class("actions").children(ways);
    Some(card.child(ways).child(passkey_status()))
}

/// The buttons to export or delete the visitor's data.
fn data_card(account: Account, guest: String) -> El {
    // An account is deleted only by whoever shows its passkey.
    let confirm = match account {
        Account::SignedIn { confirmed_for } => Some(confirmed_for.to_string()),
        Account::Possible | Account::SwitchedOff | Account::Impossible => None,
    };
    let file = el("a").class("button").href("/me/data.json").attr("download", "duello.json");
    let games = el("a").class("button").href("/games").child(words::MY_GAMES);
    let form = el("form")
        .attr("action", "/me/forget")
        .attr("method", "post")
        .attr("data-confirm", confirm)
        .child(hidden_field("guest", guest))
        .child(soft_paragraph(words::delete_sure(&words::somebody())))
        .child(el("button").class("button danger").child(words::DELETE_NOW));
    let delete = el("details").child(el("summary").child(words::DELETE_DATA)).child(form);
    let more = el("a").href("/privacy").child(words::PRIVACY_MORE);
    card("data", words::my_data())
        .child(soft_paragraph(words::my_data_about()))
        .child(el("p").child(more))
        .child(el("div").class("actions").child(file.child(words::EXPORT_DATA)))
        .child(soft_paragraph(words::kept_data()))
        .child(el("div").class("actions").child(games))
        .child(delete)
}

/// "3 won, 1 drawn, 2 lost".
fn results_text(count: ResultCounts) -> String {
    words::score_of(count.won, count.drawn, count.lost)
}
