"""The reader's own copy of the course: made, brought up to date, and never written over.

``student`` makes of each notebook of the repository what a student gets, ``landing`` the page on which the student
begins, ``plan`` all that the copy holds, and ``copy`` lays it in a folder.
"""

from gamecourse.course.copy import Report, lay

__all__ = ["Report", "lay"]
