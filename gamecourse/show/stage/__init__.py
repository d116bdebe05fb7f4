"""The stage: every game as a scene that the browser draws, by mouse and keyboard, with a kernel or without."""
