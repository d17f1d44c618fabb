"""The process that runs a learner's code: a client of the world, like any caller of an API.

It is started from `__main__.py`, never imported by the judge. Of `kitchen` it knows the framing of
messages and the goods; nothing else can be imported here.
"""
