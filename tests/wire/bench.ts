/** What mending costs a stream: the first text, and a megabyte of small pieces read by `openai`. */

import OpenAI from 'openai';

import { createMendingFetch } from '../../npm/src/fetch/mending-fetch.js';
import '../../npm/test/module.js';

const encoder = new TextEncoder();
const chunk = (content: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

/** A model that answers with so many small pieces of text. */
function answering(pieces: number): typeof fetch {
  const event = encoder.encode(chunk('some words. '));
  return () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === pieces) controller.close();
        else controller.enqueue(event);
        sent += 1;
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
}

const request = {
  model: 'm',
  messages: [{ role: 'user' as const, content: 'go' }],
  tools: [{ type: 'function' as const, function: { name: 'read', parameters: { type: 'object' } } }],
};

/** How long it takes to the first piece and to the end. */
async function times(fetcher: typeof fetch): Promise<{ first: number; whole: number }> {
  const client = new OpenAI({ apiKey: 'none', baseURL: 'http://model/v1', fetch: fetcher });
  const start = performance.now();
  let first = 0;
  for await (const _ of await client.chat.completions.create({ ...request, stream: true })) {
    first ||= performance.now() - start;
  }
  return { first, whole: performance.now() - start };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

async function measured(pieces: number, rounds: number, of: 'first' | 'whole'): Promise<[number, number]> {
  const plain: number[] = [];
  const mended: number[] = [];
  const mending = createMendingFetch({ fetch: answering(pieces) });
  for (let round = 0; round < rounds; round += 1) {
    plain.push((await times(answering(pieces)))[of]);
    mended.push((await times(mending))[of]);
  }
  return [median(plain), median(mended)];
}

await measured(50, 20, 'first');
const [plainFirst, mendedFirst] = await measured(50, 101, 'first');
console.log(`first text: ${(mendedFirst - plainFirst).toFixed(3)} ms added (median)`);
const pieces = Math.ceil(2 ** 20 / chunk('some words. ').length);
const [plain, mended] = await measured(pieces, 15, 'whole');
console.log(`1 MB in ${pieces} pieces: ${plain.toFixed(1)} ms without, ${mended.toFixed(1)} ms with: ${(mended / plain).toFixed(2)}×`);
