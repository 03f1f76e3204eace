import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyInPlace, withEdits } from '../src/in-place.js';
import type { Edit, Outcome } from '../src/types.js';

function repaired(...edits: Edit[]): Outcome {
  return { outcome: 'repaired', name: 't', arguments: {}, edits, note: '' };
}

const value = (path: string, before?: string, after?: string): Edit => ({
  at: 'value',
  rule: 'r',
  path,
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});
const key = (path: string, before: string, after: string): Edit => ({
  at: 'key',
  rule: 'r',
  path,
  before,
  after,
});

test('values are set, added and removed in objects and lists', () => {
  const target = { a: '1', list: [1, 2, 3], 'x/y~z': { gone: null } };
  const { list } = target;
  const inner = target['x/y~z'];
  const outcome = repaired(
    value('/a', '"1"', '1'),
    value('/list/1', '2'),
    value('/list/2', undefined, '4'),
    value('/x~1y~0z/gone', 'null'),
    value('/new', undefined, '{"__proto__": 1}'),
  );
  assert.equal(applyInPlace(target, outcome), true);
  assert.deepEqual(target, { a: 1, list: [1, 3, 4], 'x/y~z': {}, new: JSON.parse('{"__proto__": 1}') });
  assert.equal(target.list, list);
  assert.equal(target['x/y~z'], inner);
});

test('a renamed key keeps its place', () => {
  const target = { first: 1, file_path: 'a', last: undefined };
  assert.equal(applyInPlace(target, repaired(key('/file_path', 'file_path', 'filePath'))), true);
  assert.deepEqual(Object.entries(target), [
    ['first', 1],
    ['filePath', 'a'],
    ['last', undefined],
  ]);
});

test('`__proto__` is data: as a key, as a value, on the way', () => {
  const target = JSON.parse('{"__proto__": {"a": "1"}, "proto": 1}') as object;
  const outcome = repaired(
    value('/__proto__/a', '"1"', '1'),
    key('/proto', 'proto', '__proto__x'),
    value('/list', undefined, '[]'),
  );
  assert.equal(applyInPlace(target, outcome), true);
  assert.equal(Object.getPrototypeOf(target), Object.prototype);
  assert.equal(JSON.stringify(target), '{"__proto__":{"a":1},"__proto__x":1,"list":[]}');
  const plain = {};
  assert.equal(applyInPlace(plain, repaired(value('/__proto__', undefined, '{"a":1}'))), true);
  assert.equal(JSON.stringify(plain), '{"__proto__":{"a":1}}');
  assert.equal('a' in plain, false);
});

test('what no edit goes through stays: identity, BigInt, -0, undefined, lone surrogates', () => {
  const other = { big: 5n, zero: -0, gone: undefined, lone: '\ud800' };
  const target = { other, list: [other, { n: '1' }], n: 'null' };
  const before = { ...other };
  const outcome = repaired(value('/list/1/n', '"1"', '1'), value('/n', '"null"', 'null'));
  assert.equal(applyInPlace(target, outcome), true);
  assert.equal(target.other, other);
  assert.equal(target.list[0], other);
  assert.deepEqual(other, before);
  assert.ok(Object.is(other.zero, -0));
  assert.equal(target.n, null);
});

test('the root can become another object, not another kind', () => {
  const inner = { a: '1' };
  const target: object = { arguments: inner };
  const unwrapped = repaired(
    value('', '{"arguments":{"a":"1"}}', '{"a":"1"}'),
    value('/a', '"1"', '1'),
  );
  assert.equal(applyInPlace(target, unwrapped), true);
  assert.deepEqual(target, { a: 1 });
  const list = [{ a: 1 }];
  assert.equal(applyInPlace(list, repaired(value('', '[{"a":1}]', '{"a":1}'))), false);
  assert.deepEqual(list, [{ a: 1 }]);
});

test('an edit that does not fit changes nothing', () => {
  for (const edit of [
    value('/none', '1', '2'),
    value('/a/deep', undefined, '2'),
    value('/list/7', undefined, '2'),
    value('/n', '1', '9007199254740993'),
    key('/none', 'none', 'some'),
    { at: 'text', rule: 'r', byte: 0, before: '', after: '{' } as const,
  ]) {
    const target = { a: '1', list: [], n: 1, date: new Date(0) };
    const copy = structuredClone(target);
    assert.equal(applyInPlace(target, repaired(value('/a', '"1"', '1'), edit)), false);
    assert.deepEqual(target, copy);
  }
});

test('a frozen object is left alone', () => {
  const target = { inner: Object.freeze({ n: '1' }), a: '1' };
  const outcome = repaired(value('/a', '"1"', '1'), value('/inner/n', '"1"', '1'));
  assert.equal(applyInPlace(target, outcome), false);
  assert.deepEqual(target, { inner: { n: '1' }, a: '1' });
});

test('what was frozen has a copy with every edit', () => {
  const sent = Object.freeze({ a: null, list: Object.freeze([1, null]), n: '1', o: 'x' });
  const edits = [
    value('/a', 'null'),
    value('/list/1', 'null'),
    value('/n', '"1"', '1'),
    key('/o', 'o', 'p'),
  ];
  assert.deepEqual(withEdits(sent, edits), { list: [1], n: 1, p: 'x' });
  assert.deepEqual(sent, { a: null, list: [1, null], n: '1', o: 'x' });
});

test('other outcomes have nothing to apply', () => {
  const target = { a: 1 };
  const as = { name: 't', arguments: target, edits: [] as [] };
  assert.equal(applyInPlace(target, { outcome: 'valid', ...as }), true);
  assert.equal(applyInPlace(target, { outcome: 'cut', ...as, message: '' }), false);
  assert.deepEqual(target, { a: 1 });
});
