//! The steps of both lessons, in the order in which they are learnt.

use rules::Game;

use super::{Goal, Step, StepTexts};
use crate::app::text::words as w;

/// The steps of a game's lesson.
pub fn steps(game: Game) -> &'static [Step] {
    match game {
        Game::Mancala => &MANCALA,
        Game::Mapello => &MAPELLO,
    }
}

/// Makes a step whose texts have keys with this prefix.
macro_rules! step {
    ($start:expr, $goal:expr, $title:ident $task:ident $hint:ident $praise:ident) => {
        Step {
            start: $start,
            goal: $goal,
            texts: StepTexts { title: w::$title, task: w::$task, hint: w::$hint, praise: w::$praise },
        }
    };
}

static MANCALA: [Step; 10] = [
    step!("4x3", Goal::Reach, sow_title sow_task sow_hint sow_praise),
    step!("6x3", Goal::Store, store_title store_task store_hint store_praise),
    step!("6x4", Goal::Again(1), again_title again_task again_hint again_praise),
    step!("4x3 dbb", Goal::Again(2), twice_title twice_task twice_hint twice_praise),
    step!("3x5", Goal::Round, round_title round_task round_hint round_praise),
    step!("4x3 bcd", Goal::Capture, capture_title capture_task capture_hint capture_praise),
    step!("6x4 eafa", Goal::Capture, empty_title empty_task empty_hint empty_praise),
    step!("6x4 bf", Goal::Safe, danger_title danger_task danger_hint danger_praise),
    step!("4x3 bddcabcab", Goal::End, end_title end_task end_hint end_praise),
    step!("4x3 acadcacd", Goal::Win, behind_title behind_task behind_hint behind_praise),
];

static MAPELLO: [Step; 10] = [
    step!("00000-00000-00000-00000-RMD e3d3c2d2c1f2", Goal::Flips(3), flip_title flip_task flip_hint flip_praise),
    step!("00000-00000-00000-00000-RMD e3d3c2d2c4f3", Goal::Lines(3), lines_title lines_task lines_hint lines_praise),
    step!("00000-40000-00000-00000-RZE", Goal::Turns("e4"), wall_title wall_task wall_hint wall_praise),
    step!("00000-00000-001G1-G30C0-747 e3d3c2d2c1d1", Goal::Joker, joker_title joker_task joker_hint joker_praise),
    step!("01GR6-00061-GR000-00000-0KQZ", Goal::Bonus, star_title star_task star_hint star_praise),
    step!("00000-00000-00000-00000-RMD e3f3g3c4c5g2", Goal::Corner, corner_title corner_task corner_hint corner_praise),
    step!("00000-80080-00000-00000-RZR c5c6", Goal::Pass, pass_title pass_task pass_hint pass_praise),
    step!("00000-00000-00000-00000-RMD d6c6e3d3", Goal::Leaves(2), few_title few_task few_hint few_praise),
    step!("K6G4E-0R03R-44167-0G123-4903E-X e3f5f6d3g5h5e6e7g7d7c4e2f4b5e1g4h6f1c3h7g8f7h4b2c5h3f3c6a5c2d2d1h2b6d8a6a2b1b4a4e8g1a3c1f8g2d6b7a7g3", Goal::Win, count_title count_task count_hint count_praise),
    step!("00000-00000-00000-00008-ZXE e6f4e3f6g5d6e7f5", Goal::Win, othello_title othello_task othello_hint othello_praise),
];
