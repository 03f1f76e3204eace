/** OpenCode's rules of permission hold on the call that runs, not on the one that was sent. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, test } from 'node:test';

import { readCounts } from '../../../npm/src/counts.js';
import { opencodeData } from '../../../npm/src/opencode-files.js';
import { OpenCode } from './opencode.js';
import { withPlugin } from './plugin-files.js';
import { Sandbox } from './sandbox.js';
import { ScriptedModel } from './scripted-model.js';
import { got, hasRun } from './table.js';

const model = await ScriptedModel.start();
const sandbox = new Sandbox({
  model: model.url,
  files: {
    'project/a.txt': 'hello\n',
    'project/secret.txt': 'the secret\n',
    'outside.txt': 'outside\n',
    ...withPlugin(),
  },
  config: {
    permission: {
      '*': 'allow',
      read: { '*': 'allow', '*secret*': 'deny' },
      edit: { '*': 'allow', '*secret*': 'deny' },
      bash: { '*': 'allow', 'rm *': 'deny' },
      external_directory: 'deny',
    },
  },
});
const host = await OpenCode.serve(sandbox, model);
const outside = sandbox.path('outside.txt');
after(async () => {
  await host.stop();
  await model.stop();
  sandbox.remove();
});

for (const [what, name, sent] of [
  ['reading', 'read', { file_path: 'secret.txt' }],
  ['reading by a link', 'read', { filePath: '[secret.txt](http://secret.txt)' }],
  ['editing', 'edit', { path: 'secret.txt', old_string: 'the', new_string: 'a' }],
  ['writing', 'write', { file: 'secret.txt', content: 'mine' }],
  ['running', 'bash', { cmd: 'rm -f a.txt' }],
  ['a folder outside', 'read', { filePath: `file://${outside}`, limit: null }],
] as const) {
  test(`${what} that is denied stays denied when it is mended`, async () => {
    const scene = what.replaceAll(' ', '-');
    const played = await host.play(scene, [{ calls: [{ name, arguments: JSON.stringify(sent) }] }]);
    const [call] = played.calls;
    assert.equal(call?.state.status, 'error');
    assert.match(got(played), /rule which prevents|permission/i);
    assert.doesNotMatch(got(played), /invalid arguments|not run/);
  });
}

test('a call that was recovered from text is under the same rules', async () => {
  const text =
    '<tool_call>\n{"name": "read", "arguments": {"filePath": "secret.txt"}}\n</tool_call>';
  const played = await host.play('recovered', [{ text }]);
  assert.equal(played.calls[0]?.state.status, 'error');
  assert.match(got(played), /rule which prevents|permission/i);
});

test('nothing was changed, and what is allowed runs', async () => {
  const sent = JSON.stringify({ file_path: 'a.txt' });
  const { calls } = await host.play('allowed', [{ calls: [{ name: 'read', arguments: sent }] }]);
  assert.ok(calls.every(hasRun));
  assert.equal(readFileSync(sandbox.path('project/secret.txt'), 'utf8'), 'the secret\n');
  assert.ok(readdirSync(sandbox.project).includes('a.txt'));
});

test('a call that was mended and denied is not counted as healed', async () => {
  await host.ask('/instance/dispose', {});
  const counts = readCounts(opencodeData('counts.jsonl', sandbox.env));
  const sum = (ran: boolean): number =>
    counts
      .filter((count) => count.outcome === 'repaired' && count.ran === ran)
      .reduce((total, { n }) => total + n, 0);
  assert.equal(sum(false), 7);
  assert.equal(sum(true), 1);
});
