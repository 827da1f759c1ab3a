// Reads and writes positions and moves with shogiops, which has no files of its own: it reads
// the head of a file and the rows of a line.
import { initialSfen, makeSfen, parseSfen } from "shogiops/sfen";
import * as kif from "shogiops/notation/kif";
import * as csa from "shogiops/notation/csa";
import { makeUsi, parseUsi } from "shogiops/util";
import { run } from "./common.mjs";

/** The moves played from a position: a content without branches. */
function content(pos, moves, headers) {
  const nodes = [{ parent: null, move: null, comment: "" }];
  const start = makeSfen(pos);
  const game = pos.clone();
  for (const move of moves) {
    if (!game.isLegal(move)) throw new Error(`illegal: ${makeUsi(move)}`);
    game.play(move);
    nodes.push({ parent: nodes.length - 1, move: makeUsi(move), comment: "" });
  }
  return { start, headers, nodes };
}

function usi(text) {
  const words = text.trim().split(" ");
  const at = words.indexOf("moves");
  const end = at < 0 ? words.length : at;
  const sfen = words[1] === "startpos" ? initialSfen("standard") : words.slice(2, end).join(" ");
  const moves = at < 0 ? [] : words.slice(at + 1).map((word) => parseUsi(word));
  return [parseSfen("standard", sfen).unwrap(), moves];
}

/** The head and the rows of the main line, as a site that uses this would take them apart. */
function readKif(text) {
  const main = text.split(/^変化/m)[0];
  const lines = kif.normalizedKifLines(main);
  const rows = lines.filter((line) => /^\s*\d+\s/.test(line) && /打|\(\d\d\)/.test(line));
  const pos = kif.parseKifHeader(main).unwrap();
  const moves = kif.parseKifMovesOrDrops(rows);
  if (moves.length !== rows.length) throw new Error(`not a move: ${rows[moves.length]}`);
  return content(pos, moves, Object.fromEntries(kif.parseTags(main)));
}

function readCsa(text) {
  const lines = csa.normalizedCsaLines(text);
  const rows = lines.filter((line) => /^[+-]\d{4}/.test(line));
  const pos = csa.parseCsaHeader(text).unwrap();
  const moves = csa.parseCsaMovesOrDrops(pos, rows);
  if (moves.length !== rows.length) throw new Error(`not a move: ${rows[moves.length]}`);
  return content(pos, moves, {});
}

function writer(write) {
  return (text) => {
    const [pos, moves] = usi(text);
    return { text: write(pos.clone(), moves), content: content(pos, moves, {}) };
  };
}

function writeKif(pos, moves) {
  let out = `${kif.makeKifHeader(pos)}\n手数----指手---------消費時間--\n`;
  let last;
  moves.forEach((move, i) => {
    out += `${i + 1} ${kif.makeKifMoveOrDrop(pos, move, last)}\n`;
    pos.play(move);
    last = move.to;
  });
  return out;
}

function writeCsa(pos, moves) {
  let out = `${csa.makeCsaHeader(pos)}\n`;
  for (const move of moves) {
    const sign = pos.turn === "sente" ? "+" : "-";
    out += `${sign}${csa.makeCsaMoveOrDrop(pos, move)}\n`;
    pos.play(move);
  }
  return out;
}

run(
  "shogiops",
  { usi: (text) => content(...usi(text), {}), kif: readKif, csa: readCsa },
  {
    usi: [
      "usi",
      writer((pos, moves) => {
        const tail = moves.length > 0 ? ` moves ${moves.map(makeUsi).join(" ")}` : "";
        return `position sfen ${makeSfen(pos)}${tail}\n`;
      }),
    ],
    kif: ["usi", writer(writeKif)],
    csa: ["usi", writer(writeCsa)],
  },
);
