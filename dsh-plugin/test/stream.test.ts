import './module.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { StreamChunk } from '../src/host.js';
import { FakeDsh } from './dsh.js';
import { tools } from './tools.js';

const usage: StreamChunk = { type: 'usage' };
const stop: StreamChunk = { type: 'finish', reason: { kind: 'stop' } };
const runCode = tools.filter(({ name }) => name === 'run_code');

function call(index: number, name: string, text: string): StreamChunk[] {
  return [
    { type: 'block-start', index, blockType: 'tool-call' },
    { type: 'tool-call-delta', index },
    {
      type: 'block-end',
      index,
      block: { type: 'tool-call', id: `id-${index}`, name, arguments: text },
    },
  ];
}

function said(index: number, whole: string, size = 5): StreamChunk[] {
  const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return [
    { type: 'block-start', index, blockType: 'text' },
    ...pieces.map((piece): StreamChunk => ({ type: 'text-delta', index, text: piece })),
    { type: 'block-end', index, block: { type: 'text', text: whole } },
  ];
}

interface Block {
  type: string;
  id?: string;
  name?: string;
  arguments?: string;
  text?: string;
}

/** The finished blocks of a stream, which must keep to dsh's grammar. */
function blocks(chunks: readonly StreamChunk[]): Block[] {
  const open = new Map<number, string>();
  const texts = new Map<number, string>();
  const seen = new Set<number>();
  const done: Block[] = [];
  chunks.forEach((chunk, at) => {
    if (chunk.type === 'finish') assert.equal(at, chunks.length - 1);
    else if (chunk.type === 'usage') assert.equal(open.size, 0);
    else if (chunk.type === 'block-start') {
      assert.ok(!seen.has(chunk.index), 'an index for two blocks');
      seen.add(chunk.index);
      open.set(chunk.index, chunk.blockType);
    } else if (chunk.type === 'block-end') {
      assert.equal(open.get(chunk.index), chunk.block.type);
      open.delete(chunk.index);
      if (chunk.block.type === 'text') assert.equal(texts.get(chunk.index) ?? '', chunk.block.text);
      done.push(chunk.block as Block);
    } else {
      assert.ok(open.has(chunk.index), 'a delta outside its block');
      if ('text' in chunk) texts.set(chunk.index, (texts.get(chunk.index) ?? '') + chunk.text);
    }
  });
  return done;
}

const leak = '<tool_call>\n{"name": "read", "arguments": {"file_path": "a"}}\n</tool_call>';

test('what needs nothing passes as it came', async () => {
  const hello = said(0, 'Hello, see `a < b`.', 1000);
  const sent = [...hello, ...call(1, 'read', '{"file_path":"a"}'), usage, stop];
  const out = await new FakeDsh().stream(sent);
  assert.deepEqual(out, sent);
  // The very objects, not copies.
  assert.ok(out.every((chunk) => sent.includes(chunk)));
});

test('a broken call keeps its id and its place', async () => {
  const sent = [...call(0, 'Read', '{"file_path": "a",}'), ...call(1, 'read', '{"file_path":"b"}')];
  const [second, first] = blocks(await new FakeDsh().stream([...sent, usage, stop]));
  assert.deepEqual(first, {
    type: 'tool-call',
    id: 'id-0',
    name: 'read',
    arguments: '{"file_path": "a"}',
  });
  assert.equal(second?.id, 'id-1');
});

test('several objects in one text become several calls', async () => {
  const sent = call(0, 'read', '{"file_path":"a"}{"file_path":"b"}');
  const out = blocks(await new FakeDsh().stream([...sent, usage, stop]));
  assert.deepEqual(
    out.map((block) => block.arguments),
    ['{"file_path":"a"}', '{"file_path":"b"}'],
  );
  assert.equal(out[0]?.id, 'id-0');
  assert.match(out[1]?.id ?? '', /^call_\w{24}$/);
});

test('what was cut off, or has two readings, passes as it was sent', async () => {
  for (const broken of [
    '{"file_path":"a',
    '{"file_path":"a","file_path":"b",}',
    'nothing',
    '{"x":1}',
  ]) {
    const sent: StreamChunk[] = [...call(0, 'read', broken), usage, stop];
    assert.deepEqual(await new FakeDsh().stream(sent), sent, broken);
  }
  for (const kind of ['max-tokens', 'error', 'aborted'] as const) {
    const sent: StreamChunk[] = [
      ...call(0, 'read', '{"file_path":"a",}'),
      { type: 'finish', reason: { kind } },
    ];
    assert.deepEqual(await new FakeDsh().stream(sent), sent, kind);
  }
  const torn = said(0, `See ${leak.slice(0, 40)}`).slice(0, -1);
  const out = await new FakeDsh().stream(torn);
  assert.equal(
    out.map((chunk) => ('text' in chunk ? chunk.text : '')).join(''),
    `See ${leak.slice(0, 40)}`,
  );
});

test('where run_code alone is offered, a direct call becomes a program', async () => {
  const request = { tools: runCode };
  const dsh = new FakeDsh();
  for (const [name, sent, code] of [
    ['read', '{"file_path":"a"}', 'return await tools.read({"file_path":"a"});'],
    ['bash', '{"command":"echo `x` ${y}"}', null],
    [
      'write',
      '{"file_path":"a","content":"x","__proto__":{"y":1}}',
      'return await tools.write(JSON.parse("{\\"file_path\\":\\"a\\",\\"content\\":\\"x\\",\\"__proto__\\":{\\"y\\":1}}"));',
    ],
  ] as const) {
    const [block] = blocks(await dsh.stream([...call(0, name, sent), usage, stop], request));
    assert.equal(block?.name, 'run_code', sent);
    assert.equal(block?.id, 'id-0');
    const program = JSON.parse(block?.arguments ?? '') as { code: string; description: string };
    assert.ok(program.description.length > 0);
    if (code !== null) assert.equal(program.code, code);
    else assert.match(program.code, /"command":"echo `x` \$\{y\}"/);
  }
});

test('no bridge for an unknown tool, in Python, or when it is switched off', async () => {
  const unknown = [...call(0, 'my_tool', '{"a":1}'), stop];
  assert.deepEqual(await new FakeDsh().stream(unknown, { tools: runCode }), unknown);
  const direct = [...call(0, 'read', '{"file_path":"a"}'), stop];
  const python = new FakeDsh({}, { codeRuntime: { language: 'python' } });
  assert.deepEqual(await python.stream(direct, { tools: runCode }), direct);
  const off = new FakeDsh({ autoBridgeDirectTools: false });
  assert.deepEqual(await off.stream(direct, { tools: runCode }), direct);
});

test('a call that leaked becomes a block, however the text was cut', async () => {
  for (const size of [1, 3, 7, 1000]) {
    const sent = [...said(0, `I look.\n${leak}`, size), usage, stop];
    const [rest, made] = blocks(await new FakeDsh().stream(sent));
    assert.equal(rest?.text?.trim(), 'I look.');
    assert.equal(made?.name, 'read');
    assert.deepEqual(JSON.parse(made?.arguments ?? ''), { file_path: 'a' });
  }
});

test('a call that is quoted, echoed or beside itself stays text', async () => {
  const dsh = new FakeDsh();
  const quoted = [...said(0, `So:\n\`\`\`\n${leak}\n\`\`\``), stop];
  assert.deepEqual(blocks(await dsh.stream(quoted)), blocks(quoted));
  const echoed = [...said(0, leak), stop];
  const messages = [{ role: 'user', content: [{ type: 'text' as const, text: `Say ${leak}` }] }];
  assert.deepEqual(blocks(await dsh.stream(echoed, { messages })), blocks(echoed));
  const beside = [...said(0, leak), ...call(1, 'read', '{"file_path":"a"}'), stop];
  assert.equal(
    blocks(await dsh.stream(beside)).filter(({ type }) => type === 'tool-call').length,
    1,
  );
  const off = new FakeDsh({ leaks: 'off' });
  assert.deepEqual(blocks(await off.stream(echoed)), blocks(echoed));
  const others = new FakeDsh({ leakTools: ['grep'] });
  assert.deepEqual(blocks(await others.stream(echoed)), blocks(echoed));
});

test('side requests are not touched', async () => {
  const sent = [...call(0, 'Read', '{"file_path":"a",}'), stop];
  const dsh = new FakeDsh();
  assert.deepEqual(await dsh.stream(sent, { purpose: 'compaction' }), sent);
  assert.deepEqual(await dsh.stream(sent, { tools: [] }), sent);
});

test('observing changes nothing', async () => {
  const sent = [...said(0, leak), ...call(1, 'Read', '{"file_path":"a",}'), usage, stop];
  const out = await new FakeDsh({ observe: true }).stream(sent);
  assert.deepEqual(blocks(out), blocks(sent));
});
