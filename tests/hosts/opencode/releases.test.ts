/** The releases that people still have: the same plugin, seen to work in each. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { OpenCode } from './opencode.js';
import { withCustomTool, withMcpTool, withPlugin } from './plugin-files.js';
import { Sandbox } from './sandbox.js';
import { ScriptedModel } from './scripted-model.js';
import { got, hasRun } from './table.js';

for (const release of ['1.15.13', '1.17.11']) {
  test(`OpenCode ${release}`, async (context) => {
    const model = await ScriptedModel.start();
    const sandbox = new Sandbox({
      model: model.url,
      files: { 'project/a.txt': 'hello\n', ...withCustomTool(), ...withPlugin() },
      config: withMcpTool(),
    });
    const host = await OpenCode.serve(sandbox, model, release);
    context.after(async () => {
      await host.stop();
      await model.stop();
      sandbox.remove();
    });

    for (const [tool, name, sent] of [
      ['read', 'read', '{"filePath":"a.txt","limit":null}'],
      ['read', 'read', "{'filePath': 'a.txt',}"],
      ['read', 'read_file', '{"path":"a.txt"}'],
      ['read', 'read', '"{\\"filePath\\":\\"a.txt\\"}"'],
      ['echo', 'echo', '{"items":"x"}'],
      ['m_echo', 'm_echo', '{"items":"x"}'],
    ] as const) {
      await context.test(`${name} ${sent} runs, and the model is told`, async () => {
        const scene = `${name}-${Buffer.from(sent).toString('hex').slice(0, 40)}`;
        const played = await host.play(scene, [{ calls: [{ name, arguments: sent }] }]);
        assert.deepEqual(
          played.calls.map((call) => [call.tool, hasRun(call)]),
          [[tool, true]],
        );
        assert.match(got(played), /\[toolmend\] Mended/);
      });
    }

    await context.test('a cut write does not run, and is explained', async () => {
      const sent = '{"filePath":"t.txt","content":"abc';
      const turn = { calls: [{ name: 'write', arguments: sent }], finish: 'length' };
      const played = await host.play('cut', [turn]);
      assert.ok(!played.calls.some(hasRun));
      assert.match(got(played), /cut off/);
      assert.doesNotMatch(got(played), /JSON parsing failed/);
    });

    await context.test('what the schema refuses is explained', async () => {
      const sent = '{"limit":true}';
      const played = await host.play('refused', [{ calls: [{ name: 'read', arguments: sent }] }]);
      assert.match(got(played), /\/filePath: expected a string, got nothing/);
    });
  });
}
