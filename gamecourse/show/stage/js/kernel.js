// What the page asks the kernel. As the source of a game it gives rows and replies, as table.js does.

/** @typedef {import("./table.js").Row} Row */

export const NOBODY = "No kernel is there to answer: run this cell again.";

/** A game in the kernel: a position is the numbers of the moves that lead to it. */
export class Remote {
  /** @type {number[]} */
  start = [];
  /** What has been told. @type {Map<string, Promise<Row>>} */
  rows = new Map();
  /** Questions, and what waits for their answers. @type {Map<string, {done: (told: any) => void, fail: (error: Error) => void}>} */
  waiting = new Map();

  /** @param {import("./scene.js").Model} model */
  constructor(model) {
    this.model = model;
    this.heard = (/** @type {any} */ told) => {
      const { done, fail } = this.waiting.get(told.id) ?? {};
      this.waiting.delete(told.id);
      if (told.fault) fail?.(new Error(told.fault));
      else done?.(told);
    };
    model.on("msg:custom", this.heard);
  }

  end() {
    this.model.off?.("msg:custom", this.heard);
  }

  /** @param {Object<string, any>} what @returns {Promise<any>} what Python's `reply_to` gives */
  ask(what) {
    return new Promise((done, fail) => {
      if (!this.model.send) throw new Error(NOBODY);
      const id = String(Math.random());
      this.waiting.set(id, { done, fail });
      this.model.send({ id, ...what });
    });
  }

  /** @param {number[]} line @param {boolean} known whether it is to tell who wins */
  row(line, known) {
    const key = JSON.stringify([line, known]);
    const row = this.rows.get(key) ?? this.ask({ what: "row", line, known }).then((told) => ({
      ...told, options: told.options.map((/** @type {any} */ option, /** @type {number} */ k) => ({ ...option, to: [...line, k] })),
    }));
    this.rows.set(key, row);
    row.catch(() => this.rows.delete(key));
    return row;
  }

  /** @param {number[]} line */
  reply(line) {
    return this.ask({ what: "reply", line });
  }
}
