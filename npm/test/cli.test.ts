/** The command line that was built. */

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

import { version } from '../src/version.js';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

interface Run {
  status: number | null;
  stdout: string;
  stderr: string;
}

function toolmend(args: string[], input: string | Buffer = ''): Run {
  const maxBuffer = 2 ** 30;
  return spawnSync(process.execPath, [cli, ...args], { input, encoding: 'utf8', maxBuffer });
}

function answers(command: string, input: string | Buffer): Record<string, unknown>[] {
  const { status, stdout, stderr } = toolmend([command], input);
  assert.equal(status, 0, stderr);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const tools = '[{"name":"t","parameters":{"properties":{"n":{"type":"integer"}}}}]';
const line = (id: string, args: string): string =>
  `{"id":${id},"tools":${tools},"name":"t","arguments":${args}}`;

test('each line is answered in order, a bad one in place', () => {
  const input = [line('"a"', '{"n":1}'), '{"id":2', '', line('3', '{"n":"1"}'), '[]', 'x'].join('\n');
  const got = answers('mend', input);
  assert.deepEqual(
    got.map((answer) => [answer['id'], answer['outcome'], typeof answer['error']]),
    [
      ['a', 'valid', 'undefined'],
      [undefined, undefined, 'string'],
      [3, 'repaired', 'undefined'],
      [undefined, undefined, 'string'],
      [undefined, undefined, 'string'],
    ],
  );
});

test('numbers keep their digits', () => {
  const [value, text] = answers(
    'mend',
    `${line('1', '{"n": 9007199254740993, "x": 1.10}')}\n${line('2', '"{\\"n\\": 1e400}"')}\n`,
  );
  assert.equal(value?.['arguments'], '{"n": 9007199254740993, "x": 1.10}');
  assert.equal(text?.['arguments'], '{"n": 1e400}');
});

test('a line ends at a line feed only', () => {
  const got = answers('mend', `${line('1', '{"s":"\u2028\u0085\u000b"}'.replace('\u000b', ''))}\r\n`);
  assert.equal(got.length, 1);
  assert.equal(got[0]?.['outcome'], 'valid');
});

test('bytes that are not UTF-8 are answered, not guessed', () => {
  const bad = Buffer.concat([Buffer.from('{"id":1,"text":"'), Buffer.from([0xff]), Buffer.from('"}\n')]);
  const got = answers('json', Buffer.concat([bad, Buffer.from('{"id":2,"text":"[1]"}')]));
  assert.deepEqual(got[0], { error: 'the text is not UTF-8' });
  assert.equal(got[1]?.['outcome'], 'valid');
});

test('no input gives no output', () => {
  assert.deepEqual(answers('json', ''), []);
  assert.deepEqual(answers('json', '\n \r\n'), []);
});

test('many and long lines come through', () => {
  const text = 'é'.repeat(300_000);
  const lines = Array.from({ length: 50 }, (_, id) => JSON.stringify({ id, text: `["${text}"]` }));
  const got = answers('json', lines.join('\n'));
  assert.deepEqual(
    got.map(({ id }) => id),
    lines.map((_, id) => id),
  );
  assert.ok(got.every(({ outcome }) => outcome === 'valid'));
});

test('a reader that goes away ends it quietly', async () => {
  const child = spawn(process.execPath, [cli, 'json'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.on('error', () => undefined);
  const long = `${JSON.stringify({ text: `["${'x'.repeat(100_000)}",]` })}\n`;
  for (let at = 0; at < 100; at += 1) child.stdin.write(long);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end();
  const [code] = await once(child, 'exit');
  assert.equal(errors, '');
  assert.equal(code, 0);
});

test('input that cannot be read is the only failure', () => {
  const { status, stdout, stderr } = toolmend(['mend', '/nowhere/calls.jsonl']);
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^toolmend mend: ENOENT/);
});

test('--pretty shows before, after and why, on one line each', () => {
  const { stdout, status } = toolmend(['mend', '--pretty'], `${line('1', '{"n":"1"}')}\nbad\n`);
  assert.equal(status, 0);
  const plain = stripVTControlCharacters(stdout);
  assert.match(plain, /✓ repaired {2}t {2}1\n {2}before {2}\{"n":"1"\}\n {2}after {3}\{"n":1\}\n {2}why/);
  assert.match(plain, /string-to-number {2}"1" → 1 {2}\/n\n/);
  assert.match(plain, /✗ error/);
});

test('--pretty prints no control character of the input', () => {
  const hostile = line('"\\u001b[2J"', '"{\\"n\\": \\u001b[31m"');
  const { stdout } = toolmend(['mend', '--pretty'], hostile);
  assert.ok(!stdout.includes('\u001b[2J') && !stdout.includes('": \u001b[31m'));
});

test('help and version', () => {
  assert.equal(toolmend(['--version']).stdout, `${version}\n`);
  assert.match(toolmend(['--help']).stdout, /usage: toolmend COMMAND/);
  assert.match(toolmend([]).stdout, /usage: toolmend COMMAND/);
  for (const command of ['mend', 'json']) {
    assert.match(toolmend([command, '--help']).stdout, new RegExp(`usage: toolmend ${command} `));
  }
});

test('a command or a flag that does not exist is said', () => {
  const command = toolmend(['constructor']);
  assert.equal(command.status, 2);
  assert.match(command.stderr, /there is no command constructor/);
  const flag = toolmend(['mend', '--nope']);
  assert.equal(flag.status, 2);
  assert.match(flag.stderr, /--nope/);
});
