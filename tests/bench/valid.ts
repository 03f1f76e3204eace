/** Valid calls: what it costs to find out that there is nothing to do. */

import { parsePartialJson } from 'ai';
import { Ajv } from 'ajv';
import { jsonrepair } from 'jsonrepair';

import { compileTools } from '../../npm/dist/index.js';
import { medians } from './clock.js';
import { payloads, tool } from './payloads.js';
import { figure, table, times } from './table.js';

export async function valid(): Promise<string> {
  const tools = compileTools([tool]);
  const check = new Ajv().compile(tool.parameters);
  const rows: string[][] = [];
  for (const [size, value] of Object.entries(payloads)) {
    const text = JSON.stringify(value);
    const outcomes = [text, value].map((sent) => tools.mend({ name: 'edit', arguments: sent }).outcome);
    if (outcomes.some((outcome) => outcome !== 'valid')) throw new Error(`${size}: ${outcomes}`);
    const found = await medians({
      parse: () => JSON.parse(text),
      text: () => tools.mend({ name: 'edit', arguments: text }),
      ajv: () => check(JSON.parse(text)),
      jsonrepair: () => jsonrepair(text),
      partial: async () => await parsePartialJson(text),
      value: () => tools.mend({ name: 'edit', arguments: value }),
    });
    const { parse = 0, text: ours = 0, ajv = 0, value: parsed = 0 } = found;
    rows.push([
      size,
      figure(parse),
      `${figure(ours)} (**${times(ours, parse)}**)`,
      `${figure(ajv)} (${times(ajv, parse)})`,
      ...[found['jsonrepair'] ?? 0, found['partial'] ?? 0].map((time) => `${figure(time)} (${times(time, parse)})`),
      figure(parsed),
    ]);
  }
  return table(
    ['µs', 'JSON.parse', 'toolmend, text', 'JSON.parse + ajv', 'jsonrepair', 'parsePartialJson', 'toolmend, parsed value'],
    rows,
  );
}
