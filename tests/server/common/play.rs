//! Random play: two players who make random legal moves in a running game.

use room::{Command, Room, RoomCode, Seat, Settings};

use super::{Answer, Server, Tab, cookie, open_room};

/// A pseudo-random number from `seed`.
pub fn next_random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// A legal move of the running game, as a command; `None` if it is not this seat's turn or the game is over.
pub fn some_move(room: &Room, seat: Seat, seed: &mut u64) -> Option<Command> {
    let game = room.running()?;
    let moves = game.position.legal_moves();
    if game.position.to_move() != game.side_of(seat) || moves.is_empty() {
        return None;
    }
    let mv = moves[(next_random(seed) % moves.len() as u64) as usize];
    Some(Command::Play { game: game.number, ply: game.ply(), mv })
}

/// Two players in a room whose game, or the draft of its board, has begun; the first holds the bottom seat.
pub async fn two_players(host: &str, code: RoomCode, guests: [u128; 2]) -> [Tab; 2] {
    let bottom = Tab::join(host, code, Some(&cookie(guests[0]))).await;
    let top = Tab::join(host, code, Some(&cookie(guests[1]))).await;
    let mut tabs = [bottom, top];
    get_ready(&mut tabs).await;
    tabs
}

/// Both get ready, and the game, or the draft of its board, begins.
pub async fn get_ready(tabs: &mut [Tab; 2]) {
    for tab in tabs.iter_mut() {
        assert_eq!(tab.ask(Command::Ready(true)).await, Answer::Happened);
    }
    both_until(tabs.each_mut(), |room| room.running().is_some() || room.draft.is_some()).await;
}

/// Processes messages at both tabs until both rooms are as wanted. An unread tab would answer no heartbeat,
/// and be closed.
pub async fn both_until(tabs: [&mut Tab; 2], so: impl Fn(&Room) -> bool + Copy) {
    futures_util::future::join_all(tabs.map(|tab| tab.until(so))).await;
}

/// The player to move, if a game is running.
pub fn mover(tabs: &[Tab; 2]) -> Option<usize> {
    let game = tabs[0].room.running()?;
    let seat = game.seat_of(game.position.to_move());
    tabs.iter().position(|tab| tab.seat() == Some(seat))
}

/// Plays random moves until the game is over or `most` were made; both tabs are in step then.
pub async fn play(tabs: &mut [Tab; 2], seed: &mut u64, most: usize) {
    for _ in 0..most {
        let Some(mover) = mover(tabs) else { break };
        let seat = tabs[mover].seat().unwrap();
        let command = some_move(&tabs[mover].room, seat, seed).unwrap();
        assert_eq!(tabs[mover].ask(command).await, Answer::Happened);
        let seq = tabs[mover].room.seq;
        tabs[1 - mover].until(|room| room.seq >= seq).await;
    }
}

/// A server, a room, and two players a few moves into a game.
pub async fn some_game(flags: &[&str], settings: Settings) -> (Server, RoomCode, [Tab; 2]) {
    let server = Server::start(flags).await;
    let code = open_room(&server.host(), settings).await;
    let mut tabs = two_players(&server.host(), code, [1, 2]).await;
    play(&mut tabs, &mut 3, 4).await;
    (server, code, tabs)
}
