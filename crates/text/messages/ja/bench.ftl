# The command bench.

bench-signature = シグネチャ { $nodes }（詰み { $mates }、不詰 { $nomates }、不明 { $unknown }）
