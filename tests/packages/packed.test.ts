/** The package as it is published, in every way in which it can be loaded. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { folder, installed, root, run, toolmend } from './consumer.js';

const use = `
const tools = compileTools([{ name: 'read', parameters: { properties: { n: { type: 'integer' } } } }]);
const { outcome, arguments: text } = tools.mend({ name: 'Read', arguments: '{"n": "1",}' });
console.log(outcome, text);
`;
const used = 'repaired {"n": 1}\n';

test('import', () => {
  assert.equal(run('esm.mjs', `import { compileTools } from 'toolmend';${use}`), used);
});

test('require', () => {
  assert.equal(run('cjs.cjs', `const { compileTools } = require('toolmend');${use}`), used);
});

test('the subpaths, both ways', () => {
  const source = `console.log(typeof createMendingFetch, typeof createProxy, typeof mendingMiddleware);`;
  const names = [
    ['createMendingFetch', 'fetch'],
    ['createProxy', 'proxy'],
    ['mendingMiddleware', 'ai-sdk'],
  ];
  const imports = names.map(([name, path]) => `import { ${name} } from 'toolmend/${path}';`);
  const requires = names.map(([name, path]) => `const { ${name} } = require('toolmend/${path}');`);
  const functions = 'function function function\n';
  assert.equal(run('paths.mjs', imports.join('\n') + source), functions);
  assert.equal(run('paths.cjs', requires.join('\n') + source), functions);
});

test('slim, with the module from its file', () => {
  const file = `readFileSync(require.resolve('toolmend/toolmend.wasm'))`;
  const esm = `
    import { readFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    import { compileTools, initialize } from 'toolmend/slim';
    const require = createRequire(import.meta.url);
    initialize(${file});`;
  assert.equal(run('slim.mjs', esm + use), used);
  const cjs = `
    const { readFileSync } = require('node:fs');
    const { compileTools, initialize } = require('toolmend/slim');
    initialize(new WebAssembly.Module(${file}));`;
  assert.equal(run('slim.cjs', cjs + use), used);
});

test('slim without a module says what to do', () => {
  const source = `
    import { compileTools } from 'toolmend/slim';
    try { compileTools([]); } catch (error) { console.log(error.message); }`;
  assert.equal(run('none.mjs', source), 'toolmend/slim: call initialize(module) first\n');
});

test('the entry for workerd imports the module and compiles nothing', () => {
  const source = readFileSync(join(installed, 'dist/workerd.js'), 'utf8');
  assert.match(source, /from "\.\/toolmend\.wasm"/);
  assert.doesNotMatch(source, /inlinedModule/);
});

test('a bundler needs no plugin and no setting', async () => {
  const { build } = await import('esbuild');
  writeFileSync(join(folder, 'app.mjs'), `import { compileTools } from 'toolmend';${use}`);
  await build({
    absWorkingDir: folder,
    entryPoints: ['app.mjs'],
    outfile: 'app.bundle.mjs',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
  });
  const bundle = readFileSync(join(folder, 'app.bundle.mjs'), 'utf8');
  assert.equal(run('app.bundle.mjs', bundle), used);
});

test('without Buffer and fromBase64 the module is decoded all the same', () => {
  const source = `
    delete Uint8Array.fromBase64;
    delete globalThis.Buffer;
    const { compileTools } = await import('toolmend');${use}`;
  assert.equal(run('browser.mjs', source), used);
});

test('types, for both kinds of module', () => {
  const source = `
    import { applyInPlace, compileTools, type Outcome } from 'toolmend';
    import { initialize } from 'toolmend/slim';
    const tools = compileTools([{ name: 'read' }], { host: 'opencode', rules: { off: ['x'] } });
    const text: Outcome<string> = tools.mend({ name: 'read', arguments: '{}', finish: null });
    if (text.outcome === 'repaired') text.arguments.slice();
    const value = tools.mend({ name: 'read', arguments: { a: 1 } });
    if (value.outcome === 'valid') value.arguments.a.toFixed();
    if (value.outcome === 'repaired') applyInPlace({}, value);
    if (value.outcome === 'invalid') value.issues.map(({ path }) => path);
    initialize(new Uint8Array());
    // @ts-expect-error: there is no such host
    compileTools([], { host: 'elsewhere' });
  `;
  writeFileSync(join(folder, 'types.mts'), source);
  writeFileSync(join(folder, 'types.cts'), source);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', ''];
  execFileSync(process.execPath, [tsc, ...flags, 'types.mts', 'types.cts'], {
    cwd: folder,
    stdio: 'pipe',
    encoding: 'utf8',
  });
});

test('publint and attw find nothing', () => {
  const cwd = join(root, 'npm');
  const bin = join(root, 'node_modules');
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  node(join(bin, 'publint/src/cli.js'), '--strict', '.');
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  const attw = join(bin, '@arethetypeswrong/cli/dist/index.js');
  const rules = ['--profile', 'node16', '--exclude-entrypoints', 'toolmend.wasm'];
  node(attw, join(folder, tarball), ...rules);
});

test('the command answers lines', () => {
  const line = '{"id":1,"tools":[{"name":"t"}],"name":"t","arguments":"{}"}\n';
  assert.deepEqual(JSON.parse(toolmend(['mend'], line)), {
    id: 1,
    outcome: 'valid',
    name: 't',
    arguments: '{}',
    edits: [],
  });
  assert.match(toolmend(['json'], '{"text":"[1,]"}\n'), /"outcome":"repaired"/);
});

test('nothing of the machine that built it is in it', () => {
  const files = readdirSync(join(installed, 'dist'), { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of files.filter((file) => file.isFile())) {
    const content = readFileSync(join(parentPath, name), 'latin1');
    assert.ok(!content.includes(root.replace(/\/$/, '')), name);
    assert.doesNotMatch(content, /\.cargo|registry\/src/, name);
  }
});

test('an uncaught error does not print the module', () => {
  const lines = readFileSync(join(installed, 'dist/index.js'), 'utf8').trimEnd().split('\n');
  assert.match(lines.pop() ?? '', /^var inlinedModule = /);
  assert.ok(lines.every((line) => line.length < 2000));
});

test('the files with the module are ASCII', () => {
  // With one other character V8 keeps two bytes for each of them, and reads the file twice as long.
  for (const name of ['index', 'fetch', 'proxy', 'ai-sdk'].flatMap((one) => [`${one}.js`, `${one}.cjs`])) {
    assert.match(readFileSync(join(installed, 'dist', name), 'utf8'), /^\p{ASCII}*$/u);
  }
});

// A figure, not a bar: how long a start takes is the machine's affair.
test('a fresh process mends its first call', (context) => {
  const source = `
    const start = performance.now();
    const { compileTools } = await import('toolmend');${use}
    console.log(performance.now() - start);`;
  const times = Array.from({ length: 10 }, () =>
    Number(run('start.mjs', source).replace(used, '')),
  );
  assert.ok(times.every((time) => time > 0));
  context.diagnostic(`from import to the first mended call: ${Math.min(...times).toFixed(1)} ms`);
});
