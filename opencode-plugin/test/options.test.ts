/** The settings: what is taken, what is refused, and what is said of it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseOptions } from '../src/options.js';
import './module.js';

const { options: defaults } = parseOptions(undefined, {});

test('without settings everything is at its default, and nothing is said', () => {
  assert.deepEqual(parseOptions(undefined, {}).complaints, []);
  assert.deepEqual(defaults, {
    rules: { off: [], on: [] },
    leaks: 'safe',
    leakTools: 'all',
    notes: true,
    hint: false,
    counts: true,
    observe: false,
    log: 'warn',
  });
});

test('every setting can be made in the configuration', () => {
  const given = {
    rules: { off: ['wrap-in-list'] },
    leaks: 'all',
    leakTools: ['read'],
    notes: false,
    hint: true,
    counts: false,
    observe: true,
    log: 'debug',
  };
  const { options, complaints } = parseOptions(given, {});
  assert.deepEqual(complaints, []);
  assert.deepEqual(options, { ...given, rules: { off: ['wrap-in-list'], on: [] } });
});

test('the environment counts more', () => {
  const env = {
    TOOLMEND: 'observe',
    TOOLMEND_RULES_OFF: 'wrap-in-list, bare-argument',
    TOOLMEND_LEAKS: 'off',
    TOOLMEND_LEAK_TOOLS: 'read,grep',
    TOOLMEND_NOTES: 'off',
    TOOLMEND_HINT: '1',
    TOOLMEND_COUNTS: 'false',
    TOOLMEND_LOG: 'info',
  };
  const { options, complaints } = parseOptions({ leaks: 'all', notes: true }, env);
  assert.deepEqual(complaints, []);
  assert.deepEqual(options, {
    rules: { off: ['wrap-in-list', 'bare-argument'], on: [] },
    leaks: 'off',
    leakTools: ['read', 'grep'],
    notes: false,
    hint: true,
    counts: false,
    observe: true,
    log: 'info',
  });
});

for (const [given, complaint] of [
  [{ leaks: 'some' }, 'the option leaks must be one of off, safe, all; the default is used'],
  [{ notes: 'maybe' }, 'the option notes must be on or off; the default is used'],
  [{ rules: { off: ['no-such-rule'] } }, /there is no rule "no-such-rule"/],
  [{ rules: ['wrap-in-list'] }, /the option rules must be \{ off: /],
  [{ leakTools: 7 }, /the option leakTools must be "all", "read-only" or a list of tools/],
  [{ nots: true }, 'there is no option "nots"; it is ignored'],
  ['on', 'the options must be an object; they are ignored'],
] as const) {
  test(`${JSON.stringify(given)} leaves the default and one line`, () => {
    const { options, complaints } = parseOptions(given, {});
    assert.deepEqual(options, defaults);
    assert.equal(complaints.length, 1);
    const [line = ''] = complaints;
    if (typeof complaint === 'string') assert.equal(line, complaint);
    else assert.match(line, complaint);
  });
}

test('a word that TOOLMEND does not know is named', () => {
  const { complaints } = parseOptions(undefined, { TOOLMEND: 'maybe' });
  assert.deepEqual(complaints, ['TOOLMEND must be on, off or observe; it is taken as on']);
});
