/** What is JSON, as `JSON.parse` has it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import '../../npm/test/module.js';
import { mendJson } from '../../npm/src/slim.js';

/** Numbers that only look random, so that a failure comes back. */
function* random(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

const PIECES = [
  ...'{}[]:,"\\ \n\t0123456789-+.eE/ubnrtfalsTNI\u0000\u001f\u00a0\ufeffé😀',
  'true', 'false', 'null', '""', '"a"', '{"a":1}', '[1]', '\\u00e9', '\\ud83d', '\\"', '-0', '1e5', '01', '1.', '.5',
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('a text is valid exactly when JSON.parse takes it', () => {
  const next = random(7);
  const pick = (below: number): number => next.next().value % below;
  const valid = '{"a": [1, -2.5e+3, "x\\n\\u00e9", true, null], "b": {"c": "", "d": []}}';
  const counts: [number, number] = [0, 0];
  for (let round = 0; round < 30_000; round += 1) {
    let text = '';
    if (round % 2 === 0) {
      for (let count = pick(8); count >= 0; count -= 1) text += PIECES[pick(PIECES.length)];
    } else {
      const at = pick(valid.length);
      text = valid.slice(0, at) + (PIECES[pick(PIECES.length)] ?? '') + valid.slice(at + pick(3));
    }
    const expected = isJson(text);
    counts[expected ? 1 : 0] += 1;
    assert.equal(mendJson(text).outcome === 'valid', expected, JSON.stringify(text));
  }
  assert.ok(counts.every((count) => count > 500), String(counts));
});
