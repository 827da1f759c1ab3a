"""Forgeries of the bytes of a certificate."""

from __future__ import annotations

import random
from collections.abc import Callable

from tree import read
from writer import header, repaired


def flipped(data: bytes, rng: random.Random) -> bytes:
    """Flips a bit."""
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def flipped_repaired(data: bytes, rng: random.Random) -> bytes:
    """Flips bits, and repairs the checksum."""
    body = data[:-4]
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        body = flipped(body, rng)
    return repaired(body)


def cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def cut_repaired(data: bytes, rng: random.Random) -> bytes:
    return repaired(cut(data[:-4], rng))


def lengthened(data: bytes, rng: random.Random) -> bytes:
    return data + rng.randbytes(rng.randrange(1, 9))


def lengthened_repaired(data: bytes, rng: random.Random) -> bytes:
    return repaired(data[:-4] + rng.randbytes(rng.randrange(1, 9)))


def shuffled(data: bytes, rng: random.Random) -> bytes:
    """Overwrites, doubles or takes out a few bytes of the sections."""
    body = data[:-4]
    at = rng.randrange(len(body) * 2 // 3, len(body))
    to = min(len(body), at + rng.randrange(1, 5))
    middle = (rng.randbytes(to - at), body[at:to] * 2, b"")[rng.randrange(3)]
    return repaired(body[:at] + middle + body[to:])


def odd_header(data: bytes, rng: random.Random) -> bytes:
    """Writes a header that no program writes."""
    tree = read(data)
    start = len(header(tree))
    way = rng.randrange(7)
    if way == 0:
        tree.program = rng.choice(
            (b"", b"\xff", b"x" * 64, b"x" * 65, "煙".encode(), b"\0\n")
        )
    elif way == 1:
        old = tree.sfen.split()
        tree.sfen = rng.choice(
            (
                " ".join(old[:3]),
                " ".join((*old[:3], "2")),
                tree.sfen + " ",
                tree.sfen.replace("/9/", "/81/", 1),
                tree.sfen.replace(" ", "  ", 1),
                " ".join((old[0], old[1], old[2][::-1], "1")),
            )
        )
    elif way == 2:
        tree.attacker = rng.choice((b"B", b"\0", b"x"))
    elif way == 3:
        tree.claim = rng.choice("wX\0")
    elif way == 4:
        tree.plies += rng.choice((1, -1, 2, 0x8000, 256))
    elif way == 5:
        body = bytearray(header(tree) + data[start:-4])
        body[8 + rng.randrange(2)] ^= 1 << rng.randrange(8)
        return repaired(bytes(body))
    else:
        body = header(tree) + data[start:-4]
        return repaired(b"\x89kemuri\n" + body[8:])
    return repaired(header(tree) + data[start:-4])


BYTE_KINDS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "flipped bit": flipped,
    "flipped bits, checksum repaired": flipped_repaired,
    "cut": cut,
    "cut, checksum repaired": cut_repaired,
    "lengthened": lengthened,
    "lengthened, checksum repaired": lengthened_repaired,
    "bytes of a section": shuffled,
    "header": odd_header,
}
