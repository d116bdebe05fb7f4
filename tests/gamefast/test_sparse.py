"""Octal games by sparse spaces: the same nimbers, and periods that take long to show."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from naive import check_period, naive_octal

from gamefast import octal
from gamefast.heaps.sparse import NIMBERS, extend, sparse_space
from gamelib.core import TooLarge
from gamelib.games.heaps import octal_digits

#: Code, preperiod, period (Winning Ways, chapter 4; Flammenkamp's tables), heaps not renumbered.
PUBLISHED = [
    (
        "0.45"
    , 498, 20), (
        "0.177"
    , 497, 20), ("0.156", 3479, 349), ("0.165", 5181, 1550), ("0.356", 7315, 142),
    ("0.644", 3256, 442),
    (
        "0.127"
    , 46578, 4), ("0.16", 105351, 149459),  # Gangolli and Plambeck, A note on periodicity (1989)
]  # fmt: skip


@pytest.mark.parametrize("code", ["0.77", "0.106", "0.6", "4.017", "0.051", "0.3"])
def test_the_kernel_is_the_same_compiled_with_stamps_and_for_any_mask(code):
    """Masks of nimbers, with and without the parity of the heap: they decide how long it takes, not
    what comes.
    """
    size, expected = 200, naive_octal(code, 200)
    digits = octal_digits(code)
    takes = {i % 2 for i, digit in enumerate(digits) if digit & 4}
    masks = [0, 0b1110, 0b1010] + [0b11111] * (len(takes) == 1)  # the lowest bit is for the heap
    for run, largest, mask in product((extend.interpreted, extend.compiled), (0, 64), masks):
        values, mirror = np.zeros(size, np.uint16), np.zeros(size, np.uint16)
        common = np.array(
            [(x & mask).bit_count() + (mask & (1 in takes)) & 1 for x in range(256)], np.uint8
        )
        common = np.resize(common, 2 * NIMBERS)
        rare, stamp = np.zeros(size if mask else 0, np.int32), np.full(NIMBERS, -1, np.int64)
        fixed = np.array(digits, np.uint8)
        assert run(values, mirror, 1, size, fixed, common, rare, 0, stamp, largest, 10**6) == size
        assert values.tolist() == expected == mirror[::-1].tolist()


@pytest.mark.parametrize("code", ["0.77", "0.16", "0.106", "0.051", "4.061", "4.045"])
def test_a_sparse_space_adds_up_and_no_mask_has_fewer_rare_heaps(code):
    digits, values = octal_digits(code), octal(code, 999).astype(int)
    splits = [i for i, digit in enumerate(digits) if digit & 4]
    common, rare, known = sparse_space(values.astype(np.uint16), digits, 5)
    kinds = common[2 * values + np.arange(1000) % 2]
    assert (1 + np.flatnonzero(kinds[1:] == 0)).tolist() == rare[:known].tolist()
    assert len(rare) == known + 5
    for i, a in product(splits, range(1, 990)):
        b = np.arange(1, 1000 - a - i)
        assert np.array_equal(
            common[2 * (values[a] ^ values[b]) + (a + b + i) % 2], kinds[a] ^ kinds[b]
        )
    alike = (
        len({i % 2 for i in splits}) == 1
    )  # only then may a mask hold the bit of the heap itself
    kept = Counter((2 * values[n] + (n - splits[0]) % 2 * alike).item() for n in range(1, 1000))
    assert known == min(
        sum(kept[x] for x in kept if (x & mask).bit_count() % 2 == 0) for mask in range(256)
    )


def test_without_a_sparse_space_no_nimber_is_common():
    common, rare, known = sparse_space(octal("0.07", 999), octal_digits("0.07"), 5)
    assert (common.any(), rare.size, known) == (False, 0, 0)


def test_values_that_outgrow_a_word_are_begun_again_with_stamps():
    nim = octal("0." + "3" * 80, 80)  # take up to 80: nimber n
    assert nim.tolist() == list(range(81))


def test_nimbers_that_do_not_fit_are_too_large(monkeypatch):
    monkeypatch.setattr("gamefast.heaps.sparse.NIMBERS", 64)
    assert octal("0." + "3" * 70, 63)[63] == 63
    with pytest.raises(
        TooLarge, match="the nimber of heap 64 is above 63: this game is out of reach"
    ):
        octal("0." + "3" * 70, 70)


@pytest.mark.parametrize(("code", "preperiod", "period"), PUBLISHED)
def test_published_periods_come_out_certified(code, preperiod, period):
    check_period(code, preperiod, period)
