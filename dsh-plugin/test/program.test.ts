import './module.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Context } from '../src/host.js';
import { Programs } from '../src/program/program.js';
import { offer } from './tools.js';

function programs(language?: string): Programs {
  const get = (): unknown => (language === undefined ? undefined : { language });
  return new Programs({ get } as unknown as Context, true);
}

function mended(code: string, language?: string): { code: unknown; rules: string[] } | undefined {
  const found = programs(language).mendIn({ code, description: 'd' }, offer());
  return found && { code: found.arguments['code'], rules: found.rules };
}

test('literal arguments of inner calls are mended against the schema of their tool', () => {
  for (const [sent, expected] of [
    [
      'return await tools.read({ file_path: "a.txt", limit: null });',
      'return await tools.read({"file_path":"a.txt"});',
    ],
    [
      "await tools.read({ 'file_path': `a.txt`, limit: '1e1' })",
      'await tools.read({"file_path":"a.txt","limit":1e1})',
    ],
    [
      'const r = await tools.bash({ command: "ls" })',
      'const r = await tools.bash({"command":"ls","description":"Execute command: ls"})',
    ],
    ['await tools.read_file({ path: "a" })', 'await tools.read({"file_path":"a"})'],
    ['await tools["read"]({ path: "a" })', 'await tools["read"]({"file_path":"a"})'],
    [
      'await Promise.all([tools.read({ path: "a" }), tools.read({ path: "b" })])',
      'await Promise.all([tools.read({"file_path":"a"}), tools.read({"file_path":"b"})])',
    ],
  ] as const) {
    assert.equal(mended(sent)?.code, expected, sent);
  }
});

test('what is not certainly a broken call stays, byte for byte', () => {
  for (const sent of [
    'return await tools.read({ file_path: "a.txt", limit: 5 });',
    // Computed arguments are mended when the program makes the call.
    'const n = null; await tools.read({ file_path: "a", limit: n })',
    'await tools.bash({ ...options })',
    'await tools.bash({ [k]: 1, command: "ls" })',
    'const description = "d"; await tools.bash({ command: "ls", description })',
    // Not the tools of dsh.
    'const tools = mine; await tools.read({ path: "a" })',
    'async function f(tools) { await tools.read({ path: "a" }) }',
    'await other.tools.read({ path: "a" })',
    // Within a string, a comment, a regular expression.
    'const s = "tools.read({ path: 1 })"; // tools.read({ path: "a" })',
    'const r = /tools.read({})/;',
    // Cut off, or wrong in another way: never closed, nothing deleted.
    'await tools.bash({ command: "unterminated })',
    'await tools.bash({ command: "ls"',
    'const x = (1)); tools;',
    "const s = '''tools",
  ]) {
    assert.equal(mended(sent), undefined, sent);
  }
});

test('Python programs are left alone', () => {
  const code = "s = '''\ntext\n'''\nprint(tools.read({'path': 'a'}))";
  assert.equal(mended(code, 'python'), undefined);
  assert.equal(mended('tools.read({"path": "a"})', 'python'), undefined);
});

test('triple quotes over several lines become a template', () => {
  const code = mended("const s = '''\na `b` ${c} \\d\n''';\nconsole.log(s)");
  assert.deepEqual(code, {
    code: 'const s = `\na \\`b\\` \\${c} \\\\d\n`;\nconsole.log(s)',
    rules: ['program-triple-quotes'],
  });
  const value = mended(
    'await tools.write({\n  file_path: "a.py",\n  content: """one\ntwo\n""",\n});',
  );
  assert.deepEqual(value?.rules, ['program-triple-quotes']);
  assert.match(String(value?.code), /content: `one\ntwo\n`/);
  // What `\a` is in JavaScript is not what it is in Python.
  assert.equal(mended("const s = '''\n\\a\n''';"), undefined);
});

test('backticks within a template are escaped where that can be done in one way', () => {
  const notes = mended('const c = `# Notes\n> `station_id` is the key.\n`;\nconsole.log(c)');
  assert.deepEqual(notes, {
    code: 'const c = `# Notes\n> \\`station_id\\` is the key.\n`;\nconsole.log(c)',
    rules: ['program-backticks'],
  });
  assert.equal(mended('const s = `a`b`c`;')?.code, 'const s = `a\\`b\\`c`;');
  assert.equal(mended('const s = `a`b`c;'), undefined);
});

test('a key that would set the prototype is data', () => {
  const code = 'await tools.write({ file_path: "a", content: "x", ["__proto__"]: 1 })';
  assert.equal(mended(code), undefined);
});
