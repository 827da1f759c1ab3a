# What the solver answers.

reason-time = the time limit was reached
reason-nodes = the node limit was reached
reason-memory = the memory limit was reached
reason-interrupted = interrupted
reason-contradiction = the search contradicted itself; nothing is claimed

# The same in one word of a table.
reason-word-time = time
reason-word-nodes = nodes
reason-word-memory = memory
reason-word-interrupted = interrupted
reason-word-contradiction = contradiction

solver-no-thread = no thread can be started: there is too little memory
solver-fewer-threads = { $wanted } threads were asked for, but there is memory for { $threads } only
solver-no-memory = --hash: cannot allocate a table of { $size }

# What an option takes, after "is not" or on its own.
solver-values-switch = 'on' or 'off'
solver-values-number = a whole number from { $min } to { $max }
solver-values-size = a size of at least { $kib } KiB such as 64K, 256M or 1G
solver-values-choice = one of { $words }

solver-option-unknown = there is no option '{ $name }'
solver-option-bad-value = --{ $name }: '{ $value }' is not { $values }
solver-option-unit = --{ $name }: '{ $value }' has the unknown unit '{ $unit }': give K, M, G or plain bytes
solver-option-too-large = --{ $name }: '{ $value }' is too large for a table

# The state of a running search, with its first moves.
solver-progress = { $time } s { $nodes } nodes { $speed }/s
solver-progress-numbers = pn { $pn } dn { $dn }
solver-progress-table = depth { $depth } table { $load }%

# A verdict as a sentence.
solver-mate = Mate in { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
}
solver-mate-every-move = Mate in { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
}, every interposition counted
solver-mate-within = Mate within { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
} (upper bound: a shorter mate may exist)
solver-mate-futile = Mate: nothing but futile interpositions is left
solver-mate-already = Mate: the king is mated already
solver-no-mate = No mate
solver-unknown = Unknown ({ $reason })

# A verdict in one word of a table.
solver-word-mate = mate
solver-word-no-mate = no mate
solver-word-unknown = unknown

# A length in a table, proven shortest or not.
solver-length = { $plies }
solver-length-within = ≤{ $plies }

# What a search cost.
solver-cost = { $count ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} in { $time } s, { $speed } nodes/s
solver-table = Table: { $load }% full, peak { $peak }, garbage collections: { $collections }
