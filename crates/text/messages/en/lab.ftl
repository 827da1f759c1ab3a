# The experiments of the papers.

lab-same-name = '{ $name }': two problems have this name, so that results could not be told apart
lab-contradiction = { $name }: verdicts contradict each other, or what the collection expects
lab-results = Results in { $folder }: { $files }

## The command line.

help-about-kemuri-lab = Run an experiment of the papers again, or look for contradictions between answers
help-usage-kemuri-lab = kemuri-lab NAME [--problems FILE...] [--out DIR] [--limit N] [OPTIONS]
help-after-kemuri-lab =
    A run that was stopped or killed goes on with the same command.
    Exit code: 0 done, 1 interrupted or answers contradict each other, 2 bad input or usage.
help-flag-kemuri-lab-experiment = Which one: proof-hands, table-gc, cycles, lengths or ablation; or contradict, which asks about random positions until two answers contradict each other
help-flag-kemuri-lab-problems = Collections of problems, as kemuri solve reads them; lengths can do without
help-flag-kemuri-lab-out = The folder of the run: new, empty or that of the same run [default: experiment-NAME]
help-flag-kemuri-lab-limit = Nodes for each search [default: 50000000 for proof-hands and cycles, 20000000 for lengths, 10000000 for table-gc, 5000000 for ablation, 10000 for contradict]
help-flag-kemuri-lab-graphs = With lengths: random graphs of each shape for each rule [default: 10000]
help-flag-kemuri-lab-seed = With contradict: what the random positions follow from [default: that of the run in the folder, else a fresh one, which is printed]
help-flag-kemuri-lab-positions = With contradict: random positions of all kinds together [default: 10000; no limit with --time]
help-flag-kemuri-lab-time = With contradict: when to end, for example 60s, 5m or 1h [default: no limit]
help-flag-kemuri-lab-kinds = With contradict: the kinds of positions, of few-pieces, two-kings, full-hands, pawn-drop, promotion, white-attacks and playout [default: all]
help-flag-kemuri-lab-threads = With contradict: positions compared at the same time [default: one for each core]
help-flag-kemuri-lab-engine = With contradict: a USI engine that is asked, too; may be repeated
help-flag-kemuri-lab-again = With contradict: compare the positions of this file, in every setting, instead of random ones
help-missing-kemuri-lab-experiment = kemuri-lab needs the name of an experiment: proof-hands, table-gc, cycles, lengths, ablation or contradict
help-missing-kemuri-lab-out = kemuri-lab needs a folder to work in: --out DIR
help-missing-kemuri-lab-problems = kemuri-lab needs problems: --problems FILE

## What all reports share.

lab-title = Experiment: { $name }
lab-reading = Reading
lab-contradictions = **Verdicts that contradict each other, or what the collection expects: { $names }.** The figures of these problems are not to be trusted.
lab-head-program = program
lab-head-collection = collection
lab-head-limit = limit
lab-head-options = options, except those varied
lab-head-machine = machine
lab-head-rows = a row for each search
lab-collection = { $problems ->
    [one] { $files } ({ $problems } position)
   *[other] { $files } ({ $problems } positions)
}
lab-limit = { $nodes } nodes for each search, no time limit
lab-cores = { $cores ->
    [one] { $cores } core
   *[other] { $cores } cores
}
lab-summary = Summary
lab-problems-title = Where the nodes differ most
lab-problems-note = The { $problems } problems with the largest ratio of nodes between two settings; an undecided search counts the nodes it was given. All problems are in [results.csv](results.csv).
lab-published-and-measured = Published and measured
lab-published = published
lab-measured = measured
lab-difference = difference
lab-problem = problem
lab-problems = problems
lab-nodes-of = nodes, { $setting }
lab-time-of = time, { $setting }
lab-none = none
lab-yes = yes
lab-no = no
lab-no-mate = no mate

## proof-hands. The heads of a table are one message, " | " between them.

lab-about-proof-hands = Nodes with and without proof hands. Published: Masahiro Seo, 1999, figures 8 and 9.
lab-proof-hands-problems = problems
lab-proof-hands-both = decided with and without
lab-proof-hands-fewer = fewer nodes with proof hands
lab-proof-hands-more = more nodes with proof hands
lab-proof-hands-mean = geometric mean of the ratio, with / without
lab-proof-hands-only-with = decided only with them
lab-proof-hands-only-without = decided only without them
lab-proof-hands-neither = decided in neither way
lab-proof-hands-summary-note = Published figures are those of the problems of this collection, matched by name (`muso001` is Muso 1); problems without any are measured all the same. They are counted from the figures of the paper, which have 94 problems; its text says that 78 of 96 take fewer nodes.
lab-proof-hands-heads = problem | published: nodes without | time | nodes with | time | ratio | measured: nodes without | time | nodes with | time | ratio | difference
lab-proof-hands-note = A dash: not decided within the limit (published: two hours), or not published. Times in seconds. The published program without proof pieces had a routine of its own for futile interpositions, and generated positions were counted; here only the storing under proof hands is switched, and moves made are counted. So ratios compare, nodes do not.
lab-proof-hands-nodes-without = nodes without proof hands
lab-proof-hands-nodes-with = nodes with proof hands
lab-proof-hands-reading = Decided within { $limit } nodes both with and without proof hands: { $both } of { $problems } problems; of these fewer nodes with them: { $fewer }, more: { $more }; geometric mean of the ratio: { $mean }. Decided only with them: { $with }; only without them: { $without }; in neither way: { $neither }.
lab-proof-hands-reading-published = Published for the problems of this collection: fewer nodes { $fewer } of { $both }, geometric mean { $mean }, solved only with proof pieces: { $with }.
lab-proof-hands-reading-pairs = Problems that have both ratios: { $pairs }; geometric mean over these { $published } published, { $measured } measured; ratios on the same side of 1: { $alike }.

## table-gc

lab-about-table-gc = When SmallTreeGC collects the table (load A) and how much it frees (share B), in small tables. Published: Ayumu Nagai and Hiroshi Imai, 2001, tables 1 to 4.
lab-table-gc-note = Each pair (collect at A %, free B %) over all table sizes: the mean of the mean changes of the nodes by formula (2), below 0 is better than 80 / 30; the sizes at which it is below 0; problems decided and millions of nodes, over all sizes. The change of a problem counts where both pairs decide it.
lab-table-gc-heads = A / B | change | sizes below 0 | decided | nodes (M)
lab-table-gc-means = Tables 1 and 3, mean changes
lab-table-gc-totals = Tables 2 and 4, totals
lab-table-gc-size = table
lab-table-gc-published = published, time
lab-table-gc-measured-nodes = measured, nodes
lab-table-gc-measured-time = measured, time
lab-table-gc-means-note = Mean changes by formula (2) against 80 / 30; table 1 varies the load A, table 3 the share B. They are taken over the problems that need a collection at 80 / 30. Published: of the 388 problems of Zuko, Muso and Zoku Tsumuya Tsumazaruya without Zuko 8. Measured: where both pairs decide a problem; if these are not all, their number is in parentheses. The difference is measured nodes less published time.
lab-table-gc-totals-note = Totals over the same problems: published seconds (UltraSparc II, 400 MHz), measured seconds, and measured millions of nodes with the number of undecided problems in parentheses. An undecided problem counts the nodes it was given. For the difference each total is divided by that of 80 / 30; it is measured nodes less published time.
lab-table-gc-axis-load = collect at this load, %
lab-table-gc-axis-free = free this share, %
lab-table-gc-axis-change = mean change; dashed: published
lab-table-gc-reading-needing = Problems that need a collection, by table size: { $counts }.
lab-table-gc-reading-nothing = There is nothing to compare.
lab-table-gc-reading-base = No other pair has a smaller mean change: { $base } stands.
lab-table-gc-reading-best = The smallest mean change, { $change }, is that of { $pair }: below 0 at { $better } of { $sizes } sizes, problems decided { $decided }, with { $base } { $of }.
lab-table-gc-reading-own = The program's own pair at the time of this run is { $pair }.

## cycles

lab-about-cycles = Remedies against endless loops of df-pn. Published: Akihiro Kishimoto, on the mate solver of IS Shogi.
lab-cycles-published-note = The article prints no numbers, only which problems were solved. The columns count the solved problems among those that a statement is about. `*` is every problem of the collection that is not known to have no mate, without later corrections (`h`). *Difference* names the problems with another result, including undecided ones. The article's program without a remedy was an earlier one with another search.
lab-cycles-published-heads = problem | cycles | published | measured | difference
lab-cycles-summary-note = Nodes and time (seconds) are totals over the problems that every remedy decides; the ratio is the geometric mean of the nodes over those of the default, where both decide.
lab-cycles-heads = cycles | decided | undecided | nodes | time | ratio
lab-cycles-note = A dash: not decided within the limit. Times in seconds.
lab-cycles-nodes = nodes with another remedy
lab-cycles-reading = { $decided }{ $nodes }{ $mean }.
lab-cycles-reading-decided = `{ $remedy }`: decided { $decided }, never within the limit: { $undecided }
lab-cycles-reading-nodes = ; { $nodes } nodes over the problems that every remedy decides ({ $common })
lab-cycles-reading-mean = , geometric mean relative to `{ $default }` { $mean }
lab-cycles-reading-published = { $published ->
    [solved] Published: { $problem } solved with `{ $cycles }`; here { $solved } of { $problems }, { $differing } differing.
   *[not-solved] Published: { $problem } not solved with `{ $cycles }`; here { $solved } of { $problems }, { $differing } differing.
}
lab-cycles-reading-problem = Nodes of { $problem }: { $nodes }.

## lengths

lab-about-lengths = Lengths that depend on a path and lengths that do not; the withdrawn rule for storing them; the cost of proving the shortest one. Published: komori-n, 2021, withdrawn in 2022.
lab-lengths-article = The graph of the article
lab-lengths-article-note = A leads to B and C, B to D, D to E and F, E back to A; C is 4 plies from mate, F 16. *Measured* is the length that a search from the start finds when it takes a repetition for a failure; the *rank* depends on no path.
lab-lengths-article-heads = start | node | published | measured | the same | rank
lab-lengths-rules = The withdrawn rule on random graphs
lab-lengths-rules-note = Each graph is searched from every node, with an empty table and with one that is kept. *Wrong*: graphs on which a length is written that is not the rank. *Hidden*: table hits that hid a loop. Counterexamples are made as small as possible by leaving out nodes and moves; in the pictures squares are the attacker's, and the rank stands beside each node; the sentences above give the moves in the order in which they are searched. What a search over random graphs does not find may still exist; for the rule as printed the documentation (the withdrawn method) has a proof that it does not.
lab-lengths-rules-heads = rule | graphs | written | hidden | wrong | smallest found
lab-lengths-note = Plies: as Seo prints them (futile interpositions left out by hand), of the first mate, and of the shortest mate with every interposition counted (≤: not proven within the limit). Nodes of the proof include those of the first mate. Times in seconds.
lab-lengths-heads = problem | published | first mate | shortest | nodes, first | time | nodes, shortest | time | ratio
lab-lengths-nodes-first = nodes of the first mate
lab-lengths-nodes-shortest = nodes of the shortest, proven
lab-lengths-reading-article = Published lengths on the graph of the article that are found again: { $same } of { $all }; lengths found that are not the rank, and so hold on their path only: { $bound }.
lab-lengths-reading-rule-holds = With { $rule } none of the { $written } lengths written on { $graphs } random graphs is wrong: no counterexample was found.
lab-lengths-reading-rule-fails = With { $rule } there are wrong lengths on { $wrong } of { $graphs } random graphs; the smallest counterexample found has { $size } ({ $moves }): searched from { $start }{ $kept }, it writes { $stored } at { $node }, the rank is { $rank }.
lab-lengths-reading-kept = , with a table kept from the nodes before it
lab-lengths-reading-cost = Mates found within the limit: { $mates } of { $problems } problems (no mate: { $nomates }; undecided: { $undecided }); proven shortest: { $proven }{ $mean }. Not proven within the limit: { $unproven }.
lab-lengths-reading-mean = , which takes { $mean } times the nodes of the first mate (geometric mean); first mates that were longer than proven: { $shortened }
lab-lengths-reading-printed = Printed lengths equal to the proven ones: { $equal } of { $printed }; printed lines leave out futile interpositions, which count here.
lab-rule-printed = the rule as printed (depths D + 1 to X not written)
lab-rule-trust-below-head = a weaker rule (D + 1 written)
lab-rule-trust-tail = a weaker rule (X written)
lab-rule-trust-mates = a weaker rule (every mate written)
lab-graph-size = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}, { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}
lab-graph-wrong = { $stored }, not { $rank }
lab-graph-start = { $note }; start
lab-graphs-progress = random graphs, { $rule }: from seed { $first }

## ablation

lab-about-ablation = Every switchable technique switched off, one at a time.
lab-ablation-note = Each technique is changed from its default while all others stay; the most costly change comes first. *Lost* are problems that only the defaults decide, *gained* are problems that the defaults do not decide. *All* is the nodes of all problems divided by those of the defaults; an undecided problem counts the nodes it was given. *Mean* is the geometric mean over the problems that both decide. Times in seconds.
lab-ablation-heads = setting | decided | lost | gained | nodes | all | mean | time | mean of times | the option
lab-ablation-axis = nodes of all problems, relative to the defaults
lab-ablation-reading = The defaults decide { $decided } of { $problems } problems in { $nodes } nodes.
lab-ablation-reading-worst = The techniques that matter most: { $list }.
lab-ablation-reading-better = Fewer nodes than the defaults at this limit: { $list }.
lab-ablation-technique = `{ $setting }` ({ $nodes } times the nodes, { $lost } lost)
lab-ablation-reading-proof-hands = None of the papers prints such a table; for proof hands alone Seo's figures give a geometric mean of { $published } (nodes without over nodes with), against { $measured } here, over the same { $problems } problems.

## contradict

lab-about-contradict = Random positions, each of which several witnesses are asked about: a brute force, Kemuri with different tables, options and threads, certificates, and other engines.
lab-wanted-seed = a whole number
lab-wanted-threads = a whole number from 1 to { $most }
lab-contradict-seed = seed
lab-contradict-engines = engines
lab-contradict-progress = { $positions } positions compared in this run (seed { $seed })
lab-contradict-sums = { $positions } positions (seed { $seed }), { $searches } searches. Brute force decides { $decided }: { $mates } mates, { $nomates } without a mate. The other { $beyond } are compared with other settings alone; { $certified } of them have a verified certificate. Contradictions: { $contradictions }.
lab-contradict-heads = kind | positions | decided by brute force | mates | no mates | not compared with it | of these decided by Kemuri | and certified | certificates | lengths by the rule | searches | without a verdict | answers of engines | contradictions
lab-contradict-all = all
lab-contradict-note = "Certificates" were verified, those of positions that brute force decides among them. "Lengths by the rule" leave futile interpositions out and were counted by a second brute force. A search has no verdict if its node limit or its table does not suffice.
lab-contradict-found = { $name }: { $first }, but { $second } in { $sfen }, where { $attacker } attacks
lab-contradict-again = to see it again: { $command }
lab-contradict-agreed = { $name }: no contradiction ({ $searches } searches)
lab-contradict-line = { $path }, line { $line }: this is not a name, a position and 'black' or 'white', with tabs between them
