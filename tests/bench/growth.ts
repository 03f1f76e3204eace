/** Texts made to be slow: the time for half a megabyte, for one, and how it grows. */

import { compileTools } from '../../npm/dist/index.js';
import { quickest } from './clock.js';
import { adversarial, prefixes, tool } from './payloads.js';
import { table } from './table.js';

const MEGABYTE = 1e6;

interface Curve {
  label: string;
  half: number;
  full: number;
}

/** Every pattern with the prefix that it takes longest with. */
export function growth(): string {
  const tools = compileTools([tool]);
  const slowest = adversarial.map((pattern) => {
    const curves = prefixes.map((prefix): Curve => {
      const text = (size: number): string => prefix + pattern.repeat(size / pattern.length);
      const time = (size: number): number => {
        const sent = text(size);
        return quickest(() => tools.mend({ name: 'edit', arguments: sent }));
      };
      return { label: JSON.stringify(prefix + pattern), half: time(MEGABYTE / 2), full: time(MEGABYTE) };
    });
    return curves.reduce((one, other) => (other.full > one.full ? other : one));
  });
  const rows = slowest
    .toSorted((one, other) => other.full - one.full)
    .map(({ label, half, full }) => [
      `\`\` ${label.replaceAll('|', String.raw`\|`)} \`\``,
      half.toFixed(1),
      full.toFixed(1),
      (full / half).toFixed(2),
    ]);
  return table(['ms', '0.5 MB', '1 MB', 't(2n)/t(n)'], rows);
}
