# What long runs leave on disk.

runstore-file = { $path }: 読み書きできません（{ $error }）
runstore-not-a-folder = { $path }: フォルダーではなくファイルです
runstore-not-empty = { $path }: 空でも、以前の実行のフォルダーでもありません
runstore-busy-folder = { $path }: 別のプロセスが使用中のフォルダーです
runstore-other-run = { $path }: 別の計算のフォルダーです（「{ $asked }」ではなく「{ $found }」）
runstore-busy-file = { $path }: 別のプロセスが使用中のファイルです
runstore-other-journal = { $path }: 別の計算の記録です
runstore-damaged = { $path } { $line } 行目: 実験結果の行ではありません
runstore-not-a-file = { $path }: 通常のファイルではありません
runstore-salvaged = { $path }: 壊れた行が { $count } 行（{ $lines } 行目）あり、除きました。元のファイルは { $original } に残しています
runstore-torn = { $path } { $lines } 行目: 書きかけの行なので除きました
runstore-interrupted = 中断しました。同じコマンドで続きから再開します
