"""The reader's own copy of the course: made, brought up to date, and never written over.

``student`` turns each notebook of the repository into the version that a student gets. ``landing``
makes the page on which the student begins. ``plan`` lists everything in the copy, and ``copy`` puts
it into a folder. ``sheets`` knows the exercises, ``progress`` how many are right.
"""
