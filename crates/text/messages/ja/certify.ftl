# Certificates.

## What a certificate claims.

certify-claim-mate-within = { $plies }手以内の詰み
certify-claim-mate-exactly = 最短{ $plies }手の詰み
certify-claim-no-mate = 不詰
certify-claim-no-mate-within = { $plies }手以内に詰みなし

## Why a file is no certificate that can be judged.

certify-unreadable = 証明書を読めません（{ $error }）
certify-not-a-certificate = 証明書ではありません
certify-version = 証明書の形式は第 { $found } 版ですが、このプログラムが読めるのは第 { $known } 版です
certify-header = 証明書の先頭部分が壊れています（{ $part }）
certify-header-program = プログラムの版
certify-header-attacker = 攻方
certify-header-position = 局面
certify-header-claim = 主張
certify-problem = 証明書の局面は問題になりません（{ $error }）
certify-other-problem = 別の問題の証明書です（{ $sfen }）
certify-checksum = 検査値が合いません（証明書が壊れているか、途中で切れています）
certify-ends-early = 証明書が { $offset } バイト目で途切れています
certify-goes-on = 証明書の終わり（{ $offset } バイト目）の後に余分なデータがあります
certify-no-section = { $offset } バイト目から始まるはずの部分がありません
certify-number = { $offset } バイト目までの数の書き方が不正です
certify-nested = { $offset } バイト目で入れ子が深すぎます
certify-endless = 誤りがあり、そこから { $bytes } バイト読んでも終わりません
certify-changed = 読んでいる間にファイルの内容が変わりました
certify-memory = 検証に必要なメモリが足りません（少なくとも { $bytes } バイト）
certify-verification-stopped = 検証が中断されました

## What is wrong in a certificate.

certify-fault = 証明書は誤りです。{ $offset } バイト目、{ $section }の部の項目 { $entry }: { $kind }。局面: { $sfen }
certify-section-mate = 詰み
certify-section-refutation = 反証
certify-fault-no-move = { $word } は指し手ではありません
certify-fault-illegal-move = { $move } は合法手ではありません
certify-fault-no-check = { $move } は王手ではありません
certify-fault-pawn-drop-mate = { $move } は打歩詰です
certify-fault-no-hand = 持駒 { $number } はこの局面にありません
certify-fault-rank = 残り手数が 1 手に足りません
certify-fault-depth = 項目の手数が範囲外です
certify-fault-not-mate = 最終手ですが { $move } で逃れます
certify-fault-no-entry = { $move } が指す { $back } 個前の項目はありません
certify-fault-other-board = { $move } が指す項目 { $entry } は別の盤面のものです
certify-fault-other-hand = { $move } が指す項目 { $entry } の持駒は優越していません
certify-fault-too-slow = { $move } が指す項目 { $entry } は { $has } 手以内の詰みで、残りの { $wants } 手に収まりません
certify-fault-too-short = { $move } が指す項目 { $entry } は { $has } 手しか持ちこたえず、{ $wants } 手に足りません
certify-fault-illegal-reply = { $move } は合法な応手ではありません
certify-fault-mates = { $move } で即座に詰みます
certify-fault-mated = すでに詰んでいます

## Why no certificate was built.

certify-build-unwritable = 証明書を書けません（{ $error }）
certify-build-no-answer = 手の決まっていない局面があります
certify-build-bad-answer = { $answer }があります（{ $sfen }）
certify-build-parity = 手数の偶奇が問題と合いません
certify-build-nested = 証明書の入れ子が深すぎます
certify-answer-bounds = 範囲外の持駒または手数
certify-answer-attack = 合法な王手でない手
certify-answer-last-move = 詰まない最終手
certify-answer-reply = 合法でない応手
certify-answer-mates = ないはずの詰み

certify-nothing-proven = 証明書で示すべき証明がありません
certify-too-long = 詰手数が証明書で示せる上限を超えています
certify-contradiction = 探索が自身の証明と矛盾しています
certify-stopped-time = 証明書の作成中に制限時間に達しました
certify-stopped-nodes = 証明書の作成中に制限ノード数に達しました
certify-stopped-memory = 証明書の作成中に探索の深さの上限に達しました
certify-stopped-interrupted = 証明書の作成が中断されました

## A certificate that was written.

certify-written = 証明書 { $file }: { $entries } 項目、{ $bytes } バイト（1 項目あたり { $each }）
certify-written-verified = { $time } 秒で検証済み: { $claim }
certify-written-unverified = 未検証: { $why }（kemuri verify で検証できます）
certify-too-large-to-verify = --hash の範囲では証明書を検証するメモリが足りません
certify-writing = { $label } 証明書を作成中: { $entries } 項目

## No certificate.

certify-not-written = 証明書は作られませんでした: { $why }
certify-undecided = 詰みとも不詰とも証明できませんでした
certify-refused = 証明書が検証で否定されました。判定は誤りの可能性があります: { $why }
certify-file-no-directory = --certificate: 「{ $file }」のディレクトリがありません
certify-file-permission = --certificate: 「{ $file }」に書き込む権限がありません
certify-file-is-directory = --certificate: 「{ $file }」はファイルではなくディレクトリです
certify-file-exists = --certificate: 「{ $file }」はすでにあり、証明書ではありません
certify-file-unwritable = --certificate: 「{ $file }」に書き込めません（{ $error }）

## The certificates of a bench.

certify-bench-wrong = 証明書が誤り: { $id }: { $why }
certify-bench-head-bytes = 証明書
certify-bench-head-entries = 項目
certify-bench-head-verified = 検証秒
certify-bench-sums = 証明書: { $decided } 題中 { $verified } 題を検証、{ $entries } 項目、{ $bytes } バイト（1 項目あたり { $each }）、作成 { $built } 秒、検証 { $time } 秒、検証時間/解図時間の幾何平均 { $ratio }
certify-bench-missing-list = 制限内に証明書が完成しなかった問題
certify-bench-wrong-list = 証明書が誤りの問題
