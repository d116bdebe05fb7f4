"""How the pictures of the stage are drawn into axes of every kind."""

import matplotlib.pyplot as plt

from gamecourse.show import boards


def test_axes_put_there_by_hand_have_strokes_of_their_own_size():
    fig = plt.figure(figsize=(10, 6), layout="none")
    small = fig.add_axes([0.1, 0.1, 0.1, 1 / 6])  # one inch wide and high
    boards.draw_rows(["X..", ".O.", "..."], ax=small)
    alone = boards.draw_rows(["X..", ".O.", "..."])
    width = max(patch.get_linewidth() for patch in small.patches)
    assert 0 < width < max(patch.get_linewidth() for patch in alone.patches)
