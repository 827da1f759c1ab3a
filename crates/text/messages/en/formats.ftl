# Records: KIF, KI2, CSA, JKF, BOD.

formats-at-line = line { $line }
formats-at-column = column { $column }
formats-at-move = move { $ply }
formats-at-separator = { ", " }

formats-too-large = the file is larger than 16 MiB: this is no record
formats-not-text = this is not a text in UTF-8, Shift_JIS or EUC-JP
formats-encoding = the text is neither UTF-8 nor Shift_JIS nor EUC-JP
formats-empty = there is nothing in it
formats-unknown = this is no record in a known format (SFEN, USI, KIF, KI2, CSA, JKF, BOD)
formats-several = there is more than one record, and only one can be read
formats-json = broken JSON: { $what }
formats-illegal = illegal: { $reason }
formats-wrong-side = the other side is to move
formats-number = move number { $expected } expected, '{ $found }' found
formats-branch-before = a branch at move { $ply }, but the first move is number { $first }
formats-branch = a branch at move { $ply }, but the line before it has { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }
formats-after-end = the line has ended already
formats-too-many-moves = the line has more moves than are read (10000)
formats-time-twice = this move has a time already
formats-squares = 9 squares expected in a row of the diagram, { $found } found
formats-rows = 9 rows expected in the diagram, { $found } found
formats-rest-twice = both sides cannot have all that is left
formats-hand-twice = the hand of this side has been told already
formats-number-twice = how many moves were made before has been told already
formats-no-diagram = the diagram is missing
formats-no-position = there is no position in it

formats-not-move = '{ $text }' is not a move
formats-ambiguous = '{ $text }' can be made by several pieces
formats-time = '{ $text }' is not a time
formats-row-name = '{ $text }' is not the name of this row
formats-not-piece = '{ $text }' is not a piece
formats-handicap = '{ $text }' is not the name of a handicap
formats-orphan-comment = '{ $text }' is a remark on a move that is not there
formats-unexpected = '{ $text }' means nothing here

# Why a move is illegal.

formats-no-piece = there is no piece on { $square }
formats-other-side = the piece on { $square } belongs to the other side
formats-other-piece = there is a { $found } on { $square }, not a { $wanted }
formats-unreachable = the piece cannot go there
formats-none-reaches = no { $piece } can go to { $square }
formats-own-piece = there is a piece of one's own on { $square }
formats-promotion = it cannot promote
formats-dead-end = the piece could never move again
formats-not-in-hand = there is no { $piece } in hand
formats-occupied = { $square } is not empty
formats-two-pawns = two pawns on one file
formats-pawn-drop-mate = a dropped pawn must not mate
formats-king-in-check = one's own king can be captured
formats-no-previous = there is no move before it

# What a format does not keep.

formats-loss-separator = { ", " }
formats-loss-headers = { $count ->
        [one] { $count } header
       *[other] { $count } headers
    }
formats-loss-places = { $count ->
        [one] the place of { $count } header
       *[other] the order of { $count } headers
    }
formats-loss-moves = { $count ->
        [one] { $count } move
       *[other] { $count } moves
    }
formats-loss-branches = { $count ->
        [one] { $count } move of branches
       *[other] { $count } moves of branches
    }
formats-loss-endings = { $count ->
        [one] { $count } ending
       *[other] { $count } endings
    }
formats-loss-closings = { $count ->
        [one] { $count } closing sentence
       *[other] { $count } closing sentences
    }
formats-loss-comments = { $count ->
        [one] { $count } comment line
       *[other] { $count } comment lines
    }
formats-loss-bookmarks = { $count ->
        [one] { $count } bookmark
       *[other] { $count } bookmarks
    }
formats-loss-times = { $count ->
        [one] { $count } time
       *[other] { $count } times
    }
formats-loss-other = { $count ->
        [one] { $count } other thing
       *[other] { $count } other things
    }
