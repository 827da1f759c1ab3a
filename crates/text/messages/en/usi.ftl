# The USI engine and the client.
