/** The plugin as OpenCode calls it, with what no real OpenCode was seen to do. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { readCounts } from '../../npm/src/counts.js';
import { opencodeData } from '../../npm/src/opencode-files.js';
import type { Hooks, PluginInput, ToolResult } from '../src/host.js';
import { server } from '../src/plugin.js';
import './module.js';

const home = mkdtempSync(join(tmpdir(), 'toolmend-plugin-'));
process.env['XDG_DATA_HOME'] = home;
after(() => rmSync(home, { recursive: true, force: true }));

const read = {
  id: 'read',
  parameters: {
    type: 'object',
    properties: { filePath: { type: 'string' }, limit: { type: 'integer' } },
    required: ['filePath'],
  },
};
const key = (callID: string, tool = 'read') => ({ tool, sessionID: 's', callID });

function input(lines: string[] = []): PluginInput {
  return {
    directory: home,
    client: {
      app: { log: async ({ body }) => lines.push(body.message) },
      tool: { list: async () => ({ data: [read] }) },
    },
  };
}

/** The hooks, with a model that was asked something. */
async function started(options?: unknown, lines: string[] = []): Promise<Required<Hooks>> {
  const hooks = (await server(input(lines), options)) as Required<Hooks>;
  await hooks['chat.params']({ sessionID: 's', model: { providerID: 'p', id: 'm' } }, {});
  return hooks;
}

/** What a call's arguments are when its tool is called. */
async function before(hooks: Required<Hooks>, callID: string, args: unknown): Promise<unknown> {
  const output = { args };
  await hooks['tool.execute.before'](key(callID), output);
  return output.args;
}

test('an older OpenCode without these parts of its API is served as far as it goes', async () => {
  const hooks = (await server({ directory: home, client: {} })) as Required<Hooks>;
  await hooks['chat.params']({ sessionID: 's', model: { providerID: 'p', id: 'm' } }, {});
  assert.deepEqual(await before(hooks, '1', { filePath: 'a', limit: null }), {
    filePath: 'a',
    limit: null,
  });
});

test('whatever the hooks are given, they do not throw', async () => {
  const hooks = await started({ hint: true });
  const strange = [undefined, null, 1, 'text', [], {}, { messages: [null] }, { args: null }];
  for (const hook of Object.values(hooks) as ((...args: unknown[]) => Promise<void>)[]) {
    for (const first of strange) for (const second of strange) await hook(first, second);
  }
  assert.deepEqual(await before(hooks, '2', { filePath: 'a', limit: null }), { filePath: 'a' });
});

test('a result of an MCP tool gets its note as a part of its content', async () => {
  const hooks = await started();
  await before(hooks, '3', { filePath: 'a', limit: '5' });
  const result: ToolResult = { content: [{ type: 'text', text: 'given' }] };
  await hooks['tool.execute.after'](key('3'), result);
  const [, note] = result.content as { text: string }[];
  assert.match(note?.text ?? '', /^\[toolmend\] Mended before it ran/);
});

test('when it only observes, nothing changes, and nothing counts as healed', async () => {
  const hooks = await started({ observe: true });
  const args = { filePath: 'a', limit: null };
  assert.equal(await before(hooks, '4', args), args);
  assert.deepEqual(args, { filePath: 'a', limit: null });
  const result = { output: 'read' };
  await hooks['tool.execute.after'](key('4'), result);
  await hooks.dispose();
  assert.equal(result.output, 'read');
  const last = readCounts(opencodeData('counts.jsonl')).at(-1);
  assert.equal(last?.outcome, 'repaired');
  assert.equal(last.observed, true);
});

test('switched off, it has no hooks at all', async () => {
  process.env['TOOLMEND'] = 'off';
  const hooks = await server(input());
  delete process.env['TOOLMEND'];
  assert.deepEqual(hooks, {});
});

test('a bad option is one line in the log, and no line holds anything of a call', async () => {
  const lines: string[] = [];
  const hooks = await started({ leaks: 'some', log: 'debug' }, lines);
  await before(hooks, '5', { filePath: '/home/me/secret', limit: null });
  await hooks['tool.execute.after'](key('5'), { output: '' });
  assert.deepEqual(lines, [
    'the option leaks must be one of off, safe, all; the default is used',
    'read: repaired drop-placeholder (hook); it ran',
  ]);
});
