"""Reads and writes records with python-shogi."""

import shogi
import shogi.CSA
import shogi.KIF
from common import content, run


def of_summary(parsed):
    one = parsed[0]
    board = shogi.Board(one["sfen"])
    for usi in one["moves"]:
        move = shogi.Move.from_usi(usi)
        if move not in board.legal_moves:
            raise ValueError(f"illegal: {usi}")
        board.push(move)
    return content(one["sfen"], one["moves"])


def usi(text):
    words = text.split()
    at = words.index("moves") if "moves" in words else len(words)
    sfen = shogi.STARTING_SFEN if words[1] == "startpos" else " ".join(words[2:at])
    board = shogi.Board(sfen)
    moves = words[at + 1 :]
    for word in moves:
        board.push(shogi.Move.from_usi(word))
    return content(sfen, moves)


def write_kif(text, file):
    record = usi(text)
    moves = [node["move"] for node in record["nodes"][1:]]
    summary = {"names": ["", ""], "sfen": record["start"], "moves": moves, "win": "-"}
    file.write_text(shogi.KIF.Exporter.kif(summary), encoding="utf-8")
    return record


run(
    "python-shogi",
    {
        "usi": usi,
        "kif": lambda text: of_summary(shogi.KIF.Parser.parse_str(text)),
        "csa": lambda text: of_summary(shogi.CSA.Parser.parse_str(text)),
    },
    {"kif": ("usi", write_kif)},
)
