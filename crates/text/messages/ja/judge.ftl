# Facts about problems.

judge-kind-no-mate = 不詰
judge-kind-early-mate = 早詰
judge-kind-cook = 余詰
judge-kind-tail-cook = 尾岐れ
judge-kind-pieces-left = 駒余り
judge-kind-longer-variation = 変長
judge-kind-longer-by-two = 変長（二手長駒余り）
judge-kind-equal-variation = 変同
judge-kind-last-move-dual = 最終手余詰
judge-kind-transposition = 手順前後
judge-kind-detour = 迂回
judge-kind-distance-dual = 非限定（距離）
judge-kind-place-dual = 非限定（位置）
judge-kind-promotion-dual = 非限定（成・不成）
judge-kind-interposed-kind-dual = 非限定（合駒）
judge-kind-variation-alternative = 変別
judge-kind-idle-piece = 不要駒
judge-kind-line-illegal = 作意が反則
judge-kind-line-no-mate = 作意が不詰
judge-kind-line-pieces-left = 作意が駒余り
judge-kind-length-differs = 手数違い
judge-kind-duplicate = 同一図

judge-verdict-complete = 完全
judge-verdict-flawed = キズあり
judge-verdict-unsound = 不完全
judge-verdict-undecided = 未決着

judge-severity-fatal = 不完全
judge-severity-flaw = キズ
judge-severity-ignored = 許容

judge-label-undecided = 未決着
judge-label-undecided-ignored = 未決着、許容
judge-undecided-because = 未決着: { $reason }
judge-open-kind-no-mate = 詰むかどうか
judge-open-kind-early-mate = 最短手数かどうか

## Facts that were refuted or not decided.

judge-refuted = { $ply }手目 { $line } では詰まない
judge-try = { $ply }手目: { $line }（{ $closeness }）
judge-open-mate = 詰むかどうか未決着
judge-open-idle-piece = { $square } の駒が必要かどうか未決着
judge-open-line = 作意手順で詰むかどうか未決着
judge-open-pieces-left = 最善手順が必ず駒余りになるかどうか未決着（作意は駒余り）
judge-open-shorter = 最短手数かどうか未決着
judge-open-check = { $ply }手目 { $move } が詰むかどうか未決着
judge-open-cook = { $ply }手目 { $move } でも詰む。余詰か迂回かは未決着: { $line }
judge-open-defences = { $ply }手目 ほかの応手は未決着

## Proven facts. $name is the class, $line what follows the move, $within the length.

judge-line = （以下 { $line }）
judge-within = {" "}{ $length } 手で
judge-no-mate-at-all = { $name }
judge-no-mate = { $name }: { $ply }手目 { $move } で逃れる
judge-cook = { $name }: { $ply }手目 { $move } でも{ $within }詰む{ $line }
judge-detour = { $name }: { $ply }手目 { $move } から作意に合流して{ $within }詰む{ $line }
judge-pieces-left = { $name }: 詰上りに{ $hand }が余る
judge-line-pieces-left = { $name }: { $hand }が余るが、余らない応手または最終手がある
judge-longer-variation = { $name }: { $ply }手目 { $move } とすれば { $length } 手かかる{ $line }
judge-longer-by-two = { $name }: { $ply }手目 { $move } とすれば { $length } 手かかり、{ $hand }が余る{ $line }
judge-equal-variation = { $name }: { $ply }手目 { $move } も同手数で駒が余らない{ $line }
judge-last-move-dual = { $name }: { $ply }手目 { $move } でも詰む
judge-dual = { $name }: { $ply }手目 { $move } でも以下同じ手順で詰む
judge-variation-alternative = { $name }: { $ply }手目 { $move } には { $other } などでも詰む
judge-idle-piece = { $name }: { $square } の{ $piece }はなくても成立する
judge-line-unreadable = { $name }: { $ply }手目 { $flaw }
judge-line-illegal = { $name }: { $ply }手目 { $move } は指せない
judge-line-unfinished = { $name }: { $ply }手目の後、攻方の手番で終わっている
judge-line-no-mate = { $name }: { $ply }手目 { $move } と受けられて詰んでいない
judge-length-differs = { $name }: { $said } 手とあるが { $length } 手
judge-duplicate-same = { $name }: 「{ $earlier }」と同じ
judge-duplicate-mirrored = { $name }: 「{ $earlier }」の左右反転
judge-duplicate-shifted = { $name }: 「{ $earlier }」の平行移動
judge-duplicate-mirrored-and-shifted = { $name }: 「{ $earlier }」を左右反転して平行移動したもの

## Repairs.

judge-attacker = 攻方
judge-defender = 玉方
judge-edit-remove = { $square } の{ $side }{ $piece }を除く
judge-edit-move = { $from } の{ $side }{ $piece }を { $to } に移す
judge-edit-add = { $square } に{ $side }{ $piece }を置く
judge-repair = { $change }（{ $length }手詰）
judge-repair-same-line = { $change }（{ $length }手詰、手順は同じ）

## Profiles.

judge-profile-syntax = { $line } 行目: TOML として読めません（{ $what }）
judge-profile-unknown-key = { $line } 行目: 「{ $key }」という項目はありません
judge-profile-bad-value = { $line } 行目: 「{ $key }」は{ $wants }でなければなりません
judge-profile-wants-base = {" "}magazine, smartphone, strict, classic のいずれか
judge-profile-wants-section = ［ ］で始まる節
judge-profile-wants-severity = {" "}"fatal", "flaw", "ignored" のいずれか
judge-profile-wants-switch = {" "}true か false{" "}
