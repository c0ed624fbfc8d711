//! Reading of reports.

use std::collections::BTreeMap;

use super::{NAME, ROUND, ROUNDS, Report};
use crate::tournament::{Bye, Colour, GameResult, Outcome, Player, Tournament};

/// Why a text is no report. Lines are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrfError {
    /// A field of a line is not what it has to be.
    #[error("line {line}: the {field} cannot be read")]
    Field {
        /// The line.
        line: usize,
        /// What the field holds.
        field: &'static str,
    },
    /// A starting rank stands in two lines.
    #[error("line {line}: starting rank {number} is given twice")]
    SameNumber {
        /// The second of the lines.
        line: usize,
        /// The starting rank.
        number: u32,
    },
    /// The opponent in a round is no player, or has another result than a loss for a win and so on.
    #[error("line {line}: round {round} does not fit the opponent's line")]
    Opponent {
        /// The line of one of the two.
        line: usize,
        /// The round, from 1.
        round: usize,
    },
    /// The points are not those of the rounds.
    #[error("line {line}: the points are not the sum of the rounds")]
    Points {
        /// The line.
        line: usize,
    },
}

/// A player's line while the others are not read yet.
struct Row {
    line: usize,
    player: Player,
    /// For each round the opponent's starting rank (0 for none), the colour, and the result.
    rounds: Vec<(u32, char, char)>,
    half_points: u32,
}

/// Reads a report. Lines with codes that it does not know are passed over. Rounds are over up to the last one in which
/// somebody was paired; the number of rounds is that one if no line `XXR` says it. Without a line `XXC` the first colour is
/// that of the first player with a colour in the first round, by starting rank.
pub fn read(text: &str) -> Result<Report, TrfError> {
    let mut report =
        Report::new(Tournament { rounds: 0, played: 0, first_colour: Colour::White, players: Vec::new() });
    let mut rows = Vec::new();
    let mut first_colour = None;
    for (line, content) in (1..).zip(text.split(['\n', '\r']).filter(|content| !content.trim().is_empty())) {
        let columns: Vec<char> = content.trim_start_matches('\u{feff}').chars().collect();
        let code: String = columns.iter().take(3).collect();
        let value: String = columns.iter().skip(3).collect::<String>().trim().to_owned();
        match code.as_str() {
            "001" => rows.push(row(line, &columns)?),
            "012" => report.name = value,
            "022" => report.city = value,
            "032" => report.federation = value,
            "042" => report.start = value,
            "052" => report.end = value,
            "092" => report.kind = value,
            "102" => report.arbiter = value,
            "122" => report.time_control = value,
            "XXR" => {
                report.tournament.rounds =
                    value.parse().map_err(|_| TrfError::Field { line, field: "number of rounds" })?;
            }
            "XXC" => first_colour = configured_colour(&value).or(first_colour),
            _ => {}
        }
    }
    resolve(&mut report.tournament, rows)?;
    let inferred = || inferred_colour(&report.tournament);
    report.tournament.first_colour = first_colour.or_else(inferred).unwrap_or(Colour::White);
    Ok(report)
}

fn configured_colour(value: &str) -> Option<Colour> {
    value.split_whitespace().find_map(|word| match word {
        "white1" => Some(Colour::White),
        "black1" => Some(Colour::Black),
        _ => None,
    })
}

fn inferred_colour(tournament: &Tournament) -> Option<Colour> {
    let first = tournament
        .players
        .iter()
        .filter(|player| player.number % 2 == 1)
        .min_by_key(|player| player.number)?;
    match first.outcomes.first()? {
        Outcome::Played { colour, .. } | Outcome::Forfeit { colour, .. } => Some(*colour),
        Outcome::Bye(_) => None,
    }
}

/// The text in columns `from` to `to` of a line, counted from 1, both included.
fn columns(line: &[char], from: usize, to: usize) -> String {
    line.iter().take(to).skip(from - 1).collect::<String>().trim().to_owned()
}

fn row(line: usize, content: &[char]) -> Result<Row, TrfError> {
    let field = |field| TrfError::Field { line, field };
    let number = columns(content, 5, 8).parse().ok().filter(|&number| number > 0);
    let rating = columns(content, 49, 52);
    let points = columns(content, 81, 84);
    let half_points = match points.split_once('.') {
        Some((whole, "0")) => whole.parse().ok().map(|whole: u32| 2 * whole),
        Some((whole, "5")) => whole.parse().ok().map(|whole: u32| 2 * whole + 1),
        _ => None,
    };
    let mut rounds = Vec::new();
    let mut begin = ROUNDS;
    while begin < content.len() {
        let block: String = content.iter().skip(begin).take(ROUND).collect();
        let mut parts = block.split_whitespace();
        rounds.push(match (parts.next(), parts.next(), parts.next()) {
            (None, ..) => (0, '-', 'Z'),
            (Some(opponent), Some(colour), Some(result)) => {
                let letter = |text: &str| text.chars().next().filter(|_| text.chars().count() == 1);
                let (colour, result) = letter(colour).zip(letter(result)).ok_or(field("round"))?;
                (opponent.parse().map_err(|_| field("round"))?, colour, result)
            }
            _ => return Err(field("round")),
        });
        begin += ROUND;
    }
    let player = Player {
        number: number.ok_or(field("starting rank"))?,
        name: columns(content, 15, 14 + NAME),
        rating: if rating.is_empty() { 0 } else { rating.parse().map_err(|_| field("rating"))? },
        outcomes: Vec::new(),
    };
    Ok(Row { line, player, rounds, half_points: half_points.ok_or(field("points"))? })
}

/// Turns starting ranks into indices, and checks that results and points fit.
fn resolve(tournament: &mut Tournament, rows: Vec<Row>) -> Result<(), TrfError> {
    let mut indices = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        let number = row.player.number;
        if indices.insert(number, index).is_some() {
            return Err(TrfError::SameNumber { line: row.line, number });
        }
    }
    let paired = |round: &(u32, char, char)| round.0 > 0 || round.2.eq_ignore_ascii_case(&'U');
    let last = |row: &Row| row.rounds.iter().rposition(paired).map_or(0, |last| last + 1);
    tournament.played = rows.iter().map(last).max().unwrap_or(0);
    tournament.rounds = tournament.rounds.max(tournament.played);
    for row in &rows {
        let mut player = row.player.clone();
        for (round, &(opponent, colour, result)) in (1..).zip(&row.rounds) {
            let wrong = TrfError::Field { line: row.line, field: "round" };
            let opponent = match opponent {
                0 => None,
                number => {
                    let index = indices.get(&number).copied();
                    Some(index.ok_or(TrfError::Opponent { line: row.line, round })?)
                }
            };
            player.outcomes.push(outcome(opponent, colour, result).ok_or(wrong)?);
        }
        while player.outcomes.len() < tournament.played {
            player.outcomes.push(Outcome::Bye(Bye::Zero));
        }
        if player.half_points_before(player.outcomes.len()) != row.half_points {
            return Err(TrfError::Points { line: row.line });
        }
        tournament.players.push(player);
    }
    for (index, row) in rows.iter().enumerate() {
        let rounds = 0..tournament.players[index].outcomes.len();
        if let Some(round) = rounds.into_iter().find(|&round| !tournament.is_mirrored(index, round)) {
            return Err(TrfError::Opponent { line: row.line, round: round + 1 });
        }
    }
    Ok(())
}

fn outcome(opponent: Option<usize>, colour: char, result: char) -> Option<Outcome> {
    let Some(opponent) = opponent else {
        return Some(Outcome::Bye(match result.to_ascii_uppercase() {
            'U' => Bye::Pairing,
            'F' | '+' => Bye::Full,
            'H' => Bye::Half,
            'Z' | '-' => Bye::Zero,
            _ => return None,
        }));
    };
    let colour = match colour.to_ascii_lowercase() {
        'w' => Colour::White,
        'b' => Colour::Black,
        _ => return None,
    };
    Some(match result.to_ascii_uppercase() {
        '+' => Outcome::Forfeit { opponent, colour, won: true },
        '-' => Outcome::Forfeit { opponent, colour, won: false },
        '1' | 'W' => Outcome::Played { opponent, colour, result: GameResult::Win },
        '=' | 'D' => Outcome::Played { opponent, colour, result: GameResult::Draw },
        '0' | 'L' => Outcome::Played { opponent, colour, result: GameResult::Loss },
        _ => return None,
    })
}
