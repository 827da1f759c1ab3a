# Positions and moves.

core-sfen-empty = SFEN が空です
core-sfen-too-long = SFEN が長すぎます（{ $length } バイト、上限は { $limit } バイト）
core-sfen-no-board = SFEN が途中で終わっています（盤面がありません）
core-sfen-no-turn = SFEN が途中で終わっています（手番がありません）
core-sfen-no-hands = SFEN が途中で終わっています（持駒がありません）
core-sfen-rows = SFEN の盤面が { $found } 段です（9 段必要です）
core-sfen-width = SFEN の盤面 { $row } 段目が { $squares } マスです（9 マス必要です）
core-sfen-board-character = SFEN の盤面 { $row } 段目、{ $at } 文字目の「{ $found }」は駒ではありません
core-sfen-promotion = SFEN の盤面 { $row } 段目、{ $at } 文字目の「+」の後に成れる駒がありません
core-sfen-turn = SFEN の手番、{ $at } 文字目の「{ $found }」は「b」でも「w」でもありません
core-sfen-hand-character = SFEN の持駒、{ $at } 文字目の「{ $found }」は持駒にできる駒ではありません
core-sfen-hand-number = SFEN の持駒、{ $at } 文字目の枚数が正しくありません（1 以上の数の後に駒が必要です）
core-sfen-move-number = SFEN の手数、{ $at } 文字目の「{ $found }」は数ではありません
core-sfen-trailing = SFEN の { $at } 文字目、局面の後に余分な「{ $found }」があります

core-too-many-pieces = { $kind }が多すぎます（{ $count } 枚、全部で { $limit } 枚まで）
core-two-kings = { $side }の玉が { $first } と { $second } に二枚あります
core-two-pawns = { $side }の歩が { $first } と { $second } で二歩です
core-no-move = { $square } の{ $side }の{ $piece }は行き所のない駒です
core-no-king = 盤上に玉がありません
core-king-capturable = { $king } の{ $side }玉が { $from } の{ $piece }に取られる状態です（王手がかかっているのに相手の手番です）
core-nothing-to-do = 玉は手番の{ $side }の { $king } だけで、王手もかかっていません。攻める玉も受けるべき王手もないので、解くことができません
core-no-king-to-mate = { $attacker }は攻方になれません（{ $defender }の玉がありません）
core-defender-not-in-check = 玉方の{ $defender }の手番ですが、{ $king } の玉に王手がかかっていません

core-replay-illegal = { $ply } 手目 { $move } は合法手ではありません
core-replay-no-check = { $ply } 手目 { $move } は王手ではありません
core-replay-repetition = { $ply } 手目で { $first } 手目の後と同じ局面になっています
core-replay-unfinished = { $ply } 手目の後、攻方の手番で手順が終わっています
core-replay-not-mate = { $ply } 手目の後、{ $move } で逃れます
