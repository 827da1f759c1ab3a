# The command check.

check-no-profile = --profile: there is no profile and no file '{ $name }' (there are { $known })
check-bad-profile = --profile: { $name }, { $error }
check-file = { $flag }: '{ $file }' cannot be used: { $error }
check-report-exists = --report: '{ $file }' is there already, and is not overwritten
check-resume-line = --resume: '{ $file }', line { $line }: this is no verdict of kemuri check
check-resume-version = --resume: '{ $file }', line { $line }: written by another version of the program (JSON version { $version }); the file is left as it is
check-one-kif = --report: a KIF record holds one problem: give one, or a report in HTML or Markdown

check-step-solving = solving
check-step-checks = move { $node } of { $of }, { $left } checks left
check-step-defences = defence { $node } of { $of }
check-step-tries = tries, move { $node } of { $of }
check-step-pieces = without piece { $piece } of { $of }
check-step-repairs = repair { $tried } of { $of }
check-progress = { $label } { $step }, { $nodes } nodes

check-mate-in = mate in { $length }
check-mate-within = mate within { $length }
check-verdict = Verdict: { $verdict } (profile { $profile })
check-verdict-of-mate = Verdict: { $verdict } ({ $length }, profile { $profile })
check-authors-line = The author's line
check-answer = The answer
check-line-of-bound = A mate within { $length } plies, not proven shortest
check-short-line-of-bound = A mate within { $length } plies, not proven shortest; in this line of { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
  } the defence need not be the longest
check-in-doubt = The author may have meant another line: what is fatal beside this one proves nothing
check-examined = { $refuted ->
    [one] { $refuted } other check does
   *[other] { $refuted } other checks do
  } not mate; { $nodes } nodes, { $time } s
check-cost = { $nodes } nodes, { $time } s
check-repairs = Complete after one of these changes:
check-no-repairs = No change of one piece that was tried makes it complete

check-tries = Tries, the closest first:
check-tries-so-far = Tries, the closest first as far as is known:
check-tries-more = { $count } more with -v
check-tries-unranked = { $count ->
    [one] { $count } other check does not mate; how close it comes is not decided
   *[other] { $count } other checks do not mate; how close they come is not decided
  }
check-tries-open = not decided whether they mate: { $count } { $count ->
    [one] check
   *[other] checks
  }
check-no-tries = There are no tries.
check-no-try-known = Tries: none could be ranked before a limit was reached.

check-summary-count = { $count } { $verdict }
check-summary-comma = ,{" "}
check-summary = { $total ->
    [one] { $total } problem
   *[other] { $total } problems
  }: { $counts }
check-summary-resumed = { $total ->
    [one] { $total } problem
   *[other] { $total } problems
  }: { $counts } ({ $skipped } of them judged before)
check-class-at = { $class } (move { $ply })
check-class = {"  "}{ $row }
check-undecided = {"  "}Undecided:
check-undecided-class = {"    "}{ $row }
check-undecided-kinds = undecided: { $kinds }
check-undecided-kinds-reason = undecided ({ $reason }): { $kinds }
check-go-on = To go on: { $command }

check-title = Soundness report
check-solutions = Solutions
check-head-problem = problem
check-head-verdict = verdict
check-head-length = length
check-head-findings = findings
