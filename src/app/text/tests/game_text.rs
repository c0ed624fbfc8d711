//! Tests of the sentences of refused game texts.

use gametext::refusal::{Format, Notice, Place, Refusal, Why};
use rules::{IllegalMove, SetupError};

use super::super::game_text::{notice_text, refusal_line, refusal_reason};
use super::super::language::Language;

fn reasons() -> Vec<Why> {
    use Why::*;
    let name = || "Board".to_owned();
    let illegal = [
        IllegalMove::WrongSide,
        IllegalMove::EmptyPit,
        IllegalMove::NoSuchPit,
        IllegalMove::GameOver,
        IllegalMove::SwapNotAllowed,
        IllegalMove::Wall,
        IllegalMove::Occupied,
        IllegalMove::NoFlip,
        IllegalMove::OtherGame,
    ];
    let setups = [
        SetupError::Pits(2),
        SetupError::Stones(0),
        SetupError::Walls(9),
        SetupError::Bonuses(9),
        SetupError::Jokers(9),
        SetupError::Place,
        SetupError::NobodyCanMove,
    ];
    let others = [
        Empty,
        TooLong,
        TooManyGames,
        NoFormat,
        NoMoves,
        Sign('x'),
        Lookalike('x'),
        CommentOpen,
        CommentNested,
        CommentMoves,
        TagForm,
        TagTwice(name()),
        TagValue(name()),
        TagsDisagree([name(), name()]),
        TagSetup(name()),
        OtherGame(name()),
        TagsApart,
        TagsBelow,
        OneOrSeveral,
        TurnsOrGames,
        StartsTwice,
        TooManyTags,
        BoardCode,
        Date,
        DateForm,
        NoMove,
        Chess,
        BoardAlone,
        Case,
        Goal,
        Captured(5),
        Number { due: 5 },
        NumberAlone,
        MixedNames,
        NumbersOrPits,
        Pass,
        AfterResult,
        ResultEarly,
        ResultTwice,
        ResultWrong,
        ScoreWrong([5, 5]),
        ScoreImpossible(5),
        ResultWhose,
        EndingWrong,
        ResultMissing,
        Count(5),
        KgpLine,
        KgpStart,
        KgpState,
        KgpMoveEarly,
        KgpMoveLate,
        KgpSeveral,
        KgpOptions,
        GgfForm,
        GgfBoard,
        GgfStart,
        GgfSide,
        JsonForm,
        JsonField(name()),
        JsonMissing(name()),
        JsonTwice(name()),
        LogEvent,
        LogSummary(name()),
        LogForm,
    ];
    illegal.map(Illegal).into_iter().chain(setups.map(Setup)).chain(others).collect()
}

#[test]
fn no_two_reasons_share_a_sentence_in_any_language() {
    for language in Language::ALL {
        let mut sentences: Vec<_> =
            reasons().iter().map(|why| language.during(|| refusal_reason(why))).collect();
        let notices = [
            Notice::Mirrored,
            Notice::OthelloStart,
            Notice::SetupAssumed,
            Notice::SetupAbove,
            Notice::SmallLetters,
            Notice::LinesAsOne,
            Notice::RunningScore,
            Notice::Comments { count: 1, first: "x".to_owned() },
            Notice::TagLeftOut("x".to_owned()),
            Notice::NotKept("x".to_owned()),
            Notice::NameChanged("x".to_owned()),
            Notice::ResultOpen,
            Notice::ResultUnexplained,
            Notice::ReasonUnknown("x".to_owned()),
            Notice::Seconds,
            Notice::Corrected(1),
            Notice::NotAccepted(1),
        ];
        sentences.extend(notices.iter().map(|notice| language.during(|| notice_text(notice))));
        let all = sentences.len();
        sentences.sort();
        sentences.dedup();
        assert_eq!(sentences.len(), all, "{}", language.tag());
        assert!(sentences.iter().all(|sentence| !sentence.is_empty() && !sentence.contains('{')));
    }
}

#[test]
fn the_place_of_a_refusal_is_listed_as_in_the_language() {
    let place = Some(Place { line: 1, column: 9, word: String::new() });
    let refusal = Refusal { format: Format::Unknown, place, ply: Some(4), why: Why::NoMove };
    let said = |language: Language| language.during(|| refusal_line(&refusal));
    assert_eq!(said(Language::English), "This is not a move. (move 4, line 1, column 9)");
    assert!(!said(Language::Arabic).contains(','), "{}", said(Language::Arabic));
}
