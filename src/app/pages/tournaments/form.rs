//! The form that opens a tournament. It works without a script; the style sheet shows the fields of the chosen format only.

mod fields;

use leptos::prelude::*;
use room::RatingMode;
use tournament::{BOT_AFTER_MS, MAX_DOUBLE_ROUND_ROBIN, MAX_ROUND_ROBIN, TITLE_CHARS};

use self::fields::{Choice, Fields};
use super::describe::short_game_text;
use super::problem::problem_said;
use super::rules::{seconds, size};
use super::{frame, hint, page_head};
use crate::app::text::matchmaking::mode_name;
use crate::app::text::refusal::in_seconds;
use crate::app::text::{short_clock_name, words};
use crate::app::ui::el::{El, el};
use crate::app::ui::form::hidden_field;
use crate::model::rating::BERSERK_MOVES;
use crate::model::tournaments::{
    ARENA_CLOCKS, DAY_CLOCKS, DELAYS, GAMES, LENGTHS, PAUSES, ROUNDS, TournamentFormData,
};

/// The values of the field `format`; the style sheet knows them.
const ARENA: &str = "arena";
const SWISS: &str = "swiss";
const ROUND_ROBIN: &str = "round_robin";
/// The value of the field `start` with which the fields `date` and `time` say when; the style sheet knows it.
const START_AT: &str = "at";

/// The page with the form.
pub fn new_tournament_page() -> AnyView {
    page(&use_context().unwrap_or_default()).any()
}

pub(super) fn page(data: &TournamentFormData) -> El {
    let fields = Fields(&data.chosen);
    let form = el("form")
        .class("card settings event-form")
        .attr("action", "/events/new")
        .attr("method", "post")
        .child(title(&data.title))
        .child(game(fields))
        .child(format(fields))
        .child(clock(fields))
        .child(arena_fields(fields))
        .child(swiss_fields(fields))
        .child(round_robin_fields(fields))
        .child(start(fields))
        .child(rated(fields))
        .child(listed(fields))
        .child(hint(words::tournament_open_how()))
        .child(el("button").class("button primary big").child(words::TOURNAMENT_OPEN));
    frame(page_head("/events", words::tournaments(), el("h1").child(words::NEW_TOURNAMENT)))
        .child(data.problem.map(problem_said))
        .child(form)
}

fn title(title: &str) -> El {
    let input = el("input")
        .class("input")
        .id("event-title")
        .attr("name", "title")
        .attr("required", true)
        .attr("minlength", TITLE_CHARS.start().to_string())
        .attr("maxlength", TITLE_CHARS.end().to_string())
        .attr("autocomplete", "off")
        .attr("dir", "auto")
        .attr("aria-describedby", "event-title-how")
        .attr("value", title.to_owned());
    el("div")
        .class("field")
        .child(el("label").attr("for", "event-title").child(words::TOURNAMENT_TITLE))
        .child(input)
        .child(hint(words::tournament_title_how()).id("event-title-how"))
}

fn game(fields: Fields) -> El {
    let games = GAMES.map(|(word, game)| Choice::new(word, short_game_text(game)));
    fields.radios(words::game(), "game", games.into(), 0).child(hint(words::tournament_game_how()))
}

fn format(fields: Fields) -> El {
    let formats = vec![
        Choice::new(ARENA, words::tournament_arena()),
        Choice::new(SWISS, words::tournament_swiss()),
        Choice::new(ROUND_ROBIN, words::tournament_round_robin()),
    ];
    let robin = words::tournament_round_robin_how(size(MAX_ROUND_ROBIN));
    fields
        .radios(words::tournament_format(), "format", formats, 0)
        .child(hint(words::tournament_arena_how()).attr("data-of", ARENA))
        .child(hint(words::tournament_swiss_how()).attr("data-of", SWISS))
        .child(hint(robin).attr("data-of", ROUND_ROBIN))
}

/// The clock of an arena or a Swiss tournament, which counts seconds.
fn clock(fields: Fields) -> El {
    let clocks = ARENA_CLOCKS.map(|(word, clock)| Choice::new(word, short_clock_name(clock)));
    let clocks = fields.radios(words::pace(), "arena_clock", clocks.into(), 1);
    el("div").attr("data-of", format!("{ARENA} {SWISS}")).child(clocks.child(hint(words::clock_means())))
}

fn swiss_fields(fields: Fields) -> El {
    let rounds = ROUNDS.map(|rounds| Choice::new(rounds.to_string(), rounds.to_string()));
    let pause = |seconds: u16| match seconds % 60 {
        0 => words::tournament_minutes((seconds / 60).into()),
        _ => words::tournament_seconds(seconds.into()),
    };
    let pauses = PAUSES.map(|seconds| Choice::new(seconds.to_string(), pause(seconds)));
    el("div")
        .class("event-fields")
        .attr("data-of", SWISS)
        .child(fields.radios(words::tournament_rounds_label(), "rounds", rounds.into(), 2))
        .child(fields.radios(words::tournament_pause_label(), "pause", pauses.into(), 1))
}

fn arena_fields(fields: Fields) -> El {
    let lengths =
        LENGTHS.map(|minutes| Choice::new(minutes.to_string(), words::tournament_minutes(minutes.into())));
    let bots = words::tournament_house_bots_how(seconds(BOT_AFTER_MS));
    let options = el("fieldset")
        .child(el("legend").child(words::TOURNAMENT_OPTIONS))
        .child(fields.check(
            "berserk",
            words::half_time(),
            words::tournament_half_time_how(BERSERK_MOVES),
            true,
        ))
        .child(fields.check("house_bots", words::tournament_house_bots(), bots, true));
    el("div")
        .class("event-fields")
        .attr("data-of", ARENA)
        .child(fields.radios(words::tournament_length(), "minutes", lengths.into(), 2))
        .child(options)
}

fn round_robin_fields(fields: Fields) -> El {
    let clocks = DAY_CLOCKS.map(|(word, clock)| Choice::new(word, short_clock_name(clock)));
    let how = words::tournament_double_how(size(MAX_DOUBLE_ROUND_ROBIN));
    el("div")
        .class("event-fields")
        .attr("data-of", ROUND_ROBIN)
        .child(fields.radios(words::tournament_per_move(), "day_clock", clocks.into(), 1))
        .child(fields.check("double", words::tournament_double(), how, false))
}

fn start(fields: Fields) -> El {
    let delays = DELAYS.map(|minutes| (minutes.to_string(), in_seconds(minutes.saturating_mul(60))));
    let choices = delays.into_iter().chain([(START_AT.to_owned(), words::tournament_start_at())]);
    let own = |name: &'static str, kind: &'static str, label: String| {
        let id = format!("event-{name}");
        let input = el("input")
            .class("input")
            .id(id.clone())
            .attr("type", kind)
            .attr("name", name)
            .attr("value", fields.text(name));
        el("div").class("field").child(el("label").attr("for", id).child(label)).child(input)
    };
    let zone = el("p")
        .class("small soft")
        .child(words::TOURNAMENT_ZONE)
        .child(" ")
        .child(el("span").id("zone-name").child("UTC"));
    let at = el("div")
        .class("event-at")
        .child(own("date", "date", words::tournament_date()))
        .child(own("time", "time", words::tournament_time()))
        .child(zone);
    el("div")
        .class("field event-start")
        .child(el("label").attr("for", "event-start").child(words::TOURNAMENT_START))
        .child(fields.select("start", "event-start", choices.collect(), 1))
        .child(at)
        .child(hidden_field("zone", "").id("zone"))
}

fn rated(fields: Fields) -> El {
    let modes = [("rated", RatingMode::Rated), ("casual", RatingMode::Casual)];
    let modes = modes.map(|(word, mode)| Choice::new(word, mode_name(mode)));
    fields.radios(words::mode(), "mode", modes.into(), 0).child(hint(words::tournament_mode_how()))
}

fn listed(fields: Fields) -> El {
    let choices = vec![Choice::new("yes", words::watch_public()), Choice::new("no", words::watch_invited())];
    let bots = words::tournament_open_to_bots_how();
    fields
        .radios(words::tournament_listed(), "listed", choices, 0)
        .child(hint(words::tournament_listed_how()))
        .child(fields.check("open_to_bots", words::tournament_open_to_bots(), bots, false))
}
