# The commands show and convert.

show-one-file = { $flag }: 問題が複数あるので「{ $file }」一つには書けません（pictures/ のようなディレクトリか { "{" }id{ "}" } を含む名前を指定してください）
show-not-a-picture = { $flag }: 「{ $file }」はすでにあり、その形式の図ではありません
show-unwritable = { $flag }: 「{ $file }」に書き込めません（{ $error }）
show-png-on-terminal = --png: 標準出力が端末なので PNG を出力できません（ファイルを指定してください）
show-no-outline = { $problem }: 「{ $missing }」の字形がないため、PNG では〓になります
show-interrupted = 中断しました（{ $count } 図まで作成しました）
show-unplayable = { $problem }: { $error }
show-too-few-moves = { $problem }: --moves { $asked }: 手順は { $count } 手しかありません
show-no-mate = { $problem }: --moves: 不詰なので進める手順がありません
show-unsolved = { $problem }: --moves: 解けていません（{ $reason }）
show-after-move = 図は{ $ply }手目{ $mv }まで
show-mate = 詰上り図（{ $ply }手目{ $mv }まで）
show-sheet-title = 図面 { $count } 題

convert-one-file = --out: { $format } の棋譜は一つのファイルに一つしか書けません（records/ のようなディレクトリか { "{" }id{ "}" } を含む名前を指定してください）
convert-interrupted = 中断しました（{ $count } 局まで変換しました）
convert-losses = { $format } には書けないもの: { $losses }
convert-more = ほか { $count } 件
convert-unencodable = Shift_JIS に「{ $character }」がありません（出力の { $line } 行目、全部で { $count } 文字）
convert-exists = --out: { $file } はすでにあります（上書きしません）
convert-unwritable = --out: { $file } に書き込めません（{ $error }）
