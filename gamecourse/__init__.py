"""The course itself: pictures and widgets, exercises that answer back, the reader's own copy of the
course.

``show``     pictures, and games to play in a notebook, on a slide, on a page: ``from gamecourse.show import boards``
``check``    exercises, one module a lecture: ``from gamecourse.check import matches as check``
``grading``  what judges an answer, and gives marks
``course``   the reader's own copy of the course, the doctor, a folder for a class
``progress`` what is right and what was won in that copy
``publish``  slides, pages, handouts, stored notebooks: for those who publish the course

``show_source(function)`` shows in a notebook the code that really runs. ``python -m gamecourse``
(and, as ever, ``python -m gamelib``) is the command line.
"""

from gamecourse.show.source import show_source

__all__ = ["show_source"]
