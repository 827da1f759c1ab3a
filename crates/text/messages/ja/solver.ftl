# What the solver answers.

reason-time = 制限時間に達しました
reason-nodes = 制限ノード数に達しました
reason-memory = メモリの上限に達しました
reason-interrupted = 中断されました
reason-contradiction = 探索の結果に矛盾があったため判定を控えます

# The same in one word of a table.
reason-word-time = 時間
reason-word-nodes = ノード
reason-word-memory = メモリ
reason-word-interrupted = 中断
reason-word-contradiction = 矛盾

solver-no-thread = メモリが足りないため、スレッドを作れません
solver-fewer-threads = メモリが足りないため、{ $wanted } スレッドのところを { $threads } スレッドで動かします
solver-no-memory = --hash: 置換表のメモリ { $size } を確保できません

# What an option takes, before 「ではありません」 or on its own.
solver-values-switch = on か off
solver-values-number = { $min } 以上 { $max } 以下の整数
solver-values-size = { $kib } KiB 以上のサイズ（64K, 256M, 1G など）
solver-values-choice = { $words } のいずれか

solver-option-unknown = --{ $name } というオプションはありません
solver-option-bad-value = --{ $name }: 「{ $value }」は{ $values }ではありません
solver-option-unit = --{ $name }: 「{ $value }」の単位「{ $unit }」は使えません（K, M, G または単位なし）
solver-option-too-large = --{ $name }: 「{ $value }」は置換表のサイズとして大きすぎます

# The state of a running search, with its first moves.
solver-progress = { $time }秒 { $nodes }ノード { $speed }/秒
solver-progress-numbers = 証明数 { $pn } 反証数 { $dn }
solver-progress-table = 深さ { $depth } 置換表 { $load }%

# A verdict as a sentence.
solver-mate = { $plies }手詰
solver-mate-every-move = { $plies }手詰（無駄合も数える）
solver-mate-within = { $plies }手以内の詰み（最短は未証明）
solver-mate-futile = 詰み（応手は無駄合だけです）
solver-mate-already = 詰み（すでに詰んでいます）
solver-no-mate = 不詰
solver-unknown = 不明（{ $reason }）

# A verdict in one word of a table.
solver-word-mate = 詰み
solver-word-no-mate = 不詰
solver-word-unknown = 不明

# A length in a table, proven shortest or not.
solver-length = { $plies }手
solver-length-within = { $plies }手以内

# What a search cost.
solver-cost = { $nodes } ノード、{ $time } 秒、{ $speed } ノード/秒
solver-table = 置換表: 占有率 { $load }%、最大 { $peak }、GC { $collections } 回
