# Diagrams.

diagram-attacker-hand = 攻方持駒:
diagram-defender-hand = 玉方持駒:
diagram-empty-hand = なし
diagram-defender-to-move = 玉方の手番
