/** What real clients make of broken answers, without toolmend and with it. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import Anthropic from '@anthropic-ai/sdk';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { jsonSchema, streamText, tool, wrapLanguageModel } from 'ai-6';
import OpenAI from 'openai';

import { mendingMiddleware } from '../../npm/src/ai-sdk/middleware.js';
import { createMendingFetch } from '../../npm/src/fetch/mending-fetch.js';
import '../../npm/test/module.js';
import { type ModelServer, startModel } from './model-server.js';

let model: ModelServer;
before(async () => {
  model = await startModel();
});
after(() => model.close());

const schema = {
  type: 'object',
  properties: { path: { type: 'string' }, limit: { type: 'integer' }, all: { type: 'boolean' }, tags: { type: 'array', items: { type: 'string' } } },
  required: ['path'],
} as const;

type Call = [name: string, input: unknown];
const a: Call[] = [['read', { path: 'a.txt' }]];
const piece = (call: object): object => ({ tool_calls: [call] });
const called = (args: unknown, more: object = {}, name: unknown = 'read'): object =>
  piece({ index: 0, id: 'call_1', type: 'function', function: { name, arguments: args }, ...more });
const leaked = '{"name": "read", "arguments": {"path": "a.txt"}}';

/** What is sent, as deltas, and the calls that a host should get. */
const defects: [string, object[], Call[]][] = [
  ['trailing comma', [called('{"path":"a.txt",}')], a],
  ['single quotes', [called("{'path':'a.txt'}")], a],
  ['unquoted key', [called('{path:"a.txt"}')], a],
  ['missing brace', [called('{"path":"a.txt"')], a],
  ['fence', [called('```json\n{"path":"a.txt"}\n```')], a],
  ['raw newline', [called('{"path":"a\n.txt"}')], [['read', { path: 'a\n.txt' }]]],
  ['trailing markup', [called('{"path":"a.txt"}</tool_call>')], a],
  ['Python words', [called('{"path":"a.txt","all":True}')], [['read', { path: 'a.txt', all: true }]]],
  ['null for an optional', [called('{"path":"a.txt","limit":null}')], a],
  ['number as text', [called('{"path":"a.txt","limit":"5"}')], [['read', { path: 'a.txt', limit: 5 }]]],
  ['boolean as text', [called('{"path":"a.txt","all":"true"}')], [['read', { path: 'a.txt', all: true }]]],
  ['list as text', [called('{"path":"a.txt","tags":"[\\"x\\"]"}')], [['read', { path: 'a.txt', tags: ['x'] }]]],
  ['text for a list', [called('{"path":"a.txt","tags":"x"}')], [['read', { path: 'a.txt', tags: ['x'] }]]],
  ['list for a text', [called('{"path":["a.txt"]}')], a],
  ['another key', [called('{"file_path":"a.txt"}')], a],
  ['wrapped', [called('{"arguments":{"path":"a.txt"}}')], a],
  ['encoded twice', [called('"{\\"path\\":\\"a.txt\\"}"')], a],
  ['a list around it', [called('[{"path":"a.txt"}]')], a],
  ['a bare text', [called('"a.txt"')], a],
  ['name in another case', [called('{"path":"a.txt"}', {}, 'Read')], a],
  ['name with a prefix', [called('{"path":"a.txt"}', {}, 'functions.read')], a],
  ['name with markup', [called('{"path":"a.txt"}', {}, 'read<|channel|>commentary')], a],
  ['an equivalent name', [called('{"path":"a.txt"}', {}, 'read_file')], a],
  ['no id', [called('{"path":"a.txt"}', { id: undefined })], a],
  ['null id', [called('{"path":"a.txt"}', { id: null })], a],
  ['no index', [called('{"path":"a.txt"}', { index: undefined })], a],
  ['arguments an object', [called({ path: 'a.txt' })], a],
  ['{} and then the arguments', [called('{}'), piece({ index: 0, function: { arguments: '{"path":"a.txt"}' } })], a],
  ['the same arguments twice', [called('{"path":"a.txt"}'), piece({ index: 0, function: { arguments: '{"path":"a.txt"}' } })], a],
  ['two objects', [called('{"path":"a.txt"}{"path":"b.txt"}')], [...a, ['read', { path: 'b.txt' }]]],
  ['one id for two calls', [called('{"path":"a.txt"}'), called('{"path":"b.txt"}', { index: 1 })], [...a, ['read', { path: 'b.txt' }]]],
  ['one index for two calls', [called('{"path":"a.txt"}'), called('{"path":"b.txt"}', { id: 'call_2' })], [...a, ['read', { path: 'b.txt' }]]],
  ['leaked as text', [{ content: 'So: ' }, { content: `<tool_call>\n${leaked}\n</tool_call>` }], a],
  ['leaked in MiniMax style', [{ content: '[TOOL_CALL]\n{tool => "read", args => {\n  --path "a.txt"\n}}\n[/TOOL_CALL]' }], a],
];

const chatAnswer = (deltas: object[]): string =>
  [...[{ role: 'assistant', content: '' }, ...deltas].map((delta) => ({ delta, finish_reason: null })), { delta: {}, finish_reason: 'tool_calls' }]
    .map(({ delta, finish_reason }) => {
      const chunk = { id: 'c', created: 1, model: 'm', object: 'chat.completion.chunk' };
      return `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    })
    .join('') + 'data: [DONE]\n\n';

const read = tool({ inputSchema: jsonSchema<{ path: string }>(schema as never) });

async function withAiSdk(options: { fetch?: typeof fetch; middleware?: boolean }): Promise<Call[]> {
  const provider = createOpenAICompatible({ name: 'm', baseURL: `${model.url}/v1`, ...(options.fetch && { fetch: options.fetch }) });
  const plain = provider('m');
  const chosen = options.middleware === true ? wrapLanguageModel({ model: plain, middleware: mendingMiddleware({ specificationVersion: 'v3' }) as never }) : plain;
  const result = streamText({ model: chosen, prompt: 'go', tools: { read }, maxRetries: 0, onError: () => undefined });
  const calls: Call[] = [];
  for await (const part of result.fullStream) {
    if (part.type === 'tool-call' && part.invalid !== true) calls.push([part.toolName, part.input]);
  }
  return calls;
}

async function withOpenAi(mending: typeof fetch | undefined): Promise<Call[]> {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${model.url}/v1`, maxRetries: 0, ...(mending && { fetch: mending }) });
  const stream = client.chat.completions.stream({
    model: 'm',
    messages: [{ role: 'user', content: 'go' }],
    tools: [{ type: 'function', function: { name: 'read', parameters: schema as never } }],
  });
  const { choices } = await stream.finalChatCompletion();
  return (choices[0]?.message.tool_calls ?? []).map((call): Call => {
    if (call.type !== 'function') throw new Error('no function');
    return [call.function.name, JSON.parse(call.function.arguments)];
  });
}

const same = (got: Call[] | undefined, wanted: Call[]): boolean => JSON.stringify(got) === JSON.stringify(wanted);
const orNone = (calls: Promise<Call[]>): Promise<Call[]> => calls.catch(() => []);

let withoutRight = 0;
for (const [name, deltas, wanted] of defects) {
  test(`chat completions: ${name}`, async () => {
    model.answers = [{ body: chatAnswer(deltas) }];
    if (same(await orNone(withAiSdk({})), wanted)) withoutRight += 1;
    assert.deepEqual(await withAiSdk({ fetch: createMendingFetch() }), wanted, 'ai');
    assert.deepEqual(await withOpenAi(createMendingFetch()), wanted, 'openai');
  });
}

test('the same table without toolmend', (context) => {
  context.diagnostic(`right without toolmend: ${withoutRight} of ${defects.length}`);
  assert.ok(withoutRight < defects.length / 4);
});

for (const name of ['trailing comma', 'number as text', 'name with a prefix', 'leaked as text', 'two objects']) {
  test(`as a middleware of ai: ${name}`, async () => {
    const [, deltas = [], wanted] = defects.find(([one]) => one === name) ?? [];
    model.answers = [{ body: chatAnswer(deltas) }];
    assert.deepEqual(await withAiSdk({ middleware: true }), wanted);
  });
}

test("Anthropic's client gets mended calls", async () => {
  const events = [
    { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: `<tool_call>${leaked}</tool_call>` } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"path":"b.txt","limit":"5"}' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ];
  model.answers = [{ body: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('') }];
  const client = new Anthropic({ apiKey: 'none', baseURL: model.url, maxRetries: 0, fetch: createMendingFetch({ level: 'all' }) });
  const message = await client.messages
    .stream({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'go' }], tools: [{ name: 'read', input_schema: schema as never }] })
    .finalMessage();
  const calls = message.content.flatMap((block): Call[] => (block.type === 'tool_use' ? [[block.name, block.input]] : []));
  assert.deepEqual(calls.find(([, input]) => (input as { limit?: number }).limit === 5)?.[0], 'read');
});
