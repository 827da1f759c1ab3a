# Reading problems and collections.

input-not-found = そのようなファイルはありません
input-permission = アクセス権がありません
input-directory = ファイルではなくディレクトリです
input-unreadable = 読めません（{ $error }）

input-stdin = 標準入力
input-line = { $name } { $line } 行目

input-no-such-file = そのようなファイルはなく、SFEN でもありません
input-no-problem = 問題が一つもありません
input-empty = 入力が空です（SFEN かファイルが必要です）
input-line-too-long = 行が { $limit } バイトを超えています（局面ではありません）
input-line-endless = 行が { $limit } バイトを超えたため中止します（問題集ではありません）
input-encoding = UTF-8 でも Shift_JIS でも EUC-JP でもない行です
input-not-text = UTF-8、Shift_JIS、EUC-JP のいずれかのテキストではありません
input-no-position = 名前の後に局面がありません
input-no-start = sfen または startpos がありません
input-unknown-start = 「{ $word }」は解釈できません（sfen SFEN [moves …] または startpos [moves …]）
input-expected = 手数「{ $word }」は数でも「-」でも「nomate」でもありません
input-move = { $number } 手目の「{ $word }」は指せない手です
input-no-such-ply = { $asked } 手目の後の局面はありません（手順は { $moves } 手です）
input-no-collection = 最初の { $lines } 行に問題が一つもありません（{ $first } 行目: { $why }）
input-too-many-errors = ここまでの行がすべて読めないため中止します（問題集ではありません）

# Output that cannot be written.
input-unwritable = 書き込めません（{ $error }）

# Which position was read, and what was assumed of it.
input-attacks-in-check = 双玉で手番側に王手が掛かっています（手番側を攻方として解く）。
input-after-move = { $ply }手目{ $mv }までの局面
input-assumed-rest = 玉方持駒: 記載がないため残り全部とみなす
input-asked-rest = 玉方持駒: 残り全部（--rest）
input-unaccounted = 盤上にも持駒にもない駒: { $pieces }（--rest で玉方の持駒とする）
input-unaccounted-in = { $total } 題中 { $count } 題に盤上にも持駒にもない駒があります: { $names }（--rest で玉方の持駒とする）
input-faults = { $problem }: 棋譜の手順に誤りがあるため、局面と、読み取れたところまでの手順を使います: { $first }{ $more ->
        [0] {""}
       *[other] （ほか { $more } 件）
    }
input-no-problem-drawn = { $place }: 図は描きましたが、詰将棋ではありません: { $faults }
input-fault-separator = 、
input-assumed-in = { $total } 題中 { $count } 題は玉方の持駒の記載がなく、残り全部とみなします: { $names }
