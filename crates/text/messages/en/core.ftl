# Positions and moves.

core-sfen-empty = the SFEN is empty
core-sfen-too-long = the SFEN is too long: { $length } bytes, at most { $limit } are read
core-sfen-no-board = the SFEN ends too early: the board is missing
core-sfen-no-turn = the SFEN ends too early: the side to move is missing
core-sfen-no-hands = the SFEN ends too early: the hands are missing
core-sfen-rows = SFEN board: 9 rows expected, { $found } found
core-sfen-width = SFEN board, row { $row }: 9 squares expected, { $squares } found
core-sfen-board-character = SFEN board, row { $row }, character { $at }: '{ $found }' is not a piece
core-sfen-promotion = SFEN board, row { $row }, character { $at }: '+' must be followed by a piece that promotes
core-sfen-turn = SFEN side to move, character { $at }: '{ $found }' is neither 'b' nor 'w'
core-sfen-hand-character = SFEN hands, character { $at }: '{ $found }' is not a piece that can be in hand
core-sfen-hand-number = SFEN hands, character { $at }: a number from 1 up must stand before a piece
core-sfen-move-number = SFEN move number, character { $at }: '{ $found }' is not a number
core-sfen-trailing = SFEN, character { $at }: unexpected '{ $found }' after the end of the position

core-too-many-pieces = too many { $kind }s: { $count }, but a set of shogi has { $limit }
core-two-kings = { $side } has two kings, on { $first } and { $second }
core-two-pawns = two pawns of { $side } on one file, on { $first } and { $second }
core-no-move = the { $piece } of { $side } on { $square } can never move
core-no-king = there is no king on the board
core-king-capturable = the king of { $side } on { $king } can be captured by the { $piece } on { $from }: it is in check, but the other side is to move
core-nothing-to-do = { $side } is to move and has the only king, on { $king }, which is not in check: there is neither a king to mate nor a check to answer
core-no-king-to-mate = { $attacker } cannot attack: { $defender } has no king
core-defender-not-in-check = { $defender } is to move and to defend, but its king on { $king } is not in check

core-replay-illegal = ply { $ply }: { $move } is not a legal move
core-replay-no-check = ply { $ply }: { $move } does not give check
core-replay-repetition = ply { $ply }: the position is the same as after ply { $first }
core-replay-unfinished = the line ends after ply { $ply } with the attacker to move
core-replay-not-mate = the line ends after ply { $ply }, but { $move } is a defence
