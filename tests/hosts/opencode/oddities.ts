/** Streams that are odd in themselves: what OpenCode's provider adapters make of them was measured. */

import type { Expected } from './defects.js';
import { callChunk, chunk } from './scripted-model.js';

export interface Oddity {
  kind: string;
  chunks: unknown[];
  expect: Expected;
}

const text = '{"filePath":"a.txt"}';
const read = { filePath: 'a.txt' };
const runsRead: Expected = { runs: 'read', input: read };
const end = (reason = 'tool_calls'): unknown => chunk({}, reason);
const call = (id: string, name: string, args: unknown, index = 0): unknown =>
  callChunk({ index, id, type: 'function', function: { name, arguments: args } });
const more = (args: string): unknown => callChunk({ index: 0, function: { arguments: args } });

/** A message of text alone, in pieces of a few characters. */
function said(content: string): unknown[] {
  const pieces = content.match(/.{1,9}/gsu) ?? [];
  return [...pieces.map((piece) => chunk({ content: piece })), end('stop')];
}

export const oddities: Oddity[] = [
  {
    kind: 'arguments, then the same again in a later chunk',
    chunks: [call('w1', 'read', text), more(text), end()],
    expect: runsRead,
  },
  {
    kind: '`{}`, then the real arguments',
    chunks: [call('w2', 'read', '{}'), more(text), end()],
    expect: runsRead,
  },
  {
    kind: 'both copies in one chunk',
    chunks: [call('w3', 'read', text + text), end()],
    expect: runsRead,
  },
  {
    kind: 'no index',
    chunks: [
      callChunk({ id: 'w4', type: 'function', function: { name: 'read', arguments: text } }),
      end(),
    ],
    expect: { same: 'accepted' },
  },
  {
    kind: 'no id',
    chunks: [
      callChunk({ index: 0, type: 'function', function: { name: 'read', arguments: text } }),
      end(),
    ],
    expect: runsRead,
  },
  {
    kind: 'no function name',
    chunks: [
      callChunk({ index: 0, id: 'w6', type: 'function', function: { arguments: text } }),
      end(),
    ],
    expect: { refused: /no tool/ },
  },
  {
    kind: '`arguments` an object',
    chunks: [call('w7', 'read', read), end()],
    expect: runsRead,
  },
  {
    kind: 'empty name',
    chunks: [call('w8', '', text), end()],
    expect: { refused: /no tool/ },
  },
  {
    kind: '`finish_reason` stop though there is a call',
    chunks: [call('w9', 'read', text), end('stop')],
    expect: { same: 'accepted' },
  },
  {
    kind: '`finish_reason` length in a write',
    chunks: [call('w10', 'write', '{"filePath":"t.txt","content":"abc'), end('length')],
    expect: { refused: /cut off/ },
  },
  {
    kind: 'two calls with one id',
    chunks: [call('w11', 'read', text), call('w11', 'read', '{"filePath":"b.txt"}', 1), end()],
    expect: { ...runsRead, also: [{ filePath: 'b.txt' }] },
  },
  {
    kind: 'legacy `function_call`',
    chunks: [chunk({ function_call: { name: 'read', arguments: text } }), end('function_call')],
    expect: runsRead,
  },
  {
    kind: 'two different objects in one call',
    chunks: [call('w13', 'read', `${text}{"filePath":"b.txt"}`), end()],
    expect: { ...runsRead, also: [{ filePath: 'b.txt' }] },
  },
  {
    kind: 'a call leaked as `<tool_call>`',
    chunks: said(
      'I look.\n<tool_call>\n{"name": "read", "arguments": {"filePath": "a.txt"}}\n</tool_call>',
    ),
    expect: runsRead,
  },
  {
    kind: 'a call leaked as `<function=…>`',
    chunks: said(
      '<tool_call>\n<function=read>\n<parameter=filePath>\na.txt\n</parameter>\n</function>\n</tool_call>',
    ),
    expect: runsRead,
  },
  {
    kind: 'a call leaked as DSML',
    chunks: said(
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read">\n<｜DSML｜parameter name="filePath" string="true">a.txt</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    ),
    expect: runsRead,
  },
  {
    kind: 'a call leaked as `[TOOL_CALL]`',
    chunks: said('[TOOL_CALL]\n{tool => "read", args => {\n  --filePath "a.txt"\n}}\n[/TOOL_CALL]'),
    expect: runsRead,
  },
  {
    kind: 'a quoted call in a fence',
    chunks: said(
      'Like this:\n```\n<tool_call>{"name": "read", "arguments": {"filePath": "a.txt"}}</tool_call>\n```',
    ),
    expect: { same: 'left alone' },
  },
];
