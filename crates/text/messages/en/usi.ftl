# The USI engine and the client.

usi-unknown-command = unknown command '{ $line }' (this is a USI engine; 'kemuri solve -' solves problems from standard input)
usi-setoption-no-name = setoption: no name; expected 'setoption name NAME value VALUE'
usi-mate-time = go mate: '{ $word }' is neither a number of milliseconds nor 'infinite'
usi-line-too-long = a line of more than { $limit } bytes is ignored
usi-unknown-option = there is no option '{ $name }'
usi-bad-value = { $name }: '{ $value }' is not { $kind }; the value stays as it was
usi-hash-refused = USI_Hash: cannot allocate a table of { $size }; the one of { $kept } is kept
usi-no-table = cannot allocate a table of { $size }
usi-no-thread = cannot start the search: { $error }

# A `position` command that cannot be used.
usi-position = position: { $error }
usi-position-unreadable = there is no position to search: the last 'position' could not be read
usi-position-not-given = there is no position to search: send 'position' before 'go'
usi-unaccounted = pieces out of play: { $pieces } (the option Rest gives them to the defender)
usi-rest = Rest: the defender also holds { $pieces }

# What a search has found.
usi-search-failed = the search failed, nothing is known
usi-mated = the side to move is mated already: there are no moves to give
usi-edo = Edo order: the line has { $plies } plies, the mate takes { $length }
usi-edo-undecided = Edo order not determined ({ $reason }): the line is in modern order
usi-not-shortest = mate within { $length } plies, not proven to be the shortest
usi-other-moves-undecided = not every other first move could be decided: { $reason }
usi-reads-defence = both kings are on the board and the side to move is in check: it is taken to defend (RootIsDefenderIfChecked false: to attack)
usi-no-mate = no mate: the side to move cannot mate by checks
usi-no-mate-defender = no mate: the side to move gets out of check and is not mated
usi-undecided = undecided: { $reason }

# A line that is examined.
usi-examined-start = at the start: { $verdict }
usi-examined = after move { $ply }, { $mv }: { $verdict }

# What another engine did, to be read after its name.
usi-engine-start = cannot be started: { $error }
usi-engine-no-answer = did not answer '{ $command }' in time
usi-engine-exited = ended by itself
usi-engine-not-stopping = did not stop after the time limit and was killed
usi-engine-bad-answer = gave an answer that makes no sense: '{ $answer }'

# A command line of another engine that cannot be used.
usi-program-empty = no program is named
usi-program-open-quote = a quotation mark is not closed
usi-program-not-found = there is no program '{ $program }'
usi-program-no-name = '{ $word }' gives a value to no name

# What the options do.
usi-help-hash = Memory for the table in MiB
usi-help-multi-pv = How many first moves that mate are shown
usi-help-shortest = Prove the length shortest
usi-help-futile = Interpositions that do not count
usi-help-order = How the defences are ranked: the longest first, or as in the books of the Edo period
usi-help-root-is-defender = Solve a position in which the side to move is in check as the defender
usi-help-language = The language of info string: that of the locale or of --lang, English or Japanese
usi-help-rest = Give the defender every piece that is neither on the board nor in a hand
