// Bundles the package into `dist`: each entry point is one file of ESM and one of CommonJS.

import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const wasm = join(here, 'pkg/toolmend.wasm');

rmSync(dist, { recursive: true, force: true });

// On a line of its own at the end, because Node prints the whole line of an uncaught error; not in
// a function, because V8 would scan it once more when it is called.
const inlined = `var inlinedModule = "${readFileSync(wasm).toString('base64')}";`;

/** @type {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: here,
  bundle: true,
  target: 'es2022',
  platform: 'neutral',
  legalComments: 'none',
  logLevel: 'warning',
};

for (const [format, extension] of /** @type {const} */ ([
  ['esm', '.js'],
  ['cjs', '.cjs'],
])) {
  const outExtension = { '.js': extension };
  await build({
    ...shared,
    format,
    outExtension,
    entryPoints: ['src/index.ts', 'src/fetch.ts', 'src/ai-sdk.ts'],
    outdir: dist,
    footer: { js: inlined },
  });
  await build({ ...shared, format, outExtension, entryPoints: ['src/slim.ts'], outdir: dist });
  await build({
    ...shared,
    format,
    outExtension,
    platform: 'node',
    entryPoints: ['src/proxy.ts'],
    outdir: dist,
    footer: { js: inlined },
  });
}
await build({
  ...shared,
  format: 'esm',
  entryPoints: ['src/workerd.ts'],
  outdir: dist,
  external: ['./toolmend.wasm'],
});
await build({
  ...shared,
  format: 'esm',
  platform: 'node',
  entryPoints: ['src/cli.ts'],
  outdir: dist,
  banner: { js: '#!/usr/bin/env node' },
});
copyFileSync(wasm, join(dist, 'toolmend.wasm'));

// The same declarations for both kinds of module.
const tsc = join(here, '../node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '--project', join(here, 'tsconfig.types.json')], {
  stdio: 'inherit',
});
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const declarations = readFileSync(join(dist, name), 'utf8');
  writeFileSync(
    join(dist, name.replace(/\.ts$/, '.cts')),
    declarations.replaceAll(/((?:from|import) '\.{1,2}\/[\w/-]+)\.js'/g, "$1.cjs'"),
  );
}
