/** What is measured: calls of four sizes, valid and with one kind of defect each. */

import type { Tool } from '../../npm/dist/index.js';

/** A tool such as every coding agent offers. */
export const tool = {
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
} satisfies Tool;

const filePath = '/home/user/project/src/index.ts';
const edit = { oldString: 'const before = 1;\n', newString: 'const after = 2;\n', replaceAll: true };
const edits = (count: number): object[] => Array.from({ length: count }, () => edit);

/** Valid arguments by their size. */
export const payloads: Record<string, object> = {
  '84 B': { filePath, mode: 'replace', limit: 1200 },
  '2 KB': { filePath, edits: edits(20) },
  '100 KB, one string': { filePath, content: 'export const value = [1, 2];\n'.repeat(3300) },
  '100 KB, nested': { filePath, edits: edits(1050) },
};

/** What a model does to a text that was valid. */
const defects: Record<string, (text: string) => string> = {
  'trailing comma': (text) => text.replace(/\}$/, ',}'),
  'missing comma': (text) => text.replace('","', '" "').replace('},{', '} {'),
  'single quotes': (text) => text.replaceAll('"', "'"),
  'bare keys, True': (text) => text.replaceAll(/"(\w+)":/g, '$1:').replaceAll('true', 'True'),
  'raw line breaks': (text) => text.replaceAll(String.raw`\n`, '\n'),
  'fence around it': (text) => `\`\`\`json\n${text}\n\`\`\``,
};

/** A text to mend, and what was meant. */
export interface Broken {
  size: string;
  defect: string;
  text: string;
  meant: string;
}

/** Every payload with every defect that it has a place for. */
export const broken: Broken[] = Object.entries(payloads).flatMap(([size, value]) => {
  const meant = JSON.stringify(value);
  const texts = Object.entries(defects).map(([defect, put]) => ({ defect, text: put(meant) }));
  return texts.filter(({ text }) => text !== meant).map((rest) => ({ size, meant, ...rest }));
});

/** Texts that are hard to read: each is repeated, alone and inside of arguments. */
export const adversarial = [
  '[', '{', '{"a":', '(', '"', '\\', '\\"', "'", '"""', '[\\"b,', `['"b,`, '```{', ']a{', '{a', 'a,',
  '"a",', '"a" ', '"a,', '{"a":{"b"', '}', ']', ',', ':', '=>', '...', '{}', '{"a":1}', 'null', '1.',
  '0x', '+"a"', "b'", '//', '/*', '#\n', '<think>', 'I {x} ', '&quot;', '\uFEFF',
];

/** What adversarial texts begin with. */
export const prefixes = ['', '{"filePath":"', '{"edits":['];
