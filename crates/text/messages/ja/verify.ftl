# The command verify.

verify-proven = 検証済み: { $claim }
verify-entries = 項目: 詰み { $mate }、反証 { $refutation }、{ $bytes } バイト（1 項目あたり { $each }）
verify-written-by = 作成: { $program }、検証時間 { $time } 秒
verify-memory = { $certificate }: 検証に { $size } のメモリを使います
verify-one-problem = 証明書は一つの問題のものですが、複数の問題が指定されています
