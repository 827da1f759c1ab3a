"""Reads and writes records with cshogi."""

import cshogi
import cshogi.CSA
import cshogi.KIF
from common import content, run


def moves_of(start, moves):
    board = cshogi.Board(sfen=start)
    for move in moves:
        if not board.is_legal(move):
            raise ValueError(f"illegal: {cshogi.move_to_usi(move)}")
        board.push(move)
    return [cshogi.move_to_usi(move) for move in moves]


def lines(comment):
    """The text of comments that are kept as they stand in a CSA file."""
    return "\n".join(line.removeprefix("'").removeprefix("*") for line in comment.splitlines())


def of_kif(text):
    one = cshogi.KIF.Parser.parse_str(text)
    moves = moves_of(one.sfen, one.moves)
    return content(
        one.sfen, moves, one.var_info, one.comment, one.comments, one.times, one.endgame
    )


def of_csa(text):
    one = cshogi.CSA.Parser.parse_str(text)[0]
    moves = moves_of(one.sfen, one.moves)
    comments = [lines(comment) for comment in one.comments]
    end = (one.endgame or "").lstrip("%+-")
    return content(one.sfen, moves, one.var_info, lines(one.comment), comments, one.times, end)


def usi(text):
    words = text.split()
    at = words.index("moves") if "moves" in words else len(words)
    sfen = cshogi.STARTING_SFEN if words[1] == "startpos" else " ".join(words[2:at])
    board = cshogi.Board(sfen=sfen)
    moves = []
    for word in words[at + 1 :]:
        moves.append(board.push_usi(word))
    return content(sfen, [cshogi.move_to_usi(move) for move in moves]), moves


def write_kif(text, file):
    record, moves = usi(text)
    exporter = cshogi.KIF.Exporter(str(file))
    # It has a name for the even game only; of others it writes the SFEN.
    is_even = record["start"] == cshogi.STARTING_SFEN
    exporter.header(["", ""], handicap=None if is_even else record["start"])
    for move in moves:
        exporter.move(move)
    exporter.close()
    return record


def write_csa(text, file):
    record, moves = usi(text)
    exporter = cshogi.CSA.Exporter(str(file))
    exporter.info(cshogi.Board(sfen=record["start"]))
    for move in moves:
        exporter.move(move)
    exporter.close()
    return record


run(
    "cshogi",
    {"usi": lambda text: usi(text)[0], "kif": of_kif, "csa": of_csa},
    {"kif": ("usi", write_kif), "csa": ("usi", write_csa)},
)
