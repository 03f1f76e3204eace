/** A stream of server-sent events with some of them changed, and all others with their own bytes. */

/** What is made of events. */
export interface EventRewriter {
  /** The data to send in place of an event's; `undefined` lets the event pass as it is. */
  take(data: string): string[] | undefined;
  /** The data to send before the stream ends. */
  end(): string[];
}

/** A comment, so often, where nothing else goes out: OpenCode gives up on a stream that is silent. */
const SIGN_OF_LIFE_MS = 5000;

/** The empty line that ends an event. */
const END_OF_EVENT = /\r\n\r\n|\n\n|\r\r/;

/** Rewrites the events that pass. */
export function rewriteEvents(rewriter: EventRewriter): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  let sentAt = Date.now();

  const send = (controller: TransformStreamDefaultController<Uint8Array>, text: string): void => {
    if (text === '') return;
    controller.enqueue(encoder.encode(text));
    sentAt = Date.now();
  };
  const rewritten = (event: string): string => {
    const data = dataOf(event);
    if (data === undefined) return event;
    if (data === '[DONE]') return eventsOf(rewriter.end()) + event;
    const instead = rewriter.take(data);
    return instead === undefined ? event : eventsOf(instead);
  };

  return new TransformStream({
    transform(bytes, controller) {
      rest += decoder.decode(bytes, { stream: true });
      let out = '';
      for (let end = END_OF_EVENT.exec(rest); end !== null; end = END_OF_EVENT.exec(rest)) {
        const length = end.index + end[0].length;
        out += rewritten(rest.slice(0, length));
        rest = rest.slice(length);
      }
      if (out === '' && Date.now() - sentAt > SIGN_OF_LIFE_MS) out = ': toolmend\n\n';
      send(controller, out);
    },
    flush(controller) {
      rest += decoder.decode();
      send(controller, (rest === '' ? '' : rewritten(rest)) + eventsOf(rewriter.end()));
    },
  });
}

/** The data of an event; `undefined` if it has none. */
function dataOf(event: string): string | undefined {
  const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
  if (lines.length === 0) return undefined;
  return lines.map((line) => line.slice('data:'.length).replace(/^ /, '')).join('\n');
}

function eventsOf(data: readonly string[]): string {
  return data.map((line) => `data: ${line}\n\n`).join('');
}
