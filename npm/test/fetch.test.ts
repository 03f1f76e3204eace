/** The mending fetch by itself, in front of a scripted server. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createMendingFetch } from '../src/fetch/mending-fetch.js';
import type { CallEvent, FetchOptions } from '../src/fetch/types.js';
import './module.js';

const schema = {
  type: 'object',
  properties: { path: { type: 'string' }, limit: { type: 'integer' } },
  required: ['path'],
};
const urls = {
  chat: 'http://model/v1/chat/completions',
  responses: 'http://model/v1/responses',
  messages: 'http://model/v1/messages',
};
type Protocol = keyof typeof urls;

const offered = {
  chat: [{ type: 'function', function: { name: 'read', parameters: schema } }],
  responses: [{ type: 'function', name: 'read', parameters: schema }],
  messages: [{ name: 'read', input_schema: schema }],
};

interface Script extends FetchOptions {
  size?: number;
  body?: object;
  type?: string;
}

/** What a client gets of a scripted answer, sent a few bytes at a time. */
async function answered(protocol: Protocol, answer: string, script: Script = {}) {
  const { size = 1 << 20, body, type = 'text/event-stream', ...options } = script;
  const events: CallEvent[] = [];
  const failures: unknown[] = [];
  let sent = '';
  const bytes = new TextEncoder().encode(answer);
  const mending = createMendingFetch({
    onEvent: (event) => events.push(event),
    onFailure: (error) => failures.push(error),
    fetch: (_, init) => {
      sent = String(init?.body);
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      return Promise.resolve(new Response(stream, { headers: { 'content-type': type } }));
    },
    ...options,
  });
  const request = { model: 'm', tools: offered[protocol], ...body };
  const response = await mending(urls[protocol], { method: 'POST', body: JSON.stringify(request) });
  const text = await response.text();
  assert.deepEqual(failures, []);
  return { text, events, sent, mending };
}

const sse = (events: object[], end = ''): string =>
  events
    .map((event) => {
      const { type } = event as { type?: string };
      return `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('') + end;

const DONE = 'data: [DONE]\n\n';
const delta = (value: object, finish: string | null = null): object => ({
  id: 'c',
  choices: [{ index: 0, delta: value, finish_reason: finish }],
});
const chatCall = (json: unknown, more: object = {}): object =>
  delta({ tool_calls: [{ index: 0, id: 'call_1', function: { name: 'read', arguments: json }, ...more }] });
const chat = (...events: object[]): string => sse([...events, delta({}, 'tool_calls')], DONE);

const messages = (blocks: object[], stop = 'tool_use'): string =>
  sse([
    { type: 'message_start', message: { id: 'm', content: [] } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ]);
const block = (index: number, name: string, json: string): object[] => [
  { type: 'content_block_start', index, content_block: { type: 'tool_use', id: `toolu_${index}`, name, input: {} } },
  { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json } },
  { type: 'content_block_stop', index },
];
const textBlock = (index: number, ...pieces: string[]): object[] => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
  ...pieces.map((text) => ({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } })),
  { type: 'content_block_stop', index },
];

const responseCall = (json: string, name = 'read'): object[] => {
  const item = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name, arguments: json };
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } },
    { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 0, delta: json },
    { type: 'response.function_call_arguments.done', item_id: 'fc_1', output_index: 0, arguments: json },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { status: 'completed', output: [item] } },
  ];
};
const responseText = (text: string): object[] => {
  const part = { type: 'output_text', text };
  const item = { id: 'msg_1', type: 'message', role: 'assistant', content: [part] };
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, delta: text },
    { type: 'response.output_text.done', item_id: 'msg_1', output_index: 0, text },
    { type: 'response.content_part.done', item_id: 'msg_1', output_index: 0, part },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { status: 'completed', output: [item] } },
  ];
};

const valid = '{ "path" : "a.txt" }';
const broken = "{'path': 'Grüße 世界.txt',}";
const mended = '{"path": "Grüße 世界.txt"}';
const leaked = '<tool_call>\n{"name": "read", "arguments": {"path": "a.txt"}}\n</tool_call>';

const untouched: [string, Protocol, string][] = [
  ['chat text', 'chat', chat(delta({ content: 'Grüße 😀' }))],
  ['chat call', 'chat', chat(chatCall('{ "pa'), delta({ tool_calls: [{ index: 0, function: { arguments: 'th" : "a.txt" }' } }] }))],
  ['chat usage', 'chat', `: ping\n\ndata: {"choices":[],  "usage":{"n":1.0}}\n\n${DONE}`],
  ['messages call', 'messages', messages(block(0, 'read', valid))],
  ['messages text', 'messages', messages(textBlock(0, 'Grü', 'ße 😀'), 'end_turn')],
  ['messages server tool', 'messages', messages([
    { type: 'content_block_start', index: 0, content_block: { type: 'server_tool_use', id: 's', name: 'web', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{bad' } },
    { type: 'content_block_stop', index: 0 },
  ])],
  ['responses call', 'responses', sse(responseCall(valid))],
  ['responses text', 'responses', sse(responseText('Grüße'))],
  ['chat cut', 'chat', sse([chatCall('{"path":"a'), delta({}, 'length')], DONE)],
  ['messages cut', 'messages', messages(block(0, 'read', '{"path":"a'), 'max_tokens')],
];
for (const [name, protocol, answer] of untouched) {
  test(`the same bytes: ${name}`, async () => {
    for (const size of [1, 2, 3, 7, 1 << 20]) {
      assert.equal((await answered(protocol, answer, { size })).text, answer);
      assert.equal((await answered(protocol, answer, { size, observe: true })).text, answer);
    }
  });
}

const repaired: [string, Protocol, string][] = [
  ['chat', 'chat', chat(chatCall(broken))],
  ['chat without a finish reason', 'chat', sse([chatCall(broken)])],
  ['messages', 'messages', messages(block(0, 'read', broken))],
  ['responses', 'responses', sse(responseCall(broken))],
];
for (const [name, protocol, answer] of repaired) {
  test(`mended wherever it is cut: ${name}`, async () => {
    const whole = await answered(protocol, answer);
    assert.ok(whole.text.includes(JSON.stringify(mended).slice(1, -1)), whole.text);
    assert.ok(!whole.text.includes("'path'"), whole.text);
    assert.equal(whole.events.length, 1);
    assert.equal(whole.events[0]?.outcome, 'repaired');
    const id = whole.events[0]?.id ?? '';
    assert.match(whole.mending.notes.take(id) ?? '', /Mended/);
    assert.equal(whole.mending.notes.take(id), undefined);
    for (const size of [1, 2, 3, 5]) assert.equal((await answered(protocol, answer, { size })).text, whole.text);
    assert.equal((await answered(protocol, answer, { observe: true })).text, answer);
  });
}

test('a leaked call becomes one, with the finish of its protocol', async () => {
  const inChat = await answered('chat', sse([delta({ content: 'So: ' }), delta({ content: leaked }), delta({}, 'stop')], DONE));
  assert.match(inChat.text, /"tool_calls":\[\{"index":0,"id":"call_\w{24}"/);
  assert.match(inChat.text, /"finish_reason":"tool_calls"/);
  assert.doesNotMatch(inChat.text, /<tool_call>/);
  const inMessages = await answered('messages', messages(textBlock(0, leaked.slice(0, 9), leaked.slice(9)), 'end_turn'));
  assert.match(inMessages.text, /"index":0,"content_block":\{"type":"tool_use","id":"toolu_\w{24}"/);
  assert.match(inMessages.text, /"stop_reason":"tool_use"/);
  assert.doesNotMatch(inMessages.text, /<tool_call>|"type":"text"/);
  const inResponses = await answered('responses', sse(responseText(`So. ${leaked}`)));
  assert.match(inResponses.text, /"call_id":"call_\w{24}"/);
  assert.doesNotMatch(inResponses.text, /<tool_call>/);
});

test('what the request says is quoted, not called', async () => {
  const body = { messages: [{ role: 'user', content: `What is ${leaked}?` }] };
  const answer = sse([delta({ content: leaked }), delta({}, 'stop')], DONE);
  assert.equal((await answered('chat', answer, { body })).text, answer);
});

const wholeChat = (json: unknown): string => {
  const call = { id: 'c', function: { name: 'read', arguments: json } };
  return JSON.stringify({
    choices: [{ message: { tool_calls: [call] }, finish_reason: 'tool_calls' }],
  });
};

test('whole answers are mended too', async () => {
  const type = 'application/json';
  assert.equal((await answered('chat', wholeChat(broken), { type })).text.includes(JSON.stringify(mended)), true);
  assert.equal((await answered('chat', wholeChat(valid), { type })).text, wholeChat(valid));
  const block1 = JSON.stringify({ content: [{ type: 'tool_use', id: 't', name: 'read', input: { path: 'a', limit: '5' } }], stop_reason: 'tool_use' });
  assert.match((await answered('messages', block1, { type })).text, /"limit":5/);
  const item = JSON.stringify({ status: 'completed', output: [{ type: 'function_call', id: 'fc', call_id: 'c', name: 'Read', arguments: valid }] });
  assert.match((await answered('responses', item, { type })).text, /"name":"read"/);
});

test('the history that goes out is mended, and a message takes the place of the error', async () => {
  const { mending } = await answered('chat', sse([chatCall('{"path":"a'), delta({}, 'length')], DONE));
  assert.match(mending.messages.get('call_1') ?? '', /cut off/);
  const body = {
    messages: [
      { role: 'assistant', tool_calls: [{ id: 'x', function: { name: 'read', arguments: broken } }, { id: 'y', function: { name: 'read', arguments: 'nothing' } }] },
    ],
  };
  const { sent } = await answered('chat', chat(), { body });
  const [first, second] = (JSON.parse(sent) as typeof body).messages[0]?.tool_calls ?? [];
  assert.equal(first?.function.arguments, mended);
  assert.equal(second?.function.arguments, '{"invalid_arguments":"nothing"}');
});

test('a mending fetch in a mending fetch does nothing', async () => {
  const inner: CallEvent[] = [];
  const upstream = createMendingFetch({
    onEvent: (event) => inner.push(event),
    fetch: () => Promise.resolve(new Response(chat(chatCall(broken)), { headers: { 'content-type': 'text/event-stream' } })),
  });
  const { events } = await answered('chat', '', { fetch: upstream });
  assert.deepEqual([events.length, inner.length], [1, 0]);
});

test('cancelling and back-pressure reach the upstream', async () => {
  let asked = 0;
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        asked += 1;
        controller.enqueue(new TextEncoder().encode(sse([delta({ content: 'Some words. ' })])));
      },
      cancel() {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const mending = createMendingFetch({
    fetch: () => Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } })),
  });
  const body = JSON.stringify({ tools: offered.chat });
  const response = await mending(urls.chat, { method: 'POST', body });
  const reader = response.body?.getReader();
  await reader?.read();
  assert.ok(asked <= 2, `${asked} reads`);
  await reader?.cancel();
  assert.ok(cancelled);
});

test('what is no model request passes as it is', async () => {
  const seen: unknown[] = [];
  const mending = createMendingFetch({
    fetch: (...args) => {
      seen.push(args);
      return Promise.resolve(new Response('{"error":{}}', { status: 429 }));
    },
  });
  const init = { method: 'POST', body: 'not JSON' };
  await mending('http://model/v1/embeddings', init);
  await mending(urls.chat, init);
  assert.equal((seen[0] as unknown[])[1], init);
  const limited = await mending(urls.chat, { method: 'POST', body: JSON.stringify({ tools: offered.chat }) });
  assert.deepEqual([limited.status, await limited.text()], [429, '{"error":{}}']);
});
