# What the command-line programs share.

terminal-cannot-write = 書き込めません（{ $error }）
terminal-interrupted = 中断しました

# `kemuri --version`。

terminal-build-commit = コミット { $commit }
terminal-build-changed = コミット { $commit }（その後の変更を含む）
terminal-build-no-commit = コミット不明（履歴のないファイルから作成）
terminal-build-target = { $target } 用（命令: { $features }）
