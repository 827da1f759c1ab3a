# Facts about problems.
