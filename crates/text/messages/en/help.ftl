# Help texts and usage errors of the command line.
#
# The messages help-about-*, help-usage-*, help-after-*, help-flag-* and
# help-missing-* belong to a command, a flag or both: help-flag-check-threads is
# said of --threads by check, help-flag-json of --json by every command that has
# no message of its own. A test of the command line finds those that are missing
# and those that belong to nothing.

# Headings of a help page.
help-usage = Usage
help-commands = Commands
help-arguments = Arguments
help-options = Options
help-search-options = Search options
help-default = { $help } [default: { $value }]

# Headings of a manual page.
help-man-name = NAME
help-man-synopsis = SYNOPSIS
help-man-description = DESCRIPTION
help-man-extra = NOTES
help-man-version = VERSION

help-about-kemuri = Kemuri: a solver of shogi mate problems (tsume-shogi)
help-about-solve = Solve problems
help-about-bench = Run a collection through Kemuri and through USI engines, side by side
help-about-check = Judge whether problems are sound: cooks, duals, longer variations and the like
help-about-verify = Check a certificate, without trusting the search that wrote it
help-about-show = Draw diagrams as books print them: SVG, PNG or text
help-about-usi = Be a USI engine (as without arguments, when standard input is not a terminal)
help-about-convert = Turn a record or a position into another format
help-about-enumerate = Find every problem that meets a condition, working backwards from all mates
help-about-compose = Extend a sound problem backwards and show what stays sound
help-about-web = Open the workbench in the browser: set up, solve, check, play and compose on one page
help-about-options = Show the table of search options
help-about-completions = Print the completions of a shell
help-about-man = Print the manual page, or write those of all commands

help-usage-kemuri = kemuri COMMAND [OPTIONS]
help-usage-solve = kemuri solve [OPTIONS] [INPUT]...
help-usage-bench =
    kemuri bench [OPTIONS] FILE...
    {"       "}kemuri bench --signature [SEARCH OPTIONS]
help-usage-check = kemuri check [OPTIONS] [INPUT]...
help-usage-web = kemuri web [OPTIONS]
help-usage-verify = kemuri verify [OPTIONS] CERT [INPUT]
help-usage-show = kemuri show [OPTIONS] [INPUT]...
help-usage-usi = kemuri usi [--lang en|ja]
help-usage-convert = kemuri convert IN --to FORMAT [OPTIONS]
help-usage-enumerate = kemuri enumerate CONDITION --out DIR [OPTIONS]
help-usage-compose = kemuri compose [OPTIONS] INPUT
help-usage-options = kemuri options [--lang en|ja]
help-usage-completions = kemuri completions SHELL [--lang en|ja]
help-usage-man = kemuri man [--out DIR] [--lang en|ja]

help-after-kemuri = 'kemuri help COMMAND' shows the options of a command.
help-after-solve = Exit code: 0 every problem decided, 1 some unknown (or no certificate), 2 bad input or usage.
help-after-bench = Exit code: 0 all agree, 1 verdicts disagree or a certificate is wrong (or interrupted), 2 bad input or usage.
help-after-check = Exit code: 0 every problem is complete or flawed, 1 some are unsound or undecided, 2 bad input or usage.
help-after-web = Ctrl-C ends it. Exit code: 0 ended, 2 bad usage or the address is taken.
help-after-verify = Exit code: 0 verified, 1 the certificate is wrong (or interrupted), 2 it is damaged, of another version or problem, or none at all.
help-after-show = Exit code: 0 everything drawn, 1 moves not found in time (or interrupted), 2 bad input or usage.
help-after-convert = What the format cannot hold is told on standard error. Exit code: 0 converted, 1 converted in part (--lenient; or interrupted), 2 bad input or usage.
help-after-enumerate =
    A run that was stopped or killed goes on with the same command.
    Exit code: 0 everything decided, 1 something undecided, wrong or interrupted, 2 bad input or usage.
help-after-compose = Exit code: 0 everything decided, 1 something undecided or the problem not known to be sound, 2 bad input or usage.

# Flags of several commands.
help-flag-attacker = The side that attacks, black or white (decided from the position if not given)
help-flag-futile = Interpositions that do not count: none, standard (default) or with-moves (moves of pieces on the board, too)
help-flag-help = Show this help
help-flag-json = One JSON object a line
help-flag-lang = Language, en or ja (default: that of the locale)
help-flag-no-progress = No progress on the terminal
help-flag-nodes = Node limit for each problem
help-flag-quick = Stop at the first proof; the length is then an upper bound
help-flag-rest = Give the defender every piece that is neither on the board nor in a hand
help-flag-time = Time limit for each problem: 500ms, 60s, 2m, 1h or seconds
help-flag-version = Show the version

# Search options.
help-flag-hash = Memory for the table, a hard limit (64K, 2.8M, 1G, …)
help-flag-threads = Threads that search together
help-flag-gc-load = SmallTreeGC starts when this share of the table is full, in percent
help-flag-gc-free = Share of the table that SmallTreeGC frees, in percent
help-flag-small-tree-replacement = In a full bucket replace the entry with the smallest subtree (off: any entry)
help-flag-dominance = Let entries of other hands decide or bound a position
help-flag-proof-hands = Store a mate under the pieces it needs, not those in hand
help-flag-disproof-hands = Store a no-mate under the largest hand that still does not mate
help-flag-cycles = Remedy against endless loops of df-pn
help-flag-repetition-heads = Share repetition failures between all paths that hold the repeated positions
help-flag-transpositions = Count a node that is reached through two children once
help-flag-postpone = Put sibling interpositions aside until the first of them is settled
help-flag-mate-in-one = Take a new check without a reply for the mate it is
help-flag-no-check = Give new positions without any check up at once
help-flag-first-numbers = Estimate proof and disproof numbers of new positions (df-pn+)
help-flag-epsilon = Child thresholds exceed the second best by one part in this many (0: by one)

help-flag-solve-inputs = An SFEN, a file or - for standard input. A file holds one problem a line: an SFEN, a USI position command or name<TAB>SFEN[<TAB>expected length]; # starts a comment. Or it is one record: KIF, KI2, CSA, JKF or BOD. Without INPUT a bundled problem is solved
help-flag-solve-verbose = Diagram, line and statistics for each problem of a collection
help-flag-solve-ply = Solve the position after N plies of a record, 0 for its start (default: the start of a record, the end of a USI position command)
help-flag-solve-order = How the defences are ranked: modern (default), the longest first, or edo, as in the books of the Edo period: those that leave the attacker no piece first, then the longest. The length stays the same; not with --quick, --explain, --tree or --certificate
help-flag-solve-explain = Show the lines that make interpositions futile; not with --quick, --tree, --certificate or --futile none
help-flag-solve-tree = Show every defence of one problem with its length, or what refutes each check of a no-mate, as text (the default), as a KIF record with branches or as JSON. Every interposition counts, as with --futile none
help-flag-solve-tree-depth = With --tree: how deep variations within variations are shown (default: all)
help-flag-solve-tree-nodes = With --tree: the most positions that are shown
help-flag-solve-certificate = Write a certificate of the verdict on the one problem given, and verify it. Every interposition counts, as with --futile none

help-flag-bench-inputs = Collections of problems, as for solve; the expected length may be 'nomate'
help-flag-bench-engine = A USI engine to compare with: "PROGRAM [ARGUMENT]... [Name=Value]...", again for each engine. Kemuri's --hash and --nodes are not passed on
help-flag-bench-repeat = Solve each problem this many times and report the median time
help-flag-bench-grace = How long after the time limit an engine may still answer before it is stopped, and after that before it is killed
help-flag-bench-verify = Build a certificate of each of Kemuri's verdicts and verify it. Every interposition counts, as with --futile none
help-flag-bench-signature = Solve a fixed built-in set and print its node count

help-flag-check-inputs = An SFEN, a file or - for standard input, as for solve. The moves of a USI position command are the author's line. Without INPUT the bundled problem is checked
help-flag-check-profile = What is fatal, what a flaw: magazine (default), smartphone, strict, classic or a TOML file
help-flag-check-report = Write a report with all findings: FILE.html, FILE.md or FILE.kif
help-flag-check-resume = Keep verdicts in FILE, one JSON object a line, and pass over what it has decided
help-flag-check-suggest = Try small repairs of problems that are not complete
help-flag-check-threads = Problems that are checked at the same time (default: one for each core); they share --hash
help-flag-check-tries = List the tries: checks that do not mate, the closest first
help-flag-check-verbose = Every check that was examined, and full details for each problem of a collection

help-flag-web-port = The port; 0 takes a free one
help-flag-web-host = The address to listen at (default: 127.0.0.1, this machine alone); any other needs --token
help-flag-web-token = The token of the start address (default: a new one each time)
help-flag-web-no-open = Do not open the browser
help-flag-web-jobs = Jobs that run at the same time; further ones wait
help-flag-web-threads = The most threads of one search
help-flag-web-hash = Memory for the tables of all jobs together, a hard limit (64K, 2.8M, 1G, …)
help-flag-verify-certificate = The certificate, a file or - for standard input
help-flag-verify-inputs = The problem that the certificate must belong to: an SFEN, a file or -

help-flag-show-inputs = An SFEN, a file or - for standard input, as for solve. Without INPUT the bundled problem is shown
help-flag-show-svg = Write a vector picture; - is standard output. Several problems need a directory or a name with {"{"}id{"}"}
help-flag-show-png = Write a picture of pixels, as --svg does
help-flag-show-sheet = Write all diagrams on one page to print: an HTML page, or an SVG where the name ends in .svg; - is standard output
help-flag-show-columns = With --sheet: how many diagrams stand side by side
help-flag-show-text = Print a diagram in characters (the default without --svg and --png)
help-flag-show-title = What stands above the diagram; '' for nothing [default: the name and the author that the input gives]
help-flag-show-moves = Show the position after N moves, or after the last: of the moves that the input gives, else of the solution
help-flag-show-size = Width of a picture in pixels
help-flag-show-flip = Show the board from White's side
help-flag-show-hands = Whose hands are shown: auto (the attacker's, and the defender's unless it is all the rest), attacker, both or none

help-flag-convert-inputs = A file in any of the formats, a collection, an SFEN, a link to a position, or - for standard input
help-flag-convert-to = The format to write: sfen, usi, kif, ki2, csa, jkf or bod
help-flag-convert-out = The file to write, which must not be there yet (default: standard output). Several records need a directory or a name with {"{"}id{"}"}; of sfen and usi they make a collection
help-flag-convert-encoding = The encoding to write, utf-8 (default) or shift_jis
help-flag-convert-lenient = Keep what can be read or written and tell the rest

help-flag-enumerate-condition = What is looked for: a TOML file, or the name of a shipped condition (tofu-smoke)
help-flag-enumerate-out = The folder to work in and to leave the results in; new, empty or that of the same run
help-flag-enumerate-threads = Threads that decide candidates (default: as many as the machine has)
help-flag-enumerate-nodes = Nodes after which one question is left undecided

help-flag-compose-inputs = The problem to extend: an SFEN, a file with one problem or -
help-flag-compose-steps = How often a defence and a check are put before the problem
help-flag-compose-condition = Keep to the material, the length, the region and the rules of uniqueness of this condition
help-flag-compose-top = How many problems are shown, the longest first
help-flag-compose-nodes = { help-flag-enumerate-nodes }

help-flag-completions-shell = The shell: bash, zsh, fish, elvish or powershell
help-flag-man-out = The folder to write the pages of all commands to (default: the page of kemuri on standard output)

# What a command cannot do without.
help-missing-solve-tree = --tree-depth and --tree-nodes say nothing without --tree: give --tree too
help-missing-bench-inputs = bench needs a collection of problems (or --signature)
help-missing-verify-certificate = verify needs a certificate
help-missing-verify-inputs = --attacker and --rest say nothing without INPUT: give INPUT too
help-missing-convert-inputs = convert needs a record
help-missing-convert-to = convert needs --to and a format: sfen, usi, kif, ki2, csa, jkf or bod
help-missing-enumerate-condition = enumerate needs a condition: a file or the name of a shipped one such as tofu-smoke
help-missing-enumerate-out = enumerate needs a folder to work in: --out DIR
help-missing-compose-inputs = compose needs a problem to extend
help-missing-completions-shell = completions needs a shell: bash, zsh, fish, elvish or powershell

# Bad usage.
help-error-unknown = there is no option or command '{ $argument }'
help-error-suggestion = { $sentence }; did you mean '{ $suggestion }'?
help-error-missing = { $command } needs { $argument }
help-error-no-value = { $flag } needs a value
help-error-bad-value = { $flag }: '{ $value }' is not { $wanted }
help-error-unwanted-value = { $flag } takes no value, but '{ $value }' is given
help-error-utf-8 = the value of an option is not valid UTF-8
help-error-conflict = { $one } and { $other } cannot go together
help-conflict-tree-json = --tree has a JSON form of its own: give --tree=json, without --json
help-conflict-tree-quick = --tree needs the shortest length: give it without --quick
help-conflict-signature = --signature runs its own problems: give it no file, no engine and no --verify
help-error-every-move = { $flag } is about every legal move: give it with --futile none or without --futile
help-error-needs = { $flag } says nothing without { $other }: give { $other } too
help-error-standard-input = certificate and problem cannot both come from standard input
help-error-one-output = only one of --svg, --png and --text can go to standard output
help-error-other = the arguments make no sense: { $sentence }

# What a flag takes, after "is not".
help-wanted-either = one of { $one }, { $other }
help-wanted-choice = one of { $words }
help-wanted-time = a time above 0 and of at most a year, such as 500ms, 60s, 2m, 1h or a number of seconds
help-wanted-count = a whole number of at least 1
help-wanted-small-count = a number of at most { $max }
help-wanted-threads = a number of threads from 1 to { $max }
help-wanted-file = the name of a file
help-wanted-report = the name of a file that ends in .html, .md or .kif
help-wanted-moves = a number of moves or 'end'
help-wanted-ply = a whole number of at least 0
help-wanted-port = a port from 0 to 65535
help-wanted-address = an IP address such as 127.0.0.1 or 0.0.0.0
help-wanted-token = a token of at least { $min } letters, digits, - and _
help-wanted-jobs = a number of jobs from 1 to { $max }
help-wanted-columns = a number of columns from 1 to { $max }
help-wanted-width = a width of { $min } to { $max } pixels

# Columns of the table of search options.
help-table-option = option
help-table-default = default
help-table-values = values
help-table-meaning = meaning
