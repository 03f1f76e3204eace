/** The plugin's row in a user's own layer: its settings, checked by dsh. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

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

after(async () => {
  await model.stop();
  host.remove();
});

const broken = { name: 'read', arguments: '{"file_path": "a.txt", "limit": null}' };
const blind = { name: 'write', arguments: '{"file_path": "c.txt", "content": "new"}' };

test('settings reach the plugin', async () => {
  host.patch(
    '- id: toolmend\n  config: { notes: false, observeBeforeWrite: true, injectPrompt: true }\n',
  );
  const played = await host.play([{ calls: [broken] }, { calls: [blind] }]);
  assert.equal(played.status, 0, played.stderr);
  assert.match(played.results[0]?.[0] ?? '', /alpha/);
  assert.doesNotMatch(played.results[0]?.[0] ?? '', /\[toolmend\]/);
  assert.doesNotMatch(played.results[1]?.[0] ?? '', /without reading/);
  const prompt = JSON.stringify(played.requests[0]?.body.messages[0]);
  assert.match(prompt, /leave an optional argument out/);
});

test('a rule can be switched off', async () => {
  host.patch('- id: toolmend\n  config: { rules: { off: [drop-placeholder] } }\n');
  const { results } = await host.play([{ calls: [broken] }]);
  assert.match(results[0]?.[0] ?? '', /"limit" must be a number/);
});

test('nothing is added to the prompt by itself', async () => {
  host.patch('[]\n');
  const { requests } = await host.play([{ text: 'Hello.' }]);
  assert.doesNotMatch(JSON.stringify(requests[0]?.body), /leave an optional argument out/);
});

test('a setting that does not fit is refused aloud', async () => {
  host.patch('- id: toolmend\n  config: { leaks: sometimes }\n');
  const { status, stderr } = await host.play([{ text: 'Hello.' }]);
  assert.notEqual(status, 0);
  assert.match(stderr, /toolmend|leaks|sometimes/);
});
