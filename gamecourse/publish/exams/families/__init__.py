"""The families of questions, a module for each lecture."""

from gamecourse.publish.exams.families import (
    kayles,
    matches,
    minimax,
    nim,
    sprague_grundy,
    tictactoe,
)
from gamecourse.publish.exams.family import Family

#: The lectures' modules, in the course's order.
LECTURES = (matches, nim, sprague_grundy, kayles, minimax, tictactoe)
#: Each family by the number of its question.
FAMILIES: dict[str, type[Family]] = {
    family.number: family for lecture in LECTURES for family in lecture.FAMILIES
}
