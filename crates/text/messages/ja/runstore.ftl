# What long runs leave on disk.
