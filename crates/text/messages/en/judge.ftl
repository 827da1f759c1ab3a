# Facts about problems.

judge-kind-no-mate = no mate
judge-kind-early-mate = early mate
judge-kind-cook = cook
judge-kind-tail-cook = cook at the end
judge-kind-pieces-left = pieces left
judge-kind-longer-variation = longer variation
judge-kind-longer-by-two = variation longer by two with pieces left
judge-kind-equal-variation = equal variation
judge-kind-last-move-dual = last-move dual
judge-kind-transposition = transposition
judge-kind-detour = detour
judge-kind-distance-dual = dual of distance
judge-kind-place-dual = dual of place
judge-kind-promotion-dual = dual of promotion
judge-kind-interposed-kind-dual = dual of the interposed kind
judge-kind-variation-alternative = alternative inside a variation
judge-kind-idle-piece = idle piece
judge-kind-line-illegal = author's line is illegal
judge-kind-line-no-mate = author's line does not mate
judge-kind-line-pieces-left = author's line leaves pieces
judge-kind-length-differs = length differs
judge-kind-duplicate = duplicate

judge-verdict-complete = complete
judge-verdict-flawed = flawed
judge-verdict-unsound = unsound
judge-verdict-undecided = undecided

judge-severity-fatal = fatal
judge-severity-flaw = flaw
judge-severity-ignored = ignored

judge-label-undecided = undecided
judge-label-undecided-ignored = undecided, ignored
judge-undecided-because = Undecided: { $reason }
judge-open-kind-no-mate = whether it mates
judge-open-kind-early-mate = whether it is shortest

## Facts that were refuted or not decided.

judge-refuted = Move { $ply }: { $line } does not mate
judge-try = Move { $ply }: { $line } ({ $closeness })
judge-open-mate = Whether there is a mate could not be decided
judge-open-idle-piece = Whether the piece on { $square } is needed could not be decided
judge-open-line = Whether the author's line mates could not be decided
judge-open-pieces-left = Whether every best line leaves pieces, as the author's does, could not be decided
judge-open-shorter = Whether there is a shorter mate could not be decided
judge-open-check = Move { $ply }: whether { $move } mates could not be decided
judge-open-cook = Move { $ply }: { $move } mates as well; whether without the main line could not be decided: { $line }
judge-open-defences = Move { $ply }: the other defences could not be decided

## Proven facts. $name is the class, $line what follows the move, $within the length.

judge-line = : { $line }
judge-within = , in { $length ->
    [one] { $length } ply
   *[other] { $length } plies
  } in all
judge-no-mate-at-all = { $name }: there is none at all
judge-no-mate = { $name }: { $move } at move { $ply } escapes
judge-cook = { $name }: { $move } at move { $ply } mates as well{ $within }{ $line }
judge-detour = { $name }: { $move } at move { $ply } leads back to the main line{ $within }{ $line }
judge-pieces-left = { $name }: the attacker is left with { $hand } in hand
judge-line-pieces-left = { $name }: { $hand } in hand; another defence or last move leaves nothing
judge-longer-variation = { $name }: { $move } at move { $ply } makes it { $length } plies{ $line }
judge-longer-by-two = { $name }: { $move } at move { $ply } makes it { $length } plies and leaves { $hand }{ $line }
judge-equal-variation = { $name }: { $move } at move { $ply } lasts as long and leaves nothing in hand{ $line }
judge-last-move-dual = { $name }: { $move } at move { $ply } mates as well
judge-dual = { $name }: { $move } at move { $ply } does as well, the rest staying the same
judge-variation-alternative = { $name }: after { $move } at move { $ply } { $other } mates, among others
judge-idle-piece = { $name }: without the { $piece } on { $square } the problem is the same
judge-line-unreadable = { $name }: move { $ply }: { $flaw }
judge-line-illegal = { $name }: { $move } at move { $ply } cannot be played
judge-line-unfinished = { $name }: it ends after move { $ply } with the attacker to move
judge-line-no-mate = { $name }: { $move } at move { $ply } is a defence against it
judge-length-differs = { $name }: { $said } plies are stated, but the mate takes { $length }
judge-duplicate-same = { $name }: the same as '{ $earlier }'
judge-duplicate-mirrored = { $name }: the mirror image of '{ $earlier }'
judge-duplicate-shifted = { $name }: a shifted copy of '{ $earlier }'
judge-duplicate-mirrored-and-shifted = { $name }: a shifted mirror image of '{ $earlier }'

## Repairs.

judge-attacker = attacker
judge-defender = defender
judge-edit-remove = take off the { $side }'s { $piece } on { $square }
judge-edit-move = move the { $side }'s { $piece } from { $from } to { $to }
judge-edit-add = put a { $piece } of the { $side } on { $square }
judge-repair = { $change } (mate in { $length })
judge-repair-same-line = { $change } (mate in { $length }, the same line)

## Profiles.

judge-profile-syntax = line { $line }: { $what }
judge-profile-unknown-key = line { $line }: there is no key '{ $key }' here
judge-profile-bad-value = line { $line }: '{ $key }' is { $wants }
judge-profile-wants-base = the name of a shipped profile: magazine, smartphone, strict or classic
judge-profile-wants-section = a section, written [like this]
judge-profile-wants-severity = "fatal", "flaw" or "ignored"
judge-profile-wants-switch = true or false
