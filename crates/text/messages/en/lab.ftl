# The experiments of the papers.
