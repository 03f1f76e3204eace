/** The same verdict as ajv: on values for the schemas of real tools. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

import { Ajv2020 } from 'ajv/dist/2020.js';

import '../../npm/test/module.js';
import { compileTools } from '../../npm/src/slim.js';

interface Line {
  schema: object;
  values: unknown[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const cargo = ['run', '--quiet', '--package', 'toolmend-oracles', '--example', 'values'];
const lines = execFileSync('cargo', cargo, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);

/** ajv's verdict, if it understands the schema. */
function validator(schema: object): ((value: unknown) => boolean) | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false });
  try {
    const validate = ajv.compile(schema);
    return (value) => validate(value);
  } catch {
    return undefined;
  }
}

test('what ajv accepts is valid, and what it refuses is not', () => {
  const counts = { accepted: 0, refused: 0, schemas: 0 };
  const differing: string[] = [];
  for (const { schema, values } of lines) {
    const accepts = validator(schema);
    if (accepts === undefined) continue;
    counts.schemas += 1;
    const tools = compileTools([{ name: 't', parameters: schema }]);
    for (const value of values) {
      // Arguments are objects; ajv has no such rule.
      if (value === null || typeof value !== 'object' || Array.isArray(value)) continue;
      const valid = tools.mend({ name: 't', arguments: value }).outcome === 'valid';
      const theirs = accepts(value);
      counts[theirs ? 'accepted' : 'refused'] += 1;
      if (valid !== theirs) {
        differing.push(`ajv: ${theirs}: ${JSON.stringify(value)} against ${JSON.stringify(schema)}`);
      }
    }
  }
  assert.deepEqual(differing, []);
  // Without both kinds the agreement would mean nothing.
  assert.ok(counts.schemas > 50 && counts.accepted > 300 && counts.refused > 300, JSON.stringify(counts));
});
