//! How a game ended: what a text says of it by tags and behind the moves, compared with the moves.

use room::{Finished, Reason};
use rules::mancala::Leftovers;
use rules::mapello::{BONUS_POINTS, Board, Centre};
use rules::{Game, Outcome, Position, Setup, Side};

use super::frame::{Fault, Section, result, score};
use super::termination::{self, Claim, How};
use super::{mapello, names};
use crate::refusal::{Notice, Why};

/// The squares of a board of Othello.
const CELLS: u16 = 64;

/// A result as a text gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    Result(Option<Side>),
    Open,
    Score([u16; 2]),
}

impl Told {
    fn read(text: &str) -> Option<Told> {
        let text: String = text.split_whitespace().collect();
        Some(match result(&text) {
            Some("1-0") => Told::Result(Some(Side::First)),
            Some("0-1") => Told::Result(Some(Side::Second)),
            Some("*") => Told::Open,
            Some(_) => Told::Result(None),
            None => Told::Score(score(&text)?),
        })
    }

    /// The winner, `None` for a draw; outer `None` if the game is undecided.
    fn winner(self) -> Option<Option<Side>> {
        match self {
            Told::Result(winner) => Some(winner),
            Told::Open => None,
            Told::Score(points) => Some(winner_of(Outcome::of_scores(points))),
        }
    }

    fn agrees_with(self, other: Told) -> bool {
        match (self, other) {
            (Told::Score(one), Told::Score(two)) => one == two,
            (Told::Score(_), Told::Open) | (Told::Open, Told::Score(_)) => true,
            _ => self.winner() == other.winner(),
        }
    }
}

fn winner_of(outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::Win(side) => Some(side),
        Outcome::Draw => None,
    }
}

/// Whether a game can have ended so, given what its moves lead to.
pub(super) fn is_possible(outcome: Option<Outcome>, winner: Option<Side>, reason: Reason) -> bool {
    match (outcome, reason) {
        (Some(outcome), reason) => reason == Reason::Played && winner == winner_of(outcome),
        (None, Reason::Played | Reason::CalledOff | Reason::Agreed) => winner.is_none(),
        (None, Reason::Resigned) => winner.is_some(),
        (None, Reason::TimeOut | Reason::Abandoned) => true,
    }
}

/// The game with the ending that the text gives it.
pub(super) fn read(
    game: Finished,
    section: &Section,
    behind: Option<&(String, usize)>,
    notices: &mut Vec<Notice>,
) -> Result<Finished, Fault> {
    let mut told: Vec<(Told, usize)> = Vec::new();
    if let Some(tag) = section.tag("Result") {
        let value = Told::read(&tag.plain()).ok_or((tag.at, Why::TagValue("Result".to_owned())))?;
        told.push((value, tag.at));
    }
    if let Some((value, at)) = behind.and_then(|(text, at)| Some((Told::read(text)?, *at))) {
        if told.first().is_some_and(|(before, _)| !before.agrees_with(value)) {
            return Err((at, Why::ResultTwice));
        }
        told.push((value, at));
    }
    let how = termination::read(&game, section);
    let claim = termination::claim(&game, section, &how)?;
    if let Some(Claim { winner, at, .. }) = claim
        && told.iter().any(|(value, _)| value.winner().is_some_and(|told| told != Some(winner)))
    {
        return Err((at, Why::ResultTwice));
    }
    let reason = how.reason;
    let Some(position) = game.room().game.map(|game| game.position) else { return Ok(game) };
    let board = match game.setup {
        Setup::Mapello(board) => Some(board),
        Setup::Mancala(_) => None,
    };
    match position.outcome() {
        Some(outcome) => {
            if let Some((_, at)) = reason.filter(|(reason, _)| *reason != Reason::Played) {
                return Err((at, Why::EndingWrong));
            }
            if !told.is_empty() && told.iter().all(|(value, _)| *value == Told::Open) {
                notices.push(Notice::ResultOpen);
            }
            for (value, at) in told {
                match value {
                    Told::Open => {}
                    Told::Score(points) if !is_score(&position, board, points) => {
                        return Err((at, Why::ScoreWrong(position.score())));
                    }
                    value if value.winner() != Some(winner_of(outcome)) => {
                        let is_chess =
                            matches!(value, Told::Result(Some(_))) && is_white_first(&game, section);
                        return Err((at, if is_chess { Why::ResultWhose } else { Why::ResultWrong }));
                    }
                    _ => {}
                }
            }
            if let Some(Claim { winner, at, .. }) = claim
                && winner_of(outcome) != Some(winner)
            {
                return Err((at, Why::ResultWrong));
            }
            how.tell(claim.is_some(), section, notices);
            Ok(game)
        }
        None => {
            for (value, at) in &told {
                if let Told::Score(points) = value {
                    can_be_score(&game, position.score(), *points).map_err(|why| (*at, why))?;
                }
            }
            let in_points = told.iter().any(|(value, _)| matches!(value, Told::Score(_)));
            if let Some((_, at)) = told.iter().find(|(value, _)| matches!(value, Told::Result(Some(_))))
                && !in_points
                && is_white_first(&game, section)
            {
                return Err((*at, Why::ResultWhose));
            }
            // The points so far are no result, unless the text says that there is one.
            let so_far = Told::Score(position.score());
            if reason.is_none_or(|(reason, _)| reason == Reason::Played)
                && claim.is_none()
                && told.iter().any(|(value, _)| *value == so_far)
                && told.iter().all(|(value, _)| [so_far, Told::Open].contains(value))
            {
                how.tell(false, section, notices);
                notices.push(Notice::ResultOpen);
                return Ok(game);
            }
            // Of points that the moves do not lead to, only the winner is kept.
            if let Some((Told::Score([first, second]), _)) =
                told.iter().find(|(value, _)| matches!(value, Told::Score(_)))
            {
                notices.push(Notice::NotKept(format!("{first}-{second}")));
            }
            let open = told.first().copied();
            let told = told.into_iter().find(|(value, _)| *value != Told::Open).or(open);
            let is_won = told.is_some_and(|(value, _)| value != Told::Open);
            let told = match claim {
                // Who says that the game is open, and how it ended, contradicts himself.
                Some(claim) if open.is_some() && !is_won && claim.is_ending(&how) => {
                    return Err((claim.at, Why::ResultTwice));
                }
                Some(Claim { winner, at, .. }) if open.is_none() => Some((Told::Result(Some(winner)), at)),
                _ => told,
            };
            let is_told = claim.is_some() && (is_won || open.is_none());
            how.tell(is_told, section, notices);
            unfinished(game, told, &how, section, notices)
        }
    }
}

/// The ending of a game that its moves do not end.
fn unfinished(
    game: Finished,
    told: Option<(Told, usize)>,
    how: &How,
    section: &Section,
    notices: &mut Vec<Notice>,
) -> Result<Finished, Fault> {
    let winner = told.and_then(|(told, at)| Some((told.winner()?, at)));
    let (reason, winner) = match (winner, how.reason) {
        (None, None | Some((Reason::Played, _))) => (Reason::Played, None),
        (None, Some((reason @ (Reason::Agreed | Reason::CalledOff), _))) => (reason, None),
        (None, Some((_, at))) => return Err(termination::missing(section, at)),
        // Files of earlier versions call every game without a winner a draw.
        (Some((None, _)), Some((reason @ (Reason::Played | Reason::CalledOff), _))) => {
            notices.push(Notice::ResultOpen);
            (reason, None)
        }
        (Some((winner, _)), None) => {
            // The reason may be given in words that are not understood.
            let unknown = how.unknown.clone();
            notices.retain(|notice| unknown.is_none() || *notice != termination::left_out());
            notices.push(unknown.map_or(Notice::ResultUnexplained, Notice::ReasonUnknown));
            (if winner.is_some() { Reason::Resigned } else { Reason::Agreed }, winner)
        }
        (Some((winner, at)), Some((reason, _))) => {
            if !is_possible(None, winner, reason) {
                return Err((at, Why::EndingWrong));
            }
            (reason, winner)
        }
    };
    Ok(Finished { reason, winner, ..game })
}

/// Whether a text of Othello names White first, as chess does, where `1-0` is White's, or White alone. A text that says
/// which game it is of means ours.
fn is_white_first(game: &Finished, section: &Section) -> bool {
    let is_named = section.tag("Game").or(mapello::board_tag(section)).is_some();
    !is_named && game.setup.game() == Game::Mapello && names::first_named(&section.tags) == Some(Side::Second)
}

/// Refuses points that no game can have that was not played to its end: not those so far, and not all there are.
fn can_be_score(game: &Finished, score: [u16; 2], told: [u16; 2]) -> Result<(), Why> {
    let sum = told[0] + told[1];
    let so_far = score[0] + score[1];
    let (all, fits) = match game.setup {
        Setup::Mancala(setup) => {
            let all = 2 * u16::from(setup.variant.pits) * u16::from(setup.variant.stones);
            let may_lie = setup.variant.leftovers == Leftovers::Nobody;
            (all, sum == all || may_lie && (so_far..=all).contains(&sum))
        }
        Setup::Mapello(board) => {
            let all = CELLS - board.walls().count_ones() as u16
                + u16::from(BONUS_POINTS) * board.bonuses().count_ones() as u16;
            // Othello gives the empty squares to the winner; elsewhere they count for nobody.
            (all, sum == all || !is_plain(&board) && (so_far..=all).contains(&sum))
        }
    };
    if fits || told == score { Ok(()) } else { Err(Why::ScoreImpossible(all)) }
}

/// Whether a game on this board may be one of Othello, by its rules and its score: there are no extras.
fn is_plain(board: &Board) -> bool {
    [Board::EMPTY, Board::OTHELLO].contains(board)
}

/// Whether these are the points at the end of the game; in Othello the winner may have been given the empty squares.
fn is_score(end: &Position, board: Option<Board>, told: [u16; 2]) -> bool {
    let may_be_filled = board.is_some_and(|board| is_plain(&board) || board.centre() == Centre::Othello);
    let filled = end.as_mapello().and_then(rules::mapello::Position::othello_score);
    told == end.score() || may_be_filled && filled == Some(told)
}
