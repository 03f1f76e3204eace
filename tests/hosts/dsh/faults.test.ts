/** A failure of the plugin is none of dsh: the session goes on, and the call is as it was sent. */

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { ScriptedModel } from '../opencode/scripted-model.js';
import { files } from './defects.js';
import { Dsh, type Played } from './dsh.js';
import { packedWithFaults } from './packed.js';

const model = await ScriptedModel.start('A title');
const plugin = await packedWithFaults();
const host = new Dsh(model);
host.add(plugin.tarball);
plugin.remove();
const folder = join(host.home, 'toolmend');

after(async () => {
  await model.stop();
  host.remove();
});

const call = (name: string, sent: unknown) => ({
  calls: [{ name, arguments: typeof sent === 'string' ? sent : JSON.stringify(sent) }],
});

/** A valid call runs, a broken one does no harm, and the session comes to its end. */
async function goesOn(env: Record<string, string>): Promise<Played> {
  for (const [name, content] of Object.entries(files)) host.write(name, content);
  const played = await host.play(
    [
      call('read', { file_path: 'a.txt' }),
      call('read', { file_path: 'a.txt', limit: null }),
      { text: 'That is all.' },
    ],
    { env },
  );
  assert.equal(played.status, 0, played.stderr);
  assert.match(played.stdout, /That is all\./);
  assert.match(played.results[0]?.[0] ?? '', /alpha/);
  assert.match(played.results[1]?.[0] ?? '', /alpha|"limit" must be a number/);
  assert.doesNotMatch(played.stderr, /toolmend/i);
  return played;
}

for (const part of [
  'apply',
  'llm/stream',
  'stream chunk',
  'tools/pre-execute',
  'tools/post-execute',
  'tools/result',
]) {
  test(`a failure in ${part}`, async () => {
    await goesOn({ TOOLMEND_FAULT: part });
    const status = readFileSync(join(folder, 'status.json'), 'utf8');
    const { failures } = JSON.parse(status) as { failures: Record<string, number> };
    assert.ok((failures[part] ?? 0) > 0, status);
  });
}

test('an engine that traps at every call', async () => {
  await goesOn({ TOOLMEND_FAULT: 'wasm' });
});

test('a folder that nothing can be written to', async () => {
  rmSync(folder, { recursive: true });
  // A file in its place stops root too.
  writeFileSync(folder, '');
  const { results } = await goesOn({});
  assert.match(results[1]?.[0] ?? '', /alpha/);
  rmSync(folder);
  mkdirSync(folder);
  chmodSync(folder, 0o700);
});
