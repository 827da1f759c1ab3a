# The command solve.

solve-interrupted = interrupted: no further problem was started

# A problem of a collection, and their sum.
solve-row-unknown = unknown ({ $reason })
solve-row-after = (ply { $ply })
solve-row-cost = { $nodes } { $count ->
    [one] node{" "}
   *[other] nodes
} { $time } s
solve-summary = { $total ->
    [one] { $total } problem
   *[other] { $total } problems
}: { $mates ->
    [one] { $mates } mate
   *[other] { $mates } mates
}, { $nomates ->
    [one] { $nomates } no mate
   *[other] { $nomates } no mates
}, { $unknown } unknown; { $count ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}, { $time } s

# The line in the order of the Edo books.
solve-edo = Edo order: { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
}, nothing left
solve-edo-left = Edo order: { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
}, { $pieces } left
solve-edo-undecided = Edo order not determined ({ $reason }); in modern order:
solve-row-edo = {" "}(Edo { $plies })
solve-row-edo-undecided = {" "}(Edo ?)

# A line that takes fewer plies than the bound above it.
solve-short-line = A line of { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
}; its defence need not be the longest:

# Futile interpositions.
solve-futile-tail = Not counted: futile interpositions, played out
solve-futile-lines = Futile interpositions beside the line (the captured piece is not needed):
solve-no-futile-lines = No futile interpositions beside the line
solve-not-explained = the futile interpositions could not be shown ({ $reason })

# The variations of one problem.
solve-tree-one-problem = --tree takes one problem, but several are given
solve-tree-limit = a limit was reached before the first variation: there is no tree
solve-tree-not-shortest = the shortest length could not be proven: there is no tree
solve-tree-unknown = it is not known whether there is a mate: there is no tree
solve-tree-length = { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
}
solve-tree-length-within = ≤{ $plies } plies
solve-tree-nothing-left = { $length }, nothing left
solve-tree-left = { $length }, { $pieces } left
solve-tree-same = see [{ $line }] after move { $move }
solve-tree-cut-nodes = not shown: --tree-nodes
solve-tree-cut = not shown: { $reason }
solve-tree-size = { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
}, { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}
solve-tree-note-nodes = Some lines are not shown to their end: the limit of --tree-nodes was reached.
solve-tree-note-cut = Some lines are not shown to their end: { $reason }.
solve-tree-note-depth = Defences left out because of --tree-depth: { $omitted }.

# A no-mate.
solve-best-try = Best try: { $closeness }
solve-a-try = A try: { $closeness }
solve-no-check = There is no check.
solve-tree-first = the first position: repetition
solve-tree-repetition = as after move { $move }: repetition
solve-tree-no-check = no check
solve-tree-several = { $replies } at move { $move }
solve-tree-refuting = Replies that refute: { $moves }
solve-tree-comma = ,{" "}
solve-tree-note-checks = Checks left out because of --tree-depth: { $omitted }.
solve-tree-note-undecided = Replies that are not decided: { $count }.
