//! Sentences of the readers of game texts: why a text is refused, and what is said beside a game that was
//! read.

use gametext::import::{MAX_BYTES, MAX_GAMES};
use gametext::refusal::{Format, Notice, Refusal, Why};

use super::refusal::{illegal_move_text, setup_error_text};
use super::{listed, words};

/// The format, the reason and the place of a refusal, in one line.
pub fn refusal_line(refusal: &Refusal) -> String {
    let format = match refusal.format {
        Format::Mancala => Some(words::format_mancala()),
        Format::Mapello => Some(words::format_mapello()),
        Format::Json => Some(words::format_json()),
        Format::Device => Some(words::format_device()),
        Format::Kgp => Some(words::format_kgp()),
        Format::Ggf => Some(words::format_ggf()),
        Format::Wthor => Some(words::format_wthor()),
        Format::Unknown => None,
    };
    let place = refusal.place.as_ref().map(|place| match place.word.as_str() {
        "" => words::at_place(&place.line.to_string(), &place.column.to_string()),
        word => words::at_word(&place.line.to_string(), &place.column.to_string(), word),
    });
    let ply = refusal.ply.map(|ply| words::at_move(&ply.to_string()));
    let at: Vec<String> = ply.into_iter().chain(place).collect();
    let why = refusal_reason(&refusal.why);
    let why = if at.is_empty() { why } else { format!("{why} ({})", listed(at)) };
    format.map(|format| words::in_format(&format, &why)).unwrap_or(why)
}

/// The sentence of a reason; no two reasons share one.
pub fn refusal_reason(why: &Why) -> String {
    match why {
        Why::Empty => words::bad_empty(),
        Why::TooLong => words::bad_too_long(&MAX_BYTES.to_string()),
        Why::TooManyGames => words::bad_many_games(&MAX_GAMES.to_string()),
        Why::NoFormat => words::bad_no_format(),
        Why::NoMoves => words::bad_no_moves(),
        Why::Sign(sign) => words::bad_sign(&sign.to_string()),
        Why::Lookalike(sign) => words::bad_lookalike(&sign.to_string()),
        Why::CommentOpen => words::bad_comment_open(),
        Why::CommentNested => words::bad_comment_nested(),
        Why::CommentMoves => words::bad_comment_moves(),
        Why::TagForm => words::bad_tag_form(),
        Why::TagTwice(name) => words::bad_tag_twice(name),
        Why::TagValue(name) => words::bad_tag_value(name),
        Why::TagsDisagree([one, other]) => words::bad_tags_disagree(one, other),
        Why::TagSetup(name) => words::bad_tag_setup(name),
        Why::OtherGame(name) => words::bad_other_game(name),
        Why::TagsApart => words::bad_tags_apart(),
        Why::TagsBelow => words::bad_tags_below(),
        Why::OneOrSeveral => words::bad_one_or_several(),
        Why::TurnsOrGames => words::bad_turns_or_games(),
        Why::StartsTwice => words::bad_starts_twice(),
        Why::TooManyTags => words::bad_many_tags(),
        Why::Setup(why) => setup_error_text(*why),
        Why::BoardCode => words::bad_board_tag(),
        Why::Date => words::bad_date(),
        Why::DateForm => words::bad_date_form(),
        Why::NoMove => words::bad_move_word(),
        Why::Chess => words::bad_chess(),
        Why::BoardAlone => words::bad_board_alone(),
        Why::Illegal(why) => illegal_move_text(*why),
        Why::Case => words::bad_case(),
        Why::Goal => words::bad_goal(),
        Why::Captured(stones) => words::bad_captured(u32::from(*stones)),
        Why::Number { due } => words::bad_number(&due.to_string()),
        Why::NumberAlone => words::bad_number_alone(),
        Why::MixedNames => words::bad_mixed_names(),
        Why::NumbersOrPits => words::bad_numbers_or_pits(),
        Why::Pass => words::bad_pass(),
        Why::AfterResult => words::bad_after_result(),
        Why::ResultEarly => words::bad_result_early(),
        Why::ResultTwice => words::bad_result_twice(),
        Why::ResultWrong => words::bad_result(),
        Why::ScoreWrong([first, second]) => words::bad_score(&first.to_string(), &second.to_string()),
        Why::ScoreImpossible(points) => words::bad_score_sum(&points.to_string()),
        Why::ResultWhose => words::bad_result_whose(),
        Why::EndingWrong => words::bad_ending(),
        Why::ResultMissing => words::bad_no_result(),
        Why::Count(moves) => words::bad_count(*moves),
        Why::KgpLine => words::bad_kgp_line(),
        Why::KgpStart => words::bad_kgp_start(),
        Why::KgpState => words::bad_kgp_state(),
        Why::KgpMoveEarly => words::bad_kgp_move(),
        Why::KgpMoveLate => words::bad_kgp_late(),
        Why::KgpSeveral => words::bad_kgp_several(),
        Why::KgpOptions => words::bad_kgp_options(),
        Why::GgfForm => words::bad_ggf_form(),
        Why::GgfBoard => words::bad_ggf_board(),
        Why::GgfStart => words::bad_ggf_start(),
        Why::GgfSide => words::bad_ggf_side(),
        Why::Wthor(None) => words::bad_wthor(),
        Why::Wthor(Some(number)) => words::bad_wthor_game(&number.to_string()),
        Why::WthorNames => words::bad_wthor_names(),
        Why::JsonForm => words::bad_json(),
        Why::JsonField(name) => words::bad_json_field(name),
        Why::JsonMissing(name) => words::bad_json_missing(name),
        Why::JsonTwice(name) => words::bad_json_twice(name),
        Why::LogEvent => words::bad_log_event(),
        Why::LogSummary(name) => words::bad_log_summary(name),
        Why::LogForm => words::bad_log(),
    }
}

/// The sentence of a notice.
pub fn notice_text(notice: &Notice) -> String {
    match notice {
        Notice::Mirrored => words::note_mirrored(),
        Notice::OthelloStart => words::note_othello_start(),
        Notice::SetupAssumed => words::note_setup(),
        Notice::SetupAbove => words::note_setup_above(),
        Notice::SmallLetters => words::note_small(),
        Notice::LinesAsOne => words::note_lines(),
        Notice::RunningScore => words::note_running(),
        Notice::Comments { count, first } => words::note_comments(*count, first),
        Notice::TagLeftOut(name) => words::note_tag(name),
        Notice::NotKept(names) => words::note_not_kept(names),
        Notice::NameChanged(name) => words::note_name(name),
        Notice::ResultOpen => words::note_result_open(),
        Notice::ResultUnexplained => words::note_result(),
        Notice::ReasonUnknown(text) => words::note_reason(text),
        Notice::Seconds => words::note_seconds(),
        Notice::Corrected(count) => words::note_corrected(*count),
        Notice::NotAccepted(count) => words::note_not_accepted(*count),
    }
}
