# Help texts and usage errors of the command line.
