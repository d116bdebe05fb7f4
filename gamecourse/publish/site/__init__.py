"""The course as pages, for readers without Python."""
