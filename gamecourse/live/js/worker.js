// Python in a worker of the page: it does the page's jobs one after the other, and can be ended at any time.

import { loadPyodide } from "pyodide";
// @ts-expect-error: its types are told nowhere
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import { makeAlarm } from "../../grading/alarm.js";

/**
 * What a worker starts with: the address of its files; the files themselves, if the page has read
 * them; and the memory of an earlier Python, if there is one.
 *
 * @typedef {{ base: string, files: Record<string, ArrayBuffer> | null, snapshot: ArrayBuffer | null }} Start
 */

/** What keeps data for the page, or makes a worker that could: a student's code gets none of it. */
const KEEPERS = ["caches", "indexedDB", "BroadcastChannel", "Worker"];

/** Our packages, and where they are unpacked. */
const PACKAGES = ["course.zip", "networkx.zip"];
const FOLDER = "/home/pyodide/packages";

/** The most bytes of memory that Python may have. */
const MOST_MEMORY = 512 * 2 ** 20;

/** About how many bytes are fetched, and the share of the start that fetching takes. */
const BYTES = 14e6;
const FETCHING = 0.7;

/** What Python loads at the start; a snapshot holds all of this. */
const PREPARE = `
import sys
sys.path.insert(0, "${FOLDER}")
from gamecourse.live import page
page.start()
`;

/** What is set up in each Python, because a snapshot cannot hold anything of JavaScript's. */
const CONNECT = `
from importlib import invalidate_caches
from gamecourse.grading.in_page import use_alarm
invalidate_caches()  # what a snapshot knows of files is old
use_alarm
`;

/** @type {(message: any, transfer?: Transferable[]) => void} */
const post = (message, transfer = []) => self.postMessage(message, { transfer });

/** @type {any} */
let python = null;
/** The job that is done, and the call of a student's function that runs. */
let job = 0;
let call = "";

self.onmessage = ({ data }) => {
  if (data.start) start(data.start).catch((error) => post({ failed: String(error) }));
  else work(data);
};

/** Start Python, and say so. @param {Start} given */
async function start({ base, files, snapshot }) {
  const begun = performance.now();
  /** The seconds since the beginning. */
  const seconds = () => (performance.now() - begun) / 1000;
  /** @type {Record<string, number>} */
  const times = {};

  removeKeepers();
  limitMemory();
  if (files) fetchFrom(files);
  showProgress();
  const packages = PACKAGES.map((name) => fetchFile(base + name));
  python = await load(base, snapshot);
  times.loaded = seconds();
  // Files are no part of a snapshot: modules that it does not hold are imported from them.
  for (const file of packages) python.unpackArchive(await file, "zip", { extractDir: FOLDER });
  times.unpacked = seconds();
  post({ loading: FETCHING + 0.1 });
  if (!snapshot) python.runPython(PREPARE);
  times.imported = seconds();
  const made = snapshot ? null : takeSnapshot();
  python.runPython(CONNECT)(makeAlarm(python, hear));
  times.ready = seconds();
  post({ ready: true, seconds: times, snapshot: made }, made ? [made.buffer] : []);
}

/** Load Python, in the state of a snapshot if there is one. @param {string} base @param {ArrayBuffer | null} snapshot */
function load(base, snapshot) {
  /** @type {any} */
  const options = {
    indexURL: base,
    lockFileContents: { info, packages: {} },
    packageBaseUrl: base, // nothing is ever taken from elsewhere
    /** @param {any} settings */
    createPyodideModule: async (settings) => {
      const module = await createPyodideModule(settings);
      if (snapshot) module.growMemory(snapshot.byteLength); // it is copied into the memory as it is
      return module;
    },
  };
  if (snapshot) options._loadSnapshot = new Uint8Array(snapshot);
  else options._makeSnapshot = true;
  return loadPyodide(options);
}

/** Python's memory as it is now, for a later start; null if this Pyodide cannot do that. @returns {Uint8Array | null} */
function takeSnapshot() {
  try {
    return python.makeMemorySnapshot();
  } catch {
    return null;
  }
}

/** Leave Python, which can use what JavaScript has here, without the storage of the page. */
function removeKeepers() {
  for (let owner = globalThis; owner; owner = Object.getPrototypeOf(owner)) {
    for (const name of KEEPERS) Reflect.deleteProperty(owner, name);
  }
}

/** Let no memory of WebAssembly grow further than it may: Python then raises a MemoryError. */
function limitMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  const pageSize = 2 ** 16;
  WebAssembly.Memory.prototype.grow = function (/** @type {number} */ pages) {
    if (this.buffer.byteLength + pages * pageSize > MOST_MEMORY) throw new RangeError("out of memory");
    return grow.call(this, pages);
  };
}

/** Let what is fetched come from the files that the page has read. @param {Record<string, ArrayBuffer>} files */
function fetchFrom(files) {
  globalThis.fetch = async (address) => {
    const name = String(address).split("/").pop() ?? "";
    const headers = { "Content-Type": name.endsWith(".wasm") ? "application/wasm" : "application/zip" };
    return files[name] ? new Response(files[name], { headers }) : new Response(null, { status: 404 });
  };
}

/** Tell the page how far the start is, by the bytes that are fetched. */
function showProgress() {
  const plain = globalThis.fetch;
  let bytes = 0;
  /** @param {Uint8Array} chunk @param {TransformStreamDefaultController} onward */
  const count = (chunk, onward) => {
    bytes += chunk.length;
    post({ loading: FETCHING * Math.min(1, bytes / BYTES) });
    onward.enqueue(chunk);
  };
  globalThis.fetch = async (...request) => {
    const response = await plain(...request);
    if (!response.body) return response;
    const counted = response.body.pipeThrough(new TransformStream({ transform: count }));
    return new Response(counted, { status: response.status, headers: response.headers });
  };
}

/** The bytes of a file. @param {string} address */
async function fetchFile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Tell the page what Python is doing. @param {{ alive: true } | { calling: string }} sign */
function hear(sign) {
  if ("calling" in sign) call = sign.calling;
  post({ id: job, ...sign });
}

/** Do a job, and post its result. @param {any} request */
function work(request) {
  job = request.id;
  call = "";
  const { reply } = python.pyimport("gamecourse.live.page");
  /** @param {string} text */
  const tell = (text) => post({ id: job, printed: text });
  try {
    const result = JSON.parse(reply(JSON.stringify(request), tell));
    post({ id: job, result, heap: python._module.HEAPU8.length });
  } catch (error) {
    post({ id: job, broken: whyBroken(), error: String(error) });
  }
}

/** What a reader is told if Python itself has ended. */
function whyBroken() {
  const where = call ? ` in ${call}` : "";
  return `Python itself has crashed${where}. Calls that are nested too deep can do that.`;
}
