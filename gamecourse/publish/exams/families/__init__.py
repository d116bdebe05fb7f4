"""The families of questions, a module for each lecture."""

from gamecourse.publish.exams.families import (
    alphabeta,
    certain,
    chance,
    cops,
    edge,
    graphs,
    kayles,
    large,
    matches,
    minimax,
    nim,
    partizan,
    pursuit,
    retrograde,
    sprague_grundy,
    tictactoe,
)
from gamecourse.publish.exams.family import Family

#: The lectures' modules, in the course's order.
LECTURES = (
    matches,
    graphs,
    retrograde,
    pursuit,
    cops,
    nim,
    sprague_grundy,
    kayles,
    minimax,
    tictactoe,
    alphabeta,
    large,
    chance,
    certain,
    edge,
    partizan,
)
#: Each family by the number of its question.
FAMILIES: dict[str, type[Family]] = {
    family.number: family for lecture in LECTURES for family in lecture.FAMILIES
}
