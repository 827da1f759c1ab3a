# Conditions, composing backwards.
