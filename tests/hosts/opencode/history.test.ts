/** What goes back to the model: notes once, broken calls once, and the same words each time. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { OpenCode, type Played } from './opencode.js';
import { withPlugin } from './plugin-files.js';
import { Sandbox } from './sandbox.js';
import { type Message, ScriptedModel, textOf } from './scripted-model.js';

const model = await ScriptedModel.start();
const sandbox = new Sandbox({
  model: model.url,
  files: { 'project/a.txt': 'hello\n', ...withPlugin() },
});
let host = await OpenCode.serve(sandbox, model);
after(async () => {
  await host.stop();
  await model.stop();
  sandbox.remove();
});

const read = (args: unknown): { name: string; arguments: string } => ({
  name: 'read',
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
});

/** The messages of a session, without the system prompt. */
function conversation({ got }: Played): Message[] {
  return got.filter(({ role }) => role !== 'system');
}

/** The system prompt of a session. */
function system({ got }: Played): string[] {
  return got.filter(({ role }) => role === 'system').map(textOf);
}

test('a broken write of 20 KB is sent back once, with a short message', async () => {
  const content = 'All work and no play. '.repeat(1000);
  const call = { name: 'write', arguments: `{"filePath":"long.txt","content":"${content}` };
  const played = await host.play('long', [{ calls: [call], finish: 'length' }]);
  const sent = JSON.stringify(conversation(played));
  assert.ok(sent.length > content.length, 'the model does not see what it wrote');
  assert.ok(sent.length < content.length + 2000, `${sent.length} bytes for ${content.length}`);
  const result = conversation(played).find(({ role }) => role === 'tool');
  assert.match(
    result ? textOf(result) : '',
    /^Your output was cut off inside the arguments of write/,
  );
});

test('each kind of repair is told once a session', async () => {
  const turns = [
    { calls: [read({ filePath: 'a.txt', limit: null })] },
    { calls: [read({ filePath: 'a.txt', offset: null })] },
    { calls: [read({ file_path: 'a.txt' })] },
  ];
  const results = conversation(await host.play('told', turns)).filter(
    ({ role }) => role === 'tool',
  );
  assert.deepEqual(
    results.map((result) => /\[toolmend\]/.test(textOf(result))),
    [true, false, true],
  );
});

test('a session that goes on after a restart begins with the same words', async () => {
  const turns = [
    { calls: [read({ filePath: 'a.txt', limit: null })] },
    { calls: [read({ limit: true })] },
    { calls: [{ name: 'write', arguments: '{"filePath":"t.txt","content":"abc' }] },
    { calls: [read('no JSON at all')] },
  ];
  const before = await host.play('restart', turns);
  await host.stop();
  host = await OpenCode.serve(sandbox, model);
  const afterwards = await host.say(before.session, 'restart', 'and now?');
  const told = conversation(before);
  assert.deepEqual(conversation(afterwards).slice(0, told.length), told);
});

test('the system prompt is as OpenCode made it, unless the hint is asked for', async (context) => {
  const played = await host.play('prompt', [{ text: 'hello' }]);
  assert.doesNotMatch(system(played).join('\n'), /commands run in/);

  const hinted = new Sandbox({
    model: model.url,
    files: withPlugin(),
    env: { TOOLMEND_HINT: 'on', SHELL: '/bin/bash' },
  });
  const other = await OpenCode.serve(hinted, model);
  context.after(async () => {
    await other.stop();
    hinted.remove();
  });
  const [first, second] = [
    await other.play('hint', [{ text: 'hello' }]),
    await other.play('hint-2', [{ text: 'hello' }]),
  ];
  assert.match(system(first).join('\n'), /The system is \w+ and commands run in bash\.$/);
  assert.deepEqual(system(first), system(second));
});
