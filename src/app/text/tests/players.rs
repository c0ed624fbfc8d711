//! Tests of how sentences name players, above all the computer, and count what they did.

use engine_protocol::{Level, ScoredMove};
use room::{Finished, Reason, TimeControl, TimeOut};
use rules::mancala::{Move as Sowing, Pit, Preset, Setup as MancalaSetup};
use rules::{Move, Outcome, Setup, Side};

use super::super::computer::{comparison, turning_point};
use super::super::language::Language::{English, German, Portuguese};
use super::super::names::computer_name;
use super::super::{PlayerName, ending_sentence, headline, mancala};
use super::in_language;

const AGAINST_COMPUTER: [PlayerName; 2] = [PlayerName::You, PlayerName::Computer];

fn sow(side: Side, index: u8) -> Move {
    Move::Mancala(Sowing::Sow(Pit { side, index }))
}

/// A game of the quick variant in which each side plays its first legal move, to its end.
fn played_out() -> Finished {
    let setup = Setup::Mancala(MancalaSetup::new(Preset::Quick.variant(), 1));
    let mut position = setup.start();
    let mut moves = Vec::new();
    while position.outcome().is_none() {
        let mv = position.legal_moves()[0];
        position = position.play(mv).unwrap().position;
        moves.push(mv);
    }
    let winner = match position.outcome() {
        Some(Outcome::Win(side)) => Some(side),
        _ => None,
    };
    let names = ["Anna", "Bert"].map(str::to_owned);
    Finished {
        names,
        setup,
        board: None,
        moves,
        winner,
        reason: Reason::Played,
        timeout: TimeOut::Loses,
        clock: TimeControl::None,
        ended: 1,
        match_part: None,
    }
}

#[test]
fn the_computer_is_never_called_by_its_level_alone() {
    for (language, name) in
        [(English, "Computer (Easy)"), (German, "Computer (Leicht)"), (Portuguese, "Computador (Fácil)")]
    {
        assert_eq!(in_language(language, || computer_name(Level::Easy)), name);
    }
    let start = MancalaSetup::new(Preset::Kalah.variant(), 1);
    let pit = Pit { side: Side::First, index: 2 };
    let (_, trace) = rules::mancala::Position::start(&start).play(Sowing::Sow(pit)).unwrap();
    let names = [PlayerName::Computer, PlayerName::You];
    let sentence = || mancala::move_sentence(Sowing::Sow(pit), Side::First, &trace, &names);
    assert_eq!(in_language(English, sentence), "Computer plays c, 4 stones. Computer moves again.");
}

#[test]
fn a_result_says_who_wins_and_by_how_much() {
    let game = played_out();
    let room = game.room();
    let played = room.game.as_ref().unwrap();
    let ending = played.ending.unwrap();
    let [first, second] = played.position.score();
    let (winner, lead) = (ending.winner.unwrap(), first.abs_diff(second));
    let by = format!("by {lead} stone{}.", if lead == 1 { "" } else { "s" });
    let [mut won, mut lost] = [AGAINST_COMPUTER, AGAINST_COMPUTER];
    if winner == Side::First {
        lost.reverse();
    } else {
        won.reverse();
    }
    in_language(English, || {
        assert_eq!(headline(&ending, &lost), "The computer wins");
        assert_eq!(ending_sentence(played, &ending, &lost), format!("Computer wins {by}"));
        assert_eq!(headline(&ending, &won), "You win");
        assert_eq!(ending_sentence(played, &ending, &won), format!("You win {by}"));
    });
}

#[test]
fn a_move_in_a_sentence_says_its_number_and_whose_it_was() {
    let position = played_out().setup.start();
    let scored = |index, value| ScoredMove { mv: sow(Side::Second, index), value, proved: false };
    let [you, computer] = &AGAINST_COMPUTER;
    in_language(English, || {
        let turning = turning_point(&position, 19, computer, sow(Side::Second, 2), 500);
        assert_eq!(turning, "Turning point: move 19 (Computer), pit c (−5 stones).");
        let compared = comparison(4, you, &scored(0, 300), &scored(1, -100));
        assert_eq!(compared, "Move 4 (You): a (+3) was better than b (−1).");
        assert_eq!(
            comparison(4, you, &scored(0, 300), &scored(1, 300)),
            "Move 4 (You): b (+3) was as good as any."
        );
    });
}

#[test]
fn in_portuguese_one_plays_with_the_black_discs_and_is_not_black() {
    let page = include_str!("../../../../public/words/pt.txt");
    let server = include_str!("../server/pt.txt");
    for line in page.lines().chain(server.lines()).filter(|line| !line.starts_with('#')) {
        assert!(!line.contains("é Preto") && !line.contains("é Branco"), "{line}");
    }
    assert!(page.contains("joga com as pretas"));
}
