/**
 * OpenAI's chat completions, streamed or whole, as a hundred servers speak them.
 *
 * A chunk that carries a piece of a call waits until the call is complete; a valid call then goes
 * out as it came. Whatever needs an edit waits for the finish reason and is written anew.
 */

import { type Outgoing, QueuedStream } from './queue.js';
import { serverEvent } from './sse.js';
import { TextChannel } from './text-channel.js';
import { type ReadyCall, type SentCall, type Settled, type Turn, named } from './turn.js';

interface CallDelta {
  index?: unknown;
  id?: unknown;
  type?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
}

interface Delta {
  content?: unknown;
  reasoning_content?: unknown;
  reasoning?: unknown;
  tool_calls?: CallDelta[] | null;
}

interface Choice {
  index?: number;
  delta?: Delta | null;
  message?: Delta | null;
  finish_reason?: string | null;
}

interface Chunk {
  choices?: Choice[];
}

/** Where a response's thinking may stand. */
const REASONING = ['reasoning_content', 'reasoning'] as const;

/** A call whose pieces are still coming. */
interface OpenCall extends SentCall {
  index: number | undefined;
  arguments: string;
  /** Not as the protocol has it: no id or name at first, arguments that are no text. */
  odd: boolean;
  /** Pieces that the call came in. */
  chunks: Set<Outgoing<Chunk>>;
  state: 'open' | 'waiting' | 'gone';
  settled: Settled;
  /** Where it is written anew. */
  written: boolean;
}

/** A streamed response; its first choice, if it has several. */
export class ChatStream extends QueuedStream<Chunk> {
  readonly #turn: Turn;
  readonly #channels = new Map<string, TextChannel<Chunk>>();
  readonly #calls: OpenCall[] = [];
  readonly #pieces = new Map<Outgoing<Chunk>, { delta: CallDelta; call: OpenCall }[]>();
  #current: OpenCall | undefined;
  #last: Outgoing<Chunk> | undefined;
  #ended = false;

  constructor(turn: Turn) {
    super();
    this.#turn = turn;
  }

  protected override take(item: Outgoing<Chunk>, { choices }: Chunk): void {
    const choice = choices?.length === 1 ? choices[0] : undefined;
    if (choice !== undefined && (choice.index ?? 0) === 0) this.#choice(item, choice);
  }

  protected override finish(): void {
    this.#end(undefined, undefined);
  }

  #choice(item: Outgoing<Chunk>, choice: Choice): void {
    const delta = choice.delta ?? {};
    this.#last = item;
    for (const key of REASONING) this.#text(item, key, delta[key]);
    this.#text(item, 'content', delta.content);
    if (Array.isArray(delta.tool_calls) && !this.#ended) this.#callDeltas(item, delta.tool_calls);
    if (named(choice.finish_reason) !== undefined) this.#end(choice.finish_reason ?? undefined, item);
  }

  #text(item: Outgoing<Chunk>, key: 'content' | (typeof REASONING)[number], text: unknown): void {
    if (typeof text !== 'string' || text === '' || this.#ended) return;
    let channel = this.#channels.get(key);
    if (channel === undefined) {
      const scanner = this.#turn.scanner(key === 'content' ? 'text' : 'reasoning');
      if (scanner === undefined) return;
      channel = new TextChannel(scanner, (event, rest) => rewrite(event, { [key]: rest }));
      this.#channels.set(key, channel);
    }
    channel.push(item, text);
  }

  #callDeltas(item: Outgoing<Chunk>, deltas: CallDelta[]): void {
    const pieces = deltas.map((delta) => ({ delta, call: this.#callOf(delta) }));
    this.#pieces.set(item, pieces);
    for (const { delta, call } of pieces) {
      const sent = delta.function?.arguments;
      if (typeof sent === 'string') call.arguments += sent;
      else if (sent !== undefined && sent !== null) {
        call.arguments += JSON.stringify(sent);
        call.odd = true;
      }
      if (!call.chunks.has(item)) item.holds += 1;
      call.chunks.add(item);
    }
  }

  /** The call that a delta goes on with, or a new one. */
  #callOf(delta: CallDelta): OpenCall {
    const index = typeof delta.index === 'number' ? delta.index : undefined;
    const id = named(delta.id);
    const name = named(delta.function?.name);
    const known = this.#known(index, id);
    const begins =
      known === undefined || (id === undefined && name !== undefined && known.arguments !== '' && name !== known.name);
    if (!begins) {
      known.id ??= id;
      if (known.name === '') known.name = name ?? '';
      return known;
    }
    if (this.#current !== undefined) this.#close(this.#current);
    const call: OpenCall = {
      index,
      id,
      name: name ?? '',
      arguments: '',
      odd: index === undefined || id === undefined || name === undefined || this.#calls.some((other) => other.index === index),
      chunks: new Set(),
      state: 'open',
      settled: 'as sent',
      written: false,
    };
    this.#calls.push(call);
    this.#current = call;
    return call;
  }

  #known(index: number | undefined, id: string | undefined): OpenCall | undefined {
    if (index === undefined && id === undefined) return this.#current;
    return this.#calls.findLast(
      (call) =>
        (index === undefined || call.index === undefined || call.index === index) &&
        (id === undefined || call.id === undefined || call.id === id),
    );
  }

  /** Lets a valid call go out. */
  #close(call: OpenCall): void {
    if (call.state !== 'open') return;
    const repeats = this.#calls.some((other) => other !== call && other.id === call.id);
    if (call.odd || repeats || !this.#turn.isValid(call)) {
      call.state = 'waiting';
      return;
    }
    call.state = 'gone';
    this.#turn.passed(call);
    for (const chunk of call.chunks) chunk.holds -= 1;
  }

  /** Decides all that waits. `item` is the chunk with the finish reason. */
  #end(finish: string | undefined, item: Outgoing<Chunk> | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#current !== undefined) this.#close(this.#current);
    const waiting = this.#calls.filter(({ state }) => state !== 'gone');
    for (const call of waiting) call.settled = this.#turn.settle(call, finish, call.odd);
    const leaked = [...this.#channels.values()].flatMap((channel) => channel.finish(this.#calls));
    for (const [chunk, pieces] of this.#pieces) this.#writeCalls(chunk, pieces);
    for (const call of waiting) for (const chunk of call.chunks) chunk.holds -= 1;
    if (leaked.length === 0) return;
    const calls = leaked.map((call) => entry(this.#turn.recovered(call), this.#nextIndex()));
    this.#announce(calls, item);
  }

  /** Writes the calls of a chunk that were changed. */
  #writeCalls(chunk: Outgoing<Chunk>, pieces: { delta: CallDelta; call: OpenCall }[]): void {
    if (pieces.every(({ call }) => call.settled === 'as sent')) return;
    const entries = pieces.flatMap(({ delta, call }) => {
      if (call.settled === 'as sent') return [delta];
      if (call.written) return [];
      call.written = true;
      return call.settled.map((ready, place) => {
        const own = place === 0 && call.index !== undefined && !this.#sharesIndex(call);
        return entry(ready, own ? (call.index ?? 0) : this.#nextIndex());
      });
    });
    rewrite(chunk, { tool_calls: entries.length > 0 ? entries : undefined });
  }

  #sharesIndex(call: OpenCall): boolean {
    return this.#calls.find(({ index }) => index === call.index) !== call;
  }

  #index = -1;

  #nextIndex(): number {
    const used = this.#calls.map(({ index }) => index ?? -1);
    this.#index = Math.max(this.#index, ...used) + 1;
    return this.#index;
  }

  /** Sends the calls that leaked, and says that the response ended for them. */
  #announce(calls: CallDelta[], item: Outgoing<Chunk> | undefined): void {
    const last = item ?? this.#last;
    if (last === undefined) return;
    const choice = last.json.choices?.[0];
    const event = (delta: Delta, reason: string | null): Uint8Array =>
      serverEvent({
        ...withoutUsage(last.json),
        choices: [{ ...choice, delta, finish_reason: reason }],
      });
    const before = event({ tool_calls: calls }, null);
    if (item === undefined) {
      last.follow(before, event({}, 'tool_calls'));
      return;
    }
    const chunk = changed(item) ?? item.json;
    const [own] = chunk.choices ?? [];
    const text = { ...chunk, choices: [{ ...own, finish_reason: null }] };
    const said = own?.delta !== undefined && says(own.delta) ? [serverEvent(withoutUsage(text))] : [];
    const end = { ...chunk, choices: [{ ...own, delta: {}, finish_reason: 'tool_calls' }] };
    item.replace(...said, before, serverEvent(end));
  }
}

/** What a chunk was changed to. */
const changes = new WeakMap<Outgoing<Chunk>, Chunk>();

function changed(item: Outgoing<Chunk>): Chunk | undefined {
  return changes.get(item);
}

/** Puts other members into a chunk's delta; the chunk goes if that leaves nothing. */
function rewrite(item: Outgoing<Chunk>, members: Partial<Record<keyof Delta, unknown>>): void {
  const chunk = changed(item) ?? item.json;
  const [choice] = chunk.choices ?? [];
  const delta = { ...choice?.delta, ...members } as Delta;
  if (delta.tool_calls === undefined) delete delta.tool_calls;
  const next = { ...chunk, choices: [{ ...choice, delta }] };
  changes.set(item, next);
  const ends = named(choice?.finish_reason) !== undefined || 'usage' in chunk;
  item.replace(...(ends || says(delta) ? [serverEvent(next)] : []));
}

/** Whether a delta has anything but empty texts. */
function says(delta: Delta | null): boolean {
  return Object.values(delta ?? {}).some((value) => value !== '' && value !== null && value !== undefined);
}

function withoutUsage(chunk: Chunk): Chunk {
  const { usage: _, ...rest } = chunk as Chunk & { usage?: unknown };
  return rest;
}

function entry({ id, name, arguments: json }: ReadyCall, index?: number): CallDelta {
  const call = { id, type: 'function', function: { name, arguments: json } };
  return index === undefined ? call : { index, ...call };
}

/** Mends a whole response in place. Whether anything was changed. */
export function mendChatBody(turn: Turn, body: Chunk): boolean {
  let isChanged = false;
  for (const choice of body.choices ?? []) {
    const { message } = choice;
    if (message === null || message === undefined) continue;
    const finish = named(choice.finish_reason);
    const sent = Array.isArray(message.tool_calls) ? message.tool_calls : [];
    const calls: SentCall[] = [];
    const mended = sent.flatMap((delta) => {
      if (delta.function === undefined || delta.function === null) return [delta];
      const { name, arguments: json } = delta.function;
      const call = { id: named(delta.id), name: named(name) ?? '', arguments: json ?? '' };
      calls.push(call);
      const odd = call.id === undefined || call.name !== name || typeof json !== 'string';
      const settled = turn.settle(call, finish, odd);
      if (settled === 'as sent') return [delta];
      isChanged = true;
      return settled.map((ready) => entry(ready));
    });
    const beside = calls.map((call) => ({ name: call.name, arguments: String(call.arguments) }));
    const leaked = [...REASONING, 'content' as const].flatMap((key) => {
      const text = message[key];
      const scanner = typeof text === 'string' && text !== '' ? turn.scanner(key === 'content' ? 'text' : 'reasoning') : undefined;
      if (scanner === undefined) return [];
      let rest = scanner.push(text as string);
      const found = scanner.finish(beside).flatMap((event) => {
        if ('call' in event) return [event.call];
        rest += event.text;
        return [];
      });
      if (found.length > 0) message[key] = rest;
      return found;
    });
    const recovered = leaked.map((call) => entry(turn.recovered(call)));
    if (recovered.length > 0) {
      isChanged = true;
      choice.finish_reason = 'tool_calls';
    }
    const all = [...mended, ...recovered];
    if (isChanged && all.length > 0) message.tool_calls = all;
  }
  return isChanged;
}
