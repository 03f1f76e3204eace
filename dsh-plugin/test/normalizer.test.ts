/**
 * What people who move over from dsh-tool-normalizer are used to, re-expressed: the same outcome, or a
 * better one. A valid call that is left alone is better.
 */

import './module.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeDsh } from './dsh.js';

interface Case {
  says: string;
  tool?: string;
  sent: unknown;
  runs: unknown;
}

const program = (code: string, description = 'd'): unknown => ({ code, description });
const view = (range: unknown): unknown => ({ command: 'view', path: '/a', view_range: range });
const shell = (command: string, description: string): unknown =>
  program(
    `const result = await tools.bash({"command":${JSON.stringify(command)},"description":${JSON.stringify(description)}});\nreturn result;`,
    description,
  );

const mended: Case[] = [
  { says: 'a fence', sent: program('```\nreturn 2;\n```'), runs: program('return 2;') },
  {
    says: 'a command, which its bash needs described',
    sent: { command: 'pnpm test' },
    runs: shell('pnpm test', 'Execute command: pnpm test'),
  },
  { says: 'cmd', sent: { cmd: 'ls -la' }, runs: shell('ls -la', 'Execute command: ls -la') },
  {
    says: 'a command with a description',
    sent: { command: 'git status', description: 'Show status' },
    runs: shell('git status', 'Show status'),
  },
  {
    says: 'a description that is a number',
    sent: { code: 'return 42;', description: 7 },
    runs: program('return 42;', '7'),
  },
  {
    says: 'no description',
    sent: { code: 'return 42;' },
    runs: program('return 42;', 'Execute code script'),
  },
  { says: 'a bare program', sent: 'return 3;', runs: program('return 3;', 'Execute code script') },
  {
    says: 'an inner command without description',
    sent: program('const r = await tools.bash({ command: "ls" })', 'List files'),
    runs: program(
      'const r = await tools.bash({"command":"ls","description":"Execute command: ls"})',
      'List files',
    ),
  },
  {
    says: 'a description in a string, a comment, another level',
    sent: program(
      'await tools.bash({ command: "echo description: x" })\nawait tools.bash({ /* description: no */ command: "ls" })',
    ),
    runs: program(
      'await tools.bash({"command":"echo description: x","description":"Execute command: echo description: x"})\nawait tools.bash({"command":"ls","description":"Execute command: ls"})',
    ),
  },
  {
    says: 'a range that begins before the file',
    tool: 'str_replace_editor',
    sent: view([-5, 10]),
    runs: view([1, 10]),
  },
  {
    says: 'line 0',
    tool: 'read',
    sent: { file_path: '/a', offset: 0 },
    runs: { file_path: '/a', offset: 1 },
  },
];

const leftAlone: Case[] = [
  { says: 'an empty list for a command', sent: { command: [] }, runs: { command: [] } },
  {
    says: 'a program that is cut off',
    sent: program('await tools.bash({ command: "unterminated })'),
    runs: program('await tools.bash({ command: "unterminated })'),
  },
  { says: 'a closer too many', sent: program('const x = (1));'), runs: program('const x = (1));') },
  {
    says: 'a key that run_code does not know, which dsh accepts',
    sent: { code: 'return 1;', description: 'one', timeout: 5 },
    runs: { code: 'return 1;', description: 'one', timeout: 5 },
  },
  {
    says: 'an absolute path',
    tool: 'str_replace_editor',
    sent: { command: 'view', path: '/workspace/src/a.ts' },
    runs: { command: 'view', path: '/workspace/src/a.ts' },
  },
  {
    says: 'a range to the end',
    tool: 'str_replace_editor',
    sent: view([2, -1]),
    runs: view([2, -1]),
  },
  {
    says: 'a range that is none',
    tool: 'str_replace_editor',
    sent: view(['x', 3]),
    runs: view(['x', 3]),
  },
  {
    says: 'the offset of another tool',
    tool: 'bash',
    sent: { command: 'ls', description: 'List', offset: 0 },
    runs: { command: 'ls', description: 'List', offset: 0 },
  },
  { says: 'an unknown tool', tool: 'my_tool', sent: { a: 1 }, runs: { a: 1 } },
];

for (const [title, cases] of [
  ['is mended', mended],
  ['stays', leftAlone],
] as const) {
  for (const { says, tool = 'run_code', sent, runs } of cases) {
    test(`${says} ${title}`, async () => {
      const { ran } = await new FakeDsh().call(tool, sent);
      assert.deepEqual(
        ran.map(({ name, arguments: given }) => [name, given]),
        [[tool, runs]],
      );
    });
  }
}

const unread = (): { isError: true; error: { info: { code: string } }; content: [] } => ({
  isError: true,
  error: { info: { code: 'FS_NOT_OBSERVED' } },
  content: [],
});

test('our own reading is no call of the model', async () => {
  const dsh = new FakeDsh();
  await dsh.call('edit', { file_path: 'a', old_string: 'x', new_string: 'y' }, { run: unread });
  assert.equal(dsh.nested.length, 1);
});
