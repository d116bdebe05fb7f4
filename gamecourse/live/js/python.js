// Python in a worker: fetched when it is first needed, asked one thing at a time, ended where it does not come back.

import { filesFromDisk } from "./disk.js";

/**
 * What a worker is asked: the cells of the page, and which of them; `mine` is the text of mine.py.
 * @typedef {{action: "check" | "run" | "keep", cells: {id: string, source: string}[], cell: string, mine?: string}} Job
 *
 * What it says while it works.
 * @typedef {{calling?: string, printed?: string}} Said
 *
 * How it ended: with a result, or without, because it was stopped, said nothing for too long, or Python itself gave up.
 * @typedef {{result?: any, ended?: "stopped" | "silent" | "broken", calling: string, words?: string}} Outcome
 *
 * @typedef {{id: number, calling: string, silent: number, hear: (said: Said) => void, end: (outcome: Outcome) => void}} Running
 */

/** After so many seconds without a word from a running job the worker is ended. */
export const PATIENCE = 8;

/** In bytes: Python never gives memory back, so a fresh one takes over after this. */
const TOO_LARGE = 300e6;

/** The seconds in which two thirds of Python are usually there, if the worker does not say how far it is. */
const USUAL = 4;

/** Where snapshots of Python are kept: the state after all imports, which replaces most of the next start. */
const BOX = "gamelib-course";

/** The script of the worker, among the files of Python. */
const WORKER = "worker.js";

/**
 * The policy of the page holds for a worker that the page itself has written, not for one with an address of its own.
 * From a disk a browser takes no blob for a module.
 * @param {string} source @param {boolean} fromDisk
 */
function makeWorker(source, fromDisk) {
  const address = fromDisk
    ? `data:text/javascript,${encodeURIComponent(source)}`
    : URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return new Worker(address, { type: "module" });
}

export class Python extends EventTarget {
  /** @type {"away" | "loading" | "ready"} */
  state = "away";
  /** How much of it is there, from 0 to 1. */
  share = 0;

  /** @type {Worker | undefined} */
  #worker;
  /** @type {Promise<void> | undefined} */
  #ready;
  /** @type {Running | undefined} */
  #job;
  #number = 0;
  /** The last job that was asked for; the next waits for its end. @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** @type {Promise<Object<string, ArrayBuffer>> | undefined} */
  #files;

  /** @param {string} base the folder of its files, as an address; each version has one of its own */
  constructor(base) {
    super();
    this.base = base;
    this.snapshotName = `${base}snapshot`;
    this.fromDisk = location.protocol === "file:";
  }

  /** Whether a snapshot is there from an earlier visit. @returns {Promise<boolean>} */
  async isCached() {
    return Boolean(await this.#savedSnapshot());
  }

  /** Fetch and start Python, unless it is there or on its way. */
  start() {
    this.#ready ??= this.#begin().catch((error) => {
      this.#end();
      throw error;
    });
    return this.#ready;
  }

  /** @param {Job} job @param {(said: Said) => void} hear @returns {Promise<Outcome>} */
  ask(job, hear) {
    const outcome = this.#last.then(() => this.#run(job, hear));
    this.#last = outcome.catch(() => {});
    return outcome;
  }

  /** End what is running; a fresh Python takes over. */
  stop() {
    this.#give({ ended: "stopped" });
  }

  async #begin() {
    this.#show("loading", 0);
    const clock = setInterval(() => this.#guess(), 200);
    try {
      await this.#startWorker();
      this.#show("ready", 1);
    } finally {
      clearInterval(clock);
    }
  }

  /** Start a worker, from a snapshot if there is one; a snapshot that does not serve is thrown away. */
  async #startWorker() {
    const snapshot = (await (await this.#savedSnapshot())?.arrayBuffer()) ?? null;
    if (snapshot) {
      try {
        await this.#startFrom(snapshot);
        return;
      } catch {
        this.#worker?.terminate();
        await this.#forgetSnapshots();
      }
    }
    await this.#startFrom(null);
  }

  /** @param {ArrayBuffer | null} snapshot */
  async #startFrom(snapshot) {
    const files = this.fromDisk ? await (this.#files ??= filesFromDisk(this.base)) : null;
    const worker = makeWorker(await this.#source(files), this.fromDisk);
    this.#worker = worker;
    const ready = new Promise((done, fail) => {
      worker.onmessage = ({ data }) => this.#hear(data, done, fail);
      worker.onerror = (event) => fail(new Error(event.message || "Python could not be started."));
    });
    worker.postMessage({ start: { base: this.base, files, snapshot } });
    const { snapshot: made } = /** @type {{snapshot?: Uint8Array}} */ (await ready);
    if (made) void this.#saveSnapshot(made);
  }

  /** The text of the worker's script. @param {Object<string, ArrayBuffer> | null} files */
  async #source(files) {
    if (files) return new TextDecoder().decode(files[WORKER]);
    const answer = await fetch(`${this.base}${WORKER}`);
    if (!answer.ok) throw new Error(`${WORKER}: ${answer.status}`);
    return answer.text();
  }

  /** @param {any} data @param {(ready: any) => void} done @param {(error: Error) => void} fail */
  #hear(data, done, fail) {
    if (data.ready) done(data);
    if (data.failed) fail(new Error(data.failed));
    if (data.loading) this.#show("loading", data.loading);
    const job = this.#job;
    if (!job || data.id !== job.id) return;
    job.silent = 0;
    if (data.calling) job.calling = data.calling;
    if (data.calling || data.printed) job.hear(data);
    if (data.broken) this.#give({ ended: "broken", words: data.broken });
    if (data.result) this.#finish(data);
  }

  /** @param {Job} job @param {(said: Said) => void} hear @returns {Promise<Outcome>} */
  async #run(job, hear) {
    await this.start();
    const id = ++this.#number;
    return new Promise((end) => {
      this.#job = { id, calling: "", silent: 0, hear, end };
      // Seconds are counted by the page's own clock, so that a laptop that was asleep ends nothing.
      const clock = setInterval(() => {
        if (this.#job?.id !== id) clearInterval(clock);
        else if (++this.#job.silent > PATIENCE) this.#give({ ended: "silent" });
      }, 1000);
      this.#worker?.postMessage({ id, ...job });
    });
  }

  /** @param {{result: any, heap?: number}} data */
  #finish({ result, heap = 0 }) {
    const job = this.#job;
    this.#job = undefined;
    job?.end({ result, calling: "" });
    if (heap > TOO_LARGE) this.#renew();
  }

  /** End the worker in the middle of a job. @param {{ended: "stopped" | "silent" | "broken", words?: string}} why */
  #give(why) {
    const job = this.#job;
    if (!job) return;
    this.#job = undefined;
    this.#renew();
    job.end({ ...why, calling: job.calling });
  }

  #renew() {
    this.#end();
    this.start().catch(() => {});
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#ready = undefined;
    this.#show("away", 0);
  }

  #guess() {
    if (this.state !== "loading") return;
    const more = (1 - this.share) * (0.2 / USUAL);
    this.#show("loading", this.share + more);
  }

  /** @param {"away" | "loading" | "ready"} state @param {number} share */
  #show(state, share) {
    this.state = state;
    this.share = state === "loading" ? Math.max(this.share, share) : share;
    this.dispatchEvent(new Event("change"));
  }

  /** @returns {Promise<Response | undefined>} */
  async #savedSnapshot() {
    try {
      const box = await caches.open(BOX);
      return await box.match(this.snapshotName);
    } catch { // there is no such box: on a disk, in a private window
      return undefined;
    }
  }

  /** @param {Uint8Array} bytes */
  async #saveSnapshot(bytes) {
    try {
      await this.#forgetSnapshots();
      const box = await caches.open(BOX);
      await box.put(this.snapshotName, new Response(/** @type {BlobPart} */ (bytes)));
    } catch { // the next visit starts as this one did
    }
  }

  /** Remove the snapshots of this site, those of earlier versions too. */
  async #forgetSnapshots() {
    const box = await caches.open(BOX);
    const site = new URL("..", this.base).href;
    const kept = await box.keys();
    for (const old of kept.filter(({ url }) => url.startsWith(site))) await box.delete(old);
  }
}
