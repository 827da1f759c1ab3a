#!/usr/bin/env python3
"""Writes mincho.txt.gz: outlines of characters, taken from BIZ UDMincho.

usage: extract.py BIZUDMincho-Regular.ttf BIZUDPMincho-Regular.ttf > mincho.txt.gz   (needs fonttools)

The characters are those of JIS X 0208 but for the kanji of its second level, and those of characters.txt. One line a
character: the character (ASCII comes from the proportional font, all else from the other), its advance, and its outline
as SVG path data with relative commands. The unit is a thousandth of the em; the origin is the middle of the em box, so
that a scale of -1 turns a character upside down where it stands; y points down.

The fonts are version 1.06 of https://github.com/googlefonts/morisawa-biz-ud-mincho, as Google Fonts has them; SHA-256:
21717378e2af006ddf1cc899fe36c7158179b52947e4be71e3e9695eaf5f16db  BIZUDMincho-Regular.ttf
06903c18c2510b45f3fb9be7a022a5e5250b24da6d2fb7fea69e414f61d58bb3  BIZUDPMincho-Regular.ttf
From them the same text comes out every time; how it is packed depends on zlib.
"""

import gzip
import sys
from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

EM = 1000
# Rows of JIS X 0208: all but kanji, and the kanji of the first level.
ROWS = [*range(1, 9), *range(16, 48)]
HEAD = """\
// Outlines from BIZ UDMincho and BIZ UDPMincho 1.06, a selection in another form; made by extract.py.
// Copyright 2022 The BIZ UDMincho Project Authors
// (https://github.com/googlefonts/morisawa-biz-ud-mincho); SIL Open Font License 1.1, see OFL.txt.
"""


class Outline(BasePen):
    """Path data of a glyph, relative to the middle of its em box."""

    def __init__(self, font, advance):
        super().__init__(font.getGlyphSet())
        os2 = font["OS/2"]
        self.scale = EM / font["head"].unitsPerEm
        self.middle = (advance / 2, (os2.sTypoAscender + os2.sTypoDescender) / 2)
        self.at = (0, 0)
        self.data = ""

    def point(self, p):
        (x, y), (mx, my) = p, self.middle
        return round((x - mx) * self.scale), round((my - y) * self.scale)

    def command(self, letter, *points):
        points = [self.point(p) for p in points]
        numbers = [n for x, y in points for n in (x - self.at[0], y - self.at[1])]
        self.at = points[-1]
        text = ""
        for n in numbers:
            text += str(n) if n < 0 or not text else f" {n}"
        self.data += letter + text

    def _moveTo(self, p):
        self.command("m", p)
        self.start = self.at

    def _lineTo(self, p):
        (x, y), (ox, oy) = self.point(p), self.at
        if x != ox and y != oy:
            self.command("l", p)
        elif x != ox or y != oy:
            self.data += f"h{x - ox}" if y == oy else f"v{y - oy}"
            self.at = (x, y)

    def _qCurveToOne(self, control, p):
        self.command("q", control, p)

    def _closePath(self):
        self.data += "z"
        self.at = self.start


def jis(row):
    """The characters of a row of JIS X 0208, but for the places where there is none."""
    for cell in range(1, 95):
        try:
            yield bytes([0xA0 + row, 0xA0 + cell]).decode("euc_jp")
        except UnicodeDecodeError:
            pass


def main(fixed, proportional):
    fonts = TTFont(fixed), TTFont(proportional)
    here = Path(__file__).parent
    wanted = {chr(c) for c in range(0x20, 0x7F)}
    wanted.update(c for row in ROWS for c in jis(row))
    for line in (here / "characters.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            wanted.update(line)
    text = HEAD
    for c in sorted(wanted):
        font = fonts[c.isascii()]
        name = font.getBestCmap()[ord(c)]
        advance = font["hmtx"][name][0]
        pen = Outline(font, advance)
        pen.glyphSet[name].draw(pen)
        text += f"{c} {round(advance * pen.scale)} {pen.data}".rstrip() + "\n"
    sys.stdout.buffer.write(gzip.compress(text.encode(), mtime=0))


main(*sys.argv[1:])
