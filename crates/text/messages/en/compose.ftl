# Conditions, composing backwards.

compose-unknown-key = line { $line }: there is no key '{ $key }' here
compose-text = line { $line }: { $detail }
compose-name = name: '{ $name }' is not made of letters, digits, - and _
compose-no-material = material: there are no pieces
compose-too-many = material: { $count } { $kind }s, but a set of shogi has { $limit }
compose-not-in-material = { $section }: { $count } of kind { $kind }, but the material has { $limit }
compose-out-of-range = { $key }: { $value } is not a number from { $least } to { $most }
compose-too-few = { $section }: { $need } pieces are needed besides the king, but there are { $have }
compose-not-the-sum = { $section }: the pieces of both sides and the king are { $sum }, but pieces is { $pieces }
compose-crowded = { $section }: { $pieces } pieces do not fit on { $squares } squares
compose-not-two = { $key }: two numbers are needed, the first and the last, not { $count }

compose-mismatch-start = a piece stands outside the files and ranks of the condition
compose-mismatch-region = a piece stands outside the files and ranks of the condition after ply { $ply }
compose-mismatch-final = the mate in the end is none of those that the condition begins with

compose-other-condition = { $path }: the folder belongs to a run of another condition that is named { $name } too: the condition differs
compose-workers = threads cannot be started ({ $threads }, each with a table of { $bytes })
compose-damaged = { $path }: the file is damaged ({ $what })
compose-stored-position = a stored position is no problem: { $error }
compose-no-solution = a problem of length { $plies } has no solution in the folder

compose-not-decided = { $sfen }: whether it is sound is not decided: { $reason }
compose-other-lines = other lines may be the solution
compose-not-sound = { $sfen }: not sound: { $flaw }
compose-not-to-move = the attacker is not to move
