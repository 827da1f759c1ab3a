# The experiments of the papers.

lab-same-name = 「{ $name }」: 同じ名前の問題が二つあり、結果を区別できません
lab-contradiction = { $name }: 判定が互いに、または問題集の記載と矛盾しています
lab-results = 結果（{ $folder }）: { $files }

## The command line.

help-about-kemuri-lab = 論文の実験を再現して公表値と比べる。また、答えどうしの矛盾を探す
help-usage-kemuri-lab = kemuri-lab NAME [--problems FILE...] [--out DIR] [--limit N] [オプション]
help-after-kemuri-lab =
    中断した実験は同じコマンドで続きから再開する。
    終了コード: 0 完了、1 中断または答えの矛盾、2 入力または使い方の誤り
help-flag-kemuri-lab-experiment = 実験の名前（proof-hands, table-gc, cycles, lengths, ablation）。contradict はランダムな局面の答えどうしを照合して矛盾を探す
help-flag-kemuri-lab-problems = 問題集（kemuri solve と同じ形式）。lengths では省略できる
help-flag-kemuri-lab-out = 実験のフォルダー（新規、空、または同じ実験のもの）[既定値: experiment-NAME]
help-flag-kemuri-lab-limit = 一回の探索の制限ノード数 [既定値: proof-hands と cycles は 50000000、lengths は 20000000、table-gc は 10000000、ablation は 5000000、contradict は 10000]
help-flag-kemuri-lab-graphs = lengths で、規則ごと・形ごとに調べるランダムなグラフの数 [既定値: 10000]
help-flag-kemuri-lab-seed = contradict で、ランダムな局面を決めるシード [既定値: フォルダーにある実行のもの。なければ新しく選んで表示する]
help-flag-kemuri-lab-positions = contradict で、全種類を合わせた局面の数 [既定値: 10000。--time を指定すれば無制限]
help-flag-kemuri-lab-time = contradict で、終了するまでの時間（60s、5m、1h など）[既定値: 無制限]
help-flag-kemuri-lab-kinds = contradict で、局面の種類（few-pieces: 少数の駒、two-kings: 双玉、full-hands: 玉方が残り全部を持つ、pawn-drop: 打歩詰、promotion: 成と不成、white-attacks: 後手が攻方、playout: ランダムな対局の局面）[既定値: すべて]
help-flag-kemuri-lab-threads = contradict で、同時に照合する局面の数 [既定値: コアの数]
help-flag-kemuri-lab-engine = contradict で、照合に加える USI エンジン（複数可）
help-flag-kemuri-lab-again = contradict で、ランダムな局面の代わりに、このファイルの局面をすべての設定で照合する
help-missing-kemuri-lab-experiment = kemuri-lab には実験の名前（proof-hands, table-gc, cycles, lengths, ablation, contradict）が必要です
help-missing-kemuri-lab-out = kemuri-lab には作業フォルダー（--out DIR）が必要です
help-missing-kemuri-lab-problems = kemuri-lab には問題集（--problems FILE）が必要です

## What all reports share.

lab-title = 実験: { $name }
lab-reading = 結果の読み取り
lab-contradictions = **判定が互いに、または問題集の記載と矛盾する問題: { $names }。**これらの問題の数値は信頼できない。
lab-head-program = プログラム
lab-head-collection = 問題集
lab-head-limit = 制限
lab-head-options = 変える項目以外のオプション
lab-head-machine = 計算機
lab-head-rows = 探索ごとの結果
lab-collection = { $files }（{ $problems } 局面）
lab-limit = 探索ごとに { $nodes } ノード、時間制限なし
lab-cores = { $cores } コア
lab-summary = まとめ
lab-problems-title = ノード数の差が大きい問題
lab-problems-note = 設定によるノード数の比が最も大きい { $problems } 題。未決着の探索は打ち切りまでのノード数を数える。全題の結果は [results.csv](results.csv) にある。
lab-published-and-measured = 公表値と実測値
lab-published = 公表値
lab-measured = 実測値
lab-difference = 差
lab-problem = 問題
lab-problems = 問題数
lab-nodes-of = ノード数 { $setting }
lab-time-of = 時間 { $setting }
lab-none = なし
lab-yes = ○
lab-no = ×
lab-no-mate = 不詰

## proof-hands. The heads of a table are one message, " | " between them.

lab-about-proof-hands = 証明駒ありとなしの探索ノード数。公表値: 脊尾昌宏（1999）図 8・9。
lab-proof-hands-problems = 問題数
lab-proof-hands-both = ありとなしの両方で解けた
lab-proof-hands-fewer = 証明駒ありの方がノード数が少ない
lab-proof-hands-more = 証明駒ありの方がノード数が多い
lab-proof-hands-mean = ノード数比（あり / なし）の幾何平均
lab-proof-hands-only-with = 証明駒ありでのみ解けた
lab-proof-hands-only-without = 証明駒なしでのみ解けた
lab-proof-hands-neither = どちらでも解けない
lab-proof-hands-summary-note = 公表値は名前（`muso001` は無双 1 番）で対応づけた、この問題集の問題のもの。公表値のない問題も測定する。数は論文の図（94 題）から数えた。論文の本文には 96 題中 78 題で減るとある。
lab-proof-hands-heads = 問題 | 公表値: なし | 時間 | あり | 時間 | 比 | 実測値: なし | 時間 | あり | 時間 | 比 | 差
lab-proof-hands-note = 「–」は制限内（公表値は 2 時間）で未決着、または公表値なし。時間は秒。公表値の「なし」は専用の無駄合探索を用い、生成局面数を数える。ここでは証明駒での登録だけを切り替え、指した手を数える。比べられるのは比であってノード数そのものではない。
lab-proof-hands-nodes-without = ノード数（証明駒なし）
lab-proof-hands-nodes-with = ノード数（証明駒あり）
lab-proof-hands-reading = { $problems } 題中 { $both } 題が、証明駒の有無のどちらでも { $limit } ノード以内に解けた。うち { $fewer } 題は証明駒ありの方が少なく、{ $more } 題は多い。比の幾何平均は { $mean }。証明駒ありでのみ解けた問題: { $with }。なしでのみ解けた問題: { $without }。どちらでも解けない問題: { $neither }。
lab-proof-hands-reading-published = この問題集の問題の公表値では { $both } 題中 { $fewer } 題でノード数が減り、幾何平均は { $mean }。証明駒ありでのみ解けた問題: { $with }。
lab-proof-hands-reading-pairs = 両方の比がある { $pairs } 題での幾何平均は公表値 { $published }、実測値 { $measured }。うち { $alike } 題で、1 より小さいか大きいかが一致する。

## table-gc

lab-about-table-gc = 小さな置換表における SmallTreeGC の開始占有率 A と回収率 B。公表値: 長井歩・今井浩（2001）表 1〜4。
lab-table-gc-note = 各組（占有率 A % で開始、B % を回収）の全サイズでの結果。変化は式 (2) によるノード数の変化の割合の平均をさらにサイズで平均した値（0 未満なら 80 / 30 より良い）。続いて 0 未満のサイズの数、判定数と百万ノード数（全サイズの合計）。変化は両方の組で解けた問題で数える。
lab-table-gc-heads = A / B | 変化 | 0 未満のサイズ | 判定 | ノード数 (M)
lab-table-gc-means = 表 1・3 変化の割合
lab-table-gc-totals = 表 2・4 合計
lab-table-gc-size = 置換表
lab-table-gc-published = 公表値（時間）
lab-table-gc-measured-nodes = 実測値（ノード数）
lab-table-gc-measured-time = 実測値（時間）
lab-table-gc-means-note = 80 / 30 で回収を要する問題について、式 (2) による 80 / 30 からの変化の割合の平均。表 1 は占有率 A、表 3 は回収率 B を変える。公表値は「将棋図巧」「将棋無双」「続詰むや詰まざるや」（図巧 8 番を除く）388 題のうちの問題。実測値は両方の組で解けた問題の平均で、全部でない場合は括弧内にその数を示す。差は実測値（ノード数）から公表値（時間）を引いたもの。
lab-table-gc-totals-note = 同じ問題の合計。公表値は秒（UltraSparc II 400 MHz）、実測値は秒と百万ノード（括弧内は未決着の数）。未決着の問題は打ち切りまで（通常は制限値まで）を数える。差は各合計の 80 / 30 の合計に対する比について、実測値（ノード数）から公表値（時間）を引いたもの。
lab-table-gc-axis-load = 開始占有率 A (%)
lab-table-gc-axis-free = 回収率 B (%)
lab-table-gc-axis-change = 変化の割合の平均（破線は公表値）
lab-table-gc-reading-needing = 回収を要する問題の数（置換表のサイズ別）: { $counts }。
lab-table-gc-reading-nothing = 比べられる問題はない。
lab-table-gc-reading-base = 変化の平均がより小さい組はなく、{ $base } のままでよい。
lab-table-gc-reading-best = 変化の平均が最も小さいのは { $pair } の { $change } で、{ $sizes } サイズ中 { $better } サイズで 0 未満。解けた問題は { $decided }（{ $base } では { $of }）。
lab-table-gc-reading-own = この実験の時点でのプログラムの既定値は { $pair }。

## cycles

lab-about-cycles = df-pn の無限ループ対策の比較。公表値: 岸本章宏「IS 将棋の詰将棋解答プログラムについて」。
lab-cycles-published-note = 論文に数値はなく、解けた問題だけが述べられている。「解けた数 / 対象の数」で示す。`*` は問題集の問題のうち不詰とわかっているものを除くすべて（後の修正図 `h` を除く）。「差」は公表値と異なる問題で、未決着を含む。対策なしのプログラムは探索法の異なる旧版である。
lab-cycles-published-heads = 問題 | cycles | 公表値 | 実測値 | 差
lab-cycles-summary-note = ノード数と時間（秒）は、すべての対策で解けた問題の合計。比は既定の対策に対するノード数比の幾何平均（両方で解けた問題）。
lab-cycles-heads = cycles | 判定 | 未決着 | ノード数 | 時間 | 比
lab-cycles-note = 「–」は制限内で未決着。時間は秒。
lab-cycles-nodes = ノード数（他の対策）
lab-cycles-reading = { $decided }{ $nodes }{ $mean }。
lab-cycles-reading-decided = `{ $remedy }` は { $decided } 題を解き、制限内で解けない問題は: { $undecided }
lab-cycles-reading-nodes = 。すべての対策で解けた { $common } 題に { $nodes } ノードを要する
lab-cycles-reading-mean = （`{ $default }` に対する幾何平均 { $mean }）
lab-cycles-reading-published = { $published ->
    [solved] 公表値では `{ $cycles }` で { $problem } が解けた。ここでは { $problems } 題中 { $solved } 題（相違 { $differing }）。
   *[not-solved] 公表値では `{ $cycles }` で { $problem } は解けない。ここでは { $problems } 題中 { $solved } 題が解けた（相違 { $differing }）。
}
lab-cycles-reading-problem = { $problem } のノード数: { $nodes }。

## lengths

lab-about-lengths = 経路に依存する手数としない手数、取り下げられた登録規則、最短手数の証明の費用。公表値: komori-n（2021、2022 年に取り下げ）。
lab-lengths-article = 記事のグラフ
lab-lengths-article-note = A→B・C、B→D、D→E・F、E→A。C は 4 手、F は 16 手で詰む。「実測値」は千日手を不詰とする探索が始点から見つける手数、「真の手数」は経路によらない手数。
lab-lengths-article-heads = 始点 | 局面 | 公表値 | 実測値 | 一致 | 真の手数
lab-lengths-rules = 取り下げられた規則とランダムなグラフ
lab-lengths-rules-note = 各グラフを全局面から、空の置換表と使い続ける置換表とで探索する。「誤り」は真の手数でない手数が登録されたグラフの数、「隠れ」はループを隠した置換表の参照。反例は局面と手を除いてできるだけ小さくした。図の四角は攻方の局面、脇の数は真の手数。手は探索の順に上の文に示す。ランダムなグラフで見つからない反例が存在しないとは限らないが、記事どおりの規則に反例がないことは文書（The withdrawn method）で証明されている。
lab-lengths-rules-heads = 規則 | グラフ | 登録 | 隠れ | 誤り | 見つかった最小の反例
lab-lengths-note = 手数は脊尾の公表値（無駄合を除く）、最初の詰み、すべての合駒を数える最短の詰み（≤ は制限内で未証明）。証明のノード数は最初の詰みの分を含む。時間は秒。
lab-lengths-heads = 問題 | 公表値 | 最初の詰み | 最短 | ノード数（最初） | 時間 | ノード数（最短） | 時間 | 比
lab-lengths-nodes-first = ノード数（最初の詰み）
lab-lengths-nodes-shortest = ノード数（最短の証明）
lab-lengths-reading-article = 記事のグラフでは公表値 { $all } 個のうち { $same } 個が再現された。うち { $bound } 個は真の手数と異なり、その経路でのみ正しい。
lab-lengths-reading-rule-holds = 規則「{ $rule }」: { $graphs } 個のグラフで { $written } 個の手数が登録され、誤りはない。反例は見つからなかった。
lab-lengths-reading-rule-fails = 規則「{ $rule }」: { $graphs } 個中 { $wrong } 個のグラフで誤る。見つかった最小の反例は { $size }（{ $moves }）で、{ $start } からの探索{ $kept }が { $node } に { $stored } を登録する（真の手数は { $rank }）。
lab-lengths-reading-kept = （前の局面からの置換表を使い続ける）
lab-lengths-reading-cost = { $problems } 題中 { $mates } 題で詰みが見つかり（不詰 { $nomates }、未決着: { $undecided }）、{ $proven } 題で最短が証明された{ $mean }。制限内で未証明: { $unproven }。
lab-lengths-reading-mean = 。証明のノード数は最初の詰みの { $mean } 倍（幾何平均）で、最初の詰みのうち { $shortened } 題は最短でなかった
lab-lengths-reading-printed = 証明された問題の公表手数 { $printed } 個のうち { $equal } 個が一致する（公表手数は無駄合を除き、ここではすべての合駒を数える）。
lab-rule-printed = 記事のとおり（深さ D+1〜X を登録しない）
lab-rule-trust-below-head = 弱めた規則（D+1 を登録する）
lab-rule-trust-tail = 弱めた規則（X を登録する）
lab-rule-trust-mates = 弱めた規則（詰みはすべて登録する）
lab-graph-size = { $nodes } 局面、{ $moves } 手
lab-graph-wrong = { $stored }（正しくは { $rank }）
lab-graph-start = { $note }、始点
lab-graphs-progress = ランダムなグラフ { $rule }: シード { $first } から

## ablation

lab-about-ablation = 切り替えできる手法を一つずつ外したときの探索。
lab-ablation-note = 各手法を一つだけ既定値から変えた結果。外すと最も損をするものから順に並べる。「失」は既定でのみ解けた問題、「得」は既定では解けない問題。「全体」は全題のノード数の既定に対する比（未決着の問題は打ち切りまでのノード数、通常は制限値を数える）、「平均」は両方で解けた問題での幾何平均。時間は秒。
lab-ablation-heads = 設定 | 判定 | 失 | 得 | ノード数 | 全体 | 平均 | 時間 | 時間の平均 | オプションの意味
lab-ablation-axis = 全題のノード数（既定に対する比）
lab-ablation-reading = 既定では { $problems } 題中 { $decided } 題を { $nodes } ノードで解く。
lab-ablation-reading-worst = 外して最も損をするもの: { $list }。
lab-ablation-reading-better = この制限では既定より少ないもの: { $list }。
lab-ablation-technique = `{ $setting }`（ノード数 { $nodes } 倍、失 { $lost }）
lab-ablation-reading-proof-hands = 論文にこのような表はないが、証明駒については脊尾の公表値から幾何平均 { $published }（なし / あり）が得られ、同じ { $problems } 題でここでは { $measured } である。

## contradict

lab-about-contradict = ランダムな局面について、総当たり、置換表・設定・スレッド数を変えた Kemuri、証明書、他のエンジンの答えを互いに照合する。
lab-wanted-seed = 整数
lab-wanted-threads = 1〜{ $most } の整数
lab-contradict-seed = シード
lab-contradict-engines = エンジン
lab-contradict-progress = 今回 { $positions } 局面を照合（シード { $seed }）
lab-contradict-sums = { $positions } 局面（シード { $seed }）を { $searches } 回の探索で照合した。総当たりで判定できたのは { $decided } 局面（詰み { $mates }、不詰 { $nomates }）。残る { $beyond } 局面は設定を変えた探索どうしの照合のみで、うち { $certified } 局面は証明書を検証した。矛盾: { $contradictions }。
lab-contradict-heads = 種類 | 局面 | 総当たりで判定 | 詰み | 不詰 | 総当たりでは判定できず | うち Kemuri が判定 | うち証明書を検証 | 証明書 | 規則による手数 | 探索 | 探索の未決着 | エンジンの答え | 矛盾
lab-contradict-all = 合計
lab-contradict-note = 「証明書」は検証済みのもので、総当たりで判定できた局面の分を含む。「規則による手数」は、無駄合を除いた手数を規則どおりの総当たりでも数えた局面の数。「探索の未決着」は、ノード数の制限か置換表の大きさのため判定に至らなかった探索の数。
lab-contradict-found = { $name }: { $first } と { $second } が矛盾する（{ $sfen }、攻方 { $attacker }）
lab-contradict-again = 再現するコマンド: { $command }
lab-contradict-agreed = { $name }: 矛盾なし（探索 { $searches } 回）
lab-contradict-line = { $path } { $line } 行目: タブで区切った名前、局面、攻方（black か white）ではありません
