// One question per line in, one answer per line out: `node lines.mjs`.

import { createInterface } from "node:readline";
import { writeSync } from "node:fs";
import { load } from "./index.js";

const engine = await load();
const say = (answer) => void writeSync(1, `${JSON.stringify(answer)}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== "") say(engine.ask(JSON.parse(line), say));
}
