# Reading problems and collections.

input-not-found = there is no such file
input-permission = permission denied
input-directory = this is a directory, not a file
input-unreadable = cannot be read: { $error }

input-stdin = standard input
input-line = { $name }, line { $line }

input-no-such-file = there is no such file, and it is not an SFEN either
input-no-problem = there is no problem in it
input-empty = the input is empty: an SFEN or a file is needed
input-line-too-long = the line is longer than { $limit } bytes: this is no position
input-line-endless = the line is longer than { $limit } bytes, the rest is not read: this is no collection of problems
input-encoding = the line is neither UTF-8 nor Shift_JIS nor EUC-JP
input-not-text = this is not a text in UTF-8, Shift_JIS or EUC-JP
input-no-position = there is no position after the name
input-no-start = 'sfen SFEN' or 'startpos' is missing
input-unknown-start = '{ $word }' is out of place; expected 'sfen SFEN [moves …]' or 'startpos [moves …]'
input-expected = the expected length '{ $word }' is neither a number nor '-' nor 'nomate'
input-move = move { $number }, '{ $word }', cannot be played
input-no-such-ply = there is no position after ply { $asked }: there { $moves ->
    [one] is { $moves } ply
   *[other] are { $moves } plies
}
input-no-collection = none of the first { $lines } lines is a problem; line { $first }: { $why }
input-too-many-errors = every line so far is broken, the rest is not read: this is no collection of problems

# Output that cannot be written.
input-unwritable = cannot write: { $error }

# Which position was read, and what was assumed of it.
input-attacks-in-check = Both kings are on the board and the side to move is in check: it is taken to attack.
input-after-move = After move { $ply }, { $mv }
input-assumed-rest = Defender's hand: not given in the file, all the rest assumed
input-asked-rest = Defender's hand: all the rest (--rest)
input-unaccounted = pieces out of play: { $pieces } (--rest gives them to the defender)
input-unaccounted-in = pieces are out of play in { $count } of { $total } problems: { $names } (--rest gives them to the defender)
input-assumed-in = the defender's hand is not given in { $count } of { $total } problems, all the rest assumed: { $names }
input-faults = { $problem }: the moves of the record are not all in order; its position is used, and its moves as far as they can be read: { $first }{ $more ->
        [0] {""}
        [one] {" "}(and { $more } more)
       *[other] {" "}(and { $more } more)
    }
input-no-problem-drawn = { $place }: drawn, but no problem: { $faults }
input-fault-separator = {"; "}
