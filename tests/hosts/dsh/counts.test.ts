/** What is counted in the real dsh: each call once, by its end, over restarts. */

import assert from 'node:assert/strict';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { type Count, isHealed, readCounts } from '../../../npm/src/counts.js';
import { ScriptedModel } from '../opencode/scripted-model.js';
import { files } from './defects.js';
import { Dsh, type PlayOptions } from './dsh.js';
import { packed } from './packed.js';

const model = await ScriptedModel.start('A title');
const plugin = packed();
const host = new Dsh(model);
host.add(plugin.tarball);
plugin.remove();
const store = join(host.home, 'toolmend/counts.jsonl');

after(async () => {
  await model.stop();
  host.remove();
});

const call = (name: string, sent: unknown) => ({
  calls: [{ name, arguments: typeof sent === 'string' ? sent : JSON.stringify(sent) }],
});

async function play(turns: ReturnType<typeof call>[], options?: PlayOptions): Promise<void> {
  for (const [name, content] of Object.entries(files)) host.write(name, content);
  const { status, stderr } = await host.play(turns, options);
  assert.equal(status, 0, stderr);
}

const kinds = (counts: readonly Count[]): unknown[] =>
  counts.map(({ tool, outcome, rules, ran, n }) => [tool, outcome, rules.join(' '), ran, n]);

test('calls are counted by their end', async () => {
  await play([
    call('read', { file_path: 'a.txt' }),
    call('read', { file_path: 'a.txt', limit: null }),
    call('read', { file_path: 'gone.txt', limit: null }),
    call('edit', { file_path: 'b.txt', old_string: 'beta', new_string: 'BETA' }),
    call('nothing', { a: 1 }),
  ]);
  const counts = readCounts(store);
  assert.deepEqual(kinds(counts), [
    ['read', 'valid', '', true, 1],
    ['read', 'repaired', 'drop-placeholder', true, 1],
    ['read', 'repaired', 'drop-placeholder', false, 1],
    ['edit', 'repaired', 'retry-after-read', true, 1],
    ['?', 'invalid', '', false, 1],
  ]);
  // What was mended and then failed has not been healed.
  assert.deepEqual(counts.map(isHealed), [false, true, false, true, false]);
  assert.ok(counts.every(({ model: name, host: of }) => /deepseek/.test(name) && of === 'dsh'));
});

test('the counts of a later session come after those of an earlier one, a torn line or not', async () => {
  const before = readCounts(store);
  appendFileSync(store, '{"at":"torn\n');
  await play([call('read', { file_path: 'a.txt', limit: '5' })]);
  const later = readCounts(store);
  assert.deepEqual(later.slice(0, before.length), before);
  assert.deepEqual(kinds(later.slice(before.length)), [
    ['read', 'repaired', 'string-to-number', true, 1],
  ]);
});

test('a bridged call is one call, and its inner one is not counted again', async () => {
  const before = readCounts(store).length;
  await play([call('read', { file_path: 'a.txt' })], { mode: 'code' });
  assert.deepEqual(kinds(readCounts(store).slice(before)), [
    ['run_code', 'repaired', 'bridge-to-run-code', true, 1],
  ]);
});

test('observing counts and changes nothing', async () => {
  const before = readCounts(store).length;
  const sent = [call('read', { file_path: 'a.txt', limit: null })];
  const { results } = await host.play(sent, { env: { TOOLMEND: 'observe' } });
  assert.match(results[0]?.[0] ?? '', /"limit" must be a number/);
  const [count] = readCounts(store).slice(before);
  assert.equal(count?.observed, true);
  assert.equal(count && isHealed(count), false);
});

test('off is off', async () => {
  const before = readCounts(store).length;
  const sent = [call('read', { file_path: 'a.txt', limit: null })];
  const { results } = await host.play(sent, { env: { TOOLMEND: 'off' } });
  assert.match(results[0]?.[0] ?? '', /"limit" must be a number/);
  assert.equal(readCounts(store).length, before);
  assert.ok(existsSync(join(host.home, 'toolmend/status.json')));
});
