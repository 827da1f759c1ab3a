# Tries, and the replies that refute them.

refutation-only = only one reply refutes
refutation-all = { $total ->
    [2] both replies refute
   *[other] all { $total } replies refute
}
refutation-several = { $refuting } of { $total } replies refute
refutation-at-least = at least { $refuting } of { $total } replies refute
refutation-undecided = not decided
refutation-row = { $count } only replies in a row
refutation-row-at-least = at least { $count ->
    [one] { $count } only reply
   *[other] { $count } only replies in a row
}
refutation-others = also { $moves }
refutation-then-no-check = { $row }, then no check
refutation-then-several = { $row }, then several refute
refutation-then-repetition = { $row }, then repetition
refutation-then-undecided = { $row }, then undecided
