/** The case set through the packed package: the same outcomes as natively and in the bindings. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

import type * as Package from 'toolmend';

import { installed, root, toolmend } from './consumer.js';

interface Line extends Package.Call, Package.Options {
  tools: Package.Tool[];
  text?: string;
  schema?: unknown;
}

interface Case {
  id: string;
  line: Line;
  expect: { outcome: string; name?: string; arguments?: unknown; text?: unknown; also?: unknown[] };
}

interface Answer {
  outcome: string;
  name?: string;
  arguments?: unknown;
  text?: string;
}

const { compileTools, mendJson } = (await import(
  pathToFileURL(join(installed, 'dist/index.js')).href
)) as typeof Package;

const cases = join(root, 'tests/cases');
for (const file of readdirSync(cases)) {
  // The package does not scan messages for leaked calls yet.
  if (!file.endsWith('.json') || file === 'leaked.json') continue;
  const list = JSON.parse(readFileSync(join(cases, file), 'utf8')) as Case[];
  const command = list.some(({ line }) => line.text !== undefined) ? 'json' : 'mend';
  test(`${file} through the library`, () => check(list, list.map(({ line }) => ask(command, line))));
  test(`${file} through the command line`, () => {
    const lines = list.map(({ line }) => JSON.stringify(line)).join('\n');
    const answers = toolmend([command], lines).split('\n').slice(0, -1);
    check(
      list,
      answers.map((answer) => JSON.parse(answer) as Answer),
    );
  });
}

function ask(command: string, line: Line): Answer {
  if (command === 'json') {
    // A valid text is not given again on the command line.
    const { outcome, text } = mendJson(line.text ?? '', line.schema);
    return text === undefined || outcome === 'valid' ? { outcome } : { outcome, text };
  }
  const { tools, ...rest } = line;
  return compileTools(tools, rest).mend(rest);
}

function check(list: readonly Case[], answers: readonly Answer[]): void {
  assert.equal(answers.length, list.length);
  const wrong = list.flatMap(({ id, expect }, at) => {
    const answer = answers[at];
    const right = answer !== undefined && isRight(expect, answer);
    return right ? [] : [`${id}: ${JSON.stringify(answer)}`];
  });
  assert.deepEqual(wrong, []);
}

/** As `crates/toolmend/tests/cases/check.rs` has it. */
function isRight(expect: Case['expect'], answer: Answer): boolean {
  const { outcome } = answer;
  const isNamed = expect.name === undefined || expect.name === answer.name;
  switch (expect.outcome) {
    case 'repaired':
      return (
        outcome === 'repaired' &&
        isNamed &&
        (!('arguments' in expect) || isOneOf(answer.arguments, expect.arguments, expect.also))
      );
    case 'valid':
      return outcome === 'valid' && answer.text === undefined;
    case 'untouched':
      return outcome !== 'repaired';
    case 'refused':
      return outcome !== 'valid' && outcome !== 'repaired';
    case 'read':
      return ['repaired', 'cut'].includes(outcome) && isOneOf(answer.text, expect.text, expect.also);
    case 'cut':
      return outcome === 'cut' && isOneOf(answer.text, expect.text, expect.also);
    default:
      return outcome === expect.outcome;
  }
}

function isOneOf(got: unknown, expected: unknown, also: readonly unknown[] = []): boolean {
  const value: unknown = typeof got === 'string' ? JSON.parse(got) : got;
  return [expected, ...also].some((wanted) => isDeepStrictEqual(value, wanted));
}
