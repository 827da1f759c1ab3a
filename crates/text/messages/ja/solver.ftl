# What the solver answers.

reason-time = 制限時間に達しました
reason-nodes = 制限ノード数に達しました
reason-memory = メモリの上限に達しました
reason-interrupted = 中断されました
