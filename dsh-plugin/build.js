// Bundles the plugin into one file with the library and acorn, and the module beside it. What dsh
// itself brings (cordis, schemastery) stays outside: its loader must see its own schema class.

import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Writes the plugin into `folder`. With `faults` it obeys the test switch that makes a part of it
 * fail; without, that switch is not in the file.
 *
 * @param {string} folder
 * @param {{ faults?: boolean }} [options]
 */
export async function bundle(folder, { faults = false } = {}) {
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: here,
    entryPoints: ['src/index.ts'],
    outfile: join(folder, 'index.js'),
    bundle: true,
    minifySyntax: true,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    external: ['@deepseek-ai/*'],
    legalComments: 'none',
    logLevel: 'warning',
    define: { TOOLMEND_FAULTS: String(faults) },
  });
  copyFileSync(join(here, '../npm/pkg/toolmend.wasm'), join(folder, 'toolmend.wasm'));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(join(here, 'dist'), { recursive: true, force: true });
  await bundle(join(here, 'dist'));
}
