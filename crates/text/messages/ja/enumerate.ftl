# The commands compose and enumerate.
