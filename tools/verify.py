#!/usr/bin/env python3
"""Verifies a certificate of Kemuri: a proof that a tsume-shogi problem has a
mate, or has none.

    python3 verify.py CERTIFICATE [SFEN]

CERTIFICATE is a file, or - for standard input. With SFEN, it must be about that
problem. The file is written from the description of the format alone
(docs/src/techniques/certificates.md) and shares no line with the programs of the
project; it needs Python 3.10 and nothing else.

It prints what is proven. Exit code 0: proven. 1: the certificate is complete,
but wrong. 2: bad usage, or no complete certificate for that problem.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import BinaryIO, NamedTuple, NoReturn

# ---------------------------------------------------------------- the pieces
#
# A piece is a number: its kind, 8 more if promoted, 16 more if the defender's.
# The attacker plays up the board, towards rank 0.

PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING = range(1, 9)
PROMOTED = 8
ATTACKER, DEFENDER = 0, 16
EMPTY = 0
TOTAL = {PAWN: 18, LANCE: 4, KNIGHT: 4, SILVER: 4, BISHOP: 2, ROOK: 2, GOLD: 4}

UP = ((-1, -1), (0, -1), (1, -1))
ORTHOGONAL = ((0, -1), (0, 1), (-1, 0), (1, 0))
DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
LIKE_GOLD = (*UP, (-1, 0), (1, 0), (0, 1))

# Steps and slides of each kind of the attacker's, as (file, rank).
MOVEMENT = {
    PAWN: (((0, -1),), ()),
    LANCE: ((), ((0, -1),)),
    KNIGHT: (((-1, -2), (1, -2)), ()),
    SILVER: ((*UP, (-1, 1), (1, 1)), ()),
    BISHOP: ((), DIAGONAL),
    ROOK: ((), ORTHOGONAL),
    GOLD: (LIKE_GOLD, ()),
    KING: ((*ORTHOGONAL, *DIAGONAL), ()),
    **{PROMOTED | kind: (LIKE_GOLD, ()) for kind in (PAWN, LANCE, KNIGHT, SILVER)},
    PROMOTED | BISHOP: (ORTHOGONAL, DIAGONAL),
    PROMOTED | ROOK: (DIAGONAL, ORTHOGONAL),
}

# ------------------------------------------------- tables of an empty board
#
# A square is 9 * file + rank.

SQUARES = range(81)
Ray = tuple[int, ...]


def ray(square: int, step: tuple[int, int], longest: int = 8) -> Ray:
    """The squares reached from `square` by up to `longest` equal steps."""
    squares, (file, rank) = [], divmod(square, 9)
    for _ in range(longest):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < 9 and 0 <= rank < 9):
            break
        squares.append(9 * file + rank)
    return tuple(squares)


def rays(piece: int, square: int) -> tuple[Ray, ...]:
    """The squares a piece goes to, a ray for each direction."""
    side = -1 if piece & DEFENDER else 1
    steps, slides = MOVEMENT.get(piece & 15, ((), ()))
    found = [ray(square, (side * f, side * r), 1) for f, r in steps]
    found += [ray(square, (side * f, side * r)) for f, r in slides]
    return tuple(r for r in found if r)


# RAYS[piece][square]; REACHES[piece][from][to] is 1 if it goes there.
RAYS = [[rays(piece, square) for square in SQUARES] for piece in range(32)]
REACHES = [
    [bytes(any(to in line for line in found) for to in SQUARES) for found in of]
    for of in RAYS
]
# From which squares an attacker's piece gives check to a king on a square.
CHECKS_FROM = [
    [[s for s in SQUARES if REACHES[piece][s][king]] for king in SQUARES]
    for piece in range(16)
]
# Where a piece that attacks a square can stand: on lines, and a knight's move away.
SEEN_FROM = [
    tuple(
        line
        for piece in (BISHOP, ROOK, KNIGHT, DEFENDER | KNIGHT)
        for line in RAYS[piece][s]
    )
    for s in SQUARES
]
# The squares between two on a line, and whether they are on a line.
BETWEEN: list[list[Ray]] = [[()] * 81 for _ in SQUARES]
ALIGNED = [bytearray(81) for _ in SQUARES]
for _square in SQUARES:
    for _step in (*ORTHOGONAL, *DIAGONAL):
        _ray = ray(_square, _step)
        for _distance, _to in enumerate(_ray):
            BETWEEN[_square][_to] = _ray[:_distance]
            ALIGNED[_square][_to] = 1


@cache
def forms(piece: int, origin: int, to: int) -> tuple[int, ...]:
    """What a piece can be after a move: unpromoted, promoted, or either."""
    zone = range(6, 9) if piece & DEFENDER else range(3)
    found = [piece] if RAYS[piece][to] else []
    if PAWN <= piece & 15 <= ROOK and (origin % 9 in zone or to % 9 in zone):
        found.append(piece | PROMOTED)
    return tuple(found)


# ------------------------------------------------------- moves and positions
#
# A move is a number, in the order in which the format takes moves:
# promotion << 15 | drop << 14 | (origin or kind dropped) << 7 | destination.

DROP, PROMOTES = 1 << 14, 1 << 15
Board = bytearray
Hand = tuple[int, ...]  # eight counts, the first unused
NO_HAND: Hand = (0,) * 8


def board_move(origin: int, to: int, promotes: bool) -> int:
    return promotes << 15 | origin << 7 | to


def changed(hand: Hand, kind: int, by: int) -> Hand:
    return (*hand[:kind], hand[kind] + by, *hand[kind + 1 :])


def attackers(board: Board, square: int, side: int) -> Iterator[int]:
    """The squares of the pieces of `side` that attack a square."""
    for line in SEEN_FROM[square]:
        for at in line:
            piece = board[at]
            if piece:
                if piece & DEFENDER == side and REACHES[piece][at][square]:
                    yield at
                break


def attacked(board: Board, square: int, side: int) -> bool:
    return any(True for _ in attackers(board, square, side))


class Position(NamedTuple):
    """A board, the attacker's hand, and what both sides have in hand together."""

    board: Board
    hand: Hand
    pool: Hand

    def held(self, side: int) -> Hand:
        if side == ATTACKER:
            return self.hand
        return tuple(all_ - own for all_, own in zip(self.pool, self.hand))

    def after(self, move: int, side: int) -> Position:
        """The position after a legal move."""
        board, hand, pool = self.board[:], self.hand, self.pool
        origin, to = move >> 7 & 127, move & 127
        if move & DROP:
            board[to] = origin | side
            pool = changed(pool, origin, -1)
            if side == ATTACKER:
                hand = changed(hand, origin, -1)
        else:
            if taken := board[to] & 7:
                pool = changed(pool, taken, 1)
                if side == ATTACKER:
                    hand = changed(hand, taken, 1)
            board[to] = board[origin] | (PROMOTED if move & PROMOTES else 0)
            board[origin] = EMPTY
        return Position(board, hand, pool)

    def is_safe(self, side: int) -> bool:
        """Whether `side` has no king that could be captured."""
        king = self.board.find(KING | side)
        return king < 0 or not attacked(self.board, king, side ^ DEFENDER)

    def may_drop(self, piece: int, to: int) -> bool:
        """Whether the kind of piece may stand there: it needs a move, and no
        second pawn on the file. A pawn must not mate either."""
        if self.board[to] or not RAYS[piece][to]:
            return False
        if piece & 15 != PAWN:
            return True
        file = to - to % 9
        return self.board.find(piece, file, file + 9) < 0

    def is_pawn_drop_mate(self, piece: int, to: int) -> bool:
        """Whether it is a pawn that mates when dropped there. The king of its
        owner is safe then."""
        board, enemy = self.board, piece & DEFENDER ^ DEFENDER
        king = board.find(KING | enemy)
        if piece & 15 != PAWN or king < 0 or not REACHES[piece][to][king]:
            return False
        board[to] = piece
        mates = next(self.evasions(enemy), None) is None
        board[to] = EMPTY
        return mates

    def evasions(self, side: int) -> Iterator[int]:
        """The legal moves of a side that is in check, in no order."""
        board, enemy = self.board, side ^ DEFENDER
        king = board.find(KING | side)
        checkers = list(attackers(board, king, enemy))
        for (to,) in RAYS[KING | side][king]:
            taken = board[to]
            if taken and taken & DEFENDER == side:
                continue
            board[king], board[to] = EMPTY, KING | side
            safe = not attacked(board, to, enemy)
            board[king], board[to] = KING | side, taken
            if safe:
                yield board_move(king, to, False)
        if len(checkers) != 1:
            return
        between = BETWEEN[checkers[0]][king]
        targets = (checkers[0], *between)
        for origin, piece in enumerate(board):
            if not piece or piece & DEFENDER != side or piece & 15 == KING:
                continue
            reaches = REACHES[piece][origin]
            for to in targets:
                if not reaches[to] or any(board[s] for s in BETWEEN[origin][to]):
                    continue
                taken = board[to]
                board[origin], board[to] = EMPTY, piece
                safe = not attacked(board, king, enemy)
                board[origin], board[to] = piece, taken
                if safe:
                    for form in forms(piece, origin, to):
                        yield board_move(origin, to, form != piece)
        for kind, count in enumerate(self.held(side)) if between else ():
            for to in between if count else ():
                piece = kind | side
                if self.may_drop(piece, to) and not self.is_pawn_drop_mate(piece, to):
                    yield DROP | kind << 7 | to

    def checks(self) -> Iterator[int]:
        """The attacker's legal moves that give check, in no order."""
        board = self.board
        king = board.find(KING | DEFENDER)
        for origin, piece in enumerate(board):
            if not piece or piece & DEFENDER:
                continue
            uncovers = ALIGNED[origin][king]
            for line in RAYS[piece][origin]:
                for to in line:
                    taken = board[to]
                    if taken and not taken & DEFENDER:
                        break
                    for form in forms(piece, origin, to):
                        if not uncovers and not REACHES[form][to][king]:
                            continue
                        board[origin], board[to] = EMPTY, form
                        checks = attacked(board, king, ATTACKER)
                        legal = checks and self.is_safe(ATTACKER)
                        board[origin], board[to] = piece, taken
                        if legal:
                            yield board_move(origin, to, form != piece)
                    if taken:
                        break
        for kind, count in enumerate(self.hand):
            for to in CHECKS_FROM[kind][king] if count else ():
                blocked = any(board[s] for s in BETWEEN[to][king])
                if blocked or not self.may_drop(kind, to):
                    continue
                board[to] = kind
                safe = self.is_safe(ATTACKER)
                board[to] = EMPTY
                if safe and not self.is_pawn_drop_mate(kind, to):
                    yield DROP | kind << 7 | to


# --------------------------------------------------------- refusing and SFEN


class Unreadable(Exception):
    """No complete certificate of this version, or one for another problem."""


class Wrong(Exception):
    """A complete certificate that does not prove its claim."""


LETTERS = {1: "P", 2: "L", 3: "N", 4: "S", 5: "B", 6: "R", 7: "G", 8: "K"}
KIND_OF = {letter: kind for kind, letter in LETTERS.items()}
HAND_ORDER = (ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN)


@dataclass
class Problem:
    """A problem as Black and White have it: Black plays up the board, White's
    pieces are marked as the defender's."""

    board: Board
    black: Hand
    white: Hand
    black_to_move: bool

    def sfen(self) -> str:
        """The canonical form."""
        rows = []
        for rank in range(9):
            row = ""
            for piece in reversed(self.board[rank::9]):
                letter = LETTERS[piece & 7 or KING] if piece else "1"
                promoted = "+" if piece & 7 and piece & PROMOTED else ""
                row += promoted + (letter.lower() if piece & DEFENDER else letter)
            rows.append(re.sub("1+", lambda empty: str(len(empty[0])), row))
        hands = ""
        for hand, case in ((self.black, str.upper), (self.white, str.lower)):
            for kind in HAND_ORDER:
                count = str(hand[kind]) if hand[kind] > 1 else ""
                hands += count + case(LETTERS[kind]) if hand[kind] else ""
        turn = "b" if self.black_to_move else "w"
        return f"{'/'.join(rows)} {turn} {hands or '-'} 1"

    @staticmethod
    def read(sfen: str) -> Problem:
        """Reads an SFEN, a move number being optional. Raises `ValueError`."""
        shape = r"([1-9+a-zA-Z/]+) ([bw]) (-|(?:[0-9]{0,2}[a-zA-Z])+)( [0-9]{1,5})?"
        if not (fields := re.fullmatch(shape, sfen)):
            raise ValueError("an SFEN has a board, b or w, hands and a move number")
        board, rows = Board(81), fields[1].split("/")
        if len(rows) != 9:
            raise ValueError("a board has nine ranks")
        for rank, row in enumerate(rows):
            row = re.sub("[1-9]", lambda empty: "1" * int(empty[0]), row)
            squares = re.findall(r"1|\+[plnsbrPLNSBR]|[plnsbrgkPLNSBRGK]", row)
            if len(squares) != 9 or "".join(squares) != row:
                raise ValueError(f"rank {rank + 1} of the board is not a rank")
            for file, square in enumerate(reversed(squares)):
                if square != "1":
                    side = DEFENDER if square.islower() else ATTACKER
                    promoted = PROMOTED if square[0] == "+" else 0
                    kind = KIND_OF[square[-1].upper()]
                    board[9 * file + rank] = kind | promoted | side
        black, white = list(NO_HAND), list(NO_HAND)
        for count, letter in re.findall("([0-9]*)([a-zA-Z])", fields[3]):
            kind = KIND_OF.get(letter.upper(), KING)
            if kind == KING or count and not int(count):
                raise ValueError(f"{count}{letter} in the hands")
            (white if letter.islower() else black)[kind] += int(count or "1")
        return Problem(board, tuple(black), tuple(white), fields[2] == "b")

    def attack(self, black_attacks: bool) -> tuple[Position, bool]:
        """The position, the attacker playing up the board, and whether the
        attacker is to move. Raises `ValueError` if it is not a legal one."""
        board, hand, other = self.board[:], self.black, self.white
        if not black_attacks:
            board = Board(piece and piece ^ DEFENDER for piece in reversed(board))
            hand, other = other, hand
        pool = tuple(own + his for own, his in zip(hand, other))
        attacker_to_move = self.black_to_move == black_attacks
        position = Position(board, hand, pool)
        for kind, total in TOTAL.items():
            on_board = sum(piece & 7 == kind for piece in board)
            if on_board + pool[kind] > total:
                raise ValueError(
                    f"more than {total} pieces of the kind {LETTERS[kind]}"
                )
        if board.count(KING | DEFENDER) != 1 or board.count(KING) > 1:
            raise ValueError("the defender has one king, the attacker at most one")
        for square, piece in enumerate(board):
            if piece and not RAYS[piece][square]:
                raise ValueError("a piece has no square to move to")
        for side in (ATTACKER, DEFENDER):
            for file in range(0, 81, 9):
                if board[file : file + 9].count(PAWN | side) > 1:
                    raise ValueError("two pawns on a file")
        if not position.is_safe(DEFENDER if attacker_to_move else ATTACKER):
            raise ValueError("the side that has just moved is in check")
        if not attacker_to_move and position.is_safe(DEFENDER):
            raise ValueError("the defender is to move and is not in check")
        return position, attacker_to_move


# ------------------------------------------------------------------ the file

MAGIC = b"\x89KEMURI\n"
MOST_BYTES = 1 << 28
MOST_LEVELS = 1 << 16
MOST_PLIES = 0xFFFF
HAND_DIGITS = (GOLD, ROOK, BISHOP, SILVER, KNIGHT, LANCE, PAWN)


class Reader:
    """The bytes of a certificate, and where a section is being read."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.section, self.entry = "", 0

    def wrong(self, what: str) -> NoReturn:
        place = f"in the {self.section} section, entry {self.entry}"
        raise Wrong(f"at byte {self.at}, {place}: {what}")

    def malformed(self, what: str) -> NoReturn:
        raise Unreadable(f"this is no certificate, at byte {self.at}: {what}")

    def take(self, count: int) -> bytes:
        if self.at + count > len(self.data):
            self.malformed("it ends too early")
        taken = self.data[self.at : self.at + count]
        self.at += count
        return taken

    def byte(self) -> int:
        return self.take(1)[0]

    def two_bytes(self) -> int:
        return int.from_bytes(self.take(2), "little")

    def text(self, most: int) -> str:
        length = self.two_bytes()
        if length > most:
            self.malformed("a text is too long")
        try:
            return self.take(length).decode()
        except UnicodeDecodeError:
            self.malformed("a text is not UTF-8")

    def number(self) -> int:
        value, shift = 0, 0
        while (byte := self.byte()) & 128:
            value |= (byte & 127) << shift
            shift += 7
            if shift > 63:
                self.malformed("a number is too large")
        value |= byte << shift
        if value >> 64 or (shift and not byte):
            self.malformed("a number is too large or has needless bytes")
        return value

    def move(self, word: int) -> int:
        """The move in two bytes, without the two flags above it."""
        origin, to = divmod((word & 0x3FFF) >> 1, 81)
        promotes = word & 1
        if origin > 80 + GOLD or (origin > 80 and promotes):
            self.wrong("not a move")
        if origin > 80:
            return DROP | (origin - 80) << 7 | to
        return board_move(origin, to, bool(promotes))

    def hand(self, bound: Hand) -> Hand:
        """A hand within `bound`."""
        value, counts = self.number(), list(NO_HAND)
        for kind in HAND_DIGITS:
            value, counts[kind] = divmod(value, bound[kind] + 1)
        if value:
            self.wrong("not a hand within its bound")
        return tuple(counts)


# -------------------------------------------------------------- the sections

Bound = int | float  # a rank, or a depth, which may be infinite


class Level(NamedTuple):
    """An entry whose replies or checks are being read."""

    position: Position
    moves: Iterator[int]
    bound: Bound


class Section:
    """A section: the entries begun so far, and the open ones among them.
    Boards are stored whole, so that no two can be mistaken for each other."""

    name: str

    def __init__(self, reader: Reader) -> None:
        self.reader, self.levels = reader, list[Level]()
        self.boards, self.hands, self.bounds = bytearray(), bytearray(), list[Bound]()
        letter = self.name[0].upper()
        if reader.byte() != ord(letter):
            reader.malformed(f"the {self.name} section does not start with {letter}")
        reader.section = self.name

    def record(self, position: Position, bound: Bound) -> None:
        self.boards += position.board
        self.hands += bytes(position.hand)
        self.bounds.append(bound)

    def earlier(self, back: int, position: Position) -> tuple[Hand, Bound]:
        """The hand and the rank or depth of the entry `back` entries back, which
        must have the board of `position`."""
        at = len(self.bounds) - back
        if at < 0:
            self.reader.wrong(f"there is no entry {back} back")
        if self.boards[81 * at : 81 * at + 81] != position.board:
            self.reader.wrong(f"the entry {back} back has another board")
        return tuple(self.hands[8 * at : 8 * at + 8]), self.bounds[at]

    def open(self, position: Position, moves: list[int], bound: Bound) -> None:
        if len(self.levels) >= MOST_LEVELS:
            self.reader.malformed(f"more than {MOST_LEVELS} open entries")
        self.levels.append(Level(position, iter(moves), bound))

    def read_levels(self) -> None:
        """Reads what follows the open entries, the last one first."""
        while self.levels:
            level = self.levels[-1]
            move = next(level.moves, None)
            if move is None:
                self.levels.pop()
            else:
                self.read_after(level, move)

    def read_after(self, level: Level, move: int) -> None:
        raise NotImplementedError

    def count(self) -> int:
        return len(self.bounds)


class MateSection(Section):
    """Proves that the attacker mates within `plies`."""

    name = "mate"

    def read(self, position: Position, attacker_to_move: bool, plies: int) -> None:
        if attacker_to_move:
            self.read_entry(position, plies)
        else:
            self.open_replies(position, plies - 1)
        self.read_levels()

    def read_entry(self, position: Position, allowed: Bound) -> None:
        reader = self.reader
        reader.entry = self.count() + 1
        word = reader.two_bytes()
        hand, rank = position.hand, allowed
        if word & 1 << 14:
            not_needed = reader.hand(hand)
            hand = tuple(own - less for own, less in zip(hand, not_needed))
        if word & 1 << 15:
            rank -= 2 * reader.number()
        move = reader.move(word)
        if rank < 1:
            reader.wrong("no rank is left")
        position = position._replace(hand=hand)
        self.record(position, rank)
        if move not in position.checks():
            reader.wrong("the move is not a legal check")
        self.open_replies(position.after(move, ATTACKER), rank - 2)

    def open_replies(self, position: Position, bound: Bound) -> None:
        replies = sorted(position.evasions(DEFENDER))
        if replies and bound < 1:
            self.reader.wrong("there is a reply, so this is no mate")
        self.open(position, replies, bound)

    def read_after(self, level: Level, move: int) -> None:
        position = level.position.after(move, DEFENDER)
        back = self.reader.number()
        if back == 0:
            self.read_entry(position, level.bound)
            return
        hand, rank = self.earlier(back, position)
        if any(needed > own for needed, own in zip(hand, position.hand)):
            self.reader.wrong(f"the entry {back} back needs a piece that is not there")
        if rank > level.bound:
            self.reader.wrong(f"the entry {back} back takes too long")


class RefutationSection(Section):
    """Proves that there is no mate within `plies`."""

    name = "refutation"

    def read(self, position: Position, attacker_to_move: bool, plies: Bound) -> None:
        if attacker_to_move:
            if (form := self.reader.byte()) not in (1, 2, 3):
                self.reader.malformed("the first entry has no form")
            self.read_entry(position, plies, form)
        elif plies:
            self.read_after(Level(position, iter(()), plies - 1), None)
        elif next(position.evasions(DEFENDER), None) is None:
            self.reader.wrong("there is no reply, so this is a mate")
        self.read_levels()

    def read_entry(self, position: Position, needed: Bound, form: int) -> None:
        reader = self.reader
        reader.entry = self.count() + 1
        hand, depth = position.hand, needed
        if form >= 2:
            no_help = reader.hand(position.held(DEFENDER))
            hand = tuple(own + more for own, more in zip(hand, no_help))
        if form == 3:
            if depth == math.inf:
                reader.wrong("the depth is infinite already")
            more = reader.number()
            depth = depth + 2 * (more - 1) if more else math.inf
            if MOST_PLIES < depth < math.inf:
                reader.wrong("the depth is out of range")
        position = position._replace(hand=hand)
        self.record(position, depth)
        checks = sorted(position.checks())
        if depth > 1:
            self.open(position, checks, depth - 2)
            return
        for check in checks:
            after = position.after(check, ATTACKER)
            if next(after.evasions(DEFENDER), None) is None:
                reader.wrong("a check mates at once")

    def read_after(self, level: Level, move: int | None) -> None:
        """Reads the reply to a check; to none, where the defender begins."""
        reader, position = self.reader, level.position
        if move is not None:
            position = position.after(move, ATTACKER)
        word = reader.two_bytes()
        reply, form = reader.move(word), word >> 14
        if reply not in position.evasions(DEFENDER):
            reader.wrong("the reply is not legal")
        position = position.after(reply, DEFENDER)
        if form:
            self.read_entry(position, level.bound, form)
            return
        back = reader.number()
        if back == 0:
            reader.wrong("an entry cannot be 0 back")
        hand, depth = self.earlier(back, position)
        if any(own > allowed for own, allowed in zip(position.hand, hand)):
            reader.wrong(f"the entry {back} back allows fewer pieces")
        if depth < level.bound:
            reader.wrong(f"the entry {back} back is not deep enough")


# ----------------------------------------------------------- the certificate


@dataclass
class Proven:
    """What a certificate proves."""

    sfen: str
    attacker: str
    claim: str
    plies: int
    program: str
    mate_entries: int = 0
    refutation_entries: int = 0

    def sentence(self) -> str:
        plies = f"{self.plies} {'ply' if self.plies == 1 else 'plies'}"
        return {
            "W": f"mate within {plies}",
            "E": f"mate in exactly {plies}",
            "N": "no mate",
            "D": f"no mate within {plies}",
        }[self.claim]


def verify(data: bytes, expected: str | None = None) -> Proven:
    """Returns what a certificate proves, or raises `Unreadable` or `Wrong`. With
    `expected`, the problem must have this SFEN, which is in canonical form."""
    if data[: len(MAGIC)] != MAGIC:
        raise Unreadable("not a certificate")
    if len(data) >= 10 and (version := int.from_bytes(data[8:10], "little")) != 1:
        raise Unreadable(f"the certificate has version {version}, not 1")
    body, checksum = data[:-4], data[-4:]
    if zlib.crc32(body) != int.from_bytes(checksum, "little"):
        raise Unreadable("the certificate is damaged: its checksum is wrong")
    reader = Reader(body)
    reader.take(len(MAGIC) + 2)
    program = reader.text(64)
    if re.search("[\0-\x1f\x7f-\x9f]", program):
        reader.malformed("the name of the program has control characters")
    attacker = reader.byte()
    if attacker not in b"bw":
        reader.malformed("the attacker is neither b nor w")
    sfen = reader.text(0xFFFF)
    try:
        problem = Problem.read(sfen)
        if problem.sfen() != sfen:
            raise ValueError("the SFEN is not in canonical form")
        position, attacker_to_move = problem.attack(attacker == ord("b"))
    except ValueError as error:
        reader.malformed(f"the problem is not a legal position: {error}")
    if expected is not None and expected != sfen:
        raise Unreadable(f"the certificate is for another problem: {sfen}")
    claim, plies = chr(reader.byte()), reader.two_bytes()
    if claim not in "WEND":
        reader.malformed("an unknown claim")
    if claim == "N":
        if plies:
            reader.malformed("a claim of no mate has no number of plies")
    elif plies % 2 != attacker_to_move:
        reader.malformed("the number of plies is odd if the attacker begins, else even")
    side = "black" if attacker == ord("b") else "white"
    proven = Proven(sfen, side, claim, plies, program)
    if claim in "WE":
        mate = MateSection(reader)
        mate.read(position, attacker_to_move, plies)
        proven.mate_entries = mate.count()
    if claim == "E" and plies == 2 and next(position.evasions(DEFENDER), None) is None:
        reader.wrong("this is a mate in 0 plies")
    bound: dict[str, Bound | None] = {
        "W": None,
        "E": plies - 2 if plies > 2 else None,
        "N": math.inf,
        "D": plies,
    }
    if (depth := bound[claim]) is not None:
        refutation = RefutationSection(reader)
        refutation.read(position, attacker_to_move, depth)
        proven.refutation_entries = refutation.count()
    if reader.at != len(body):
        reader.malformed("something follows the last section")
    return proven


# ------------------------------------------------------------------ the door


def read_file(file: BinaryIO) -> bytes:
    """Reads a certificate, and no more of anything else than the start of it."""
    data = file.read(len(MAGIC))
    if data != MAGIC:
        raise Unreadable("not a certificate")
    data += file.read(MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise Unreadable(f"more than {MOST_BYTES >> 20} MiB")
    return data


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Verifies a certificate of Kemuri and prints what it proves.",
        epilog="Exit code 0: proven. 1: the certificate is complete, but wrong. "
        "2: bad usage, or no complete certificate for that problem.",
    )
    parser.add_argument("certificate", help="a file, or - for standard input")
    parser.add_argument("sfen", nargs="?", help="the problem that it must be about")
    arguments = parser.parse_args()
    path = arguments.certificate
    try:
        expected = arguments.sfen and Problem.read(arguments.sfen).sfen()
    except ValueError as error:
        parser.error(f"{arguments.sfen}: {error}")
    try:
        if path == "-":
            data = read_file(sys.stdin.buffer)
        else:
            with open(path, "rb") as file:
                data = read_file(file)
        proven = verify(data, expected)
    except Wrong as error:
        print(f"verify.py: {path}: the certificate is wrong {error}", file=sys.stderr)
        return 1
    except (Unreadable, OSError) as error:
        what = error.strerror if isinstance(error, OSError) else error
        print(f"verify.py: {path}: {what}", file=sys.stderr)
        return 2
    except MemoryError:
        print(f"verify.py: {path}: not enough memory", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    entries = (
        f"{proven.mate_entries} of mate, {proven.refutation_entries} of refutation"
    )
    print(f"Problem: {proven.sfen}, {proven.attacker} attacks")
    print(f"Verified: {proven.sentence()}")
    print(f"Entries: {entries}; {len(data)} bytes", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
