import './module.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyEdits, compileTools, mendJson, rules, version } from '../src/slim.js';
import { read } from './module.js';

const tools = compileTools([read]);

test('a valid call comes back as it came in: the very same string and object', () => {
  const text = ' {"filePath" : "a", "limit": 1e1}';
  assert.deepEqual(tools.mend({ name: 'read', arguments: text }), {
    outcome: 'valid',
    name: 'read',
    arguments: text,
    edits: [],
  });
  const value = { filePath: 'a', limit: -0, other: undefined };
  assert.equal(tools.mend({ name: 'read', arguments: value }).arguments, value);
});

test('text is repaired to text, a value to a value', () => {
  const text = tools.mend({ name: 'Read', arguments: '{"file_path": "a", "limit": "3"}' });
  assert.equal(text.outcome, 'repaired');
  assert.equal(text.name, 'read');
  assert.equal(text.arguments, '{"filePath": "a", "limit": 3}');
  assert.deepEqual(
    text.edits.map(({ at }) => at),
    ['name', 'key', 'value'],
  );
  const value = tools.mend({ name: 'read', arguments: { file_path: 'a', limit: '3' } });
  assert.deepEqual(value.arguments, { filePath: 'a', limit: 3 });
});

test('a repair of a value leaves what was sent alone and shares what no edit goes through', () => {
  const nested = { deep: -0 };
  const sent = { file_path: 'a', nested };
  const { arguments: got } = tools.mend({ name: 'read', arguments: sent });
  assert.deepEqual(Object.keys(sent), ['file_path', 'nested']);
  assert.deepEqual(Object.keys(got as object), ['filePath', 'nested']);
  assert.equal((got as typeof sent).nested, nested);
});

test('a refused call comes back as it came in, with a message and the issues', () => {
  const sent = { limit: 'many' };
  const outcome = tools.mend({ name: 'read', arguments: sent });
  assert.equal(outcome.outcome, 'invalid');
  assert.equal(outcome.arguments, sent);
  assert.ok('issues' in outcome && !('failed' in outcome));
  assert.deepEqual(outcome.issues.map(({ path }) => path).toSorted(), ['/filePath', '/limit']);
});

test('`length` means cut, unless the arguments are complete', () => {
  const cut = { name: 'read', arguments: '{"filePath": "a', finish: 'max_tokens' };
  assert.equal(tools.mend(cut).outcome, 'cut');
  assert.equal(tools.mend({ ...cut, arguments: '{"filePath": "a"}' }).outcome, 'valid');
  assert.equal(tools.mend({ ...cut, arguments: '{"filePath": "a"}', finish: null }).outcome, 'valid');
});

test('mendAll gives one outcome for one object', () => {
  const call = { name: 'read', arguments: '{"filePath": "a"}' };
  assert.deepEqual(tools.mendAll(call), [tools.mend(call)]);
});

test('mendAll gives each of several objects a note that does not disown the others', () => {
  const outcomes = tools.mendAll({ name: 'read', arguments: '{"filePath": "a"}{"filePath": "b"}' });
  assert.deepEqual(
    outcomes.map(({ arguments: sent }) => sent),
    ['{"filePath": "a"}', '{"filePath": "b"}'],
  );
  for (const outcome of outcomes) {
    assert.ok(outcome.outcome === 'repaired' && outcome.note.includes('each was run by itself'));
  }
});

test('edits applied to the text give the text that came out', () => {
  const sent = '{"file_path": "ü", "limit": "3"}';
  const outcome = tools.mend({ name: 'read', arguments: sent });
  assert.equal(applyEdits(sent, outcome.edits), outcome.arguments);
  const misfit = { at: 'value', rule: 'x', path: '/none', before: '1', after: '2' } as const;
  assert.throws(() => applyEdits('{}', [misfit]), RangeError);
});

test('a rule can be switched off', () => {
  const call = { name: 'read', arguments: '{"filePath": "a", "limit": "3"}' };
  assert.equal(tools.mend(call).edits[0]?.rule, 'string-to-number');
  const strict = compileTools([read], { rules: { off: ['string-to-number'] } });
  assert.equal(strict.mend(call).outcome, 'invalid');
});

function outcomeOf(pattern: string, a: string): string {
  const parameters = { properties: { a: { type: 'string', pattern } } };
  return compileTools([{ name: 't', parameters }]).mend({ name: 't', arguments: { a } }).outcome;
}

test('every rule has a name of its own and says what it does', () => {
  const all = rules();
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  assert.ok(all.every(({ summary }) => summary.length > 0));
  assert.deepEqual(
    [...new Set(all.map(({ stage }) => stage))].toSorted(),
    ['host', 'name', 'text', 'value'],
  );
});

test('`pattern` is decided by RegExp, with the flag `u` or else without', () => {
  assert.equal(outcomeOf('^\\p{Lu}$', 'Ä'), 'valid');
  assert.equal(outcomeOf('^\\p{Lu}$', 'ä'), 'invalid');
  assert.equal(outcomeOf('^a\\-b$', 'a-b'), 'valid');
  assert.equal(outcomeOf('^a\\-b$', 'a+b'), 'invalid');
  assert.equal(outcomeOf('(', 'anything'), 'valid');
});

test('tools are taken in the shapes of the providers, and as JSON', () => {
  const { name, parameters } = read;
  const call = { name, arguments: '{"filePath": 1}' };
  for (const tool of [
    { name, input_schema: parameters },
    { name, inputSchema: parameters },
    { type: 'function', function: read },
  ]) {
    assert.equal(compileTools([tool]).mend(call).edits[0]?.rule, 'number-to-string');
  }
  assert.equal(compileTools(JSON.stringify([read])).mend(call).outcome, 'repaired');
});

test('a list or options that cannot be read are the caller’s mistake', () => {
  assert.throws(() => compileTools('{}'), TypeError);
  assert.throws(() => compileTools('no JSON'), TypeError);
  // @ts-expect-error: there is no such host
  assert.throws(() => compileTools([], { host: 'elsewhere' }), /no host is called `elsewhere`/);
  // The others' handles live on.
  assert.equal(tools.mend({ name: 'read', arguments: '{"filePath": ""}' }).outcome, 'valid');
});

test('an odd schema accepts what it does not understand', () => {
  for (const parameters of [null, true, undefined, {}, { type: 'thing' }, { $ref: '#/none' }]) {
    const odd = compileTools([{ name: 't', parameters }]);
    assert.equal(odd.mend({ name: 't', arguments: { a: 1 } }).outcome, 'valid');
  }
});

test('mendJson reads, against a schema if there is one', () => {
  assert.deepEqual(mendJson('{"a": [1]}'), { outcome: 'valid', text: '{"a": [1]}', edits: [] });
  const schema = { type: 'object', properties: { a: { type: 'integer' } } };
  assert.equal(mendJson('{"a": "1"}', schema).text, '{"a": 1}');
  assert.equal(mendJson('').outcome, 'invalid');
});

test('the package says the version of its engine', async () => {
  const { run } = await import('../src/engine.js');
  assert.equal(
    version,
    run((wasm) => wasm.version()),
  );
});
