import './module.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Execution, ExecutionResult } from '../src/host.js';
import { FakeDsh } from './dsh.js';

const failed = (code: string | undefined, message = 'no'): Partial<ExecutionResult> => ({
  isError: true,
  error: { message, ...(code === undefined ? {} : { info: { code } }) },
  content: [{ type: 'text', text: `Error: ${message}` }],
});

/** Fails the first time. */
function once(result: Partial<ExecutionResult>): () => Partial<ExecutionResult> {
  let times = 0;
  return () => {
    times += 1;
    return times === 1 ? result : {};
  };
}

const unread = (): Partial<ExecutionResult> => failed('FS_NOT_OBSERVED');

const edit = { file_path: 'a', old_string: 'x', new_string: 'y' };
const replace = { command: 'str_replace', path: '/a', old_str: 'x', new_str: 'y' };
const insert = { command: 'insert', path: '/a', insert_line: 1, new_str: 'y' };

test('arguments are mended before the call, and the model is told once', async () => {
  const dsh = new FakeDsh();
  const sent = { file_path: 'a', limit: null };
  const { ran, told } = await dsh.call('read', sent);
  assert.deepEqual(ran, [{ name: 'read', arguments: { file_path: 'a' } }]);
  assert.match(told, /\[toolmend\] .*limit/);
  assert.doesNotMatch((await dsh.call('read', sent)).told, /toolmend/);
});

test('a valid call keeps its very arguments', async () => {
  const sent = { file_path: 'a', limit: 5 };
  const { ran, told } = await new FakeDsh().call('read', sent);
  assert.equal(ran[0]?.arguments, sent);
  assert.equal(told, 'result');
});

test('broken and doubly encoded text becomes arguments', async () => {
  for (const sent of ['{"file_path": "a",}', '{"file_path": "a"}']) {
    const { ran } = await new FakeDsh().call('read', sent);
    assert.deepEqual(ran[0]?.arguments, { file_path: 'a' }, sent);
  }
  const { ran } = await new FakeDsh().call('read', '{"file_path": "a');
  assert.equal(ran[0]?.arguments, '{"file_path": "a');
});

test('a release that lets nothing be assigned gets the call as it was sent', async () => {
  const dsh = new FakeDsh();
  const sent = { file_path: 'a', limit: null };
  const exec = Object.freeze({
    callId: 'c',
    rootCallId: 'c',
    name: 'read',
    arguments: sent,
    token: 't',
    signal: new AbortController().signal,
  }) as Execution;
  const decision = await dsh.listeners['tools/pre-execute']?.(exec, async () => ({ kind: 'ask' }));
  assert.deepEqual(decision, { kind: 'ask' });
  assert.equal(exec.arguments, sent);
});

test('an edit of a file that was not read is tried again after reading', async () => {
  for (const [name, sent] of [
    ['edit', edit],
    ['str_replace_editor', replace],
  ] as const) {
    for (const code of ['FS_NOT_OBSERVED', 'FS_STALE_VERSION']) {
      const dsh = new FakeDsh();
      const { ran, result } = await dsh.call(name, sent, { run: once(failed(code)) });
      assert.equal(ran.length, 2, `${name} ${code}`);
      assert.equal(result.isError, false);
      const [read] = dsh.nested;
      assert.equal(read?.name, 'read');
      assert.deepEqual(read?.agent, { id: 'session' });
      assert.equal(typeof read?.parent, 'symbol');
    }
  }
});

test('there is no third try, and none without a reason', async () => {
  const always = await new FakeDsh().call('edit', edit, { run: unread });
  assert.equal(always.ran.length, 2);
  for (const code of ['FS_EDIT_NOT_FOUND', 'FS_AMBIGUOUS_EDIT', 'FS_NOT_FOUND', undefined]) {
    const dsh = new FakeDsh();
    const { ran, result } = await dsh.call('edit', edit, { run: () => failed(code) });
    assert.equal(ran.length, 1, code ?? 'none');
    assert.equal(result.error?.message, 'no');
    assert.deepEqual(dsh.nested, []);
  }
  const view = { command: 'view', path: '/a' };
  assert.equal(
    (await new FakeDsh().call('str_replace_editor', view, { run: unread })).ran.length,
    1,
  );
});

test('write and insert stay guarded, unless the user wants it', async () => {
  for (const [name, sent] of [
    ['write', { file_path: 'a', content: 'x' }],
    ['str_replace_editor', insert],
  ] as const) {
    const run = once(failed('FS_NOT_OBSERVED'));
    assert.equal((await new FakeDsh().call(name, sent, { run })).ran.length, 1, name);
    const wanted = new FakeDsh({ observeBeforeWrite: true });
    assert.equal(
      (await wanted.call(name, sent, { run: once(failed('FS_NOT_OBSERVED')) })).ran.length,
      2,
    );
    // A file that changed since it was read is never overwritten.
    const stale = once(failed('FS_STALE_VERSION'));
    assert.equal((await wanted.call(name, sent, { run: stale })).ran.length, 1, name);
  }
});

test('nothing is tried again once the turn was stopped', async () => {
  const stopped = new AbortController();
  stopped.abort();
  const dsh = new FakeDsh();
  const run = once(failed('FS_NOT_OBSERVED'));
  const { ran } = await dsh.call('edit', edit, { run, signal: stopped.signal });
  assert.equal(ran.length, 1);
  assert.deepEqual(dsh.nested, []);
});

/** What the editor says of a range, of a file with so many lines. */
const message = (lines: number): string =>
  `Invalid \`view_range\`: [2, 99]. Its second element \`99\` should be smaller than the number of lines in the file: \`${lines}\``;

const view = (range: unknown): unknown => ({ command: 'view', path: '/a', view_range: range });

const fromLength = (lines: number): (() => Partial<ExecutionResult>) =>
  once(failed(undefined, message(lines)));

test('a range that ends beyond the file is shown to its end', async () => {
  const { ran } = await new FakeDsh().call('str_replace_editor', view([2, 99]), {
    run: fromLength(4),
  });
  assert.deepEqual(
    ran.map(({ arguments: sent }) => sent),
    [view([2, 99]), view([2, 4])],
  );
  // It begins beyond the end; its end is the file's already; the option is off.
  assert.equal(
    (await new FakeDsh().call('str_replace_editor', view([9, 99]), { run: fromLength(4) })).ran
      .length,
    1,
  );
  assert.equal(
    (await new FakeDsh().call('str_replace_editor', view([2, -1]), { run: fromLength(4) })).ran
      .length,
    1,
  );
  const off = new FakeDsh({ autoClampRanges: false });
  assert.equal(
    (await off.call('str_replace_editor', view([2, 99]), { run: fromLength(4) })).ran.length,
    1,
  );
});

test('the options of dsh-tool-normalizer switch off what they switched off there', async () => {
  const command = { command: 'ls' };
  const wrapping = new FakeDsh({ autoWrapRunCode: false });
  assert.equal((await wrapping.call('run_code', command)).ran[0]?.arguments, command);
  const clamping = new FakeDsh({ autoClampRanges: false });
  const read = { file_path: 'a', offset: 0 };
  assert.equal((await clamping.call('read', read)).ran[0]?.arguments, read);
  const observing = new FakeDsh({ autoObserveFiles: false });
  const run = once(failed('FS_NOT_OBSERVED'));
  assert.equal((await observing.call('edit', edit, { run })).ran.length, 1);
});

test('a healthy call costs little', async (context) => {
  const dsh = new FakeDsh();
  const listener = dsh.listeners['tools/pre-execute'];
  const exec = {
    callId: 'c',
    rootCallId: 'c',
    name: 'edit',
    arguments: { ...edit, old_string: 'x'.repeat(500), new_string: 'y'.repeat(500) },
    agent: { id: 'session' },
    token: 't',
    signal: new AbortController().signal,
  };
  await dsh.stream([]);
  let calls = 0;
  const run = async (times: number): Promise<number> => {
    const start = performance.now();
    for (let n = 0; n < times; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one call after another is what is measured
      await listener?.(exec, async () => {
        calls += 1;
        return { kind: 'allow' };
      });
    }
    return ((performance.now() - start) * 1000) / times;
  };
  await run(2000);
  context.diagnostic(`stage B, a valid edit of 1 KB: ${(await run(5000)).toFixed(1)} µs`);
  assert.equal(calls, 7000);
});
