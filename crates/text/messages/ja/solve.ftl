# The command solve.

solve-interrupted = 中断しました。残りの問題は解いていません

# A problem of a collection, and their sum.
solve-row-unknown = 不明（{ $reason }）
solve-row-after = （{ $ply }手目）
solve-row-cost = { $nodes } ノード { $time } 秒
solve-summary = { $total } 題: 詰み { $mates }、不詰 { $nomates }、不明 { $unknown }、{ $nodes } ノード、{ $time } 秒

# The line in the order of the Edo books.
solve-edo = 古式（駒余りの変化を下位とする）: { $plies }手、駒余らず
solve-edo-left = 古式（駒余りの変化を下位とする）: { $plies }手、{ $pieces }余り
solve-edo-undecided = 古式の手順は決められませんでした（{ $reason }）。現代式の手順:
solve-row-edo = （古式 { $plies }手）
solve-row-edo-undecided = （古式は不明）

# A line that takes fewer plies than the bound above it.
solve-short-line = { $plies }手の手順（玉方最長の応手とは限りません）

# Futile interpositions.
solve-futile-tail = 手数に数えない無駄合をすると
solve-futile-lines = 手順中の無駄合（取った駒を使わずに詰む）:
solve-no-futile-lines = 手順中に無駄合はありません
solve-not-explained = 無駄合の根拠を示せませんでした（{ $reason }）

# The variations of one problem.
solve-tree-one-problem = --tree で扱えるのは一題だけです
solve-tree-limit = 変化を調べる前に制限に達したため、変化は出力できません
solve-tree-not-shortest = 最短手数を証明できなかったため、変化は出力できません
solve-tree-unknown = 詰みかどうか不明のため、変化は出力できません
solve-tree-length = { $plies }手
solve-tree-length-within = { $plies }手以内
solve-tree-nothing-left = { $length }、駒余らず
solve-tree-left = { $length }、{ $pieces }余り
solve-tree-same = {"["}{ $line }] の{ $move }手目に合流
solve-tree-cut-nodes = 以下略（--tree-nodes）
solve-tree-cut = 以下略（{ $reason }）
solve-tree-size = { $lines } 手順、{ $positions } 局面
solve-tree-note-nodes = 局面数の上限（--tree-nodes）に達したため、一部の変化は途中までです。
solve-tree-note-cut = 一部の変化は途中までです（{ $reason }）。
solve-tree-note-depth = --tree-depth により { $omitted } 通りの応手を省略しています。

# A no-mate.
solve-best-try = 詰みに最も近い紛れ: { $closeness }
solve-a-try = 紛れ: { $closeness }
solve-no-check = 王手がありません。
solve-tree-first = 初形に戻る（千日手）
solve-tree-repetition = { $move }手目の局面に戻る（千日手）
solve-tree-no-check = 王手なし
solve-tree-several = { $move }手目は{ $replies }
solve-tree-refuting = 逃れる応手: { $moves }
solve-tree-comma = 、
solve-tree-note-checks = --tree-depth により { $omitted } 通りの王手を省略しています。
solve-tree-note-undecided = 未決着の応手が { $count } 通りあります。
