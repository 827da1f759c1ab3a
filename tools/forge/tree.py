"""The proof of a certificate as a tree that a forger can change."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import verify as v


@dataclass(eq=False)
class Entry:
    """An entry of either section. `after` has what follows each reply (of a
    mate) or the answer to each check (of a refutation)."""

    position: v.Position
    hand: v.Hand  # the proof or disproof hand
    bound: v.Bound  # the rank or depth
    move: int = 0  # of a mate
    after: dict[int, Entry | Answer] = field(default_factory=dict)
    tricks: dict = field(default_factory=dict)


@dataclass(eq=False)
class Answer:
    """The reply to a check, and the entry after it."""

    reply: int
    entry: Entry


@dataclass(eq=False)
class Tree:
    """A certificate. A root is an entry, or has the replies of a problem with
    the defender to move as `after`."""

    program: bytes
    attacker: bytes
    sfen: str
    claim: str
    plies: int
    mate: Entry | None = None
    refutation: Entry | Answer | None = None
    mates: list[Entry] = field(default_factory=list)
    refutations: list[Entry] = field(default_factory=list)

    def problem(self) -> tuple[v.Position, bool]:
        return v.Problem.read(self.sfen).attack(self.attacker == b"b")


def read(data: bytes) -> Tree:
    """Reads a genuine certificate."""
    reader = v.Reader(data[:-4])
    reader.take(10)
    tree = Tree(
        reader.text(64).encode(),
        reader.take(1),
        reader.text(0xFFFF),
        chr(reader.byte()),
        reader.two_bytes(),
    )
    position, attacker_to_move = tree.problem()
    plies = math.inf if tree.claim == "N" else tree.plies
    if tree.claim in "WE":
        reader.byte()
        if attacker_to_move:
            tree.mate = read_mate(reader, tree.mates, position, plies)
        else:
            tree.mate = Entry(position, position.hand, plies + 1)
            read_replies(reader, tree.mates, tree.mate, position)
        plies -= 2
    if tree.claim in "ND" or (tree.claim == "E" and plies > 0):
        reader.byte()
        if attacker_to_move:
            form = reader.byte()
            tree.refutation = read_refutation(
                reader, tree.refutations, position, plies, form
            )
        elif plies:
            tree.refutation = read_answer(reader, tree.refutations, position, plies - 1)
    return tree


def read_mate(reader, entries, position, allowed) -> Entry:
    word = reader.two_bytes()
    move, flags = reader.move(word), word >> 14
    hand, rank = position.hand, allowed
    if flags & 1:
        hand = tuple(a - b for a, b in zip(hand, reader.hand(hand)))
    if flags & 2:
        rank -= 2 * reader.number()
    entry = Entry(position, hand, rank, move)
    entries.append(entry)
    after = position._replace(hand=hand).after(move, v.ATTACKER)
    read_replies(reader, entries, entry, after)
    return entry


def read_replies(reader, entries, entry, after) -> None:
    for reply in sorted(after.evasions(v.DEFENDER)):
        position = after.after(reply, v.DEFENDER)
        back = reader.number()
        entry.after[reply] = (
            entries[-back]
            if back
            else read_mate(reader, entries, position, entry.bound - 2)
        )


def read_refutation(reader, entries, position, needed, form) -> Entry:
    hand, depth = position.hand, needed
    if form >= 2:
        more = reader.hand(position.held(v.DEFENDER))
        hand = tuple(a + b for a, b in zip(hand, more))
    if form == 3:
        more = reader.number()
        depth = depth + 2 * (more - 1) if more else math.inf
    entry = Entry(position, hand, depth)
    entries.append(entry)
    if depth > 1:
        position = position._replace(hand=hand)
        for check in sorted(position.checks()):
            after = position.after(check, v.ATTACKER)
            entry.after[check] = read_answer(reader, entries, after, depth - 2)
    return entry


def read_answer(reader, entries, after, needed) -> Answer:
    word = reader.two_bytes()
    reply, form = reader.move(word), word >> 14
    if not form:
        return Answer(reply, entries[-reader.number()])
    position = after.after(reply, v.DEFENDER)
    return Answer(reply, read_refutation(reader, entries, position, needed, form))
