//! Half of the time in an arena, from the form to the standing.

use room::{Rejection, Room, Seat};
use rules::{Move, Position};

use super::*;

/// An arena of single games.
const SINGLE_GAMES: &str =
    "title=Fast+arena&game=mapello&format=arena&arena_clock=3%2B2&minutes=20&start=0&mode=casual&listed=yes";

/// Opens an arena for two, and waits for their game: its code, and both at the table.
async fn two_at_the_table(host: &str, fields: &str) -> (RoomCode, RoomCode, [Tab; 2]) {
    let code = open(host, 1, fields).await;
    let mut present = vec![Present::enter(host, code, 1).await, Present::enter(host, code, 2).await];
    let paired = until_paired(&mut present, 2).await;
    let room = paired[0].1;
    let [one, other] = [1, 2].map(|guest| async move {
        let tab = Tab::watch(host, room, Some(&cookie(guest))).await.unwrap();
        assert!(tab.seat().is_some(), "an entrant has the seat");
        tab
    });
    (code, room, [one.await, other.await])
}

fn is_berserk(room: &Room, seat: Seat) -> bool {
    room.game.as_ref().unwrap().berserk[seat.index()]
}

/// Makes so many moves, each of which leaves the opponent as many replies as possible. On each of the balanced boards,
/// of which the arena draws one, both sides then have moves enough; random moves wipe one side out on some of them.
async fn play_open_games(tabs: &mut [Tab; 2], number: usize) {
    for _ in 0..number {
        let mover = mover(tabs).expect("the game goes on");
        let game = tabs[mover].room.running().unwrap();
        let position = &game.position;
        let best = position.legal_moves().into_iter().max_by_key(|&mv| replies(position, mv));
        let command = Command::Play { game: game.number, ply: game.ply(), mv: best.unwrap() };
        assert_eq!(tabs[mover].ask(command).await, Answer::Happened);
        let seq = tabs[mover].room.seq;
        tabs[1 - mover].until(|room| room.seq >= seq).await;
    }
}

/// How many replies a move leaves; none if the opponent has to pass, or the game is over.
fn replies(position: &Position, mv: Move) -> usize {
    let next = position.play(mv).unwrap().position;
    let goes_on = next.outcome().is_none() && next.to_move() != position.to_move();
    if goes_on { next.legal_moves().len() } else { 0 }
}

#[tokio::test]
async fn who_halves_the_time_and_wins_in_an_arena_gets_three_points() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let (code, room, mut tabs) = two_at_the_table(&host, &format!("{SINGLE_GAMES}&berserk=on")).await;
    let mut watcher = Tab::watch(&host, room, Some(&cookie(9))).await.unwrap();
    assert_eq!(watcher.ask(Command::GoBerserk).await, Answer::Refused(Rejection::NotSeated));
    let seat = tabs[0].seat().unwrap();
    assert_eq!(tabs[0].ask(Command::GoBerserk).await, Answer::Happened);
    assert_eq!(tabs[0].ask(Command::GoBerserk).await, Answer::Refused(Rejection::AlreadyBerserk));
    // The opponent and whoever watches see it.
    tabs[1].until(|room| is_berserk(room, seat)).await;
    watcher.until(|room| is_berserk(room, seat)).await;
    play_open_games(&mut tabs, 20).await;
    let played = tabs[0].room.running().map(|game| game.moves_by_side());
    assert!(played.is_some_and(|moves| moves.iter().all(|&moves| moves >= 7)), "{played:?}");
    assert_eq!(tabs[1].ask(Command::GoBerserk).await, Answer::Refused(Rejection::BerserkTooLate));
    assert_eq!(tabs[1].ask(Command::Resign).await, Answer::Happened);
    assert_eq!(points_after(&data(&server), code, 2).await, [3, 0], "two for the win and one more");
    // The page of the tournament and those of both entrants tell it.
    let shown = page(&host, &format!("/e/{code}"), 9).await;
    assert_eq!(shown.matches("class=\"half\"").count(), 1, "{shown}");
    // Entrants are numbered from 0.
    let pages = [0, 1].map(|entrant| format!("/e/{code}/{entrant}"));
    let mut told = Vec::new();
    for path in pages {
        told.push(page(&host, &path, 9).await.contains("Half the time"));
    }
    told.sort_unstable();
    assert_eq!(told, [false, true], "of the game of the one who did");
    let checked = desk(&["--data", data(&server).to_str().unwrap()], &["check"]).await.unwrap();
    assert!(checked.contains("in order"), "the logs of tournament and room say the same: {checked}");
    // A point that nobody has earned would be found.
    let pool = crate::clocks::open_database(&data(&server)).await;
    let both = "UPDATE facts SET body = REPLACE(REPLACE(body, '[true,false]', '[true,true]'), '[false,true]', '[true,true]')";
    sqlx::query(both).execute(&pool).await.unwrap();
    let checked = desk(&["--data", data(&server).to_str().unwrap()], &["check"]).await.unwrap_err();
    assert!(checked.contains("says that it ended otherwise"), "{checked}");
}

#[tokio::test]
async fn without_the_box_of_the_form_nobody_halves_the_time() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let (_, _, mut tabs) = two_at_the_table(&host, SINGLE_GAMES).await;
    for tab in &mut tabs {
        assert_eq!(tab.ask(Command::GoBerserk).await, Answer::Refused(Rejection::NoBerserk));
    }
}

#[tokio::test]
async fn who_opens_a_room_cannot_allow_half_of_the_time() {
    let server = Server::start(&[]).await;
    let clock = room::TimeControl::Increment { base: 180, increment: 2 };
    let settings = room::Settings { clock, berserk: true, ..room::Settings::default() };
    let host = server.host();
    let code = open_room(&host, settings).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    assert_eq!(tabs[0].ask(Command::GoBerserk).await, Answer::Refused(Rejection::NoBerserk));
}
