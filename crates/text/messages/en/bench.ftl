# The command bench.

bench-signature = signature { $nodes } (mates { $mates }, no mates { $nomates }, unknown { $unknown })
