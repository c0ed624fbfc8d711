//! Tests of the standing and of the page of an entrant.

use tournament::{EntrantId, Phase};

use super::sample::{ARENA, NOW, ROUND_ROBIN, arena, data, line, own_of, row, running, with_phase};
use super::{count, html};
use crate::app::pages::tournaments::table::{row_address, table_for};
use crate::app::pages::tournaments::{entrant, page, tournament_table};
use crate::model::tournaments::{EntrantData, TournamentData, TournamentTable};

#[test]
fn only_the_first_rendering_marks_the_own_row() {
    let view = running(ARENA);
    let data = TournamentData { own: Some(own_of(Some(1))), ..data(view.clone()) };
    let marked = html(page::page(&data));
    let own = "<tr role=\"row\" id=\"e1\" data-entrant=\"1\" aria-current=\"true\">";
    assert_eq!((count(&marked, own), count(&marked, "aria-current")), (1, 1), "{marked}");
    let table = html(tournament_table(&view, &data.table));
    assert!(table.contains("data-entrant=\"1\"") && !table.contains("aria-current"), "{table}");
}

#[test]
fn a_row_shows_the_latest_results_as_links_and_the_running_game() {
    let table = TournamentTable { from: 1, total: 1, rows: vec![row(0, 12)] };
    let shown = html(tournament_table(&running(ARENA), &table));
    assert_eq!(count(&shown, "/r/GAMEAAAA/g/1"), 10, "{shown}");
    assert!(shown.contains("…") && shown.contains("class=\"score playing\""), "{shown}");
    assert!(shown.contains("data-kind=\"fire\" href=\"/r/GAMEAAAA/g/1\" title="), "{shown}");
}

#[test]
fn a_game_with_half_of_the_time_is_marked_and_its_third_point_is_no_fire() {
    let mut row = row(0, 3);
    let won = &mut row.standing.played[0];
    (won.points, won.is_berserk) = (3, true);
    row.standing.played[2].is_berserk = false;
    let table = TournamentTable { from: 1, total: 1, rows: vec![row.clone()] };
    let shown = html(tournament_table(&running(ARENA), &table));
    assert_eq!((count(&shown, "class=\"half\""), count(&shown, "data-kind=\"fire\"")), (1, 0), "{shown}");
    assert_eq!(count(&shown, " · Half the time\""), 1, "beside the name of the opponent: {shown}");
    let data = EntrantData { line: line(ARENA, Phase::Running(NOW)), row, place: 1 };
    let shown = html(entrant::page(&data));
    assert_eq!(
        (count(&shown, "Won · 3 points · Half the time"), count(&shown, "class=\"half\"")),
        (1, 1),
        "{shown}"
    );
}

#[test]
fn whoever_is_on_fire_has_a_flame_with_a_name() {
    let shown = html(tournament_table(&running(ARENA), &data(running(ARENA)).table));
    assert_eq!(count(&shown, "aria-label=\"On fire\""), 1, "{shown}");
}

#[test]
fn a_long_standing_has_links_to_the_rows_before_and_after() {
    let part = |from: usize| TournamentTable {
        from,
        total: 120,
        rows: (from - 1..(from + 49).min(120)).map(|id| row(id as u32, 2)).collect(),
    };
    let shown = |from| html(table_for(&running(ARENA), &part(from), None));
    let (first, second, last) = (shown(1), shown(51), shown(101));
    assert!(first.contains("?from=51#standing") && !first.contains("?from=1#"), "{first}");
    assert!(first.contains("Ranks 1–50 of 120"), "{first}");
    assert!(second.contains("?from=1#standing") && second.contains("?from=101#standing"), "{second}");
    assert!(last.contains("?from=51#standing") && !last.contains("?from=121"), "{last}");
    let code = line(ARENA, Phase::Announced).code;
    assert_eq!(row_address(code, 50, EntrantId(7)), "/e/ABCDEFGH#e7");
    assert_eq!(row_address(code, 51, EntrantId(7)), "/e/ABCDEFGH?from=51#e7");
}

#[test]
fn a_small_round_robin_is_a_cross_table() {
    let view = running(ROUND_ROBIN);
    let shown = html(tournament_table(&view, &data(view.clone()).table));
    assert_eq!(count(&shown, "data-self"), 6, "{shown}");
    // Everybody's five results against the five others.
    assert_eq!(count(&shown, "/r/GAMEAAAA/g/1"), 30, "{shown}");
    let cell = shown.split("id=\"e0\"").nth(1).and_then(|row| row.split("class=\"against\"").nth(2)).unwrap();
    assert!(cell.contains(">2</a>"), "the first result is against the second player: {cell}");
}

#[test]
fn before_the_start_there_are_names_and_no_results() {
    let shown = html(tournament_table(&arena(), &data(arena()).table));
    assert!(shown.contains("Bruno") && !shown.contains("class=\"points\""), "{shown}");
    let nobody = html(tournament_table(&arena(), &TournamentTable::default()));
    assert!(nobody.contains("Nobody has entered yet."), "{nobody}");
}

#[test]
fn the_best_three_stand_on_a_podium_and_no_bot_of_the_server_does() {
    let over = with_phase(ARENA, Phase::Finished(NOW));
    let mut table = data(over.clone()).table;
    table.rows.swap(0, 4);
    let shown = html(tournament_table(&over, &table));
    let podium = shown.split("class=\"podium\"").nth(1).and_then(|rest| rest.split("</ol>").next()).unwrap();
    assert_eq!((count(podium, "<li"), podium.contains("Emil")), (3, false), "{podium}");
    assert!(!html(tournament_table(&running(ARENA), &table)).contains("podium"));
}

#[test]
fn the_result_of_a_finished_tournament_can_be_copied_as_text() {
    let shown = html(page::page(&data(with_phase(ARENA, Phase::Finished(NOW)))));
    let text = shown.split("<textarea").nth(1).and_then(|rest| rest.split("</textarea>").next()).unwrap();
    assert!(text.contains("readonly") && text.contains("1. Anna: 12 points\n"), "{text}");
    assert!(text.ends_with("https://example.org/e/ABCDEFGH") && !text.contains("Emil"), "{text}");
    assert!(!html(page::page(&data(running(ARENA)))).contains("<textarea"));
}

#[test]
fn the_page_of_an_entrant_lists_all_games() {
    let data = EntrantData { line: line(ARENA, Phase::Running(NOW)), row: row(0, 12), place: 60 };
    let shown = html(entrant::page(&data));
    assert_eq!(count(&shown, "/r/GAMEAAAA/g/1"), 12, "{shown}");
    assert!(shown.contains("href=\"/r/PAYNGAAA\"") && shown.contains("?from=51#e0"), "{shown}");
    assert!(shown.contains("Playing now") && shown.contains("Bert"), "who is played is named: {shown}");
    assert!(shown.contains("8 won, 0 drawn, 4 lost"), "{shown}");
    let none = EntrantData { row: row(3, 0), ..data };
    assert!(html(entrant::page(&none)).contains("No games yet."));
}
