# What the command-line programs share.

terminal-cannot-write = 書き込めません（{ $error }）
terminal-interrupted = 中断しました
