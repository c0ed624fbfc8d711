//! Writing of reports.

use std::{cmp::Reverse, fmt::Write};

use super::{NAME, Report};
use crate::tournament::{Bye, Colour, GameResult, Outcome, Player, Tournament};

/// Writes a report. Names longer than 33 characters are cut, ratings above 9999 written as 9999. Line breaks, other
/// white space and control characters become spaces. Lines end with a line feed.
pub fn write(report: &Report) -> String {
    let tournament = &report.tournament;
    let rated = tournament.players.iter().filter(|player| player.rating > 0).count();
    let head = [
        ("012", report.name.clone()),
        ("022", report.city.clone()),
        ("032", report.federation.clone()),
        ("042", report.start.clone()),
        ("052", report.end.clone()),
        ("062", tournament.players.len().to_string()),
        ("072", rated.to_string()),
        ("092", report.kind.clone()),
        ("102", report.arbiter.clone()),
        ("122", report.time_control.clone()),
        ("XXR", tournament.rounds.to_string()),
        ("XXC", format!("{}1", if tournament.first_colour == Colour::White { "white" } else { "black" })),
    ];
    let mut text = String::new();
    for (code, value) in head {
        let value = printable(&value);
        if !value.is_empty() {
            _ = writeln!(text, "{code} {value}");
        }
    }
    let mut order: Vec<&Player> = tournament.players.iter().collect();
    order.sort_by_key(|player| player.number);
    for player in order {
        write_player(&mut text, tournament, player);
    }
    text
}

fn write_player(text: &mut String, tournament: &Tournament, player: &Player) {
    let cut: String = printable(&player.name).chars().take(NAME).collect();
    let name = cut.trim_end();
    // Points count what is known of the coming round as well: that is how other programs read them.
    let points = |player: &Player| player.half_points_before(player.outcomes.len());
    let key = |player: &Player| (Reverse(points(player)), player.number);
    let rank = 1 + tournament.players.iter().filter(|other| key(other) < key(player)).count();
    let rating = player.rating.min(9999);
    let halves = points(player);
    let score = format!("{}.{}", halves / 2, if halves % 2 == 1 { 5 } else { 0 });
    _ = write!(
        text,
        "001 {:4} {:4} {name:NAME$} {rating:4} {:3} {:11} {:10} {score:>4} {rank:4}",
        player.number, "", "", "", ""
    );
    let number = |player: usize| tournament.players.get(player).map_or(0, |player| player.number);
    for &outcome in &player.outcomes {
        let (opponent, colour, result) = match outcome {
            Outcome::Played { opponent, colour, result } => {
                let result = match result {
                    GameResult::Win => '1',
                    GameResult::Draw => '=',
                    GameResult::Loss => '0',
                };
                (number(opponent), letter(colour), result)
            }
            Outcome::Forfeit { opponent, colour, won } => {
                (number(opponent), letter(colour), if won { '+' } else { '-' })
            }
            Outcome::Bye(bye) => {
                let letter = match bye {
                    Bye::Pairing => 'U',
                    Bye::Full => 'F',
                    Bye::Half => 'H',
                    Bye::Zero => 'Z',
                };
                (0, '-', letter)
            }
        };
        if opponent == 0 {
            _ = write!(text, "  0000 {colour} {result}");
        } else {
            _ = write!(text, "  {opponent:4} {colour} {result}");
        }
    }
    text.push('\n');
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'w',
        Colour::Black => 'b',
    }
}

fn printable(text: &str) -> String {
    let text: String =
        text.chars().map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c }).collect();
    text.trim().to_owned()
}
