/** A guard, an approval policy and a listener of others see the call that will run. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { ScriptedModel } from '../opencode/scripted-model.js';
import { files } from './defects.js';
import { Dsh } from './dsh.js';
import { packed } from './packed.js';

const model = await ScriptedModel.start('A title');
const plugin = packed();
const host = new Dsh(model);
host.add(plugin.tarball);
plugin.remove();
for (const [name, content] of Object.entries(files)) host.write(name, content);

/** Writes down what a guard and a late listener are asked, and denies what touches a secret. */
host.write(
  'judge.mjs',
  `
import { appendFileSync } from 'node:fs';
export const name = 'judge';
export const inject = ['tools'];
export function apply(ctx) {
  const note = (by, { name, arguments: sent }) =>
    appendFileSync(process.env.JUDGED, JSON.stringify({ by, name, sent }) + '\\n');
  ctx.tools.guard((exec) => {
    note('guard', exec);
    return JSON.stringify(exec.arguments).includes('secret') ? 'no secrets' : undefined;
  });
  ctx.on('tools/pre-execute', async (exec, next) => {
    note('listener', exec);
    return exec.arguments?.file_path === 'c.txt' ? { kind: 'deny', reason: 'not this one' } : next();
  });
}
`,
);
const judge = pathToFileURL(join(host.work, 'judge.mjs')).href;
host.patch(`- insert:\n    - id: judge\n      name: ${JSON.stringify(judge)}\n`);

after(async () => {
  await model.stop();
  host.remove();
});

const call = (name: string, sent: unknown) => ({
  calls: [{ name, arguments: typeof sent === 'string' ? sent : JSON.stringify(sent) }],
});

test('what is judged is what runs', async () => {
  const judged = join(host.work, 'judged.jsonl');
  const played = await host.play(
    [
      call('read', '{"path": "a.txt", "limit": null,}'),
      call('read', '{"path": "secret.txt",}'),
      call('Read', { path: 'c.txt' }),
    ],
    { env: { JUDGED: judged } },
  );
  assert.equal(played.status, 0, played.stderr);
  const [[read], [guarded], [denied]] = played.results as [string[], string[], string[]];
  assert.match(read ?? '', /alpha/);
  assert.match(guarded ?? '', /no secrets/);
  assert.match(denied ?? '', /not this one/);
  const asked = readFileSync(judged, 'utf8').trim().split('\n');
  const seen = asked.map((line) => JSON.parse(line) as { by: string; name: string; sent: unknown });
  assert.deepEqual(
    seen.filter(({ by }) => by === 'guard').map(({ sent }) => sent),
    [{ file_path: 'a.txt' }, { file_path: 'secret.txt' }],
  );
  assert.deepEqual(
    seen.filter(({ by }) => by === 'listener').map(({ name, sent }) => [name, sent]),
    [
      ['read', { file_path: 'a.txt' }],
      ['read', { file_path: 'secret.txt' }],
      ['read', { file_path: 'c.txt' }],
    ],
  );
});

test('a call of a program is judged as it will run, too', async () => {
  const judged = join(host.work, 'judged-inner.jsonl');
  const code = 'const n = null; return await tools.read({ path: "sec" + "ret.txt", limit: n });';
  const played = await host.play([call('run_code', { code, description: 'Read' })], {
    mode: 'code',
    env: { JUDGED: judged },
  });
  assert.equal(played.status, 0, played.stderr);
  assert.match(played.results[0]?.[0] ?? '', /no secrets/);
  const asked = readFileSync(judged, 'utf8').trim().split('\n');
  const inner = asked.map(
    (line) => JSON.parse(line) as { by: string; name: string; sent: unknown },
  );
  assert.deepEqual(
    inner.filter(({ by, name }) => by === 'guard' && name === 'read').map(({ sent }) => sent),
    [{ file_path: 'secret.txt' }],
  );
});
