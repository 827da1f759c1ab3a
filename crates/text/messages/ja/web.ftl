# The server of the workbench.

# The command web.
web-started = ブラウザーで開くアドレス: { $address }
web-open-to-others = --host { $host }: このアドレスに届きトークンを知る人は誰でも、この Kemuri とパソコンのメモリと計算時間を使えます。通信はトークンも含めて暗号化されません
web-no-browser = ブラウザーを開けませんでした。上のアドレスを開いてください
web-needs-token = --host: ほかのパソコンから届くサーバーには、自分で決めたトークンが必要です（--token TOKEN）
web-little-memory = --hash: この数のジョブには少なくとも { $least } が必要です
web-cannot-listen = { $address } で待ち受けできません（{ $error }）。--port 0 なら空いているポートを使います
web-system = サーバーを始められません（{ $error }）

web-not-found = このアドレスには何もありません
web-method = このアドレスでは { $method } を使えません
web-internal = サーバーの不具合でこの要求に答えられませんでした（ほかの要求には影響ありません）
web-bad-number = { $key }: 「{ $value }」は数ではありません
web-content-type = Content-Type ヘッダーは application/json でなければなりません
web-timeout = 要求が { $seconds } 秒以内に届きませんでした
web-too-large = 要求が { $mib } MiB を超えています
web-bad-json = { $line } 行 { $column } 桁: 要求を読み取れません（{ $detail }）
web-foreign-host = Host ヘッダーが別のサーバーを指しています。kemuri web が表示したアドレスを開いてください
web-no-origin = Origin ヘッダーがありません。変更できるのはこのページ自身だけです
web-foreign-origin = 別のページからの要求です。このサーバーを使えるのはこのページ自身だけです
web-no-token = このブラウザーはまだ許可されていません。kemuri web が表示した、トークン付きのアドレスを開いてください
web-wrong-token = トークンが違います。kemuri web が表示したアドレスをそのまま開いてください
web-busy = 待っているジョブがすでに { $waiting } 件あります。しばらく待つか、どれかを取り消してください
web-busy-bodies = 同時に送られているデータが多すぎます。しばらくしてからもう一度試してください
web-busy-play = 応手を待つ要求が多すぎます。もう一度試してください
web-cancelled = 始まる前に取り消されました
web-job-failed = Kemuri の不具合でこのジョブは終了しました（ほかのジョブには影響ありません）
web-missing = { $field } がありません

web-bad-base64 = Base64 ではありません
web-too-many-moves = 指し手が多すぎます（{ $count } 手まで）
web-batch-too-long = 問題が多すぎます（一度に { $count } 題まで）
web-too-many-problems = はじめの { $count } 題だけを読み込みました。テキストを分けてください
web-text-or-base64 = text か base64 のどちらか一方が必要です
web-pasted = テキスト
web-format = その形式はありません（{ $formats } のいずれか）
web-record-or-sfen = record か sfen のどちらかが必要です
web-losses = この形式に書けないもの: { $losses }
web-no-move = 「{ $word }」は USI の指し手ではありません
web-move-illegal = { $ply } 手目は指せません: { $reason }
web-move-no-check = { $ply } 手目 { $mv } は王手ではありません
web-hands = 持駒の表示のしかたは { $names } のいずれかです
web-profile = その名前の基準はありません（{ $names } のいずれか）

web-futile-none = 合駒をすべて数える
web-futile-standard = 無駄合を数えない
web-futile-with-moves = 無駄な移動合も数えない
web-profile-magazine = 専門誌の基準
web-profile-strict = 解が一つであることを求める厳格な基準
web-profile-smartphone = アプリで解く問題の基準
web-profile-classic = 江戸時代の基準

web-batch-done = { $count } 題: 詰み { $mates }、不詰 { $nomates }、不明 { $unknown }
web-compose-rejected = 候補のうち { $count } 図は完全ではありません
web-compose-open = 候補のうち { $count } 図は未決着です

web-play-mated = { $mv }まで詰み
web-play-mates = { $mv }で詰みます。残り{ $plies }手
web-play-mates-within = { $mv }で詰みます。残り{ $plies }手以内
web-play-fails = { $mv }では詰みません。{ $reply }で逃れます
web-play-unknown = { $mv }で詰むかどうかは不明です（{ $reason }）

# What long work is doing.
phase-solving = 解図中
phase-shortening = 最短手数を証明中
phase-tree = 変化を展開中
phase-explaining = 無駄合の理由を確認中
phase-certifying = 証明書を作成中（{ $count } 項目）
phase-verifying = 証明書を検証中
phase-extending = { $of } 段中 { $step } 段目、{ $count } 題
phase-counting = { $of } 中 { $done }
