/** What a start costs in the real program, beside a plugin that does nothing. A figure, not a bar. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { OpenCode } from './opencode.js';
import { built } from './plugin-files.js';
import { Sandbox } from './sandbox.js';
import { ScriptedModel } from './scripted-model.js';

const ROUNDS = 10;

/** Loads fresh copies of both plugins in turn, as OpenCode does, and writes down how long each took. */
const stopwatch = `
import { copyFileSync, writeFileSync } from 'node:fs';
const load = async (file, round, input) => {
  const copy = file.replace(/\\.js$/, '-' + round + '.js');
  copyFileSync(file, copy);
  const start = performance.now();
  const { default: plugin } = await import(copy);
  const hooks = await plugin.server(input);
  await hooks.config?.({ provider: {} });
  return performance.now() - start;
};
export default { id: 'stopwatch', server: async (input) => {
  const times = { nothing: [], toolmend: [] };
  for (let round = 0; round < ${ROUNDS}; round += 1) {
    for (const name of Object.keys(times)) {
      times[name].push(await load(input.directory + '/' + name + '.js', round, input));
    }
  }
  writeFileSync(input.directory + '/times.json', JSON.stringify(times));
  return {};
} };`;

test('the start', async (context) => {
  const model = await ScriptedModel.start();
  const sandbox = new Sandbox({
    model: model.url,
    files: {
      'project/a.txt': 'hello\n',
      'project/nothing.js': `export default { id: 'nothing', server: async () => ({}) };`,
      'project/toolmend.js': readFileSync(built, 'utf8'),
      'project/.opencode/plugins/stopwatch.js': stopwatch,
    },
  });
  const host = await OpenCode.serve(sandbox, model);
  context.after(async () => {
    await host.stop();
    await model.stop();
    sandbox.remove();
  });
  // Plugins are loaded with the first session.
  await host.play('start', [{ text: 'hello' }]);
  const times = JSON.parse(readFileSync(sandbox.path('project/times.json'), 'utf8')) as Record<
    'nothing' | 'toolmend',
    number[]
  >;
  assert.equal(times.toolmend.length, ROUNDS);
  for (const [name, [first = 0, ...rest]] of Object.entries(times)) {
    const median = rest.toSorted((a, b) => a - b)[Math.floor(rest.length / 2)] ?? 0;
    context.diagnostic(
      `${name}: first ${first.toFixed(1)} ms, then ${median.toFixed(1)} ms (median)`,
    );
  }
});
