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
  expect: Expected;
}

interface Expected {
  outcome?: string;
  name?: string;
  arguments?: unknown;
  text?: unknown;
  also?: unknown[];
  calls?: Expected[];
  content?: string;
}

interface Answer {
  outcome?: string;
  name?: string;
  arguments?: unknown;
  text?: string;
  content?: string;
  calls?: Answer[];
}

const { compileTools, mendJson } = (await import(
  pathToFileURL(join(installed, 'dist/index.js')).href
)) as typeof Package;

const cases = join(root, 'tests/cases');
for (const file of readdirSync(cases)) {
  if (!file.endsWith('.json')) continue;
  const list = JSON.parse(readFileSync(join(cases, file), 'utf8')) as Case[];
  const command = commandOf(list);
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

function commandOf(list: readonly Case[]): string {
  if (list.some(({ expect }) => expect.calls !== undefined)) return 'scan';
  return list.some(({ line }) => line.text !== undefined) ? 'json' : 'mend';
}

function ask(command: string, line: Line): Answer {
  if (command === 'scan') return scan(line);
  if (command === 'json') {
    // A valid text is not given again on the command line.
    const { outcome, text } = mendJson(line.text ?? '', line.schema);
    return text === undefined || outcome === 'valid' ? { outcome } : { outcome, text };
  }
  const { tools, ...rest } = line;
  return compileTools(tools, rest).mend(rest);
}

/** A message in pieces, as it comes from a stream. */
function scan({ tools, text = '' }: Line): Answer {
  const scanner = compileTools(tools).scanner({ level: 'all' });
  const answer = { content: '', calls: [] as Answer[] };
  for (let at = 0; at < text.length; at += 7) answer.content += scanner.push(text.slice(at, at + 7));
  for (const event of scanner.finish()) {
    if ('call' in event) answer.calls.push(event.call);
    else answer.content += event.text;
  }
  return answer;
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
  const { outcome = '' } = answer;
  const { calls, content } = expect;
  if (calls !== undefined) {
    const same = (got: Answer, at: number): boolean =>
      got.name === calls[at]?.name && isOneOf(got.arguments, calls[at]?.arguments, calls[at]?.also);
    return (
      answer.calls?.length === calls.length &&
      answer.calls.every(same) &&
      (content === undefined || content === answer.content)
    );
  }
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
