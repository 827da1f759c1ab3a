"""Writes a tree as a certificate with the right checksum. Every number and every
reference after a change is what a builder would write there."""

from __future__ import annotations

import math
import random
import zlib

from tree import Answer, Entry, Tree

import verify as v

# A forgery that grows beyond this many entries is given up.
MOST_ENTRIES = 3000


class GaveUp(Exception):
    """The forgery cannot be written."""


def number(value: int, padded: bool = False) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    if padded:
        out[-1] |= 128
        out.append(0)
    return bytes(out)


def hand_number(counts: v.Hand, bound: v.Hand) -> int:
    value = 0
    for kind in reversed(v.HAND_DIGITS):
        value = value * (bound[kind] + 1) + min(counts[kind], bound[kind])
    return value


def move_code(move: int) -> int:
    origin, to = move >> 7 & 127, move & 127
    origin += 80 if move & v.DROP else 0
    return (origin * 81 + to) * 2 + (move >> 15 & 1)


class Writer:
    """Writes a section, giving each entry what it needs where it stands now."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.out = rng, bytearray()
        self.begun: dict[int, int] = {}
        self.boards: list[tuple[bytes, v.Hand, v.Bound]] = []

    def begin(self, entry: Entry, board: v.Board, hand: v.Hand, bound: v.Bound) -> None:
        self.begun[id(entry)] = len(self.boards)
        self.boards.append((bytes(board), hand, bound))
        if len(self.boards) > MOST_ENTRIES:
            raise GaveUp

    def back(self, entry: Entry, position: v.Position, tricks: dict) -> int | None:
        """How far back an entry was begun, or what a trick says."""
        count = len(self.boards)
        if "back" in tricks:
            return max(
                1, count + tricks["back"] if tricks["back"] > 0 else 1 - tricks["back"]
            )
        if "lookalike" in tricks:
            board = bytes(position.board)
            same = [i for i, seen in enumerate(self.boards) if seen[0] == board]
            if same:
                return count - self.rng.choice(same)
        if id(entry) in self.begun:
            return count - self.begun[id(entry)]
        return None

    def hand(self, digits: v.Hand, bound: v.Hand, tricks: dict) -> bytes:
        value = hand_number(digits, bound)
        if "out of bound" in tricks:
            whole = hand_number(bound, bound) + 1
            value = whole + tricks["out of bound"] * whole + value
        return number(value, "padded hand" in tricks)

    def mate(self, entry: Entry, position: v.Position, allowed: v.Bound) -> None:
        tricks = entry.tricks
        not_needed = tuple(max(0, a - b) for a, b in zip(position.hand, entry.hand))
        hand = tuple(a - b for a, b in zip(position.hand, not_needed))
        less = max(0, int(allowed - entry.bound) // 2)
        flags = (
            any(not_needed) or "out of bound" in tricks or "explicit" in tricks
        ) | ((less > 0 or "explicit" in tricks) << 1)
        self.out += (move_code(entry.move) | flags << 14).to_bytes(2, "little")
        if flags & 1:
            self.out += self.hand(not_needed, position.hand, tricks)
        if flags & 2:
            less += tricks.get("less", 0)
            self.out += number(less, "padded" in tricks)
        rank = allowed - 2 * less
        self.begin(entry, position.board, hand, rank)
        position = position._replace(hand=hand)
        if entry.move not in position.checks():
            return
        self.replies(entry, position.after(entry.move, v.ATTACKER), rank)

    def replies(self, entry: Entry, after: v.Position, rank: v.Bound) -> None:
        for reply in sorted(after.evasions(v.DEFENDER)):
            if entry.tricks.get("omitted") == reply:
                continue
            position = after.after(reply, v.DEFENDER)
            child = entry.after.get(reply)
            if child is None:
                known = list(entry.after.values())
                child = self.rng.choice(known) if known else entry
            back = self.back(child, position, entry.tricks.get(("at", reply), {}))
            if back is not None:
                self.out += number(back, entry.tricks.get("padded back", False))
            else:
                self.out += number(0)
                self.mate(child, position, rank - 2)

    def refutation_form(
        self, entry: Entry, position: v.Position, needed: v.Bound
    ) -> int:
        more = any(a > b for a, b in zip(entry.hand, position.hand))
        if entry.bound > needed or "explicit depth" in entry.tricks:
            return 3
        return (
            2
            if more or "explicit" in entry.tricks or "out of bound" in entry.tricks
            else 1
        )

    def refutation(
        self, entry: Entry, position: v.Position, needed: v.Bound, form: int
    ) -> None:
        held, depth = position.held(v.DEFENDER), needed
        more = tuple(
            min(max(0, a - b), c) for a, b, c in zip(entry.hand, position.hand, held)
        )
        if form >= 2:
            self.out += self.hand(more, held, entry.tricks)
        if form == 3:
            depth = max(entry.bound, needed)
            if depth == math.inf:
                self.out += number(0)
            else:
                self.out += number(int(depth - needed) // 2 + 1)
        hand = (
            tuple(a + b for a, b in zip(position.hand, more))
            if form >= 2
            else position.hand
        )
        self.begin(entry, position.board, hand, depth)
        if depth <= 1:
            return
        position = position._replace(hand=hand)
        for check in sorted(position.checks()):
            if entry.tricks.get("omitted") == check:
                continue
            answer = entry.after.get(check)
            after = position.after(check, v.ATTACKER)
            if not isinstance(answer, Answer):
                replies = sorted(after.evasions(v.DEFENDER))
                if not replies:
                    raise GaveUp
                answer = Answer(self.rng.choice(replies), entry)
            tricks = entry.tricks.get(("at", check), {})
            self.answer(answer, after, depth - 2, tricks)

    def answer(
        self, answer: Answer, after: v.Position, needed: v.Bound, tricks: dict
    ) -> None:
        if answer.reply not in after.evasions(v.DEFENDER):
            self.out += (move_code(answer.reply) | 1 << 14).to_bytes(2, "little")
            return
        position = after.after(answer.reply, v.DEFENDER)
        entry = answer.entry
        back = self.back(entry, position, tricks)
        form = 0 if back is not None else self.refutation_form(entry, position, needed)
        self.out += (move_code(answer.reply) | form << 14).to_bytes(2, "little")
        if back is not None:
            self.out += number(back)
        else:
            self.refutation(entry, position, needed, form)


def repaired(body: bytes) -> bytes:
    return body + zlib.crc32(body).to_bytes(4, "little")


def header(tree: Tree) -> bytes:
    sfen = tree.sfen.encode()
    return b"".join(
        (
            v.MAGIC + b"\1\0",
            len(tree.program).to_bytes(2, "little") + tree.program,
            tree.attacker,
            len(sfen).to_bytes(2, "little") + sfen,
            tree.claim.encode() + (tree.plies % 0x10000).to_bytes(2, "little"),
        )
    )


def write(tree: Tree, rng: random.Random) -> bytes:
    """Writes what the claim requires, as far as the tree has it."""
    body = bytearray(header(tree))
    position, attacker_to_move = tree.problem()
    plies = math.inf if tree.claim == "N" else tree.plies
    if tree.claim in "WE":
        writer = Writer(rng)
        if tree.mate and attacker_to_move:
            writer.mate(tree.mate, position, plies)
        elif tree.mate:
            writer.replies(tree.mate, position, plies + 1)
        body += b"M" + writer.out
        plies -= 2
    if tree.claim in "ND" or (tree.claim == "E" and plies > 0):
        writer = Writer(rng)
        root = tree.refutation
        if isinstance(root, Entry):
            form = writer.refutation_form(root, position, plies)
            writer.out.append(form)
            writer.refutation(root, position, plies, form)
        elif root:
            writer.answer(root, position, plies - 1, {})
        body += b"R" + writer.out
    return repaired(bytes(body))
