# The command bench.

bench-signature = signature { $nodes } (mates { $mates }, no mates { $nomates }, unknown { $unknown })

# Said while another engine works.
bench-searching = { $label } { $engine } is searching

# The heads of the table.
bench-head-problem = problem
bench-head-expected = expected
bench-head-verdict = verdict
bench-head-length = length
bench-head-nodes = nodes
bench-head-seconds = seconds
bench-head-ratio = ratio

# The heads of the totals, some of which are also verdicts.
bench-engine = engine
bench-solved = solved
bench-mate = mate
bench-nomate = nomate
bench-unknown = unknown
bench-failed = failed
bench-ratio-noted = ratio*

# Other verdicts in one word.
bench-bad-line = mate?
bench-not-asked = n/a
bench-failed-start = start
bench-failed-silent = silent
bench-failed-died = died
bench-failed-hung = hung
bench-failed-nonsense = nonsense

bench-ratio-note = * geometric mean of time / Kemuri's time over problems that both decided and that took either over { $seconds } s
bench-proven-shortest = lengths proven shortest: { $exact } of { $mates }
bench-contradiction = CONTRADICTION: { $id }: Kemuri says { $verdict }, the collection expects { $expected }
bench-contradictions = Kemuri contradicts the collection at
bench-disagreement = DISAGREEMENT: { $id }: { $claims }
bench-disagreements = Verdicts disagree at
bench-line-does-not-mate = { $id }: the line of { $engine } does not mate: { $why }
