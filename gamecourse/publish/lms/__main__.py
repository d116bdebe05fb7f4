"""Write the questions of each lecture, and those of all lectures in one file, as GIFT and as Moodle
XML: ``python -m gamecourse.publish.lms build/lms``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gamecourse.publish.lms.bank import lectures
from gamecourse.publish.lms.gift import gift
from gamecourse.publish.lms.moodle import moodle_xml

#: The category above those of the lectures.
COURSE = "Solving games"
#: The name of the files that hold all lectures.
ALL = "all-lectures"


def main(folder: Path) -> None:
    """Write the files, and say what is in them."""
    every = lectures()
    files = {lecture.stem: [lecture] for lecture in every}
    files[ALL] = every
    folder.mkdir(parents=True, exist_ok=True)
    for name, some in files.items():
        (folder / f"{name}.gift").write_text(gift(some, COURSE), encoding="utf-8", newline="\n")
        (folder / f"{name}.xml").write_bytes(moodle_xml(some, COURSE))
    questions = [question for lecture in every for question in lecture.questions]
    votes = sum(bool(question.choices) for question in questions)
    print(f"{folder}: {votes} votes and {len(questions) - votes} questions with a short answer")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
