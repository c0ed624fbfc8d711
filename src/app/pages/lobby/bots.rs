//! The bots that play with people, on the lobby page.

use engine_protocol::Level;
use leptos::prelude::*;
use room::BOT_MARK;
use rules::Game;

use super::row_words;
use crate::app::text::matchmaking::rating_name;
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::face::face;
use crate::app::ui::mark::mark;
use crate::model::lobby::{FreeBot, LobbySnapshot};

/// The bots that play with people, each with a button to play it; nothing if none is there.
pub fn bots(lobby: &LobbySnapshot) -> Option<El> {
    if lobby.bots.is_empty() {
        return None;
    }
    let card = el("section")
        .class("card")
        .attr("aria-labelledby", "bots")
        .child(el("h2").id("bots").child(words::play_a_bot()))
        .child(el("ul").class("games").children(lobby.bots.iter().map(bot_row)))
        .child(el("p").class("small soft").child(words::bots_how()));
    Some(card)
}

/// The id of a bot's button, another one for each name: the focus returns to it when the list has changed.
fn bot_id(name: &str) -> String {
    let part = |sign: char| {
        if sign.is_alphanumeric() { sign.to_string() } else { format!("-{:x}-", u32::from(sign)) }
    };
    format!("bot-{}", name.chars().map(part).collect::<String>())
}

fn bot_row(bot: &FreeBot) -> El {
    let act = if bot.is_free {
        button("button")
            .id(bot_id(&bot.name))
            .aria_label(words::play_bot(&bot.name))
            .attr("data-bot", bot.name.clone())
            .attr("data-awaits", "click")
            .child(words::PLAY_THEM)
    } else {
        el("span").class("badge").attr("data-kind", "soft").child(words::bot_busy())
    };
    let rating = |game: Game| {
        let rating = bot.ratings[game as usize]?;
        Some(words::listed(game_name(game), &rating_name(rating)))
    };
    let ratings: Vec<String> = [Game::Mancala, Game::Mapello].into_iter().filter_map(rating).collect();
    let who = row_words(bot.name.clone(), ratings.join(" · "));
    el("li").class("game-row").child(bot_mark(&bot.name)).child(who).child(act)
}

/// The face of a level of the computer, if a bot is called so; otherwise the mark of its name.
pub(super) fn bot_mark(name: &str) -> AnyView {
    let called = name.strip_prefix(BOT_MARK).unwrap_or(name);
    match Level::ALL.into_iter().find(|level| level.name() == called) {
        Some(level) => face(level),
        None => mark(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_of_different_names_have_different_ids() {
        let names = ["BOT A B", "BOT A-B", "BOT A--B", "BOT A-20-B", "BOT A20B", "BOT AB"];
        let ids: std::collections::HashSet<String> = names.into_iter().map(bot_id).collect();
        assert_eq!(ids.len(), names.len(), "{ids:?}");
    }
}
