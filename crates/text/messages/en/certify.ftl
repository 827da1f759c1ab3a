# Certificates.

## What a certificate claims.

certify-claim-mate-within = mate within { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
  }
certify-claim-mate-exactly = mate in exactly { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
  }
certify-claim-no-mate = no mate
certify-claim-no-mate-within = no mate within { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
  }

## Why a file is no certificate that can be judged.

certify-unreadable = the certificate cannot be read: { $error }
certify-not-a-certificate = this is not a certificate
certify-version = the certificate has format version { $found }, this program reads version { $known }
certify-header = the header of the certificate is broken: { $part }
certify-header-program = the version of the program
certify-header-attacker = the attacker
certify-header-position = the position
certify-header-claim = the claim
certify-problem = the problem in the certificate is none: { $error }
certify-other-problem = the certificate is for another problem: { $sfen }
certify-checksum = the checksum is wrong: the certificate is damaged or cut short
certify-ends-early = the certificate ends too early, at byte { $offset }
certify-goes-on = something follows the end of the certificate at byte { $offset }
certify-no-section = the section that must start at byte { $offset } is not there
certify-number = the number before byte { $offset } is not written as numbers are
certify-nested = entries are nested too deeply at byte { $offset }
certify-endless = there is a fault in it, and no end within { $bytes } bytes after that
certify-changed = the file changed while it was read
certify-memory = there is not enough memory to verify it: it takes at least { $bytes } bytes
certify-verification-stopped = the verification was interrupted

## What is wrong in a certificate.

certify-fault = the certificate is wrong at byte { $offset }, in the { $section } section, entry { $entry }: { $kind }; position: { $sfen }
certify-section-mate = mate
certify-section-refutation = refutation
certify-fault-no-move = { $word } is no move
certify-fault-illegal-move = { $move } is not a legal move
certify-fault-no-check = { $move } does not give check
certify-fault-pawn-drop-mate = { $move } mates by dropping a pawn, which is illegal
certify-fault-no-hand = hand { $number } does not exist in this position
certify-fault-rank = the mate is to come within less than one ply
certify-fault-depth = the depth of the entry is out of range
certify-fault-not-mate = this is the last ply, but { $move } is a defence
certify-fault-no-entry = { $move } refers to the entry { $back } back, which does not exist
certify-fault-other-board = { $move } refers to entry { $entry }, which is for another board
certify-fault-other-hand = { $move } refers to entry { $entry }, whose hand does not dominate
certify-fault-too-slow = { $move } refers to entry { $entry }, a mate within { $has } plies where { $wants } are left
certify-fault-too-short = { $move } refers to entry { $entry }, which holds out for { $has } plies where { $wants } are needed
certify-fault-illegal-reply = { $move } is not a legal reply
certify-fault-mates = { $move } mates at once
certify-fault-mated = the king is mated already

## Why no certificate was built.

certify-build-unwritable = the certificate cannot be written: { $error }
certify-build-no-answer = a question has no answer
certify-build-bad-answer = { $answer } in { $sfen }
certify-build-parity = a length of wrong parity is claimed
certify-build-nested = the certificate is nested too deeply
certify-answer-bounds = a hand or length out of range
certify-answer-attack = a move that is no legal check
certify-answer-last-move = a last move that does not mate
certify-answer-reply = a reply that is not legal
certify-answer-mates = a mate that was said not to be there

certify-nothing-proven = nothing is proven that a certificate could show
certify-too-long = the mate is longer than a certificate can claim
certify-contradiction = the search contradicts its own proof
certify-stopped-time = the time limit was reached before the certificate was complete
certify-stopped-nodes = the node limit was reached before the certificate was complete
certify-stopped-memory = the depth limit was reached before the certificate was complete
certify-stopped-interrupted = the certificate was interrupted

## A certificate that was written.

certify-written = Certificate { $file }: { $count ->
    [one] { $entries } entry
   *[other] { $entries } entries
  }, { $bytes } bytes, { $each } for each entry
certify-written-verified = Verified in { $time } s: { $claim }
certify-written-unverified = Not verified: { $why }; 'kemuri verify' does it
certify-too-large-to-verify = --hash leaves too little memory to verify the certificate
certify-writing = { $label } writing the certificate: { $count ->
    [one] { $entries } entry
   *[other] { $entries } entries
  }

## No certificate.

certify-not-written = no certificate was written: { $why }
certify-undecided = the verdict is unknown
certify-refused = THE VERDICT MAY BE WRONG, its certificate was not verified: { $why }
certify-file-no-directory = --certificate: there is no directory for '{ $file }'
certify-file-permission = --certificate: permission to write '{ $file }' is denied
certify-file-is-directory = --certificate: '{ $file }' is a directory, not a file
certify-file-exists = --certificate: '{ $file }' is there already and is no certificate
certify-file-unwritable = --certificate: '{ $file }' cannot be written: { $error }

## The certificates of a bench.

certify-bench-wrong = WRONG CERTIFICATE: { $id }: { $why }
certify-bench-head-bytes = cert. bytes
certify-bench-head-entries = entries
certify-bench-head-verified = verified
certify-bench-sums = Certificates: { $verified } of { $decided } verified; entries: { $entries }, bytes: { $bytes }, { $each } for each entry; built in { $built } s, verified in { $time } s; verification / solving time, geometric mean: { $ratio }
certify-bench-missing-list = No certificate within the limits at
certify-bench-wrong-list = WRONG CERTIFICATES at
