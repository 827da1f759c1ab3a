# What the command-line programs share.

terminal-cannot-write = cannot write: { $error }
terminal-interrupted = interrupted
