/** A model middleware: the calls of any provider's answers are mended before the SDK reads them. */

import type { FetchOptions } from '../fetch/types.js';
import { Session } from '../fetch/session.js';
import { type ReadyCall, type SentCall, Turn, named, text as textOf } from '../fetch/turn.js';
import type { Scanner } from '../scanner.js';
import type { CallOptions, Part } from './types.js';

export type MiddlewareOptions = Omit<FetchOptions, 'fetch'>;

interface Answer {
  content: Part[];
  finishReason: unknown;
}

/**
 * A middleware for `wrapLanguageModel` of ai 6 and 7. Where the provider takes a `fetch`,
 * `toolmend/fetch` sees more: providers drop what they cannot read.
 */
export function mendingMiddleware<Version extends 'v3' | 'v4'>(
  options: MiddlewareOptions & { specificationVersion: Version },
) {
  const { specificationVersion, ...rest } = options;
  const session = new Session(rest);
  return {
    specificationVersion,
    async wrapGenerate<A>({ doGenerate, params }: { doGenerate: () => PromiseLike<A>; params: unknown }): Promise<A> {
      const answer = await doGenerate();
      const turn = turnOf(session, params as CallOptions);
      return turn === undefined ? answer : mendedAnswer(session, turn, answer);
    },
    async wrapStream<P, A extends { stream: ReadableStream<P> }>({ doStream, params }: { doStream: () => PromiseLike<A>; params: unknown }): Promise<A> {
      const answer = await doStream();
      const turn = turnOf(session, params as CallOptions);
      if (turn === undefined) return answer;
      const stream = answer.stream.pipeThrough(mendingStream(session, turn) as unknown as TransformStream<P, P>);
      return { ...answer, stream };
    },
  };
}

function turnOf(session: Session, { tools = [], prompt }: CallOptions): Turn | undefined {
  const list = tools.filter(({ type }) => type === 'function');
  if (list.length === 0 || globalThis.process?.env?.TOOLMEND === 'off') return undefined;
  try {
    const compiled = session.tools(list.map(({ name, inputSchema }) => ({ name, parameters: inputSchema })));
    return new Turn(session, compiled, { model: '', sent: () => sentTexts(prompt), prefix: 'call_' });
  } catch (error) {
    session.options.onFailure?.(error);
    return undefined;
  }
}

function* sentTexts(prompt: CallOptions['prompt']): Generator<string> {
  for (const { role, content } of prompt) {
    if (role === 'assistant') continue;
    if (typeof content === 'string') yield content;
    else for (const part of content as { text?: string; output?: { value?: unknown } }[]) yield part.text ?? textOf(part.output?.value ?? '');
  }
}

function mendedAnswer<A>(session: Session, turn: Turn, answer: A): A {
  try {
    const { content, finishReason } = answer as Answer;
    const mender = new Parts(turn);
    const mended = content.flatMap((part) => mender.whole(part, finishReason));
    const recovered = mender.isRecovered ? { finishReason: toolCalls(finishReason) } : {};
    return session.options.observe === true ? answer : { ...answer, content: mended, ...recovered };
  } catch (error) {
    session.options.onFailure?.(error);
    return answer;
  }
}

/** The same, as it streams. What waits goes out as it came when something of ours fails. */
function mendingStream(session: Session, turn: Turn): TransformStream<Part, Part> {
  const mender = new Parts(turn);
  let isBroken = session.options.observe === true;
  return new TransformStream<Part, Part>({
    transform(part, controller) {
      let out = [part];
      try {
        if (!isBroken) out = mender.take(part);
      } catch (error) {
        isBroken = true;
        session.options.onFailure?.(error);
        out = [...mender.abandon(), ...(mender.holds(part) ? [] : [part])];
      }
      for (const one of out) controller.enqueue(one);
    },
    flush(controller) {
      for (const one of mender.abandon()) controller.enqueue(one);
    },
  });
}

/** The parts of one answer. */
class Parts {
  readonly #turn: Turn;
  /** From the first that is held on. */
  #waiting: Part[] = [];
  /** The parts of calls that are not known to be valid. */
  #calls = new Set<Part>();
  /** The parts of which the scanner holds some text, in order. */
  #texts: Part[] = [];
  /** What the scanner let go of and no part has taken out yet. */
  #free = '';
  #scanner: Scanner | undefined;
  readonly #beside: { name: string; arguments: string }[] = [];
  isRecovered = false;

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  /** Mends a part of an answer that is there as a whole. */
  whole(part: Part, finish: unknown): Part[] {
    if (part.type === 'tool-call' && part.providerExecuted !== true) return this.#call(part, finish);
    const scanner = part.type === 'text' && part.text ? this.#turn.scanner('text') : undefined;
    if (scanner === undefined) return [part];
    let text = scanner.push(part.text ?? '');
    const calls: Part[] = [];
    for (const event of scanner.finish(this.#beside)) {
      if ('call' in event) calls.push(callPart(this.#turn.recovered(event.call)));
      else text += event.text;
    }
    if (calls.length === 0) return [part];
    this.isRecovered = true;
    return [...(text === '' ? [] : [{ ...part, text }]), ...calls];
  }

  /** Takes the next part of a stream; gives those that can go out. */
  take(part: Part): Part[] {
    if (part.type === 'finish') return this.#finish(part);
    this.#waiting.push(part);
    if (part.type === 'text-delta') this.#text(part);
    if (isCallPart(part)) this.#calls.add(part);
    if (part.type === 'tool-call' && this.#turn.isValid(sentCall(part))) this.#passed(part);
    let count = 0;
    for (const one of this.#waiting) {
      if (this.#calls.has(one) || this.#texts.includes(one)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  holds(part: Part): boolean {
    return this.#waiting.includes(part);
  }

  /** What waits, as it came. */
  abandon(): Part[] {
    return this.#waiting.splice(0);
  }

  /** Lets a valid call go. */
  #passed(call: Part): void {
    this.#turn.passed(sentCall(call));
    this.#beside.push({ name: call.toolName ?? '', arguments: textOf(call.input) });
    for (const part of this.#calls) {
      if (part === call || part.id === call.toolCallId) this.#calls.delete(part);
    }
  }

  #text(part: Part): void {
    this.#scanner ??= this.#turn.scanner('text');
    if (this.#scanner === undefined) return;
    this.#free += this.#scanner.push(part.delta ?? '');
    this.#texts.push(part);
    let length = this.#texts[0]?.delta?.length ?? 0;
    while (this.#texts.length > 0 && length <= this.#free.length) {
      this.#free = this.#free.slice(length);
      this.#texts.shift();
      length = this.#texts[0]?.delta?.length ?? 0;
    }
  }

  #finish(part: Part): Part[] {
    const calls = this.#waiting.filter((one) => this.#calls.has(one));
    const mended = new Map(
      calls
        .filter(({ type }) => type === 'tool-call')
        .map((call) => [call, this.#streamedCall(call, part.finishReason)]),
    );
    let text = this.#free;
    const recovered: Part[] = [];
    for (const event of this.#scanner?.finish(this.#beside) ?? []) {
      if ('call' in event) recovered.push(...streamed(this.#turn.recovered(event.call)));
      else text += event.text;
    }
    const [first] = this.#texts;
    const waiting = this.abandon().flatMap((one) => {
      if (this.#calls.has(one)) return mended.get(one) ?? [];
      if (recovered.length === 0 || !this.#texts.includes(one)) return [one];
      return one === first && text !== '' ? [{ ...one, delta: text }] : [];
    });
    const finishReason = recovered.length > 0 ? toolCalls(part.finishReason) : part.finishReason;
    return [...waiting, ...recovered, { ...part, finishReason }];
  }

  #streamedCall(part: Part, finish: unknown): Part[] {
    return this.#call(part, finish).flatMap((call) => [...inputParts(call), call]);
  }

  #call(part: Part, finish: unknown): Part[] {
    const call = sentCall(part);
    this.#beside.push({ name: call.name, arguments: textOf(call.arguments) });
    const settled = this.#turn.settle(call, reason(finish), call.id === undefined);
    if (settled === 'as sent') return [part];
    return settled.map((ready, at) => ({ ...(at === 0 ? part : {}), ...callPart(ready) }));
  }
}

/** Whether a part belongs to a call of one of the host's tools. */
function isCallPart({ type, providerExecuted }: Part): boolean {
  return (type.startsWith('tool-input-') || type === 'tool-call') && providerExecuted !== true;
}

function sentCall({ toolCallId, toolName, input }: Part): SentCall {
  return { id: named(toolCallId), name: toolName ?? '', arguments: input };
}

function callPart({ id, name, arguments: input }: ReadyCall): Part {
  return { type: 'tool-call', toolCallId: id, toolName: name, input };
}

function streamed(call: ReadyCall): Part[] {
  const part = callPart(call);
  return [...inputParts(part), part];
}

function inputParts({ toolCallId: id = '', toolName = '', input }: Part): Part[] {
  return [
    { type: 'tool-input-start', id, toolName },
    { type: 'tool-input-delta', id, delta: textOf(input) },
    { type: 'tool-input-end', id },
  ];
}

/** The word for why the model stopped: a text, or in newer versions an object with two. */
function reason(finish: unknown): string | undefined {
  if (typeof finish === 'string') return finish;
  return named((finish as { unified?: unknown } | undefined)?.unified);
}

function toolCalls(finish: unknown): unknown {
  return typeof finish === 'object' && finish !== null ? { ...finish, unified: 'tool-calls' } : 'tool-calls';
}
