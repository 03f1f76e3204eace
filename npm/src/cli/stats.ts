/** `toolmend stats`: what the plugins have counted, by model, tool and rule. */

import { parseArgs } from 'node:util';

import { type Count, isHealed, readCounts } from '../counts.js';
import { opencodeData } from '../opencode-files.js';
import { bold, dim } from './show.js';

/** What went how often. */
interface Sums {
  name: string;
  calls: number;
  valid: number;
  mended: number;
  healed: number;
  refused: number;
}

interface Stats {
  since?: string;
  models: Sums[];
  tools: Sums[];
  rules: Sums[];
}

/** Prints the counts. Resolves to the exit code. */
export async function stats(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
  const counted = sum(readCounts(opencodeData('counts.jsonl')));
  process.stdout.write(values.json ? `${JSON.stringify(counted)}\n` : table(counted));
  return 0;
}

function sum(counts: readonly Count[]): Stats {
  const since = counts.map(({ at }) => at).toSorted()[0];
  return {
    ...(since === undefined ? {} : { since }),
    models: by(counts, ({ model }) => [model]),
    tools: by(counts, ({ tool }) => [tool]),
    rules: by(counts, ({ rules }) => rules),
  };
}

/** The sums by name, the most frequent first. */
function by(counts: readonly Count[], namesOf: (count: Count) => string[]): Sums[] {
  const sums = new Map<string, Sums>();
  for (const count of counts) {
    for (const name of namesOf(count)) {
      const entry = sums.get(name) ?? {
        name,
        calls: 0,
        valid: 0,
        mended: 0,
        healed: 0,
        refused: 0,
      };
      sums.set(name, entry);
      entry.calls += count.n;
      if (count.outcome === 'valid') entry.valid += count.n;
      else if (count.outcome === 'repaired') entry.mended += count.n;
      else entry.refused += count.n;
      if (isHealed(count)) entry.healed += count.n;
    }
  }
  return [...sums.values()].toSorted((a, b) => b.calls - a.calls || a.name.localeCompare(b.name));
}

function table({ since, models, tools, rules }: Stats): string {
  if (models.length === 0)
    return 'Nothing has been counted yet (toolmend doctor opencode says why).\n';
  const width = Math.max(...[...models, ...tools, ...rules].map(({ name }) => name.length), 12) + 2;
  const line = (name: string, ...cells: (number | string)[]): string =>
    `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(9)).join('')}`;
  const sums = ({ name, calls, valid, mended, healed, refused }: Sums): string =>
    line(name, calls, valid, mended, healed, refused);
  const heads = ['calls', 'valid', 'mended', 'healed', 'refused'];
  return [
    bold(line('model', ...heads)),
    ...models.map(sums),
    '',
    bold(line('tool', ...heads)),
    ...tools.map(sums),
    '',
    bold(line('rule', 'mended', 'healed')),
    ...rules.map(({ name, mended, healed }) => line(name, mended, healed)),
    '',
    dim(`since ${since?.slice(0, 10)}; healed: mended, and the call ran`),
    '',
  ].join('\n');
}
