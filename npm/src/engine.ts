/**
 * The WebAssembly instance: made when it is first needed, and disposable.
 *
 * After a trap an instance cannot be trusted, and its memory never shrinks; so it is thrown away,
 * and the next call gets a new one from the same module (0.2 ms). What was compiled in the old
 * one is compiled again when it is next used: see `generation`.
 */

import * as bindings from '../pkg/toolmend.js';
import type { ModuleSource } from './types.js';

/** The module's functions. */
export type Wasm = typeof bindings;

/** The engine refused what it was given: the caller's mistake. */
export class Refusal extends Error {}

/** An instance whose memory passed this after a call is replaced. */
const RECYCLED_ABOVE = 16 * 2 ** 20;

/** Up to this length a text gets room for three bytes a unit, so that it is written at once. */
const SHORT = 2 ** 16;

/** The room that the buffer has at rest: enough for every short text. */
const ROOM = 3 * SHORT;

const encoder = new TextEncoder();

let source: (() => ModuleSource) | undefined;
let instance: bindings.InitOutput | undefined;
let bytes = new Uint8Array();
/** The buffer at rest; empty where it is not known to be there still. */
let resting: Uint8Array = new Uint8Array();
let broken = false;
let needed = 0;

/** Counts the instances: what was compiled in another generation is gone. */
export let generation = 0;

/** Says where the module comes from; asked at the first call. */
export function provideModule(provided: () => ModuleSource): void {
  source ??= provided;
}

/** The size of the instance's memory in bytes, 0 if there is none. */
export function memorySize(): number {
  return instance?.memory.buffer.byteLength ?? 0;
}

/** The instance's memory, for tests that damage it. */
export function memory(): Uint8Array {
  instance ??= instantiate();
  if (bytes.buffer !== instance.memory.buffer) bytes = new Uint8Array(instance.memory.buffer);
  return bytes;
}

/**
 * Runs `work` on a live instance. Throws a `Refusal` for what the bindings throw themselves (a
 * string); anything else means that the instance is lost.
 */
export function run<T>(work: (wasm: Wasm) => T): T {
  instance ??= instantiate();
  if (broken) renew();
  let result: T;
  try {
    result = work(bindings);
  } catch (error) {
    if (typeof error === 'string') throw new Refusal(error);
    discard();
    throw error;
  }
  if (memorySize() > Math.max(RECYCLED_ABOVE, 2 * needed)) discard();
  return result;
}

/** Remembers how much memory is in use at rest, so that a large list of tools is not thrown away
 * again and again. */
export function settle(): void {
  needed = memorySize();
}

/**
 * Whether a text is certainly valid as the arguments of the tool at `place` in the list behind
 * `handle`, of the present generation. Most calls go no further: nothing is made on the way of a
 * short one, and nothing but the text crosses.
 */
export function accepts(handle: number, place: number, text: string): boolean {
  if (broken) return false;
  try {
    if (text.length <= SHORT) return bindings.accepts(handle, place, writeShort(text));
    return run((wasm) => wasm.accepts(handle, place, write(text)[0] ?? 0));
  } catch {
    discard();
    return false;
  }
}

function writeShort(text: string): number {
  // The view of a memory that has grown since is empty.
  if (resting.length === 0) {
    const start = reserve(ROOM);
    resting = memory().subarray(start, start + ROOM);
  }
  return encoder.encodeInto(text, resting).written;
}

/** Makes room in the instance's buffer; gives where it begins. */
function reserve(room: number): number {
  // What is larger may stand somewhere else, and is given back after the call.
  if (room > ROOM) resting = new Uint8Array();
  return bindings.reserve(room);
}

/** Writes texts into the instance's buffer, one after another; gives their lengths in bytes. */
export function write(...texts: string[]): number[] {
  let room = 0;
  for (const text of texts) room += atFirst(text.length);
  let start = reserve(room);
  let end = 0;
  return texts.map((text, index) => {
    const begin = end;
    const { read, written } = encoder.encodeInto(text, memory().subarray(start + end, start + room));
    end += written;
    if (read < text.length) {
      const rest = [text.slice(read), ...texts.slice(index + 1)];
      room = end + rest.reduce((sum, { length }) => sum + 3 * length, 0);
      start = reserve(room);
      const target = memory().subarray(start + end, start + room);
      end += encoder.encodeInto(text.slice(read), target).written;
    }
    return end - begin;
  });
}

/** Writes bytes into the instance's buffer; gives their number. */
export function writeBytes(line: Uint8Array): number {
  const start = reserve(line.length);
  memory().set(line, start);
  return line.length;
}

/** A guess at the bytes of a text that is right for short ones, and for long ones in ASCII. */
function atFirst(length: number): number {
  return length <= SHORT ? 3 * length : length + (length >> 3);
}

function instantiate(): bindings.InitOutput {
  if (source === undefined) throw new Error('toolmend/slim: call initialize(module) first');
  return bindings.initSync({ module: source() });
}

/** Gives the instance up. Where a new one cannot be made now, it is tried again when needed. */
function discard(): void {
  broken = true;
  try {
    renew();
  } catch {
    // The next call throws it.
  }
}

function renew(): void {
  generation += 1;
  bytes = new Uint8Array();
  resting = new Uint8Array();
  needed = 0;
  bindings.__wbg_reset_state();
  // Gives the exports of the present instance once there is one; nothing is instantiated.
  instance = bindings.initSync({ module: new ArrayBuffer() });
  broken = false;
}
