# Words in diagrams.
