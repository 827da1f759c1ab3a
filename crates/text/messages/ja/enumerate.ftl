# The commands compose and enumerate.

enumerate-no-condition = { $name }: そのようなファイルも付属の条件（{ $shipped }）もありません
enumerate-finals = 詰上りを探索中: 玉の位置 { $total } 中 { $done }
enumerate-time-left = 、残り約 { $seconds } 秒
enumerate-deciding = { $plies } 手: 候補 { $total } 中 { $done } を判定{ $left }
enumerate-generation-plies = 手
enumerate-generation-candidates = 候補
enumerate-generation = { $plies } 手: 候補 { $candidates }、完全 { $sound }
enumerate-generation-finished = 、完成 { $finished }
enumerate-generation-open = 、未決着 { $open }
enumerate-longest = 最長は { $plies } 手: { $sound } 局（うち変同のないもの { $strict } 局）
enumerate-finished = 完成作の最長は { $plies } 手: { $all } 局（うち変同のないもの { $strict } 局）
enumerate-none-finished = 完成作はありません
enumerate-complete = 未決着の候補はありません（漏れなし）
enumerate-complete-up-to = { $plies } 手までに未決着の候補はありません
enumerate-open = 未決着の候補が { $open } あります（漏れの可能性あり）。続けるには --nodes を増やして同じコマンドを実行してください
enumerate-cut-off = それより長い作品は調べていません（limits.length = { $plies }）
enumerate-results = 結果: { $folder }/problems.tsv, problems.html, kif, statistics.md, plot.svg
enumerate-folder = { $folder }: フォルダーを作れません（{ $error }）
enumerate-rechecking = 独立に再検査中: { $problems } 局中 { $done } 局
enumerate-rechecked = 独立の再検査: { $problems ->
    [1] 1 局、完全
   *[other] { $problems } 局すべて完全
  }
enumerate-other-material = 問題の駒は{ $problem }ですが、条件の駒は{ $condition }です
enumerate-pieces = { $name }{ $count }枚
enumerate-pieces-comma = ・
enumerate-no-pieces = なし
enumerate-does-not-match = { $sfen }: 条件に合いません（{ $mismatch }）
enumerate-one-to-extend = 一度に逆算できるのは一題だけです
enumerate-step = { $step } 回目: { $problems } 局、{ $nodes } ノード
enumerate-extensions = 逆算で得た完全作 { $count } 局（表示 { $shown } 局）
enumerate-extensions-finished = 、完成 { $finished } 局
enumerate-extensions-open = 、未決着の候補 { $open }（--nodes を増やせば決着することがあります）
enumerate-extensions-interrupted = 、中断
enumerate-extension-finished = 、完成
enumerate-extension-equal = 、変同あり
enumerate-extension = { $number }. { $plies } 手{ $finished }{ $equal }
