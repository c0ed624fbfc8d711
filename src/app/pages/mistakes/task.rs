//! The text of the panel: the task, what the last move came to, and what was played in the game.

use drills::{Mistake, State as Standing, Verdict};
use leptos::prelude::*;

use super::actions::MistakesPage;
use super::state::{News, State};
use crate::app::game::drivers::DrillNews;
use crate::app::text::computer::{move_name, points_text};
use crate::app::text::names::side_name;
use crate::app::text::review::attempt_sentence;
use crate::app::text::{puzzle as puzzle_text, words};
use crate::app::ui::el::{El, el, fragment};
use crate::app::ui::live::{Live, memo, part};

/// How many drills are due and learned.
pub fn counts(state: &State) -> String {
    let (due, learned) = (state.due() as u32, state.drills.learned() as u32);
    format!("{} · {}", words::mistakes_due(due), words::mistakes_learned(learned))
}

/// The content of the live region, built anew when something is said.
pub fn told_text(page: MistakesPage) -> Live<AnyView> {
    let said = memo(move || page.state().said);
    part(move || {
        said.get();
        untrack(|| text_of(&page.peek()))
    })
}

fn text_of(state: &State) -> AnyView {
    let Some(drill) = &state.drill else { return ().into_any() };
    let position = drill.position();
    let task = words::mistake_task(&side_name(position.game(), position.to_move()));
    let wanted = (!state.is_over()).then(|| [el("h2").child(words::MISTAKE_FIND), el("p").child(task)]);
    let [heading, task] = wanted.map_or([None, None], |wanted| wanted.map(Some));
    fragment([heading, task, answer(state), played(state)])
}

/// What the last move came to. The move itself is seen on the board, and told to who does not see it.
fn answer(state: &State) -> Option<El> {
    let (drill, News { mv, what, sentence }) = (state.drill.as_ref()?, state.news.as_ref()?);
    let (position, value, name) = (drill.position(), drill.mistake().value, move_name(*mv));
    let judged = |loss| attempt_sentence(position, *mv, value, loss);
    let wrong = |text: String| format!("{text} {}", words::learn_again());
    let best_play = || puzzle_text::best_play(position.game(), position.to_move(), value).unwrap_or_default();
    let (kind, text) = match what {
        DrillNews::Checking => (None, words::checking_move(&name)),
        DrillNews::Shown => (Some("right"), format!("{} {}", words::mistake_shown(&name), best_play())),
        DrillNews::Judged(Verdict::Keeps) => (Some("right"), format!("{} {}", judged(Some(0)), best_play())),
        DrillNews::Judged(Verdict::Loses(None)) => (Some("wrong"), wrong(words::mistake_worse(&name))),
        DrillNews::Judged(Verdict::Loses(loss)) => (Some("wrong"), wrong(judged(*loss))),
        DrillNews::Judged(Verdict::Unknown) => (None, judged(None)),
    };
    let sentence = el("span").class("hidden").child(format!("{sentence} "));
    Some(el("p").class("said").attr("data-kind", kind).child(sentence).child(text))
}

/// What was played in the game: told after an attempt, because before it would give away what is wrong. When the drill is
/// done, also when it comes again.
fn played(state: &State) -> Option<El> {
    let drill = state.drill.as_ref().filter(|_| state.is_tried)?;
    let Mistake { played, loss, .. } = *drill.mistake();
    let amount = points_text(drill.position(), 100 * loss);
    let played = words::mistake_played(&move_name(played), &amount);
    let text = match state.drills.state_of(drill).filter(|_| state.is_over()) {
        Some(Standing::Waiting { due, .. }) => {
            let days = due.0.saturating_sub(state.today().0);
            format!("{played} {}", words::mistake_again(days))
        }
        Some(Standing::Learned) => format!("{played} {}", words::mistake_learned()),
        Some(Standing::Removed) | None => played,
    };
    Some(el("p").class("soft standing").child(text))
}
