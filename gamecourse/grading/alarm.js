// An alarm that interrupts Python in its own thread: it needs no shared memory, and so no special headers.

/**
 * Make an alarm. Python reads entry 0 of its interrupt buffer every few instructions, and 2 there
 * interrupts it. This buffer is an object whose entry 0 looks at the clock.
 *
 * @param {{ setInterruptBuffer(buffer: any): void }} pyodide the Python that is interrupted
 * @param {(sign: { alive: true } | { calling: string }) => void} hear is told that Python runs in
 *   time, about twice a second, and which call of a student's function begins
 */
export function makeAlarm(pyodide, hear = () => {}) {
  const BEAT = 500; // ms between two signs of life
  const PAUSE = 100; // ms for Python to tidy up after an interrupt, before the next one
  let end = Infinity; // the time, in ms, at which Python is to be interrupted
  let beat = 0; // the time of the next sign of life
  let late = false; // whether Python has been interrupted and goes on nevertheless

  pyodide.setInterruptBuffer({
    get 0() {
      const now = performance.now();
      if (now >= end) {
        late = true;
        end = now + PAUSE;
        return 2;
      }
      if (now >= beat && !late) {
        beat = now + BEAT;
        hear({ alive: true });
      }
      return 0;
    },
    set 0(_) {}, // Python wants to take the 2 away
  });

  return {
    /** @param {number} seconds */
    ring_after(seconds) {
      late = false;
      end = performance.now() + 1000 * seconds;
    },
    /** @param {string} text */
    calling(text) {
      if (text) hear({ calling: text });
    },
  };
}
