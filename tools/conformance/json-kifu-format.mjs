// Reads records with json-kifu-format and writes them as JKF.
import jkf from "json-kifu-format";
import { run } from "./common.mjs";

const KINDS = "FU KY KE GI KI KA HI OU TO NY NK NG UM RY".split(" ");
const LETTERS = "P L N S G B R K +P +L +N +S +B +R".split(" ");
const letter = (kind) => LETTERS[KINDS.indexOf(kind)];
const rank = (y) => "abcdefghi"[y - 1];

/** The SFEN of what JKFPlayer shows. */
function sfen(state) {
  let board = "";
  for (let y = 0; y < 9; y++) {
    let empty = 0;
    for (let x = 8; x >= 0; x--) {
      const { color, kind } = state.board[x][y];
      if (!kind) {
        empty++;
        continue;
      }
      board += (empty || "") + (color === 1 ? letter(kind).toLowerCase() : letter(kind));
      empty = 0;
    }
    board += (empty || "") + (y < 8 ? "/" : "");
  }
  const hand = (held, change) =>
    ["HI", "KA", "KI", "GI", "KE", "KY", "FU"]
      .filter((kind) => held[kind] > 0)
      .map((kind) => (held[kind] > 1 ? held[kind] : "") + change(letter(kind)))
      .join("");
  const hands = hand(state.hands[0], (c) => c) + hand(state.hands[1], (c) => c.toLowerCase());
  return `${board} ${state.color === 1 ? "w" : "b"} ${hands || "-"} 1`;
}

function content(player, raw) {
  player.goto(0);
  const start = sfen(player.getState());
  const nodes = [];
  const add = (entries, from, parent) => {
    for (let i = from; i < entries.length; i++) {
      const { move, special, comments, time, forks } = entries[i];
      const place = nodes.length;
      let usi = null;
      if (move) {
        const to = move.to.x + rank(move.to.y);
        usi = move.from
          ? move.from.x + rank(move.from.y) + to + (move.promote ? "+" : "")
          : `${letter(move.piece)}*${to}`;
      }
      const seconds = time ? (time.now.h ?? 0) * 3600 + time.now.m * 60 + time.now.s : null;
      nodes.push({
        parent,
        move: usi,
        end: special ? special.replace(/^[+-]/, "") : null,
        // It takes our bookmarks for comments, and keeps the mark of comments in CSA.
        comment: (comments ?? [])
          .filter((line) => raw || !line.startsWith("&"))
          .map((line) => (raw ? line : line.replace(/^\*/, "")))
          .join("\n"),
        seconds,
      });
      for (const fork of forks ?? []) waiting.push([fork, parent]);
      parent = place;
    }
  };
  const waiting = [[player.kifu.moves, null]];
  while (waiting.length > 0) {
    const [entries, parent] = waiting.shift();
    add(entries, 0, parent);
  }
  return { start, headers: { ...player.kifu.header }, nodes };
}

const { parseKIF, parseKI2, parseCSA, parseJKF } = jkf.JKFPlayer;
const readers = {
  kif: (text) => content(parseKIF.call(jkf.JKFPlayer, text)),
  ki2: (text) => content(parseKI2.call(jkf.JKFPlayer, text)),
  csa: (text) => content(parseCSA.call(jkf.JKFPlayer, text)),
  jkf: (text) => content(parseJKF.call(jkf.JKFPlayer, text)),
};
run("json-kifu-format", readers, {
  jkf: [
    "kif",
    (text) => {
      const player = parseKIF.call(jkf.JKFPlayer, text);
      return { text: player.toJKF(), content: content(player, true) };
    },
  ],
});
