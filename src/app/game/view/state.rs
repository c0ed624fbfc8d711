//! The visible state of a room: the room itself, its viewer and how they see it, presence and notices.

use std::sync::Arc;

use room::message::Presence;
use room::{ChatLine, Game, LineContent, MemberId, Millis, Room, Seat, SpectatorLine, SystemLine};
use rules::Side;

use super::analysis::{Attempt, Hints, Review, Variation, VariationKind};
use super::plan::{Plan, PlanNews};
use crate::app::Opponent;
use crate::app::game::animation::film::Film;
use crate::client::socket::Link;
use crate::model::rating::TableRatings;

/// The viewer of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Viewer {
    /// Not known yet: the server has not answered.
    #[default]
    Unknown,
    /// A member: a player or a spectator.
    Member(MemberId),
    /// Both players, on one device.
    Both,
}

/// A notice, to be shown once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A command was refused.
    Refused(room::Rejection),
    /// The connection has failed.
    Fault(room::message::Fault),
    /// The engine does not answer.
    EngineFailed,
    /// The game does not offer the level Perfect, and Master plays instead.
    PerfectReplaced,
    /// This side has given the other one time.
    GaveTime(Side),
    /// The seat has moved to another device of its player.
    SeatTransferred,
    /// Something happened in the room that concerns the viewer.
    Happened(ChatLine),
    /// A held move is played when it is tapped again.
    TapAgain,
    /// A draw is offered when it is asked for once more.
    DrawOnceMore,
    /// A draw has been asked for once more, and is offered.
    DrawOffered,
    /// The report has arrived.
    ReportReceived,
    /// Zen mode was switched on or off.
    ZenToggled(bool),
}

/// The progress of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LessonProgress {
    /// The current step, from 0.
    pub step: usize,
    /// The steps done.
    pub done: Vec<usize>,
    /// The stage of the current step.
    pub status: StepStatus,
    /// The comment on the last move.
    pub comment: String,
    /// How many comments there were.
    pub comment_count: u32,
}

/// The stage of a step of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StepStatus {
    /// The task is set.
    #[default]
    Task,
    /// A part of it has been done.
    GoOn,
    /// The move was wrong.
    Wrong,
    /// The task is done.
    Right,
}

/// The visible state.
#[derive(Clone, Default)]
pub struct ViewState {
    /// The confirmed room with the viewer's pending commands on top (optimistic update).
    pub room: Option<Arc<Room>>,
    /// The room as the server has confirmed it, while commands wait for its answer; otherwise it is `room`.
    pub confirmed: Option<Arc<Room>>,
    /// The game at an earlier position, during a replay.
    pub replay: Option<Arc<Game>>,
    /// The last move to animate; `None` if the state changed in another way.
    pub film: Option<Arc<Film>>,
    /// The tooltip: the explanation of the hovered square.
    pub tooltip: Option<String>,
    /// Whether the review lies over the board.
    pub review_open: bool,
    /// Whether the settings are shown while the last game is still on the table.
    pub settings_open: bool,
    /// The speed of replays, in percent of the usual one.
    pub speed: u32,
    /// The viewer.
    pub viewer: Viewer,
    /// The name under which the viewer would sit down in a room on the server.
    pub name: String,
    /// The state of the connection.
    pub link: Link,
    /// The presence.
    pub presence: Presence,
    /// Whether a move has been pending for so long that it should look so.
    pub pending: bool,
    /// When a draw was asked for, on this device's clock: another press offers it.
    pub draw_asked: Option<Millis>,
    /// What the viewer has chosen and not played yet.
    pub plan: Option<Plan>,
    /// What has become of the last plan.
    pub plan_news: PlanNews,
    /// The last notice, and how many there were.
    pub notice: Option<(u32, Notice)>,
    /// What is known of the game that is reviewed, if this is its review: players, result, date, place. Such a
    /// game is only looked at: the board always shows one of its positions.
    pub reviewed: Option<String>,
    /// Whether that game was read from elsewhere: nobody of this device has played it.
    pub is_of_others: bool,
    /// The opponent, in a game on this device.
    pub local_opponent: Option<Opponent>,
    /// Whether the computer is paused.
    pub paused: bool,
    /// Whether the computer answers as soon as it can.
    pub instant_answers: bool,
    /// Whether it is proved that the computer's last move was a best one, by its seat.
    pub proved: [bool; 2],
    /// The hint for a position.
    pub hints: Option<Arc<Hints>>,
    /// The review of the finished game.
    pub review: Option<Arc<Review>>,
    /// What the review shows on the board instead of the game's own moves.
    pub variation: Option<Arc<Variation>>,
    /// The progress, if this is a lesson.
    pub lesson: Option<LessonProgress>,
    /// The spectator chat, if the viewer is a spectator.
    pub spectator_chat: Vec<SpectatorLine>,
    /// The muted members.
    pub muted: Vec<MemberId>,
    /// Whether the board is flipped.
    pub flipped: bool,
    /// Whether zen mode is wished for.
    pub zen: bool,
    /// The server's clock minus this device's, in milliseconds.
    pub clock_offset: Millis,
    /// The ratings at a table of strangers.
    pub ratings: Ratings,
}

/// The ratings at a table of strangers; none at others, and until the server has answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratings {
    /// What the server has answered last.
    pub table: TableRatings,
    /// The number of the finished game whose worth it tells.
    pub over: Option<u32>,
}

impl ViewState {
    /// Resets the hints, the review and the replay of the last game.
    pub fn reset_analysis(&mut self) {
        self.hints = None;
        self.review = None;
        self.variation = None;
        self.paused = false;
        self.proved = [false; 2];
    }

    /// Adds a notice.
    pub fn notify(&mut self, notice: Notice) {
        let number = self.notice.as_ref().map_or(0, |(number, _)| *number);
        self.notice = Some((number.wrapping_add(1), notice));
    }

    /// The newest line that says what somebody else than `me` has declined, changed or given away, among those after `seq`.
    pub fn newest_answer(room: &Room, seq: u64, me: Option<Seat>) -> Option<ChatLine> {
        let answers = |line: &&ChatLine| {
            let LineContent::Happened(what) = line.said else { return false };
            let declines = [SystemLine::UndoDeclined, SystemLine::DrawDeclined, SystemLine::AdjournDeclined];
            declines.contains(&what)
                || matches!(
                    what,
                    SystemLine::Configured { .. }
                        | SystemLine::Interrupted
                        | SystemLine::Lapsed
                        | SystemLine::WentBerserk
                )
        };
        // Whoever has asked is told that there will be no answer, and what else happened is told to the other one.
        let is_for_me = |line: &&ChatLine| {
            let is_mine = me.is_some() && line.seat == me;
            line.seat.is_none() || is_mine == (line.said == LineContent::Happened(SystemLine::Lapsed))
        };
        let new = room.chat.iter().rev().take_while(|line| line.seq > seq);
        new.filter(answers).find(is_for_me).cloned()
    }

    /// Whether this line is of a muted member.
    pub fn is_muted(&self, line: &ChatLine) -> bool {
        line.draws_attention() && self.muted.contains(&line.member)
    }

    /// The room as the server knows it: what is said of clocks, turn and result.
    pub fn confirmed_room(&self) -> Option<&Room> {
        self.confirmed.as_deref().or(self.room.as_deref())
    }

    /// Whether the board shows moves that the server has not confirmed.
    pub fn is_ahead(&self) -> bool {
        let stands =
            |room: &Room| room.game.as_ref().map(|game| (game.number, game.ply(), game.ending.is_some()));
        self.confirmed
            .as_deref()
            .is_some_and(|confirmed| self.room.as_deref().map(stands) != Some(stands(confirmed)))
    }

    /// The game as the board shows it.
    pub fn displayed_game(&self) -> Option<&Game> {
        self.replay.as_deref().or(self.room.as_ref()?.game.as_ref())
    }

    /// The game of which the board shows a position: a variation of the review, or the game itself.
    pub fn replayed_game(&self) -> Option<&Game> {
        let own = || self.room.as_ref()?.game.as_ref();
        self.variation.as_ref().map(|variation| &variation.game).or_else(own)
    }

    /// How many moves the game has, or the variation of it that is on the board, whatever position is shown.
    pub fn last_ply(&self) -> Option<u32> {
        self.replayed_game().map(Game::ply)
    }

    /// Whether the viewer is to choose a move in an attempt of the review, whose position is on the board.
    pub fn is_attempt(&self) -> bool {
        let choosing = VariationKind::Attempt(Attempt::Choosing);
        let is_shown = |ply: u32| self.replay.as_ref().is_some_and(|shown| shown.ply() == ply);
        let variation = self.variation.as_ref().filter(|variation| variation.kind == choosing);
        variation.is_some_and(|variation| is_shown(variation.game.ply()))
    }
}

/// The seat for which `viewer` acts in this room.
pub fn seat_of(viewer: Viewer, room: &Room) -> Option<Seat> {
    match viewer {
        Viewer::Unknown => None,
        Viewer::Member(member) => room.seat_of(member),
        Viewer::Both => Some(match room.running() {
            Some(game) => game.seat_of(game.position.to_move()),
            None => Seat::Bottom,
        }),
    }
}
