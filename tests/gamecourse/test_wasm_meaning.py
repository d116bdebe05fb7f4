"""What a kernel means as WebAssembly is what it means in Python; anything else is refused with its
file and line.
"""

import importlib.util
import random

import pytest
from test_wasm import needs_node, node
from wasm_programs import EDGES, Beyond, Entries, held_to_64_bits, programs

from gamecourse.show.stage.wasm import Untranslatable, for_the_page

KINDS = {"data": "q", "tiny": "b"}
BITS = {"q": 64, "b": 8}

RUN = """
const memory = new WebAssembly.Memory({ initial: 1 });
const KINDS = { q: BigInt64Array, b: Int8Array };
console.log(JSON.stringify(given.map(({ wasm, name, calls }) => {
  const made = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(wasm, "base64")), { e: { m: memory } });
  return calls.map((call) => {
    let at = 0;
    const arrays = [];
    const taken = call.flatMap((one) => {
      if (typeof one === "string") return [BigInt(one)];
      const array = new KINDS[one.kind](memory.buffer, at, one.values.length);
      array.set(one.kind === "q" ? one.values.map(BigInt) : one.values.map(Number));
      arrays.push(array);
      at += 8 * array.length;
      return [BigInt(array.byteOffset), BigInt(array.length)];
    });
    try {
      const back = [made.exports[name](...taken)].flat().filter((x) => x !== undefined);
      return { back: back.map(String), arrays: arrays.map((array) => [...array].map(String)) };
    } catch (error) { return { error: error.message, line: made.exports["stopped at"].value }; }
  });
})));
"""


def module_of(source, folder, name="kernels"):
    """A module with this source, in a file, as ``inspect`` needs it."""
    path = folder / f"{name}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def told(call):
    """A call for node: numbers as texts, arrays with their kinds."""
    return [
        str(one) if isinstance(one, int) else {"kind": one[0], "values": list(map(str, one[1]))}
        for one in call
    ]


def in_python(function, call):
    """What the function gives back, and its arrays after it; or the name of what it raises."""
    mine = [one if isinstance(one, int) else Entries(one[1], BITS[one[0]]) for one in call]
    try:
        back = function(*mine)
    except (Beyond, ArithmeticError, ValueError, IndexError, MemoryError) as error:
        return {"error": type(error).__name__}
    back = () if back is None else back if isinstance(back, tuple) else (back,)
    arrays = [[str(int(n)) for n in one] for one in mine if isinstance(one, list)]
    return {"back": [str(int(n)) for n in back], "arrays": arrays}


def differences(source, module, wanted, calls):
    """Calls to which Python and WebAssembly answer otherwise."""
    held = held_to_64_bits(source)
    asked = [{"wasm": for_the_page(getattr(module, name), KINDS), "name": name, "calls": [*map(told, calls)]}
             for name in wanted]  # fmt: skip
    found = []
    for name, answers in zip(wanted, node(RUN, asked), strict=True):
        for call, theirs in zip(calls, answers, strict=True):
            mine = in_python(held[name], call)
            if (
                mine.get("error") == "Beyond" and "error" not in theirs
            ):  # more than 64 bits in between may be right
                mine = in_python(getattr(module, name).plain, call)
                if mine.get("error") in (
                    "MemoryError",
                    "OverflowError",
                ):  # a shift that fills the memory first
                    continue
            if ("error" in mine) != ("error" in theirs) or ("back" in mine and mine != theirs):
                found.append((name, call, mine, theirs))
    return found


HEAD = """
from gamefast.machine import Array, Kernel

LIMIT, HUGE, HALF = 40, 2**64, 0.5

@Kernel
def plus(n: int, m: int) -> int:
    return n + m

@Kernel
def pair(n: int) -> tuple[int, int]:
    return n, n + 1

@Kernel
def quiet(n: int) -> None:
    n = 0

@Kernel
def small(tiny: Array) -> int:
    return len(tiny)

@Kernel
def write(data: Array, n: int) -> int:
    data[0] = n
    return n

def plain(n):
    return n
"""
#: The lines of a kernel that takes ``data: Array, tiny: Array, n: int, m: int``; each means what it
#: means in Python.
LIKE_PYTHON = {
    "or gives a value": "return n or 7",
    "and gives a value": "return n and m",
    "and, or, not": "return (n or m and 5) + (not n) + (n and 0 or m)",
    "or asks no further": "k = 0\nr = n or (k := 5)\nreturn r, k",
    "a loop over a tuple works it out first": "s = 0\nfor k in (n, n + 1):\n    n = 100\n    s = s * 3 ^ k\nreturn s",
    "a loop over pairs": "s = 0\nfor k, j in ((n, 1), pair(m)):\n    s = s ^ k * 2 - j\nreturn s",
    "a chain stops at once": "j = n\nreturn 0 <= j < data[j]",
    "a chain works each part out once": "k = 0\nb = n < (k := k + 1) < m\nreturn b, k",
    "a long chain": "return (n < m < 5) + 2 * (n <= 0 != m) + 4 * (n == n == m)",
    "the index of += is worked out once": "i = -1\ndata[(i := i + 1)] += 10\nreturn i",
    "+= reads first": "k = 3\nk += (k := n & 7)\nreturn k",
    "an entry is read before the value": "data[0] -= write(data, n & 7)\nreturn data[0]",
    "from left to right": "k = 0\nk, data[k] = 1, n\nreturn data[1]",
    "places swap": "data[0], data[1] = data[1], data[0]\nn, m = m, n\nreturn n, m",
    "a chain of targets": "i = data[i] = 2\nreturn i",
    "division of negative numbers": "return n // m, n % m",
    "shifts by anything": "return n << m, n >> m",
    "shifts to the right": "return n >> m",
    "sums": "return n + m",
    "differences": "return n - m",
    "products": "return n * m",
    "signs": "return -n",
    "the other sign": "return +n, ~m",
    "bits": "return n & m, n | m, n ^ m",
    "truths are numbers": "return True + True, (n < m) + (n == m), -(n < m), ~(n < m)",
    "a truth is compared": "return (n < m) == True, n == True",
    "a hash": "return n * 6620516959819538245 >> 20 & 1023, n * 31 + m & len(data) - 1",
    "a mask that takes all": "return (n * m & m, n * m & -1)",
    "the range is worked out once": "s = 0\nk = n & 3\nfor i in range(k):\n    k += 5\n    i *= 2\n"
        "    s = s * 2 + i\nreturn s, k",
    "a range at the end of the numbers": "s = 0\n"
        "for i in range(9223372036854775805, 9223372036854775807, 3):\n    s += 1\n"
        "for i in range(-9223372036854775807, -9223372036854775808, -5):\n    s += 1\nreturn s",
    "the last value stays": "for i in (n, m):\n    pass\nreturn i",
    "an array that changes under the loop": "s = 0\nfor k in data:\n    data[len(data) - 1] = k & 9\n"
        "    s ^= k\nreturn s",
    "break and continue": "s = 0\nfor i in range(9):\n    for k in (i, m & 7, 3):\n        if k == 2:\n"
        "            continue\n        if k > 4:\n            break\n        s += k + 1\n    "
        "while s & 1:\n"
        "        s += 3\n        if s > 30:\n            break\nreturn s",
    "min and max of many": "return min(n, m, 3), max(n, -1, m, 5)",
    "either tuple": "k, j = (n, 1) if m else pair(2)\nreturn k, j",
    "a kernel as a statement": "plus(n & 1, 2)\nquiet(n)\nreturn n",
    "a constant of the module": "return LIMIT + (n & 1)",
    "an array handed on": "return small(tiny)",
    "what an entry can hold": "tiny[0] = n\nreturn tiny[0]",
    "what a sum in an entry can hold": "tiny[0] += n\nreturn tiny[0]",
    "a name in one way only": "if n:\n    k = 1\nelse:\n    k = 2\nreturn k",
    "a name set in a condition": "if n > 0 and (k := n & 5) < 3:\n    return k\nreturn 0",
    "an endless loop left by return": "while True:\n    n = n >> 1\n    if -1 <= n <= 0:\n        return n",
    "a return in both ways": "if n:\n    return 1\nelse:\n    return m",
    "underscores": "place_1 = n\nlocal_3 = m\nreturn (place_1 & 3) + (local_3 & 3) + len(data)",
}  # fmt: skip
CALLS = [[("q", [3, -1, 2**62, 7]), ("b", [1, -128, 127]), n, m] for n in EDGES for m in EDGES]


def kernel(body, head="data: Array, tiny: Array, n: int, m: int", name="asked"):
    """The source of a kernel with these lines."""
    return f"\n@Kernel\ndef {name}({head}):\n    " + body.replace("\n", "\n    ") + "\n"


@needs_node
def test_what_is_translated_means_what_it_means_in_python(tmp_path):
    source = HEAD + "".join(
        kernel(body, name=f"asked_{k}") for k, body in enumerate(LIKE_PYTHON.values())
    )
    module = module_of(source, tmp_path)
    wanted = [f"asked_{k}" for k in range(len(LIKE_PYTHON))]
    names = dict(zip(wanted, LIKE_PYTHON, strict=True))
    found = differences(source, module, wanted, CALLS)
    assert [(names[name], *rest) for name, *rest in found] == []


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_kernels_made_at_random_mean_what_they_mean_in_python(tmp_path, seed):
    source, wanted = programs(seed, 150)
    module = module_of(source, tmp_path, f"made_by_{seed}")
    rng = random.Random(seed)
    numbers = [*EDGES, *range(-4, 9)]
    calls = [
        [
            ("q", [rng.choice(numbers) for _ in range(4)]),
            ("b", [rng.randint(-9, 9) for _ in range(3)]),
            a,
            b,
        ]
        for a, b in [(rng.choice(numbers), rng.choice(numbers)) for _ in range(30)]
    ]
    assert differences(source, module, wanted, calls) == []


#: What is not meant as in Python, or has no meaning here; the line of the body that is to blame.
REFUSED = {
    "a keyword": ("k = n\nreturn min(n, m, key=abs)", 2),
    "a default": ("return max(n, m, default=1)", 1),
    "a keyword for a kernel": ("return plus(n, m=m)", 1),
    "too few arguments": ("return plus(n)", 1),
    "too many arguments": ("return plus(n, m, 1)", 1),
    "a star": ("return plus(*pair(n))", 1),
    "a star in min": ("return min(n, *pair(m))", 1),
    "an array for a number": ("return plus(n, data)", 1),
    "a number for an array": ("return small(n)", 1),
    "an array of another kind": ("return small(data)", 1),
    "a plain function": ("return plain(n)", 1),
    "min of one": ("return min(data)", 1),
    "abs": ("return abs(n)", 1),
    "a name of the instructions": ("return shl(n, 1)", 1),
    "select": ("return select(n, m, 1)", 1),
    "no value": ("k = quiet(n)\nreturn k", 1),
    "a tuple for a number": ("k = pair(n)\nreturn n", 1),
    "a tuple of one": ("k = (n,)\nreturn k", 1),
    "a tuple of one returned": ("return (n,)", 1),
    "a number for a tuple": ("k, = n\nreturn k", 1),
    "three for two": ("k, j = n, m, 1\nreturn k", 1),
    "a list": ("k, j = [n, m]\nreturn k", 1),
    "a starred target": ("k, *j = n, m\nreturn k", 1),
    "nested targets": ("(k, j), i = (n, m), 1\nreturn k", 1),
    "an array stored": ("k = data\nreturn 1", 1),
    "an array renamed": ("data = n\nreturn 1", 1),
    "a loop that renames an array": ("for data in (n, m):\n    pass\nreturn 1", 1),
    "an array as truth": ("if data:\n    return 1\nreturn 0", 1),
    "a slice": ("return len(data[1:])", 1),
    "an index from the end": ("return data[-1]", 1),
    "an index worked out from the end": ("return data[-n]", 1),
    "a shift by 64": ("return n << 64", 1),
    "a shift by less than 0": ("return n >> -1", 1),
    "a float": ("return n + 0.5", 1),
    "a float of the module": ("return n + HALF", 1),
    "a division": ("return n / m", 1),
    "a power": ("return n ** 2", 1),
    "a matrix product": ("return n @ m", 1),
    "a number too large": ("return n & 9223372036854775808", 1),
    "a number too large in the module": ("return n ^ HUGE", 1),
    "is": ("return n is m", 1),
    "in": ("return n in (1, 2)", 1),
    "in an array": ("return n not in data", 1),
    "a text": ("return 'a'", 1),
    "None": ("k = None\nreturn n", 1),
    "a comprehension": ("return len([k for k in data])", 1),
    "sum": ("return sum(data)", 1),
    "an f-string": ("k = f'{n}'\nreturn n", 1),
    "a lambda": ("k = lambda: n\nreturn n", 1),
    "a function inside": ("def f():\n    return 1\nreturn n", 1),
    "for else": ("for k in range(n):\n    pass\nelse:\n    m = 1\nreturn m", 1),
    "while else": ("while n:\n    n = 0\nelse:\n    m = 1\nreturn m", 1),
    "del": ("del n\nreturn m", 1),
    "global": ("global LIMIT\nLIMIT = n\nreturn n", 1),
    "assert": ("assert n\nreturn n", 1),
    "raise": ("raise ValueError", 1),
    "try": ("try:\n    n = 1\nfinally:\n    pass\nreturn n", 1),
    "with": ("with data:\n    pass\nreturn n", 1),
    "match": ("match n:\n    case 1:\n        return 2\nreturn n", 1),
    "an import": ("import math\nreturn n", 1),
    "a generator": ("yield n", 1),
    "an unknown name": ("return nowhere", 1),
    "a name that may have no value": ("if n:\n    k = 1\nreturn k", 3),
    "the variable of a loop that may be empty": ("for k in range(n):\n    pass\nreturn k", 3),
    "a name before its value": ("while n:\n    n = LIMIT\n    LIMIT = 3\nreturn n", 2),
    "a name changed before its value": ("k += 1\nreturn k", 1),
    "a name set in one way of a condition": ("if n or (k := m):\n    return k\nreturn 0", 2),
    "a name behind a chain": ("b = n < m < (k := 3)\nreturn k + b", 2),
    "a name set before a break": (
        "while True:\n    if n:\n        break\n    k = 1\n    if m:\n        break\nreturn k",
        7,
    ),
    "an end without a value": ("if n:\n    return 1", 1),
    "a return without a value": ("if n:\n    return\nreturn 1", 3),
    "one value or two": ("if n:\n    return 1\nreturn n, m", 3),
    "one value or a pair": ("if n:\n    return pair(1)\nreturn n", 3),
    "a range of no bounds": ("for k in range():\n    pass\nreturn 1", 1),
    "a range of a step that is not known": ("for k in range(1, 2, n):\n    pass\nreturn 1", 1),
    "a range without a step": ("for k in range(1, 2, 0):\n    pass\nreturn 1", 1),
    "a range reversed": ("for k in reversed(range(n)):\n    pass\nreturn 1", 1),
    "enumerate": ("for k, j in enumerate(data):\n    pass\nreturn 1", 1),
    "min under another meaning": ("min = 3\nreturn min(n, m)", 2),
    "range under another meaning": ("range = n\nfor k in range(3):\n    pass\nreturn 1", 2),
    "a kernel under another meaning": ("plus = n\nreturn plus(n, m)", 2),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_anything_else_is_refused_with_its_file_and_line(tmp_path, what):
    body, line = REFUSED[what]
    module = module_of(HEAD + kernel(body), tmp_path)
    first = module.asked.plain.__code__.co_firstlineno + 1
    with pytest.raises(
        Untranslatable,
        match=rf"kernels\.py: asked, line {first + line}: no WebAssembly for .+: \w+",
    ):
        for_the_page(module.asked, KINDS)


#: Kernels whose head is to blame, or something round them.
HEADS = {
    "a default": kernel("return n", "n: int = 3"),
    "a parameter by keyword": kernel("return n", "*, n: int"),
    "any number of parameters": kernel("return 1", "*n: int"),
    "other keywords": kernel("return 1", "**n: int"),
    "a float": kernel("return n", "n: float"),
    "a tuple of arrays": kernel("return 1", "n: tuple[Array, Array]"),
    "an array of an unknown kind": kernel("return 1", "other: Array"),
    "an array that is not annotated": kernel("return data", "data"),
    "len as a parameter": kernel("return len(data)", "data: Array, len: int"),
    "min as a parameter": kernel("return min(n, 1)", "n: int, min: int"),
    "min of the module": "\ndef min(*given):\n    return 0\n" + kernel(
        "return min(n, 1)"
    , "n: int"),
    "range of the module": "\nrange = tuple\n" + kernel(
        "for k in range(3):\n    pass\nreturn 1"
    , "n: int"),
    "another decorator": "\ndef other(f):\n    return lambda n: f(n) + 1\n"
        + kernel("return n", "n: int").replace("@Kernel", "@Kernel\n@other"),
    "a lambda": "\nasked = Kernel(lambda n: n)\n",
    "two kernels of one name": "\nfirst = plus\n" + kernel("return n", "n: int", "plus")
    + kernel("return first(n, n) + plus(n)", "n: int"),
}  # fmt: skip


@pytest.mark.parametrize("what", HEADS)
def test_a_head_with_another_meaning_is_refused(tmp_path, what):
    module = module_of(HEAD + HEADS[what], tmp_path)
    with pytest.raises(
        Untranslatable, match=r"kernels\.py: \S+, line \d+: no WebAssembly for .+: \w+"
    ):
        for_the_page(module.asked, KINDS)


@needs_node
def test_names_of_a_function_around_hide_those_of_the_module(tmp_path):
    source = (
        HEAD
        + "\ndef around(LIMIT):\n"
        + kernel("return LIMIT + n", "n: int").replace("\n", "\n    ")
    )
    module = module_of(source + "\n    return asked\n", tmp_path)
    asked = {"wasm": for_the_page(module.around(3), {}), "name": "asked", "calls": [["1"]]}
    assert node(RUN, [asked])[0][0]["back"] == ["4"]


#: What stops a call, at the second line of the kernel.
STOPS = {
    "a sum": ("k = n\nreturn k + 1", 2**63 - 1),
    "a product": ("k = n\nreturn k * 3", 2**62),
    "a difference": ("k = n\nreturn k - 1", -(2**63)),
    "a sign": ("k = n\nreturn -k", -(2**63)),
    "a quotient": ("k = n\nreturn k // -1", -(2**63)),
    "a division by 0": ("k = n\nreturn 5 // k", 0),
    "a rest by 0": ("k = n\nreturn 5 % k", 0),
    "a shift": ("k = n\nreturn 1 << k", 63),
    "a shift by less than 0": ("k = n\nreturn 1 >> k", -1),
    "an index out of range": ("k = n\nreturn data[k]", 4),
    "an index below 0": ("k = n\nreturn data[k]", -1),
    "an entry that is too large": ("k = n\ntiny[0] = k\nreturn k", 128),
    "a sum in an entry": ("k = n\ntiny[1] += k\nreturn k", -1),
}


@needs_node
def test_a_stop_tells_its_line(tmp_path):
    source = HEAD + "".join(
        kernel(body, name=f"asked_{k}") for k, (body, _) in enumerate(STOPS.values())
    )
    module = module_of(source, tmp_path)
    arrays = [{"kind": "q", "values": ["1"] * 4}, {"kind": "b", "values": ["1", "-128"]}]
    asked = []
    for k, (_, n) in enumerate(STOPS.values()):
        wasm = for_the_page(getattr(module, f"asked_{k}"), KINDS)
        asked.append({"wasm": wasm, "name": f"asked_{k}", "calls": [[*arrays, str(n), "0"]]})
    lines = [
        getattr(module, f"asked_{k}").plain.__code__.co_firstlineno + 3 for k in range(len(STOPS))
    ]
    found = [answer.get("line") for (answer,) in node(RUN, asked)]
    assert dict(zip(STOPS, found, strict=True)) == dict(zip(STOPS, lines, strict=True))
