/**
 * What became of calls, counted: JSON Lines in the data folder of the host, for `toolmend stats`.
 *
 * A line holds names and numbers only: nothing of what a model wrote or a user has.
 */

import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A number of calls that went the same way. */
export interface Count {
  /** When the last of them ended. */
  at: string;
  host: 'opencode' | 'dsh';
  /** `PROVIDER/MODEL`. */
  model: string;
  /** The offered tool; `?` for one that was not offered. */
  tool: string;
  /** What the engine said. */
  outcome: 'valid' | 'repaired' | 'ambiguous' | 'cut' | 'invalid';
  /** The rules that mended, or the format of a call that was recovered from text. */
  rules: string[];
  /** Where it was seen: in the response's stream or in the hook before the call. */
  seam: 'stream' | 'hook';
  /** Whether the host's result says that the call ran; absent if it never said. */
  ran?: boolean;
  /** Nothing was changed, only counted. */
  observed?: true;
  /** How many. */
  n: number;
}

/** A file above this size makes room for a new one; the one before it is kept. */
const LARGEST = 2 ** 20;

/** Whether a call counts as healed: it was mended, and the host ran it. */
export function isHealed({ outcome, ran, observed }: Count): boolean {
  return outcome === 'repaired' && ran === true && observed === undefined;
}

/** Appends counts to a file, which stays under twice {@link LARGEST} with the one before it. */
export function appendCounts(file: string, counts: readonly Count[]): void {
  if (counts.length === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST) renameSync(file, before(file));
  // One write of whole lines: processes may share the file.
  appendFileSync(file, counts.map((count) => `${JSON.stringify(count)}\n`).join(''), {
    mode: 0o600,
  });
}

/** The counts of a file and the one before it; lines that cannot be read are left out. */
export function readCounts(file: string): Count[] {
  return [before(file), file].filter(existsSync).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => parsed(line) ?? []),
  );
}

function before(file: string): string {
  return file.replace(/(\.jsonl)?$/, '.old$1');
}

function parsed(line: string): Count | undefined {
  try {
    const count = JSON.parse(line) as Count;
    const isCount =
      typeof count.model === 'string' &&
      typeof count.tool === 'string' &&
      typeof count.n === 'number';
    return isCount && Array.isArray(count.rules) ? count : undefined;
  } catch {
    return undefined;
  }
}
