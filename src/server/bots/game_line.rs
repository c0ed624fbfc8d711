//! What a bot is told of a game: a line of JSON with the whole position from its own side, so that a program needs no rules to
//! play by them. Pure.

use room::{Ending, Game, MemberId, Millis, Room, Seat};
use rules::mapello::notation::write_code;
use rules::mapello::{Border, Cell};
use rules::{Move, Position, Setup, Side, mapello};
use serde::Serialize;
use serde_json::{Value, json};

/// The clocks of a game, in milliseconds from the bot's side; a clock that stands is as it is, one that runs as it was when the
/// line was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Clocks {
    you: Option<Millis>,
    opponent: Option<Millis>,
}

/// Who plays with half of the time and without increments, and whether the bot may choose so now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Berserk {
    you: bool,
    opponent: bool,
    may: bool,
}

/// See the module. Fields are told in docs/BOTS.md.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameLine {
    #[serde(rename = "type")]
    kind: &'static str,
    room: String,
    game: u32,
    ply: u32,
    rules: &'static str,
    setup: Value,
    you: Side,
    your_turn: bool,
    board: Value,
    legal: Vec<String>,
    moves: Vec<String>,
    clock: Option<Clocks>,
    opponent: Option<String>,
    asks: Vec<&'static str>,
    more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    berserk: Option<Berserk>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
}

/// The line of a room without a game: who else sits there, and whether they are ready.
pub fn room_line(room: &Room, me: MemberId) -> Option<Value> {
    let opponent = room.occupant(room.seat_of(me)?.other());
    let name = opponent.map(|occupant| &occupant.name);
    let is_ready = opponent.is_some_and(|occupant| occupant.ready);
    Some(
        json!({ "type": "room", "room": room.code.to_string(), "opponent": name, "opponent_ready": is_ready }),
    )
}

/// The line of a room's last game for its member; `None` before the first game, or for who does not sit there.
pub fn game_line(room: &Room, me: MemberId, now: Millis) -> Option<GameLine> {
    let seat = room.seat_of(me)?;
    let game = room.game.as_ref()?;
    let side = game.side_of(seat);
    let is_mine = game.is_running() && game.position.to_move() == side;
    let left = |side| game.clock.left(side, now);
    Some(GameLine {
        kind: if game.is_running() { "game" } else { "over" },
        room: room.code.to_string(),
        game: game.number,
        ply: game.ply(),
        rules: game.setup.game().word(),
        setup: setup(&game.setup),
        you: side,
        your_turn: is_mine,
        board: board(&game.position, side),
        legal: if is_mine {
            game.position.legal_moves().iter().map(Move::word).collect()
        } else {
            Vec::new()
        },
        moves: game.moves.iter().map(Move::word).collect(),
        clock: left(side)
            .or(left(side.other()))
            .map(|_| Clocks { you: left(side), opponent: left(side.other()) }),
        opponent: room.occupant(seat.other()).map(|occupant| occupant.name.clone()),
        asks: asks(room, game, seat.other()),
        more: game.is_running() || room.is_match_break(),
        berserk: room.settings.berserk.then(|| Berserk {
            you: game.berserk[seat.index()],
            opponent: game.berserk[seat.other().index()],
            may: room.check_berserk(seat).is_ok(),
        }),
        result: game.ending.map(|ending| result(&ending, side)),
    })
}

impl GameLine {
    /// Whether it says the same but for the time that has passed.
    pub fn is_equal_but_for_clocks(&self, other: &Self) -> bool {
        Self { clock: None, ..self.clone() } == Self { clock: None, ..other.clone() }
    }
}

fn setup(setup: &Setup) -> Value {
    match setup {
        Setup::Mancala(mancala) => json!(mancala),
        Setup::Mapello(board) => json!(write_code(board)),
    }
}

/// What lies on the board, from one side.
fn board(position: &Position, me: Side) -> Value {
    let sides = [me, me.other()];
    match position {
        Position::Mancala(position) => {
            let pits =
                sides.map(|side| position.pits(side).map(|pit| position.stones(pit)).collect::<Vec<_>>());
            let stores = sides.map(|side| position.store(side));
            json!({ "yours": pits[0], "your_store": stores[0], "theirs": pits[1], "their_store": stores[1] })
        }
        Position::Mapello(position) => {
            let score = sides.map(|side| position.score(side));
            json!({ "rows": rows(position, me), "your_points": score[0], "their_points": score[1] })
        }
    }
}

/// The ten rows of a board with its border, a character for each square: `x` one's own disc, `o` one of the opponent's, `#` a
/// wall, `+` an empty cell with a bonus, `.` another empty one; `*` a joker in the border, `-` the rest of it. The cell c3 is
/// character 3 of row 3, both counted from 0.
fn rows(position: &mapello::Position, me: Side) -> Vec<String> {
    let board = position.terrain().board();
    let cell = |cell: Cell| match position.disc(cell) {
        Some(side) if side == me => 'x',
        Some(_) => 'o',
        None if board.is_wall(cell) => '#',
        None if position.bonuses() & cell.bit() != 0 => '+',
        None => '.',
    };
    let square = |row: u8, column: u8| match Border::at(row, column) {
        Some(border) if board.is_joker(border) => '*',
        Some(_) => '-',
        None => Cell::at(row - 1, column - 1).map_or('-', cell),
    };
    (0..10).map(|row| (0..10).map(|column| square(row, column)).collect()).collect()
}

/// What the opponent asks, and the bot may answer.
fn asks(room: &Room, game: &Game, opponent: Seat) -> Vec<&'static str> {
    let again = room.rematch_offer.filter(|offer| offer.seat == opponent);
    let asked = [
        (game.undo_request == Some(opponent), "undo"),
        (game.draw_offer == Some(opponent), "draw"),
        (game.put_away_asked == Some(opponent), "adjourn"),
        (again.is_some_and(|offer| !offer.same_board), "again"),
        (again.is_some_and(|offer| offer.same_board), "same_board"),
    ];
    asked.into_iter().filter(|(is_asked, _)| *is_asked).map(|(_, what)| what).collect()
}

fn result(ending: &Ending, me: Side) -> Value {
    let winner = ending.winner.map(|side| if side == me { "you" } else { "opponent" });
    json!({ "winner": winner, "reason": ending.reason })
}
