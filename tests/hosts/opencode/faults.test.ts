/** A failure of the plugin is none of OpenCode: the turn goes on, and the call is as it was sent. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { bundle } from '../../../opencode-plugin/build.js';
import { type StatusFile, opencodeData } from '../../../npm/src/opencode-files.js';
import { OpenCode } from './opencode.js';
import { Sandbox } from './sandbox.js';
import { ScriptedModel } from './scripted-model.js';
import { hasRun } from './table.js';

/** The plugin with its test switch. */
async function withSwitch(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'toolmend-faults-'));
  const file = join(folder, 'plugin.js');
  await bundle(file, { faults: true });
  const source = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  return source;
}

/** A plugin that turns the switch: at the start by the environment, later by what the user says. */
const turner = `
globalThis.toolmendFault = process.env.TEST_FAULT;
const turn = async (input, { parts }) => {
  globalThis.toolmendFault = /fault (\\S+)/.exec(parts.map(({ text }) => text).join())?.[1];
};
export default { id: 'turner', server: async () => ({ 'chat.message': turn }) };`;

const model = await ScriptedModel.start();
const plugin = await withSwitch();

async function serve(fault = ''): Promise<OpenCode> {
  const sandbox = new Sandbox({
    model: model.url,
    files: {
      'project/a.txt': 'hello\n',
      'project/turner.js': turner,
      'config/opencode/plugins/opencode-toolmend.js': plugin,
    },
    // Plugins of the configuration are loaded first.
    config: { plugin: ['./turner.js'] },
    env: { TEST_FAULT: fault, TOOLMEND_HINT: 'on' },
  });
  return OpenCode.serve(sandbox, model);
}

const valid = { name: 'read', arguments: '{"filePath":"a.txt"}' };
const broken = { name: 'read', arguments: '{"filePath":"a.txt","limit":null}' };

/** A valid call runs, the next turn comes, and nothing says that anything was wrong. */
async function goesOn(host: OpenCode, fault: string): Promise<void> {
  const scene = `${fault}-${Math.random().toString(36).slice(2)}`;
  const played = await host.play(
    scene,
    [{ calls: [valid] }, { calls: [broken] }],
    `fault ${fault}`,
  );
  assert.equal(played.died, undefined);
  assert.equal(played.text, 'done');
  assert.equal(played.calls.length, 2);
  const [first, second] = played.calls;
  assert.ok(first && hasRun(first), JSON.stringify(first));
  assert.deepEqual(first.state.input, JSON.parse(valid.arguments));
  // Whether it could still be mended depends on the part that failed; it was not lost.
  assert.equal(second?.tool, 'read');
  assert.equal(second.state.input['filePath'], 'a.txt');
  if (fault === 'wasm') assert.ok(!hasRun(second), 'the engine was not damaged');
}

test('a part that fails in a running session', async (context) => {
  const host = await serve();
  context.after(async () => {
    await host.stop();
    host.sandbox.remove();
  });
  const parts = [
    'wasm',
    'fetch',
    'stream',
    'chat.params',
    'tool.execute.before',
    'tool.execute.after',
    'experimental.chat.messages.transform',
    'experimental.chat.system.transform',
    'event',
  ];
  for (const part of parts) await context.test(part, () => goesOn(host, part));
  await context.test('afterwards everything works again', async () => {
    const { calls } = await host.play('healthy', [{ calls: [broken] }], 'fault none');
    assert.ok(calls.every(hasRun));
    const { failures } = JSON.parse(
      readFileSync(opencodeData('status.json', host.sandbox.env), 'utf8'),
    ) as StatusFile;
    for (const part of parts) if (part !== 'wasm') assert.ok((failures[part] ?? 0) > 0, part);
  });
});

for (const part of ['server', 'config']) {
  test(`a start where ${part} fails`, async (context) => {
    const host = await serve(part);
    context.after(async () => {
      await host.stop();
      host.sandbox.remove();
    });
    await goesOn(host, 'none');
  });
}

test('the model is stopped', () => model.stop());
