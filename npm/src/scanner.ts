/** A message that arrives in pieces, and the calls that leaked into it as text. */

import * as engine from './engine.js';
import { isWellFormed } from './text.js';
import type { ScanEvent, ScanOptions } from './types.js';

/** Of longer messages all is text. */
const LONGEST = 4 * 2 ** 20;

/** @internal What a scanner needs of a compiled list of tools: its handle in the present instance. */
export type ToolsHandle = (wasm: engine.Wasm) => number;

/** Where a message is kept: a handle in one generation of instances. */
interface Place {
  handle: number;
  generation: number;
}

/** Lets the instance forget the messages that were never finished. */
const collected = new FinalizationRegistry<Place>(({ handle, generation }) => {
  if (generation !== engine.generation) return;
  try {
    engine.run((wasm) => wasm.scanner_release(handle));
  } catch {
    // The instance is gone, and the message with it.
  }
});

/** A message's scanner. */
export class Scanner {
  readonly #tools: ToolsHandle;
  readonly #options: string;
  readonly #sent: () => Iterable<string>;
  readonly #place: Place = { handle: 0, generation: -1 };
  /** All pieces so far, to begin anew in another instance. */
  #pushed = '';
  /** How many units of the message have gone out. */
  #gone = 0;
  /** How many units of what the instance gives went out before it was made. */
  #old = 0;
  /** The first half of a character whose second half is still to come. */
  #half = '';
  #told = false;
  #failed = false;

  /** @internal Use `tools.scanner`. */
  constructor(tools: ToolsHandle, { sent, ...options }: ScanOptions) {
    this.#tools = tools;
    this.#options = JSON.stringify(options);
    this.#sent = sent ?? (() => []);
    // A mistake in the options is the caller's, and told at once.
    engine.run((wasm) => this.#begin(wasm));
    collected.register(this, this.#place, this.#place);
  }

  /**
   * Takes the next piece; gives the text that can go out now, which may be none. Never throws:
   * where the engine fails, what is left of the message is text.
   */
  push(piece: string): string {
    const text = this.#half + piece;
    this.#half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    this.#pushed += this.#half === '' ? text : text.slice(0, -1);
    if (this.#failed) return this.#rest();
    try {
      const whole = this.#half === '' ? text : text.slice(0, -1);
      if (!isWellFormed(whole) || this.#pushed.length > LONGEST) return this.#fail();
      return this.#out(engine.run((wasm) => this.#ask(wasm, whole)));
    } catch {
      return this.#fail();
    }
  }

  /**
   * Ends the message; gives the rest of it, texts and calls in order. `beside` are the calls that
   * the same message has as calls: what repeats one of them stays text. Never throws.
   */
  finish(beside: readonly { name: string; arguments: string }[] = []): ScanEvent[] {
    collected.unregister(this.#place);
    this.#pushed += this.#half;
    try {
      if (this.#failed || this.#half !== '') return textEvents(this.#fail());
      const events = engine.run((wasm) => this.#end(wasm, beside));
      return events.flatMap((event) => ('call' in event ? event : textEvents(this.#out(event.text))));
    } catch {
      return textEvents(this.#fail());
    }
  }

  /** Pushes a piece, or all of them in a new instance. */
  #ask(wasm: engine.Wasm, piece: string): string {
    const text = this.#begin(wasm) ? this.#pushed : piece;
    const { handle } = this.#place;
    const [size = 0] = engine.write(text);
    const out = wasm.scanner_push(handle, size);
    if (out === undefined) return text;
    if (!this.#told && wasm.scanner_wants_sent(handle, false)) this.#tell(wasm);
    return out;
  }

  #end(wasm: engine.Wasm, beside: readonly { name: string; arguments: string }[]): ScanEvent[] {
    const text = this.#place.generation === engine.generation ? '' : this.#ask(wasm, '');
    const { handle } = this.#place;
    if (!this.#told && wasm.scanner_wants_sent(handle, true)) this.#tell(wasm);
    for (const call of beside) {
      const [name = 0, size = 0] = engine.write(call.name, call.arguments);
      wasm.scanner_beside(handle, name, size);
    }
    const events = JSON.parse(wasm.scanner_finish(handle)) as ScanEvent[];
    return [...textEvents(text), ...events];
  }

  /** Begins the message in the present instance. Whether it had to. */
  #begin(wasm: engine.Wasm): boolean {
    const place = this.#place;
    if (place.generation === engine.generation) return false;
    const tools = this.#tools(wasm);
    const [size = 0] = engine.write(this.#options);
    place.handle = wasm.scanner(tools, size);
    place.generation = engine.generation;
    this.#old = this.#gone;
    if (this.#told) this.#tell(wasm);
    return true;
  }

  #tell(wasm: engine.Wasm): void {
    this.#told = true;
    // An empty text first: that nothing was sent is an answer too.
    for (const text of ['', ...this.#sent()]) {
      const [size = 0] = engine.write(text);
      wasm.scanner_sent(this.#place.handle, size);
    }
  }

  /** What of the instance's text did not go out before. */
  #out(text: string): string {
    const old = Math.min(this.#old, text.length);
    this.#old -= old;
    const fresh = text.slice(old);
    this.#gone += fresh.length;
    return fresh;
  }

  #fail(): string {
    this.#failed = true;
    return this.#rest();
  }

  /** What has not gone out; from now on nothing is kept. */
  #rest(): string {
    const rest = this.#pushed.slice(this.#gone);
    this.#pushed = '';
    this.#gone = 0;
    return rest;
  }
}

function textEvents(text: string): ScanEvent[] {
  return text === '' ? [] : [{ text }];
}
