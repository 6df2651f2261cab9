// @ts-check
// QR codes: a text as a square of dark and light modules (ISO/IEC 18004, byte mode, error correction M, sizes 1 to
// 10), which holds every address of this page.

/** Of each size from 1: check bytes per block, and the data bytes of its blocks. @type {[number, number[]][]} */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** Where the small squares stand that help to align larger codes, by size. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

/** Powers of two in the field of 256 elements, and their logarithms. */
const [POWERS, LOGS] = (() => {
  const powers = new Array(512).fill(0);
  const logs = new Array(256).fill(0);
  for (let [exponent, value] = [0, 1]; exponent < 255; exponent++) {
    powers[exponent] = powers[exponent + 255] = value;
    logs[value] = exponent;
    value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
  }
  return [powers, logs];
})();

/** The check bytes of a block (Reed and Solomon). @param {number[]} data @param {number} count */
function checkBytes(data, count) {
  let generator = [1];
  for (let root = 0; root < count; root++) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, POWERS[root])));
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at] ?? 0;
    generator.forEach((factor, place) => (rest[at + place] = (rest[at + place] ?? 0) ^ times(factor, lead)));
  }
  return rest.slice(data.length);
}

/** @param {number} a @param {number} b @returns {number} */
const times = (a, b) => (a && b ? POWERS[LOGS[a] + LOGS[b]] : 0);

/** The bytes of a text with all that belongs to them, in the order in which they are drawn. @param {string} text */
function codewords(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const size = BLOCKS.findIndex(([, blocks], index) => {
    const room = blocks.reduce((sum, block) => sum + block, 0);
    return bytes.length + (index < 9 ? 2 : 3) <= room;
  });
  const block = BLOCKS[size];
  if (!block) throw new Error("too long for a QR code");
  const [checks, lengths] = block;
  const room = lengths.reduce((sum, length) => sum + length, 0);
  const count = size < 9 ? 8 : 16;
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ width) => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, count);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, 8 * room - bits.length));
  while (bits.length % 8 > 0) bits.push(0);
  /** @type {number[]} */
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0; data.length < room; pad++) data.push(pad % 2 === 0 ? 0xec : 0x11);
  let from = 0;
  const parts = lengths.map((length) => data.slice(from, (from += length)));
  const ends = parts.map((part) => checkBytes(part, checks));
  /** @type {number[]} */
  const woven = [];
  for (const list of [parts, ends]) {
    const longest = Math.max(...list.map(({ length }) => length));
    for (let at = 0; at < longest; at++) for (const part of list) if (at < part.length) woven.push(part[at] ?? 0);
  }
  return { size: size + 1, bytes: woven };
}

/** The eight patterns that even out dark and light. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Check bits behind a value, by a polynomial. @param {number} value @param {number} width @param {number} divisor */
function withChecks(value, width, divisor) {
  const bits = Math.floor(Math.log2(divisor));
  let rest = value << bits;
  for (let bit = width + bits - 1; bit >= bits; bit--) if ((rest >> bit) & 1) rest ^= divisor << (bit - bits);
  return (value << bits) | rest;
}

/** A code without its data: `null` where data goes. @param {number} size */
function frame(size) {
  const width = 17 + 4 * size;
  /** @type {(boolean | null)[][]} */
  const modules = Array.from({ length: width }, () => new Array(width).fill(null));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    const row = modules[y];
    if (row && x >= 0 && x < width) row[x] = dark;
  };
  const square = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ reach) => {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set(cx + x, cy + y, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
    }
  };
  for (let at = 0; at < width; at++) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  square(3, 3, 4);
  square(width - 4, 3, 4);
  square(3, width - 4, 4);
  const places = ALIGNMENT[size - 1] ?? [];
  for (const x of places) {
    for (const y of places) {
      const isCorner = (x === 6 && y === 6) || (x === 6 && y === width - 7) || (x === width - 7 && y === 6);
      if (!isCorner) square(x, y, 2);
    }
  }
  if (size >= 7) {
    const bits = withChecks(size, 6, 0x1f25);
    for (let bit = 0; bit < 18; bit++) {
      const [a, b] = [width - 11 + (bit % 3), Math.floor(bit / 3)];
      set(a, b, ((bits >> bit) & 1) === 1);
      set(b, a, ((bits >> bit) & 1) === 1);
    }
  }
  return { modules, set, width };
}

/** Writes which mask is used. @param {ReturnType<typeof frame>} code @param {number} mask */
function drawFormat({ set, width }, mask) {
  // Error correction M is written as 0.
  const bits = withChecks(mask, 5, 0x537) ^ 0x5412;
  const bit = (/** @type {number} */ at) => ((bits >> at) & 1) === 1;
  for (let at = 0; at < 6; at++) set(8, at, bit(at));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at));
  for (let at = 0; at < 8; at++) set(width - 1 - at, 8, bit(at));
  for (let at = 8; at < 15; at++) set(8, width - 15 + at, bit(at));
  set(8, width - 8, true);
}

/** How badly a code reads: long runs, blocks, false finders, too much of one colour. @param {boolean[][]} modules */
function penalty(modules) {
  const width = modules.length;
  let score = 0;
  const lines = [...modules, ...modules.map((_, x) => modules.map((row) => row[x] ?? false))];
  for (const line of lines) {
    let run = 1;
    for (let at = 1; at <= width; at++) {
      if (at < width && line[at] === line[at - 1]) run++;
      else {
        if (run >= 5) score += run - 2;
        run = 1;
      }
    }
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const finder of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) score += 40;
    }
  }
  let dark = 0;
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const here = modules[y]?.[x];
      if (here) dark++;
      const same = here === modules[y]?.[x + 1] && here === modules[y + 1]?.[x] && here === modules[y + 1]?.[x + 1];
      if (same && x + 1 < width && y + 1 < width) score += 3;
    }
  }
  return score + 10 * Math.floor(Math.abs((dark / width / width) * 20 - 10));
}

/**
 * The code of a text: rows of modules, true where it is dark.
 * @param {string} text
 * @returns {boolean[][]}
 */
export function qrCode(text) {
  const { size, bytes } = codewords(text);
  let best = /** @type {boolean[][]} */ ([]);
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const code = frame(size);
    drawFormat(code, mask);
    fillIn(code, bytes, MASKS[mask] ?? (() => false));
    const modules = code.modules.map((row) => row.map(Boolean));
    const score = penalty(modules);
    if (score < least) [least, best] = [score, modules];
  }
  return best;
}

/**
 * Puts the data in, two columns at a time, up and down by turns from the right.
 * @param {ReturnType<typeof frame>} code
 * @param {number[]} bytes
 * @param {(x: number, y: number) => boolean} mask
 */
function fillIn({ modules, set, width }, bytes, mask) {
  let at = 0;
  let up = true;
  for (let right = width - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < width; step++) {
      const y = up ? width - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (modules[y]?.[x] !== null) continue;
        const bit = (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
        at++;
        set(x, y, bit !== mask(x, y));
      }
    }
    up = !up;
  }
}
