# The commands show and convert.

show-one-file = { $flag }: '{ $file }' is one file, but there are several problems: give a directory (such as pictures/) or a name with { "{" }id{ "}" }
show-not-a-picture = { $flag }: '{ $file }' is there already and is no such picture
show-unwritable = { $flag }: '{ $file }' cannot be written: { $error }
show-png-on-terminal = --png: standard output is a terminal, which cannot show a PNG: give a file
show-no-outline = { $problem }: there is no type for '{ $missing }', so the PNG has 〓 for it
show-interrupted = interrupted: { $count ->
        [one] { $count } diagram was
       *[other] { $count } diagrams were
    } drawn, the rest is not
show-unplayable = { $problem }: { $error }
show-too-few-moves = { $problem }: --moves { $asked }: the line has only { $count ->
        [one] { $count } move
       *[other] { $count } moves
    }
show-no-mate = { $problem }: --moves: there is no mate, so there are no moves to play
show-unsolved = { $problem }: --moves: the problem is not solved: { $reason }
show-after-move = After move { $ply }, { $mv }
show-mate = Mate: after move { $ply }, { $mv }
show-sheet-title = { $count ->
        [one] { $count } diagram
       *[other] { $count } diagrams
    }

convert-one-file = --out: several records do not fit into one file of { $format }: give a directory (such as records/) or a name with { "{" }id{ "}" }
convert-interrupted = interrupted: { $count ->
        [one] { $count } record was
       *[other] { $count } records were
    } converted, the rest is not
convert-losses = not kept in { $format }: { $losses }
convert-more = and { $count } more of the like
convert-unencodable = Shift_JIS has no '{ $character }' (line { $line } of the output, { $count } such in all)
convert-exists = --out: { $file } is already there and is not overwritten
convert-unwritable = --out: { $file } cannot be written: { $error }
