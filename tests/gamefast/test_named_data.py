"""A table with names: the rules give what they give with a flat table, at both speeds, and what
cannot be is said by its name.
"""

import pickle
from random import Random

import numpy as np
import pytest

from gamefast import (
    CompiledChance,
    CompiledGraph,
    CompiledRules,
    alphabeta,
    chance_values,
    check_solution,
    deepen,
    load,
    mcts,
    save,
    solve,
)
from gamefast.compiled.rules import COMPILED
from gamefast.compiled.table import table_of


# The race to a goal in steps that are given: whoever reaches it wins. In a flat table the goal
# comes first.
def flat_options(total, data, out):
    count = 0
    for k in range(1, len(data)):
        if total + data[k] <= data[0]:
            out[count] = total + data[k]
            count += 1
    return count


def flat_sources(total, data, out):
    count = 0
    for k in range(1, len(data)):
        out[count] = total - data[k]
        count += total >= data[k]
    return count


def allowed(total, step, data):
    return total + step <= data.goal


def options(total, data, out):
    count = 0
    for step in data.steps:
        if allowed(total, step, data):
            out[count] = total + step
            count += 1
    return count


def sources(total, data, out):
    count = 0
    for step in data.steps:
        out[count] = total - step
        count += total >= step
    return count


def lost(total, data):
    return -1


def guess(total, data):
    return data.scores[total]


def flat_guess(total, data):
    return total * 7 % 11 - 5


def verdicts(solution):
    return {p: (found.outcome, found.remoteness) for p, found in solution.items()}


def pair(goal, steps, unmoves=False, **choices):
    """The same rules with a flat table and with names."""
    named = {"goal": goal, "steps": steps}
    flat = CompiledRules(
        flat_options,
        lost,
        sources=flat_sources if unmoves else None,
        data=[goal, *steps],
        **choices,
    )
    by_name = CompiledRules(
        options, lost, sources=sources if unmoves else None, data=named, **choices
    )
    return flat, by_name


@pytest.mark.parametrize("unmoves", [False, True])
@pytest.mark.parametrize("dense", [False, True])
def test_names_and_places_give_the_same(speed, dense, unmoves):
    for goal, steps in ((30, [1, 2]), (25, [1, 3, 4]), (9, []), (40, [5])):
        if unmoves and not dense and steps == [1, 3, 4]:
            continue
        flat, named = pair(goal, steps, unmoves, size=goal + 1 if dense else None)
        expected, found = solve(flat), solve(named)
        assert verdicts(found) == verdicts(expected)
        assert check_solution(found) == len(expected)
        assert found.explain() == expected.explain()
        assert alphabeta(named).line == alphabeta(flat).line
        if steps:
            tries = [mcts(rules, playouts=300, rng=Random(1)) for rules in (flat, named)]
            assert tries[0].visits == tries[1].visits


def test_scores_read_names_too(speed):
    scores = [flat_guess(total, None) for total in range(61)]
    flat = CompiledRules(flat_options, lost, flat_guess, scale=20, data=[60, 1, 2])
    data = {"steps": np.array([1, 2], np.int32), "scores": scores, "goal": np.int8(60)}
    named = CompiledRules(options, lost, guess, scale=20, data=data)
    for depth in (1, 4, 7):
        expected, found = (deepen(rules, depth=depth) for rules in (flat, named))
        assert (found.value, found.line) == (expected.value, expected.line)


def test_the_older_name_and_dice_take_names():
    arena = CompiledGraph.of(31, options, lost, sources, data={"goal": 30, "steps": [1, 2]})
    assert verdicts(solve(arena)) == verdicts(solve(pair(30, [1, 2], size=31)[0]))

    def turn(i, data):
        return 3 if i == data.over else 2

    def chances(i, data, out):
        out[0] = out[1] = data.over
        return 2

    def payoff(i, data):
        return data.pays[0]

    named = {"over": 1, "pays": [5, 6]}
    values = chance_values(CompiledChance.of(2, turn, chances, payoff, data=named))
    assert values.value(0).upper == 5


@pytest.mark.slow
def test_other_lengths_are_the_same_machine_code(monkeypatch):
    monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
    flat = solve(pair(9, [1, 3, 4, 7])[0])
    solve(pair(30, [1, 2])[1])
    before = len(COMPILED)
    assert solve(pair(9, [1, 3, 4, 7])[1])[0] == flat[0]
    assert len(COMPILED) == before
    swapped = CompiledRules(options, lost, data={"steps": [1, 2], "goal": 30})
    assert verdicts(solve(swapped)) == verdicts(solve(pair(30, [1, 2])[0]))
    assert len(COMPILED) == before + 2  # names in another order are other code: options, outcome


def test_names_belong_to_the_digest(tmp_path):
    one = CompiledRules(options, lost, data={"goal": 20, "steps": [1, 2]}).frozen()
    longer = CompiledRules(options, lost, data={"goal": 20, "steps": [1, 2, 3]}).frozen()
    swapped = CompiledRules(options, lost, data={"steps": [1, 2], "goal": 20}).frozen()
    flat = CompiledRules(options, lost, data=[20, 1, 2]).frozen()
    assert one.digest == longer.digest
    assert len({one.digest, swapped.digest, flat.digest}) == 3
    rules = CompiledRules(options, lost, data={"goal": 20, "steps": [1, 2]})
    save(solve(rules), tmp_path / "race.npz")
    assert load(tmp_path / "race.npz", rules).best() == solve(rules).best()
    with pytest.raises(ValueError, match="is the solution of"):
        load(
            tmp_path / "race.npz", CompiledRules(options, lost, data={"goal": 20, "steps": [1, 3]})
        )


def test_rules_with_names_can_be_pickled():
    rules = pair(20, [1, 2])[1]
    for given in (rules, rules.frozen()):
        again = pickle.loads(pickle.dumps(given))
        assert verdicts(solve(again)) == verdicts(solve(rules))


def test_they_are_written_with_their_names():
    assert repr(pair(20, [1, 2])[1]) == (
        "CompiledRules(options, start=0, data={'goal': 20, 'steps': [1, 2]})"
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"goal": 2.5}, r"data\['goal'\]=2.5: give whole numbers from -2"),
        ({"goal": "20"}, r"data\['goal'\]='20': give whole numbers"),
        ({"goal": None}, r"data\['goal'\]=None: give whole numbers"),
        ({"goal": 2**63}, r"data\['goal'\]=9223372036854775808: give whole numbers"),
        ({"steps": [1, 0.5]}, r"data\['steps'\]=\[1, 0.5\]: give whole numbers"),
        ({"steps": [[1], [2]]}, r"data\['steps'\]=\[\[1\], \[2\]\]: give a number or a flat list"),
        ({"steps": [[1], [2, 3]]}, r"data\['steps'\]=\[\[1\], \[2, 3\]\]: give a number or a flat"),
        ({"two words": 1}, "data has the name 'two words': rules read it as data.name"),
        ({"": 1}, "data has the name ''"),
        ({"class": 1}, "data has the name 'class'"),
        ({"_hidden": 1}, "data has the name '_hidden'"),
        ({7: 1}, "data has the name 7"),
    ],
)
def test_what_no_table_holds_is_named(data, said):
    with pytest.raises(ValueError, match=said):
        CompiledRules(options, lost, data=data)


def misspelt(total, data, out):
    return data.gaol


def beyond(total, data, out):
    out[0] = data.steps[total]
    return 1


def test_a_name_that_is_missing_and_a_place_that_is_are_named():
    data = {"goal": 20, "steps": [1, 2]}
    said = r"options\(0\) fails, AttributeError: .*gaol.* the names in data are goal, steps\)"
    with pytest.raises(ValueError, match=said):
        solve(CompiledRules(misspelt, lost, data=data))
    said = r"options\(2\) fails, IndexError: .*len\(data.steps\) is 2; len\(out\), .*, is 128"
    with pytest.raises(ValueError, match=said):
        solve(CompiledRules(beyond, lost, data=data))


def only_when_large(total, data, out):
    if total > 999:
        return data.gaol
    out[0] = total + 1
    return 1


@pytest.mark.slow
def test_a_missing_name_that_only_the_compiler_meets_is_named_with_its_line(monkeypatch):
    monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
    line = only_when_large.__code__.co_firstlineno + 2
    with pytest.raises(TypeError, match=f"does not compile, line {line} of test_named_data.py"):
        solve(CompiledRules(only_when_large, lost, data={"goal": 1}))


def test_an_empty_table_is_a_table():
    for data in ((), {}):
        table, _ = table_of(data)
        assert table.tolist() == []
        assert len(solve(CompiledRules(flat_sources_of_none, lost, data=data, start=3))) == 4


def flat_sources_of_none(total, data, out):
    out[0] = total - 1
    return int(total > 0)


def test_names_that_tuples_have_as_methods_may_be_used(speed):
    def count_on(total, data, out):
        out[0] = total + data.index[0] + data.count
        return int(total < 20)

    assert str(solve(CompiledRules(count_on, lost, data={"count": 2, "index": [1, 5]}))[0]) == (
        "WIN in 7"
    )
