/** The text of a response as it streams by, and the calls that leaked into it. */

import type { Scanner } from '../scanner.js';
import type { RecoveredCall } from '../types.js';
import type { Outgoing } from './queue.js';

/** A call that the response has as a call. */
export interface Beside {
  name: string;
  arguments: string;
}

/**
 * One channel of a response. An event waits until the scanner has let go of all its text, so that
 * events are only rewritten where a call was found.
 */
export class TextChannel<J> {
  readonly #scanner: Scanner;
  readonly #write: (event: Outgoing<J>, text: string) => void;
  #pending: { event: Outgoing<J>; length: number }[] = [];
  /** What the scanner let go of and no event has taken out yet. */
  #free = '';
  /** The text without the calls that were found in it. */
  text = '';

  /** `write` puts another text into an event. */
  constructor(scanner: Scanner, write: (event: Outgoing<J>, text: string) => void) {
    this.#scanner = scanner;
    this.#write = write;
  }

  /** Takes the next piece of text, which came in `event`. */
  push(event: Outgoing<J>, text: string): void {
    event.holds += 1;
    this.#pending.push({ event, length: text.length });
    const out = this.#scanner.push(text);
    this.text += out;
    this.#free += out;
    let first = this.#pending[0];
    while (first !== undefined && first.length <= this.#free.length) {
      this.#free = this.#free.slice(first.length);
      first.event.holds -= 1;
      this.#pending.shift();
      first = this.#pending[0];
    }
  }

  /** Ends the message; gives the calls, whose text is taken out of the events that wait. */
  finish(beside: readonly Beside[]): RecoveredCall[] {
    const calls: RecoveredCall[] = [];
    let text = this.#free;
    for (const event of this.#scanner.finish(beside)) {
      if ('call' in event) calls.push(event.call);
      else {
        text += event.text;
        this.text += event.text;
      }
    }
    for (const { event } of this.#pending) {
      event.holds -= 1;
      if (calls.length === 0) continue;
      this.#write(event, text);
      text = '';
    }
    this.#pending = [];
    return calls;
  }
}
