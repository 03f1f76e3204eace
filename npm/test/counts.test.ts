/** The file of counts: bounded, shared, and readable whatever is in it. */

import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { appendCounts, type Count, isHealed, readCounts } from '../src/counts.js';

const folder = mkdtempSync(join(tmpdir(), 'toolmend-counts-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const count: Count = {
  at: '2026-12-01T00:00:00.000Z',
  host: 'opencode',
  model: 'deepseek/chat',
  tool: 'read',
  outcome: 'repaired',
  rules: ['drop-placeholder'],
  seam: 'stream',
  ran: true,
  n: 2,
};

test('what was appended is read, and nothing else', () => {
  const file = join(folder, 'a/counts.jsonl');
  appendCounts(file, [count]);
  appendFileSync(file, 'not JSON\n{"model": 1}\n\n');
  appendCounts(file, [{ ...count, n: 3 }]);
  appendCounts(file, []);
  assert.deepEqual(readCounts(file), [count, { ...count, n: 3 }]);
  assert.deepEqual(readCounts(join(folder, 'none.jsonl')), []);
});

test('the file never grows beyond its bounds', () => {
  const file = join(folder, 'b/counts.jsonl');
  const many = Array.from({ length: 1000 }, () => count);
  for (let times = 0; times < 40; times += 1) appendCounts(file, many);
  const sizes = readdirSync(join(folder, 'b')).map(
    (name) => statSync(join(folder, 'b', name)).size,
  );
  assert.equal(sizes.length, 2);
  assert.ok(
    sizes.every((size) => size < 2 ** 20 + 1000 * 250),
    String(sizes),
  );
  assert.ok(readCounts(file).length > 5000);
});

test('only what was mended, changed and run is healed', () => {
  assert.ok(isHealed(count));
  const { ran: _, ...unknown } = count;
  assert.ok(!isHealed(unknown));
  assert.ok(!isHealed({ ...count, ran: false }));
  assert.ok(!isHealed({ ...count, observed: true }));
  assert.ok(!isHealed({ ...count, outcome: 'invalid' }));
});
