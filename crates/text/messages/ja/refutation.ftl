# Tries, and the replies that refute them.

refutation-only = 逃れは一手のみ
refutation-all = { $total }手とも逃れ
refutation-several = { $total }手中{ $refuting }手で逃れ
refutation-at-least = { $total }手中{ $refuting }手以上で逃れ
refutation-undecided = 未解明
refutation-row = 一手のみの逃れが{ $count }回続く
refutation-row-at-least = 一手のみの逃れが{ $count }回以上続く
refutation-others = ほかに { $moves }
refutation-then-no-check = { $row }、以下王手なし
refutation-then-several = { $row }、以下逃れ方は複数
refutation-then-repetition = { $row }、以下千日手
refutation-then-undecided = { $row }、以下未解明
