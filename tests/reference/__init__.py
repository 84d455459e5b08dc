"""A slow, clear engine that shares no code with the package.

It is written from the rules alone, on plain text and counters, so that what it says can be read
next to the paragraph it follows. It knows melds with jokers, and best lays and turns without.
"""
