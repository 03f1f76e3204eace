/** The module's size: a budget, and what takes the most of it. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { installed, root } from './consumer.js';

/** Compressed, as it is downloaded. */
const BUDGET = 180 * 1024;

const CODE = 10;
const CUSTOM = 0;
const IMPORTS = 2;

/** A function of the module before its names are taken off. */
interface Code {
  name: string;
  size: number;
}

test('the module is at most 180 KB, compressed', (context) => {
  const size = gzipSync(readFileSync(join(installed, 'dist/toolmend.wasm')), { level: 9 }).length;
  context.diagnostic(`${size} bytes of ${BUDGET}`);
  assert.ok(size <= BUDGET, `${size} bytes`);
});

test('what takes the most of it', (context) => {
  const target = process.env['CARGO_TARGET_DIR'] ?? join(root, 'target');
  const file = join(target, 'wasm32-unknown-unknown/wasm/toolmend_wasm.wasm');
  assert.ok(existsSync(file), `${file}: npm run build makes it`);
  const codes = functionsOf(readFileSync(file));
  const whole = codes.reduce((sum, { size }) => sum + size, 0);
  assert.ok(codes.length > 100 && whole > 100_000);
  const parts = new Map<string, number>();
  for (const { name, size } of codes) parts.set(partOf(name), (parts.get(partOf(name)) ?? 0) + size);
  const shares = (list: [string, number][]): string =>
    list
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 10)
      .map(([name, size]) => `${name} ${((100 * size) / whole).toFixed(1)} %`)
      .join(', ');
  context.diagnostic(`code by part: ${shares([...parts])}`);
  context.diagnostic(`largest functions: ${shares(codes.map(({ name, size }) => [readable(name), size]))}`);
});

/** The path in a mangled name: `_ZN8toolmend6reader4walk4Walk4step17h…E` is `toolmend::reader::…`. */
function path(name: string): string[] {
  const steps: string[] = [];
  const step = /(\d+)_?/g;
  step.lastIndex = name.search(/\d+[a-zA-Z_$]/);
  for (let found = step.exec(name); found !== null; found = step.exec(name)) {
    const length = Number(found[1]);
    const text = name.slice(step.lastIndex, step.lastIndex + length);
    if (text.length < length || length === 0) break;
    steps.push(text);
    step.lastIndex += length;
  }
  return steps.filter((text) => !/^h[0-9a-f]{16}$/.test(text));
}

function readable(name: string): string {
  return path(name).slice(0, 4).join('::') || name;
}

/** The crate, and in the engine the module, that a function belongs to. */
function partOf(name: string): string {
  const inEngine = /8toolmend(\d+)(\w+)/.exec(name);
  if (inEngine !== null) return `toolmend::${inEngine[2]?.slice(0, Number(inEngine[1]))}`;
  const crates = ['toolmend_accept', 'toolmend_wasm', 'talc', 'wasm_bindgen', 'js_sys', 'toolmend'];
  return crates.find((crate) => name.includes(crate)) ?? 'the standard library';
}

/** Every function's name and the size of its code, in bytes. */
function functionsOf(module: Uint8Array): Code[] {
  const reader = new Reader(module);
  reader.at = 8;
  const sizes: number[] = [];
  const names = new Map<number, string>();
  let imported = 0;
  while (reader.at < module.length) {
    const kind = reader.byte();
    const end = reader.number() + reader.at;
    if (kind === IMPORTS) imported = importedFunctions(reader);
    if (kind === CODE) {
      for (let left = reader.number(); left > 0; left -= 1) {
        const size = reader.number();
        sizes.push(size);
        reader.at += size;
      }
    }
    if (kind === CUSTOM && reader.text() === 'name') readNames(reader, end, names);
    reader.at = end;
  }
  return sizes.map((size, at) => ({ size, name: names.get(imported + at) ?? `function ${at}` }));
}

/** wasm-bindgen's module imports functions only. */
function importedFunctions(reader: Reader): number {
  return reader.number();
}

function readNames(reader: Reader, end: number, names: Map<number, string>): void {
  const FUNCTIONS = 1;
  while (reader.at < end) {
    const kind = reader.byte();
    const next = reader.number() + reader.at;
    if (kind === FUNCTIONS) {
      for (let left = reader.number(); left > 0; left -= 1) names.set(reader.number(), reader.text());
    }
    reader.at = next;
  }
}

/** Reads what a module is made of. */
class Reader {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const byte = this.#bytes[this.at] ?? 0;
    this.at += 1;
    return byte;
  }

  /** LEB128. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  text(): string {
    const length = this.number();
    this.at += length;
    return Buffer.from(this.#bytes.subarray(this.at - length, this.at)).toString('latin1');
  }
}
