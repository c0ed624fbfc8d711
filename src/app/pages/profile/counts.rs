//! The tables of results: online games by preset or board, games against the computer by level.

use room::Speed;
use rules::Game;

use super::graph::rating_graph;
use super::{card, soft_paragraph};
use crate::app::text::matchmaking::{rating_name, speed_name, variant_name};
use crate::app::text::names::{game_name, level_name, preset_name};
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::{Opponent as Against, find_path, local_path};
use crate::model::profile::{GameResults, ResultCounts, SpeedRating};
use crate::model::seek::PRESETS;

/// The table of a game's online results.
pub(in crate::app::pages) fn online_results(of: &GameResults) -> El {
    let card = card(of.game.word(), game_name(of.game).to_owned());
    let off = (of.called_off > 0).then(|| soft_paragraph(words::games_aborted(of.called_off)));
    if of.kinds.is_empty() {
        let find = el("a").class("button").href(find_path(of.game)).child(words::FIND_OPPONENT);
        return card
            .child(soft_paragraph(words::no_online_games()))
            .child(off)
            .child(el("div").class("actions").child(find));
    }
    let all = of.kinds.iter().fold(ResultCounts::default(), |all, (.., count)| ResultCounts {
        won: all.won + count.won,
        drawn: all.drawn + count.drawn,
        lost: all.lost + count.lost,
    });
    let kind = |(way, timed, count): &(String, bool, ResultCounts)| {
        let pace = if *timed { words::timed() } else { words::untimed() };
        result_row(words::listed(&variant_in_words(of.game, way), &pace), *count)
    };
    let total = (of.kinds.len() > 1).then(|| result_row(words::all_kinds(), all));
    let rows = total.into_iter().chain(of.kinds.iter().map(kind)).collect();
    let is_unrated = of.ratings.iter().all(|at| at.rating.is_none());
    card.child(is_unrated.then(|| soft_paragraph(words::no_rating())))
        .children(speed_ratings(&of.ratings))
        .child(table(words::kind_of_game(), rows))
        .child(off)
}

/// The ratings with their graphs. A heading names the speed, except where all games were rapid, as most people's are.
fn speed_ratings(ratings: &[SpeedRating]) -> Vec<El> {
    let are_rapid = ratings.iter().all(|at| at.speed == Speed::Rapid);
    let shown = |label: String, rating| {
        el("p").class("rating").child(label).child(" ").child(el("strong").child(rating_name(rating)))
    };
    let at_speed = |at: &SpeedRating| {
        el("div")
            .class("speed-rating")
            .child((!are_rapid).then(|| el("h3").child(speed_name(at.speed))))
            .child(at.rating.map(|rating| shown(words::rating(), rating)))
            .child(rating_graph(&at.history))
            .child(at.bot_rating.map(|rating| shown(words::bot_rating(), rating)))
    };
    ratings.iter().map(at_speed).collect()
}

/// The name of a preset or board, by its word.
fn variant_in_words(game: Game, word: &str) -> String {
    let preset = PRESETS.into_iter().find(|(known, _)| *known == word);
    match (game, word) {
        (Game::Mancala, _) => preset.map_or_else(words::custom, |(_, preset)| preset_name(preset)),
        (Game::Mapello, "default") => variant_name("default"),
        (Game::Mapello, "empty") => variant_name("empty"),
        (Game::Mapello, "daily") => variant_name("daily"),
        (Game::Mapello, "random") => variant_name("random"),
        (Game::Mapello, "othello") => variant_name("othello"),
        (Game::Mapello, "opening") => variant_name("opening"),
        (Game::Mapello, _) => words::board_own(),
    }
}

/// A table with column headings; `of` is the heading of its rows.
fn table(of: String, rows: Vec<El>) -> El {
    let heading = |text: String| el("th").attr("scope", "col").child(text);
    let numbers = [words::games_played(), words::count_won(), words::count_drawn(), words::count_lost()];
    let head = el("tr").child(heading(of)).children(numbers.map(heading));
    el("table").class("counts").child(el("thead").child(head)).child(el("tbody").child(rows))
}

fn result_row(name: String, count: ResultCounts) -> El {
    let ResultCounts { won, drawn, lost } = count;
    let cells = [won + drawn + lost, won, drawn, lost].map(|number| el("td").child(number.to_string()));
    el("tr").child(el("th").attr("scope", "row").child(name)).children(cells)
}

/// The results against the computer, which only this device knows: the page's script fills in the numbers,
/// and shows the rows that have some.
pub(super) fn computer_results() -> El {
    let rows = Game::ALL.into_iter().flat_map(|game| {
        engine_protocol::Level::ALL.into_iter().map(move |level| {
            let name = format!("{} · {}", game_name(game), level_name(level));
            result_row(name, ResultCounts::default())
                .attr("data-met", format!("{}.{}", game as u8, level as u8))
                .attr("hidden", true)
        })
    });
    let way =
        |game: Game| el("a").class("button").href(local_path(Against::Computer, game)).child(game_name(game));
    let none = el("div")
        .id("no-met")
        .class("none")
        .child(soft_paragraph(words::no_computer_games()))
        .child(el("div").class("actions").child(vec![way(Game::Mancala), way(Game::Mapello)]));
    card("computer", words::computer_games())
        .child(none)
        .child(table(words::level(), rows.collect()).id("met").attr("hidden", true))
        .child(el("p").class("soft small").child(words::COMPUTER_GAMES_HERE))
}

#[cfg(test)]
mod tests {
    use leptos::prelude::*;

    use super::*;
    use crate::app::text::language::Language;
    use crate::model::rating::Rating;

    fn card_with(ratings: Vec<SpeedRating>) -> String {
        let kinds = vec![("kalah".to_owned(), true, ResultCounts { won: 1, drawn: 0, lost: 0 })];
        let results = GameResults { game: Game::Mancala, ratings, kinds, called_off: 0 };
        Language::English.during(|| online_results(&results).into_any().to_html())
    }

    #[test]
    fn a_heading_names_the_speed_unless_all_games_were_rapid() {
        let rating = |points| Some(Rating { points, provisional: false });
        let at = |speed, points| SpeedRating {
            speed,
            rating: rating(points),
            bot_rating: None,
            history: vec![1500, points],
        };
        let rapid = card_with(vec![at(Speed::Rapid, 1620)]);
        assert!(rapid.contains("1620") && rapid.contains("<polyline") && !rapid.contains("<h3"), "{rapid}");
        let all = card_with(vec![at(Speed::Bullet, 1480), at(Speed::Rapid, 1620), at(Speed::Days, 1555)]);
        let names: Vec<&str> =
            all.split("<h3>").skip(1).filter_map(|rest| rest.split("</h3>").next()).collect();
        assert_eq!(names, ["Bullet", "Rapid", "Correspondence"]);
        assert_eq!(all.matches("<figure").count(), 3, "each has its graph");
        let bots =
            SpeedRating { rating: None, history: Vec::new(), bot_rating: rating(1700), ..at(Speed::Days, 1) };
        let bots = card_with(vec![bots]);
        assert!(
            bots.contains("Correspondence</h3>")
                && bots.contains("Games with bots:")
                && bots.contains("<strong>1700"),
            "{bots}"
        );
        assert!(
            bots.contains("are rated") && !bots.contains("<figure"),
            "how to get a rating among people: {bots}"
        );
    }

    #[test]
    fn columns_of_counts_are_headed_by_the_name_of_several() {
        let heads =
            |language: Language| language.during(|| table("x".to_owned(), Vec::new()).into_any().to_html());
        for (language, names) in [
            (Language::French, ["Gagnées", "Nulles", "Perdues"]),
            (Language::Portuguese, ["Vitórias", "Empates", "Derrotas"]),
        ] {
            let html = heads(language);
            assert!(names.iter().all(|name| html.contains(name)), "{html}");
        }
    }
}
