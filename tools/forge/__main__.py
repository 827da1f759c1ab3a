"""Makes false certificates out of genuine ones, to try verifiers with.

    python3 tools/forge FOLDER SEED COUNT

Reads every file of FOLDER, makes COUNT forgeries of them, every kind as often as
any other, and writes one line for each certificate, the genuine ones first: its
kind, the file it was made from, what `verify.py` says (`proven` and what,
`wrong`, or `unreadable`), and its bytes in hexadecimal, separated by tabs.
Another verifier can then judge the same bytes.

A forger knows the format: it reads a proof into a tree, changes what an entry
says, and writes the tree as a builder would. Some kinds change nothing that
matters, or something that makes the claim weaker: their files are accepted.
"""

from __future__ import annotations

import pickle
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from files import BYTE_KINDS
from proofs import TREE_KINDS
from tree import read
from writer import GaveUp, write

import verify as v


def judge(data: bytes) -> str:
    try:
        proven = v.verify(data)
    except v.Wrong as error:
        return f"wrong {error}"
    except v.Unreadable as error:
        return f"unreadable {error}"
    entries = f"{proven.mate_entries} {proven.refutation_entries}"
    return f"proven {proven.sfen} {proven.attacker} {entries} {proven.sentence()}"


def forge(data: bytes, pickled: bytes, kind: str, rng: random.Random) -> bytes | None:
    if change := BYTE_KINDS.get(kind):
        return change(data, rng)
    tree = pickle.loads(pickled)
    try:
        return write(tree, rng) if TREE_KINDS[kind](tree, rng) else None
    except (GaveUp, ValueError):
        # It grew too large, or the changed problem is no legal position.
        return None


def main() -> None:
    folder, seed, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    sys.setrecursionlimit(100_000)
    rng = random.Random(seed)
    genuine = []
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        genuine.append((path.name, data, pickle.dumps(read(data))))
        print("genuine", path.name, judge(data), data.hex(), sep="\t")
    kinds = [*TREE_KINDS, *BYTE_KINDS]
    made = 0
    while made < count:
        name, data, pickled = rng.choice(genuine)
        kind = kinds[made % len(kinds)]
        forged = forge(data, pickled, kind, rng)
        if forged is not None:
            made += 1
            print(kind, name, judge(forged), forged.hex(), sep="\t")


if __name__ == "__main__":
    main()
