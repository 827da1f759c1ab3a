# Reading problems and collections.

input-not-found = there is no such file
input-permission = permission denied
input-directory = this is a directory, not a file
input-unreadable = cannot be read: { $error }
