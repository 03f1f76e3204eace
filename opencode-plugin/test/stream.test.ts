/** The stream layer by itself: what passes keeps its bytes, however the stream is cut up. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text as textOf } from 'node:stream/consumers';

import { compileTools } from '../../npm/src/api.js';
import { ChatCompletion, type Told } from '../src/stream/chat-completion.js';
import { modelRequest } from '../src/stream/model-request.js';
import { rewriteEvents } from '../src/stream/server-sent-events.js';
import { type CallPiece, ToolCalls } from '../src/stream/tool-calls.js';
import './module.js';

const read = {
  type: 'function',
  function: {
    name: 'read',
    parameters: {
      type: 'object',
      properties: { filePath: { type: 'string' }, limit: { type: 'integer' } },
      required: ['filePath'],
    },
  },
} as const;
const tools = compileTools([read], { host: 'opencode' });

interface Chunk {
  choices?: {
    delta?: { content?: string; tool_calls?: CallPiece[] };
    finish_reason?: string | null;
  }[];
  usage?: unknown;
}

const chunk = (delta: unknown, finish: string | null = null): string =>
  JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] });
const piece = (call: unknown): string => chunk({ tool_calls: [call] });
const call = (args: unknown, id = 'call_1', index = 0): string =>
  piece({ index, id, type: 'function', function: { name: 'read', arguments: args } });

/** Sends events through the layer, a few bytes at a time. */
async function through(
  events: string[],
  { size = 7, observe = false, told = [] as Told[], end = '\n\n' } = {},
): Promise<string> {
  const bytes = new TextEncoder().encode(events.map((data) => `data: ${data}${end}`).join(''));
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size)
        controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const chat = new ChatCompletion({ tools, scan: {}, observe, tell: (one) => told.push(one) });
  return textOf(pieces.pipeThrough(rewriteEvents(chat)));
}

/** The calls and the text that a client puts together from a stream. */
function assembled(stream: string): {
  calls: [unknown, unknown][];
  text: string;
  finish: string | undefined;
} {
  const chunks = [...stream.matchAll(/^data: (\{.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data) as Chunk,
  );
  const choices = chunks.flatMap(({ choices: all = [] }) => all);
  return {
    calls: choices
      .flatMap(({ delta }) => delta?.tool_calls ?? [])
      .map(({ function: it }) => [it?.name, it?.arguments]),
    text: choices.map(({ delta }) => delta?.content ?? '').join(''),
    finish:
      choices.findLast(({ finish_reason: reason }) => typeof reason === 'string')?.finish_reason ??
      undefined,
  };
}

const valid = '{"filePath":"a.txt"}';

test('text, usage and unknown events pass with the same bytes, at any cut', async () => {
  const events = [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Grüße, 世界 😀' }),
    chunk({}, 'stop'),
    '{"id":"c",  "choices":[],"usage":{"total_tokens":1.0}}',
    '{"something": "else"}',
    '[DONE]',
  ];
  for (const end of ['\n\n', '\r\n\r\n']) {
    const untouched = events.map((data) => `data: ${data}${end}`).join('');
    for (const size of [1, 2, 3, 5, 64, 4096]) {
      assert.equal(await through(events, { size, end }), untouched);
    }
  }
});

test('comments and other fields of events pass too', async () => {
  const stream = new Blob([
    `: ping\n\nevent: x\nid: 1\nretry: 5\n\ndata: {"choices":[]}\n\n`,
  ]).stream();
  const chat = new ChatCompletion({ tools, scan: {}, observe: false, tell: () => undefined });
  const out = await textOf(stream.pipeThrough(rewriteEvents(chat)));
  assert.equal(out, `: ping\n\nevent: x\nid: 1\nretry: 5\n\ndata: {"choices":[]}\n\n`);
});

test('a valid call keeps its very text', async () => {
  const odd = '{ "filePath" : "a.txt" , "limit":5 }';
  const told: Told[] = [];
  const out = await through(
    [
      call(odd.slice(0, 9)),
      piece({ index: 0, function: { arguments: odd.slice(9) } }),
      chunk({}, 'tool_calls'),
      '[DONE]',
    ],
    { told },
  );
  assert.deepEqual(assembled(out), { calls: [['read', odd]], text: '', finish: 'tool_calls' });
  assert.deepEqual(
    told.map(({ outcome, rules }) => [outcome, rules]),
    [['valid', []]],
  );
});

test('a valid call goes out when the next one begins', () => {
  const chat = new ChatCompletion({ tools, scan: {}, observe: false, tell: () => undefined });
  assert.deepEqual(chat.take(call(valid)), []);
  const [out = ''] = chat.take(call('{"filePath":', 'call_2', 1)) ?? [];
  assert.match(out, /"id":"call_1"/);
});

test('a broken call is mended, and the stream needs no finish reason for it', async () => {
  const told: Told[] = [];
  const out = await through([call("{'filePath': 'a.txt',}")], { told });
  assert.deepEqual(assembled(out).calls, [['read', '{"filePath": "a.txt"}']]);
  assert.equal(told[0]?.outcome, 'repaired');
  assert.match(told[0]?.note ?? '', /^Mended before it ran/);
});

test('what is cut goes out as it was sent, with a message', async () => {
  const told: Told[] = [];
  const cut = '{"filePath":"a.t';
  const out = await through([call(cut), chunk({}, 'length')], { told });
  assert.deepEqual(assembled(out), { calls: [['read', cut]], text: '', finish: 'length' });
  assert.match(told[0]?.message ?? '', /cut off/);
});

test('a missing id is made, and one id for two calls is parted', async () => {
  const out = await through([
    call(valid, ''),
    call(valid, 'x', 1),
    call('{"filePath":"b"}', 'x', 2),
    chunk({}, 'tool_calls'),
  ]);
  const ids = [...out.matchAll(/"id":"(x|call_\w+)"/g)].map(([, id]) => id ?? '');
  assert.equal(new Set(ids).size, 3);
  assert.match(ids[0] ?? '', /^call_[\da-f]{24}$/);
});

test('a server that numbers every call 0 sends calls all the same', () => {
  const calls = new ToolCalls();
  calls.add({ index: 0, id: 'a', function: { name: 'read', arguments: '{}' } });
  calls.add({ index: 0, id: 'b', function: { name: 'read', arguments: '{' } });
  calls.add({ index: 0, function: { arguments: '}' } });
  assert.deepEqual(
    calls.open.map(({ id, arguments: args }) => [id, args]),
    [
      ['a', '{}'],
      ['b', '{}'],
    ],
  );
});

test('a leaked call becomes a call, with a finish that says so', async () => {
  const content = `I look.\n<tool_call>\n{"name": "read", "arguments": ${valid}}\n</tool_call>`;
  const out = await through(
    [...(content.match(/.{1,5}/gsu) ?? [])]
      .map((it) => chunk({ content: it }))
      .concat(chunk({}, 'stop'), '[DONE]'),
  );
  assert.deepEqual(assembled(out), {
    calls: [['read', valid]],
    text: 'I look.',
    finish: 'tool_calls',
  });
});

test('when it only observes, every byte passes, and it tells what it would have done', async () => {
  const events = [
    chunk({ content: 'I' }),
    call('{"filePath":"a.txt",}'),
    chunk({}, 'tool_calls'),
    '[DONE]',
  ];
  const told: Told[] = [];
  const out = await through(events, { observe: true, told });
  assert.equal(out, events.map((data) => `data: ${data}\n\n`).join(''));
  assert.equal(told[0]?.outcome, 'repaired');
});

test('only a request to a model that offers tools is one', () => {
  const body = JSON.stringify({
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'no' },
      { role: 'tool', content: [{ type: 'text', text: 'out' }] },
    ],
    tools: [read],
  });
  const url = 'https://api.test/v1/chat/completions';
  const init = { method: 'POST', body, headers: { 'X-Session-Affinity': 'ses_1' } };
  for (const input of [url, new URL(`${url}?a=1`), new Request(url)]) {
    const request = modelRequest(input, init);
    assert.equal(request?.session, 'ses_1');
    assert.deepEqual(request.names, ['read']);
    assert.deepEqual([...request.sent()], ['hi', 'out']);
  }
  assert.equal(modelRequest(url, undefined), undefined);
  assert.equal(modelRequest(url, { ...init, method: 'GET' }), undefined);
  assert.equal(modelRequest('https://api.test/v1/models', init), undefined);
  assert.equal(modelRequest(url, { ...init, body: new Uint8Array() }), undefined);
  assert.equal(modelRequest(url, { ...init, body: '{"messages":[]}' }), undefined);
});
