# Reading problems and collections.
