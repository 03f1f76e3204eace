/** Medians of several ways to do one thing, measured in turns, so that load hits all alike. */

import { measure } from 'mitata';

const ROUNDS = 3;

/** How long a round takes for each, in nanoseconds of CPU time. */
const BUDGET = 120e6;

/** Microseconds by name; the work must not throw. */
export async function medians(
  works: Readonly<Record<string, () => unknown>>,
): Promise<Record<string, number>> {
  const rounds: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      const { p50 } = await measure(work, { min_cpu_time: BUDGET });
      (rounds[name] ??= []).push(p50 / 1000);
    }
  }
  const best = Object.entries(rounds).map(([name, values]) => [name, median(values)] as const);
  return Object.fromEntries(best);
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Milliseconds of the quickest of a few runs. */
export function quickest(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}
