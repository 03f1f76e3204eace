/** `toolmend stats` and `toolmend doctor`, as they were built, on files like those of the plugins. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { appendCounts, type Count } from '../src/counts.js';
import { opencodeData, type StatusFile } from '../src/opencode-files.js';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const homes: string[] = [];
after(() => {
  for (const folder of homes) rmSync(folder, { recursive: true, force: true });
});

interface Home {
  env: Record<string, string>;
  write(path: string, content: string): void;
  toolmend(...args: string[]): { status: number | null; stdout: string };
}

function home(extra: Record<string, string> = {}): Home {
  const folder = mkdtempSync(join(tmpdir(), 'toolmend-home-'));
  homes.push(folder);
  const env = { HOME: folder, PATH: process.env['PATH'] ?? '', ...extra };
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  return {
    env,
    write,
    toolmend: (...args) =>
      spawnSync(process.execPath, [cli, ...args], { cwd: folder, env, encoding: 'utf8' }),
  };
}

const count: Count = {
  at: '2026-12-01T00:00:00.000Z',
  host: 'opencode',
  model: 'deepseek/chat',
  tool: 'read',
  outcome: 'repaired',
  rules: ['drop-placeholder', 'key-equivalent'],
  seam: 'stream',
  ran: true,
  n: 2,
};

const status: StatusFile = {
  version: '0.1.0',
  loaded: '2026-12-01T00:00:00.000Z',
  updated: '2026-12-01T00:00:00.000Z',
  state: 'on',
  providers: 1,
  seen: {
    requests: 4,
    streamMended: 2,
    calls: 3,
    withoutSchema: 0,
    hookMended: 1,
    notes: 1,
    messages: 0,
  },
  failures: {},
  complaints: [],
};

const config = 'opencode/opencode.jsonc';
const statusPath = '.local/share/opencode/toolmend/status.json';

test('stats sums up by model, tool and rule', () => {
  const { env, toolmend } = home();
  appendCounts(opencodeData('counts.jsonl', env), [
    count,
    { ...count, outcome: 'valid', rules: [], n: 5 },
    { ...count, outcome: 'repaired', tool: 'edit', rules: ['key-equivalent'], ran: false, n: 1 },
    { ...count, outcome: 'cut', tool: 'write', rules: [], ran: false, n: 1 },
  ]);
  const { models, tools, rules } = JSON.parse(toolmend('stats', '--json').stdout);
  assert.deepEqual(models, [
    { name: 'deepseek/chat', calls: 9, valid: 5, mended: 3, healed: 2, refused: 1 },
  ]);
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    ['read', 'edit', 'write'],
  );
  assert.deepEqual(rules[0], {
    name: 'key-equivalent',
    calls: 3,
    valid: 0,
    mended: 3,
    healed: 2,
    refused: 0,
  });
  const { stdout } = toolmend('stats');
  assert.match(stdout, /^deepseek\/chat +9 +5 +3 +2 +1$/m);
  assert.match(stdout, /^drop-placeholder +2 +2$/m);
});

test('stats without counts says where to look', () => {
  const { status: code, stdout } = home().toolmend('stats');
  assert.equal(code, 0);
  assert.match(stdout, /doctor opencode/);
});

test('doctor finds what works', () => {
  const { write, toolmend } = home();
  write(`.config/${config}`, '{\n  // mine\n  "plugin": [["opencode-toolmend@0.1.0", {}],],\n}');
  write(statusPath, JSON.stringify(status));
  const { status: code, stdout } = toolmend('doctor', 'opencode');
  assert.equal(code, 0, stdout);
  assert.match(stdout, /✓ installed by .*opencode\.jsonc\n/);
  assert.match(stdout, /✓ loaded at 2026-12-01T00:00:00.000Z, version 0.1.0, on\n/);
  assert.match(stdout, /✓ stream: 4 model requests seen, 2 calls mended\n/);
  assert.match(stdout, /✓ hook: 3 calls seen, 1 mended\n/);
});

test('doctor finds what does not', () => {
  const nothing = home().toolmend('doctor', 'opencode');
  assert.equal(nothing.status, 1);
  assert.match(nothing.stdout, /✗ not installed: run opencode plugin opencode-toolmend -g/);
  assert.match(nothing.stdout, /✗ never loaded/);

  const { write, toolmend } = home({ TOOLMEND: 'off', OPENCODE_PURE: '1' });
  write('.config/opencode/plugins/opencode-toolmend.js', '');
  write('.opencode/plugin/opencode-toolmend.js', '');
  const ill = {
    ...status,
    failures: { 'stream.fetch': 2 },
    complaints: ['the option leaks must be'],
  };
  const seen = { ...status.seen, requests: 0, withoutSchema: 3 };
  write(statusPath, JSON.stringify({ ...ill, seen }));
  const { status: code, stdout } = toolmend('doctor', 'opencode');
  assert.equal(code, 1);
  for (const line of [
    /✗ TOOLMEND=off/,
    /✗ OPENCODE_PURE/,
    /! installed more than once/,
    /! stream: no model request seen \(1 configured providers\)/,
    /! hook: 3 calls of tools whose schema is not known/,
    /! the option leaks must be/,
    /✗ stream\.fetch failed 2 times/,
  ]) {
    assert.match(stdout, line);
  }
});

test('doctor of nothing tells its usage', () => {
  assert.equal(home().toolmend('doctor').status, 2);
});
