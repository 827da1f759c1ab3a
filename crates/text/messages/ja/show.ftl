# The commands show and convert.
