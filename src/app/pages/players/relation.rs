//! What a visitor can do on the page of another player: challenge, follow, block.

use rules::Game;

use crate::app::text::names::game_name;
use crate::app::text::{short_clock_name, words};
use crate::app::ui::el::{El, el};
use crate::app::ui::form::hidden_field;
use crate::model::players::NO_CLOCK;
use crate::model::seek::SPEEDS;

fn choice(name: &'static str, value: &'static str, text: String, chosen: bool) -> El {
    let input =
        el("input").attr("type", "radio").attr("name", name).attr("value", value).attr("checked", chosen);
    el("label").child(input).child(el("span").child(text))
}

fn choices(legend: String, choices: Vec<El>) -> El {
    el("fieldset").child(el("legend").child(legend)).child(el("div").class("choices").children(choices))
}

/// The form that opens a room and tells the player.
pub(super) fn challenge_card(name: &str) -> El {
    let games = [("mancala", Game::Mancala), ("mapello", Game::Mapello)];
    let games =
        games.map(|(word, game)| choice("game", word, game_name(game).to_owned(), game == Game::Mancala));
    let speeds = SPEEDS.map(|(word, clock)| choice("speed", word, short_clock_name(clock), false));
    let no_clock = choice("speed", NO_CLOCK, words::no_clock(), true);
    let form = el("form")
        .class("settings")
        .attr("action", "/me/challenge")
        .attr("method", "post")
        .child(hidden_field("player", name))
        .child(choices(words::game(), games.into()))
        .child(choices(words::pace(), [no_clock].into_iter().chain(speeds).collect()))
        .child(el("button").class("button primary big").child(words::CHALLENGE_SEND))
        .child(el("p").class("small soft").child(words::challenge_how()));
    el("section")
        .class("card")
        .attr("aria-labelledby", "challenge")
        .child(el("h2").id("challenge").child(words::challenge_player()))
        .child(form)
}

/// The buttons to follow and to block a player, or to end that.
pub(super) fn relation_forms(name: &str, follows: bool, blocks: bool) -> El {
    let form = |act: &'static str, class: &'static str, text: String| {
        el("form")
            .attr("action", "/me/relation")
            .attr("method", "post")
            .child(hidden_field("act", act))
            .child(hidden_field("player", name))
            .child(el("button").class(class).child(text))
    };
    let follow = match follows {
        true => form("unfollow", "button", words::unfollow()),
        false => form("follow", "button", words::follow()),
    };
    let block = match blocks {
        true => form("unblock", "button", words::unblock()),
        false => form("block", "button quiet", words::block_player()),
    };
    el("div").class("actions").child((!blocks).then_some(follow)).child(block)
}
