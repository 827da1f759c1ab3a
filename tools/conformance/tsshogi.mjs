// Reads and writes records with tsshogi.
import * as ts from "tsshogi";
import { run } from "./common.mjs";

function checked(record) {
  if (record instanceof Error) throw record;
  return record;
}

function content(record) {
  const nodes = [];
  // First children before their siblings, so that the main line comes first.
  const add = (node, parent) => {
    for (let child = node; child; child = child.branch) {
      const place = nodes.length;
      const move = child.move instanceof ts.Move ? child.move : null;
      const special = parent !== null && !move ? child.move : null;
      nodes.push({
        parent,
        move: move ? move.usi : null,
        end: special ? endName(special, child.nextColor) : null,
        comment: child.comment.replace(/\n$/, ""),
        seconds: Math.floor(child.elapsedMs / 1000),
      });
      if (child.next) add(child.next, place);
    }
  };
  add(record.first, null);
  const headers = {};
  for (const key of record.metadata.standardMetadataKeys) {
    headers[ts.metadataKeyToKakinoki(key)] = record.metadata.getStandardMetadata(key);
  }
  for (const key of record.metadata.customMetadataKeys) {
    headers[key] = record.metadata.getCustomMetadata(key);
  }
  return { start: record.initialPosition.sfen, headers, nodes };
}

function endName(special, color) {
  const name = ts.getCSASpecialMoveName(special, color);
  return name ? name.replace(/^[%+-]+/, "") : ts.formatSpecialMove(special);
}

const readers = {
  usi: ts.Record.newByUSI,
  kif: ts.importKIF,
  ki2: ts.importKI2,
  csa: ts.importCSA,
  jkf: ts.importJKFString,
};
const writers = {
  usi: (record) => record.getUSI({ allMoves: true }),
  kif: ts.exportKIF,
  ki2: ts.exportKI2,
  csa: ts.exportCSA,
  jkf: ts.exportJKFString,
};

const map = (object, f) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, f(value)]));
run(
  "tsshogi",
  map(readers, (reader) => (text) => content(checked(reader(text)))),
  map(writers, (writer) => [
    "kif",
    (text) => {
      const record = checked(ts.importKIF(text));
      record.goto(record.length);
      return { text: writer(record), content: content(record) };
    },
  ]),
);
