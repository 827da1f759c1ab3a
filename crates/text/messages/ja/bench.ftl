# The command bench.
