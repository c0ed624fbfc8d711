//! The summary of a review in sentences, once the whole game has been analysed.

use engine_protocol::review::{Certainty, Mark, decisive_move, points_lost};
use rules::Side;
use rules::opening_of;

use crate::app::game::view::session::{Review, Session};
use crate::app::text::review::{loss_sentence, mistakes_sentences, proved_sentence, reason_sentence};
use crate::app::text::{computer, words};

/// What is said of a move.
pub(super) struct MoveNote {
    /// The number of moves before it.
    pub ply: u32,
    /// What it lost.
    pub text: String,
    /// Why, if the lines of the review show it.
    pub reason: Option<String>,
}

/// The summary.
#[derive(Default)]
pub(super) struct Summary {
    /// The opening, if it has a name; what is proved, and what each side lost; that no move decided the game, if none did.
    pub sentences: Vec<String>,
    /// The deciding move.
    pub turning_point: Option<MoveNote>,
    /// The moves that were mistakes.
    pub mistakes: Vec<MoveNote>,
}

impl Summary {
    /// The sentences that are read aloud.
    pub fn spoken(self) -> Vec<String> {
        let turning_point = self.turning_point.map(|note| note.text);
        self.sentences.into_iter().chain(turning_point).collect()
    }
}

/// The summary; `None` until every move has a verdict.
pub(super) fn summary(session: Session, review: &Review) -> Option<Summary> {
    let state = session.state();
    let game = state.room.as_ref()?.game.as_ref()?;
    let analysis = &review.analysis;
    let moves = analysis.all_reviewed().filter(|_| review.number == game.number)?;
    let opening = analysis.opening();
    let who = session.names();
    let lost = points_lost(&moves);
    let of_side = |side: Side| {
        let count =
            |certainty| moves.iter().filter(|mv| mv.side == side && mv.certainty == certainty).count() as u32;
        let counts = [Certainty::Proved, Certainty::Estimated].map(count);
        mistakes_sentences(&game.position, &who[side.index()], lost[side.index()], counts)
    };
    let near = session.near_side();
    let name = opening_of(&game.setup, &game.moves).map(|name| words::opening(name) + ".");
    let mut sentences: Vec<String> =
        name.into_iter().chain([near, near.other()].into_iter().filter_map(of_side)).collect();
    let loser = game.ending.and_then(|ending| ending.winner).map(Side::other);
    let turning_point = decisive_move(&moves, loser).and_then(|index| {
        let ply = opening + index;
        let (reviewed, mv) = (moves.get(index)?, game.moves.get(ply)?);
        let mover = &who[reviewed.side.index()];
        let text = computer::turning_point(&game.position, ply as u32 + 1, mover, *mv, reviewed.loss());
        let text = match reviewed.certainty {
            Certainty::Proved => text,
            Certainty::Estimated => words::by_estimate(&text),
        };
        Some(MoveNote { ply: ply as u32, text, reason: None })
    });
    if turning_point.is_none() {
        sentences.push(words::no_turning_point());
    }
    sentences.push(proved_sentence(analysis));
    let mistake = |(ply, reviewed): (usize, &engine_protocol::review::ReviewedMove)| {
        let mv = game.moves.get(ply)?;
        matches!(reviewed.mark, Some(Mark::Mistake | Mark::Blunder)).then(|| MoveNote {
            ply: ply as u32,
            text: loss_sentence(&game.position, ply as u32 + 1, &who[reviewed.side.index()], *mv, reviewed),
            reason: analysis.reason(ply).map(|reason| reason_sentence(&reason)),
        })
    };
    let mistakes = (opening..).zip(&moves).filter_map(mistake).collect();
    Some(Summary { sentences, turning_point, mistakes })
}
