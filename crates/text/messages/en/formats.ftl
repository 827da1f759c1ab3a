# Records.
