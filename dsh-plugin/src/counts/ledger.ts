/**
 * What was done to each call, until dsh says what became of it. Only then is it counted: a call that
 * was mended and then failed has not been healed.
 */

import { appendCounts, type Count } from '../../../npm/src/counts.js';
import { Recent } from '../../../opencode-plugin/src/recent.js';
import { dshData } from './folder.js';

/** What was done to a call. */
export interface Entry {
  model: string;
  tool: string;
  outcome: Count['outcome'];
  rules: string[];
  seam: Count['seam'];
  /** What the model is told with the result. */
  note?: string;
}

/** A call among those of all sessions: its id is the provider's, so it is unique in a session only. */
export function callKey(session: string | undefined, call: string): string {
  return `${session ?? ''}/${call}`;
}

interface Settings {
  observe: boolean;
  counts: boolean;
  persistPassthrough: boolean;
}

/** So many kinds of calls are counted before they are written, if the timer does not come first. */
const FULL = 50;

/** How long a count waits for others. */
const PATIENCE_MS = 1000;

export class Ledger {
  readonly #settings: Settings;
  readonly #failed: () => void;
  readonly #open = new Recent<Entry>(500);
  readonly #counts = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;

  /** `failed` is told when the counts cannot be written. */
  constructor(settings: Settings, failed: () => void) {
    this.#settings = settings;
    this.#failed = failed;
  }

  /** Enters what was done to a call. What was done before is kept, unless there is more to say. */
  enter(call: string, entry: Entry): void {
    const earlier = this.#open.get(call);
    if (earlier === undefined || earlier.outcome !== 'repaired') this.#open.set(call, entry);
    else if (entry.outcome === 'repaired') this.#open.set(call, both(earlier, entry));
  }

  /** What was done to a call that is not over. */
  entry(call: string): Entry | undefined {
    return this.#open.get(call);
  }

  /** Counts a call: dsh's result says whether it ran. */
  ended(call: string, ran: boolean): void {
    const entry = this.#open.take(call);
    if (entry === undefined) return;
    const { persistPassthrough } = this.#settings;
    if (entry.outcome === 'valid' && ran && !persistPassthrough) return;
    this.#count(entry, ran);
    if (this.#counts.size >= FULL) this.write();
    else this.#timer ??= setTimeout(() => this.write(), PATIENCE_MS).unref();
  }

  /** Writes what was counted. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = [...this.#counts.values()];
    this.#counts.clear();
    if (!this.#settings.counts) return;
    try {
      appendCounts(dshData('counts.jsonl'), counts);
    } catch {
      this.#failed();
    }
  }

  #count({ model, tool, outcome, rules, seam }: Entry, ran: boolean): void {
    const observed = this.#settings.observe ? { observed: true as const } : {};
    const kind = { model, tool, outcome, rules, seam, ran, ...observed };
    const key = JSON.stringify(kind);
    const n = (this.#counts.get(key)?.n ?? 0) + 1;
    this.#counts.set(key, { at: new Date().toISOString(), host: 'dsh', ...kind, n });
  }
}

function both(first: Entry, second: Entry): Entry {
  const note = [first.note, second.note].filter((part) => part !== undefined).join(' ');
  const rules = [...new Set([...first.rules, ...second.rules])];
  return { ...first, rules, ...(note === '' ? {} : { note }) };
}
