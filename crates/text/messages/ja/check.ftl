# The command check.

check-no-profile = --profile: 「{ $name }」という基準もファイルもありません（付属の基準は { $known }）
check-bad-profile = --profile: { $name } { $error }
check-file = { $flag }: 「{ $file }」を使えません（{ $error }）
check-report-exists = --report: 「{ $file }」はすでにあるため上書きしません
check-resume-line = --resume: 「{ $file }」{ $line } 行目は kemuri check の判定ではありません
check-resume-version = --resume: 「{ $file }」{ $line } 行目: 別の版のプログラムが書いたファイルです（JSON の版 { $version }）。ファイルはそのままです
check-one-kif = --report: KIF に書けるのは一題だけです（複数なら .html か .md を指定してください）

check-step-solving = 解図中
check-step-checks = 攻方 { $of } 手中 { $node } 手目、残る王手 { $left }
check-step-defences = 玉方 { $of } 手中 { $node } 手目
check-step-tries = 紛れ: 攻方 { $of } 手中 { $node } 手目
check-step-pieces = { $of } 枚中 { $piece } 枚目の駒を除いて
check-step-repairs = 修正案 { $of } 通り中 { $tried } 番目
check-progress = { $label } { $step }、{ $nodes } ノード

check-mate-in = { $length }手詰
check-mate-within = { $length }手以内の詰み
check-verdict = 判定: { $verdict }（基準 { $profile }）
check-verdict-of-mate = 判定: { $verdict }（{ $length }、基準 { $profile }）
check-authors-line = 作意手順
check-answer = 正解手順
check-line-of-bound = { $length }手以内の詰み（最短とは未証明）
check-short-line-of-bound = { $length }手以内の詰み（最短とは未証明。次の{ $plies }手の手順は玉方最長の応手とは限りません）
check-in-doubt = 作意は別の手順の可能性があり、この手順の不備だけでは不完全と言い切れない
check-examined = ほかの王手 { $refuted } 通りでは詰まない。{ $nodes } ノード、{ $time } 秒
check-cost = { $nodes } ノード、{ $time } 秒
check-repairs = 次のように直せば完全になります:
check-no-repairs = 駒一枚の修正では完全になりません

check-tries = 紛れ（詰みに近いものから順に）:
check-tries-so-far = 紛れ（判明した範囲で、詰みに近いものから順に）:
check-tries-more = ほか { $count } 個（-v で表示）
check-tries-unranked = ほかに不詰の王手 { $count } 通り（詰みへの近さは未決着）
check-tries-open = 詰むかどうか未決着の王手 { $count } 通り
check-no-tries = 紛れはありません。
check-no-try-known = 紛れ: 制限までに順位の判明したものはありません。

check-summary-count = { $verdict } { $count }
check-summary-comma = 、
check-summary = { $total } 題: { $counts }
check-summary-resumed = { $total } 題: { $counts }（うち { $skipped } 題は判定済み）
check-class-at = { $class }（{ $ply }手目）
check-class = {"  "}{ $row } 題
check-undecided = {"  "}未決着:
check-undecided-class = {"    "}{ $row } 題
check-undecided-kinds = 未決着: { $kinds }
check-undecided-kinds-reason = 未決着（{ $reason }）: { $kinds }
check-go-on = 続けるには: { $command }

check-title = 検討報告
check-solutions = 解答
check-head-problem = 作品
check-head-verdict = 判定
check-head-length = 手数
check-head-findings = 指摘
