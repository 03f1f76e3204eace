// A minimal MCP server over standard input and output: one tool that says what it was given.

import { createInterface } from 'node:readline';

const echo = {
  name: 'echo',
  description: 'Says what it was given.',
  inputSchema: {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'string' } }, n: { type: 'number' } },
    required: ['items'],
    additionalProperties: false,
  },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'echo', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [echo] }),
  'tools/call': ({ arguments: args }) => ({
    content: [{ type: 'text', text: `given ${JSON.stringify(args)}` }],
  }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answers[method]?.(params) ?? {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}
