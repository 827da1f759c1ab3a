# What long runs leave on disk.

runstore-file = { $path }: { $error }
runstore-not-a-folder = { $path }: this is a file, not a folder
runstore-not-empty = { $path }: the folder is neither empty nor that of a run
runstore-busy-folder = { $path }: another process is working in this folder
runstore-other-run = { $path }: the folder belongs to another run: '{ $found }', not '{ $asked }'
runstore-busy-file = { $path }: another process is using this file
runstore-other-journal = { $path }: this is the journal of something else
runstore-damaged = { $path }, line { $line }: this is no row of the results
runstore-not-a-file = { $path }: this is not an ordinary file
runstore-salvaged = { $path }: { $count ->
    [one] 1 damaged line ({ $lines }) is
   *[other] { $count } damaged lines ({ $lines }) are
  } left out; the file as it was is kept as { $original }
runstore-torn = { $path }, line { $lines }: this line was not written to its end and is left out
runstore-interrupted = interrupted; the same command goes on from here
