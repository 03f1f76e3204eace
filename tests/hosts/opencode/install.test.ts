/** Every way to install the plugin, in an empty home: it is loaded, and it mends. */

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { OpenCode } from './opencode.js';
import { built } from './plugin-files.js';
import { Registry } from './registry.js';
import { binary, root } from './releases.js';
import { Sandbox, type SandboxOptions } from './sandbox.js';
import { ScriptedModel } from './scripted-model.js';
import { hasRun } from './table.js';

const model = await ScriptedModel.start();
const registry = await Registry.start();
const packed = mkdtempSync(join(tmpdir(), 'toolmend-packed-'));
execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], {
  cwd: join(root, 'opencode-plugin'),
});
const [tarball = ''] = readdirSync(packed);
const source = readFileSync(built, 'utf8');

after(async () => {
  await model.stop();
  await registry.stop();
  rmSync(packed, { recursive: true });
});

function sandbox(options: Partial<SandboxOptions>): Sandbox {
  return new Sandbox({
    model: model.url,
    ...options,
    files: { 'project/a.txt': 'hello\n', ...options.files },
    env: { npm_config_registry: registry.url, ...options.env },
  });
}

/** Runs a command of OpenCode's own in a sandbox. */
function opencode(box: Sandbox, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(binary(), args, {
    cwd: box.project,
    env: box.env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
}

async function works(box: Sandbox, scene: string): Promise<void> {
  const host = await OpenCode.serve(box, model);
  try {
    const broken = { name: 'read', arguments: '{"filePath":"a.txt","limit":null}' };
    const { calls } = await host.play(scene, [{ calls: [broken] }]);
    assert.deepEqual(calls.map(hasRun), [true]);
    const cli = join(root, 'npm/dist/cli.js');
    const doctor = spawnSync(process.execPath, [cli, 'doctor', 'opencode'], {
      cwd: box.project,
      env: box.env,
      encoding: 'utf8',
    });
    assert.equal(doctor.status, 0, doctor.stdout);
    assert.match(doctor.stdout, /installed by/);
  } finally {
    await host.stop();
    box.remove();
  }
}

test('opencode plugin opencode-toolmend -g', async () => {
  const box = sandbox({ online: true });
  opencode(box, ['plugin', 'opencode-toolmend', '-g']);
  await works(box, 'command');
});

test('"plugin": ["opencode-toolmend"]', async () => {
  await works(sandbox({ online: true, config: { plugin: ['opencode-toolmend'] } }), 'name');
});

test('opencode plugin opencode-toolmend@file:….tgz', async () => {
  const box = sandbox({ online: true });
  opencode(box, ['plugin', `opencode-toolmend@file:${join(packed, tarball)}`]);
  await works(box, 'tarball');
});

for (const folder of ['config/opencode/plugins', 'project/.opencode/plugins']) {
  test(`the file in ${folder}`, async () => {
    await works(sandbox({ files: { [`${folder}/opencode-toolmend.js`]: source } }), folder);
  });
}

test('the file stands alone', () => {
  assert.deepEqual(readdirSync(join(built, '..')), ['opencode-toolmend.js']);
  const imports = [...source.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, name]) => name);
  assert.ok(imports.length > 0);
  assert.deepEqual(
    imports.filter((name) => !name?.startsWith('node:')),
    [],
  );
  assert.deepEqual(source.match(/^export .*$/gms)?.[0]?.match(/\w+ as \w+/g), [
    'index_default as default',
  ]);
  const lines = source.trimEnd().split('\n');
  assert.match(lines.pop() ?? '', /^var inlinedModule = "/);
  assert.ok(lines.every((line) => line.length < 2000));
  assert.ok(
    !source.includes(root.replace(/\/$/, '')) && !existsSync(join(built, '../package.json')),
  );
});
