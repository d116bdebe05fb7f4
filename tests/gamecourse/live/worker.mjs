// A page's worker under node: what comes on a line of the input goes to the worker, what it posts goes to the output.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

// The clock shows the seconds of this process, so that other work on the machine makes no answer slow.
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
Object.defineProperty(performance, "now", { value: clock });

globalThis.self = globalThis;
globalThis.fetch = async (path) => new Response(await readFile(path));
globalThis.postMessage = (message) => {
  if (message.snapshot) message.snapshot = message.snapshot.length;
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

const [folder] = process.argv.slice(2);
await import(`${folder}worker.js`);
globalThis.onmessage({ data: { start: { base: folder, files: null, snapshot: null } } });
for await (const line of createInterface({ input: process.stdin })) globalThis.onmessage({ data: JSON.parse(line) });
