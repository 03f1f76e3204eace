/**
 * Mends failing calls in front of your eyes: the kinds that were reported of real harnesses, the
 * look-alikes that must stay, and those that nobody can mend. Fails if one of them does not get
 * the outcome that it should.
 */

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import { type Call, type Outcome, type Tool, compileTools } from 'toolmend';

import { heading, showMend } from '../src/cli/show.js';

interface Case extends Call {
  kind: string;
  about: string;
  expect: { outcome: Outcome['outcome']; name?: string; arguments?: unknown };
}

const file = new URL('./calls.json', import.meta.url);
const { tools, calls } = JSON.parse(readFileSync(file, 'utf8')) as { tools: Tool[]; calls: Case[] };

const compiled = compileTools(tools);
const counts: Partial<Record<Outcome['outcome'], number>> = {};
const surprises: string[] = [];
let kind = '';

for (const call of calls) {
  if (call.kind !== kind) {
    ({ kind } = call);
    console.log(`${heading(kind)}\n`);
  }
  const outcome = compiled.mend(call);
  counts[outcome.outcome] = (counts[outcome.outcome] ?? 0) + 1;
  if (!isExpected(outcome, call)) surprises.push(call.about);
  const text = outcome.arguments;
  const answer = { ...outcome, arguments: typeof text === 'string' ? text : JSON.stringify(text) };
  process.stdout.write(showMend(call, { id: call.about, ...answer }));
}

const summary = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
console.log(`${calls.length} calls: ${summary.join(', ')}`);
if (surprises.length > 0) {
  console.error(`not as expected: ${surprises.join('; ')}`);
  process.exitCode = 1;
}

function isExpected(outcome: Outcome, { name, expect }: Case): boolean {
  if (outcome.outcome !== expect.outcome || outcome.name !== (expect.name ?? name)) return false;
  if (!('arguments' in expect)) return true;
  const got = outcome.arguments;
  return isDeepStrictEqual(typeof got === 'string' ? JSON.parse(got) : got, expect.arguments);
}
