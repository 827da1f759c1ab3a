# Tries, and the replies that refute them.

refutation-only = 逃れは一手のみ
refutation-all = { $total }通りの応手のどれでも逃れる
refutation-several = { $total }通りの応手のうち{ $refuting }通りで逃れる
refutation-at-least = { $total }通りの応手のうち少なくとも{ $refuting }通りで逃れる
refutation-undecided = 未決着
refutation-row = 唯一の逃れが{ $count }回続く
refutation-row-at-least = 唯一の逃れが{ $count }回以上続く
refutation-others = ほかに { $moves }
refutation-then-no-check = { $row }、以下王手が続かない
refutation-then-several = { $row }、以下逃れ方は複数
refutation-then-repetition = { $row }、以下千日手
refutation-then-undecided = { $row }、以下未決着
