//! The real program, killed with SIGKILL in the middle of play, again and again: no acknowledged command is lost or
//! happens twice, and the games go on.

use std::collections::HashMap;
use std::path::Path;

use crate::common::*;
use crate::process::Process;
use room::{BoardChoice, Command, Draft, Event, Logged, Origin, Room, RoomCode, Seat, Settings, evolve};
use rules::mapello::Board;
use rules::{Setup, Side};
use sqlx::Row;
use tokio::sync::mpsc::UnboundedSender;

const TABLES: u128 = 6;
const KILLS: usize = 24;

/// Two players and what they know, which outlives the server.
struct Table {
    code: RoomCode,
    guests: [String; 2],
    rooms: [Room; 2],
    /// What was sent and not answered when the server died: by whom, under which number.
    pending: Option<(usize, u64, Command)>,
    /// What was acknowledged, and where it then stood in the log.
    acknowledged: Vec<(Origin, u64)>,
    next_id: u64,
    seed: u64,
}

impl Table {
    /// Plays as fast as it is answered, until the connection is cut.
    async fn play(mut self, host: String, acks: UnboundedSender<()>) -> Self {
        let mut tabs = Vec::new();
        for player in 0..2 {
            let known = self.rooms[player].clone();
            match Tab::rejoin(&host, self.code, Some(&self.guests[player]), known).await {
                Ok(tab) => tabs.push(tab),
                Err(_) => return self,
            }
        }
        let _: Option<()> = self.play_on(&mut tabs, &acks).await;
        self.rooms = [tabs.remove(0).room, tabs.remove(0).room];
        self
    }

    async fn play_on(&mut self, tabs: &mut [Tab], acks: &UnboundedSender<()>) -> Option<()> {
        loop {
            for behind in 0..2 {
                while tabs[behind].room.seq < tabs[1 - behind].room.seq {
                    tabs[behind].next().await.ok()?;
                }
            }
            let (player, id, command) = match self.pending.clone() {
                Some(pending) => pending,
                None => match self.wish(tabs) {
                    Some((player, command)) => {
                        self.next_id += 1;
                        (player, self.next_id, command)
                    }
                    None => {
                        tabs[0].next().await.ok()?;
                        continue;
                    }
                },
            };
            self.pending = Some((player, id, command.clone()));
            let answer = tabs[player].ask_as(id, command).await.ok()?;
            assert!(matches!(answer, Answer::Happened | Answer::Done), "{answer:?}");
            self.pending = None;
            self.acknowledged.push((Origin { member: tabs[player].me, id }, tabs[player].room.seq));
            let _ = acks.send(());
        }
    }

    /// Who wants what next; `None` while a countdown runs.
    fn wish(&mut self, tabs: &[Tab]) -> Option<(usize, Command)> {
        let room = &tabs[0].room;
        let seats = [tabs[0].seat().unwrap(), tabs[1].seat().unwrap()];
        if let Some(Draft { builder, board }) = room.draft {
            let builder = usize::from(seats[0] != builder);
            let chance = next_random(&mut self.seed);
            return Some(match board {
                None => (builder, Command::Build(Board::random(chance))),
                Some(_) => (1 - builder, Command::Pick(Side::BOTH[(chance % 2) as usize])),
            });
        }
        if room.running().is_some() {
            return (0..2).find_map(|p| Some((p, some_move(&tabs[p].room, seats[p], &mut self.seed)?)));
        }
        if room.game.is_some() {
            let first = room.again.is_none_or(|offer| offer.seat != seats[0]);
            return Some((usize::from(!first), Command::Again));
        }
        let ready = |p: usize| room.occupant(seats[p]).is_some_and(|occupant| occupant.ready);
        (0..2).find(|&p| !ready(p)).map(|p| (p, Command::Ready(true)))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_command_is_lost_or_repeated_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path());
    let mut tables = Vec::new();
    let games = [Settings::default(), mapello(BoardChoice::Random(1)), mapello(BoardChoice::Draft)];
    for (n, settings) in (0..TABLES).zip(games.into_iter().cycle()) {
        let code = open_room(&server.host, settings).await;
        tables.push(Table {
            code,
            guests: [cookie(2 * n + 1), cookie(2 * n + 2)],
            rooms: [Room::new(code), Room::new(code)],
            pending: None,
            acknowledged: Vec::new(),
            next_id: 0,
            seed: 0xC0FFEE + n as u64,
        });
    }
    let mut seed = 0xDEAD;
    for _ in 0..KILLS {
        let (acks, mut acknowledged) = tokio::sync::mpsc::unbounded_channel();
        let players: Vec<_> =
            tables.drain(..).map(|t| tokio::spawn(t.play(server.host.clone(), acks.clone()))).collect();
        drop(acks);
        for _ in 0..1 + next_random(&mut seed) % 300 {
            acknowledged.recv().await.expect("the games go on");
        }
        server.kill();
        for player in players {
            tables.push(player.await.unwrap());
        }
        check(&folder.path().join("duello.sqlite"), &tables).await;
        server = Process::start(folder.path());
    }
    let moves: usize = tables.iter().map(|table| table.acknowledged.len()).sum();
    assert!(moves > KILLS, "{moves} commands were acknowledged");
    for table in &tables {
        let room = Tab::join(&server.host, table.code, None).await.room;
        assert!(room.seq >= table.rooms[0].seq && room.seq >= table.rooms[1].seq);
        assert!(room.series.games() > 0, "whole games were played between the kills");
    }
}

#[tokio::test]
async fn a_draft_goes_on_after_a_kill_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path());
    let code = open_room(&server.host, mapello(BoardChoice::Draft)).await;
    let [builder, _picker] = two_players(&server.host, code, [1, 2]).await;
    assert_eq!(builder.room.draft, Some(Draft { builder: Seat::Bottom, board: None }));
    server.kill();

    server = Process::start(folder.path());
    let mut builder = Tab::rejoin(&server.host, code, Some(&cookie(1)), builder.room).await.unwrap();
    assert_eq!(builder.welcomed_with, Some(0), "nothing was lost");
    let board = Board::random(7);
    assert_eq!(builder.ask(Command::Build(board)).await, Answer::Happened);
    server.kill();

    server = Process::start(folder.path());
    let mut picker = Tab::join(&server.host, code, Some(&cookie(2))).await;
    assert_eq!(picker.room.draft, Some(Draft { builder: Seat::Bottom, board: Some(board) }));
    assert_eq!(picker.ask(Command::Pick(Side::First)).await, Answer::Happened);
    let game = picker.room.running().unwrap();
    assert_eq!((game.setup, game.first), (Setup::Mapello(board), Seat::Top));
}

/// Reads the logs as the dead server left them and holds them against what the players were told.
async fn check(database: &Path, tables: &[Table]) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let sound: String = sqlx::query("PRAGMA integrity_check").fetch_one(&pool).await.unwrap().get(0);
    assert_eq!(sound, "ok");
    for table in tables {
        let sql = "SELECT body FROM events WHERE room = $1 ORDER BY seq";
        let rows = sqlx::query(sql).bind(table.code.to_string()).fetch_all(&pool).await.unwrap();
        let log: Vec<Logged> = rows.iter().map(|row| serde_json::from_str(row.get(0)).unwrap()).collect();
        let mut room = Room::new(table.code);
        let mut commands: HashMap<(u64, u64), Vec<u64>> = HashMap::new();
        for (event, seq) in log.iter().zip(1..) {
            assert_eq!(event.seq, seq, "no gaps");
            if let Event::Moved { side, mv } = &event.event {
                let game = room.running().expect("nothing is played after the end");
                assert_eq!(game.position.to_move(), *side);
                game.position.play(*mv).expect("every move was legal");
            }
            if let Event::Started { setup, .. } = &event.event
                && let Some(Draft { board, .. }) = room.draft
            {
                assert_eq!(Some(*setup), board.map(Setup::Mapello), "the board that was built is played on");
            }
            if let Some(by) = event.by {
                commands.entry((by.member.0, by.id)).or_default().push(seq);
            }
            evolve(&mut room, event);
        }
        for numbers in commands.values() {
            assert!(
                numbers.windows(2).all(|pair| pair[1] == pair[0] + 1),
                "a command happened twice: {numbers:?}"
            );
        }
        for (origin, seen_at) in &table.acknowledged {
            let numbers = &commands[&(origin.member.0, origin.id)];
            assert!(numbers[0] <= *seen_at, "acknowledged before it was written");
        }
        for known in &table.rooms {
            assert!(known.seq <= room.seq, "players know {} events, the log has {}", known.seq, room.seq);
        }
    }
}
