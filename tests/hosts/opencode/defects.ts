/**
 * The defects that were measured in OpenCode, one row each: the call that a model sends, and what must
 * come of it with the plugin.
 */

/** What comes of a call with the plugin. */
export type Expected =
  /** The call runs, with these arguments; and others of the same tool after it. */
  | { runs: string; input: unknown; also?: unknown[] }
  /** It does not run; the model is told why. */
  | { refused: RegExp }
  /** The schema accepts it, or nothing can be said: the same as without the plugin. */
  | { same: 'accepted' | 'left alone' };

export interface Defect {
  /** The kind of defect. */
  kind: string;
  name: string;
  /** The arguments as they go over the wire. */
  sent: string;
  expect: Expected;
}

/** The project's files, as they stand before each row. */
export const files: Record<string, string> = { 'a.txt': 'hello\nhello\n', 'b.txt': 'bye\n' };

/** Stands for the address of a page that can be fetched. */
export const PAGE = 'http://page.test/';

/** Stands for the project's folder. */
export const PROJECT = '/the/project';

const todo = { content: 'look', status: 'pending', priority: 'high' };
const read = { filePath: 'a.txt' };
const runs = (tool: string, input: unknown): Expected => ({ runs: tool, input });
const accepted: Expected = { same: 'accepted' };
const leftAlone: Expected = { same: 'left alone' };

function row(kind: string, name: string, sent: unknown, expect: Expected): Defect {
  return { kind, name, sent: typeof sent === 'string' ? sent : JSON.stringify(sent), expect };
}

/** What OpenCode's schemas refuse or its tools misread. */
const shapes: Defect[] = [
  row('null optional', 'read', { ...read, limit: null, offset: null }, runs('read', read)),
  row(
    'null optional',
    'glob',
    { pattern: '*.txt', path: null },
    runs('glob', { pattern: '*.txt' }),
  ),
  row(
    'null optional',
    'grep',
    { pattern: 'hello', include: null },
    runs('grep', { pattern: 'hello' }),
  ),
  row(
    'null optional',
    'bash',
    { command: 'echo hi', timeout: null },
    runs('bash', { command: 'echo hi' }),
  ),
  row(
    'null optional',
    'bash',
    { command: 'echo hi', workdir: null },
    runs('bash', { command: 'echo hi' }),
  ),
  row(
    'null optional',
    'edit',
    { ...read, oldString: 'hello\nhello', newString: 'ciao', replaceAll: null },
    runs('edit', { ...read, oldString: 'hello\nhello', newString: 'ciao' }),
  ),
  row('null optional', 'webfetch', { url: PAGE, format: null }, runs('webfetch', { url: PAGE })),
  row('stringified number', 'read', { ...read, limit: '5' }, runs('read', { ...read, limit: 5 })),
  row(
    'stringified number',
    'bash',
    { command: 'echo hi', timeout: '5000' },
    runs('bash', { command: 'echo hi', timeout: 5000 }),
  ),
  row('empty string optional', 'read', { ...read, limit: '' }, runs('read', read)),
  row(
    'stringified bool',
    'edit',
    { ...read, oldString: 'hello', newString: 'ciao', replaceAll: 'true' },
    runs('edit', { ...read, oldString: 'hello', newString: 'ciao', replaceAll: true }),
  ),
  row(
    'stringified array',
    'todowrite',
    { todos: JSON.stringify([todo]) },
    runs('todowrite', { todos: [todo] }),
  ),
  row('`{}` for array', 'todowrite', { todos: {} }, runs('todowrite', { todos: [] })),
  row(
    'single object for array',
    'todowrite',
    { todos: todo },
    runs('todowrite', { todos: [todo] }),
  ),
  row('bare string for array', 'todowrite', { todos: 'do it' }, { refused: /todos/ }),
  row(
    'array of strings',
    'todowrite',
    { todos: ['a', 'b'] },
    { refused: /todos\/0: expected an object/ },
  ),
  row(
    'missing required inner',
    'todowrite',
    { todos: [{ content: 'look', status: 'pending' }] },
    { refused: /todos\/0\/priority: expected a string, got nothing/ },
  ),
  row('bad enum', 'todowrite', { todos: [{ ...todo, status: 'PENDING' }] }, accepted),
  row('array for string', 'glob', { pattern: ['*.txt'] }, runs('glob', { pattern: '*.txt' })),
  row(
    'array for string',
    'grep',
    { pattern: 'hello', include: ['*.txt'] },
    runs('grep', { pattern: 'hello', include: '*.txt' }),
  ),
  row(
    'array for string',
    'bash',
    { command: ['echo', 'hi'] },
    { refused: /command: expected a string/ },
  ),
  row('array for string', 'read', { filePath: ['a.txt'] }, runs('read', read)),
  row(
    'object for string',
    'write',
    { filePath: 'o.txt', content: { a: 1 } },
    { refused: /content/ },
  ),
  row(
    'object for string, to a .json',
    'write',
    { filePath: 'o.json', content: { a: 1 } },
    runs('write', { filePath: 'o.json', content: '{"a":1}' }),
  ),
  row('wrong keys', 'read', { path: 'a.txt' }, runs('read', read)),
  row('wrong keys', 'read', { file_path: 'a.txt' }, runs('read', read)),
  row(
    'wrong keys',
    'edit',
    { file_path: 'b.txt', old_string: 'bye', new_string: 'ciao' },
    runs('edit', { filePath: 'b.txt', oldString: 'bye', newString: 'ciao' }),
  ),
  row('wrong keys', 'bash', { cmd: 'echo hi' }, runs('bash', { command: 'echo hi' })),
  row('wrapped', 'read', { arguments: read }, runs('read', read)),
  row('extra key', 'read', { ...read, reason: 'look' }, accepted),
  row('missing description', 'bash', { command: 'echo hi' }, accepted),
  row('markdown link path', 'read', { filePath: '[a.txt](http://a.txt)' }, runs('read', read)),
  row(
    'markdown link path',
    'write',
    { filePath: '[w.md](http://w.md)', content: 'w' },
    runs('write', { filePath: 'w.md', content: 'w' }),
  ),
  row('backticks around a path', 'read', { filePath: '`a.txt`' }, runs('read', read)),
  row(
    'file:// path',
    'read',
    { filePath: `file://${PROJECT}/a.txt` },
    runs('read', { filePath: `${PROJECT}/a.txt` }),
  ),
  row('relative path', 'read', read, accepted),
  row('markdown URL', 'webfetch', { url: `[page](${PAGE})` }, runs('webfetch', { url: PAGE })),
  row('`undefined` for a path', 'glob', { pattern: '*.txt', path: 'undefined' }, leftAlone),
  row(
    'wrong agent',
    'task',
    { description: 'd', prompt: 'p', subagent_type: 'General' },
    leftAlone,
  ),
];

/** Names that OpenCode does not offer. */
const names: Defect[] = [
  row('name in another case', 'Read', read, runs('read', read)),
  row('name in another case', 'READ', read, runs('read', read)),
  row('name in another case', 'TodoWrite', { todos: [todo] }, runs('todowrite', { todos: [todo] })),
  row('another name', 'read_file', read, runs('read', read)),
  row('another name', 'todo_write', { todos: [todo] }, runs('todowrite', { todos: [todo] })),
  row('decorated name', 'functions.read', read, runs('read', read)),
  row('decorated name', 'read<|channel|>commentary', read, runs('read', read)),
  row('decorated name', 'read ', read, runs('read', read)),
  row('empty name', '', read, { refused: /no tool/ }),
  row('no such tool', 'frobnicate', read, { refused: /There is no tool "frobnicate"/ }),
];

/** Arguments that are not JSON, or not an object. */
const texts: Defect[] = [
  row('trailing comma', 'read', '{"filePath":"a.txt",}', runs('read', read)),
  row('missing brace', 'read', '{"filePath":"a.txt"', runs('read', read)),
  row('truncated string', 'write', '{"filePath":"t.txt","content":"abc', { refused: /cut off/ }),
  row('single quotes', 'read', "{'filePath': 'a.txt'}", runs('read', read)),
  row(
    'raw newline',
    'write',
    '{"filePath":"n.txt","content":"a\nb"}',
    runs('write', { filePath: 'n.txt', content: 'a\nb' }),
  ),
  row('Python word', 'read', '{"filePath":"a.txt","limit":None}', runs('read', read)),
  row('duplicated object', 'read', '{"filePath":"a.txt"}{"filePath":"a.txt"}', runs('read', read)),
  row('fence', 'read', '```json\n{"filePath":"a.txt"}\n```', runs('read', read)),
  row('unquoted key', 'read', '{filePath:"a.txt"}', runs('read', read)),
  row(
    'backslash that is no escape',
    'grep',
    '{"pattern":"\\d+"}',
    runs('grep', { pattern: '\\d+' }),
  ),
  row('trailing tag', 'read', '{"filePath":"a.txt"}</tool_call>', runs('read', read)),
  row('empty arguments', 'read', '', { refused: /filePath: expected a string, got nothing/ }),
  row('double-encoded root', 'read', JSON.stringify(JSON.stringify(read)), runs('read', read)),
  row('array around the root', 'read', [read], runs('read', read)),
  row('null for the root', 'read', 'null', { refused: /filePath: expected a string, got nothing/ }),
];

/** Tools whose arguments OpenCode does not check. */
const unchecked: Defect[] = [
  row('custom tool', 'echo', { items: 'x' }, runs('echo', { items: ['x'] })),
  row('custom tool', 'echo', { items: ['x'], n: null }, runs('echo', { items: ['x'] })),
  row('custom tool', 'echo', {}, leftAlone),
  row('MCP tool', 'm_echo', { items: 'x' }, runs('m_echo', { items: ['x'] })),
  row('MCP tool', 'm_echo', { items: '["x"]', n: '1' }, runs('m_echo', { items: ['x'], n: 1 })),
  row('MCP tool', 'm_echo', { items: ['x'], n: null }, runs('m_echo', { items: ['x'] })),
  row('MCP tool', 'm_echo', {}, leftAlone),
];

export const defects: Defect[] = [...shapes, ...names, ...texts, ...unchecked];
