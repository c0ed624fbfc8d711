//! The lobby page for matchmaking: the form for a seek, the open seeks, public games to watch, and what to do
//! while waiting. Rendered by the server alone, including the parts that change; `public/find.js` replaces
//! those and sends the seek.

mod bots;

use std::fmt::Write;

use leptos::prelude::*;
use room::RatingMode;
use rules::Game;

use self::bots::bot_mark;
pub use self::bots::bots;
use super::{challenges, friends_online, page_head};
use crate::app::text::matchmaking::{mode_name, range_name, rating_name, seek_name, variant_name};
use crate::app::text::names::{game_name, game_title, preset_name, shown_name};
use crate::app::text::words::Phrase;
use crate::app::text::{joined, short_clock_name, words};
use crate::app::ui::el::{El, button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::mark::{mark, mark_opposite};
use crate::model::lobby::{LobbySnapshot, OpenSeek, PublicGame};
use crate::model::players::Friends;
use crate::model::rating::Rating;
use crate::model::rating_range::{HIGHEST, LOWEST, NO_LIMIT};
use crate::model::seek::{ANY, BOARDS, MODES, PRESETS, SPEEDS, Seek};

/// The lobby page.
pub fn find_page(game: Game) -> AnyView {
    let lobby: LobbySnapshot = use_context().unwrap_or_default();
    let known: Friends = use_context().unwrap_or_default();
    let error = el("p").class("problem").id("live-said").role("alert");
    let reconnecting = el("p").class("problem").id("lost").role("status").attr("hidden", true);
    let seeks = el("section")
        .class("card")
        .attr("aria-labelledby", "offers")
        .child(el("h2").id("offers").child(words::OPEN_OFFERS))
        .child(part("offers").child(open_seeks(&lobby)));
    let others = el("div")
        .class("others")
        .child(part("friends").child(friends_online(&known.online)))
        .child(seeks)
        .child(part("bots").child(bots(&lobby)));
    el("main")
        .id("main")
        .class("page find")
        .attr("data-lobby", "find")
        .child(page_head(el("h1").attr("tabindex", "-1").child(words::FIND_OPPONENT)))
        .child(error)
        .child(reconnecting.child(words::TRYING_AGAIN))
        .child(part("challenges").attr("aria-live", "polite").child(challenges(&known.challenges)))
        .child(part("waiting").attr("aria-live", "polite"))
        .child(form(game))
        .child(others)
        .child(part("counts").child(counts(&lobby)))
        .child(further_links())
        .child(el("noscript").child(el("p").class("problem").child(words::NO_SCRIPT)))
        .any()
}

/// The links to other ways to find opponents, and to the best ones.
fn further_links() -> El {
    let link = |path: &'static str, name: Phrase| el("a").href(path).child(name);
    el("p")
        .class("leaders")
        .child(link("/tv", words::TV))
        .child(" · ")
        .child(link("/events", words::TOURNAMENTS))
        .child(" · ")
        .child(link("/players", words::LEADERBOARDS))
}

/// A part of a page that `public/find.js` keeps up to date.
pub fn part(name: &str) -> El {
    el("div").id(format!("live-{name}"))
}

/// The form of a seek.
fn form(game: Game) -> El {
    let games = [("mancala", Game::Mancala), ("mapello", Game::Mapello)];
    let games = games.map(|(word, one)| (word, game_name(one).to_owned(), one == game));
    let presets = PRESETS.map(|(word, preset)| (word, preset_name(preset)));
    let boards = BOARDS.map(|word| (word, variant_name(word)));
    let speeds = SPEEDS.map(|(word, clock)| (word, short_clock_name(clock), false));
    let any_speed = [(ANY, words::any(), true)];
    let modes = MODES.map(|(word, mode)| (word, mode_name(mode), mode == RatingMode::default()));
    let button = el("button").class("button primary big").child(icon(Icon::Find)).child(words::FIND_OPPONENT);
    el("form")
        .class("card settings")
        .id("seek")
        .attr("data-awaits", "submit")
        .child(radios(words::game(), "game", games.into_iter().collect()))
        .child(select("mancala", words::rules(), words::any_rules(), presets.into_iter().collect()))
        .child(select("mapello", words::board(), words::any_board(), boards.into_iter().collect()))
        .child(radios(words::pace(), "speed", any_speed.into_iter().chain(speeds).collect()))
        .child(radios(words::mode(), "mode", modes.into_iter().collect()))
        .child(range_fields())
        .child(button)
        .child(el("p").class("small soft").child(words::FIND_HOW))
        .child(el("p").class("small soft").attr("data-of", Game::Mancala.word()).child(words::FIND_MATCH))
        .child(el("p").class("small soft").child(words::CLOCK_MEANS))
        .child(el("p").class("small soft").child(words::NO_RATING))
}

/// A group of radio buttons: the value of each, its label, whether it is checked.
fn radios(legend: String, name: &'static str, choices: Vec<(&'static str, String, bool)>) -> El {
    let choices = choices.into_iter().map(|(word, text, chosen)| {
        let input =
            el("input").attr("type", "radio").attr("name", name).attr("value", word).attr("checked", chosen);
        el("label").child(input).child(el("span").child(text))
    });
    el("fieldset").child(el("legend").child(legend)).child(el("div").class("choices").children(choices))
}

/// The two limits of an opponent's rating.
fn range_fields() -> El {
    let limit = |name: &'static str, label: String, offered: Vec<(&'static str, String)>| {
        labelled_select(name, label, [(NO_LIMIT, words::any())].into_iter().chain(offered))
    };
    // The nearest first, as they are chosen.
    let below =
        LOWEST.into_iter().rev().map(|(word, points)| (word, words::points_below(points.unsigned_abs())));
    let above = HIGHEST.map(|(word, points)| (word, words::points_above(points.unsigned_abs())));
    let fields = el("div")
        .class("range")
        .child(limit("lowest", words::rating_at_least(), below.collect()))
        .child(limit("highest", words::rating_at_most(), above.into_iter().collect()));
    el("fieldset").child(el("legend").child(words::opponent_rating())).child(fields)
}

/// The rules or boards of a game.
fn select(name: &'static str, label: String, any: String, choices: Vec<(&'static str, String)>) -> El {
    labelled_select(name, label, choices.into_iter().chain([(ANY, any)])).attr("data-of", name)
}

fn labelled_select(
    name: &'static str,
    label: String,
    choices: impl Iterator<Item = (&'static str, String)>,
) -> El {
    let choices = choices.map(|(word, text)| el("option").attr("value", word).child(text));
    let id = format!("way-{name}");
    el("div")
        .class("field")
        .child(el("label").attr("for", id.clone()).child(label))
        .child(el("select").class("input").id(id).attr("name", name).children(choices))
}

/// The numbers of people and running games.
pub fn counts(lobby: &LobbySnapshot) -> El {
    let text = words::listed(&words::people_here(lobby.people), &words::games_on(lobby.games));
    el("p").class("soft").child(text)
}

/// The open seeks, each with a button to accept it.
pub fn open_seeks(lobby: &LobbySnapshot) -> Vec<El> {
    if lobby.seeks.is_empty() {
        return vec![el("p").class("soft").child(words::NO_OFFERS)];
    }
    let more =
        (lobby.more_seeks > 0).then(|| el("p").class("soft").child(words::and_more_offers(lobby.more_seeks)));
    let list = el("ul").class("games").children(lobby.seeks.iter().map(seek_row));
    [list].into_iter().chain(more).collect()
}

fn seek_row(seek: &OpenSeek) -> El {
    let what = joined(" · ", [Some(seek_name(seek.seek)), range_name(seek.range)].into_iter().flatten());
    let act = if seek.own {
        el("span").class("badge").attr("data-kind", "soft").child(words::YOUR_OFFER)
    } else {
        button("button")
            .id(format!("offer-{}", seek.id))
            .aria_label(words::accept_offer(&seek.name, &what))
            .attr("data-say", format!("{{\"t\":\"take\",\"offer\":{}}}", seek.id))
            .attr("data-awaits", "click")
            .child(words::PLAY_THEM)
    };
    let who = row_words(with_rating(&seek.name, seek.rating), what);
    el("li").class("game-row").child(mark(seek.name.clone())).child(who).child(act)
}

/// A name, with the rating if it is known.
fn with_rating(name: &str, rating: Option<Rating>) -> String {
    rating.map_or_else(|| name.to_owned(), |rating| format!("{name} · {}", rating_name(rating)))
}

/// An opponent has been found: shown while the page goes to the room.
pub fn paired(name: &str, rating: Option<Rating>) -> El {
    let words = row_words(words::found_opponent(), with_rating(name, rating));
    el("div")
        .class("card wait")
        .child(el("div").class("wait-words").child(mark(name.to_owned())).child(words))
}

/// A row of two lines: the players, and the game.
fn row_words(who: String, what: String) -> El {
    let who = el("span").class("name").child(who);
    el("span").class("grow").child(who).child(el("span").class("small soft").child(what))
}

/// The public games, each a link for spectators.
pub fn public_games(lobby: &LobbySnapshot) -> Vec<El> {
    if lobby.public.is_empty() {
        // That there are none at all is said by the numbers.
        let none = (lobby.games > 0).then(|| el("p").class("soft").child(words::NO_LIVE_GAMES));
        return none.into_iter().collect();
    }
    let row = |game: &PublicGame| {
        let mut what = game_title(&game.game);
        // Writing to a string cannot fail.
        let _ = write!(what, " · {}", short_clock_name(game.clock));
        if game.watching > 0 {
            let _ = write!(what, " · {}", words::watching(game.watching));
        }
        let [first, second] = &game.names.each_ref().map(|name| shown_name(name));
        let marks =
            el("span").class("marks").child(mark(first.clone())).child(mark_opposite(second.clone(), first));
        let link = el("a").class("game-row").href(format!("/r/{}", game.code));
        el("li").child(link.child(marks).child(row_words(words::versus(first, second), what)))
    };
    vec![el("ul").class("games").children(lobby.public.iter().map(row))]
}

/// The running games, and the way to the TV and to tournaments, for the home page.
pub fn live_games(lobby: &LobbySnapshot) -> Vec<El> {
    let heading = el("h2").id("now").child(words::LIVE_GAMES);
    let tv = el("a").class("button quiet").href("/tv").child(words::TV);
    let events = el("a").class("button quiet").href("/events").child(words::TOURNAMENTS);
    vec![
        heading,
        part("counts").child(counts(lobby)),
        part("games").child(public_games(lobby)),
        el("div").class("actions").child(tv).child(events),
    ]
}

/// The visitor has been waiting for so many seconds. `suggest_computer` adds a link to play the computer
/// meanwhile, on the lobby page only; `bot` is one that is free for a game there and then.
pub fn waiting(seek: Seek, seconds: u64, suggest_computer: bool, bot: Option<&str>) -> El {
    let clock = el("span")
        .class("waited")
        .role("timer")
        .attr("aria-live", "off")
        .aria_label(words::LOOKING_SINCE)
        .attr("data-since", seconds.to_string());
    let words = el("span")
        .class("grow")
        .child(el("span").class("name").child(words::LOOKING))
        .child(el("span").class("small soft").child(seek_name(seek)));
    let stop = button("button")
        .id("stop-looking")
        .attr("data-say", "{\"t\":\"cancel\"}")
        .attr("data-awaits", "click")
        .child(words::STOP_LOOKING);
    let bot = bot.filter(|_| suggest_computer).map(|bot| {
        let say = serde_json::json!({ "t": "meanwhile", "bot": bot }).to_string();
        let play = button("button primary").id("play-bot").attr("data-say", say).attr("data-awaits", "click");
        let words = row_words(bot.to_owned(), words::bot_now());
        let row = el("div").class("wait-words").child(bot_mark(bot)).child(words);
        el("div").class("wait-bot").child(row).child(play.child(words::play_bot(bot)))
    });
    let computer = (suggest_computer && bot.is_none()).then(|| {
        let path = match seek.game {
            Game::Mancala => "/computer?waiting",
            Game::Mapello => "/computer/mapello?waiting",
        };
        el("a").class("button").href(path).child(icon(Icon::Computer)).child(words::MEANWHILE)
    });
    el("div")
        .class("card wait")
        .child(el("div").class("wait-words").child(clock).child(words))
        .child(bot)
        .child(el("div").class("actions").child(computer).child(stop))
}
