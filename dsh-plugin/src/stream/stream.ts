/** The seam `llm/stream`: every answer of the model to a session's request, before dsh logs it. */

import { callKey, type Entry, type Ledger } from '../counts/ledger.js';
import type { Guard } from '../guard.js';
import type { GenerateOptions, Message, StreamChunk } from '../host.js';
import type { Offers } from '../offers.js';
import type { Options } from '../options.js';
import type { Programs } from '../program/program.js';
import { CallMender } from './calls.js';
import { MessageRewriter, type Report } from './message.js';

interface Parts {
  guard: Guard;
  offers: Offers;
  ledger: Ledger;
  programs: Programs;
  options: Options;
}

/** The listener. Whatever fails of ours, the chunks go on as they came. */
export function mendStream(parts: Parts) {
  return (
    options: GenerateOptions,
    next: () => AsyncIterable<StreamChunk>,
  ): AsyncIterable<StreamChunk> => {
    const source = next();
    // Titles and compaction ask for text only.
    if (options.purpose !== undefined || !options.tools?.length) return source;
    const rewriter = parts.guard.attempt('llm/stream', () => rewriterFor(parts, options));
    return rewriter === undefined ? source : rewritten(source, rewriter, parts.guard);
  };
}

async function* rewritten(
  source: AsyncIterable<StreamChunk>,
  rewriter: MessageRewriter,
  guard: Guard,
): AsyncIterable<StreamChunk> {
  let isBroken = false;
  for await (const chunk of source) {
    if (isBroken) {
      yield chunk;
      continue;
    }
    const chunks = guard.attempt('stream chunk', () => rewriter.push(chunk));
    if (chunks !== undefined) {
      yield* chunks;
      continue;
    }
    isBroken = true;
    yield* rewriter.release();
    yield chunk;
  }
  if (!isBroken) yield* rewriter.release();
}

function rewriterFor(
  { offers, ledger, programs, options }: Parts,
  request: GenerateOptions,
): MessageRewriter {
  const offer = offers.request(request);
  const model = `${request.provider}/${request.model}`;
  const { leaks, leakTools, observe, autoBridgeDirectTools } = options;
  const enter = (id: string, entry: Omit<Entry, 'model' | 'seam'>): void =>
    ledger.enter(callKey(request.sessionId, id), { model, seam: 'stream', ...entry });
  const report: Report = {
    call: (id, { name, rules, note }, format) =>
      enter(id, {
        tool: name,
        outcome: 'repaired',
        rules: format === undefined ? rules : [format, ...rules],
        ...(note === '' || observe ? {} : { note }),
      }),
    unmended: (id, name, outcome) =>
      enter(id, { tool: offer.known.has(name) ? name : '?', outcome, rules: [] }),
  };
  return new MessageRewriter({
    mender: new CallMender(offer, programs, autoBridgeDirectTools),
    scanner: (channel) =>
      offer.tools.scanner({
        level: leaks,
        channel,
        ...(leakTools.length > 0 ? { only: leakTools } : {}),
        sent: () => sentTexts(request.messages, request.system),
      }),
    report,
    observe,
  });
}

/** What the model was sent by others than itself: a call that stands there is quoted. */
function* sentTexts(messages: readonly Message[], system = ''): Iterable<string> {
  yield system;
  for (const { role, content } of messages) {
    if (role === 'assistant') continue;
    if (typeof content === 'string') yield content;
    else {
      for (const block of content) {
        if (block.type === 'text') yield block.text;
        if (block.type !== 'tool-result') continue;
        for (const part of block.content) if (part.type === 'text') yield part.text;
      }
    }
  }
}
