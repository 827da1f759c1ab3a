"""Forgeries of what a proof says. A kind of forgery changes a tree, or returns
False if it cannot."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from tree import Answer, Entry, Tree
from writer import MOST_ENTRIES

import verify as v

KINDS = range(v.PAWN, v.KING)
Kind = Callable[[Tree, random.Random], bool]


def pick(rng: random.Random, entries: list[Entry], fit: Callable) -> Entry | None:
    fitting = [entry for entry in entries if fit(entry)]
    return rng.choice(fitting) if fitting else None


def all_entries(tree: Tree) -> list[Entry]:
    roots = [tree.mate] if tree.mate and tree.mate not in tree.mates else []
    return [*tree.mates, *roots, *tree.refutations]


def leaning(tree: Tree, rng: random.Random, entries: list[Entry]) -> list[Entry]:
    """Half of the time, those of `entries` that lean on references alone: only the
    check of a reference tells that they claim too much."""
    begun = {id(entry): at for at, entry in enumerate(section_of(tree, entries[0]))}

    def leans(entry: Entry) -> bool:
        children = [getattr(child, "entry", child) for child in entry.after.values()]
        return all(begun[id(child)] <= begun[id(entry)] for child in children)

    found = [entry for entry in entries if entry.after and leans(entry)]
    return found if found and rng.random() < 0.5 else entries


def branch(tree: Tree, rng: random.Random) -> tuple[Entry, int] | None:
    """An entry, and one of its replies or checks."""
    entry = pick(rng, all_entries(tree), lambda entry: entry.after)
    return (entry, rng.choice(list(entry.after))) if entry else None


def section_of(tree: Tree, entry: Entry) -> list[Entry]:
    return tree.refutations if entry in tree.refutations else tree.mates


def omitted(tree: Tree, rng: random.Random) -> bool:
    """Leaves a defence of a mate, or a check of a refutation, out."""
    if not (found := branch(tree, rng)):
        return False
    found[0].tricks["omitted"] = found[1]
    return True


def another_answer(tree: Tree, rng: random.Random) -> bool:
    """Answers a defence or a check as another one is answered."""
    if not (found := branch(tree, rng)):
        return False
    entry, move = found
    other = rng.choice(section_of(tree, entry))
    if isinstance(answer := entry.after[move], Answer):
        entry.after[move] = Answer(answer.reply, other)
    else:
        entry.after[move] = other
    return True


def far_reference(tree: Tree, rng: random.Random) -> bool:
    """Refers to an entry that was never begun, or begins only later."""
    if not (found := branch(tree, rng)):
        return False
    back = rng.choice((1, 2, 3, 127, 1 << 32, (1 << 64) - 1 - MOST_ENTRIES))
    found[0].tricks["at", found[1]] = {"back": back}
    return True


def near_reference(tree: Tree, rng: random.Random) -> bool:
    """Refers to one of the last entries instead of the right one: to an open
    one, often."""
    if not (found := branch(tree, rng)):
        return False
    found[0].tricks["at", found[1]] = {"back": -rng.randrange(12)}
    return True


def lookalike(tree: Tree, rng: random.Random) -> bool:
    """Refers everywhere to any entry of the same board, whatever its hand and
    its rank or depth."""
    entries = all_entries(tree)
    for entry in entries:
        for move in entry.after:
            entry.tricks["at", move] = {"lookalike": True}
    return any(entry.after for entry in entries)


def other_hand(tree: Tree, rng: random.Random) -> bool:
    """Claims a smaller proof hand, or a bigger disproof hand."""
    mate = rng.random() < 0.5
    if mate:
        holding = [entry for entry in tree.mates if any(entry.hand)]
        if not holding:
            return False
        entry = rng.choice(leaning(tree, rng, holding))
        kind = rng.choice([k for k in KINDS if entry.hand[k]])
        entry.hand = v.changed(entry.hand, kind, -1)
        return True
    missing = [e for e in tree.refutations if e.hand != e.position.pool]
    if not missing:
        return False
    entry = rng.choice(leaning(tree, rng, missing))
    more = [k for k in KINDS if entry.hand[k] < entry.position.pool[k]]
    entry.hand = v.changed(entry.hand, rng.choice(more), 1)
    return True


def lesser_hand(tree: Tree, rng: random.Random) -> bool:
    """Claims the hand that is there: often too little for a later reference."""
    entry = pick(rng, all_entries(tree), lambda e: e.hand != e.position.hand)
    if not entry:
        return False
    entry.hand = entry.position.hand
    return True


def other_bound(tree: Tree, rng: random.Random) -> bool:
    """Claims a shorter mate, or a deeper refutation, of one entry."""
    section = rng.choice((tree.mates, tree.refutations))
    finite = [entry for entry in section if entry.bound < math.inf]
    if not finite:
        return False
    entry = rng.choice(leaning(tree, rng, finite))
    if entry in tree.refutations:
        entry.bound = rng.choice((entry.bound + 2, entry.bound + 4, math.inf))
    else:
        entry.bound -= 2
    return True


def weaker_bound(tree: Tree, rng: random.Random) -> bool:
    """Claims no more than is asked for: a later reference may need it."""
    entry = rng.choice(all_entries(tree) or [None])
    if not entry:
        return False
    entry.bound = -math.inf if entry in tree.refutations else entry.bound + 2
    return True


def shorter_claim(tree: Tree, rng: random.Random) -> bool:
    """Claims a mate two plies shorter, or none within two plies more."""
    if tree.claim == "N":
        return False
    tree.plies += 2 if tree.claim == "D" or rng.random() < 0.3 else -2
    return tree.plies >= 0


def other_claim(tree: Tree, rng: random.Random) -> bool:
    """Claims something else with the sections that are there."""
    old = tree.claim
    tree.claim = rng.choice([claim for claim in "WEND" if claim != old])
    if tree.claim == "N":
        tree.plies = 0
    elif old == "N":
        _, attacker_to_move = tree.problem()
        tree.plies = 2 * rng.randrange(4) + attacker_to_move
    elif tree.claim == "D" and rng.random() < 0.8:
        tree.plies = max(tree.plies - 2, tree.plies % 2)
    return True


def other_move(tree: Tree, rng: random.Random) -> bool:
    """Gives another check as the mating move."""
    entry = pick(rng, tree.mates, lambda entry: entry.move)
    if not entry:
        return False
    checks = [move for move in entry.position.checks() if move != entry.move]
    entry.move = (
        rng.choice(checks) if checks and rng.random() < 0.8 else random_move(rng)
    )
    return True


def pawn_drop(tree: Tree, rng: random.Random) -> bool:
    """Mates by dropping a pawn."""

    def square(entry: Entry) -> int | None:
        to = entry.position.board.find(v.KING | v.DEFENDER) + 1
        free = to % 9 and not entry.position.board[to]
        return to if free and entry.hand[v.PAWN] and entry.move else None

    entry = pick(rng, tree.mates, lambda entry: square(entry) is not None)
    if not entry:
        return False
    entry.move = v.DROP | v.PAWN << 7 | square(entry)
    return True


def random_move(rng: random.Random) -> int:
    if rng.random() < 0.5:
        return v.DROP | rng.choice(KINDS) << 7 | rng.randrange(81)
    return v.board_move(rng.randrange(81), rng.randrange(81), rng.random() < 0.3)


def other_reply(tree: Tree, rng: random.Random) -> bool:
    """Answers a check with another reply, the rest staying as it is."""
    entry = pick(rng, tree.refutations, lambda entry: entry.after)
    if not entry:
        return False
    check, answer = rng.choice(list(entry.after.items()))
    position = entry.position._replace(hand=entry.hand)
    replies = list(position.after(check, v.ATTACKER).evasions(v.DEFENDER))
    reply = rng.choice(replies) if rng.random() < 0.8 else random_move(rng)
    entry.after[check] = Answer(reply, answer.entry)
    return reply != answer.reply


def exchanged(tree: Tree, rng: random.Random) -> bool:
    """Exchanges what follows two replies or checks."""
    entry = pick(rng, all_entries(tree), lambda entry: len(entry.after) > 1)
    if not entry:
        return False
    one, other = rng.sample(list(entry.after), 2)
    entry.after[one], entry.after[other] = entry.after[other], entry.after[one]
    return True


def odd_form(tree: Tree, rng: random.Random) -> bool:
    """Writes one entry in a form that no builder uses."""
    entry = rng.choice(all_entries(tree) or [None])
    if not entry:
        return False
    tricks = ("explicit", "explicit depth", "padded", "padded hand", "padded back")
    entry.tricks[rng.choice(tricks)] = True
    if rng.random() < 0.3:
        entry.tricks["explicit"] = True
    if rng.random() < 0.2:
        entry.tricks["out of bound"] = rng.choice((0, 1, 1 << 20))
        entry.tricks["explicit"] = True
    if rng.random() < 0.1:
        entry.tricks["less"] = rng.choice((1 << 15, 1 << 31, 1 << 32, 1 << 62))
    return True


def other_hands(tree: Tree, rng: random.Random) -> bool:
    """Gives a side of the problem a piece more or less, and writes the proof as
    it would be there."""
    problem = v.Problem.read(tree.sfen)
    name = rng.choice(("black", "white"))
    hand, kind = getattr(problem, name), rng.choice(KINDS)
    by = rng.choice((-1, 1))
    if not 0 <= hand[kind] + by <= 18:
        return False
    setattr(problem, name, v.changed(hand, kind, by))
    tree.sfen = problem.sfen()
    return True


def other_board(tree: Tree, rng: random.Random) -> bool:
    """Moves, adds, exchanges or takes away a piece of the problem's board."""
    problem = v.Problem.read(tree.sfen)
    board = problem.board
    taken = [square for square in v.SQUARES if board[square]]
    square = rng.choice(taken)
    piece = board[square]
    way = rng.randrange(4)
    if way < 2:
        board[square] = v.EMPTY
    if way == 1:
        board[rng.choice([s for s in v.SQUARES if not board[s]])] = piece
    if way == 2:
        board[square] = piece ^ rng.choice((v.PROMOTED, v.DEFENDER))
    if way == 3:
        free = rng.choice([s for s in v.SQUARES if not board[s]])
        board[free] = rng.choice(KINDS) | rng.choice((0, v.DEFENDER))
    tree.sfen = problem.sfen()
    return True


def other_side(tree: Tree, rng: random.Random) -> bool:
    """Exchanges the attacker, the side to move, or all there is: the last gives
    the same problem, upside down."""
    problem, way = v.Problem.read(tree.sfen), rng.randrange(3)
    if way != 1:
        tree.attacker = b"w" if tree.attacker == b"b" else b"b"
    if way != 0:
        problem.black_to_move = not problem.black_to_move
    if way == 2:
        problem.black, problem.white = problem.white, problem.black
        board = (piece and piece ^ v.DEFENDER for piece in reversed(problem.board))
        problem.board = v.Board(board)
    tree.sfen = problem.sfen()
    return True


def same(tree: Tree, rng: random.Random) -> bool:
    """Writes the same proof again."""
    return True


TREE_KINDS: dict[str, Kind] = {
    "same proof": same,
    "defence or check left out": omitted,
    "answer of another": another_answer,
    "reference to nothing": far_reference,
    "reference to a near entry": near_reference,
    "reference to the same board": lookalike,
    "stronger hand": other_hand,
    "weaker hand": lesser_hand,
    "stronger rank or depth": other_bound,
    "weaker rank or depth": weaker_bound,
    "longer or shorter claim": shorter_claim,
    "another claim": other_claim,
    "another move": other_move,
    "pawn-drop mate": pawn_drop,
    "another reply": other_reply,
    "branches exchanged": exchanged,
    "odd form": odd_form,
    "hands of the problem": other_hands,
    "board of the problem": other_board,
    "sides of the problem": other_side,
}
