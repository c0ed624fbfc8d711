//! The home page: start a game, join one, resume one.

mod games;
mod me;

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use rules::Game;

use crate::app::api::{JoinByCode, OpenRoom};
use crate::app::find_path;
use crate::app::game::decimals;
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::language::language_choice;
use crate::app::ui::live::{maybe, part_if};
use crate::app::ui::settings::{settings_button, settings_dialog};
use crate::app::{Opponent, learn_path, local_path, puzzles_path};
use crate::client::{self, json};
use crate::model::my_games::HomeData;
#[cfg(feature = "ssr")]
pub(super) use games::game_row;
use games::my_games;
use me::name_form;
#[cfg(feature = "ssr")]
pub(super) use me::name_said;

/// The home page. Its forms are plain ones: they work before hydration, and without it.
pub fn home() -> AnyView {
    let data = home_data();
    let serialized = serde_json::to_string(&data).ok().filter(|_| !cfg!(feature = "hydrate"));
    let HomeData { guest, problem, games } = data;
    let heading = el("div").child(el("h1").child("Duello")).child(el("p").child(words::MOTTO));
    let problem = problem.map(|problem| el("p").class("problem").role("alert").child(problem));
    let settings_open = RwSignal::new(false);
    let settings = settings_button(settings_open, "button quiet square", false);
    el("main")
        .id("main")
        .class("page home")
        .attr("data-home", serialized)
        .attr("data-lobby", cfg!(feature = "ssr").then(|| "home".to_owned()))
        .child(el("header").class("home-head").child(heading).child(name_form(guest)).child(settings))
        .child(problem)
        .child(mancala_card())
        .child(mapello_card())
        .child(
            el("div").class("home-side").child(join_card()).child(my_games(games)).child(live_games_card()),
        )
        .child(settings_dialog(settings_open))
        .child(footer())
        .any()
}

/// The visitor's data, loaded by the server before it renders the page and sent along with it, so that
/// hydration renders the same.
fn home_data() -> HomeData {
    let known = if cfg!(feature = "hydrate") {
        client::find("#main[data-home]")
            .and_then(|main| main.get_attribute("data-home"))
            .and_then(|text| json::parse(&text))
    } else {
        use_context()
    };
    known.unwrap_or_default()
}

/// The language choice, the links to the visitor's mistakes and to the privacy page, and the install hint. They belong
/// to the server and its scripts: hydration finds the foot after its own elements, and leaves it as it is.
fn footer() -> El {
    let footer = el("footer").class("home-foot").child(language_choice());
    #[cfg(feature = "ssr")]
    let footer = footer
        .child(el("a").class("soft small").href(crate::app::MISTAKES_PATH).child(words::MY_MISTAKES))
        .child(el("a").class("soft small").href("/privacy").child(words::PRIVACY))
        .child(crate::app::installed::install_hint());
    footer
}

/// The running games. Their content comes from the server, and then from `public/find.js`: hydration leaves
/// it as it is.
fn live_games_card() -> AnyView {
    let card = el("section").class("card").attr("aria-labelledby", "now");
    #[cfg(feature = "ssr")]
    let card = card.child(super::lobby::live_games(&use_context().unwrap_or_default()));
    card.any()
}

/// The card of Mancala.
fn mancala_card() -> AnyView {
    let further = vec![lesson_link(Game::Mancala), puzzles_link(Game::Mancala)];
    game_card(Game::Mancala, "mancala", words::about_mancala(), mancala_art(), further)
}

/// The card of Mapello, with the link to the board editor.
fn mapello_card() -> AnyView {
    let build = el("a").class("button quiet").href("/boards/edit").child(words::build_a_board());
    game_card(
        Game::Mapello,
        "mapello",
        words::about_mapello(),
        mapello_art(),
        vec![lesson_link(Game::Mapello), puzzles_link(Game::Mapello), build],
    )
}

/// The card of a game: its picture, its name, links to lesson and rules, a description, and the ways to play
/// it.
fn game_card(game: Game, id: &'static str, about: String, picture: AnyView, further: Vec<El>) -> AnyView {
    let name = el("h2").id(id).child(game_name(game));
    let name = el("div").class("game-name").child(name).child(el("div").class("further").children(further));
    let actions = el("div")
        .class("actions")
        .child(play_a_friend(id, "button primary big", words::play_a_friend()))
        .child(lobby_link(game))
        .child(local_links(game));
    let body =
        el("div").class("card-body").child(name).child(el("p").class("soft").child(about)).child(actions);
    el("section").class("card game-card").attr("aria-labelledby", id).child(picture).child(body).any()
}

/// The links to games that need no network.
pub(super) fn local_links(game: Game) -> Vec<El> {
    vec![
        play_link(local_path(Opponent::Computer, game), Icon::Computer, words::play_computer()),
        play_link(local_path(Opponent::Person, game), Icon::Device, words::pass_and_play()),
    ]
}

/// The link to the lobby of a game (matchmaking).
fn lobby_link(game: Game) -> El {
    play_link(find_path(game), Icon::Find, words::find_opponent())
}

/// The link to the lesson of a game.
fn lesson_link(game: Game) -> El {
    let name = words::learn_game(game_name(game));
    let link = el("a").class("button quiet").href(learn_path(game)).aria_label(name);
    link.child(words::LEARN)
}

/// The link to the puzzles of a game.
fn puzzles_link(game: Game) -> El {
    let name = words::puzzles_game(game_name(game));
    let link = el("a").class("button quiet").href(puzzles_path(game)).aria_label(name);
    link.child(words::PUZZLES)
}

/// A link to a way of playing.
fn play_link(href: &'static str, sign: Icon, text: String) -> El {
    el("a").class("button big").href(href).child(icon(sign)).child(text)
}

/// The form that opens a room for a game and leads there.
pub(super) fn play_a_friend(game: &'static str, class: &'static str, text: String) -> AnyView {
    el("form")
        .attr("action", OpenRoom::PATH)
        .attr("method", "post")
        .child(el("input").attr("type", "hidden").attr("name", "game").attr("value", game))
        .child(el("button").class(class).child(icon(Icon::Friends)).child(text))
        .any()
}

/// The field for a room code that a friend reads out.
fn join_card() -> AnyView {
    el("section").class("card").child(join_form(None)).any()
}

/// How long the code of an older room is; today's are longer.
const SHORTEST_CODE: usize = 6;

/// The form that leads to a room by its code; with a code that was wrong, to be corrected.
pub(super) fn join_form(wrong: Option<String>) -> El {
    let is_wrong = wrong.is_some();
    let is_short = RwSignal::new(false);
    // What the browser objects to is said here, and not in a bubble that goes.
    let refuse = move |event: web_sys::Event| {
        event.prevent_default();
        is_short.set(true);
        client::focus("#code");
    };
    let typed = move |text: String| {
        if is_short.get_untracked() {
            is_short.set(text.chars().count() < SHORTEST_CODE);
        }
    };
    let input = el("input")
        .class("input code-input")
        .id("code")
        .attr("name", "code")
        .attr("required", true)
        .attr("minlength", SHORTEST_CODE.to_string())
        // A pasted link is accepted as well.
        .attr("maxlength", "200")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "characters")
        .attr("spellcheck", "false")
        .attr("placeholder", "ABCD-EFGH")
        .attr("value", wrong)
        .attr("aria-invalid", maybe(move || (is_wrong || is_short.get()).then(|| "true".to_owned())))
        .attr("aria-describedby", if is_wrong { "wrong-code code-problem" } else { "code-problem" })
        .on("invalid", refuse)
        .on_input(typed);
    // Without a text, not even an empty one, it takes no place.
    let said = part_if(move || is_short.get().then(|| words::code_letters().into_any()));
    let problem = el("p").class("problem small").id("code-problem").role("alert").child(said);
    let button = el("button").class("button").child(words::JOIN);
    el("form")
        .class("field")
        .attr("action", JoinByCode::PATH)
        .attr("method", "post")
        .child(el("label").attr("for", "code").child(words::JOIN_WITH_CODE))
        .child(el("div").class("field-row").child(input).child(button))
        .child(problem)
}

/// The decorative picture of a Mancala board with a few stones. On the home page two moves are played in it
/// (`style/home.css`, which knows the stones by their places in this list).
pub(super) fn mancala_art() -> AnyView {
    // Colour and place of each stone.
    let heaps: [&[(u8, u8)]; 4] = [
        &[(3, 0), (0, 1), (1, 2)],
        &[(2, 0), (5, 1), (3, 2), (4, 3)],
        &[(5, 0), (0, 1)],
        &[(4, 0), (2, 1), (1, 2), (3, 3), (0, 4)],
    ];
    let offsets = [(-0.034, 0.0), (0.034, 0.012), (0.002, -0.15), (-0.004, 0.15), (0.05, -0.15)];
    let stones = heaps.iter().enumerate().flat_map(|(heap, stones)| {
        let x = 0.158 + heap as f32 * 0.228;
        stones.iter().map(move |&(colour, slot)| {
            let (dx, dy) = offsets[usize::from(slot)];
            let style = format!("--x:{};--y:{}", decimals(x + dx), decimals(0.5 + dy));
            el("i").class("stone").attr("data-c", colour.to_string()).attr("style", style)
        })
    });
    let hollows = (0..4).map(|_| el("span").class("hollow"));
    let plank = el("div").class("plank").children(hollows).child(el("div").class("stones").children(stones));
    el("div").class("art").attr("aria-hidden", "true").child(plank).any()
}

/// The decorative picture of a Mapello board. On the home page two discs are placed in it (`style/home.css`, which
/// knows the squares by their places in this text).
pub(super) fn mapello_art() -> AnyView {
    let disc =
        |colour: &'static str| el("i").class("sq").attr("data-disc", colour).child(el("i").class("disc"));
    // The border with a joker, then two rows of cells.
    let square = |sign: char| match sign {
        'J' => el("i").class("sq edge").attr("data-joker", true),
        '-' => el("i").class("sq edge"),
        '#' => el("i").class("sq").attr("data-wall", true),
        '*' => el("i").class("sq").attr("data-bonus", true),
        'X' => disc("black"),
        'O' => disc("white"),
        // Here a disc comes to lie.
        '+' => el("i").class("sq").child(el("i").class("disc")),
        _ => el("i").class("sq"),
    };
    let squares = "---J--+XOX#.*OXO+#".chars().map(square);
    let felt = el("div").class("felt").children(squares);
    el("div").class("art").attr("aria-hidden", "true").child(felt).any()
}
