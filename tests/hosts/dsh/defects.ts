/**
 * The defects that were measured in dsh, one row each: the call that a model sends, what dsh says to it
 * alone, and what must come of it with the plugin.
 */

import type { Turn } from '../opencode/scripted-model.js';

export interface Defect {
  kind: string;
  turn: Turn;
  /** What the model is told without the plugin. */
  without: RegExp;
  /** What the model is told with it. */
  with: RegExp;
  /** The call as the session's log and the next request have it with the plugin. */
  call: { name: string; arguments: unknown };
}

/** The folder's files, as they stand before each session. */
export const files: Record<string, string> = {
  'a.txt': 'alpha\nline2\nline3\n',
  'b.txt': 'beta\n',
  'c.txt': 'gamma\n',
};

const alpha = /alpha/;

function call(name: string, sent: unknown): Turn {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return { calls: [{ name, arguments: text }] };
}

const todo = { content: 'look', status: 'pending' };
const edit = { file_path: 'b.txt', old_string: 'beta', new_string: 'BETA' };
const leak = '<tool_call>\n{"name": "read", "arguments": {"file_path": "a.txt"}}\n</tool_call>';

/** Calls of tools that the model may call by themselves. `work` is the session's folder. */
export function nativeDefects(work: string): Defect[] {
  const a = `${work}/a.txt`;
  return [
    {
      kind: 'null optional',
      turn: call('read', { file_path: 'a.txt', limit: null }),
      without: /"limit" must be a number/,
      with: alpha,
      call: { name: 'read', arguments: { file_path: 'a.txt' } },
    },
    {
      kind: 'stringified numbers',
      turn: call('read', { file_path: 'a.txt', offset: '1', limit: '10' }),
      without: /"offset" must be a number; "limit" must be a number/,
      with: alpha,
      call: { name: 'read', arguments: { file_path: 'a.txt', offset: 1, limit: 10 } },
    },
    {
      kind: 'stringified list',
      turn: call('todo_write', { todos: JSON.stringify([todo]) }),
      without: /"todos" must be an array/,
      with: /look|todo/i,
      call: { name: 'todo_write', arguments: { todos: [todo] } },
    },
    {
      kind: 'wrong key',
      turn: call('read', { path: 'a.txt' }),
      without: /missing required property "file_path"/,
      with: alpha,
      call: { name: 'read', arguments: { file_path: 'a.txt' } },
    },
    {
      kind: 'wrong name',
      turn: call('Read', { file_path: 'a.txt' }),
      without: /unknown tool "Read"/,
      with: alpha,
      call: { name: 'read', arguments: { file_path: 'a.txt' } },
    },
    {
      kind: 'trailing comma',
      turn: call('read', '{"file_path": "a.txt",}'),
      without: /"arguments" must be an object/,
      with: alpha,
      call: { name: 'read', arguments: { file_path: 'a.txt' } },
    },
    {
      kind: 'doubly encoded',
      turn: call('read', JSON.stringify(JSON.stringify({ file_path: 'a.txt' }))),
      without: /"arguments" must be an object/,
      with: alpha,
      call: { name: 'read', arguments: { file_path: 'a.txt' } },
    },
    {
      kind: 'command without description',
      turn: call('bash', { command: 'echo hi' }),
      without: /missing required property "description"/,
      with: /hi/,
      call: {
        name: 'bash',
        arguments: { command: 'echo hi', description: 'Execute command: echo hi' },
      },
    },
    {
      kind: 'stringified range',
      turn: call('str_replace_editor', { command: 'view', path: a, view_range: '[1, 2]' }),
      without: /"view_range" must be an array/,
      with: alpha,
      call: {
        name: 'str_replace_editor',
        arguments: { command: 'view', path: a, view_range: [1, 2] },
      },
    },
    {
      kind: 'relative path for the editor',
      turn: call('str_replace_editor', { command: 'view', path: 'a.txt' }),
      without: /is not an absolute path/,
      with: alpha,
      call: { name: 'str_replace_editor', arguments: { command: 'view', path: a } },
    },
    {
      kind: 'range beyond the end',
      turn: call('str_replace_editor', { command: 'view', path: a, view_range: [2, 999] }),
      without: /should be smaller than the number of lines/,
      with: /view_range=\[2, 4\]/,
      call: {
        name: 'str_replace_editor',
        arguments: { command: 'view', path: a, view_range: [2, 999] },
      },
    },
    {
      kind: 'edit of an unread file',
      turn: call('edit', edit),
      without: /edit requires reading/,
      with: /updated successfully/,
      call: { name: 'edit', arguments: edit },
    },
    {
      kind: 'overwriting an unread file: the guard stays',
      turn: call('write', { file_path: 'c.txt', content: 'x' }),
      without: /cannot overwrite existing/,
      with: /cannot overwrite existing/,
      call: { name: 'write', arguments: { file_path: 'c.txt', content: 'x' } },
    },
    {
      kind: 'call written as text',
      turn: { text: `I look at it.\n${leak}` },
      without: /^$/,
      with: alpha,
      call: { name: 'read', arguments: { file_path: 'a.txt' } },
    },
  ];
}

function program(code: string, description: string): Defect['call'] {
  return { name: 'run_code', arguments: { code, description } };
}

const readAlpha = program('return await tools.read({"file_path":"a.txt"});', 'Call read');

/** Calls where `run_code` alone can be called. */
export function codeDefects(): Defect[] {
  return [
    {
      kind: 'direct call',
      turn: call('read', { file_path: 'a.txt' }),
      without: /only `run_code` is callable directly/,
      with: alpha,
      call: readAlpha,
    },
    {
      kind: 'direct call with a null optional',
      turn: call('read', { file_path: 'a.txt', limit: null }),
      without: /only `run_code` is callable directly/,
      with: alpha,
      call: readAlpha,
    },
    {
      kind: 'direct call by a wrong name',
      turn: call('Read', { file_path: 'a.txt' }),
      without: /unknown tool "Read"/,
      with: alpha,
      call: readAlpha,
    },
    {
      kind: 'direct call written as text',
      turn: {
        text: '<tool_call>\n{"name": "read", "arguments": {"file_path":"a.txt"}}\n</tool_call>',
      },
      without: /^$/,
      with: alpha,
      call: readAlpha,
    },
    {
      kind: 'command for run_code',
      turn: call('run_code', { command: 'echo hi' }),
      without: /missing required property "code"; missing required property "description"/,
      with: /hi/,
      call: program(
        'const result = await tools.bash({"command":"echo hi","description":"Execute command: echo hi"});\nreturn result;',
        'Execute command: echo hi',
      ),
    },
    {
      kind: 'fenced program',
      turn: call('run_code', { code: '```ts\nreturn 6 * 7;\n```', description: 'Count' }),
      without: /code run failed/,
      with: /42/,
      call: program('return 6 * 7;', 'Count'),
    },
    {
      kind: 'inner call, literal',
      turn: call('run_code', {
        code: 'const n: number = 1; return await tools.read({ path: "a.txt", limit: null });',
        description: 'Read',
      }),
      without: /missing required property "file_path"/,
      with: alpha,
      call: program('const n: number = 1; return await tools.read({"file_path":"a.txt"});', 'Read'),
    },
    {
      kind: 'inner call, computed',
      turn: call('run_code', {
        code: 'const n = null; return await tools.read({ file_path: "a.txt", limit: n });',
        description: 'Read',
      }),
      without: /"limit" must be a number/,
      with: alpha,
      call: program(
        'const n = null; return await tools.read({ file_path: "a.txt", limit: n });',
        'Read',
      ),
    },
    {
      kind: 'inner edit of an unread file',
      turn: call('run_code', {
        code: `return await tools.edit(${JSON.stringify(edit)});`,
        description: 'Edit',
      }),
      without: /edit requires reading/,
      with: /BETA/,
      call: program(`return await tools.edit(${JSON.stringify(edit)});`, 'Edit'),
    },
    {
      kind: 'program in Python quotes',
      turn: call('run_code', {
        code: "const s = '''\nforty-two\n''';\nreturn s;",
        description: 'Say',
      }),
      without: /code run failed/,
      with: /forty-two/,
      call: program('const s = `\nforty-two\n`;\nreturn s;', 'Say'),
    },
  ];
}
