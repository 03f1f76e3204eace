/** The instance is disposable: traps, memory, sizes. */

import './module.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as engine from '../src/engine.js';
import { compileTools, mendJson } from '../src/slim.js';
import { read } from './module.js';

const MIB = 2 ** 20;
const broken = { name: 'read', arguments: '{"file_path": "a"}' };

/** What a bug in the engine might do: after this the next call traps. */
function damage(): void {
  engine.memory().fill(0xff);
}

test('a trap in the quick look is made up for by the long one', () => {
  const tools = compileTools([read]);
  assert.equal(tools.mend(broken).outcome, 'repaired');
  const { generation } = engine;
  damage();
  assert.equal(tools.mend(broken).outcome, 'repaired');
  assert.ok(engine.generation > generation);
});

test('a trap fails open, and the next call works', () => {
  const tools = compileTools([read]);
  const others = compileTools([read]);
  assert.equal(tools.mend(broken).outcome, 'repaired');
  // Read on the long way only.
  const damaging = {
    ...broken,
    get finish() {
      damage();
      return 'stop';
    },
  };
  const lost = tools.mend(damaging);
  assert.equal(lost.outcome, 'invalid');
  assert.equal(lost.arguments, broken.arguments);
  assert.ok('failed' in lost && lost.failed);
  assert.match(lost.message, /^This call was not checked: internal error: /);
  assert.equal(tools.mend(broken).outcome, 'repaired');
  assert.equal(others.mend(broken).outcome, 'repaired');
});

test('a trap in mendJson fails open too', () => {
  damage();
  assert.ok(mendJson('{}').failed !== undefined);
  assert.equal(mendJson('{}').outcome, 'valid');
});

test('handles that are collected after a trap do no harm', async () => {
  const { execFileSync } = await import('node:child_process');
  const script = `
    import './npm/test/module.ts';
    import * as engine from './npm/src/engine.ts';
    import { compileTools } from './npm/src/slim.ts';
    const call = { name: 'read', arguments: '{}' };
    for (let round = 0; round < 20; round += 1) {
      for (let at = 0; at < 50; at += 1) compileTools([{ name: 'read' }]).mend(call);
      engine.memory().fill(0xff);
      try { compileTools([{ name: 'read' }]); } catch {}
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    process.stdout.write(compileTools([{ name: 'read' }]).mend(call).outcome);
  `;
  const args = ['--expose-gc', '--import', 'tsx', '--input-type=module', '--eval', script];
  const cwd = new URL('../..', import.meta.url);
  assert.equal(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }), 'valid');
});

test('a large argument does not keep its memory', () => {
  const tools = compileTools([read]);
  const content = 'x'.repeat(50 * MIB);
  const valid = { name: 'read', arguments: `{"filePath": "${content}"}` };
  assert.equal(tools.mend(valid).outcome, 'valid');
  assert.ok(engine.memorySize() < 32 * MIB, `${engine.memorySize()} bytes`);
  const outcome = tools.mend({ ...valid, arguments: `{"file_path": "${content}"}` });
  assert.equal(outcome.outcome, 'repaired');
  assert.ok(engine.memorySize() < 32 * MIB, `${engine.memorySize()} bytes`);
  assert.equal(tools.mend(broken).outcome, 'repaired');
});

test('what is compiled may be large without being compiled again and again', () => {
  const many = Array.from({ length: 3000 }, (_, at) => ({
    name: `tool_${at}`,
    parameters: { properties: { text: { description: 'x'.repeat(8000) }, [`key_${at}`]: {} } },
  }));
  const tools = compileTools(many);
  tools.mend({ name: 'tool_1', arguments: '{}' });
  const { generation } = engine;
  for (let at = 0; at < 5; at += 1) tools.mend({ name: 'tool_1', arguments: '{}' });
  assert.equal(engine.generation, generation);
});

test('tools that are no longer used do not pile up', async () => {
  const { execFileSync } = await import('node:child_process');
  const script = `
    import './npm/test/module.ts';
    import * as engine from './npm/src/engine.ts';
    import { compileTools } from './npm/src/slim.ts';
    const parameters = { properties: { text: { enum: Array.from({ length: 2000 }, (_, at) => 'value ' + at) } } };
    for (let at = 0; at < 300; at += 1) {
      compileTools([{ name: 't', parameters }]).mend({ name: 't', arguments: '{}' });
      if (at % 10 === 0) { globalThis.gc(); await new Promise((resolve) => setTimeout(resolve, 1)); }
    }
    process.stdout.write(String(engine.memorySize()));
  `;
  const args = ['--expose-gc', '--import', 'tsx', '--input-type=module', '--eval', script];
  const cwd = new URL('../..', import.meta.url);
  const size = Number(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }));
  assert.ok(size < 32 * MIB, `${size} bytes`);
});

test('arguments over 64 MiB are refused in words', () => {
  const tools = compileTools([read]);
  const sent = ' '.repeat(64 * MIB + 1);
  const outcome = tools.mend({ name: 'read', arguments: sent });
  assert.equal(outcome.outcome, 'invalid');
  assert.ok(outcome.arguments === sent && 'failed' in outcome);
  assert.equal(outcome.message, 'This call was not checked: the arguments are larger than 64 MiB.');
});

test('nesting of any depth is answered', () => {
  const tools = compileTools([read]);
  for (const depth of [1000, 10_000, 500_000]) {
    const { generation } = engine;
    const nested = `{"filePath": "a", "x": ${'['.repeat(depth)}${']'.repeat(depth)}}`;
    for (const text of [nested, nested.slice(0, -depth), nested.replace('filePath', 'file_path')]) {
      assert.ok(!('failed' in tools.mend({ name: 'read', arguments: text })), `depth ${depth}`);
    }
    assert.ok(engine.generation - generation <= 3);
  }
});
