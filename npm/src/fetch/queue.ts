/** Events on their way out, in order: each waits for those before it. */

import type { ResponseStream } from './types.js';

/** An event that may have to wait, to change, or to go. */
export class Outgoing<J> {
  /** What came in. */
  readonly bytes: Uint8Array;
  json: Partial<J> = {};
  #output: Uint8Array[];
  /** For how many reasons it waits. */
  holds = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#output = [bytes];
  }

  /** Puts other events in its place, or none. */
  replace(...output: Uint8Array[]): void {
    this.#output = output;
  }

  /** Puts events behind it. */
  follow(...output: Uint8Array[]): void {
    this.#output.push(...output);
  }

  get output(): readonly Uint8Array[] {
    return this.#output;
  }
}

/** The events that have not gone out. */
export class Queue<J> {
  #waiting: Outgoing<J>[] = [];

  add(event: Outgoing<J>): void {
    this.#waiting.push(event);
  }

  /** What can go out now. */
  drain(): Uint8Array[] {
    let count = 0;
    while (this.#waiting[count]?.holds === 0) count += 1;
    return this.#take(count);
  }

  /** Everything, whatever it waits for. */
  flush(): Uint8Array[] {
    return this.#take(this.#waiting.length);
  }

  /** Everything as it came in. */
  abandon(): Uint8Array[] {
    return this.#waiting.splice(0).map(({ bytes }) => bytes);
  }

  #take(count: number): Uint8Array[] {
    if (count === 0) return [];
    return this.#waiting.splice(0, count).flatMap(({ output }) => output);
  }
}

/** A stream whose events go through a queue; a protocol says what is to be done with each. */
export abstract class QueuedStream<J extends object> implements ResponseStream {
  readonly #queue = new Queue<J>();

  event({ bytes, data }: { bytes: Uint8Array; data: string | undefined }): Uint8Array[] {
    const item = new Outgoing<J>(bytes);
    this.#queue.add(item);
    if (data === '[DONE]') this.finish();
    const json: unknown = data?.startsWith('{') === true ? JSON.parse(data) : undefined;
    if (json !== undefined) {
      item.json = json as J;
      this.take(item, json as J);
    }
    return this.#queue.drain();
  }

  end(): Uint8Array[] {
    this.finish();
    return this.#queue.flush();
  }

  abandon(): Uint8Array[] {
    return this.#queue.abandon();
  }

  /** Looks at an event. */
  protected abstract take(item: Outgoing<J>, json: J): void;

  /** Decides what still waits: there is nothing to come. */
  protected abstract finish(): void;
}
