# The server of the workbench.

# The command web.
web-started = The workbench is at { $address }
web-open-to-others = --host { $host }: whoever reaches this address and has the token can use the workbench and the memory and time of this machine; what is sent, the token too, is not encrypted
web-no-browser = no browser could be opened: open the address yourself
web-needs-token = --host: a server that other machines can reach needs a token that you choose: --token TOKEN
web-little-memory = --hash: so many jobs at the same time need at least { $least }
web-cannot-listen = cannot listen at { $address }: { $error } (--port 0 takes a free port)
web-system = the server cannot start: { $error }

web-not-found = there is nothing at this address
web-method = { $method } does not fit this address
web-internal = the server failed at this request; others are not affected
web-bad-number = { $key }: '{ $value }' is not a number
web-content-type = the header Content-Type must be application/json
web-timeout = the request did not arrive within { $seconds } seconds
web-too-large = the request is larger than { $mib } MiB
web-bad-json = line { $line }, column { $column }: the request cannot be read: { $detail }
web-foreign-host = the header Host names another server: open the address that kemuri web printed
web-no-origin = the header Origin is missing: only the page itself may change something
web-foreign-origin = the request comes from another page: only the page itself may use the server
web-no-token = this browser has not been let in: open the address that kemuri web printed, with its token
web-wrong-token = the token is wrong: open the address that kemuri web printed, as it stands there
web-busy = { $waiting } jobs are waiting already: try again later, or cancel one
web-busy-bodies = too much is being sent at the same time: try again later
web-busy-play = too many moves are being answered: try again at once
web-cancelled = cancelled before it began
web-job-failed = the job failed because of a mistake in Kemuri; other jobs are not affected
web-missing = { $field } is missing

web-bad-base64 = this is not Base64
web-too-many-moves = too many moves: at most { $count } are taken
web-batch-too-long = too many problems: at most { $count } are taken at once
web-too-many-problems = only the first { $count } problems were read: divide the text
web-text-or-base64 = either text or base64 must be given
web-pasted = text
web-format = there is no such format: it is one of { $formats }
web-record-or-sfen = either record or sfen must be given
web-losses = The format cannot hold: { $losses }
web-no-move = '{ $word }' is no move in USI
web-move-illegal = move { $ply } cannot be played: { $reason }
web-move-no-check = move { $ply }, { $mv }, does not give check
web-hands = there are these ways to show the hands: { $names }
web-profile = there is no such profile: it is one of { $names }

web-futile-none = every interposition counts
web-futile-standard = futile drops do not count
web-futile-with-moves = nor do futile moves
web-profile-magazine = as magazines ask
web-profile-strict = one answer, move for move
web-profile-smartphone = as solved on a phone
web-profile-classic = as in the Edo period

web-batch-done = { $count ->
    [one] { $count } problem
   *[other] { $count } problems
}: { $mates } mate, { $nomates } no mate, { $unknown } unknown
web-compose-rejected = { $count ->
    [one] { $count } candidate is
   *[other] { $count } candidates are
} not sound
web-compose-open = { $count ->
    [one] { $count } candidate is
   *[other] { $count } candidates are
} undecided

web-play-mated = { $mv } is mate
web-play-mates = { $mv } mates: { $plies ->
    [one] { $plies } ply is
   *[other] { $plies } plies are
} left
web-play-mates-within = { $mv } mates: at most { $plies ->
    [one] { $plies } ply is
   *[other] { $plies } plies are
} left
web-play-fails = { $mv } does not mate: { $reply } refutes it
web-play-unknown = whether { $mv } mates is not decided ({ $reason })

# What long work is doing.
phase-solving = looking for a mate
phase-shortening = proving the shortest length
phase-tree = growing the tree of variations
phase-explaining = showing why interpositions are futile
phase-certifying = writing the certificate, { $count ->
    [one] { $count } entry
   *[other] { $count } entries
}
phase-verifying = verifying the certificate
phase-extending = step { $step } of { $of }, { $count ->
    [one] { $count } problem
   *[other] { $count } problems
}
phase-counting = { $done } of { $of }
