//! Tests of the form that opens a tournament.

use super::{count, html};
use crate::app::pages::tournaments::form;
use crate::model::tournaments::{TournamentFormData, TournamentProblem};

fn page(chosen: &[(&str, &str)]) -> String {
    let chosen = chosen.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let problem = Some(TournamentProblem::Rejected(tournament::Rejection::BadStart));
    html(form::page(&TournamentFormData { problem, title: "\"Cup\" & co".to_owned(), chosen }))
}

#[test]
fn a_new_form_has_a_value_in_every_field() {
    let shown = html(form::page(&TournamentFormData::default()));
    let radios =
        ["game", "format", "arena_clock", "day_clock", "minutes", "rounds", "pause", "mode", "listed"];
    for name in radios {
        let chosen = shown.split("<input").filter(|input| input.contains(&format!("name=\"{name}\"")));
        assert_eq!(chosen.filter(|input| input.contains(" checked")).count(), 1, "{name}: {shown}");
    }
    for name in ["title", "date", "time", "zone", "berserk", "house_bots", "open_to_bots", "double"] {
        assert_eq!(count(&shown, &format!("name=\"{name}\"")), 1, "{name}: {shown}");
    }
    assert!(shown.contains("<option value=\"5\" selected"), "{shown}");
    assert!(shown.contains("value=\"on\" checked") && !shown.contains("role=\"alert\""), "{shown}");
}

#[test]
fn a_refused_form_keeps_what_was_chosen() {
    let shown = page(&[("game", "mapello"), ("minutes", "90"), ("start", "at"), ("date", "2026-12-24")]);
    assert!(shown.contains("value=\"mapello\" checked") && shown.contains("value=\"90\" checked"), "{shown}");
    assert!(shown.contains("value=\"at\" selected") && shown.contains("value=\"2026-12-24\""), "{shown}");
    assert!(!shown.contains("value=\"on\" checked"), "an unchecked box stays unchecked: {shown}");
    assert!(shown.contains("value=\"&quot;Cup&quot; &amp; co\""), "{shown}");
    assert!(shown.contains("The start must lie ahead"), "{shown}");
}

#[test]
fn a_value_that_is_not_offered_falls_back_to_the_default() {
    let shown = page(&[("game", "chess"), ("open_to_bots", "on")]);
    assert!(shown.contains("value=\"kalah\" checked"), "{shown}");
    assert!(shown.contains("name=\"open_to_bots\" value=\"on\" checked"), "{shown}");
}
