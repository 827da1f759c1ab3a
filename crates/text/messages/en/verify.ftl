# The command verify.
