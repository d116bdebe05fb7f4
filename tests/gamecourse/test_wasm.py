"""Kernels in the page: what node makes of their WebAssembly, against the same kernels
interpreted.
"""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import gamecourse.show.stage
from gamecourse.show.stage.marks import marks
from gamecourse.show.stage.wasm import Untranslatable, for_the_page
from gamefast.machine import Array, Kernel
from gamefast.retrograde.tokens import advance
from gamelib.games import ConnectFour, TicTacToe

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node runs the WebAssembly")


JS = Path(gamecourse.show.stage.__file__).with_name("js")


def node(code, given, name="", file=""):
    """What a program for node prints, as JSON. It is given ``given``, and a name from a file of the
    stage.
    """
    taken = f"import {{ {name} }} from {json.dumps((JS / file).as_uri())};" if name else ""
    code = (
        f'{taken}import {{ readFileSync }} from "node:fs";\nconst given = '
        f'JSON.parse(readFileSync(0, "utf8"));\n{code}'
    )
    run = ["node", "--input-type=module", "-e", code]
    return json.loads(
        subprocess.run(
            run, input=json.dumps(given), capture_output=True, text=True, check=True
        ).stdout
    )


RUN = """
const { wasm, name, calls } = given;
const memory = new WebAssembly.Memory({ initial: 64 });
const made = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(wasm, "base64")), { e: { m: memory } });
const KINDS = { q: BigInt64Array, i: Int32Array, h: Int16Array, b: Int8Array };
console.log(JSON.stringify(calls.map((call) => {
  let at = 0;
  const arrays = [];
  const taken = call.flatMap((one) => {
    if (typeof one === "string") return [BigInt(one)];
    const array = new KINDS[one.kind](memory.buffer, at, one.values.length);
    array.set(one.kind === "q" ? one.values.map(BigInt) : one.values.map(Number));
    arrays.push(array);
    at += Math.ceil(array.byteLength / 8) * 8;
    return [BigInt(array.byteOffset), BigInt(array.length)];
  });
  try {
    const back = [made.exports[name](...taken)].flat().filter((x) => x !== undefined);
    return { back: back.map(String), arrays: arrays.map((array) => [...array].map(String)) };
  } catch (error) { return { error: error.message }; }
})));
"""


def in_node(kernel, dtypes, calls):
    """What comes back of each call, and its arrays after it."""
    told = [
        [{"kind": one.dtype.char.replace("l", "q"), "values": list(map(str, one.tolist()))}
         if isinstance(one, np.ndarray) else str(one) for one in call]
        for call in calls
    ]  # fmt: skip
    return node(RUN, {"wasm": for_the_page(kernel, dtypes), "name": kernel.__name__, "calls": told})


def agree(kernel, dtypes, calls):
    """Whether both do the same."""
    for call, found in zip(calls, in_node(kernel, dtypes, calls), strict=True):
        mine = [one.copy() if isinstance(one, np.ndarray) else one for one in call]
        back = kernel.interpreted(*mine)
        back = () if back is None else back if isinstance(back, tuple) else (back,)
        arrays = [list(map(str, one.tolist())) for one in mine if isinstance(one, np.ndarray)]
        assert found == {"back": [str(int(x)) for x in back], "arrays": arrays}, call


@Kernel
def everything(numbers: Array, small: Array, a: int, b: int) -> tuple[int, int, int]:
    """Every kind of statement that a kernel may have."""
    total = 0
    for step in (1, a & 7, 3):
        if step == 2:
            continue
        if total > 1_000_000:
            break
        total += numbers[step % len(numbers)] // step if step else -1
    for k in range(len(small) - 1, -1, -2):
        small[k], total = max(small[k] - k, -5, a % 7 - 3), total ^ (small[k] << (k & 31))
    for n in numbers:
        if not -1000 < n <= 1000:
            continue
        total = total + (n if n > a or (n < b and b != 0) else ~n)
    left, k = (b, 0) if a > b else (a, 1)
    while True:
        k += 1
        if k * k > 50 or numbers[k % len(numbers)] == a:
            break
    numbers[0] = total >> 3
    numbers[-1 + len(numbers)] |= left & -left
    return total, k, (a == b) + 2 * (a < b < 10)


@needs_node
def test_every_kind_of_statement():
    rng = np.random.default_rng(3)
    calls = [
        (rng.integers(-(10**6), 10**6, 5), rng.integers(-9, 9, 6).astype(np.int8), int(a), int(b))
        for a, b in rng.integers(-20, 20, (200, 2))
    ]
    agree(everything, {"numbers": "q", "small": "b"}, calls)


@Kernel
def halves(a: int, b: int, by: int) -> tuple[int, int, int, int]:
    return a // b, a % b, a << by, a >> by


@needs_node
def test_division_rounds_down_and_a_shift_may_be_by_anything():
    numbers = [-7, -6, -1, 0, 1, 6, 7, 2**62]
    calls = [(a, b, by) for a in numbers for b in (-3, -2, 1, 2, 3) for by in (0, 1, 63, 64, 100)]
    found = in_node(halves, {}, calls)
    for (a, b, by), one in zip(calls, found, strict=True):
        right = [a // b, a % b, a << by, a >> by]
        fits = (
            -(2**63) <= a << by < 2**63
        )  # Python's numbers do not wrap, so what is longer stops the call
        assert one.get("back") == ([str(n) for n in right] if fits else None), (a, b, by)


@Kernel
def entry(numbers: Array, k: int) -> int:
    return numbers[k]


@needs_node
def test_an_index_that_is_none_is_an_error_and_a_negative_one_too():
    numbers = np.arange(3)
    found = in_node(entry, {"numbers": "q"}, [(numbers, k) for k in (0, 2, 3, -1, -(2**63))])
    assert [one.get("back") for one in found] == [["0"], ["2"], None, None, None]
    assert all("unreachable" in one["error"] for one in found[2:])


PLAYED = """
const board = await Marks.of(given);
let cells = given.start;
const spots = [];
for (let steps = board.steps(cells); steps.length; steps = board.steps(cells)) {
  const { move } = await board.reply(cells, [], 60);
  spots.push(steps[move][0]);
  cells = steps[move][1];
}
console.log(JSON.stringify([spots, board.won(cells).length]));
"""


@needs_node
@pytest.mark.parametrize(
    "game",
    [
        ConnectFour(),
        *(
            pytest.param(game, marks=pytest.mark.slow)
            for game in (ConnectFour(6, 8), ConnectFour(11, 4))
        ),
        TicTacToe(5, 5, 4),
    ],
    ids=repr,
)
def test_no_kernel_of_ours_stops_in_a_game_that_a_page_plays(game):
    """The largest boards are the ones whose numbers have the most bits."""
    spots, won = node(PLAYED, marks(game, game.start()), "Marks", "marks.js")
    assert won or len(spots) == game.start().count(".")


def test_a_page_plays_no_board_whose_numbers_have_too_many_bits():
    assert marks(ConnectFour(6, 8), ConnectFour(6, 8).start()) is not None
    assert marks(ConnectFour(7, 7), ConnectFour(7, 7).start()) is None


STOPPED = """
const { entry } = await kernels(given, new WebAssembly.Memory({ initial: 1 }));
try { entry(0n, 3n, 5n); } catch (error) { console.log(JSON.stringify(error.message)); }
"""


@needs_node
def test_a_kernel_that_stops_tells_the_page_its_line():
    line = entry.plain.__code__.co_firstlineno + 2
    said = node(STOPPED, for_the_page(entry, {"numbers": "q"}), "kernels", "scene.js")
    assert said == f"entry stopped at line {line}: unreachable"


@Kernel
def last(numbers: Array) -> int:
    return numbers[-1]


@Kernel
def far(a: int) -> int:
    return a << 64


@Kernel
def part(numbers: Array) -> int:
    return len(numbers[1:])


@Kernel
def real(a: int) -> int:
    return a + 0.5


@Kernel
def handed(ask: int) -> int:
    return ask(1)


@pytest.mark.parametrize("kernel", [last, far, part, real, handed])
def test_what_it_cannot_translate_it_refuses_with_the_line(kernel):
    line = kernel.plain.__code__.co_firstlineno + 2
    with pytest.raises(
        Untranslatable, match=rf"{kernel.__name__}, line {line}: no WebAssembly for '"
    ):
        for_the_page(kernel, {"numbers": "q"})


@needs_node
def test_the_loop_of_two_tokens():
    rng, calls = np.random.default_rng(5), []
    for n0, n1 in rng.integers(1, 6, (40, 2)).tolist():
        degrees = rng.integers(1, 4, n0 + n1)
        indptr = np.concatenate([[0], np.cumsum(degrees)])
        sources = np.array(
            [
                rng.integers(n0 if row < n0 else n1)
                for row in range(n0 + n1)
                for _ in range(degrees[row])
            ]
        )
        size = 2 * n0 * n1
        outcome, left = (
            rng.integers(-1, 2, size).astype(np.int8),
            rng.integers(0, 3, size).astype(np.int8),
        )
        frontier = np.flatnonzero(outcome).astype(np.int32)
        arrays = outcome, np.full(size, -1, np.int16), left
        calls.append(
            (
                n0,
                n1,
                indptr,
                sources.astype(np.int32),
                frontier,
                *arrays,
                1,
                np.zeros(4 * size, np.int32),
            )
        )
    kinds = {
        "indptr": "q",
        "sources": "i",
        "frontier": "i",
        "outcome": "b",
        "remoteness": "h",
        "left": "b",
        "found": "i",
    }
    agree(advance, kinds, calls)
