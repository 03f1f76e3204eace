/** The calls of one response: what each becomes. Shared by all protocols. */

import type { Scanner } from '../scanner.js';
import type { Tools } from '../tools.js';
import type { Outcome, RecoveredCall, ScanOptions } from '../types.js';
import { newCallId } from './ids.js';
import type { Session } from './session.js';
import type { CallEvent } from './types.js';

/** A call as the response has it. */
export interface SentCall {
  id: string | undefined;
  name: string;
  /** The model's own text, or a value. */
  arguments: unknown;
}

/** A call that can go out. */
export interface ReadyCall {
  id: string;
  name: string;
  /** JSON text. */
  arguments: string;
}

/** What a sent call becomes: itself, or others in its place, of which the first keeps its id. */
export type Settled = 'as sent' | [ReadyCall, ...ReadyCall[]];

/** One response to one request. */
export class Turn {
  readonly session: Session;
  readonly tools: Tools;
  readonly model: string;
  readonly #sent: () => Iterable<string>;
  readonly #prefix: string;
  /** The ids that the response has used. */
  readonly #ids = new Set<string>();

  /** `sent` gives the texts that the model was sent; `prefix` begins the ids of the protocol. */
  constructor(
    session: Session,
    tools: Tools,
    request: { model: string; sent: () => Iterable<string>; prefix: string },
  ) {
    this.session = session;
    this.tools = tools;
    this.model = request.model;
    this.#sent = request.sent;
    this.#prefix = request.prefix;
  }

  /** A scanner for the response's text or thinking; none where nothing is to be recovered. */
  scanner(channel: NonNullable<ScanOptions['channel']>): Scanner | undefined {
    const { level = 'safe', only } = this.session.options;
    if (level === 'off') return undefined;
    return this.tools.scanner({ level, channel, sent: this.#sent, ...(only && { only }) });
  }

  /** Whether a call is valid as it stands, so that it need not wait for the response's end. */
  isValid(call: SentCall): boolean {
    return this.tools.mend({ name: call.name, arguments: call.arguments }).outcome === 'valid';
  }

  /** Notes that a call goes out as it was sent, being valid. */
  passed(call: SentCall): void {
    const id = call.id ?? '';
    this.#ids.add(id);
    this.#report({ tool: call.name, outcome: 'valid', rules: [], id });
  }

  /**
   * Decides a call once the response has ended. `odd` says that the call is not as the protocol
   * has it (no id, arguments that are no text), so that it must be written anew.
   */
  settle(call: SentCall, finish: string | undefined, odd: boolean): Settled {
    const outcomes = this.tools.mendAll({ name: call.name, arguments: call.arguments, finish });
    const taken = call.id !== undefined && this.#ids.has(call.id);
    const id = call.id === undefined || taken ? newCallId(this.model, this.#prefix) : call.id;
    const runs = outcomes.every(({ outcome }) => outcome === 'valid' || outcome === 'repaired');
    const ready = outcomes.map((outcome, index) => {
      const own = index === 0 ? id : newCallId(this.model, this.#prefix);
      this.#tell(outcome, own);
      return { id: own, name: outcome.name, arguments: text(outcome.arguments) };
    });
    const [first, ...others] = ready;
    const changed = outcomes.length > 1 || outcomes[0]?.outcome === 'repaired';
    if (first === undefined) return 'as sent';
    if (runs && changed) return [first, ...others];
    if (!odd && !taken) return 'as sent';
    return [{ id, name: call.name, arguments: text(call.arguments) }];
  }

  /** A call that was read from text, ready to go out. */
  recovered({ id, name, arguments: json, edits, note, format }: RecoveredCall): ReadyCall {
    const own = id === undefined || this.#ids.has(id) ? newCallId(this.model, this.#prefix) : id;
    this.#ids.add(own);
    const rules = edits.map(({ rule }) => rule);
    this.session.keepNote(own, [name, format, ...rules], note);
    this.#report({ tool: name, outcome: 'repaired', rules, format, id: own });
    return { id: own, name, arguments: json };
  }

  #tell(outcome: Outcome, id: string): void {
    this.#ids.add(id);
    if (outcome.outcome === 'repaired') {
      const rules = outcome.edits.map(({ rule }) => rule);
      this.session.keepNote(id, [outcome.name, ...new Set(rules)], outcome.note);
    } else if (outcome.outcome !== 'valid' && !('failed' in outcome)) {
      this.session.messages.set(id, outcome.message);
    }
    const rules = outcome.edits.map(({ rule }) => rule);
    this.#report({ tool: outcome.name, outcome: outcome.outcome, rules, id });
  }

  #report(event: Omit<CallEvent, 'model'>): void {
    this.session.options.onEvent?.({ model: this.model, ...event });
  }
}

/** Arguments as the protocols carry them. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A text that says something. */
export function named(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
