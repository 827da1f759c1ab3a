# The command verify.

verify-proven = Verified: { $claim }
verify-entries = Entries: { $mate } of mate, { $refutation } of refutation; { $bytes } bytes, { $each } for each entry
verify-written-by = Written by { $program }, verified in { $time } s
verify-memory = { $certificate }: the verification takes { $size } of memory
verify-one-problem = a certificate belongs to one problem, but several are given
