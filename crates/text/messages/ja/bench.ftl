# The command bench.

bench-signature = シグネチャ { $nodes }（詰み { $mates }、不詰 { $nomates }、不明 { $unknown }）

# Said while another engine works.
bench-searching = { $label } { $engine } が探索中

# The heads of the table.
bench-head-problem = 問題
bench-head-expected = 想定
bench-head-verdict = 判定
bench-head-length = 手数
bench-head-nodes = ノード
bench-head-seconds = 秒
bench-head-ratio = 比

# The heads of the totals, some of which are also verdicts.
bench-engine = エンジン
bench-solved = 解決
bench-mate = 詰み
bench-nomate = 不詰
bench-unknown = 不明
bench-failed = 失敗
bench-ratio-noted = 比*

# Other verdicts in one word.
bench-bad-line = 詰み?
bench-not-asked = 対象外
bench-failed-start = 起動不可
bench-failed-silent = 応答なし
bench-failed-died = 異常終了
bench-failed-hung = 停止せず
bench-failed-nonsense = 応答不正

bench-ratio-note = * 両者が判定しどちらかが { $seconds } 秒を超えた問題についての、Kemuri に対する時間比の幾何平均
bench-proven-shortest = 最短手数を証明: { $mates } 題中 { $exact } 題
bench-contradiction = 矛盾: { $id }: Kemuri の判定は{ $verdict }、問題集の想定は{ $expected }
bench-contradictions = Kemuri の判定が問題集と矛盾する問題
bench-disagreement = 不一致: { $id }: { $claims }
bench-disagreements = 判定が一致しない問題
bench-line-does-not-mate = { $id }: { $engine } の手順では詰みません: { $why }
