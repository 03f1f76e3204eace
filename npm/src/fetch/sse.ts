/** Server-sent events with the bytes that they came in, so that what is not changed stays the same. */

import { createParser, type EventSourceMessage } from 'eventsource-parser';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

const encoder = new TextEncoder();

/** One event, or a comment, with the blank line behind it. */
export interface ServerEvent {
  bytes: Uint8Array;
  /** Its data; undefined for a comment. */
  data: string | undefined;
  name: string | undefined;
}

/** An event of our own. */
export function serverEvent(data: unknown, name?: string): Uint8Array {
  const head = name === undefined ? '' : `event: ${name}\n`;
  return encoder.encode(`${head}data: ${JSON.stringify(data)}\n\n`);
}

/**
 * Cuts a stream of bytes behind the blank lines. What an event says is read by eventsource-parser;
 * it does not tell the bytes, so they are kept here. (Lines that end in a bare carriage return, as
 * the standard allows and no model's server writes, make one event of the whole stream.)
 */
export class EventSplitter {
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({
    onEvent: (event) => {
      this.#read = event;
    },
  });
  #read: EventSourceMessage | undefined;
  /** The bytes of an event that is still coming. */
  #parts: Uint8Array[] = [];
  #lineIsEmpty = true;

  /** The events that end in this chunk. */
  push(chunk: Uint8Array): ServerEvent[] {
    const events: ServerEvent[] = [];
    let start = 0;
    let line = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, line)) {
      const isEmpty = this.#lineIsEmpty && isBlank(chunk, line, at);
      this.#lineIsEmpty = true;
      line = at + 1;
      if (!isEmpty) continue;
      events.push(this.#event(chunk.subarray(start, line)));
      start = line;
    }
    if (!isBlank(chunk, line, chunk.length)) this.#lineIsEmpty = false;
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
    return events;
  }

  /** What is left at the end of the stream, if anything is. */
  end(): ServerEvent | undefined {
    return this.#parts.length === 0 ? undefined : this.#event(new Uint8Array());
  }

  #event(last: Uint8Array): ServerEvent {
    const bytes = joined([...this.#parts, last]);
    this.#parts = [];
    this.#read = undefined;
    this.#parser.feed(`${this.#decoder.decode(bytes)}\n\n`);
    const read = this.#read as EventSourceMessage | undefined;
    return { bytes, data: read?.data, name: read?.event };
  }
}

function isBlank(chunk: Uint8Array, from: number, to: number): boolean {
  return to === from || (to === from + 1 && chunk[from] === CARRIAGE_RETURN);
}

/** Parts of bytes as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
