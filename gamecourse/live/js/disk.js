// Python for a page that was opened from a disk, where a browser fetches nothing: a script brings all files along.

/** The script's files, by name: base64 of gzip. @typedef {{courseFiles?: Object<string, string>}} Brought */

/** @param {string} address @returns {Promise<void>} */
function loaded(address) {
  const script = document.createElement("script");
  script.src = address;
  return new Promise((done, fail) => {
    script.onload = () => done();
    script.onerror = () => fail(new Error("The file that brings Python is not beside this page: python-data.js"));
    document.head.append(script);
  });
}

/** @param {string} packed base64 of gzip */
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** All files by their names. @param {string} base the folder of the script @returns {Promise<Object<string, ArrayBuffer>>} */
export async function filesFromDisk(base) {
  const brought = /** @type {Brought} */ (globalThis);
  if (!brought.courseFiles) await loaded(`${base}python-data.js`);
  const files = Object.entries(brought.courseFiles ?? {});
  const made = files.map(async ([name, packed]) => [name, await unpacked(packed)]);
  return Object.fromEntries(await Promise.all(made));
}
