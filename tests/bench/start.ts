/** From a new process's import to its first mended call. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { median } from './clock.js';
import { table } from './table.js';

const PROCESSES = 20;
const entry = fileURLToPath(new URL('../../npm/dist/index.js', import.meta.url));

const script = `
  const times = [performance.now()];
  const { compileTools } = await import(${JSON.stringify(entry)});
  times.push(performance.now());
  const tools = compileTools([{ name: 'read', parameters: { properties: { n: { type: 'integer' } } } }]);
  times.push(performance.now());
  if (tools.mend({ name: 'read', arguments: '{"n": 1}' }).outcome !== 'valid') throw new Error();
  times.push(performance.now());
  if (tools.mend({ name: 'Read', arguments: '{"n": "1",}' }).outcome !== 'repaired') throw new Error();
  times.push(performance.now());
  console.log(JSON.stringify(times));
`;

export function start(): string {
  const runs = Array.from({ length: PROCESSES }, () => {
    const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    return JSON.parse(out) as number[];
  });
  const between = (from: number, to: number): string =>
    median(runs.map((times) => (times[to] ?? 0) - (times[from] ?? 0))).toFixed(1);
  const row = [between(0, 1), between(1, 2), between(2, 3), between(3, 4), between(0, 3), between(0, 4)];
  const head = ['ms', 'import', 'compileTools', 'valid call', 'repaired call', 'to the first valid call', 'to the first repaired call'];
  return table(head, [[`median of ${PROCESSES}`, ...row]]);
}
