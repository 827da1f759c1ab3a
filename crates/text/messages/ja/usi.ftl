# The USI engine and the client.

usi-unknown-command = 「{ $line }」というコマンドはありません（USI エンジンです。標準入力の問題を解くには kemuri solve -）
usi-setoption-no-name = setoption に名前がありません（setoption name 名前 value 値）
usi-mate-time = go mate: 「{ $word }」はミリ秒数でも infinite でもありません
usi-line-too-long = { $limit } バイトを超える行は無視します
usi-unknown-option = 「{ $name }」というオプションはありません
usi-bad-value = { $name }: 「{ $value }」は { $kind }ではありません（値は元のままです）
usi-hash-refused = USI_Hash: 置換表 { $size } を確保できません（{ $kept } のまま続けます）
usi-no-table = 置換表 { $size } を確保できません
usi-no-thread = 探索を開始できません（{ $error }）

# A `position` command that cannot be used.
usi-position = position: { $error }
usi-position-unreadable = 探索する局面がありません（直前の position が読めませんでした）
usi-position-not-given = 探索する局面がありません（go の前に position を送ってください）
usi-unaccounted = 盤上にも持駒にもない駒: { $pieces }（オプション Rest で玉方の持駒とする）
usi-rest = Rest: { $pieces }を玉方の持駒とする

# What a search has found.
usi-search-failed = 探索が異常終了しました
usi-mated = 手番側はすでに詰んでいます（手順はありません）
usi-edo = 古式: 手順は{ $plies }手、詰手数は{ $length }手
usi-edo-undecided = 古式の手順は決められませんでした（{ $reason }）。現代式の手順を示します
usi-not-shortest = { $length } 手以内の詰み（最短とは証明されていません）
usi-other-moves-undecided = 他の初手をすべては判定できませんでした（{ $reason }）
usi-reads-defence = 双玉で手番側に王手が掛かっているため、手番側を玉方として解きます（攻方とするには RootIsDefenderIfChecked を false に）
usi-no-mate = 不詰（どう王手を続けても詰みません）
usi-no-mate-defender = 不詰（手番側の玉は逃れています）
usi-undecided = 不明（{ $reason }）

# A line that is examined.
usi-examined-start = 開始局面: { $verdict }
usi-examined = { $ply }手目{ $mv }の後: { $verdict }

# What another engine did, to be read after its name.
usi-engine-start = 起動できません（{ $error }）
usi-engine-no-answer = 「{ $command }」に時間内に応答しません
usi-engine-exited = 異常終了しました
usi-engine-not-stopping = 制限時間後も停止しないため強制終了しました
usi-engine-bad-answer = 意味の通らない応答です（{ $answer }）

# A command line of another engine that cannot be used.
usi-program-empty = プログラムの指定がありません
usi-program-open-quote = 引用符が閉じていません
usi-program-not-found = 「{ $program }」というプログラムはありません
usi-program-no-name = 「{ $word }」には名前がありません

# What the options do.
usi-help-hash = 置換表のメモリ（MiB）
usi-help-multi-pv = 表示する詰みの初手の数
usi-help-shortest = 最短手数を証明する
usi-help-futile = 無駄合として数えない合駒
usi-help-order = 玉方の応手の優先順位（modern: 最長優先、edo: 古式）
usi-help-root-is-defender = 手番側に王手がかかっている局面を玉方として解く
usi-help-language = info string の言語（locale: ロケールまたは --lang に従う）
usi-help-rest = 盤上にも持駒にもない駒をすべて玉方の持駒とする
