//! The import page: a text of one game or several, pasted or out of files, read by the server. It shows what was understood before
//! anything is opened on this device, or why the text was refused, at the field, which keeps the text.

use gametext::Words;
use gametext::export::{self, Form};
use gametext::import::{self, Entry, MAX_GAMES, ReadGame};
use leptos::prelude::*;

use super::finished_game::{board_figure, game_parts_json, player_names, review_button};
use super::page_head;
use crate::app::game::saved_games::continued::parts;
use crate::app::text::game_text::{notice_text, refusal_line};
use crate::app::text::isolate::versus;
use crate::app::text::names::{computer_name, date_text, game_title, side_name};
use crate::app::text::words::Phrase;
use crate::app::text::{day, ending_sentence, headline, words};
use crate::app::ui::el::{El, el};
use crate::model::finished_game::{ImportData, RecordData};

/// The id of the refusal, which the field names as its description.
const PROBLEM: &str = "text-problem";
/// The id of what is said of files, which their field names as its description.
const FILES: &str = "files-how";
/// Endings and types of the files that can be read.
pub(super) const FILE_TYPES: &str = ".json,.txt,.kgp,.ggf,.wtb,.jou,.trn,application/json,text/plain";

/// An example of each format that is written by hand.
const EXAMPLES: [(&str, Phrase); 3] = [
    ("1. C-F 2. a 3. B", words::FORMAT_MANCALA),
    ("f5 d6 c3 d3 c4", words::FORMAT_MAPELLO),
    ("kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 3\nstop", words::FORMAT_KGP),
];

/// The page, with what was read from the pasted text.
pub fn import_page() -> AnyView {
    let data = use_context::<ImportData>();
    let text = data.as_ref().map(|data| data.text.clone()).unwrap_or_default();
    let (games, problem) = match data.as_ref().map(|data| &data.read) {
        None => (&[][..], None),
        Some(Err(refusal)) => (&[][..], Some(refusal_line(refusal))),
        Some(Ok(games)) => (games.as_slice(), None),
    };
    let chosen = data.as_ref().and_then(|data| data.chosen);
    // Of several games the visitor chooses; a game beside faulty ones is chosen as well.
    let shown = match games {
        [Ok(game)] => Some(game),
        games => chosen.and_then(|index| games.get(index)?.as_ref().ok()),
    };
    let left_out = data.as_ref().map_or(0, |data| data.left_out);
    let list = (games.len() > 1).then(|| list_of_games(games, chosen, left_out));
    el("main")
        .id("main")
        .class("page record cards")
        .attr("data-game", shown.and_then(|read| game_parts_json(&read.game, read.place.clone())))
        .attr("data-read", shown.map(|_| ""))
        .child(page_head(el("h1").child(words::IMPORT_GAME)))
        .child(shown.and_then(understood))
        .child(form(text, problem, list))
        .any()
}

/// What was read, as JSON for "my games" (`app/games.js`): the games as logs of this device, and what is to be
/// said of those that were refused.
pub fn games_json(data: &ImportData) -> String {
    let (mut games, mut refused) = (Vec::new(), Vec::new());
    refused.extend(left_out_text(data.left_out));
    match &data.read {
        Err(refusal) => refused.push(refusal_line(refusal)),
        Ok(entries) => {
            for (number, entry) in (1..).zip(entries) {
                let number: usize = number;
                match entry {
                    Ok(read) => games.extend(parts(&read.game, read.place.clone())),
                    Err(refusal) => refused.push(format!(
                        "{} {}",
                        words::import_nth_bad(&number.to_string()),
                        refusal_line(refusal)
                    )),
                }
            }
        }
    }
    serde_json::json!({ "games": games, "refused": refused }).to_string()
}

/// The field, a refusal beside it, and the list of games. They are one form, so that a choice sends the text
/// once more.
fn form(text: String, problem: Option<String>, list: Option<El>) -> El {
    let refused = problem.is_some();
    let field = el("textarea")
        .class("input")
        .id("text")
        .attr("name", "text")
        .attr("rows", "8")
        // Games are written from left to right.
        .attr("dir", "ltr")
        .attr("autofocus", refused)
        .attr("aria-invalid", refused.then_some("true"))
        .attr("aria-describedby", refused.then_some(PROBLEM))
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        // Leptos renders an empty text as a space.
        .child(Some(text).filter(|text| !text.is_empty()));
    let problem = problem
        .map(|why| el("p").class("problem").id(PROBLEM).attr("role", "alert").attr("dir", "auto").child(why));
    let files = el("input")
        .class("input")
        .id("file")
        .attr("name", "file")
        .attr("type", "file")
        .attr("multiple", true)
        .attr("accept", FILE_TYPES)
        .attr("aria-describedby", FILES);
    el("form")
        .class("card field")
        .attr("action", "/games/import")
        .attr("method", "post")
        .attr("enctype", "multipart/form-data")
        .child(el("label").attr("for", "text").child(words::IMPORT_HOW))
        .child(problem)
        .child(field)
        .child(el("label").attr("for", "file").child(words::IMPORT_FILES))
        .child(files)
        .child(el("p").class("soft small").id(FILES).child(words::IMPORT_FILES_HOW))
        .child(
            el("div").class("actions").child(el("button").class("button primary").child(words::IMPORT_OPEN)),
        )
        .child(list)
        .child(el("p").class("soft small").child(words::import_limit(&MAX_GAMES.to_string())))
        .child(examples())
}

/// An example of each format; that of JSON is a game as we write it.
fn examples() -> El {
    let words = Words { side: side_name, level: computer_name };
    let read = import::read(EXAMPLES[1].0, &words).ok().and_then(|games| games.into_iter().next()?.ok());
    let json = read.and_then(|read| export::write(&read.game, Form::Json));
    let json = json.map(|json| (json, words::format_json()));
    let by_hand = EXAMPLES.into_iter().map(|(example, format)| (example.to_owned(), String::from(format)));
    let rows = by_hand.chain(json).map(|(example, format)| {
        let code = el("pre").attr("dir", "ltr").child(el("code").child(example));
        el("li").child(format).child(code)
    });
    el("details").child(el("summary").child(words::IMPORT_EXAMPLES)).child(el("ul").children(rows))
}

/// The games of a text by number, players and result, each a button; a faulty one with the reason.
fn list_of_games(games: &[Entry], chosen: Option<usize>, left_out: u32) -> El {
    let rows = (1..).zip(games).map(|(number, game)| {
        let number: usize = number;
        match game {
            Ok(read) => {
                let players = versus(&read.game.names[0], &read.game.names[1]);
                let name = words::import_nth(&number.to_string(), &players);
                let button = el("button")
                    .class("button")
                    .attr("name", "game")
                    .attr("value", number.to_string())
                    .attr("aria-current", (chosen == Some(number - 1)).then_some("true"))
                    .child(el("bdi").child(name));
                el("li").child(button).child(" ").child(el("span").class("soft").child(result(read)))
            }
            Err(refusal) => {
                let bad = words::import_nth_bad(&number.to_string());
                el("li").child(el("p").class("problem").child(format!("{bad} {}", refusal_line(refusal))))
            }
        }
    });
    let count = words::import_several(u32::try_from(games.len()).unwrap_or(u32::MAX));
    el("section")
        .attr("aria-labelledby", "several")
        .child(el("h2").id("several").child(count))
        .child(left_out_text(left_out).map(|text| el("p").role("status").child(text)))
        .child(el("ol").attr("role", "list").children(rows))
}

/// What is said of the games of a file behind the first ones that are read; `None` if there are none.
fn left_out_text(left_out: u32) -> Option<String> {
    (left_out > 0).then(|| words::import_left_out(left_out, &MAX_GAMES.to_string()))
}

/// The result of a game in a few words.
fn result(read: &ReadGame) -> String {
    let room = read.game.room();
    let Some((played, ending)) = room.game.as_ref().and_then(|game| Some((game, game.ending?))) else {
        return words::import_open_end();
    };
    if is_open(read) {
        words::import_open_end()
    } else {
        [headline(&ending, &player_names(&read.game)), score(played)].join(" ")
    }
}

fn score(played: &room::Game) -> String {
    let [first, second] = played.final_points();
    format!("{first}\u{2013}{second}")
}

/// Whether neither the moves nor the text end the game.
fn is_open(read: &ReadGame) -> bool {
    let record = rules::Record { setup: read.game.setup, moves: read.game.moves.clone() };
    read.game.reason == room::Reason::Played
        && record.replay().is_ok_and(|position| position.outcome().is_none())
}

/// What was understood of a game: players, game and board, moves, result, date and place; and what is to be
/// told beside it.
fn understood(read: &ReadGame) -> Option<El> {
    let game = &read.game;
    let room = game.room();
    let played = room.game.as_ref()?;
    let moves = words::count_moves(u32::try_from(game.moves.len()).unwrap_or(u32::MAX));
    let how = match played.ending.filter(|_| !is_open(read)) {
        Some(ending) => ending_sentence(played, &ending, &player_names(game)),
        None => String::new(),
    };
    let date = (game.ended != 0).then(|| date_text(&day(game.ended)));
    let facts = [game_title(&game.settings()), moves, result(read), how];
    let facts = facts.into_iter().chain(date).chain(read.place.clone()).filter(|fact| !fact.is_empty());
    let notices = read.notices.iter().map(|notice| el("li").child(el("bdi").child(notice_text(notice))));
    let notices = (!read.notices.is_empty())
        .then(|| el("div").attr("role", "status").child(el("ul").children(notices)));
    let data = RecordData { game: game.clone(), base: String::new(), files: Vec::new() };
    let section = el("section")
        .class("card")
        .attr("aria-labelledby", "understood")
        .child(el("h2").id("understood").child(words::IMPORT_UNDERSTOOD))
        .child(el("p").child(el("bdi").child(versus(&game.names[0], &game.names[1]))))
        .child(el("p").class("soft").child(el("bdi").child(facts.collect::<Vec<_>>().join(" · "))))
        .child(notices)
        .child(board_figure(&data, played, played.ply()))
        .child(el("div").class("actions").child(review_button(game, played.ply())));
    Some(section)
}

#[cfg(test)]
mod tests {
    use room::{Finished, GameSettings, Reason, Settings};
    use rules::{Game, Record};

    use super::*;
    use crate::app::game::saved_games::continued::Parts;

    #[test]
    fn an_exported_file_of_a_device_keeps_names_and_place() {
        let words = Words { side: side_name, level: computer_name };
        let setup = GameSettings::setup(&Settings::for_game(Game::Mapello).game, 1).unwrap();
        let mut record = Record::new(setup);
        record.moves.push(setup.start().legal_moves()[0]);
        // A person may be called as a level is.
        let names = ["Easy".to_owned(), "Дина".to_owned()];
        let game =
            Finished { reason: Reason::Agreed, ended: 7, ..Finished::from_record(names, record).unwrap() };
        let Parts { begins, moves, end, place, .. } = parts(&game, Some("Ulm".to_owned())).unwrap();
        let log: Vec<_> = begins[0].iter().chain(&moves).chain(&end).collect();
        let file = serde_json::json!({ "games": [{ "log": log, "place": place }] }).to_string();
        let read = import::read(&file, &words).unwrap().remove(0).unwrap();
        assert_eq!((read.game.names, read.place.as_deref()), (game.names, Some("Ulm")));
    }
}
