# Positions and moves.
