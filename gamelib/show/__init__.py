"""Pictures and things to click: ``boards``, ``plots`` and ``widgets``, each loaded when it is imported."""
