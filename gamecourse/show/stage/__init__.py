"""The stage: every game as a scene that the browser draws, for mouse and keyboard, with or without
a kernel.
"""
