// What Duello is measured against (docs/BENCHMARKS.md): Mancala in rooms as DeskDuels plays it, with Node and Socket.IO. Games are
// in memory and gone with the process; the whole state goes to everybody in the room after each move. `load --peer` plays on it.
// Use: npm ci && node server.mjs [PORT]
import { createServer } from "node:http";
import { Server } from "socket.io";

const STORES = [6, 13];
const http = createServer();
const io = new Server(http);
const rooms = new Map();

const fresh = () => ({ board: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], turn: 0, over: false, winner: null });

/** Sows a pit of the side to move, with captures, extra turns and the end. */
function sow(game, pit) {
  const { board, turn } = game;
  const [own, other] = [STORES[turn], STORES[1 - turn]];
  let [stones, at] = [board[pit], pit];
  board[pit] = 0;
  while (stones > 0) {
    at = (at + 1) % 14;
    if (at === other) continue;
    board[at] += 1;
    stones -= 1;
  }
  const opposite = 12 - at;
  if (Math.floor(at / 7) === turn && at !== own && board[at] === 1 && board[opposite] > 0) {
    board[own] += board[opposite] + 1;
    board[at] = board[opposite] = 0;
  }
  if (at !== own) game.turn = 1 - turn;
  const rows = [0, 7].map((from) => board.slice(from, from + 6).reduce((sum, pit) => sum + pit));
  if (!rows.includes(0)) return;
  game.board = [0, 0, 0, 0, 0, 0, board[6] + rows[0], 0, 0, 0, 0, 0, 0, board[13] + rows[1]];
  game.over = true;
  game.winner = Math.sign(game.board[6] - game.board[13]);
}

io.on("connection", (socket) => {
  let room;
  let seat = -1;
  const show = () => {
    const { code, names, game, moves, last } = room;
    io.to(code).emit("gameState", { code, names, ...game, moves, last });
  };
  socket.on("joinRoom", ({ code, name } = {}) => {
    if (room || typeof code !== "string" || typeof name !== "string") return;
    room = rooms.get(code) ?? { code, names: [], game: null, moves: 0, last: null };
    rooms.set(code, room);
    if (room.names.length < 2) seat = room.names.push(name) - 1;
    if (room.names.length === 2) room.game ??= fresh();
    socket.join(code);
    show();
  });
  socket.on("makeMove", ({ pit } = {}) => {
    const game = room?.game;
    if (!game || game.over) return socket.emit("errorMessage", "There is no game.");
    if (seat !== game.turn) return socket.emit("errorMessage", "It is not your turn.");
    const own = Number.isInteger(pit) && Math.floor(pit / 7) === seat && pit !== STORES[seat];
    if (!own || game.board[pit] === 0) return socket.emit("errorMessage", "That pit cannot be sown.");
    sow(game, pit);
    room.moves += 1;
    room.last = { seat, pit };
    show();
  });
  socket.on("disconnect", () => {
    if (room && !io.sockets.adapter.rooms.has(room.code)) rooms.delete(room.code);
  });
  socket.on("playAgain", () => {
    if (!room?.game?.over) return;
    room.game = fresh();
    room.moves += 1;
    room.last = null;
    show();
  });
});

http.listen(Number(process.argv[2] ?? 3100), "127.0.0.1");
