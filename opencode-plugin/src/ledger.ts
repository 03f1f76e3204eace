/**
 * What was done to each call, until OpenCode says what became of it. Only then is it counted: a call
 * that was mended and then denied has not been healed.
 */

import { appendCounts, type Count } from '../../npm/src/counts.js';
import { opencodeData } from '../../npm/src/opencode-files.js';
import type { Log } from './log.js';
import { Recent } from './recent.js';

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

/** So many calls are counted before they are written, if no turn ends before. */
const FULL = 50;

export class Ledger {
  readonly #observed: boolean;
  readonly #writes: boolean;
  readonly #log: Log;
  readonly #open = new Recent<Entry>(500);
  readonly #counts = new Map<string, Count>();

  constructor({ observe, counts }: { observe: boolean; counts: boolean }, log: Log) {
    this.#observed = observe;
    this.#writes = counts;
    this.#log = log;
  }

  /** Enters what was done to a call. What was done to it before is kept, unless it was mended now. */
  enter(session: string, call: string, entry: Entry): void {
    const key = `${session}/${call}`;
    const earlier = this.#open.get(key);
    if (earlier === undefined) this.#open.set(key, entry);
    else if (entry.outcome === 'repaired') this.#open.set(key, both(earlier, entry));
  }

  /** What was done to a call that is not over. */
  entry(session: string, call: string): Entry | undefined {
    return this.#open.get(`${session}/${call}`);
  }

  /** Counts a call: OpenCode's result says whether it ran. */
  ended(session: string, call: string, ran: boolean): void {
    const entry = this.#open.take(`${session}/${call}`);
    if (entry !== undefined) this.#count(entry, ran);
  }

  /** Writes what was counted. With `all`, the calls whose end was never told too. */
  write(all = false): void {
    if (all) for (const entry of this.#open.takeAll()) this.#count(entry);
    const counts = [...this.#counts.values()];
    this.#counts.clear();
    if (this.#writes) appendCounts(opencodeData('counts.jsonl'), counts);
  }

  #count({ model, tool, outcome, rules, seam }: Entry, ran?: boolean): void {
    const kind = {
      model,
      tool,
      outcome,
      rules,
      seam,
      ...(ran === undefined ? {} : { ran }),
      ...(this.#observed ? { observed: true as const } : {}),
    };
    const end =
      ran === undefined ? 'nobody knows whether it ran' : ran ? 'it ran' : 'it did not run';
    this.#log.write(
      outcome === 'repaired' ? 'info' : 'debug',
      `${tool}: ${[outcome, ...rules].join(' ')} (${seam}); ${end}`,
    );
    const key = JSON.stringify(kind);
    const n = (this.#counts.get(key)?.n ?? 0) + 1;
    this.#counts.set(key, { at: new Date().toISOString(), host: 'opencode', ...kind, n });
    if (this.#counts.size >= FULL) this.write();
  }
}

/** A call that was mended twice, or only the second time. */
function both(first: Entry, second: Entry): Entry {
  const notes = [first.note, second.note].filter((note) => note !== undefined);
  const rules = [...first.rules, ...second.rules];
  return { ...second, rules, ...(notes.length === 0 ? {} : { note: notes.join(' ') }) };
}
