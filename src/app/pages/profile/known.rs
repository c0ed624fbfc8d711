//! The cards of the profile with the players whom the visitor follows, and those whom the visitor blocks.

use super::card;
use crate::app::text::names::shown_name;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::form::hidden_field;
use crate::app::ui::mark::mark;
use crate::app::ui::player_name::player_name;
use crate::model::players::{KnownPlayer, KnownPlayers};

/// The cards; none for a list without anybody.
pub(super) fn known_cards(known: KnownPlayers) -> [Option<El>; 2] {
    [
        list("followed", words::followed_players(), known.followed, Ending::Unfollow),
        list("blocked", words::blocked_players(), known.blocked, Ending::Unblock),
    ]
}

/// What the button of a row ends.
#[derive(Clone, Copy)]
enum Ending {
    Unfollow,
    Unblock,
}

fn list(id: &'static str, heading: String, players: Vec<KnownPlayer>, ending: Ending) -> Option<El> {
    let rows: Vec<El> = players.into_iter().map(|player| row(player, ending)).collect();
    (!rows.is_empty()).then(|| card(id, heading).child(el("ul").class("account-rows").children(rows)))
}

fn row(player: KnownPlayer, ending: Ending) -> El {
    let shown = shown_name(&player.name);
    let online = player.is_online.then(|| el("span").class("small soft").child(words::player_online()));
    let (act, text, label) = match ending {
        Ending::Unfollow => ("unfollow", words::unfollow(), words::unfollow_one(&shown)),
        Ending::Unblock => ("unblock", words::unblock(), words::unblock_one(&shown)),
    };
    let form = el("form")
        .attr("action", "/me/relation")
        .attr("method", "post")
        .child(hidden_field("act", act))
        .child(hidden_field("known", player.guest))
        .child(el("button").class("button").aria_label(label).child(text));
    let who = el("div")
        .class("grow known-player")
        .child(mark(shown.clone()))
        .child(player_name(shown))
        .child(online);
    el("li").class("account-row").child(who).child(form)
}
