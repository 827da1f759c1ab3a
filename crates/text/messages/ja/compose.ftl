# Conditions, composing backwards.

compose-unknown-key = { $line } 行目: 「{ $key }」という項目はありません
compose-text = { $line } 行目: 条件として読めません（{ $detail }）
compose-name = name: 「{ $name }」には文字・数字・- ・_ 以外が含まれています
compose-no-material = material: 駒がありません
compose-too-many = material: { $kind }が { $count } 枚ありますが、全部で { $limit } 枚までです
compose-not-in-material = { $section }: { $kind }が { $count } 枚必要ですが、material には { $limit } 枚しかありません
compose-out-of-range = { $key }: { $value } は { $least } 以上 { $most } 以下の数ではありません
compose-too-few = { $section }: 玉のほかに { $need } 枚必要ですが、{ $have } 枚しかありません
compose-not-the-sum = { $section }: 双方の駒と玉で { $sum } 枚ですが、pieces は { $pieces } です
compose-crowded = { $section }: { $squares } マスに { $pieces } 枚は置けません
compose-not-two = { $key }: 始めと終わりの二つの数が必要ですが、{ $count } 個あります

compose-mismatch-start = 条件の筋と段の外に駒があります
compose-mismatch-region = { $ply } 手目で条件の筋と段の外に駒が出ます
compose-mismatch-final = 詰上りが条件に合いません

compose-other-condition = { $path }: 同じ名前（{ $name }）で内容の違う条件のフォルダーです
compose-workers = スレッド { $threads } 本とそれぞれ { $bytes } の置換表を用意できません
compose-damaged = { $path }: ファイルが壊れています（{ $what }）
compose-stored-position = 保存された局面が正しくありません（{ $error }）
compose-no-solution = { $plies } 手詰の手順がフォルダーにありません

compose-not-decided = { $sfen }: 完全かどうか未決着です（{ $reason }）
compose-other-lines = 作意と考えられる手順が他にもある
compose-not-sound = { $sfen }: 完全ではありません（{ $flaw }）
compose-not-to-move = 攻方の手番ではありません
