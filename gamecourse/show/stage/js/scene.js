// What all scenes share: their state, what is said, and the elements of the page.

/**
 * What a widget's model offers, in a notebook or on a plain page, where there is nobody to ask.
 * @typedef {{get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (name: string, act: (told?: any) => void) => void, off?: (name: string, act: (told?: any) => void) => void,
 *   send?: (what: any) => void}} Model
 * @typedef {Object<string, string | number>} Attributes
 */

/**
 * @template {Element} E
 * @param {E} element @param {Attributes} attributes @param {Element} [parent] @param {string} [words]
 */
function made(element, attributes, parent, words = "") {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = words;
  parent?.append(element);
  return element;
}

/** @param {string} name @param {Attributes} [attributes] @param {Element} [parent] @param {string} [words] */
export function svg(name, attributes = {}, parent, words) {
  return made(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, parent, words);
}

/**
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name @param {Attributes} [attributes] @param {Element} [parent] @param {string} [words]
 */
export function html(name, attributes = {}, parent, words) {
  return made(document.createElement(name), attributes, parent, words);
}

/** @param {string} words @param {() => void} act @param {Element} [parent] @param {string} [name] its class */
export function button(words, act, parent, name = "gl-button") {
  const element = html("button", { class: name, type: "button" }, parent, words);
  element.addEventListener("click", act);
  return element;
}

/** An element for words that are also read aloud. @param {string} name its class @param {Element} parent */
export const speaker = (name, parent) => html("div", { class: name, role: "status" }, parent);

/** Make a button look pressed, or not. @param {Element | undefined} element @param {unknown} pressed */
export const press = (element, pressed) => element?.setAttribute("aria-pressed", String(Boolean(pressed)));

/** @param {Element} element @param {string[]} lines @param {"div" | "p"} [name] of an element for each line */
export const tell = (element, lines, name = "div") =>
  element.replaceChildren(...lines.map((line) => html(name, {}, undefined, line)));

/** Whether the reader wants things to move. */
export const lively = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {string} packed base64 of deflated JSON @returns {Promise<any>} */
export async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/** The kernels of a WebAssembly module. @param {string} wasm base64 @param {WebAssembly.Memory} memory @returns {Promise<any>} */
export async function kernels(wasm, memory) {
  const bytes = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0));
  const { "stopped at": stopped, ...made } = (await WebAssembly.instantiate(bytes, { e: { m: memory } })).instance.exports;
  const line = /** @type {WebAssembly.Global} */ (stopped);
  const telling = (/** @type {[string, any]} */ [name, kernel]) => [name, (/** @type {any[]} */ ...given) => {
    try {
      return kernel(...given);
    } catch (error) {
      throw new Error(`${name} stopped at line ${line.value}: ${/** @type {Error} */ (error).message}`);
    }
  }];
  return Object.fromEntries(Object.entries(made).map(telling));
}

/** The kinds of scenes; each file enters its own. @type {Object<string, typeof Scene<any>>} */
export const KINDS = {};

/**
 * A kind of scene puts its elements into `root`, and defines what is its own in `load`, `show` and `key`.
 * @template State what is kept with the widget
 */
export class Scene {
  /** What to do after a change, here or in the kernel. @type {Object<string, () => void>} */
  heard = {
    "change:state": () => void this.show(),
    comm_live_update: () => void this.show(),
    "change:scene": () => void this.load().then(() => this.show()),
  };

  /** The object that takes keys. @type {{key: (key: string) => boolean} | undefined} */
  picture;

  /** @param {Model} model @param {HTMLElement} root */
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.scene = model.get("scene");
  }

  async begin() {
    await this.load();
    for (const [name, act] of Object.entries(this.heard)) this.model.on(name, act);
    await this.show();
  }

  end() {
    for (const [name, act] of Object.entries(this.heard)) this.model.off?.(name, act);
  }

  /** Whether a hall looks on: an element round the scene says so. */
  get hall() {
    return Boolean(this.root.closest("[data-hall]"));
  }

  /** Unpack what the scene carries. */
  async load() {}

  /** @returns {void | Promise<void>} */
  show() {}

  /** @param {string} key @returns {boolean} whether it was ours */
  key(key) {
    return this.picture?.key(key) ?? false;
  }

  /** @returns {State} */
  get state() {
    return this.model.get("state");
  }

  /** @param {Partial<State>} change */
  save(change) {
    this.model.set("state", { ...this.state, ...change });
    this.model.save_changes();
    void this.show();
  }
}
