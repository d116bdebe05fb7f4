"""Everything for a class in one folder, which opens with one page (``make class``)."""
