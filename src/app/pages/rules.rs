//! The page of a game's rules: a text in each language (i18n) with figures that the rules engine renders.
//! Rendered by the server alone; the page has no program.

mod figure;
#[cfg(test)]
mod tests;

use leptos::prelude::*;
use rules::Game;

use super::home::play_a_friend;
use super::page_head;
use crate::app::game::board;
use crate::app::game::shortcut_help::shortcut_list;
use crate::app::learn_path;
use crate::app::text::language::Language;
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use figure::figure;

/// The text of a game's rules. A line is a block, by its prefix: `## ` a heading, `! ` a board ([`figure`]),
/// `= ` a term and its meaning, separated by ` | `; otherwise a paragraph. Within a line `a` is code, [a] a
/// key.
fn text_of(game: Game) -> &'static str {
    let [mancala, mapello] = match Language::current() {
        Language::English => [include_str!("rules/mancala.en.txt"), include_str!("rules/mapello.en.txt")],
        Language::German => [include_str!("rules/mancala.de.txt"), include_str!("rules/mapello.de.txt")],
        Language::Portuguese => [include_str!("rules/mancala.pt.txt"), include_str!("rules/mapello.pt.txt")],
        Language::Spanish => [include_str!("rules/mancala.es.txt"), include_str!("rules/mapello.es.txt")],
        Language::French => [include_str!("rules/mancala.fr.txt"), include_str!("rules/mapello.fr.txt")],
        Language::Arabic => [include_str!("rules/mancala.ar.txt"), include_str!("rules/mapello.ar.txt")],
    };
    match game {
        Game::Mancala => mancala,
        Game::Mapello => mapello,
    }
}

/// The page of a game's rules.
pub fn rules_page(game: Game) -> AnyView {
    let learn = el("a").class("button primary").href(learn_path(game)).child(words::LEARN_STEP_BY_STEP);
    let actions = el("div").class("actions").child(learn).child(play_a_friend(
        game.word(),
        "button",
        words::play_a_friend(),
    ));
    let article = el("article")
        .class("card")
        .child(blocks(game, text_of(game)))
        .child(el("h2").id("keys").child(words::KEYS))
        .child(shortcut_list((board::of(game).shortcuts)()));
    el("main")
        .id("main")
        .class("page rulebook")
        .child(page_head(el("h1").child(words::rules_of(game_name(game)))))
        .child(contents(text_of(game)))
        .child(article)
        .child(actions)
        .any()
}

/// The table of contents: links to the headings.
fn contents(text: &'static str) -> El {
    let headings = text.lines().filter_map(|line| line.strip_prefix("## "));
    let link = |at: String, heading: String| el("li").child(el("a").href(at).child(heading));
    let parts =
        headings.enumerate().map(|(number, heading)| link(format!("#part-{number}"), heading.to_owned()));
    let list = el("ul").children(parts).child(link("#keys".to_owned(), words::keys()));
    el("nav").class("contents").aria_label(words::CONTENTS).child(list)
}

fn blocks(game: Game, text: &'static str) -> Vec<El> {
    let mut blocks: Vec<El> = Vec::new();
    let mut terms: Option<El> = None;
    let mut parts = 0;
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some((term, meaning)) = line.strip_prefix("= ").and_then(|line| line.split_once(" | ")) {
            let list = terms.take().unwrap_or_else(|| el("dl"));
            terms = Some(list.child(inline(el("dt"), term)).child(inline(el("dd"), meaning)));
            continue;
        }
        blocks.extend(terms.take());
        blocks.push(if let Some(heading) = line.strip_prefix("## ") {
            parts += 1;
            el("h2").id(format!("part-{}", parts - 1)).child(heading)
        } else if let Some((board, caption)) = line.strip_prefix("! ").and_then(|line| line.split_once(" | "))
        {
            figure(game, board).child(inline(el("figcaption"), caption))
        } else {
            inline(el("p"), line)
        });
    }
    blocks.extend(terms);
    blocks
}

/// Appends a line to an element, with its code and keys marked up.
fn inline(mut into: El, mut line: &'static str) -> El {
    while let Some(at) = line.find(['`', '[']) {
        let (before, marked) = line.split_at(at);
        let (tag, close) = if marked.starts_with('`') { ("code", '`') } else { ("kbd", ']') };
        // The key `]` stands within brackets: a key has at least one character.
        let first = marked[1..].chars().next().map_or(0, char::len_utf8);
        let Some(end) = marked[1 + first..].find(close).map(|end| 1 + first + end) else { break };
        let (inside, after) = (&marked[1..end], &marked[end + 1..]);
        into = put(into, before).child(el(tag).child(inside));
        line = after;
    }
    put(into, line)
}

fn put(into: El, text: &'static str) -> El {
    if text.is_empty() { into } else { into.child(text) }
}
