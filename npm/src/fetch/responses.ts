/**
 * OpenAI's Responses, streamed or whole.
 *
 * The events of a function call wait until it is complete; a valid call then goes out as it came. All
 * others wait for the response's end. The last event repeats all output, and is written to agree.
 */

import { type Outgoing, QueuedStream } from './queue.js';
import { serverEvent } from './sse.js';
import { TextChannel } from './text-channel.js';
import { type ReadyCall, type SentCall, type Turn, named, text as textOf } from './turn.js';

interface Part {
  type?: string;
  text?: string;
}

interface Item {
  type?: string;
  id?: string;
  call_id?: unknown;
  name?: unknown;
  arguments?: unknown;
  content?: Part[];
  status?: string;
}

interface ResponseBody {
  output?: Item[];
  status?: string;
}

interface StreamEvent {
  type?: string;
  output_index?: number;
  item?: Item;
  delta?: string;
  text?: string;
  part?: Part;
  arguments?: unknown;
  response?: ResponseBody;
}

/** A call whose events wait. */
interface OpenCall extends SentCall {
  index: number;
  item: Item;
  arguments: string;
  events: Outgoing<StreamEvent>[];
  odd: boolean;
  waits: boolean;
}

/** The events that end a response. */
const ENDS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** A streamed response. */
export class ResponsesStream extends QueuedStream<StreamEvent> {
  readonly #turn: Turn;
  readonly #calls: OpenCall[] = [];
  /** The events that repeat a text after it was streamed. */
  readonly #repeats: Outgoing<StreamEvent>[] = [];
  readonly #texts = new Map<number, { channel: TextChannel<StreamEvent>; text: string }>();
  #nextIndex = 0;
  #ended = false;

  constructor(turn: Turn) {
    super();
    this.#turn = turn;
  }

  protected override take(item: Outgoing<StreamEvent>, event: StreamEvent): void {
    if (this.#ended) return;
    const { type = '', output_index: index = 0 } = event;
    this.#nextIndex = Math.max(this.#nextIndex, index + 1);
    if (ENDS.has(type)) {
      this.#end(event.response, item);
      return;
    }
    if (type === 'response.output_text.delta') {
      this.#text(item, index, event.delta ?? '');
      return;
    }
    const call = this.#callOf(event, index);
    if (call === undefined) {
      this.#repeats.push(item);
      return;
    }
    this.#piece(call, item, event);
  }

  protected override finish(): void {
    this.#end(undefined, undefined);
  }

  #callOf({ type, item }: StreamEvent, index: number): OpenCall | undefined {
    const known = this.#calls.findLast((call) => call.index === index && call.waits);
    if (type !== 'response.output_item.added' || item?.type !== 'function_call') return known;
    const call: OpenCall = {
      index,
      item,
      id: named(item.call_id),
      name: named(item.name) ?? '',
      arguments: textOf(item.arguments ?? ''),
      events: [],
      odd: false,
      waits: true,
    };
    this.#calls.push(call);
    return call;
  }

  #piece(call: OpenCall, item: Outgoing<StreamEvent>, event: StreamEvent): void {
    item.holds += 1;
    call.events.push(item);
    if (event.type === 'response.function_call_arguments.delta') call.arguments += event.delta ?? '';
    if (event.type === 'response.function_call_arguments.done' && event.arguments !== undefined) {
      call.arguments = textOf(event.arguments);
      call.odd ||= typeof event.arguments !== 'string';
    }
    if (event.type !== 'response.output_item.done') return;
    const { item: whole = {} } = event;
    call.item = { ...call.item, ...whole };
    if (whole.arguments !== undefined) call.arguments = textOf(whole.arguments);
    call.odd ||= whole.arguments !== undefined && typeof whole.arguments !== 'string';
    call.id = named(whole.call_id) ?? call.id;
    call.name = named(whole.name) ?? call.name;
    call.odd ||= call.id === undefined || call.name === '';
    const isRepeated = this.#calls.filter(({ id }) => id === call.id).length > 1;
    if (call.odd || isRepeated || !this.#turn.isValid(call)) return;
    this.#turn.passed(call);
    release(call);
  }

  #text(item: Outgoing<StreamEvent>, index: number, text: string): void {
    let open = this.#texts.get(index);
    if (open === undefined) {
      const scanner = this.#turn.scanner('text');
      if (scanner === undefined) return;
      const channel = new TextChannel<StreamEvent>(scanner, (event, rest) => {
        event.replace(...(rest === '' ? [] : [write({ ...event.json, delta: rest })]));
      });
      open = { channel, text: '' };
      this.#texts.set(index, open);
    }
    open.text += text;
    open.channel.push(item, text);
  }

  #end(response: ResponseBody | undefined, item: Outgoing<StreamEvent> | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    const output = response?.output ?? [];
    const finish = response === undefined ? undefined : response.status;
    const added: Item[] = [];
    const replaced = new Map<string, string>();
    let isWritten = false;
    for (const call of this.#calls.filter(({ waits }) => waits)) {
      const settled = this.#turn.settle(call, finish, call.odd);
      release(call);
      if (settled === 'as sent') continue;
      isWritten = true;
      const [first, ...others] = settled;
      const own = callItem(first, call.item);
      const [start, ...rest] = call.events;
      start?.replace(...itemEvents(own, call.index));
      for (const event of rest) event.replace();
      const place = output.findIndex(
        (one, at) => one.type === 'function_call' && (one.id === call.item.id || at === call.index),
      );
      if (place >= 0) output[place] = own;
      added.push(...others.map((ready) => callItem(ready)));
    }
    for (const { channel, text } of this.#texts.values()) {
      const found = channel.finish(this.#calls);
      if (found.length === 0) continue;
      replaced.set(text, channel.text);
      added.push(...found.map((call) => callItem(this.#turn.recovered(call))));
    }
    if (item === undefined || (added.length === 0 && !isWritten)) return;
    this.#rewriteRepeats(replaced);
    for (const one of output) rewriteContent(one, replaced);
    const events = added.flatMap((one) => itemEvents(one, this.#nextIndex++));
    item.replace(...events, write({ ...item.json, response: { ...response, output: [...output, ...added] } }));
  }

  #rewriteRepeats(replaced: ReadonlyMap<string, string>): void {
    if (replaced.size === 0) return;
    for (const event of this.#repeats) {
      const { text, part, item } = event.json;
      const before = JSON.stringify(event.json);
      const instead = text === undefined ? undefined : replaced.get(text);
      if (instead !== undefined) event.json.text = instead;
      if (part !== undefined) rewritePart(part, replaced);
      if (item !== undefined) rewriteContent(item, replaced);
      if (JSON.stringify(event.json) !== before) event.replace(write(event.json));
    }
  }
}

function rewriteContent(item: Item, replaced: ReadonlyMap<string, string>): void {
  if (Array.isArray(item.content)) for (const part of item.content) rewritePart(part, replaced);
}

function rewritePart(part: Part, replaced: ReadonlyMap<string, string>): void {
  if (part.text !== undefined) part.text = replaced.get(part.text) ?? part.text;
}

function release(call: OpenCall): void {
  call.waits = false;
  for (const event of call.events) event.holds -= 1;
}

function write(event: StreamEvent): Uint8Array {
  return serverEvent(event, event.type);
}

/** A call as an item of the output; `sent` is the item that it was. */
function callItem({ id, name, arguments: json }: ReadyCall, sent?: Item): Item {
  const own = { id: `fc_${id.replace(/^call_/, '')}`, type: 'function_call', status: 'completed' };
  return { ...own, ...sent, call_id: id, name, arguments: json };
}

/** The events by which an item comes. */
function itemEvents(item: Item, index: number): Uint8Array[] {
  const at = { item_id: item.id, output_index: index };
  const json = item.arguments as string;
  return [
    write({
      type: 'response.output_item.added',
      output_index: index,
      item: { ...item, arguments: '', status: 'in_progress' },
    }),
    write({ type: 'response.function_call_arguments.delta', ...at, delta: json }),
    write({ type: 'response.function_call_arguments.done', ...at, arguments: json }),
    write({ type: 'response.output_item.done', output_index: index, item }),
  ];
}

/** Mends a whole response in place. Whether anything was changed. */
export function mendResponsesBody(turn: Turn, body: ResponseBody): boolean {
  const sent = Array.isArray(body.output) ? body.output : [];
  const beside: { name: string; arguments: string }[] = [];
  const recovered: Item[] = [];
  let changed = false;
  const output = sent.flatMap((item) => {
    if (item.type !== 'function_call') return [item];
    const name = named(item.name) ?? '';
    const call = { id: named(item.call_id), name, arguments: item.arguments ?? '' };
    beside.push({ name, arguments: textOf(call.arguments) });
    const odd = call.id === undefined || typeof item.arguments !== 'string';
    const settled = turn.settle(call, body.status, odd);
    if (settled === 'as sent') return [item];
    changed = true;
    return settled.map((ready, at) => callItem(ready, at === 0 ? item : undefined));
  });
  for (const part of output.flatMap(({ content }) => (Array.isArray(content) ? content : []))) {
    const scanner = part.type === 'output_text' && part.text ? turn.scanner('text') : undefined;
    if (scanner === undefined) continue;
    let text = scanner.push(part.text ?? '');
    const found: Item[] = [];
    for (const event of scanner.finish(beside)) {
      if ('call' in event) found.push(callItem(turn.recovered(event.call)));
      else text += event.text;
    }
    if (found.length === 0) continue;
    part.text = text;
    recovered.push(...found);
  }
  changed ||= recovered.length > 0;
  if (changed) body.output = [...output, ...recovered];
  return changed;
}
