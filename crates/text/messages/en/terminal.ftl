# What the command-line programs share.

terminal-cannot-write = cannot write: { $error }
terminal-interrupted = interrupted

# `kemuri --version`.

terminal-build-commit = commit { $commit }
terminal-build-changed = commit { $commit }, changed since
terminal-build-no-commit = commit unknown: built from files without their history
terminal-build-target = built for { $target } with { $features }
