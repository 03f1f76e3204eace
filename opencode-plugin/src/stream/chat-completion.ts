/**
 * A streamed chat completion with its calls mended.
 *
 * Text goes out at once. Calls are kept back: OpenCode's provider adapters close a call at the first
 * text that parses, and let a turn die over a missing id. A valid call goes out when the next one begins,
 * all others with the reason for which the model stopped.
 */

import { randomBytes } from 'node:crypto';

import type { Outcome, RecoveredCall, ScanOptions, Tools } from '../../../npm/src/api.js';
import type { EventRewriter } from './server-sent-events.js';
import { type CallPiece, type OpenCall, ToolCalls } from './tool-calls.js';

/** What is told of a call that went out. */
export interface Told {
  id: string;
  /** The tool as the call names it now. */
  name: string;
  outcome: Outcome['outcome'];
  rules: string[];
  note?: string;
  message?: string;
}

export interface ChatOptions {
  tools: Tools;
  scan: ScanOptions;
  /** Look, but let every event pass as it is. */
  observe: boolean;
  tell: (told: Told) => void;
}

interface Delta {
  content?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: CallPiece[] | null;
  function_call?: CallPiece['function'];
}

interface Choice {
  index?: number;
  delta?: Delta | null;
  finish_reason?: string | null;
}

interface Chunk {
  choices?: Choice[];
  usage?: unknown;
}

/** The parts of a message that hold text. */
const CHANNELS = [
  ['content', 'text'],
  ['reasoning_content', 'reasoning'],
  ['reasoning', 'reasoning'],
] as const;

type Field = (typeof CHANNELS)[number][0];

export class ChatCompletion implements EventRewriter {
  readonly #options: ChatOptions;
  readonly #scanners = new Map<Field, ReturnType<Tools['scanner']>>();
  readonly #calls = new ToolCalls();
  readonly #ids = new Set<string>();
  /** Every call that went out, so that a leaked copy of it stays text. */
  readonly #beside: { name: string; arguments: string }[] = [];
  #template: Chunk = {};
  #index = 0;
  #over = false;

  constructor(options: ChatOptions) {
    this.#options = options;
  }

  take(data: string): string[] | undefined {
    const instead = this.#take(data);
    return this.#options.observe ? undefined : instead;
  }

  end(): string[] {
    if (this.#over) return [];
    this.#over = true;
    const rest = this.#sent(this.#rest(undefined));
    return this.#options.observe ? [] : rest;
  }

  /** What was kept back, with the calls as they were sent. */
  asSent(): string[] {
    this.#over = true;
    if (this.#options.observe) return [];
    const calls = this.#calls
      .take()
      .map(({ first, id, name, arguments: args }) => this.#call(first, id, name, args));
    return this.#sent([...calls, ...this.#rest(undefined)]);
  }

  #take(data: string): string[] | undefined {
    const chunk = JSON.parse(data) as Chunk;
    const [choice, ...others] = chunk.choices ?? [];
    if (choice === undefined || others.length > 0 || this.#over) return undefined;
    this.#template = chunk;
    const { tool_calls: pieces, function_call: legacy, ...delta } = choice.delta ?? {};
    const out: Delta[] = [];
    const isHeld = this.#hold(pieces ?? [], legacy ?? undefined, out);
    const isChanged = this.#scan(delta);
    const finish = choice.finish_reason ?? undefined;
    if (finish === undefined) {
      if (!isHeld && !isChanged) return undefined;
      if (saysSomething(delta)) out.unshift(delta);
      return this.#sent(out);
    }
    return this.#finish(chunk, choice, delta, finish, isHeld || isChanged);
  }

  /** Keeps the pieces of calls back. Whether there were any. */
  #hold(pieces: CallPiece[], legacy: CallPiece['function'], out: Delta[]): boolean {
    // Once there was one call a message, without an id.
    const all = legacy === undefined ? pieces : [...pieces, { index: -1, function: legacy }];
    for (const piece of all) {
      if (!this.#calls.add(piece)) continue;
      out.push(...this.#released());
    }
    return all.length > 0;
  }

  /** The valid calls before the one that has just begun. */
  #released(): Delta[] {
    const closed = this.#calls.open.slice(0, -1);
    const broken = closed.findIndex((call) => {
      const outcomes = this.#options.tools.mendAll(call);
      return outcomes.some(({ outcome }) => outcome !== 'valid') || call.id === '';
    });
    const count = broken === -1 ? closed.length : broken;
    return this.#calls.take(count).flatMap((call) => this.#mended(call, undefined));
  }

  /** Takes text out of a delta that may be a leaked call. Whether it did. */
  #scan(delta: Delta): boolean {
    let isChanged = false;
    if (this.#options.scan.level === 'off') return false;
    for (const [field, channel] of CHANNELS) {
      const text = delta[field];
      if (typeof text !== 'string' || text === '') continue;
      const scanner =
        this.#scanners.get(field) ??
        this.#options.tools.scanner({ ...this.#options.scan, channel });
      this.#scanners.set(field, scanner);
      const now = scanner.push(text);
      if (now === text) continue;
      delta[field] = now;
      isChanged = true;
    }
    return isChanged;
  }

  /** The end of the message: what was kept back, then the reason for which the model stopped. */
  #finish(
    chunk: Chunk,
    choice: Choice,
    delta: Delta,
    finish: string,
    isChanged: boolean,
  ): string[] | undefined {
    this.#over = true;
    const before = this.#index;
    const rest = this.#rest(finish);
    if (rest.length === 0 && !isChanged) return undefined;
    if (saysSomething(delta)) rest.unshift(delta);
    const isNew = this.#index > before && (finish === 'stop' || finish === 'function_call');
    const last = { ...choice, delta: {}, finish_reason: isNew ? 'tool_calls' : finish };
    return this.#sent(rest, JSON.stringify({ ...chunk, choices: [last] }));
  }

  /** What was kept back: text, then calls. */
  #rest(finish: string | undefined): Delta[] {
    const calls = this.#calls.take().flatMap((call) => this.#mended(call, finish));
    const texts: Delta[] = [];
    const recovered: Delta[] = [];
    for (const [field, scanner] of this.#scanners) {
      for (const event of scanner.finish(this.#beside)) {
        if ('text' in event) texts.push({ [field]: event.text });
        else recovered.push(this.#recovered(event.call));
      }
    }
    return [...texts, ...calls, ...recovered];
  }

  /** A call in the shape in which it may go out: mended, several of them, or as it was sent. */
  #mended(call: OpenCall, finish: string | undefined): Delta[] {
    const outcomes = this.#options.tools.mendAll({ ...call, finish });
    const refused = outcomes.find(({ outcome }) => outcome !== 'valid' && outcome !== 'repaired');
    if (refused !== undefined) {
      const id = this.#idFor(call.id);
      const { name, outcome } = refused;
      const isKnown = 'message' in refused && !('failed' in refused);
      const told = { id, name, outcome, rules: [] };
      this.#options.tell(isKnown ? { ...told, message: refused.message } : told);
      return [this.#call(call.first, id, call.name, call.arguments)];
    }
    return outcomes.map((outcome, at) => {
      const id = this.#idFor(at === 0 ? call.id : '');
      const { name, edits } = outcome;
      const rules = [...new Set(edits.map(({ rule }) => rule))];
      const told = { id, name, outcome: outcome.outcome, rules };
      this.#options.tell('note' in outcome ? { ...told, note: outcome.note } : told);
      return this.#call(call.first, id, name, outcome.arguments);
    });
  }

  #recovered({ id, name, arguments: args, format, note }: RecoveredCall): Delta {
    const ownId = this.#idFor(id ?? '');
    const rules = [`leaked-${format.replaceAll('_', '-')}`];
    this.#options.tell({ id: ownId, name, outcome: 'repaired', rules, note });
    return this.#call({}, ownId, name, args);
  }

  #call(first: CallPiece, id: string, name: string, args: string): Delta {
    this.#beside.push({ name, arguments: args });
    const index = this.#index;
    this.#index += 1;
    const call = { ...first, index, id, type: 'function', function: { name, arguments: args } };
    return { tool_calls: [call] };
  }

  /** The call's own id, or a new one where it has none or another call has it. */
  #idFor(own: string): string {
    const id = own !== '' && !this.#ids.has(own) ? own : `call_${randomBytes(12).toString('hex')}`;
    this.#ids.add(id);
    return id;
  }

  /** Chunks like the one at hand, each with a delta of its own. */
  #sent(deltas: readonly Delta[], last?: string): string[] {
    const { usage: _, ...template } = this.#template;
    const index = template.choices?.[0]?.index ?? 0;
    const chunks = deltas.map((delta) =>
      JSON.stringify({ ...template, choices: [{ index, delta, finish_reason: null }] }),
    );
    return last === undefined ? chunks : [...chunks, last];
  }
}

/** Whether there is anything in a delta but empty text. */
function saysSomething(delta: Delta): boolean {
  return Object.values(delta).some(
    (value) => value !== '' && value !== null && value !== undefined,
  );
}
