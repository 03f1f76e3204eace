// What a call costs: `node npm/bench/boundary.js`, after `npm run build`. Median of many batches.

import { compileTools } from 'toolmend';

const tools = compileTools([
  {
    name: 'edit',
    parameters: {
      type: 'object',
      properties: {
        filePath: { type: 'string' },
        mode: { enum: ['replace', 'append', 'prepend'] },
        limit: { type: 'integer', minimum: 1 },
        content: { type: 'string' },
        edits: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              oldString: { type: 'string' },
              newString: { type: 'string' },
              replaceAll: { type: 'boolean' },
            },
            required: ['oldString', 'newString'],
            additionalProperties: false,
          },
        },
      },
      required: ['filePath'],
      additionalProperties: false,
    },
  },
]);

const edit = { oldString: 'const before = 1;\n', newString: 'const after = "2";\n', replaceAll: true };
const sizes = {
  '84 B': { filePath: '/home/user/project/src/index.ts', mode: 'replace', limit: 1200 },
  '2 KB': { filePath: '/home/user/project/src/index.ts', edits: Array.from({ length: 20 }, () => edit) },
  '100 KB text': { filePath: '/a', content: 'export const value = { a: [1, 2] };\n'.repeat(2600) },
  '100 KB nested': { filePath: '/a', edits: Array.from({ length: 1050 }, () => edit) },
};

/** @param {() => unknown} work */
function microseconds(work) {
  const samples = [];
  let batch = 1;
  for (const end = performance.now() + 700; performance.now() < end; ) {
    const start = performance.now();
    for (let at = 0; at < batch; at += 1) work();
    const spent = performance.now() - start;
    if (spent < 0.25) batch *= 2;
    else samples.push((spent * 1000) / batch);
  }
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)]?.toFixed(2);
}

console.log('µs'.padEnd(16), 'JSON.parse', 'valid text', 'valid value', 'repaired text');
for (const [label, value] of Object.entries(sizes)) {
  const text = JSON.stringify(value);
  const broken = text.replace('filePath', 'file_path');
  console.log(
    label.padEnd(16),
    microseconds(() => JSON.parse(text))?.padStart(10),
    microseconds(() => tools.mend({ name: 'edit', arguments: text }))?.padStart(10),
    microseconds(() => tools.mend({ name: 'edit', arguments: value }))?.padStart(11),
    microseconds(() => tools.mend({ name: 'edit', arguments: broken }))?.padStart(13),
  );
}
