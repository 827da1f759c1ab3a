# Help texts and usage errors of the command line: see the English file.

# Headings of a help page.
help-usage = 使い方
help-commands = コマンド
help-arguments = 引数
help-options = オプション
help-search-options = 探索オプション
help-default = { $help } [既定値: { $value }]

# Headings of a manual page.
help-man-name = 名前
help-man-synopsis = 書式
help-man-description = 説明
help-man-extra = 注意
help-man-version = 版

help-about-kemuri = Kemuri: 詰将棋を解くプログラム
help-about-solve = 問題を解く
help-about-bench = 問題集を Kemuri と USI エンジンで解き、並べて比べる
help-about-check = 問題の完全性を検討する（余詰、非限定、変長など）
help-about-verify = 証明書を探索とは独立に検証する
help-about-show = 図面を描く（SVG、PNG、テキスト）
help-about-usi = USI エンジンとして動く（標準入力が端末でなければ引数なしでも同じ）
help-about-convert = 棋譜や局面を別の形式に変換する
help-about-enumerate = 条件を満たす詰将棋を、すべての詰上りから逆算して一つ残らず求める（全検）
help-about-compose = 完全作を逆算で延ばし、完全な図だけを示す
help-about-web = ブラウザーで作業台を開く（配置、解図、検討、対局、逆算を一つの画面で行う）
help-about-options = 探索オプションの表を表示する
help-about-completions = シェルの補完スクリプトを出力する
help-about-man = マニュアルページを出力する、または全コマンドの分を書き出す

help-usage-kemuri = kemuri コマンド [オプション]
help-usage-solve = kemuri solve [オプション] [INPUT]...
help-usage-bench =
    kemuri bench [オプション] FILE...
    {"        "}kemuri bench --signature [探索オプション]
help-usage-check = kemuri check [オプション] [INPUT]...
help-usage-web = kemuri web [オプション]
help-usage-verify = kemuri verify [オプション] CERT [INPUT]
help-usage-show = kemuri show [オプション] [INPUT]...
help-usage-usi = kemuri usi [--lang en|ja]
help-usage-convert = kemuri convert IN --to 形式 [オプション]
help-usage-enumerate = kemuri enumerate CONDITION --out DIR [オプション]
help-usage-compose = kemuri compose [オプション] INPUT
help-usage-options = kemuri options [--lang en|ja]
help-usage-completions = kemuri completions SHELL [--lang en|ja]
help-usage-man = kemuri man [--out DIR] [--lang en|ja]

help-after-kemuri = 各コマンドのオプションは kemuri help コマンド で表示する
help-after-solve = 終了コード: 0 すべて決着、1 不明あり（または証明書なし）、2 入力または使い方の誤り
help-after-bench = 終了コード: 0 一致、1 判定が不一致か証明書が誤り（または中断）、2 入力または使い方の誤り
help-after-check = 終了コード: 0 すべて完全かキズあり、1 不完全または未決着あり、2 入力または使い方の誤り
help-after-web = Ctrl-C で終了します。終了コード: 0 終了、2 引数の誤り、またはアドレスが使用中
help-after-verify = 終了コード: 0 検証済み、1 証明書が誤り（または中断）、2 破損・別の版・別の問題・証明書でないもの
help-after-show = 終了コード: 0 すべて作成、1 時間内に手順が見つからない（または中断）、2 入力または使い方の誤り
help-after-convert = 変換先の形式に書けないものは標準エラー出力に示す。終了コード: 0 変換、1 一部のみ変換（--lenient）または中断、2 入力または使い方の誤り
help-after-enumerate =
    中断した計算は同じコマンドで続きから再開する。
    終了コード: 0 すべて決着、1 未決着・誤り・中断あり、2 入力または使い方の誤り
help-after-compose = 終了コード: 0 すべて決着、1 未決着あり、または元の問題が不完全か未決着、2 入力または使い方の誤り

# Flags of several commands.
help-flag-attacker = 攻方を black（先手）か white（後手）で指定する（省略時は局面から判断）
help-flag-futile = 手数に数えない無駄合の範囲（none, standard, with-moves。既定は standard。with-moves は移動合も打つ合駒と同じに判断する）
help-flag-help = この説明を表示する
help-flag-json = 一行に一つの JSON オブジェクトで出力する
help-flag-lang = 言語（en または ja、省略時はロケールに従う）
help-flag-no-progress = 経過を表示しない
help-flag-nodes = 一題ごとの制限ノード数
help-flag-quick = 詰みか不詰が証明されたところで打ち切る。手数は上限で、最短とは限らない
help-flag-rest = 盤上にも持駒にもない駒をすべて玉方の持駒とする
help-flag-time = 一題ごとの制限時間（500ms, 60s, 2m, 1h または秒数）
help-flag-version = 版を表示する

# Search options.
help-flag-hash = 置換表のメモリ上限（64K, 2.8M, 1G など）
help-flag-threads = 共同で探索するスレッド数
help-flag-gc-load = 置換表の占有率がこの値（%）に達したら SmallTreeGC を行う
help-flag-gc-free = SmallTreeGC で空ける割合（置換表全体に対する %）
help-flag-small-tree-replacement = 満杯のバケットでは部分木の最も小さいエントリを置き換える（off: 任意のエントリ）
help-flag-dominance = 持駒だけが異なる局面の優越関係を使う
help-flag-proof-hands = 詰みを証明駒で登録する
help-flag-disproof-hands = 不詰を反証駒で登録する
help-flag-cycles = df-pn の無限ループ対策
help-flag-repetition-heads = 千日手による不詰を、原因局面を含むすべての経路で共有する
help-flag-transpositions = 合流による証明数・反証数の二重カウントを抑える
help-flag-postpone = 同種の合駒は最初のものが決着するまで後回しにする
help-flag-mate-in-one = 応手のない新しい王手を即座に詰みとする
help-flag-no-check = 王手のない新しい局面を即座に不詰とする
help-flag-first-numbers = 新しい局面の証明数・反証数を見積もる（df-pn+）
help-flag-epsilon = 子の閾値を、次善の子の値にその N 分の 1 を加えた値とする（0: 値に 1 を加える）

help-flag-solve-inputs = SFEN、ファイル、または -（標準入力）。ファイルは一行一題で、SFEN、USI の position コマンド、名前<TAB>SFEN[<TAB>手数] のいずれか（# で始まる行は注釈）、または一つの棋譜（KIF, KI2, CSA, JKF, BOD）。省略時は内蔵の問題を解く
help-flag-solve-verbose = 問題集でも図面・手順・統計をすべて表示する
help-flag-solve-ply = 棋譜の N 手目の後の局面を解く（0 は開始局面。省略時、棋譜は開始局面、USI の position コマンドは最後の局面）
help-flag-solve-order = 玉方の応手の優先順位。modern（既定）は最長手数を優先し、edo は江戸時代の図式のように駒余りになる変化を下位とする。手数の表示は変わらない（--quick、--explain、--tree、--certificate とは併用できない）
help-flag-solve-explain = 無駄合と判定した根拠の手順を示す（--quick、--tree、--certificate、--futile none とは併用できない）
help-flag-solve-tree = 一題のすべての変化を手数とともに出力する。不詰なら紛れと逃れを出力する。text（省略時）、変化付きの kif、json。--futile none と同じく無駄合も数える
help-flag-solve-tree-depth = --tree で、変化の中の変化をどの深さまで示すか（省略時はすべて）
help-flag-solve-tree-nodes = --tree で示す局面数の上限
help-flag-solve-certificate = （一題だけ解くとき）判定の証明書をこのファイルに書き、検証する。--futile none と同じく無駄合も数える

help-flag-bench-inputs = 問題集（solve と同じ形式。手数の代わりに nomate も可）
help-flag-bench-engine = 比較する USI エンジン: "プログラム [引数]... [名前=値]..."（複数指定可）。Kemuri の --hash と --nodes は伝わらない
help-flag-bench-repeat = 各問題をこの回数解き、時間の中央値を報告する
help-flag-bench-grace = 制限時間後にエンジンの応答を待つ時間。過ぎたら停止を命じ、さらに同じ時間で強制終了する
help-flag-bench-verify = Kemuri の判定ごとに証明書を作り、検証する。--futile none と同じく無駄合も数える
help-flag-bench-signature = 内蔵の固定問題を解き、ノード数の合計を表示する

help-flag-check-inputs = SFEN、ファイル、または -（標準入力）。solve と同じ形式。USI の position コマンドの指し手は作意とみなす。省略時は内蔵の問題を検討する
help-flag-check-profile = 何を不完全とし、何をキズとするかの基準（magazine, smartphone, strict, classic または TOML ファイル。既定は magazine）
help-flag-check-report = 検討結果をファイルに書く（.html, .md, .kif）
help-flag-check-resume = 判定を FILE（一行一 JSON）に記録し、判定済みの問題は飛ばす
help-flag-check-suggest = 完全でない問題に、駒一枚の修正案を探す
help-flag-check-threads = 同時に検討する問題の数（既定はコア数）。--hash はその間で分ける
help-flag-check-tries = 紛れ（詰まない王手）を詰みに近いものから順に示す
help-flag-check-verbose = 検討したすべての王手を示す。問題集でも詳細を表示する

help-flag-web-port = ポート番号（0 なら空いているもの）
help-flag-web-host = 待ち受けるアドレス（既定は 127.0.0.1、このパソコンだけ）。それ以外には --token が必要
help-flag-web-token = 開くアドレスに付くトークン（既定は毎回新しいもの）
help-flag-web-no-open = ブラウザーを開かない
help-flag-web-jobs = 同時に走るジョブの数。残りは順番を待つ
help-flag-web-threads = 一つの探索に使うスレッド数の上限
help-flag-web-hash = すべてのジョブの置換表を合わせたメモリ上限（64K, 2.8M, 1G など）
help-flag-verify-certificate = 証明書のファイル、または -（標準入力）
help-flag-verify-inputs = 証明書が証明すべき問題（SFEN、ファイル、または -）

help-flag-show-inputs = SFEN、ファイル、または -（標準入力）。solve と同じ形式。省略時は内蔵の問題を示す
help-flag-show-svg = SVG を書く（- は標準出力）。複数の問題にはディレクトリか {"{"}id{"}"} を含む名前が必要
help-flag-show-png = PNG を書く（指定のしかたは --svg と同じ）
help-flag-show-sheet = すべての図を印刷用の一枚にまとめて書く（HTML。名前が .svg で終われば SVG。- は標準出力）
help-flag-show-columns = --sheet で横に並べる図の数
help-flag-show-text = 図面を文字で表示する（--svg も --png もないときの既定）
help-flag-show-title = 図の上に記す題名。'' なら何も記さない [既定値: 入力にある作品名と作者]
help-flag-show-moves = N 手後（end は最後）の局面を示す。入力に指し手があればその手順、なければ解の手順に従う
help-flag-show-size = 図の幅（ピクセル数）
help-flag-show-flip = 盤を後手側から示す
help-flag-show-hands = 示す持駒: auto（攻方の持駒と、残り全部でないときの玉方の持駒）、attacker、both、none

help-flag-convert-inputs = いずれかの形式のファイル、問題集、SFEN、局面へのリンク、または -（標準入力）
help-flag-convert-to = 書き出す形式（sfen, usi, kif, ki2, csa, jkf, bod）
help-flag-convert-out = 書き出すファイル。既存のファイルには書かない（省略時は標準出力）。複数の棋譜にはディレクトリか {"{"}id{"}"} を含む名前が必要。sfen と usi は一行に一題を並べる
help-flag-convert-encoding = 書き出す文字コード（utf-8 または shift_jis、既定は utf-8）
help-flag-convert-lenient = 読み書きできるものだけを残し、残りを報告する

help-flag-enumerate-condition = 探す条件。TOML ファイル、または付属の条件の名前（tofu-smoke）
help-flag-enumerate-out = 作業と結果のフォルダー（新規、空、または同じ計算のもの）
help-flag-enumerate-threads = 候補の判定に使うスレッド数（省略時は CPU の数）
help-flag-enumerate-nodes = 一つの問いを未決着のまま打ち切るノード数

help-flag-compose-inputs = 逆算する問題（SFEN、一題だけのファイル、または -）
help-flag-compose-steps = 二手（攻方と玉方）の逆算を繰り返す回数
help-flag-compose-condition = この条件の駒・手数・盤面範囲・限定の規則に従う
help-flag-compose-top = 手数の長い順に示す作品の数
help-flag-compose-nodes = { help-flag-enumerate-nodes }

help-flag-completions-shell = シェルの種類（bash, zsh, fish, elvish, powershell）
help-flag-man-out = 全コマンドのページを書き出すフォルダー（省略時は kemuri のページを標準出力に書く）

# What a command cannot do without.
help-missing-solve-tree = --tree-depth と --tree-nodes は --tree とともに指定してください
help-missing-bench-inputs = bench には問題集（または --signature）が必要です
help-missing-verify-certificate = verify には証明書が必要です
help-missing-verify-inputs = --attacker と --rest は INPUT とともに指定してください
help-missing-convert-inputs = convert には棋譜が必要です
help-missing-convert-to = convert には --to と形式（sfen, usi, kif, ki2, csa, jkf, bod）が必要です
help-missing-enumerate-condition = enumerate には条件（ファイル、または tofu-smoke などの名前）が必要です
help-missing-enumerate-out = enumerate には作業フォルダー（--out DIR）が必要です
help-missing-compose-inputs = compose には逆算する問題が必要です
help-missing-completions-shell = completions にはシェルの種類（bash, zsh, fish, elvish, powershell）が必要です

# Bad usage.
help-error-unknown = 「{ $argument }」というオプションやコマンドはありません
help-error-suggestion = { $sentence }（{ $suggestion } ですか？）
help-error-missing = { $command } には { $argument } が必要です
help-error-no-value = { $flag } には値が必要です
help-error-bad-value = { $flag }: 「{ $value }」は{ $wanted }ではありません
help-error-unwanted-value = { $flag } には値「{ $value }」を指定できません
help-error-utf-8 = オプションの値が正しい UTF-8 ではありません
help-error-conflict = { $one } と { $other } は併用できません
help-conflict-tree-json = --tree の JSON 出力は --tree=json です（--json は不要です）
help-conflict-tree-quick = --tree には最短手数が必要です（--quick とは併用できません）
help-conflict-signature = --signature は内蔵の問題を解きます（ファイル、エンジン、--verify は指定できません）
help-error-every-move = { $flag } は無駄合も数えます（--futile none 以外とは併用できません）
help-error-needs = { $flag } は { $other } とともに指定してください
help-error-standard-input = 証明書と問題の両方を標準入力から読むことはできません
help-error-one-output = 標準出力に出せるのは --svg、--png、--text のうち一つだけです
help-error-other = 引数を解釈できません（{ $sentence }）

# What a flag takes, before 「ではありません」.
help-wanted-either = { $one } か { $other }
help-wanted-choice = { $words } のいずれか
help-wanted-time = 0 より長く 1 年以下の時間（500ms, 60s, 2m, 1h または秒数）
help-wanted-count = 1 以上の整数
help-wanted-small-count = { $max } 以下の整数
help-wanted-threads = 1 以上 { $max } 以下のスレッド数
help-wanted-file = ファイル名
help-wanted-report = .html, .md, .kif のいずれかで終わるファイル名
help-wanted-moves = 手数（0 以上の整数）か end
help-wanted-ply = 0 以上の整数
help-wanted-port = 0 以上 65535 以下のポート番号
help-wanted-address = 127.0.0.1 や 0.0.0.0 のような IP アドレス
help-wanted-token = 英数字と - _ からなる { $min } 文字以上のトークン
help-wanted-jobs = 1 以上 { $max } 以下のジョブ数
help-wanted-columns = 1 以上 { $max } 以下の列数
help-wanted-width = { $min } 以上 { $max } 以下の幅（ピクセル数）

# Columns of the table of search options.
help-table-option = オプション
help-table-default = 既定値
help-table-values = 値
help-table-meaning = 説明
