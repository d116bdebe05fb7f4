"""The gate: no mutant of a solution that its judge refutes may be called right.

PYTHONPATH=tests/gamecourse python -m verdicts.gate --lectures 1-3 --seed 7 --report
build/verdicts.json
"""

import argparse
import json
import os
import random
import sys
import time
import warnings
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass, field
from itertools import chain, zip_longest
from multiprocessing import connection, get_context

from verdicts.mutants import mutants
from verdicts.notebooks import tasks
from verdicts.oracles import judge
from verdicts.policy import SAME, TYPE, WRONG

#: Bytes that a mutant may take.
MEMORY = 4 << 30


@dataclass
class Case:
    """A mutant of a solution, and what the checker and the judge say of it."""

    key: str
    kind: str
    words: str
    state: str = "UNFINISHED"
    reason: str = ""
    judged: str = ""
    witness: str = ""
    cpu: float = 0.0
    source: str = field(default="", repr=False)

    @property
    def failure(self):
        """What must not be: a wrong answer is called right, the solution is not, or the checker
        itself fails.
        """
        if self.state in ("CHECKER FAILED", "NOT_MARKED"):
            return "the checker fails"
        if self.kind == "model" and self.state not in ("RIGHT", "UNFINISHED"):
            return "the solution itself is refused"
        return "accepted" if self.state == "RIGHT" and self.judged in (WRONG, TYPE) else ""

    @property
    def note(self):
        """What a reader should look at."""
        if self.state == "RIGHT" and self.judged != SAME:
            return "right, and " + (self.judged or "not judged")
        return (
            "refused, and the judge sees no fault"
            if self.state in ("WRONG", "TYPE") and self.judged == SAME
            else ""
        )

    def __str__(self):
        said = (
            f"{self.key}: {self.failure or self.note} ({self.judged})\n    {self.kind}: "
            f"{self.words}"
        )
        return f"{said}\n    {self.state}: {self.reason[:300]}\n    {self.witness[:600]}"


def tried(task, mutant, seed, seconds):
    """What the checker says of a mutant, and the judge, in turn: as dicts, for a process to
    send.
    """
    answer = None
    try:
        answer = mutant.answer(task)
        feedback = task.exercise(answer)
        yield {"state": feedback.state.name, "reason": str(feedback)}
    except BaseException as error:
        yield {"state": "NO ANSWER" if answer is None else "CHECKER FAILED", "reason": repr(error)}
        return
    if feedback.state.name in ("RIGHT", "WRONG", "TYPE"):
        try:
            said, witness = judge(task, mutant.answer(task), random.Random(seed), seconds)
        except BaseException as error:
            said, witness = WRONG, f"the judge stops with {error!r}"
        yield {"judged": said, "witness": witness}


def child(pipe, task, mutant, seed, seconds, limit):
    """A process of its own for a mutant: what it says is sent, as far as it comes."""
    import resource  # there is none on Windows, where this file is still read

    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        for said in tried(task, mutant, seed, seconds):
            pipe.send(said | {"cpu": time.process_time()})


def run(jobs, *, seed=0, seconds=4.0, limit=40, workers=None, cpu=float("inf")):
    """The cases of these tasks and mutants, each in a process of its own; no new ones after so many
    CPU seconds.
    """
    context, running, used = get_context("fork"), {}, 0.0
    jobs, workers = iter(jobs), workers or os.cpu_count()
    while True:
        while len(running) < workers and used < cpu and (job := next(jobs, None)):
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=child, args=(theirs, *job, seed, seconds, limit))
            process.start()
            theirs.close()
            task, mutant = job
            running[ours] = (
                process,
                Case(task.key, mutant.kind, mutant.words, source=mutant.source),
                time.monotonic(),
            )
        if not running:
            return
        ready = connection.wait(running, timeout=1)
        late = [
            pipe for pipe, (_, _, begun) in running.items() if time.monotonic() - begun > 4 * limit
        ]
        for pipe in {*ready, *late}:
            process, case, _ = running[pipe]
            try:
                if pipe in late:
                    raise EOFError
                vars(case).update(pipe.recv())
            except EOFError:
                process.kill()
                process.join()
                used += case.cpu or limit
                del running[pipe]
                yield case


def spread(everything, seed):
    """Jobs of all tasks in turn: the solution first, then mutants in an order drawn anew for each
    task.
    """
    rng, rows = random.Random(seed), []
    for task in everything:
        first, *others = mutants(task)
        rows.append([(task, mutant) for mutant in (first, *rng.sample(others, len(others)))])
    rng.shuffle(rows)
    return [job for job in chain.from_iterable(zip_longest(*rows)) if job]


def numbers(text):
    """Lectures, as in "1-3,7"."""
    ends = [part.split("-") for part in text.split(",")]
    return {n for end in ends for n in range(int(end[0]), int(end[-1]) + 1)}


def main(given):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lectures", type=numbers, default=numbers("1-16"))
    parser.add_argument("--check", default="", help="one exercise alone")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sample", type=int, help="so many mutants of each solution")
    parser.add_argument(
        "--seconds", type=float, default=4.0, help="CPU seconds of the judge for each"
    )
    parser.add_argument("--limit", type=int, default=40, help="CPU seconds for each in all")
    parser.add_argument(
        "--cpu", type=float, default=float("inf"), help="CPU seconds for all together"
    )
    parser.add_argument("--report", help="a file for all cases, as JSON")
    asked = parser.parse_args(given)
    everything = list(tasks(asked.lectures, asked.check))
    jobs = spread(everything, asked.seed)[: asked.sample and asked.sample * len(everything)]
    cases = []
    for case in run(jobs, seed=asked.seed, seconds=asked.seconds, limit=asked.limit, cpu=asked.cpu):
        cases.append(case)
        if case.failure or case.note:
            print(case, flush=True)
    if asked.report:
        with open(asked.report, "w") as file:
            json.dump([asdict(case) for case in cases], file, indent=1)
    failures = Counter(case.key for case in cases if case.failure)
    print(
        f"{len(cases)} mutants of {len(everything)} exercises: "
        f"{Counter(case.state for case in cases)}"
    )
    print("refuted:", dict(failures) or "none")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
