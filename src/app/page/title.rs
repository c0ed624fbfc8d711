//! The titles of the pages.

use leptos::prelude::use_context;
use room::CLAIMED_MARK;

use super::{Opponent, Page};
use crate::app::text::names::{game_name, shown_name};
use crate::app::text::words;
use crate::model::tournaments::{EntrantData, TournamentData};

impl Page {
    /// Its title, until the page sets a more specific one.
    pub fn title(&self) -> String {
        match self {
            Self::Home => words::page_title_home(),
            Self::Local(Opponent::Person, _) => words::page_title(&words::pass_and_play()),
            Self::Local(Opponent::Computer, _) => words::page_title(&words::play_computer()),
            Self::Review(_) => words::page_title(&words::review()),
            Self::Learn(game) => words::page_title(&words::learn_game(game_name(*game))),
            Self::Puzzles(game) => words::page_title(&words::puzzles_game(game_name(*game))),
            Self::Mistakes => words::page_title(&words::my_mistakes()),
            Self::Rules(game) => words::page_title(&words::rules_of(game_name(*game))),
            Self::Editor => words::page_title(&words::build_a_board()),
            Self::Find(_) => words::page_title(&words::find_opponent()),
            Self::Design => words::page_title("design"),
            Self::Room(_) => words::page_title(&words::play_with_me()),
            Self::Games => words::page_title(&words::my_games()),
            Self::Import => words::page_title(&words::import_game()),
            Self::Notifications => words::page_title(&words::notifications()),
            Self::Me | Self::HeadToHead(_) => words::page_title(&words::profile()),
            Self::Player(name) => words::page_title(&format!("{CLAIMED_MARK}{name}")),
            Self::Tournaments | Self::Tournament(_) | Self::Entrant(..) => {
                words::page_title(&tournament_title())
            }
            Self::Tv => words::page_title(&words::tv()),
            Self::NewTournament => words::page_title(&words::new_tournament()),
            Self::Leaderboards => words::page_title(&words::leaderboards()),
            Self::Security => words::page_title(&words::security()),
            Self::Privacy => words::page_title(&words::privacy()),
            Self::GiveSeat(_) => words::page_title(&words::move_device()),
            Self::TakeSeat(_) => words::page_title(&words::take_seat()),
            Self::Offline => words::page_title(&words::no_connection()),
            Self::FinishedGame(_) | Self::Unknown => words::page_title(&words::nothing_here()),
        }
    }
}

/// The title of a tournament, before it the name of the entrant whose page it is; that of the lists where there is no tournament.
fn tournament_title() -> String {
    if let Some(data) = use_context::<TournamentData>() {
        return data.tournament.line.plan.title;
    }
    match use_context::<EntrantData>() {
        Some(EntrantData { line, row, .. }) => format!("{} · {}", shown_name(&row.name), line.plan.title),
        None => words::tournaments(),
    }
}

/// A text as the content of an element: names of players and titles of tournaments are typed by people.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn a_name_in_a_title_cannot_end_the_title() {
        assert_eq!(escaped("</title><b> & <i>"), "&lt;/title>&lt;b> &amp; &lt;i>");
    }
}
