/**
 * Anthropic's Messages, streamed or whole.
 *
 * The events of a call's block wait until it is complete; a valid call then goes out as it came. All
 * others wait for the stop reason. Thinking is signed and is not looked at.
 */

import type { RecoveredCall } from '../types.js';
import { type Outgoing, QueuedStream } from './queue.js';
import { serverEvent } from './sse.js';
import { TextChannel } from './text-channel.js';
import { type ReadyCall, type SentCall, type Settled, type Turn, named } from './turn.js';

interface Block {
  type?: string;
  id?: unknown;
  name?: unknown;
  input?: unknown;
  text?: string;
}

interface StreamEvent {
  type?: string;
  index?: number;
  content_block?: Block;
  delta?: { type?: string; text?: string; partial_json?: unknown; stop_reason?: string | null };
}

/** A block of the response that has begun. */
interface OpenBlock {
  index: number;
  events: Outgoing<StreamEvent>[];
}

/** A call's block. */
interface CallBlock extends OpenBlock, SentCall {
  arguments: string;
  odd: boolean;
  waits: boolean;
}

/** A streamed response. */
export class MessagesStream extends QueuedStream<StreamEvent> {
  readonly #turn: Turn;
  readonly #calls: CallBlock[] = [];
  readonly #texts = new Map<number, OpenBlock & { emptied: boolean }>();
  #channel: TextChannel<StreamEvent> | undefined;
  #nextIndex = 0;
  #ended = false;

  constructor(turn: Turn) {
    super();
    this.#turn = turn;
  }

  protected override take(item: Outgoing<StreamEvent>, event: StreamEvent): void {
    if (this.#ended) return;
    if (event.type === 'content_block_start') this.#start(item, event);
    else if (event.type === 'content_block_delta') this.#delta(item, event);
    else if (event.type === 'content_block_stop') this.#stop(item, event);
    else if (event.type === 'message_delta') this.#end(event.delta?.stop_reason ?? undefined, item);
  }

  protected override finish(): void {
    this.#end(undefined, undefined);
  }

  #start(item: Outgoing<StreamEvent>, { index = 0, content_block: block = {} }: StreamEvent): void {
    this.#nextIndex = Math.max(this.#nextIndex, index + 1);
    if (block.type === 'text') {
      // Goes out with its first text: an empty block would be refused when it is sent back.
      item.holds += 1;
      this.#texts.set(index, { index, events: [item], emptied: false });
    }
    if (block.type !== 'tool_use') return;
    const { id, name, input } = block;
    item.holds += 1;
    this.#calls.push({
      index,
      events: [item],
      id: named(id),
      name: named(name) ?? '',
      arguments: isEmpty(input) ? '' : textOf(input),
      odd: named(id) === undefined || named(name) === undefined || !isEmpty(input),
      waits: true,
    });
  }

  #delta(item: Outgoing<StreamEvent>, { index = 0, delta = {} }: StreamEvent): void {
    if (delta.type === 'text_delta') {
      this.#text(item, index, delta.text ?? '');
      return;
    }
    const call = this.#calls.findLast((block) => block.index === index);
    if (delta.type !== 'input_json_delta' || call === undefined) return;
    const { partial_json: piece } = delta;
    call.arguments += textOf(piece);
    call.odd ||= typeof piece !== 'string';
    item.holds += 1;
    call.events.push(item);
  }

  #text(item: Outgoing<StreamEvent>, index: number, text: string): void {
    const block = this.#texts.get(index);
    if (this.#channel === undefined) {
      const scanner = this.#turn.scanner('text');
      if (scanner !== undefined) this.#channel = new TextChannel(scanner, writeText);
    }
    block?.events.push(item);
    this.#channel?.push(item, text);
    if (item.holds === 0) this.#releaseStart(block);
  }

  #stop(item: Outgoing<StreamEvent>, { index = 0 }: StreamEvent): void {
    const text = this.#texts.get(index);
    text?.events.push(item);
    const call = this.#calls.findLast((block) => block.index === index);
    if (call === undefined || call.events.at(-1)?.json.type === 'content_block_stop') return;
    item.holds += 1;
    call.events.push(item);
    if (call.odd || this.#isRepeated(call) || !this.#isValid(call)) return;
    this.#turn.passed(call);
    release(call);
  }

  #isRepeated({ id }: CallBlock): boolean {
    return this.#calls.filter((other) => other.id === id).length > 1;
  }

  /** No text at all is the protocol's own way of writing an empty object. */
  #isValid(call: CallBlock): boolean {
    return this.#turn.isValid({ ...call, arguments: call.arguments === '' ? '{}' : call.arguments });
  }

  #releaseStart(block: OpenBlock | undefined): void {
    const start = block?.events[0];
    if (start?.json.type === 'content_block_start' && start.holds > 0) start.holds = 0;
  }

  #end(finish: string | undefined, item: Outgoing<StreamEvent> | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    const extra: ReadyCall[] = [];
    for (const call of this.#calls.filter(({ waits }) => waits)) {
      const settled = this.#settle(call, finish);
      if (settled !== 'as sent') extra.push(...write(call, settled));
      release(call);
    }
    const leaked = this.#channel?.finish(this.#calls) ?? [];
    const free = leaked.length > 0 ? this.#emptied() : [];
    for (const block of this.#texts.values()) this.#releaseStart(block);
    const added = [...extra, ...leaked.map((call: RecoveredCall) => this.#turn.recovered(call))];
    if (added.length === 0) return;
    const events = added.flatMap((call) => blockEvents(call, free.shift() ?? this.#nextIndex++));
    if (item === undefined) return;
    const { delta = {} } = item.json;
    const stopped = leaked.length > 0 ? { ...delta, stop_reason: 'tool_use' } : delta;
    item.replace(...events, write1({ ...item.json, delta: stopped }));
  }

  #settle(call: CallBlock, finish: string | undefined): Settled {
    if (call.arguments !== '') return this.#turn.settle(call, finish, call.odd);
    const settled = this.#turn.settle({ ...call, arguments: '{}' }, finish, call.odd);
    return settled;
  }

  /** Takes out the last block if its text is gone; gives the index that becomes free. */
  #emptied(): number[] {
    const last = [...this.#texts.values()].at(-1);
    const isGone = last?.events.every(
      ({ holds, output, json }) =>
        json.type === 'content_block_stop' ||
        (json.type === 'content_block_start' ? holds > 0 : output.length === 0),
    );
    if (last === undefined || isGone !== true || last.index !== this.#nextIndex - 1) return [];
    for (const event of last.events) event.replace();
    return [last.index];
  }
}

function writeText(item: Outgoing<StreamEvent>, text: string): void {
  const { delta } = item.json;
  item.replace(...(text === '' ? [] : [write1({ ...item.json, delta: { ...delta, text } })]));
}

function write1(event: StreamEvent): Uint8Array {
  return serverEvent(event, event.type);
}

/** Writes a call anew in the place of its events; gives the calls that have no place of their own. */
function write(call: CallBlock, [first, ...others]: [ReadyCall, ...ReadyCall[]]): ReadyCall[] {
  const [start, ...rest] = call.events;
  start?.replace(...blockEvents(first, call.index));
  for (const event of rest) event.replace();
  return others;
}

function release(call: CallBlock): void {
  call.waits = false;
  for (const event of call.events) event.holds -= 1;
}

/** A call as a block of its own. */
function blockEvents({ id, name, arguments: json }: ReadyCall, index: number): Uint8Array[] {
  const block = { type: 'tool_use', id, name, input: {} };
  return [
    write1({ type: 'content_block_start', index, content_block: block }),
    write1({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json: json },
    }),
    write1({ type: 'content_block_stop', index }),
  ];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || JSON.stringify(value) === '{}';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Mends a whole response in place. Whether anything was changed. */
export function mendMessagesBody(
  turn: Turn,
  body: { content?: Block[]; stop_reason?: string | null },
): boolean {
  const sent = Array.isArray(body.content) ? body.content : [];
  const finish = named(body.stop_reason);
  const beside: { name: string; arguments: string }[] = [];
  let changed = false;
  const calls = sent.flatMap((block) => {
    if (block.type !== 'tool_use') return [block];
    const name = named(block.name) ?? '';
    const call = { id: named(block.id), name, arguments: block.input };
    beside.push({ name, arguments: textOf(block.input) });
    const settled = turn.settle(call, finish, call.id === undefined);
    const isObject = typeof block.input === 'object' && block.input !== null;
    if (settled === 'as sent' || (!isObject && settled.length === 0)) return [block];
    changed = true;
    return settled.map((ready) => bodyBlock(ready));
  });
  const content = calls.flatMap((block) => {
    const scanner = block.type === 'text' && block.text ? turn.scanner('text') : undefined;
    if (scanner === undefined) return [block];
    let text = scanner.push(block.text ?? '');
    const found: Block[] = [];
    for (const event of scanner.finish(beside)) {
      if ('call' in event) found.push(bodyBlock(turn.recovered(event.call)));
      else text += event.text;
    }
    if (found.length === 0) return [block];
    changed = true;
    body.stop_reason = 'tool_use';
    return [...(text === '' ? [] : [{ ...block, text }]), ...found];
  });
  if (changed) body.content = content;
  return changed;
}

function bodyBlock({ id, name, arguments: json }: ReadyCall): Block {
  let input: unknown = json;
  try {
    input = JSON.parse(json);
  } catch {
    // Passes as it was sent.
  }
  return { type: 'tool_use', id, name, input };
}
