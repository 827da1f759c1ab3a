# The commands compose and enumerate.

enumerate-no-condition = { $name }: there is no such file, nor a shipped condition of that name ({ $shipped })
enumerate-finals = looking for mates: { $done } of { $total } squares of the king done
enumerate-time-left = , about { $seconds } s left
enumerate-deciding = { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
  }: { $done } of { $count ->
    [one] { $total } candidate
   *[other] { $total } candidates
  } decided{ $left }
enumerate-generation-plies = { $plies ->
    [one] ply:
   *[other] plies:
  }
enumerate-generation-candidates = { $count ->
    [one] candidate,
   *[other] candidates,
  }
enumerate-generation = { $plies } { $length } { $candidates } { $noun } { $sound } sound
enumerate-generation-finished = , { $finished } finished
enumerate-generation-open = , { $open } undecided
enumerate-longest = The longest problems have { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
  }: { $sound } of them, { $strict } without an equal defence
enumerate-finished = The longest finished ones have { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
  }: { $all } of them, { $strict } without an equal defence
enumerate-none-finished = No finished problem
enumerate-complete = Nothing is undecided: there are no others
enumerate-complete-up-to = Nothing is undecided up to { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
  }
enumerate-open = { $count ->
    [one] { $open } candidate is
   *[other] { $open } candidates are
  } undecided: there may be others. To go on: the same command with more --nodes
enumerate-cut-off = Longer problems were not looked for: limits.length is { $plies }
enumerate-results = Results: { $folder }/problems.tsv, problems.html, kif, statistics.md, plot.svg
enumerate-folder = { $folder }: the folder cannot be made: { $error }
enumerate-rechecking = checking from scratch: { $done } of { $problems ->
    [one] { $problems } problem
   *[other] { $problems } problems
  } done
enumerate-rechecked = Checked from scratch: { $problems ->
    [one] the problem is sound
   *[other] all { $problems } problems are sound
  }
enumerate-other-material = the problem has { $problem } in play, but the condition { $condition }
enumerate-pieces = { $count ->
    [one] { $count } { $name }
   *[other] { $count } { $name }s
  }
enumerate-pieces-comma = ,{" "}
enumerate-no-pieces = no pieces
enumerate-does-not-match = { $sfen }: not a problem of the condition: { $mismatch }
enumerate-one-to-extend = one problem can be extended at a time, but several are given
enumerate-step = step { $step }: { $problems ->
    [one] { $problems } problem
   *[other] { $problems } problems
  }, { $nodes } nodes
enumerate-extensions = { $count ->
    [one] { $count } sound extension
   *[other] { $count } sound extensions
  }, { $shown } shown
enumerate-extensions-finished = , { $finished } finished
enumerate-extensions-open = ; { $open ->
    [one] { $open } candidate
   *[other] { $open } candidates
  } undecided (more --nodes would decide more)
enumerate-extensions-interrupted = ; interrupted
enumerate-extension-finished = , finished
enumerate-extension-equal = , with an equal defence
enumerate-extension = { $number }. { $plies } plies{ $finished }{ $equal }
