//! Files of the WTHOR base of Othello games, as a test writes them.

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** What each file begins with: the day it was made, how many games or names it has, the year 2024 of the games. */
function header(games: number, names: number): Buffer {
  const bytes = Buffer.from([20, 26, 11, 29, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 22, 0]);
  bytes.writeUInt32LE(games, 4);
  bytes.writeUInt16LE(names, 8);
  bytes.writeUInt16LE(2024, 10);
  return bytes;
}

/** The file of games: each is its moves, such as `f5d6c3`, Black's score, and the numbers of Black and White. */
export function games(all: { moves: string; black: number; players: [number, number] }[]): File {
  const records = all.map(({ moves, black, players }) => {
    const record = Buffer.alloc(68);
    record.writeUInt16LE(players[0], 2);
    record.writeUInt16LE(players[1], 4);
    record[6] = record[7] = black;
    for (const [place, square] of (moves.match(/../g) ?? []).entries()) record[8 + place] = 10 * Number(square[1]) + square.charCodeAt(0) - 96;
    return record;
  });
  return { name: "WTH_2024.wtb", mimeType: "application/octet-stream", buffer: Buffer.concat([header(all.length, 0), ...records]) };
}

/** The file of the names of players, by their numbers, or that of tournaments. */
export function names(kind: "jou" | "trn", all: string[]): File {
  const records = all.map((name) => {
    const record = Buffer.alloc(kind === "jou" ? 20 : 26);
    record.write(name, "latin1");
    return record;
  });
  return { name: `WTHOR.${kind.toUpperCase()}`, mimeType: "application/octet-stream", buffer: Buffer.concat([header(0, all.length), ...records]) };
}
