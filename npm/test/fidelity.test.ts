/** What JavaScript can hold and JSON cannot, and the other way round. */

import './module.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { InexactNumber, parseExactly } from '../src/exact.js';
import { compileTools } from '../src/slim.js';
import { isWellFormed, withEscapedSurrogates } from '../src/text.js';

const tools = compileTools([
  {
    name: 't',
    parameters: {
      type: 'object',
      properties: { n: { type: 'integer' }, list: { type: 'array' }, id: { type: 'string' } },
    },
  },
]);

/** A call that needs an edit at `/n`, beside `rest`. */
function mended(rest: object): Record<string, unknown> {
  const outcome = tools.mend({ name: 't', arguments: { ...rest, n: '1' } });
  assert.equal(outcome.outcome, 'repaired');
  return outcome.arguments as Record<string, unknown>;
}

test('a repair keeps what its JSON would lose', () => {
  const date = new Date(0);
  const map = new Map([[1, 2]]);
  const rest = { zero: -0, gone: undefined, nan: Number.NaN, date, map, lone: '\ud800' };
  const got = mended(rest);
  assert.deepEqual(got, { ...rest, n: 1 });
  assert.ok(Object.is(got['zero'], -0));
  assert.equal(got['date'], date);
  assert.equal(got['map'], map);
  assert.equal(got['lone'], '\ud800');
});

test('integer-like keys and their order stay', () => {
  assert.deepEqual(Object.keys(mended({ b: 1, 7: 2, a: 3 })), ['7', 'b', 'a', 'n']);
});

test('`__proto__` is data', () => {
  const sent = JSON.parse('{"n": "1", "__proto__": {"polluted": true}}') as object;
  const got = tools.mend({ name: 't', arguments: sent }).arguments as object;
  assert.ok(Object.hasOwn(got, '__proto__'));
  assert.equal(Object.getPrototypeOf(got), Object.prototype);
  assert.equal('polluted' in got, false);
});

test('what JSON cannot hold is passed on unseen', () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  for (const sent of [{ big: 5n }, cycle, undefined, () => 1, Symbol('s')]) {
    const outcome = tools.mend({ name: 't', arguments: sent });
    assert.equal(outcome.outcome, 'invalid');
    assert.equal(outcome.arguments, sent);
    assert.ok('failed' in outcome);
    assert.match(outcome.message, /not checked: the arguments are not JSON/);
  }
});

test('the lexemes of numbers travel through text', () => {
  for (const number of ['1.10', '9007199254740993', '1e400', '-0', '1E+2']) {
    const text = `{"x": ${number}, "n": "1"}`;
    assert.equal(tools.mend({ name: 't', arguments: text }).arguments, text.replace('"1"', '1'));
  }
});

test('an integer that JavaScript would round is not put into a value', () => {
  const sent = { n: '9007199254740993' };
  const outcome = tools.mend({ name: 't', arguments: sent });
  assert.equal(outcome.arguments, sent);
  assert.notEqual(outcome.outcome, 'repaired');
  assert.equal(
    tools.mend({ name: 't', arguments: JSON.stringify(sent) }).arguments,
    '{"n":9007199254740993}',
  );
});

test('parseExactly refuses to round', () => {
  const held = ['9007199254740991', '0.1', '1.10', '-0', '1e300', '"9007199254740993"', '"\\"1e999"'];
  for (const json of held) assert.deepEqual(parseExactly(json), JSON.parse(json));
  for (const json of ['9007199254740993', '[1, -90071992547409930]', '{"a": 1e400}']) {
    assert.throws(() => parseExactly(json), InexactNumber);
  }
});

test('lone surrogates in text become escapes, never U+FFFD', () => {
  const outcome = tools.mend({ name: 't', arguments: '{"id": "\ud83d", "n": "1"}' });
  assert.equal(outcome.arguments, '{"id": "\\ud83d", "n": 1}');
  const valid = '{"id": "\udc00"}';
  assert.equal(tools.mend({ name: 't', arguments: valid }).arguments, valid);
});

test('a backslash before a lone surrogate is not made to escape it', () => {
  assert.equal(withEscapedSurrogates('"\\\\\ud800"'), '"\\\\\\ud800"');
  assert.equal(withEscapedSurrogates('"\\\ud800"'), undefined);
  assert.equal(withEscapedSurrogates('😀'), '😀');
  assert.ok(isWellFormed('😀') && !isWellFormed('😀\ud83d'));
});

test('texts of any length arrive whole', () => {
  for (const unit of ['a', 'é', '€', '😀', 'a😀']) {
    for (const count of [1, 1000, 70_000, 300_000]) {
      const content = unit.repeat(count);
      const outcome = tools.mend({ name: 't', arguments: `{"id": "${content}", "n": "1"}` });
      assert.ok(outcome.arguments === `{"id": "${content}", "n": 1}`, `${count} × ${unit}`);
    }
  }
});
