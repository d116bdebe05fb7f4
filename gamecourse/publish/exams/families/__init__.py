"""The families of questions, a module for each lecture."""

from gamecourse.publish.exams.families import alphabeta, certain, chance, edge, large, matches
from gamecourse.publish.exams.family import Family

#: The lectures' modules, in the course's order.
LECTURES = (matches, alphabeta, large, chance, certain, edge)
#: Each family by the number of its question.
FAMILIES: dict[str, type[Family]] = {
    family.number: family for lecture in LECTURES for family in lecture.FAMILIES
}
