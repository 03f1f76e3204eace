/** The bytes of a response's stream on their way through a mender, at the reader's pace. */

import { EventSplitter, joined, type ServerEvent } from './sse.js';
import type { FetchOptions, ResponseStream } from './types.js';

/** Reads from `source` only when asked; cancelling the result cancels it. */
export function mendedStream(
  source: ReadableStream<Uint8Array>,
  mender: ResponseStream,
  { observe = false, onFailure }: FetchOptions,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const splitter = new EventSplitter();
  let isBroken = false;

  /** What a step of the mender gives; after a failure everything goes out as it came. */
  const guarded = (step: () => Uint8Array[], asSent: Uint8Array[]): Uint8Array[] => {
    if (isBroken) return asSent;
    try {
      const out = step();
      return observe ? asSent : out;
    } catch (error) {
      isBroken = true;
      onFailure?.(error);
      // What failed waits with the others.
      return observe ? asSent : mender.abandon();
    }
  };
  const passed = (event: ServerEvent): Uint8Array[] => {
    return guarded(() => mender.event(event), [event.bytes]);
  };
  const rest = (): Uint8Array[] => {
    const last = splitter.end();
    return [...(last === undefined ? [] : passed(last)), ...guarded(() => mender.end(), [])];
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read();
          const parts = done ? rest() : splitter.push(value).flatMap(passed);
          if (parts.length > 0) controller.enqueue(joined(parts));
          if (done) controller.close();
          if (done || parts.length > 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
