# Diagrams.

diagram-attacker-hand = Attacker's hand:
diagram-defender-hand = Defender's hand:
diagram-empty-hand = none
diagram-defender-to-move = The defender is to move.
