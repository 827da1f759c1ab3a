# The command solve.
