# The command check.
