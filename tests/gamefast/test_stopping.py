"""The stop button, held back until what it interrupts is whole."""

import os
import signal
import threading

from gamefast.stopping import StopButton


def press():
    """The stop button, pressed from another thread; it is pressed when this returns."""
    thread = threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT))
    thread.start()
    thread.join()


def held(work):
    """What comes of some work while the stop button is held back; the handler is what it was."""
    before = signal.getsignal(signal.SIGINT)
    try:
        with StopButton() as button:
            work(button)
    except (KeyboardInterrupt, ZeroDivisionError) as error:
        return error
    finally:
        assert signal.getsignal(signal.SIGINT) is before
    return None


def test_the_stop_button_is_held_back_until_it_is_heeded():
    done = []

    def work(button):
        for piece in range(1, 5):
            if piece == 2:
                press()
                press()  # impatient
            done.append(piece)
            button.said = f"after {piece} pieces"
            button.heed()

    error = held(work)
    assert type(error) is KeyboardInterrupt
    assert str(error) == "after 2 pieces"
    assert done == [1, 2]
    assert held(lambda button: button.heed()) is None


def test_the_stop_button_pressed_after_the_last_look_is_not_forgotten():
    done = []
    error = held(lambda button: (press(), done.append(button.pressed)))
    assert type(error) is KeyboardInterrupt
    assert str(error) == "stopped"
    assert done == [True]
    assert (
        type(held(lambda button: (press(), 1 / 0))) is ZeroDivisionError
    )  # other errors are left as they are


def test_in_a_thread_the_stop_button_is_nobodys_business():
    found = []

    def hold():
        with StopButton() as button:
            found.append(signal.getsignal(signal.SIGINT))
            button.heed()

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    assert found == [signal.getsignal(signal.SIGINT)]
