# Records: KIF, KI2, CSA, JKF, BOD.

formats-at-line = { $line } 行目
formats-at-column = { $column } 文字目
formats-at-move = { $ply } 手目
formats-at-separator = { " " }

formats-too-large = ファイルが 16 MiB を超えています（棋譜ではありません）
formats-not-text = UTF-8、Shift_JIS、EUC-JP のいずれかのテキストではありません
formats-encoding = UTF-8 でも Shift_JIS でも EUC-JP でもありません
formats-empty = 内容が空です
formats-unknown = 対応する形式（SFEN, USI, KIF, KI2, CSA, JKF, BOD）の棋譜ではありません
formats-several = 棋譜が二つ以上あります（一つだけ読めます）
formats-json = JSON が壊れています（{ $what }）
formats-illegal = 指せない手です（{ $reason }）
formats-wrong-side = 相手の手番です
formats-number = { $expected } 手目のはずが「{ $found }」です
formats-branch-before = { $ply } 手目からの変化ですが、最初の手は { $first } 手目です
formats-branch = { $ply } 手目からの変化ですが、直前の手順は { $moves } 手しかありません
formats-after-end = 手順はすでに終わっています
formats-too-many-moves = 手順が長すぎます（10000 手まで）
formats-time-twice = この手の時間はすでに書かれています
formats-squares = 盤面の段が { $found } マスです（9 マス必要です）
formats-rows = 盤面が { $found } 段です（9 段必要です）
formats-rest-twice = 両方の持駒を残り全部にはできません
formats-hand-twice = 同じ側の持駒が二度書かれています
formats-number-twice = 局面までの手数が二度書かれています
formats-no-diagram = 盤面がありません
formats-no-position = 局面がありません

formats-not-move = 「{ $text }」は指し手ではありません
formats-ambiguous = 「{ $text }」に当てはまる駒が二つ以上あります
formats-time = 「{ $text }」は時間ではありません
formats-row-name = 「{ $text }」はこの段の名前ではありません
formats-not-piece = 「{ $text }」は駒ではありません
formats-handicap = 「{ $text }」という手合割はありません
formats-orphan-comment = 「{ $text }」の付く指し手がありません
formats-unexpected = 「{ $text }」をここで解釈できません

# Why a move is illegal.

formats-no-piece = { $square } に駒がありません
formats-other-side = { $square } の駒は相手の駒です
formats-other-piece = { $square } の駒は{ $found }で、{ $wanted }ではありません
formats-unreachable = その駒はそこへ動けません
formats-none-reaches = { $square } へ動ける{ $piece }がありません
formats-own-piece = { $square } に自分の駒があります
formats-promotion = 成れません
formats-dead-end = 行き所のない駒になります
formats-not-in-hand = 持駒に{ $piece }がありません
formats-occupied = { $square } は空いていません
formats-two-pawns = 二歩です
formats-pawn-drop-mate = 打歩詰です
formats-king-in-check = 自玉が取られます
formats-no-previous = 前の手がありません

# What a format does not keep.

formats-loss-separator = 、
formats-loss-headers = ヘッダー（作者・発表誌など）{ $count } 個
formats-loss-places = ヘッダーの順序（{ $count } か所）
formats-loss-moves = 指し手 { $count } 手
formats-loss-branches = 変化の指し手 { $count } 手
formats-loss-endings = 終局の記録 { $count } 個
formats-loss-closings = 結びの文 { $count } 行
formats-loss-comments = コメント { $count } 行
formats-loss-bookmarks = しおり { $count } 個
formats-loss-times = 消費時間 { $count } か所
formats-loss-other = その他 { $count } 個
