/**
 * The ways in which OpenCode comes by a provider: written in the configuration, or known by itself and
 * logged in to. Both go through the stream layer, once.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { opencodeData, type StatusFile } from '../../../npm/src/opencode-files.js';
import { OpenCode } from './opencode.js';
import { withPlugin } from './plugin-files.js';
import { Sandbox, type SandboxOptions } from './sandbox.js';
import { ScriptedModel } from './scripted-model.js';
import { hasRun } from './table.js';

const broken = { name: 'read_file', arguments: "{'path': 'a.txt'}" };

/** OpenCode's catalogue of providers, with one that answers here, and the user's key for it. */
function catalogue(url: string): Pick<SandboxOptions, 'files' | 'config' | 'env'> {
  const model = {
    id: 'deepseek-chat',
    name: 'DeepSeek',
    tool_call: true,
    reasoning: false,
    attachment: false,
    temperature: true,
    release_date: '2026-01-01',
    last_updated: '2026-01-01',
    modalities: { input: ['text'], output: ['text'] },
    open_weights: true,
    cost: { input: 0, output: 0 },
    limit: { context: 128_000, output: 8192 },
  };
  const provider = {
    id: 'scripted',
    name: 'Scripted',
    npm: '@ai-sdk/openai-compatible',
    api: url,
    env: ['SCRIPTED_KEY'],
    models: { [model.id]: model },
  };
  return {
    files: {
      'catalogue.json': JSON.stringify({ scripted: provider }),
      'data/opencode/auth.json': JSON.stringify({ scripted: { type: 'api', key: 'none' } }),
    },
    config: { provider: {} },
  };
}

for (const [kind, options] of [
  ['in the configuration', () => ({})],
  ['of the catalogue, with a stored login', catalogue],
] as const) {
  test(`a provider ${kind}`, async (context) => {
    const model = await ScriptedModel.start();
    const { files = {}, ...rest } = options(model.url) as Partial<SandboxOptions>;
    const sandbox = new Sandbox({
      model: model.url,
      files: { 'project/a.txt': 'hello\n', ...withPlugin(), ...files },
      ...rest,
    });
    sandbox.env['OPENCODE_MODELS_PATH'] = sandbox.path('catalogue.json');
    const host = await OpenCode.serve(sandbox, model);
    context.after(async () => {
      await host.stop();
      await model.stop();
      sandbox.remove();
    });
    const { calls, requests } = await host.play('scene', [{ calls: [broken] }]);
    assert.deepEqual(
      calls.map((call) => [call.tool, call.state.input, hasRun(call)]),
      [['read', { filePath: 'a.txt' }, true]],
    );
    await host.ask('/instance/dispose', {});
    const status = JSON.parse(
      readFileSync(opencodeData('status.json', sandbox.env), 'utf8'),
    ) as StatusFile;
    assert.equal(status.seen.requests, requests.length);
    assert.equal(status.providers, kind === 'in the configuration' ? 1 : 0);
  });
}
