// A board of policeman and thief, solved in the page by the kernel that solves it in Python, rank by rank.

import { kernels } from "./scene.js";

/** The steps of the thief, with staying among them, and the further steps of the policeman. */
const ROOK = [[0, 0], [-1, 0], [0, -1], [0, 1], [1, 0]], DIAGONAL = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
const KINDS = { q: BigInt64Array, i: Int32Array, h: Int16Array, b: Int8Array };

/** @param {string} wasm the kernel @returns {Promise<(terrain: string, width: number) => import("./chase.js").BoardColumns>} */
export async function solver(wasm) {
  const memory = new WebAssembly.Memory({ initial: 40 });
  const { advance } = await kernels(wasm, memory);
  return (terrain, width) => {
    const free = [...terrain].flatMap((what, spot) => (what === "*" ? [] : [spot]));
    const [place, n] = [new Map(free.map((spot, k) => [spot, k])), free.length];
    const near = (/** @type {number[][]} */ ways) => free.map((spot) => ways.flatMap(([down, right]) => {
      const [column, there] = [(spot % width) + right, spot + down * width + right];
      return column >= 0 && column < width && place.has(there) ? [there] : [];
    }));
    const steps = { policeman: near([...ROOK, ...DIAGONAL]), thief: near(ROOK) };
    const rows = [...steps.policeman, ...steps.thief]; // a player may come from wherever that player may go
    let at = 0;
    const lay = (/** @type {"q" | "i" | "h" | "b"} */ kind, /** @type {number[]} */ held) => {
      const array = /** @type {any} */ (new KINDS[kind](memory.buffer, at, held.length));
      array.set(kind === "q" ? held.map(BigInt) : held);
      at += Math.ceil(array.byteLength / 8) * 8;
      return array;
    };
    const given = (/** @type {any[]} */ ...arrays) => arrays.flatMap((a) => [BigInt(a.byteOffset), BigInt(a.length)]);
    const ends = rows.reduce((sums, row) => [...sums, sums[sums.length - 1] + row.length], [0]);
    const graph = given(lay("q", ends), lay("i", rows.flat().map((spot) => place.get(spot) ?? 0)));
    const pairs = [...Array(n * n).keys()].map((k) => [Math.floor(k / n), k % n]); // in the order of each half
    const over = (/** @type {number} */ p, /** @type {number} */ t) => (p === t ? 1 : terrain[free[t]] === "E" ? -1 : 0);
    const won = [...pairs.map(([t, p]) => over(p, t)), ...pairs.map(([p, t]) => -over(p, t))];
    const degrees = [...pairs.map(([, p]) => rows[p].length), ...pairs.map(([, t]) => rows[n + t].length)];
    const outcome = lay("b", won), moves = lay("h", won.map((result) => (result ? 0 : -1)));
    const known = given(outcome, moves, lay("b", degrees.map((degree, k) => (won[k] ? 0 : degree))));
    let front = lay("i", won.map(() => 0)), found = lay("i", won.map(() => 0));
    let count = won.flatMap((result, k) => (result ? [k] : [])).map((k, i) => { front[i] = k; }).length;
    for (let rank = 1n; count; rank++) {
      const [from] = given(front);
      const number = BigInt(n);
      count = Number(advance(number, number, ...graph, from, BigInt(count), ...known, rank, ...given(found)));
      [front, found] = [found, front];
    }
    return { terrain, marks: [...outcome].map((result) => "LDW"[result + 1]).join(""), moves: [...moves], steps };
  };
}
